"""What the widgets on the features of a table have in common."""

import logging

from Orange.data import Table
from Orange.widgets import gui
from Orange.widgets.settings import Setting
from Orange.widgets.utils.concurrent import TaskState
from Orange.widgets.utils.localization import pl
from Orange.widgets.widget import Msg

from orangecontrib.phidelta.core.features import encodings
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.tablecheck import check_features, occurring_classes
from orangecontrib.phidelta.widgets.bases.classes import OWClassesWidget, unfit_told
from orangecontrib.phidelta.widgets.bases.work import WorkMixin
from orangecontrib.phidelta.widgets.controls.kinds import OneOf
from orangecontrib.phidelta.widgets.controls.shared import NameCombo

log = logging.getLogger(__name__)

#: Encodings of numeric features: label, tool tip.
ENCODINGS = {key: (each.title, each.tip) for key, each in encodings.ENCODINGS.items()}
#: Subsets of categorical values: label, tool tip.
SUBSETS = {
    "best": ("Best subset of values", "The one with the greatest δ"),
    "single": ("Single values", "Each value against the others"),
    "pairs": ("Values and pairs of values", "Each one or two values against the others"),
    "all": ("All subsets of values", "Of features with more than 8 values, the best subset"),
}


class Cancelled(Exception):  # noqa: N818
    """The user no longer waits for what is being computed."""


def progress_of(state: TaskState):
    """A callable that shows a share in (0, 1] as progress, and raises when cancelled."""

    def progress(share):
        if state.is_interruption_requested():
            raise Cancelled
        state.set_progress_value(100 * share)

    return progress


def _listed(names):
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")


class OWFeaturesWidget(WorkMixin, OWClassesWidget, openclass=True):
    """Base of widgets that show features: data and the messages about them, encoding, subsets.

    A subclass calls `read_data` with its input, then `open_table`, and implements `update_all`
    (compute and show everything anew, then `commit`) and `encodings_told`.
    """

    encoding = Setting(encodings.DEFAULT, kind=OneOf(ENCODINGS))
    subsets = Setting("best", kind=OneOf(SUBSETS))

    class Error(OWClassesWidget.Error):
        unfit_data = Msg("{}")
        failed = Msg(
            "The features could not be scored or compared: {}. Use other data, fewer features or "
            "fewer rows."
        )

    class Warning(OWClassesWidget.Warning):
        undefined = Msg(
            "Constant numbers, of infinite range, or not known in a whole class, and left out: "
            "{}. Purge Domain removes constant features, Impute fills in missing values."
        )
        unknown_class = Msg("{} {} of unknown class left out.")

    class Information(OWClassesWidget.Information):
        best_only = Msg("More than 8 values, so of their subsets only the best is taken: {}.")

    def __init__(self):
        OWClassesWidget.__init__(self)
        WorkMixin.__init__(self)
        self.data = None

    def add_positive(self):
        """List of class values."""
        tip = "The class that features may tell. Select several (Ctrl, Shift) to merge them."
        self.add_positive_list(tip, self.update_all)

    def add_encoding_box(self):
        """Box with encoding of numeric and subsets of categorical features."""
        box = gui.vBox(self.controlArea, "Features as classifiers")
        for setting, choices in (("encoding", ENCODINGS), ("subsets", SUBSETS)):
            combo = NameCombo(choices)
            combo.setAccessibleName(setting)
            self.bind(setting, combo, self.update_all, box=box)

    def read_data(self, data: Table | None):
        """Take new data, or none; they are kept only if they have a class signature."""
        self.cancel()
        self.Error.failed.clear()
        self.ratio_control.set_data_prevalence(0.5)  # until that of the new data is known
        self.data = None
        self.Error.failed.clear()
        with unfit_told(self.Error.unfit_data):
            if data is not None:
                check_features(data)
                self.data = data
        self.summarise(self.Inputs.data, self.data)

    def open_table(self, **choices):
        """Begin with the choices for this table: the usual ones, or those of a context."""
        values = occurring_classes(self.data) if self.data is not None else ()
        context = (self.data.domain,) if self.data is not None else ()
        self.open_choices(values, *context, **choices)

    @property
    def feature_names(self):
        """Names of the features of the data."""
        return [variable.name for variable in self.data.domain.attributes]

    def tell_left_out(self, undefined, unknown_class, neither=0, best_only=()):
        """Name features without a value or with too many, and count rows that are left out."""
        self.Warning.undefined(_listed(undefined), shown=bool(undefined))
        self.Information.best_only(_listed(best_only), shown=bool(best_only))
        words = unknown_class, pl(unknown_class, "row")
        self.Warning.unknown_class(*words, shown=bool(unknown_class))
        self.tell_neither(neither, "row")

    @property
    def positive_name(self):
        """The positive class as readers know it."""
        return self.positive_class.title

    @property
    def encoding_text(self):
        """The encoding for the report, and what it has come to."""
        told = self.encodings_told
        return ENCODINGS[self.encoding][0] + (f" ({told})" if told else "")

    @property
    def reported(self):
        """Settings for the report, as pairs of a label and words."""
        return (
            ("Positive class", self.positive_name),
            ("Numeric features", self.encoding_text),
            ("Categorical features", SUBSETS[self.subsets][0]),
            ("Class ratio (negatives : positives)", self.ratio_control.text),
        )

    def start(self, task, *args, **kwargs):
        self.Error.failed.clear()
        super().start(task, *args, **kwargs)

    def on_exception(self, ex):
        """Tell what went wrong, and send what is known; what nobody expects is logged, too."""
        if isinstance(ex, UnfitError):
            self.Error.unfit_data(str(ex))
            self.ratio_control.set_data_prevalence(0.5)
        elif not isinstance(ex, Cancelled):
            self.Error.failed(str(ex) or type(ex).__name__)
            log.error("%s has failed", self.name, exc_info=ex)
        self.commit.now()
