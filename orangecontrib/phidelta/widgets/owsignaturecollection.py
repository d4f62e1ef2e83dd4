"""Signature Collection: signatures of several data sets side by side, and in a table."""

import logging

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtWidgets import QLabel, QScrollArea, QSplitter
from Orange.data import Table
from Orange.data.util import get_unique_names_duplicates
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.settings import Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Msg, MultiInput, Output
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.orange.collection import Collection
from orangecontrib.phidelta.orange.members import RULES
from orangecontrib.phidelta.widgets.bases.classes import OWBoundWidget
from orangecontrib.phidelta.widgets.bases.collecting import collect
from orangecontrib.phidelta.widgets.bases.features import ENCODINGS, SUBSETS, Cancelled
from orangecontrib.phidelta.widgets.bases.settings import TableContextHandler, visual_kind
from orangecontrib.phidelta.widgets.bases.work import WorkMixin
from orangecontrib.phidelta.widgets.controls.kinds import Flag, OneOf, Whole
from orangecontrib.phidelta.widgets.controls.shared import Check, NameCombo, WholeSpin
from orangecontrib.phidelta.widgets.tables.collection import CollectionTable
from orangecontrib.phidelta.widgets.views.arrangements import ARRANGEMENTS
from orangecontrib.phidelta.widgets.views.signatures import SignatureGrid

log = logging.getLogger(__name__)

LABEL_COUNT = Whole(0, 3)
_BAND_TIP = "By chance alone all features of a data set lie within, with a probability of 95 %"


