"""Feature Similarity: which features say the same, and which one stands for them."""

import logging

from AnyQt.QtCore import QSize
from AnyQt.QtWidgets import QLabel
from Orange.data import Table
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import AttributeList, Input, Msg, Output

from orangecontrib.phidelta.core.features.encodings import DEFAULT
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.featuremaps import feature_map
from orangecontrib.phidelta.widgets.bases.classes import OWBoundWidget, handles
from orangecontrib.phidelta.widgets.bases.features import ENCODINGS, Cancelled, progress_of
from orangecontrib.phidelta.widgets.bases.settings import TableContextHandler
from orangecontrib.phidelta.widgets.bases.work import WorkMixin
from orangecontrib.phidelta.widgets.controls.kinds import Flag, ListOf, Number, OneOf
from orangecontrib.phidelta.widgets.controls.sentences import Sentences
from orangecontrib.phidelta.widgets.controls.shared import Check, DecimalSpin, NameCombo
from orangecontrib.phidelta.widgets.views.featuremap import FeatureMapView

log = logging.getLogger(__name__)

SIMILARITY = Number(0, 1)
_LIMIT_TIP = (
    "Features are in one block where all pairs of them have at least this similarity: the "
    "absolute correlation of their encoded values"
)
_WHOLE_TIP = "Fit the map into the window; else names can be read, and the window scrolls"


def compute(data, names, encoding, state):
    """The `FeatureMap` with its tree; runs in the background."""
    progress = progress_of(state)
    if data.domain.class_var is not None:
        # Orange finds variables by a dict that it makes when first asked
        data.domain.index(data.domain.class_var)
    shown = feature_map(data, names, encoding, lambda share: progress(share / 2))
    shown.prepare()
    return shown


