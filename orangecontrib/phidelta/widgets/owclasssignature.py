"""Class Signature: every feature as a point of the diamond; is the problem easy or difficult?"""

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtWidgets import QLabel, QScrollArea
from Orange.data import Table
from Orange.evaluation import Results
from Orange.preprocess.preprocess import Preprocess
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import AttributeList, Input, Msg, Output
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.orange.signaturesets import SignatureSet
from orangecontrib.phidelta.orange.tablecheck import occurring_classes
from orangecontrib.phidelta.widgets.bases.classes import handles
from orangecontrib.phidelta.widgets.bases.features import SUBSETS
from orangecontrib.phidelta.widgets.bases.marking import MarkingMixin
from orangecontrib.phidelta.widgets.bases.measures import MeasuresMixin
from orangecontrib.phidelta.widgets.bases.meeting import OWMeetingWidget
from orangecontrib.phidelta.widgets.bases.regions import RegionsMixin
from orangecontrib.phidelta.widgets.bases.settings import TableContextHandler, visual_kind
from orangecontrib.phidelta.widgets.bases.signaturetask import compute
from orangecontrib.phidelta.widgets.controls.finding import FindField
from orangecontrib.phidelta.widgets.controls.kinds import ListOf, OneOf
from orangecontrib.phidelta.widgets.controls.levels import UNREACHED
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.controls.sighthint import SightHint
from orangecontrib.phidelta.widgets.views.arrangements import ARRANGEMENTS, EACH_CLASS
from orangecontrib.phidelta.widgets.views.signatures import SignatureGrid

VIEWS = {
    "standard": ("φ-δ standard (as if 1 : 1)", "Class ratio 1 : 1"),
    "generalised": ("φ-δ at the class ratio", "Height is accuracy at the class ratio"),
}


