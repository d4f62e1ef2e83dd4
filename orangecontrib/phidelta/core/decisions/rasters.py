"""A measure at the pixels of the unit square.

A row of pixels is a tpr, a column an fpr, both rising.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Raster:
    """A measure at the centres of pixels, and the ends of its colour scale.

    Attributes
    ----------
    title : str
        The measure for readers.
    values : array (k, k)
        nan where undefined.
    low, high : float
        0 is between them; as far from it as each other for a measure that can be below 0.
    """

    title: str
    values: np.ndarray
    low: float
    high: float

    @property
    def is_diverging(self):
        """Whether there are values below 0."""
        return self.low < 0


def raster(measure, prevalence=0.5, size=128, **parameters):
    """A `Measure` as `Raster` of so many pixels each way.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import MEASURES
    >>> picture = raster(MEASURES["accuracy"], prevalence=0.2, size=2)
    >>> picture.values.round(3).tolist()
    [[0.65, 0.25], [0.75, 0.35]]
    """
    centres = (np.arange(size) + 0.5) / size
    fpr, tpr = np.meshgrid(centres, centres)
    values = measure.of(fpr, tpr, prevalence, **parameters)
    low, high = min(np.nanmin(values), 0), np.nanmax(values)
    if low < 0:
        high = max(high, -low)
        low = -high
    return Raster(measure.title, values, low, high)