class OWFeatureSimilarity(WorkMixin, OWBoundWidget):
    name = "Feature Similarity"
    description = "See which features say the same, and which one stands for them."
    icon = "icons/featuresimilarity-symbolic.svg"
    priority = 45
    keywords = (
        "feature similarity, redundancy, correlation, cluster, heatmap, dendrogram, tree, map, "
        "feature selection, phi delta"
    )

    class Inputs:
        data = Input("Data", Table, default=True)
        features = Input("Features", AttributeList)

    class Outputs:
        features = Output("Features", AttributeList, dynamic=False)
        selected_data = Output("Selected Data", Table, default=True)
        representatives = Output("Representatives", Table)

    class Error(OWBoundWidget.Error):
        unfit_data = Msg("{}")
        failed = Msg("The features could not be compared: {}. Use fewer features or fewer rows.")

    class Warning(OWBoundWidget.Warning):
        left_out = Msg("Left out, because they do not vary: {}.")

    class Information(OWBoundWidget.Information):
        beyond = Msg(
            "The {} features with the greatest |δ| are shown, {} are not. For others, connect "
            "Features of Feature Ranker."
        )
        no_class = Msg(
            "No class: the most central feature stands for a block, and of a categorical feature "
            "the most frequent value is set against the others."
        )

    settingsHandler = TableContextHandler()
    settings_version = 1
    encoding = Setting(DEFAULT, kind=OneOf(ENCODINGS))
    limit = Setting(0.9, kind=SIMILARITY)
    is_whole = Setting(True, kind=Flag())
    selected = ContextSetting([], kind=lambda widget: ListOf(OneOf(widget.feature_names)))

    graph_name = "scene"

    def __init__(self):
        OWBoundWidget.__init__(self)
        WorkMixin.__init__(self)
        self.data, self.wanted, self.shown = None, None, None
        self.view, self.sentence = FeatureMapView(), Sentences()
        self._add_controls()
        self.scene = self.view.scene()
        self.mainArea.layout().addWidget(self.view)
        self.mainArea.layout().addWidget(self.sentence)
        self.bind("selected", self.view, self.tell, self.commit.deferred)
        self.show_whole()

    def sizeHint(self):
        return QSize(1000, 720)

    def _add_controls(self):
        combo = NameCombo(ENCODINGS)
        combo.setAccessibleName("encoding")
        combo.setMinimumContentsLength(22)
        self.bind("encoding", combo, self.update_all, title="Features as classifiers")
        row = gui.hBox(gui.vBox(self.controlArea, "Blocks"))
        row.layout().addWidget(QLabel("Similarity at least:"))
        spin = DecimalSpin(**SIMILARITY.limits, singleStep=0.05, decimals=2)
        spin.setAccessibleName("Similarity at least")
        spin.setToolTip(_LIMIT_TIP)
        self.bind("limit", spin, self.show_blocks, self.commit.deferred, box=row)
        box = gui.vBox(self.controlArea, "Show")
        self.whole_check = Check("The whole map", _WHOLE_TIP)
        self.bind("is_whole", self.whole_check, self.show_whole, box=box)
        self.end_controls()

    @property
    def feature_names(self):
        """Names of the features of the data."""
        return [v.name for v in self.data.domain.attributes] if self.data is not None else []

    @handles(Inputs.data)
    def set_data(self, data):
        self.closeContext()
        self.data, self.selected = data, []
        if data is not None:
            self.openContext(data.domain)

    @Inputs.features
    def set_features(self, features):
        self.wanted = None if features is None else [variable.name for variable in features]

    def handleNewSignals(self):
        self.update_all()

    def update_all(self):
        """Compare the features anew; picture and outputs follow."""
        self.cancel()
        self.Error.clear()
        self.shown = None
        if self.data is None:
            self.show_all()
        else:
            self.view.show_map(None)  # nothing of another question is to be clicked
            self.start(compute, self.data, self.wanted, self.encoding)

    def on_done(self, result):
        self.shown = result
        self.show_all()

    def on_exception(self, ex):
        if isinstance(ex, UnfitError):
            self.Error.unfit_data(str(ex))
        elif not isinstance(ex, Cancelled):
            self.Error.failed(str(ex) or type(ex).__name__)
            log.error("%s has failed", self.name, exc_info=ex)
        self.show_all()

    def show_all(self):
        """Show and send what is known, and tell what is left out."""
        shown = self.shown
        self.summarise(self.Inputs.data, None if shown is None else self.data)
        self.view.show_map(shown)
        left_out, beyond = ((), 0) if shown is None else (shown.left_out, shown.beyond)
        names = ", ".join(left_out[:5]) + (", ..." if len(left_out) > 5 else "")
        self.Warning.left_out(names, shown=bool(left_out))
        count = 0 if shown is None else len(shown.variables)
        self.Information.beyond(count, beyond, shown=beyond > 0)
        self.Information.no_class(shown=shown is not None and shown.delta is None)
        self.view.set_state(self.selected)
        self.show_blocks()
        self.commit.now()

    def show_whole(self):
        """Fit the map into the window, or have names in their usual size."""
        self.view.show_whole(self.is_whole)

    def show_blocks(self):
        """Show the blocks of the similarity set."""
        self.view.show_limit(self.limit)
        self.tell()

    @property
    def chosen(self):
        """The selected features that are on the map."""
        return [] if self.shown is None else self.shown.named(self.selected)

    def tell(self):
        """Say what the selected block has in common, or how many blocks there are."""
        text, names = "", ()
        if self.shown is not None:
            text, names = self.shown.explain(self.chosen, self.limit), self.feature_names
        self.sentence.tell(text, names)

    @gui.deferred
    def commit(self):
        features = table = representatives = None
        if self.shown is not None:
            representatives = self.shown.representatives(self.limit)
            if self.chosen:
                chosen = [self.shown.variables[feature] for feature in self.chosen]
                features, table = AttributeList(chosen), self.shown.reduced(self.chosen)
        self.Outputs.features.send(features)
        self.Outputs.selected_data.send(table)
        self.Outputs.representatives.send(representatives)

    def send_report(self):
        if self.shown is None:
            return
        items = (
            ("Numeric features", ENCODINGS[self.encoding][0]),
            ("Similarity at least", f"{self.limit:g}"),
            ("Selected features", ", ".join(self.shown.names(self.chosen)) or False),
        )
        self.report_items("Settings", items)
        self.report_plot(self.scene)
        self.report_paragraph("Blocks", self.shown.explain([], self.limit))
        if self.chosen:
            self.report_paragraph("Selected block", self.shown.explain(self.chosen, self.limit))


if __name__ == "__main__":
    WidgetPreview(OWFeatureSimilarity).run(set_data=Table("brown-selected"))
