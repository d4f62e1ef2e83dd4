"""What else the Threshold Tuner does in the background: best cuts of bootstrap samples."""

from Orange.widgets.widget import Msg

from orangecontrib.phidelta.widgets.bases.features import progress_of
from orangecontrib.phidelta.widgets.bases.fitting import FittingMixin

_REPLICATES = 500


class CutSamplingMixin(FittingMixin):
    """Draws samples when no learner is being fitted.

    The widget has `results`, `tuned`, the setting `with_samples`, and `show_marks`.
    """

    class Error(FittingMixin.Error):
        failed = Msg("The bootstrap has failed: {}")

    def __init__(self):
        super().__init__()
        self.cut_samples = None
        self._asked, self._is_sampling = None, False

    def begin_work(self):
        """Fit the learner that came, and then draw samples."""
        self.fit_learner(self.results, self.tuned)
        self._ask()

    def sample(self):
        """Have the best cuts of samples found, if wanted; what was found before is forgotten."""
        self._ask()
        self.show_marks()

    def _ask(self):
        self.cut_samples = None
        self.Error.failed.clear()
        is_possible = self.tuned is not None and self.tuned.can_be_sampled
        self._asked = self.tuned if self.with_samples and is_possible else None
        if self._is_sampling:
            self.cancel()
        self._sample_now()

    def _sample_now(self):
        """Draw what is asked for, unless a learner is being fitted, after which it is drawn."""
        if self._asked is not None and self.task is None:
            asked, self._asked = self._asked, None
            self.start(_sampled, asked)

    def start(self, task, *args, **kwargs):
        super().start(task, *args, **kwargs)
        self._is_sampling = task is _sampled

    def _on_task_done(self, future):
        super()._on_task_done(future)
        self._sample_now()

    def on_done(self, result):
        if self._is_sampling:
            self.cut_samples = result
            self.show_marks()
        else:
            super().on_done(result)

    def on_exception(self, ex):
        if self._is_sampling:
            self.Error.failed(str(ex) or type(ex).__name__)
        else:
            super().on_exception(ex)


def _sampled(tuned, state):
    return tuned.bootstrap(_REPLICATES, progress_of(state))
