"""What is shown beside the marks of a Class Signature: names, and the band of chance."""

from Orange.widgets.settings import Setting

from orangecontrib.phidelta.widgets.controls.kinds import Flag, OneOf
from orangecontrib.phidelta.widgets.controls.naming import LABEL_COUNT, NAMED, NamesControl
from orangecontrib.phidelta.widgets.controls.shared import Check

_BAND_TIP = (
    "By chance alone all features lie within, with a probability of at least 95 %. Hollow marks "
    "are no more than chance may give"
)
#: Why there is no band of what is not a yes-or-no question.
_NO_BAND = (
    "Only of yes-or-no questions: numbers that are scaled or ranked vary less than those by "
    "chance. Hollow marks are no more than chance may give"
)


class MarkingMixin:
    """Names marks and shows where they would lie by chance.

    The widget has `shown`, a `SignatureSet`, `pictures`, a `SignatureGrid`, and `_arrangement`, of
    `ARRANGEMENTS`.
    """

    label_count = Setting(10, kind=LABEL_COUNT)
    named = Setting("best", kind=OneOf(NAMED))
    show_band = Setting(True, kind=Flag())

    def add_marking(self, box):
        """Add how many names, and a box to tick for the band."""
        self.bind(("label_count", "named"), NamesControl(), self.show_names, box=box)
        self.band_check = Check("Band of chance", _BAND_TIP)
        self.bind("show_band", self.band_check, self.show_bands, box=box)

    def show_names(self):
        self.pictures.show_names(self.label_count, self.named)

    def show_bands(self):
        """Show where features would lie by chance, if that is the band of what is shown."""
        why_not = self._arrangement.no_band or ("" if self.shown.have_band else _NO_BAND)
        self.band_check.setEnabled(not why_not)
        self.band_check.setToolTip(why_not or _BAND_TIP)
        self.pictures.show_bands(self.show_band and not why_not)