class OWSignatureCollection(WorkMixin, OWBoundWidget):
    name = "Signature Collection"
    description = "Compare the class signatures of several data sets: which ones are easy?"
    icon = "icons/signaturecollection-symbolic.svg"
    priority = 35
    keywords = (
        "class signature, data sets, compare, difficulty, benchmark, collection, table, phi delta"
    )

    class Inputs:
        data = MultiInput("Data", Table, default=True, filter_none=True, auto_summary=False)
        results = MultiInput("Evaluation Results", Results, filter_none=True, auto_summary=False)

    class Outputs:
        table = Output("Signatures", Table)

    class Error(OWBoundWidget.Error):
        unfit_data = Msg("{}")
        failed = Msg("The features could not be scored: {}. Use other or fewer data.")

    class Warning(OWBoundWidget.Warning):
        left_out = Msg("Left out: {}")
        unmatched = Msg("Results left out: {}. Connect the data sets that were tested as well.")

    settingsHandler = TableContextHandler()
    settings_version = 1
    rule = Setting("usual", kind=OneOf(RULES))
    encoding = Setting("linear", kind=OneOf(ENCODINGS))
    subsets = Setting("best", kind=OneOf(SUBSETS))
    label_count = Setting(3, kind=LABEL_COUNT)
    show_band = Setting(False, kind=Flag())
    visual_settings = Setting({}, schema_only=True, kind=lambda widget: visual_kind())

    graph_name = "pictures"

    def __init__(self):
        OWBoundWidget.__init__(self)
        WorkMixin.__init__(self)
        self.tables, self.all_results = [], []
        self.shown = Collection()
        self._add_controls()
        self._add_view()
        self.show_collection()

    def sizeHint(self):
        return QSize(1000, 720)

    def _add_controls(self):
        self.rule_combo = NameCombo(RULES)
        self.rule_combo.setAccessibleName("positive class")
        self.bind("rule", self.rule_combo, self.update_all, title="Positive class")
        box = gui.vBox(self.controlArea, "Features as classifiers")
        for setting, choices in (("encoding", ENCODINGS), ("subsets", SUBSETS)):
            combo = NameCombo(choices)
            combo.setAccessibleName(setting)
            self.bind(setting, combo, self.update_all, box=box)
        box = gui.vBox(self.controlArea, "Show")
        row = gui.hBox(box)
        row.layout().addWidget(QLabel("Names of the best:"))
        self.bind("label_count", WholeSpin(**LABEL_COUNT.limits), self.show_labels, box=row)
        self.band_check = Check("Band of chance", _BAND_TIP)
        self.bind("show_band", self.band_check, self.show_bands, box=box)
        self.end_controls()

    def _add_view(self):
        self.pictures = SignatureGrid(self.visual_settings)
        self.diagrams, self.table = self.pictures.diagrams, CollectionTable()
        scroll = QScrollArea(widgetResizable=True, frameShape=QScrollArea.NoFrame)
        scroll.setWidget(self.pictures)
        splitter = QSplitter(Qt.Vertical, childrenCollapsible=False)
        splitter.addWidget(scroll)
        splitter.addWidget(self.table)
        splitter.setSizes([500, 180])
        splitter.setStretchFactor(0, 1)
        self.mainArea.layout().addWidget(splitter)
        VisualSettingsDialog(self, self.diagrams[0].parameter_setter.initial_settings)

    @Inputs.data
    def set_data(self, index, data):
        self.tables[index] = data

    @Inputs.data.insert
    def insert_data(self, index, data):
        self.tables.insert(index, data)

    @Inputs.data.remove
    def remove_data(self, index):
        del self.tables[index]

    @Inputs.results
    def set_results(self, index, results):
        self.all_results[index] = results

    @Inputs.results.insert
    def insert_results(self, index, results):
        self.all_results.insert(index, results)

    @Inputs.results.remove
    def remove_results(self, index):
        del self.all_results[index]

    def handleNewSignals(self):
        self.update_all()

    def update_all(self):
        """Compute what is not known yet; pictures, table and output follow."""
        known = self.shown.signatures
        self.cancel()
        self.Error.clear()
        if not self.tables:
            self.on_done(
                Collection(unmatched=("there are no data sets",) * bool(self.all_results))
            )
            return
        names = get_unique_names_duplicates([data.name for data in self.tables])
        tables = list(zip(self.tables, names, strict=True))
        choices = self.rule, self.encoding, self.subsets
        self.start(collect, tables, list(self.all_results), choices, known)

    def on_done(self, result):
        self.shown = result
        self.show_collection()
        self.commit.now()

    def on_exception(self, ex):
        self.shown = Collection()
        self.show_collection()
        if not isinstance(ex, Cancelled):
            self.Error.failed(str(ex) or type(ex).__name__)
            log.error("%s has failed", self.name, exc_info=ex)
        self.commit.now()

    def show_collection(self):
        """Show what was computed, and tell what is left out."""
        shown, left_out = self.shown, "; ".join(self.shown.left_out)
        is_empty = bool(left_out) and not shown.signatures
        self.Error.unfit_data(left_out, shown=is_empty)
        self.Warning.left_out(left_out, shown=bool(left_out) and not is_empty)
        self.Warning.unmatched("; ".join(shown.unmatched), shown=bool(shown.unmatched))
        self.info.set_input_summary(*self._summary())
        self.pictures.show_set(shown, ARRANGEMENTS["beside"])
        colors = self.pictures.show_meetings(shown.meetings)
        self.pictures.show_space([0.5] * len(self.diagrams))
        self.table.show_rows(shown.rows, colors)
        self.show_labels()
        self.show_bands()

    def _summary(self):
        if not self.tables:
            return (self.info.NoInput,)
        return str(len(self.tables)), ", ".join(str(len(each)) for each in self.tables)

    def show_labels(self):
        self.pictures.show_names(self.label_count, "best")

    def show_bands(self):
        """Show where features lie by chance, in those pictures where there is such a band."""
        self.pictures.show_bands(self.show_band)

    @gui.deferred
    def commit(self):
        self.Outputs.table.send(self.shown.table())

    def send_report(self):
        if not self.shown.signatures:
            return
        items = (
            ("Positive class", RULES[self.rule][0]),
            ("Numeric features", ENCODINGS[self.encoding][0]),
            ("Categorical features", SUBSETS[self.subsets][0]),
        )
        self.report_items("Settings", items)
        for diagram in self.diagrams:
            self.report_plot(diagram)
        self.report_table("Data sets", self.table)

    def set_visual_settings(self, key, value):
        self.pictures.set_visual_setting(key, value)
        self.visual_settings[key] = value


if __name__ == "__main__":
    tables = [(n, Table(each)) for n, each in enumerate(("heart_disease", "titanic", "zoo"))]
    WidgetPreview(OWSignatureCollection).run(insert_data=tables)
