"""Bootstrap samples of Operating Conditions, drawn in the background."""

from orangecontrib.phidelta.core.choosing.preferences import agreement
from orangecontrib.phidelta.orange.candidates import DUMMIES
from orangecontrib.phidelta.widgets.bases.features import progress_of
from orangecontrib.phidelta.widgets.bases.work import WorkMixin

#: Bootstrap samples for bands, and of them for the certainty of the map.
REPLICATES, _FOR_MAP = 500, 100


class SamplingMixin(WorkMixin):
    """Samples for a widget with `conditions`, `preferences` and the settings that want them.

    Without conditions, or where the cases are not independent, there are none.
    """

    samples = certainty = None

    def forget_samples(self):
        """Forget what was drawn for other conditions."""
        self.cancel()
        self.samples = self.certainty = None
        self.Error.failed.clear()

    def sample(self):
        """Draw samples if they are wanted; forget earlier ones."""
        self.forget_samples()
        self.show_samples()
        self.work()

    def work(self):
        """Do in the background what is wanted and not there."""
        self.cancel()
        if self.conditions is None or not self.with_samples:
            return
        is_map_wanted = self.flavour == "certainty" and self.certainty is None
        is_missing = self.samples is None or is_map_wanted
        if is_missing and self.conditions.has_independent_cases:
            wanted = self.preferences if is_map_wanted else None
            self.start(_sampled, self.conditions, self.samples, wanted)

    def show_samples(self):
        """Show bands and certainty, or that there are none."""
        self.show_curves()
        self.show_map()
        self.show_outlook()
        self.commit.deferred()

    def on_done(self, result):
        self.samples, of, certainty = result
        if of is self.preferences:  # the class ratio has not moved
            self.certainty = certainty
        self.show_samples()

    def on_exception(self, ex):
        self.Error.failed(str(ex) or type(ex).__name__)


def _sampled(conditions, samples, preferences, state):
    """`Replicates`, a map if one is wanted, and its certainty; runs in the background."""
    progress = progress_of(state)
    if samples is None:
        samples = conditions.replicated(REPLICATES, lambda share: progress(0.8 * share))
    if preferences is None:
        return samples, None, None
    curves = [sample[len(DUMMIES) :] for sample in samples.curves[:_FOR_MAP]]
    agreed = agreement(preferences, curves, lambda share: progress(0.8 + 0.2 * share))
    return samples, preferences, agreed
