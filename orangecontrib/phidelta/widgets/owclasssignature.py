"""Class Signature: every feature as a point of the diamond; is the problem easy or difficult?"""

from functools import partial

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtWidgets import QGridLayout, QLabel, QScrollArea, QWidget
from Orange.data import Domain, Table
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import AttributeList, Input, Output
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.core.chance.independence import CHANCE
from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.orange.headlines import headline
from orangecontrib.phidelta.orange.signatures import (
    feature_scores_table,
    occurring_classes,
    shared_q_values,
)
from orangecontrib.phidelta.orange.signaturewords import (
    chance_band_of,
    class_name,
    explain_mark,
    has_band,
    mark_words,
    title,
)
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.features import FeatureDiagram
from orangecontrib.phidelta.plot.marks import MarkLayer
from orangecontrib.phidelta.widgets.bases.features import (
    ENCODINGS,
    SUBSETS,
    OWFeaturesWidget,
    table_contexts,
)
from orangecontrib.phidelta.widgets.bases.signaturetask import compute
from orangecontrib.phidelta.widgets.controls.shared import ClassRatioControl, NameCombo
from orangecontrib.phidelta.widgets.controls.sighthint import SightHint

ARRANGEMENTS = {
    "one": ("The positive class", "Features against the positive class chosen above"),
    "beside": ("Each class, side by side", "One picture a class, each against the rest"),
    "over": ("Each class, overlaid", "One picture, a colour for each class against the rest"),
}
VIEWS = {
    "standard": ("φ-δ standard (as if 1 : 1)", "Class ratio 1 : 1"),
    "generalised": ("φ-δ at the class ratio", "Height is accuracy at the class ratio"),
}
_BAND_TIP = (
    "By chance alone all features lie within, with a probability of at least 95 %. Hollow marks "
    "are no more than chance may give"
)
#: Why there is no band.
_NO_BAND = {
    "over": "Classes overlaid have no band in common",
    "shared": (
        "Only of yes-or-no questions: numbers that are scaled or ranked vary less than those by "
        "chance. Hollow marks are no more than chance may give"
    ),
}


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

    settingsHandler = table_contexts()
    settings_version = 1
    class_ratio = ContextSetting(None)
    selected = ContextSetting([])
    arrangement = Setting("one")
    view = Setting("standard")
    label_count = Setting(10)
    show_band = Setting(True)
    auto_commit = Setting(True)
    visual_settings = Setting({}, schema_only=True)

    graph_name = "pictures"

    def __init__(self):
        super().__init__()
        self.has_new_data = False
        self.highlighted = []
        self.signatures, self.cuts, self.q_values = [], [], []
        self._add_controls()
        self.headline = QLabel(wordWrap=True, margin=6, textFormat=Qt.PlainText)
        self.headline.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self.pictures = QWidget()
        QGridLayout(self.pictures).setContentsMargins(0, 0, 0, 0)
        self.diagrams = []
        scroll = QScrollArea(widgetResizable=True, frameShape=QScrollArea.NoFrame)
        scroll.setWidget(self.pictures)
        self.sight_hint = SightHint(has_models=False)
        self.sight_hint.standard_wanted.connect(self._on_standard_wanted)
        self.mainArea.layout().addWidget(self.headline)
        self.mainArea.layout().addWidget(self.sight_hint)
        self.mainArea.layout().addWidget(scroll)
        self._arrange(1)
        self.show_signatures()
        VisualSettingsDialog(self, self.diagrams[0].parameter_setter.initial_settings)

    def sizeHint(self):
        return QSize(1000, 720)

    def _add_controls(self):
        self.add_positive_box()
        box = gui.vBox(self.controlArea, "Signatures")
        for setting, choices in (("arrangement", ARRANGEMENTS), ("view", VIEWS)):
            combo = NameCombo(choices)
            combo.select(getattr(self, setting))
            combo.setAccessibleName(setting)
            combo.chosen.connect(getattr(self, f"_on_{setting}_changed"))
            box.layout().addWidget(combo)
            setattr(self, f"{setting}_combo", combo)
        self.add_encoding_box()
        box = gui.vBox(self.controlArea, "Class ratio (negatives : positives)")
        self.ratio_control = ClassRatioControl()
        self.ratio_control.changed.connect(self._on_class_ratio_changed)
        self.ratio_control.settled.connect(self._on_class_ratio_settled)
        box.layout().addWidget(self.ratio_control)
        box = gui.vBox(self.controlArea, "Show")
        gui.spin(
            box, self, "label_count", 0, 50, label="Names of the best:", callback=self.show_labels
        )
        gui.checkBox(
            box,
            self,
            "show_band",
            "Band of chance",
            callback=self.show_bands,
            tooltip=_BAND_TIP,
        )
        gui.rubber(self.controlArea)
        gui.auto_send(self.buttonsArea, self, "auto_commit")

    @Inputs.data
    def set_data(self, data):
        self.read_data(data)
        self.has_new_data = True

    @Inputs.features
    def set_features(self, features):
        self.highlighted = [variable.name for variable in features or ()]

    def handleNewSignals(self):
        """Read what came; a context brings back the choices made for the same table."""
        if not self.has_new_data:
            self.show_selection()
            return
        self.has_new_data = False
        self.closeContext()
        self.choose_positive()
        self.selected, self.class_ratio = [], None
        if self.data is not None:
            self.openContext(self.data.domain)
        self.positive_list.select(self.positive)
        self.ratio_control.set_class_ratio(self.class_ratio)
        self.update_all()

    def update_all(self):
        """Compute the signatures anew; pictures and outputs follow."""
        self.cancel()
        self.signatures, self.cuts = [], []
        self.show_signatures()
        if self.data is None:
            self.commit.now()
            return
        self.Error.unfit_data.clear()
        choices = [self.positive]
        if self.arrangement != "one":
            choices = [(value,) for value in occurring_classes(self.data)]
        self.start(compute, self.data, choices, self.encoding, self.subsets)

    def on_done(self, result):
        self.signatures, self.cuts = result
        self.show_signatures()
        self.commit.now()

    def on_exception(self, ex):
        super().on_exception(ex)
        self.commit.now()

    def show_signatures(self):
        """Show what was computed; everything else follows."""
        signatures = self.signatures
        undefined = dict.fromkeys(name for each in signatures for name in each.undefined)
        self.tell_left_out(list(undefined), signatures[0].unknown_class if signatures else 0)
        self.headline.setText(headline(signatures, self.cuts) if signatures else "")
        self.q_values = shared_q_values(signatures) if signatures else []
        for control in (self.ratio_control, self.positive_list):
            control.setEnabled(self.arrangement == "one")
        self.view_combo.setEnabled(self.arrangement != "over")
        colors = theme.model_colors(len(signatures))
        parts = zip(signatures, self.q_values, colors, strict=True)
        layers = [self._layer(*part) for part in parts]
        if self.arrangement == "beside":
            self._arrange(max(len(layers), 1))
            for diagram, layer, each in zip(self.diagrams, layers, signatures, strict=False):
                diagram.show_layers([layer], title(each))
        else:
            self._arrange(1)
            self.diagrams[0].show_layers(layers)
        if not layers:
            self.diagrams[0].show_layers([])
        else:
            self.ratio_control.set_data_prevalence(signatures[0].signature.prevalence)
        self.show_labels()
        self.show_bands()
        self.show_selection()
        self.show_space()

    def show_space(self):
        """Show the diamonds at the class ratio."""
        for number, diagram in enumerate(self.diagrams):
            prevalence = self._prevalence(number) if self.view == "generalised" else 0.5
            diagram.show_space(phi_delta(prevalence), prevalence)

    def show_labels(self):
        for diagram in self.diagrams:
            diagram.set_label_count(self.label_count)

    def show_bands(self):
        """Show where features would lie by chance, if that is the band of what is shown."""
        reason = "over" if self.arrangement == "over" else ""
        if not all(map(has_band, self.signatures)):
            reason = reason or "shared"
        check_box = self.controls.show_band
        check_box.setEnabled(not reason)
        check_box.setToolTip(_NO_BAND.get(reason, _BAND_TIP))
        count = len(self.signatures)
        for number, diagram in enumerate(self.diagrams):
            is_shown = self.show_band and not reason and number < count
            band = chance_band_of(self.signatures[number], count) if is_shown else None
            diagram.show_band(band)

    def show_selection(self):
        for diagram in self.diagrams:
            diagram.show_selection(self.selected, self.highlighted)

    @staticmethod
    def _layer(each, q_value, color):
        signature = each.signature
        return MarkLayer(
            class_name(each),
            signature.fpr,
            signature.tpr,
            *mark_words(each),
            color,
            ~(q_value <= CHANCE),
        )

    def _prevalence(self, number):
        """Of a picture; several classes have their own, overlaid ones none in common."""
        if self.arrangement == "one":
            return self.ratio_control.prevalence
        if self.arrangement == "over" or number >= len(self.signatures):
            return 0.5
        return self.signatures[number].signature.prevalence

    def _arrange(self, count):
        """Have so many diagrams, in a grid that is about as wide as high."""
        grid = self.pictures.layout()
        while len(self.diagrams) > count:
            diagram = self.diagrams.pop()
            grid.removeWidget(diagram)
            diagram.hide()
            diagram.deleteLater()
        while len(self.diagrams) < count:
            diagram = FeatureDiagram()
            number = len(self.diagrams)
            diagram.variables_selected.connect(self._on_selected)
            diagram.mark_hovered.connect(partial(self._on_hovered, number))
            for key, value in self.visual_settings.items():
                diagram.parameter_setter.set_parameter(key, value)
            self.diagrams.append(diagram)
        columns = 1
        while columns * columns < count:
            columns += 1
        for number, diagram in enumerate(self.diagrams):
            diagram.setMinimumSize(220, 220)
            diagram.set_compact(count > 1)
            grid.addWidget(diagram, number // columns, number % columns)
        for line in range(max(grid.rowCount(), grid.columnCount())):
            grid.setRowStretch(line, line * columns < count)
            grid.setColumnStretch(line, line < columns)
        self.sight_hint.watch(self.diagrams)

    @gui.deferred
    def commit(self):
        data = features = scores = None
        if self.signatures:
            scores = feature_scores_table(self.signatures, prevalence=self._score_prevalence())
            domain = self.data.domain
            selected = set(self.selected)
            chosen = [v for v in domain.attributes if v.name in selected]
            if chosen:
                data = self.data.transform(Domain(chosen, domain.class_vars, domain.metas))
                features = AttributeList(chosen)
        self.Outputs.selected_data.send(data)
        self.Outputs.features.send(features)
        self.Outputs.scores.send(scores)

    def _score_prevalence(self):
        is_typed = self.arrangement == "one" and self.class_ratio is not None
        return self.ratio_control.prevalence if is_typed else None

    def send_report(self):
        if not self.signatures:
            return
        self.report_items(
            "Settings",
            (
                ("Signatures", ARRANGEMENTS[self.arrangement][0]),
                ("Positive class", self.arrangement == "one" and self.positive_name),
                ("View", VIEWS[self.view][0]),
                ("Numeric features", ENCODINGS[self.encoding][0]),
                ("Categorical features", SUBSETS[self.subsets][0]),
                (
                    "Class ratio (negatives : positives)",
                    self.arrangement == "one" and self.ratio_control.text,
                ),
                ("Selected features", bool(self.selected) and ", ".join(self.selected)),
            ),
        )
        self.report_paragraph("Result", self.headline.text())
        for diagram in self.diagrams:
            self.report_plot(diagram)

    def set_visual_settings(self, key, value):
        for diagram in self.diagrams:
            diagram.parameter_setter.set_parameter(key, value)
        self.visual_settings[key] = value

    def _on_arrangement_changed(self, name):
        self.arrangement = name
        self.update_all()

    def _on_view_changed(self, name):
        self.view = name
        self.show_space()

    def _on_standard_wanted(self):
        self.view_combo.select("standard")
        self._on_view_changed("standard")

    def _on_class_ratio_changed(self):
        self.class_ratio = self.ratio_control.class_ratio
        self.show_space()

    def _on_class_ratio_settled(self):
        self.commit.deferred()

    def _on_selected(self, variables):
        self.selected = variables
        self.show_selection()
        self.commit.deferred()

    def _on_hovered(self, number, hit):
        diagram = self.diagrams[number]
        if hit is None:
            diagram.show_tip("")
            return
        layer = number if self.arrangement == "beside" else hit.layer
        tip = explain_mark(self.signatures[layer], hit.mark, self.q_values[layer][hit.mark])
        diagram.show_tip(tip)


if __name__ == "__main__":
    WidgetPreview(OWClassSignature).run(Table("heart_disease"))
