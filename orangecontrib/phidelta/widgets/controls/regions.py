"""Regions of features: two limits, and a box to tick for each region, with its number."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from orangecontrib.phidelta.core.features.regions import REGIONS, Regions
from orangecontrib.phidelta.core.regionwords import REGION_TITLES, explain_region
from orangecontrib.phidelta.orange.choices import regions_as_setting, regions_of
from orangecontrib.phidelta.plot.tips import tip
from orangecontrib.phidelta.widgets.controls.kinds import ListOf, Number, OneOf, Record
from orangecontrib.phidelta.widgets.controls.shared import DecimalSpin

_SHARE = Number(0, 1)
#: The kind of what `regions_as_setting` gives.
REGIONS_KIND = Record({"delta": _SHARE, "phi": _SHARE, "kept": ListOf(OneOf(REGIONS))})
_LIMITS = (
    ("|δ| ≥", "From this |δ| on, features in the middle are discriminant"),
    ("|φ| ≤", "Up to this |φ| is the middle: neither rare nor nearly always true"),
)


class RegionsControl(QWidget):
    """Its state is that of `regions_as_setting`: limits, and the regions that are ticked."""

    changed = Signal()

    def __init__(self):
        super().__init__()
        self._counts = {}
        self.delta, self.phi = self.limits = [
            DecimalSpin(**_SHARE.limits, singleStep=0.01, decimals=2, keyboardTracking=False)
            for _ in _LIMITS
        ]
        self.boxes = {name: QCheckBox(title) for name, title in REGION_TITLES.items()}
        self._lay_out()
        for spin in self.limits:
            spin.changed.connect(self._change)
        for box in self.boxes.values():
            box.clicked.connect(self._change)

    def _lay_out(self):
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for place, (spin, words) in enumerate(zip(self.limits, _LIMITS, strict=True)):
            layout.addWidget(QLabel(words[0]), 0, 2 * place)
            layout.addWidget(spin, 0, 2 * place + 1)
            layout.setColumnStretch(2 * place + 1, 1)
            spin.setAccessibleName(words[0])
            spin.setToolTip(words[1])
        for row, box in enumerate(self.boxes.values(), start=1):
            layout.addWidget(box, row, 0, 1, 4)

    def state(self):
        kept = tuple(name for name, box in self.boxes.items() if box.isChecked())
        return regions_as_setting(Regions(self.delta.value(), self.phi.value(), kept))

    def set_state(self, state):
        """Show this state, without a signal."""
        self.delta.set_state(state["delta"])
        self.phi.set_state(state["phi"])
        for name, box in self.boxes.items():
            box.setChecked(name in state["kept"])
        self._tell()

    def show_counts(self, counts):
        """Show how many features each region has: a dict of name to number, empty for none."""
        self._counts = counts
        self._tell()

    def _change(self):
        self._tell()
        self.changed.emit()

    def _tell(self):
        regions = regions_of(self.state())
        for name, box in self.boxes.items():
            number = f": {self._counts[name]:,}" if self._counts else ""
            box.setText(f"{REGION_TITLES[name]}{number}")
            box.setToolTip(tip(explain_region(name, regions)))
