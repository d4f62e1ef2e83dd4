"""Marks as a screen shows them: which are near a pointer, and which cannot be told apart."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QRectF, QSizeF

#: So many marks in sight are drawn one by one, however near to each other.
FEW = 2000
#: Width of a cell of the density, in pixels.
CELL = 4
#: In so many cells each way, marks are told apart if there are no more than these places of them.
_BLOCK, _APART = 3, 4
#: So many marks are drawn one by one beside a density, and of those that stand out.
_MOST = 4000


def within(area, x, y):
    """Whether places are within a QRectF: an array."""
    is_in = (x >= area.left()) & (x <= area.right())
    return is_in & (y >= area.top()) & (y <= area.bottom())


class Places:
    """The marks within an area of the screen, by the pixel that they are on.

    Parameters
    ----------
    x, y : arrays (k,)
        Places of marks on the screen, the most important first; nan is nowhere.
    area : QRectF

    Attributes
    ----------
    marks : int array
        Those within the area, by pixel, in each the most important first.
    starts : int array
        Where in `marks` a pixel begins that has any.
    """

    def __init__(self, x, y, area):
        self._x, self._y = x, y
        self.area = area
        self.width, self.height = int(np.ceil(area.width())), int(np.ceil(area.height()))
        column, row = np.floor(x - area.left()), np.floor(y - area.top())
        is_in = (column >= 0) & (column < self.width) & (row >= 0) & (row < self.height)
        inside = np.flatnonzero(is_in)
        pixels = row[inside].astype(np.int64) * self.width + column[inside].astype(np.int64)
        # number and pixel in one: to sort them is several times faster than argsort
        codes = np.sort(pixels * (len(x) + 1) + inside)
        self.marks = codes % (len(x) + 1)
        self._pixel = codes // (len(x) + 1)
        self.starts = np.flatnonzero(np.append(True, np.diff(self._pixel) != 0)[: len(codes)])
        self._starts_at = self._pixel[self.starts]

    def nearest(self, x, y, reach):
        """The mark nearest to a place, of equals the most important; None if none is in reach."""
        left, top = x - self.area.left(), y - self.area.top()
        rows = np.arange(np.floor(top - reach), np.floor(top + reach) + 1)
        columns = np.clip(np.floor([left - reach, left + reach + 1]), 0, self.width)
        ends = rows[(rows >= 0) & (rows < self.height)] * self.width + columns[:, None]
        found = zip(*np.searchsorted(self._starts_at, ends).tolist(), strict=True)
        pixels = np.array([pixel for ends in found for pixel in range(*ends)], int)
        distance = self._distances(self.marks[self.starts[pixels]], x, y)
        # in a pixel no two marks are further from each other than its diagonal
        near = pixels[distance <= np.min(distance, initial=np.inf) + 1.5]
        ends = np.append(self.starts, len(self.marks))
        slices = [self.marks[ends[pixel] : ends[pixel + 1]] for pixel in near]
        marks = np.concatenate([self.marks[:0], *slices])
        distance = self._distances(marks, x, y)
        least = np.min(distance, initial=reach)
        return int(marks[distance == least].min()) if least < reach else None

    def _distances(self, marks, x, y):
        return np.hypot(self._x[marks] - x, self._y[marks] - y)

    def cells(self, marks, size):
        """Rows and columns of these marks in cells of so many pixels each way."""
        places = self._y[marks] - self.area.top(), self._x[marks] - self.area.left()
        return tuple((np.floor(each) // size).astype(np.int64) for each in places)

    def divided(self):
        """The marks that are drawn one by one, and those that make up a density.

        One by one are drawn all, if they are few; else those that have few others around them, and
        one of each place (pixel), for others at the same place cannot be seen.
        """
        if len(self.marks) <= FEW:
            return self.marks, self.marks[:0]
        row, column = self.cells(self.marks[self.starts], CELL * _BLOCK)
        blocks = row * self.width + column
        _, block, count = np.unique(blocks, return_inverse=True, return_counts=True)
        around = count[block]
        below = np.cumsum(np.bincount(around, minlength=_APART + 1)[: _APART + 1])
        is_apart = around <= np.searchsorted(below, _MOST, side="right") - 1
        sizes = np.diff(np.append(self.starts, len(self.marks)))
        return self.marks[self.starts[is_apart]], self.marks[np.repeat(~is_apart, sizes)]

    def thinned(self, is_in):
        """Of the marks that are in (an array), as many as can be told apart."""
        marks = self.marks[is_in[self.marks]]
        size = 1
        while len(marks) > FEW and (size == 1 or len(marks) > _MOST):
            row, column = self.cells(marks, size)
            _, first = np.unique(row * self.width + column, return_index=True)
            marks = marks[first]
            size *= 2
        return marks


class CrowdItem(pg.ImageItem):
    """The density of marks: where there are many, its colour is stronger, by the logarithm.

    A cell has the colour of the layer that has most marks there.
    """

    def __init__(self):
        super().__init__(axisOrder="row-major")
        self.counts = np.zeros((0, 0), int)
        self.hide()

    def show_crowd(self, places, marks, layer, tables):
        """Show these marks of `Places`.

        Parameters
        ----------
        marks : int array
        layer : int array
            Number of the layer of each mark.
        tables : list of arrays (256, 3)
            Colours of each layer, from one mark to as many as there are anywhere.
        """
        self.setVisible(len(marks) > 0)
        shape = -(-places.height // CELL), -(-places.width // CELL)
        cells = np.ravel_multi_index(places.cells(marks, CELL), shape)
        self.counts = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
        if not len(marks):
            return
        taken, number = np.unique(cells, return_inverse=True)
        of_layers = np.bincount(number * len(tables) + layer, minlength=len(taken) * len(tables))
        of_layers = of_layers.reshape(-1, len(tables))
        count = of_layers.sum(axis=1)
        level = 255 * np.log(count) / max(np.log(count.max()), 1e-9)
        image = np.zeros((shape[0] * shape[1], 4), np.ubyte)
        image[taken, :3] = np.array(tables)[of_layers.argmax(axis=1), level.astype(int)]
        image[taken, 3] = 255
        # on the screen rows go down, in the view they go up
        self.setImage(image.reshape(*shape, 4)[::-1], autoLevels=False, levels=None)

    def lie(self, places, to_view):
        """Lie where the area of `Places` is in the view; `to_view` maps a QRectF there."""
        size = self.counts.shape[1] * CELL, self.counts.shape[0] * CELL
        self.setRect(to_view(QRectF(places.area.topLeft(), QSizeF(*size))))
