"""Class Signature: every feature as a point of the diamond; is the problem easy or difficult?"""

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtWidgets import QLabel, QScrollArea
from Orange.data import Domain, Table
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import AttributeList, Input, Output
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.orange.signaturesets import SignatureSet
from orangecontrib.phidelta.orange.tablecheck import occurring_classes
from orangecontrib.phidelta.widgets.bases.classes import handles
from orangecontrib.phidelta.widgets.bases.features import (
    SUBSETS,
    OWFeaturesWidget,
)
from orangecontrib.phidelta.widgets.bases.settings import TableContextHandler, visual_kind
from orangecontrib.phidelta.widgets.bases.signaturetask import compute
from orangecontrib.phidelta.widgets.controls.kinds import Flag, ListOf, OneOf, Whole
from orangecontrib.phidelta.widgets.controls.shared import Check, NameCombo, WholeSpin
from orangecontrib.phidelta.widgets.controls.sighthint import SightHint
from orangecontrib.phidelta.widgets.views.arrangements import ARRANGEMENTS
from orangecontrib.phidelta.widgets.views.signatures import SignatureGrid

VIEWS = {
    "standard": ("φ-δ standard (as if 1 : 1)", "Class ratio 1 : 1"),
    "generalised": ("φ-δ at the class ratio", "Height is accuracy at the class ratio"),
}
LABEL_COUNT = Whole(0, 50)
_BAND_TIP = (
    "By chance alone all features lie within, with a probability of at least 95 %. Hollow marks "
    "are no more than chance may give"
)
#: Why there is no band of what is not a yes-or-no question.
_NO_BAND = (
    "Only of yes-or-no questions: numbers that are scaled or ranked vary less than those by "
    "chance. Hollow marks are no more than chance may give"
)


