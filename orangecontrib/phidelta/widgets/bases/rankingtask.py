"""What the Feature Ranker does in the background: score, compare, and draw samples."""

from orangecontrib.phidelta.orange.rankings import RankedFeatures, bootstrapped_intervals
from orangecontrib.phidelta.orange.signatures import table_signature
from orangecontrib.phidelta.widgets.bases.features import progress_of


def rank_features(data, scores, how, rule, samples, state):
    """Score, compare and bootstrap, as far as is asked for.

    Partial results are pairs: "scores" and a `TableSignature`, if `scores` is None; "chosen" and
    what `RankedFeatures.best` gives, if there is a `rule`; "intervals" and a pair, the number of
    `samples` done and the intervals, several times.

    Parameters
    ----------
    data : Orange.data.Table
    scores : TableSignature or None
    how : dict
        Positive values, encoding, subsets, criterion and prevalence.
    rule : dict or None
        As of `RankedFeatures.best`.
    samples : int
    state : TaskState
    """
    progress = _Steps(progress_of(state), (scores is None, rule is not None, samples))
    if scores is None:
        state.set_status("Scoring features")
        encoded = {key: how[key] for key in ("positive", "encoding", "subsets")}
        scores = table_signature(data, **encoded, progress=progress.of(0))
        state.set_partial_result(("scores", scores))
    if rule is not None:
        state.set_status("Comparing features")
        ranked = RankedFeatures(data, scores, how["criterion"], how["prevalence"])
        state.set_partial_result(("chosen", ranked.best(**rule, progress=progress.of(1))))
    if samples:
        told = progress.of(2)
        step = max(samples // 10, 10)
        for done, intervals in bootstrapped_intervals(data, replicates=samples, step=step, **how):
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