class OWClassSignature(MarkingMixin, MeasuresMixin, RegionsMixin, OWMeetingWidget):
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
        results = Input("Evaluation Results", Results)

    class Outputs:
        selected_data = Output("Selected Data", Table, default=True)
        remaining_data = Output("Remaining Data", Table)
        features = Output("Features", AttributeList, dynamic=False)
        scores = Output("Scores", Table)
        preprocessor = Output("Preprocessor", Preprocess, dynamic=False)

    class Information(OWMeetingWidget.Information):
        unreached = Msg(UNREACHED)

    settingsHandler = TableContextHandler()
    settings_version = 1
    selected = ContextSetting([], kind=lambda widget: ListOf(OneOf(widget.feature_names)))
    arrangement = Setting("one", kind=OneOf(ARRANGEMENTS))
    view = Setting("standard", kind=OneOf(VIEWS))
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
        self.mainArea.layout().addWidget(self.meeting_line)
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
        self.bind("view", self.view_combo, self.show_space, self.meet, box=box)
        self.arrangement_combo.setAccessibleName("arrangement")
        self.view_combo.setAccessibleName("view")
        self.add_encoding_box()
        self.add_class_ratio(self.move_space, self.meet, settled=self.settle)
        box = gui.vBox(self.controlArea, "Show")
        self.add_marking(box)
        self.add_measures(box)
        self.add_regions(box)
        self.end_controls()

    def _add_pictures(self):
        self.pictures = SignatureGrid(self.visual_settings)
        self.diagrams = self.pictures.diagrams
        self.sight_hint = SightHint(has_models=False)
        self.sight_hint.standard_wanted.connect(self.show_standard)
        self.sight_hint.watch(self.diagrams)
        self.pictures.arranged.connect(lambda: self.sight_hint.watch(self.diagrams))
        self.pictures.variables_selected.connect(self.select)
        self.watch_limits()
        scroll = QScrollArea(widgetResizable=True, frameShape=QScrollArea.NoFrame)
        scroll.setWidget(self.pictures)
        self.find_field = FindField()
        self.find_field.found.connect(self.pictures.show_found)
        self.find_field.chosen.connect(self.select)
        for part in (self.find_field, self.sight_hint, scroll):
            self.mainArea.layout().addWidget(part)
        VisualSettingsDialog(self, self.diagrams[0].parameter_setter.initial_settings)

    @handles(Inputs.data)
    def set_data(self, data):
        self.read_data(data)
        self.has_new_data = True

    @Inputs.features
    def set_features(self, features):
        self.highlighted = [variable.name for variable in features or ()]

    handles(Inputs.results)(OWMeetingWidget.set_results)

    def handleNewSignals(self):
        """Read what came; a context brings back the choices made for the same table."""
        if self.has_new_data:
            self.has_new_data = False
            self.open_table(selected=[])
            self.update_all()
        else:
            self.show_selection()
            self.meet()

    @property
    def encodings_told(self):
        return self.shown.encodings_told

    @property
    def _arrangement(self):
        return ARRANGEMENTS[self.arrangement]

    def update_all(self):
        """Compute the signatures anew; pictures and outputs follow."""
        self.cancel()
        self.show_meetings(())
        self.shown = SignatureSet()
        self.show_signatures()
        if self.data is None:
            self.commit.now()
            return
        self.Error.clear()
        choices = self._arrangement.choices(self.positive_class, occurring_classes(self.data))
        self.start(compute, self.data, choices, self.encoding, self.subsets)

    def on_done(self, result):
        if self.take_meetings(result):
            return
        self.shown = result
        self.show_signatures()
        self.commit.now()

    def show_signatures(self):
        """Show what was computed; everything else follows."""
        shown = self.shown
        left_out = shown.undefined, shown.unknown_class, shown.neither
        self.tell_left_out(*left_out, best_only=shown.best_only)
        for control in (self.ratio_control, self.positive_list):
            control.setEnabled(self._arrangement.is_of_positive)
        self.against.lock("" if self._arrangement.is_of_positive else EACH_CLASS)
        self.view_combo.setEnabled(self._arrangement.has_view)
        if self.shown.signatures:
            self.ratio_control.set_data_prevalence(self.shown.prevalence(0))
        shows = self.show_names, self.show_bands, self.show_limits, self.show_selection
        with self.pictures.at_once():
            self.pictures.show_set(self.shown, self._arrangement)
            self.find_field.set_finder(self.shown.finder)
            for show in (*shows, self.show_space):
                show()

    @property
    def prevalences(self):
        """At which each diamond is seen, and measures are drawn."""
        chosen, at = self.ratio_control.prevalence, self._arrangement.prevalence
        if self.view == "standard":
            return [0.5] * len(self.diagrams)
        return [at(self.shown, each, chosen) for each in range(len(self.diagrams))]

    def show_space(self, step=1):
        """Show the diamonds at the class ratio, and measures; `step` is as of `draw_measures`."""
        self.pictures.show_space(self.prevalences)
        self.draw_measures(step)

    def show_selection(self):
        self.pictures.show_selection(self.selection, self.highlighted)
        self.draw_selected()

    def select(self, variables):
        """Select the variables of these names; to select none takes back a choice of regions."""
        if not self.forget_regions() or variables:
            self.selected = variables
        self.show_selection()
        self.commit.deferred()

    @gui.deferred
    def commit(self):
        is_set = self._arrangement.is_of_positive and self.class_ratio is not None
        prevalence = self.ratio_control.prevalence if is_set else None
        self.costs_sent = self.measure_choice.costs
        self.Outputs.scores.send(self.shown.scores_table(prevalence, self.costs_sent))
        self.send_selection()

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
            ("Regions", self.reported_regions),
            *self.reported_measures,
            ("Selected features", ", ".join(self.selection) or False),
        )
        self.report_items("Settings", items)
        self.report_paragraph("Result", self.headline.text())
        self.report_paragraph("Models", self.meeting_line.text())
        for diagram in self.diagrams:
            self.report_plot(diagram)

    def set_visual_settings(self, key, value):
        self.pictures.set_visual_setting(key, value)
        self.visual_settings[key] = value


if __name__ == "__main__":
    WidgetPreview(OWClassSignature).run(Table("heart_disease"))
