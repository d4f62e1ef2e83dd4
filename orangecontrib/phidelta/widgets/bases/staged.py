"""Widgets that do much in stages, in the background, and tell that they are at work."""

import logging

from Orange.widgets.widget import Msg

from orangecontrib.phidelta.widgets.bases.classes import OWClassesWidget
from orangecontrib.phidelta.widgets.bases.features import Cancelled
from orangecontrib.phidelta.widgets.bases.stages import Stages

log = logging.getLogger(__name__)


class OWStagedWidget(OWClassesWidget, openclass=True):
    """Base of widgets with `stages`; while these are at work, what is sent is not yet valid.

    What else the widget does in the background, as of `WorkMixin`, goes on beside them. A subclass
    has `withdraw`, which sends and shows nothing.
    """

    class Error(OWClassesWidget.Error):
        not_evaluated = Msg("The results could not be evaluated: {}")

    def __init__(self):
        self.stages = Stages(None)
        super().__init__()
        self.stages.setParent(self)
        self.stages.changed.connect(self._tell_work)
        self.stages.progressed.connect(self._tell_progress)
        self.stages.failed.connect(self._tell_failure)

    def setInvalidated(self, state):
        super().setInvalidated(state or self.stages.is_at_work)

    def progressBarFinished(self):
        if not self.stages.is_at_work:
            super().progressBarFinished()

    def onDeleteWidget(self):
        self.stages.shutdown()
        super().onDeleteWidget()

    @property
    def _has_task(self):
        return getattr(self, "task", None) is not None

    def _tell_work(self, is_at_work):
        if self._has_task:
            return  # it tells
        if not is_at_work:
            self.progressBarFinished()
            self.setInvalidated(False)
        elif not self.isInvalidated():
            self.progressBarInit()
            self.setInvalidated(True)

    def _tell_progress(self, percentage):
        if not self._has_task:
            self.progressBarSet(percentage)

    def _tell_failure(self, error):
        if not isinstance(error, Cancelled):
            results = self.results
            self.withdraw()
            self.results = results  # another choice may go well
            self.Error.not_evaluated(str(error) or type(error).__name__)
            log.error("%s has failed", self.name, exc_info=error)
