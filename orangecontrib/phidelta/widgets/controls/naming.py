"""How many marks of a picture are named, and which."""

from AnyQt.QtWidgets import QHBoxLayout, QLabel

from orangecontrib.phidelta.widgets.controls.kinds import Whole
from orangecontrib.phidelta.widgets.controls.shared import Controls, NameCombo, WholeSpin

LABEL_COUNT = Whole(0, 50)
#: Title, tool tip.
NAMED = {
    "best": ("of the best", "Those with the greatest |δ|, as far as there is room"),
    "corners": (
        "at all corners",
        "In turn those with the greatest |δ| (the best), the greatest φ (the most characteristic) "
        "and the least φ (the rarest)",
    ),
}


class NamesControl(Controls):
    """Names: so many, of these of `NAMED`; what is selected or found is named besides."""

    def __init__(self):
        super().__init__()
        count, which = WholeSpin(**LABEL_COUNT.limits), NameCombo(NAMED)
        count.setAccessibleName("Names")
        which.setAccessibleName("Names of")
        layout = QHBoxLayout()
        layout.addWidget(QLabel("Names:"))
        layout.addWidget(count)
        layout.addWidget(which, stretch=1)
        self.join(layout, count, which)
