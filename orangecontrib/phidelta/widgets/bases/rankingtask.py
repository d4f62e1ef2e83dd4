"""What the Feature Ranker does in the background: score, compare, and draw samples."""

from orangecontrib.phidelta.orange.rankings import RankedFeatures, bootstrapped_intervals
from orangecontrib.phidelta.widgets.bases.features import progress_of


def rank_features(data, scores, scoring, rule, samples, state):
    """Score, compare and bootstrap, as far as is asked for.

    Partial results are pairs: "scores" and a `TableSignature`, if `scores` is None; "chosen" and
    what `RankedFeatures.best` gives, if there is a `rule`; "intervals" and a pair, the number of
    `samples` done and the intervals, several times.

    Parameters
    ----------
    data : Orange.data.Table
    scores : TableSignature or None
    scoring : Scoring
    rule : dict or None
        As of `RankedFeatures.best`.
    samples : int
    state : TaskState
    """
    progress = _Steps(progress_of(state), (scores is None, rule is not None, samples))
    if scores is None:
        state.set_status("Scoring features")
        scores = scoring.signature(data, progress.of(0))
        state.set_partial_result(("scores", scores))
    if rule is not None:
        state.set_status("Comparing features")
        ranked = RankedFeatures(data, scores, scoring)
        state.set_partial_result(("chosen", ranked.best(**rule, progress=progress.of(1))))
    if samples:
        told = progress.of(2)
        step = max(samples // 10, 10)
        for done, intervals in bootstrapped_intervals(data, scoring, samples, step):
            state.set_status(f"Bootstrap sample {done} of {samples}")
            told(done / samples)
            if intervals is not None:
                state.set_partial_result(("intervals", (done, intervals)))


class _Steps:
    """Progress of several steps, each of which takes about as long as its number says."""

    def __init__(self, progress, lengths):
        self._progress, self._lengths = progress, lengths

    def of(self, number):
        """A callable for the progress of one step."""
        before, total = sum(self._lengths[:number]), sum(self._lengths)
        return lambda share: self._progress((before + share * self._lengths[number]) / total)
