"""A widget that is tried: sent, operated, compared with a fresh one, all under a watch."""

from contextlib import ExitStack
from copy import deepcopy
from dataclasses import replace
from unittest.mock import patch

from hostile_features import FEATURES, GROUPED
from hostile_points import LEARNERS, POINTS
from hostile_results import RESULTS
from hostile_tables import TABLES
from operating import click, drag, hover, operations, places, plots, save_image, settle_choices
from recounting import recounted
from telling import changed_settings, difference, errors, messages, raw, said, sent

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owfeaturesimilarity import OWFeatureSimilarity
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owsignaturecollection import OWSignatureCollection
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

#: By widget: its inputs, by name, with their hostile cases; the first one is the main input.
INPUTS = {
    OWPhiDelta: {"Evaluation Results": (*RESULTS, *GROUPED), "Data": POINTS},
    OWThresholdTuner: {"Evaluation Results": RESULTS, "Learner": LEARNERS},
    OWOperatingConditions: {
        "Evaluation Results": (*RESULTS, *GROUPED),
        "Learner": LEARNERS,
    },
    OWClassSignature: {"Data": TABLES, "Features": FEATURES},
    OWFeatureRanker: {"Data": TABLES},
    OWSignatureCollection: {"Data": TABLES},
    # a class is not needed, but two features that vary are
    OWFeatureSimilarity: {
        "Data": tuple(replace(case, is_fit=None) for case in TABLES),
        "Features": FEATURES,
    },
}
#: What an output has wherever there is no error.
_ALWAYS = {
    OWPhiDelta: "Scores",
    OWThresholdTuner: "Thresholds",
    OWOperatingConditions: "Conditions",
    OWClassSignature: "Scores",
    OWFeatureRanker: "Scores",
    OWFeatureSimilarity: "Representatives",
    OWSignatureCollection: "Signatures",
}


class Trial:
    """One widget under a watch; `problems` tell what went wrong, each in a line."""

    def __init__(self, gui, watch, cls, settings=None, is_shown=True):
        self.gui, self.watch, self.cls = gui, watch, cls
        with watch.doing("created"):
            self.widget = gui.create_widget(cls, stored_settings=settings)
        self.inputs = {}
        if is_shown:
            self.widget.resize(900, 620)
            self.widget.show()

    @property
    def problems(self):
        return self.watch.problems

    def note(self, what):
        self.watch.problems.append(what)

    def send(self, signal, value, is_settled=True):
        self.inputs[signal] = value
        with self.watch.doing(f"{signal} {'withdrawn' if value is None else 'sent'}"):
            self.gui.send_signal(signal, value, widget=self.widget)
        if is_settled:
            self.settle()

    def settle(self):
        self.watch.settle(self.widget)

    def do(self, name, action):
        with self.watch.doing(name):
            action()

    @property
    def outputs(self):
        names = [each.name for each in vars(self.widget.Outputs).values()]
        return {name: raw(self.gui, self.widget, name) for name in names}

    def check(self, is_fit):
        """Whether what is said goes with what is sent, and with what came."""
        told, outputs = errors(self.widget), self.outputs
        own = outputs.get(_ALWAYS[self.cls])
        if is_fit is not None and bool(told) == is_fit:
            self.note(f"fit: {is_fit}, but said: {told}")
        if told and is_fit is False and any(v is not None for v in outputs.values()):
            self.note(f"error, yet sent: {[n for n, v in outputs.items() if v is not None]}")
        if not told and own is None:
            self.note(f"no error, and nothing sent; said {messages(self.widget)}")

    def recount(self):
        """Whether the outputs are right, where all is as it should be."""
        # not timed: it is the test that counts by hand, case by case
        for wrong in recounted(self.inputs, self.outputs):
            self.note(f"recounted: {wrong}")

    def check_nothing(self):
        """After all inputs are withdrawn, nothing is sent, and nothing is wrong.

        What the controls say of each other, such as levels that no measure has, may be told.
        """
        left = [name for name, value in self.outputs.items() if value is not None]
        if left:
            self.note(f"withdrawn, yet on the outputs: {left}")
        told = [text for severity, text in messages(self.widget) if severity > 1]
        if told:
            self.note(f"withdrawn, yet said: {told}")

    def operate(self, step=1, start=0):
        """Every control that there is, or each so many of them."""
        for name, do in operations(self.widget)[start::step]:
            self.do(name, do)
            self.settle()

    def point(self, count=3, is_clicked=True):
        """Hover over and click all plots."""
        for view in plots(self.widget):
            found = places(view, count)
            for place in found:
                self.do(f"hovered at {place}", lambda p=place, v=view: hover(v, p))
                if is_clicked:
                    self.do(f"clicked at {place}", lambda p=place, v=view: click(v, p))
            if len(found) > 1 and is_clicked:
                self.do("dragged", lambda v=view, f=found: drag(v, f[0], f[-1]))
            self.settle()

    def report(self, folder):
        """Make the report and save the picture."""
        self.do("reported", self.report_only)
        if self.widget.graph_name and not errors(self.widget):
            self.do("saved", lambda: save_image(self.widget, folder / "picture.png"))

    def report_only(self, with_plots=True):
        """Make the report; names in it are text."""
        with ExitStack() as stack:
            if not with_plots:
                stack.enter_context(patch.object(self.widget, "report_plot"))
            self.widget.create_report_html()
        if "<script>" in self.widget.report_html:
            self.note("markup of a name in the report")

    def check_fresh(self, is_said=True):
        """A fresh widget with the same settings and inputs says and sends the same."""
        self.do("choices settled", lambda: settle_choices(self.widget))
        self.settle()
        self.do("committed", lambda: self.widget.commit.now())
        settings = {}
        with self.watch.doing("settings packed"):
            settings = deepcopy(self.widget.settingsHandler.pack_data(self.widget))
        is_shown = self.widget.isVisible()
        fresh = Trial(self.gui, self.watch, self.cls, deepcopy(settings), is_shown)
        for signal, value in self.inputs.items():
            if value is not None:
                fresh.send(signal, value)
        fresh.do("committed", lambda: fresh.widget.commit.now())
        with self.watch.doing("settings compared"):
            opened = fresh.widget.settingsHandler.pack_data(fresh.widget)
            if changed := changed_settings(settings, opened):
                self.note(f"changed by opening: {changed}")
        with self.watch.doing("compared"):
            one = {
                "said": said(self.widget) if is_said else {},
                "sent": sent(self.gui, self.widget),
            }
            new = {
                "said": said(fresh.widget) if is_said else {},
                "sent": sent(self.gui, fresh.widget),
            }
            differs = difference(one, new)
            if differs:
                self.note(f"a fresh widget is other: {differs}")
        fresh.close()

    def forget_choices(self):
        """No context brings back what was chosen for another input of the same names."""
        self.widget.context_settings.clear()

    def close(self):
        """As the canvas removes a widget."""
        with self.watch.doing("closed"):
            self.widget.hide()
            self.widget.onDeleteWidget()
            self.gui.widgets.remove(self.widget)
            for key in [k for k in self.gui.signal_manager.outputs if k[0] is self.widget]:
                del self.gui.signal_manager.outputs[key]
            self.widget.deleteLater()
        self.settle_events()

    def settle_events(self):
        with self.watch.doing("events after closing"):
            self.gui.process_events()
