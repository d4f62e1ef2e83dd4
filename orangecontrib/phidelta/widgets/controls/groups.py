"""By what the tested cases are grouped."""

from orangecontrib.phidelta.widgets.controls.shared import NameCombo

_TIP = "Show each model in each group of the tested cases; of numbers and times, in quarters"
_NO_DATA = "The results do not hold the tested data, so that their cases cannot be grouped"


class GroupCombo(NameCombo):
    """A combo box of names of variables; "" for no groups."""

    def __init__(self):
        super().__init__({})
        self.setAccessibleName("Group by")
        self.set_names(())

    def set_names(self, names):
        """Offer these variables."""
        self.set_choices(
            {"": ("Group by: none", _TIP)} | {n: f"Group by: {n}" for n in names if n}
        )
        self.setEnabled(bool(names))
        self.setToolTip(_TIP if names else _NO_DATA)

    def names(self):
        """All that can be chosen."""
        return [self.itemData(row) for row in range(self.count())]
