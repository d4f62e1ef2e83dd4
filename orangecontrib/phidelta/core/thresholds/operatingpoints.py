"""What one cut of a score does, and zones of cuts that are nearly as good."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class OperatingPoint:
    """What one cut of a score does.

    Attributes
    ----------
    cut : float
        A case is positive where score > cut; -inf: always, inf: never.
    value : float
        Of the measure that was asked for.
    sensitivity, specificity : float
    index : int
        Of the cut in `ThresholdSweep.cuts`.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import measure_curve, sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> point = measure_curve(cuts, "accuracy").at(0.3)
    >>> print(f"{point.value:.1f}, {point.sensitivity:.3f}, {point.specificity:.3f}")
    0.8, 1.000, 0.500
    """

    cut: float
    value: float
    sensitivity: float
    specificity: float
    index: int

    @classmethod
    def of(cls, sweep, values, cut, index):
        """What a cut does that decides as that of the sweep with this index."""
        return cls(
            cut,
            float(values[index]),
            float(sweep.tp[index] / sweep.positives),
            float(1 - sweep.fp[index] / sweep.negatives),
            index,
        )


@dataclass(frozen=True)
class FlatZone:
    """Cuts that are nearly as good as the best: every cut with low <= cut < high.

    Attributes
    ----------
    low, high : float
        Scores, or -inf and inf where the zone ends with the last cut.
    first, last : int
        The zone's cuts are `ThresholdSweep.cuts[first:last + 1]`.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import measure_curve, sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> measure_curve(cuts, "cost", cost_fn=2).flat_zone(relative=1.5)
    FlatZone(low=-inf, high=0.4, first=4, last=5)
    """

    low: float
    high: float
    first: int
    last: int

    @classmethod
    def around(cls, index, is_near, scores):
        """The contiguous cuts about the one with this index that are near in value.

        Parameters
        ----------
        index : int
        is_near : boolean array (k + 1,)
            Also at this index.
        scores : array (k,)
            As of `ThresholdSweep`.
        """
        outside = np.concatenate([[-1], np.flatnonzero(~is_near), [len(is_near)]])
        after = np.searchsorted(outside, index)
        first, end = int(outside[after - 1]) + 1, int(outside[after])
        bounds = np.concatenate([[np.inf], scores, [-np.inf]])
        return cls(float(bounds[end]), float(bounds[first]), first, end - 1)


def nearest_half(sweep, indices):
    """The index, among these, of the cut that is nearest 0.5; of equally near ones the first.

    An infinite cut only where no finite one is among them, and of two infinite ones that which is
    nearer to deciding as 0.5 does.
    """
    distance = np.abs(sweep.cuts[indices] - 0.5)
    if not np.isfinite(distance).any():
        scores = sweep.scores
        distance = np.maximum(np.where(indices == 0, scores[0] - 0.5, 0.5 - scores[-1]), 0)
    return int(indices[np.argmin(distance)])
