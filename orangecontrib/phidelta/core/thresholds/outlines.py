"""Lines through many points, with as few of them as a screen can show.

References
----------
U. Ramer, "An iterative procedure for the polygonal approximation of plane curves", Computer
Graphics and Image Processing 1 (1972).
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: Steps of a rate that a pointer can tell apart; half the error of what is drawn.
_STOP, _FINE = 1 / 500, 1 / 4000


@dataclass(frozen=True, eq=False)
class Outline:
    """What a screen shows of the curve of a `ThresholdSweep`.

    Attributes
    ----------
    drawn : array of int
        Indices of the cuts to draw a line through, less than 1 / 2000 (as a distance of rates)
        from that through all: half a pixel, where the unit square has a side of 1000 pixels.
    stops : array of int
        Indices of the cuts that a pointer can hit.
    """

    drawn: np.ndarray
    stops: np.ndarray

    @classmethod
    def of(cls, sweep):
        fine = sweep.thinned(_FINE)
        rates = np.nan_to_num(sweep.fpr[fine]), np.nan_to_num(sweep.tpr[fine])
        return cls(fine[simplified(*rates, _FINE)], sweep.thinned(_STOP))


@underflow_to_zero
def simplified(x, y, tolerance):
    """Indices of some points, through which a line is nearly the one through all.

    Parameters
    ----------
    x, y : arrays (k,)
        Finite.
    tolerance : float
        Largest distance of a point left out from the line.

    Returns
    -------
    array of int
        Increasing; the first and the last point are among them.

    Examples
    --------
    >>> simplified([0, 1, 2, 3], [0, 0.01, 0, 5], 0.1).tolist()
    [0, 2, 3]
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    is_kept = np.zeros(len(x), bool)
    is_kept[[0, -1]] = True
    parts = [(0, len(x) - 1)]
    while parts:
        first, last = parts.pop()
        if last - first < 2:
            continue
        distance = _distance(x[first : last + 1], y[first : last + 1])
        farthest = int(np.argmax(distance))
        if distance[farthest] > tolerance:
            middle = first + farthest
            is_kept[middle] = True
            parts += [(first, middle), (middle, last)]
    return np.flatnonzero(is_kept)


def _distance(x, y):
    """Distances of points from the straight line (a segment) from the first to the last."""
    x, y = x - x[0], y - y[0]
    length = np.hypot(x[-1], y[-1])
    if length == 0:
        return np.hypot(x, y)
    across, along = x[-1] / length, y[-1] / length
    beyond = x * across + y * along
    beyond -= np.clip(beyond, 0, length)
    return np.hypot(x * along - y * across, beyond)
