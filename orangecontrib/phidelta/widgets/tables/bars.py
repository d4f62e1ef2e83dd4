"""Cells with a bar below the text."""

from AnyQt.QtCore import QLineF, QPointF, QRectF, QSize
from AnyQt.QtGui import QPalette, QPen
from AnyQt.QtWidgets import QStyle, QStyledItemDelegate
from orangewidget.gui import OrangeUserRole

from orangecontrib.phidelta.plot import theme

#: A bar and a whisker, (start, end, low, high) in shares of the width; whiskers may be None.
BAR_ROLE = next(OrangeUserRole)
#: Whether a row is chosen, which is told by a tint, whatever is selected.
CHOSEN_ROLE = next(OrangeUserRole)


class BarDelegate(QStyledItemDelegate):
    """Draws bars, in another colour where they go to the left, and whiskers."""

    MARGIN = 4
    THICKNESS = 3
    #: What a cell needs beyond its text.
    ROOM = QSize(14, 13)

    def sizeHint(self, option, index):
        return super().sizeHint(option, index) + QSize(self.ROOM.width(), 0)

    def initStyleOption(self, option, index):
        super().initStyleOption(option, index)
        if index.data(CHOSEN_ROLE):
            option.backgroundBrush = theme.brush(option.palette.color(QPalette.Highlight), 50)

    def paint(self, painter, option, index):
        super().paint(painter, option, index)
        bar = index.data(BAR_ROLE)
        if bar is None:
            return
        start, end, low, high = bar
        is_selected = bool(option.state & QStyle.State_Selected)
        text = option.palette.color(QPalette.HighlightedText if is_selected else QPalette.Text)
        line = QRectF(option.rect).adjusted(self.MARGIN, 0, -self.MARGIN, 0)
        line.setTop(line.bottom() - self.THICKNESS - 1)
        line.setHeight(self.THICKNESS)
        painter.save()
        if end != start:
            color = (
                theme.brush(text, 150)
                if is_selected
                else theme.brush(theme.bar_color(end < start))
            )
            painter.fillRect(_part(line, *sorted((start, end))), color)
        painter.setPen(QPen(text, 1))
        if start == 0.5:
            middle = _part(line, start, start).adjusted(0, -1, 0, 1)
            painter.drawLine(QLineF(middle.topLeft(), middle.bottomLeft()))
        if low is not None:
            whisker = _part(line, low, high)
            height = whisker.center().y()
            painter.drawLine(QLineF(whisker.left(), height, whisker.right(), height))
            for x in (whisker.left(), whisker.right()):
                painter.drawLine(QLineF(x, height - 2, x, height + 2))
        painter.restore()


def _part(line, start, end):
    """The rectangle between two shares of the width of another."""
    left, right = (line.left() + line.width() * share for share in (start, end))
    return QRectF(QPointF(left, line.top()), QPointF(right, line.bottom()))
