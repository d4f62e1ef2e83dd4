"""What the widgets on the features of a table have in common."""

from functools import partial

from Orange.data import Table
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, PerfectDomainContextHandler, Setting
from Orange.widgets.utils.concurrent import ConcurrentWidgetMixin, TaskState
from Orange.widgets.widget import Msg, OWWidget

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.signatures import check_features, occurring_classes
from orangecontrib.phidelta.widgets.controls.shared import NameCombo, NameList

#: Encodings of numeric features: label, tool tip.
ENCODINGS = {
    "linear": ("Numeric values, scaled", "The range is scaled to [-1, 1]; outliers matter"),
    "best cut": ("Best cut of numeric values", "The single threshold with the greatest |δ|"),
    "ranks": ("Ranks of numeric values", "Robust; δ is then the area under the curve - 1/2"),
}
#: Subsets of categorical values: label, tool tip.
SUBSETS = {
    "best": ("Best subset of values", "The one with the greatest δ"),
    "single": ("Single values", "Each value against the others"),
    "pairs": ("Values and pairs of values", "Each one or two values against the others"),
    "all": ("All subsets of values", "For features of at most 8 values"),
}


def table_contexts():
    """A handler of contexts for tables of the same variables and values, for one widget class.

    Orange would share the contexts of an inherited handler among the subclasses.
    """
    return PerfectDomainContextHandler(match_values=PerfectDomainContextHandler.MATCH_VALUES_ALL)


class Cancelled(Exception):  # noqa: N818
    """The user no longer waits for what is being computed."""


def progress_of(state: TaskState):
    """A callable that shows a share in (0, 1] as progress, and raises when cancelled."""

    def progress(share):
        if state.is_interruption_requested():
            raise Cancelled
        state.set_progress_value(100 * share)

    return progress


class OWFeaturesWidget(OWWidget, ConcurrentWidgetMixin, openclass=True):
    """Base of widgets that show features: data, positive class, encoding and subsets.

    A subclass calls `read_data` with its input and `choose_positive` before it opens a context,
    and implements `update_all` (compute and show everything anew, then `commit`).
    """

    positive = ContextSetting([])
    encoding = Setting("linear")
    subsets = Setting("best")

    class Error(OWWidget.Error):
        unfit_data = Msg("{}")

    class Warning(OWWidget.Warning):
        undefined = Msg(
            "Constant, or not known in a whole class, and left out: {}. Purge Domain removes "
            "constant features, Impute fills in missing values."
        )
        unknown_class = Msg("{} rows of unknown class are left out.")

    def __init__(self):
        OWWidget.__init__(self)
        ConcurrentWidgetMixin.__init__(self)
        self.data = None

    def add_positive_box(self):
        """Box with the list of class values."""
        box = gui.vBox(self.controlArea, "Positive class")
        self.positive_list = NameList(lines=3)
        self.positive_list.setToolTip(
            "The class that features may tell. Select several (Ctrl, Shift) to merge them."
        )
        self.positive_list.selection_changed.connect(self._on_positive_changed)
        box.layout().addWidget(self.positive_list)

    def add_encoding_box(self):
        """Box with encoding of numeric and subsets of categorical features."""
        box = gui.vBox(self.controlArea, "Features as classifiers")
        for setting, choices in (("encoding", ENCODINGS), ("subsets", SUBSETS)):
            combo = NameCombo(choices)
            combo.select(getattr(self, setting))
            combo.setAccessibleName(setting)
            combo.chosen.connect(partial(self._on_encoding_changed, setting))
            box.layout().addWidget(combo)

    def read_data(self, data: Table | None):
        """Take new data, or none; they are kept only if they have a class signature."""
        self.cancel()
        self.data = None
        self.Error.unfit_data.clear()
        if data is None:
            return
        try:
            check_features(data)
        except UnfitError as error:
            self.Error.unfit_data(str(error))
        else:
            self.data = data

    def choose_positive(self):
        """List the class values that occur, and choose the last of two or the first of many."""
        values = occurring_classes(self.data) if self.data is not None else ()
        self.positive_list.set_names(values)
        self.positive = [values[1] if len(values) == 2 else values[0]] if values else []

    def tell_left_out(self, undefined, unknown_class):
        """Name features without a value, and count rows without a class."""
        names = ", ".join(undefined[:5]) + (", ..." if len(undefined) > 5 else "")
        self.Warning.undefined(names, shown=bool(undefined))
        self.Warning.unknown_class(unknown_class, shown=bool(unknown_class))

    @property
    def positive_name(self):
        """The positive class as readers know it."""
        return " or ".join(self.positive)

    def on_partial_result(self, _):
        pass

    def on_exception(self, ex):
        if isinstance(ex, UnfitError):
            self.Error.unfit_data(str(ex))
        elif not isinstance(ex, Cancelled):
            raise ex

    def onDeleteWidget(self):
        self.shutdown()
        super().onDeleteWidget()

    def _on_positive_changed(self, names):
        self.positive = names
        self.update_all()

    def _on_encoding_changed(self, setting, name):
        setattr(self, setting, name)
        self.update_all()
