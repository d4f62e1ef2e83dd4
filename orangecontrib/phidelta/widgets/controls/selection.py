"""Which features are selected: none, all, by hand, or by one of several rules."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QGridLayout,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from orangecontrib.phidelta.core.regionwords import describe_regions
from orangecontrib.phidelta.orange.choices import RULES, FeatureChoice, regions_as_setting
from orangecontrib.phidelta.widgets.controls.kinds import (
    Either,
    ListOf,
    Number,
    OneOf,
    Record,
    Whole,
)
from orangecontrib.phidelta.widgets.controls.regions import REGIONS_KIND, RegionsControl

#: Ways to select: label, tool tip.
MODES = {
    "none": ("None", "No feature"),
    "all": ("All", "Every feature, also those that carry nothing"),
    "manual": ("By hand", "The rows that you select in the table (click, Ctrl, Shift)"),
    "best": ("Best:", "So many, as ranked"),
    "limit": ("|δ| at least:", "All whose |δ| is no less, whatever they are ranked by"),
    "q": (
        "q at most:",
        "All whose q-value is no greater: of those, at most this share is expected to be there by "
        "chance (Benjamini and Hochberg)",
    ),
    "region": ("Regions:", "All in the regions ticked, between limits of |δ| and |φ|"),
}
#: Why no preprocessor can do the same.
NO_PREPROCESSOR = {
    "none": "“None” selects nothing",
    "all": "“All” leaves the features as they are",
    "manual": "it would bring a selection made with all rows in view into each test, and flatter",
}
_COUNT, _SHARE = Whole(1, 99_999), Number(0, 1)
_SIMILARITY_TIP = (
    "A feature is passed over if the absolute correlation of its encoded values with those of a "
    "better feature is greater"
)


def choice_kind(names):
    """The kind of a `FeatureChoice.as_setting` among features of these names."""
    return Record(
        {
            "mode": OneOf(MODES),
            "count": _COUNT,
            "limit": _SHARE,
            "similarity": Either(_SHARE, None),
            "selected": ListOf(OneOf(names)),
            "q_limit": _SHARE,
            "regions": REGIONS_KIND,
        }
    )


def selection_text(choice):
    """A `FeatureChoice` in words."""
    if choice.rule is None:
        return MODES[choice.mode][0].lower()
    text = {
        "best": f"{choice.count} best",
        "limit": f"|δ| at least {choice.limit:g}",
        "q": f"q at most {choice.q_limit:g}",
        "region": describe_regions(choice.regions),
    }[choice.mode]
    if choice.similarity is None:
        return text
    return f"{text}, similarity at most {choice.similarity:g}"


class SelectionControl(QWidget):
    """A radio button for each way to select, numbers beside them, and a limit of similarity."""

    changed = Signal()

    def __init__(self):
        super().__init__()
        self.count = QSpinBox(**_COUNT.limits)
        self.limit = QDoubleSpinBox(**_SHARE.limits, singleStep=0.01, decimals=3)
        self.q_limit = QDoubleSpinBox(**_SHARE.limits, singleStep=0.01, decimals=4)
        self.regions = RegionsControl()
        self.similarity = QDoubleSpinBox(**_SHARE.limits, singleStep=0.05, decimals=2, value=0.8)
        self.similarity_check = QCheckBox("Similarity at most:", toolTip=_SIMILARITY_TIP)
        self.similarity.setToolTip(_SIMILARITY_TIP)
        self._group = QButtonGroup(self)
        self.buttons = {n: QRadioButton(words, toolTip=tip) for n, (words, tip) in MODES.items()}
        for button in self.buttons.values():
            self._group.addButton(button)
        self._lay_out()
        for use in (
            self._group.buttonClicked,
            self.similarity_check.clicked,
            self.similarity.valueChanged,
        ):
            use.connect(self._enable)
            use.connect(self.changed)
        self.count.valueChanged.connect(lambda: self._on_number("best"))
        self.limit.valueChanged.connect(lambda: self._on_number("limit"))
        self.q_limit.valueChanged.connect(lambda: self._on_number("q"))
        self.regions.changed.connect(lambda: self._on_number("region"))

    def _lay_out(self):
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for place, name in enumerate(("none", "all", "manual")):
            layout.addWidget(self.buttons[name], 0, place)
        rows = (
            (self.buttons["best"], self.count),
            (self.buttons["limit"], self.limit),
            (self.buttons["q"], self.q_limit),
            (self.similarity_check, self.similarity),
        )
        for row, (button, spin) in zip((1, 2, 3, 6), rows, strict=True):
            layout.addWidget(button, row, 0, 1, 2)
            layout.addWidget(spin, row, 2)
            spin.setKeyboardTracking(False)
            spin.setAccessibleName(button.text())
        layout.addWidget(self.buttons["region"], 4, 0, 1, 3)
        layout.addWidget(self.regions, 5, 0, 1, 3)

    def state(self):
        """The choice as `FeatureChoice.as_setting`; nothing is selected by hand."""
        mode = next(name for name, button in self.buttons.items() if button.isChecked())
        similarity = self.similarity.value() if self.similarity_check.isChecked() else None
        choice = FeatureChoice(mode, self.count.value(), self.limit.value(), similarity)
        others = {"q_limit": self.q_limit.value(), "regions": self.regions.state()}
        return choice.as_setting() | others

    def set_state(self, state):
        """Show this state, without a signal."""
        choice = FeatureChoice.of(state)
        self.blockSignals(True)
        self.count.setValue(choice.count)
        self.limit.setValue(choice.limit)
        self.q_limit.setValue(choice.q_limit)
        self.regions.set_state(regions_as_setting(choice.regions))
        self.similarity_check.setChecked(choice.similarity is not None)
        if choice.similarity is not None:
            self.similarity.setValue(choice.similarity)
        self.set_mode(choice.mode)
        self.blockSignals(False)

    def set_mode(self, mode):
        """Show this mode, without a signal."""
        self.buttons[mode].setChecked(True)
        self._enable()

    def _on_number(self, mode):
        """Who sets a number wants the mode it belongs to."""
        if not self.signalsBlocked():
            self.set_mode(mode)
            self.changed.emit()

    def _enable(self):
        is_rule = any(self.buttons[name].isChecked() for name in RULES)
        self.regions.setVisible(self.buttons["region"].isChecked())
        self.similarity_check.setEnabled(is_rule)
        self.similarity.setEnabled(is_rule and self.similarity_check.isChecked())
