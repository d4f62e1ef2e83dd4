"""Evaluation Results beside the features of a table: what a widget that shows them has."""

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QLabel
from Orange.evaluation import Results
from Orange.widgets.widget import Msg

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.meetings import meet
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.widgets.bases.classes import unfit_told
from orangecontrib.phidelta.widgets.bases.features import OWFeaturesWidget, progress_of


class OWMeetingWidget(OWFeaturesWidget, openclass=True):
    """Base of the widget that shows models among features.

    A subclass has `shown`, a `SignatureSet`, a `view`, and `pictures`, a `SignatureGrid`; it puts
    the `meeting_line` into its main area, has `meet` called where the view or the class ratio has
    changed, and gives what its background work has found to `take_meetings` first.
    """

    class Error(OWFeaturesWidget.Error):
        unfit_results = Msg("{}")

    class Warning(OWFeaturesWidget.Warning):
        other_results = Msg("{}")

    class Information(OWFeaturesWidget.Information):
        worse = Msg("{}. A model that may use these features should not be.")

    def __init__(self):
        super().__init__()
        self.results = self._asked = None
        self.meeting_line = QLabel(wordWrap=True, margin=6, textFormat=Qt.PlainText)
        self.meeting_line.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self.meeting_line.hide()

    def set_results(self, results: Results | None):
        """Take new results, or none; they are kept only if they can be read."""
        self.results = None
        with unfit_told(self.Error.unfit_results):
            if results is not None:
                self.results = checked_results(results)
        self.summarise(self.Inputs.results, self.results)

    def show_standard(self):
        super().show_standard()
        self.meet()

    def meet(self):
        """Compute how the models stand to the features that are shown, if there are any."""
        at = None if self.view == "standard" else self.ratio_control.prevalence
        asked = self.shown, self.results, at
        if asked == self._asked:
            return
        self.show_meetings(())
        if self.results is not None and self.shown.signatures:
            self.start(_meetings, self.data, self.shown.signatures, self.results, at)
        self._asked = asked

    def _on_task_done(self, future):
        before = self.shown
        super()._on_task_done(future)
        if self.shown is not before:
            self.meet()  # not before the task is gone, which Orange does not allow

    def take_meetings(self, found):
        """Show what was found, if it is about models; tells whether it was."""
        if isinstance(found, UnfitError):
            self.Warning.other_results(str(found))
        elif isinstance(found, tuple):
            self.show_meetings(found)
        return isinstance(found, (tuple, UnfitError))

    def show_meetings(self, meetings):
        """Show models in the pictures; of one class, also the sentence."""
        if not meetings:
            self._asked = None  # nor keep what it was asked about
        one = meetings[0] if len(meetings) == 1 else None
        self.pictures.show_meetings(meetings)
        self.meeting_line.setText(one.sentence if one else "")
        self.meeting_line.setVisible(one is not None)
        self.Warning.other_results.clear()
        self.Information.worse(one.worse if one else "", shown=bool(one and one.worse))


def _meetings(data, signatures, results, prevalence, state):
    """A `Meeting` of each signature, or the `UnfitError`; runs in the background."""
    progress, found = progress_of(state), []
    for number, each in enumerate(signatures, start=1):
        try:
            found.append(meet(data, each, results, prevalence if len(signatures) == 1 else None))
        except UnfitError as error:
            return error
        progress(number / len(signatures))
    return tuple(found)
