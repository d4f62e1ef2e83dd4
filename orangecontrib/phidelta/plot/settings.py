"""What Orange's dialog "Visual settings" can change in a diagram."""

from Orange.widgets.visualize.utils.customizableplot import CommonParameterSetter


class ParameterSetter(CommonParameterSetter):
    """Fonts, titles, sizes of points, widths of lines."""

    POINTS, SIZE = "Points", "Size"
    CURVES, ISOMETRICS, WIDTH = "Curves", "Isometrics", "Width"

    def __init__(self, diagram):
        self.diagram = diagram
        super().__init__()

    def update_setters(self):
        self.initial_settings = {
            self.LABELS_BOX: {
                self.FONT_FAMILY_LABEL: self.FONT_FAMILY_SETTING,
                self.TITLE_LABEL: self.FONT_SETTING,
                self.AXIS_TITLE_LABEL: self.FONT_SETTING,
                self.AXIS_TICKS_LABEL: self.FONT_SETTING,
                self.LEGEND_LABEL: self.FONT_SETTING,
                self.LABEL_LABEL: self.FONT_SETTING,
            },
            self.ANNOT_BOX: {self.TITLE_LABEL: {self.TITLE_LABEL: ("", "")}},
            self.PLOT_BOX: {
                self.POINTS: {self.SIZE: (range(4, 31), 12)},
                self.CURVES: {self.WIDTH: (range(1, 8), 2)},
                self.ISOMETRICS: {self.WIDTH: (range(1, 8), 1)},
            },
        }
        self._setters[self.PLOT_BOX] = {
            self.POINTS: lambda **kw: self.diagram.set_sizes(point=kw[self.SIZE]),
            self.CURVES: lambda **kw: self.diagram.set_sizes(curve=kw[self.WIDTH]),
            self.ISOMETRICS: lambda **kw: self.diagram.set_sizes(isometric=kw[self.WIDTH]),
        }

    @property
    def title_item(self):
        return self.diagram.plotItem.titleLabel

    @property
    def axis_items(self):
        return [axis["item"] for axis in self.diagram.plotItem.axes.values()]

    @property
    def legend_items(self):
        return self.diagram.legend.items

    @property
    def labels(self):
        return self.diagram.lettered
