"""Every colour of the plots; all follow the palette of Orange's light or dark theme."""

from itertools import cycle, islice

import numpy as np
from AnyQt.QtCore import Qt
from AnyQt.QtGui import QBrush, QColor, QIcon, QPalette, QPen
from Orange.widgets.utils.colorpalettes import ColorIcon, get_default_curve_colors

#: Line styles that tell measures apart without colour.
STYLES = (Qt.SolidLine, Qt.DashLine, Qt.DotLine, Qt.DashDotLine, Qt.DashDotDotLine)
#: Symbols of points that tell groups apart.
SYMBOLS = ("o", "s", "t1", "p", "star", "t", "h", "t2", "t3")

#: More colours than these cannot be told apart.
_MOST_COLORS = 60
#: Of marks to the background; so they have the 3 that WCAG asks for on the band of chance, too.
_LEAST_CONTRAST = 4
_SEQUENTIAL = QColor(52, 120, 196)
_DIVERGING = QColor(214, 112, 40)


def model_colors(count):
    """So many QColors that are told apart on light and dark; of very many, some are the same."""
    different = list(get_default_curve_colors(min(count, _MOST_COLORS))) if count else []
    return list(islice(cycle(different), count))


def color_icons(colors, size=12) -> list[QIcon]:
    """Squares of these colours for lists."""
    icons = {}
    for color in colors:
        if color.rgba() not in icons:
            icons[color.rgba()] = ColorIcon(color, size)
    return [icons[color.rgba()] for color in colors]


def bar_color(is_negative):
    """Of bars in tables, told apart by sign on light and dark."""
    return QColor(_DIVERGING if is_negative else _SEQUENTIAL)


def accent():
    """Of what is sought and found."""
    return QColor(_DIVERGING)


def decision_color(is_positive, is_right, palette):
    """Of cases of a class: errors in its full colour, what is right paler."""
    full = QColor(_SEQUENTIAL if is_positive else _DIVERGING)
    return mixed(full, background(palette), 0.35) if is_right else full


def pen(color, width=1.0, style=Qt.SolidLine, alpha=255):
    """A pen whose width is in pixels whatever the transform."""
    color = QColor(color)
    color.setAlpha(alpha)
    # Round joins would cost most of the time of drawing a curve of a thousand steps.
    cosmetic = QPen(color, width, style, Qt.FlatCap, Qt.BevelJoin)
    cosmetic.setCosmetic(True)
    return cosmetic


def symbol_pen(color, size, width=1.5, alpha=255):
    """A pen of so many pixels for a symbol of this size.

    pyqtgraph draws symbols of size 1, enlarged; viewers of svg that do not know cosmetic pens
    would enlarge those as well.
    """
    plain = pen(color, width / size, alpha=alpha)
    plain.setCosmetic(False)
    return plain


def brush(color, alpha=255):
    """A plain brush."""
    color = QColor(color)
    color.setAlpha(alpha)
    return QBrush(color)


def fold_pen(color):
    """Of the curves of folds: the colour of their model, faint."""
    return pen(color, alpha=70)


def fold_brush(color):
    """Of the points of folds."""
    return brush(color, 170)


def foreground(palette):
    """The colour of text and axes."""
    return palette.color(QPalette.Text)


def background(palette):
    """The colour plots are drawn on."""
    return palette.color(QPalette.Base)


def faint(palette, share=0.55):
    """Foreground mixed with background; share 1 is foreground."""
    return mixed(foreground(palette), background(palette), share)


def mixed(color, other, share):
    """So much of a colour, the rest another one."""
    parts = zip(color.getRgb()[:3], other.getRgb()[:3], strict=True)
    return QColor(*(int(round(share * one + (1 - share) * two)) for one, two in parts))


def contrast(one, other):
    """Of two colours, from 1 to 21: the formula of WCAG 2.2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color):
    parts = np.array(color.getRgb()[:3]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def visible(color, palette, least=_LEAST_CONTRAST):
    """A colour, mixed with the foreground until it has this contrast to the background."""
    front, back = foreground(palette), background(palette)
    mixtures = (mixed(color, front, share) for share in np.linspace(1, 0, 21))
    return next((each for each in mixtures if contrast(each, back) >= least), front)


def crowd_table(palette, color):
    """Lookup table (256, 3) for a few marks to many: from what can just be seen to strong."""
    few = visible(mixed(color, background(palette), 0.75), palette)
    many = mixed(visible(color, palette), foreground(palette), 0.35)
    ends = np.array([few.getRgb()[:3], many.getRgb()[:3]], float)
    return np.linspace(*ends, 256).round().astype(np.ubyte)


def heat_table(palette, is_diverging):
    """Lookup table (256, 3) from the background to full colour; below the middle another hue."""
    back = np.array(background(palette).getRgb()[:3], float)
    high = np.array(_SEQUENTIAL.getRgb()[:3], float)
    low = np.array(_DIVERGING.getRgb()[:3], float)
    share = np.linspace(-1, 1, 256) if is_diverging else np.linspace(0, 1, 256)
    ends = np.where(share[:, None] < 0, low, high)
    # Full colour would drown points and labels.
    return (back + 0.75 * np.abs(share)[:, None] * (ends - back)).astype(np.ubyte)