class OWClassSignature(OWFeaturesWidget):
    name = "Class Signature"
    description = "Show every feature as a classifier: is the problem easy or difficult?"
    icon = "icons/classsignature-symbolic.svg"
    priority = 30
    keywords = (
        "class signature, feature, phi delta, difficulty, discriminant, characteristic, "
        "covariant, separability, visualisation, exploration"
    )

    class Inputs:
        data = Input("Data", Table, default=True)
        features = Input("Features", AttributeList)

    class Outputs:
        selected_data = Output("Selected Data", Table, default=True)
        features = Output("Features", AttributeList, dynamic=False)
        scores = Output("Scores", Table)

    settingsHandler = TableContextHandler()
    settings_version = 1
    selected = ContextSetting([], kind=lambda widget: ListOf(OneOf(widget.feature_names)))
    arrangement = Setting("one", kind=OneOf(ARRANGEMENTS))
    view = Setting("standard", kind=OneOf(VIEWS))
    label_count = Setting(10, kind=LABEL_COUNT)
    show_band = Setting(True, kind=Flag())
    visual_settings = Setting({}, schema_only=True, kind=lambda widget: visual_kind())

    graph_name = "pictures"

    def __init__(self):
        super().__init__()
        self.has_new_data = False
        self.highlighted = []
        self.shown = SignatureSet()
        self._add_controls()
        self.headline = QLabel(wordWrap=True, margin=6, textFormat=Qt.PlainText)
        self.headline.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self.mainArea.layout().addWidget(self.headline)
        self._add_pictures()
        self.show_signatures()

    def sizeHint(self):
        return QSize(1000, 720)

    def _add_controls(self):
        self.add_positive()
        box = gui.vBox(self.controlArea, "Signatures")
        arrangements = {name: (each.title, each.tip) for name, each in ARRANGEMENTS.items()}
        self.arrangement_combo, self.view_combo = NameCombo(arrangements), NameCombo(VIEWS)
        self.bind("arrangement", self.arrangement_combo, self.update_all, box=box)
        self.bind("view", self.view_combo, self.show_space, box=box)
        self.arrangement_combo.setAccessibleName("arrangement")
        self.view_combo.setAccessibleName("view")
        self.add_encoding_box()
        self.add_class_ratio(self.show_space, settled=self.commit.deferred)
        box = gui.vBox(self.controlArea, "Show")
        row = gui.hBox(box)
        row.layout().addWidget(QLabel("Names of the best:"))
        self.bind("label_count", WholeSpin(**LABEL_COUNT.limits), self.show_labels, box=row)
        self.band_check = Check("Band of chance", _BAND_TIP)
        self.bind("show_band", self.band_check, self.show_bands, box=box)
        self.end_controls()

    def _add_pictures(self):
        self.pictures = SignatureGrid(self.visual_settings)
        self.diagrams = self.pictures.diagrams
        self.sight_hint = SightHint(has_models=False)
        self.sight_hint.standard_wanted.connect(self.show_standard)
        self.sight_hint.watch(self.diagrams)
        self.pictures.arranged.connect(lambda: self.sight_hint.watch(self.diagrams))
        self.pictures.variables_selected.connect(self.select)
        scroll = QScrollArea(widgetResizable=True, frameShape=QScrollArea.NoFrame)
        scroll.setWidget(self.pictures)
        self.mainArea.layout().addWidget(self.sight_hint)
        self.mainArea.layout().addWidget(scroll)
        VisualSettingsDialog(self, self.diagrams[0].parameter_setter.initial_settings)

    @handles(Inputs.data)
    def set_data(self, data):
        self.read_data(data)
        self.has_new_data = True

    @Inputs.features
    def set_features(self, features):
        self.highlighted = [variable.name for variable in features or ()]

    def handleNewSignals(self):
        """Read what came; a context brings back the choices made for the same table."""
        if self.has_new_data:
            self.has_new_data = False
            self.open_table(selected=[])
            self.update_all()
        else:
            self.show_selection()

    @property
    def encodings_told(self):
        return self.shown.encodings_told

    @property
    def _arrangement(self):
        return ARRANGEMENTS[self.arrangement]

    def update_all(self):
        """Compute the signatures anew; pictures and outputs follow."""
        self.cancel()
        self.shown = SignatureSet()
        self.show_signatures()
        if self.data is None:
            self.commit.now()
            return
        self.Error.clear()
        choices = self._arrangement.choices(self.positive, occurring_classes(self.data))
        self.start(compute, self.data, choices, self.encoding, self.subsets)

    def on_done(self, result):
        self.shown = result
        self.show_signatures()
        self.commit.now()

    def show_signatures(self):
        """Show what was computed; everything else follows."""
        shown = self.shown
        self.tell_left_out(shown.undefined, shown.unknown_class, shown.best_only)
        self.headline.setText(self.shown.headline)
        for control in (self.ratio_control, self.positive_list):
            control.setEnabled(self._arrangement.is_of_positive)
        self.view_combo.setEnabled(self._arrangement.has_view)
        self.pictures.show_set(self.shown, self._arrangement)
        if self.shown.signatures:
            self.ratio_control.set_data_prevalence(self.shown.prevalence(0))
        self.show_labels()
        self.show_bands()
        self.show_selection()
        self.show_space()

    def show_space(self):
        """Show the diamonds at the class ratio."""
        prevalences, chosen = [0.5] * len(self.diagrams), self.ratio_control.prevalence
        if self.view == "generalised":
            at = self._arrangement.prevalence
            prevalences = [at(self.shown, each, chosen) for each in range(len(self.diagrams))]
        self.pictures.show_space(prevalences)

    def show_labels(self):
        self.pictures.show_labels(self.label_count)

    def show_bands(self):
        """Show where features would lie by chance, if that is the band of what is shown."""
        why_not = self._arrangement.no_band or ("" if self.shown.have_band else _NO_BAND)
        self.band_check.setEnabled(not why_not)
        self.band_check.setToolTip(why_not or _BAND_TIP)
        self.pictures.show_bands(self.show_band and not why_not)

    def show_selection(self):
        self.pictures.show_selection(self.selected, self.highlighted)

    def select(self, variables):
        """Select the variables of these names."""
        self.selected = variables
        self.show_selection()
        self.commit.deferred()

    @gui.deferred
    def commit(self):
        data = features = None
        is_set = self._arrangement.is_of_positive and self.class_ratio is not None
        scores = self.shown.scores_table(self.ratio_control.prevalence if is_set else None)
        if self.shown.signatures:
            domain = self.data.domain
            selected = set(self.selected)
            chosen = [v for v in domain.attributes if v.name in selected]
            if chosen:
                data = self.data.transform(Domain(chosen, domain.class_vars, domain.metas))
                features = AttributeList(chosen)
        self.Outputs.selected_data.send(data)
        self.Outputs.features.send(features)
        self.Outputs.scores.send(scores)

    def send_report(self):
        if not self.shown.signatures:
            return
        is_one = self._arrangement.is_of_positive
        items = (
            ("Signatures", self._arrangement.title),
            ("Positive class", is_one and self.positive_name),
            ("View", VIEWS[self.view][0]),
            ("Numeric features", self.encoding_text),
            ("Categorical features", SUBSETS[self.subsets][0]),
            ("Class ratio (negatives : positives)", is_one and self.ratio_control.text),
            ("Selected features", bool(self.selected) and ", ".join(self.selected)),
        )
        self.report_items("Settings", items)
        self.report_paragraph("Result", self.headline.text())
        for diagram in self.diagrams:
            self.report_plot(diagram)

    def set_visual_settings(self, key, value):
        self.pictures.set_visual_setting(key, value)
        self.visual_settings[key] = value


if __name__ == "__main__":
    WidgetPreview(OWClassSignature).run(Table("heart_disease"))
