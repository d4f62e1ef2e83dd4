"""Regions of the diamond: what tells the class, what is nearly always true, what is rare.

Two limits divide it, one of |δ| and one of |φ|, both as if the classes were equally frequent.

References
----------
G. Armano, F. Fanni, A. Giuliani, CEUR Workshop Proceedings 1314 (2014), paper 5, section 4: stop
words lie near the right corner, and terms with |φ| < 0.4 are kept. G. Armano, A. Giuliani (2018),
doi 10.1016/j.ins.2018.06.052, section 6.2.2: the shape of texts.
"""

from dataclasses import dataclass

import numpy as np

#: What is in the middle and tells the class; what lies to the right, to the left; and the rest.
REGIONS = ("discriminant", "characteristic", "rare", "indifferent")


@dataclass(frozen=True)
class Regions:
    """Limits of the regions, and which regions are to be kept.

    Attributes
    ----------
    delta : float in [0, 1]
        From this |δ| on, what is in the middle is discriminant; below, it is indifferent.
    phi : float in [0, 1]
        Up to this |φ| is the middle; to the right of it is what is characteristic, to the left
        what is rare, whatever its δ.
    kept : tuple of str
        Of `REGIONS`.

    Examples
    --------
    >>> regions = Regions(delta=0.3, phi=0.4)
    >>> phi, delta = [0.1, 0.7, -0.9, 0.2], [-0.5, 0.2, 0.02, 0.1]
    >>> [REGIONS[number] for number in regions.numbers(phi, delta)]
    ['discriminant', 'characteristic', 'rare', 'indifferent']
    """

    delta: float = 0.1
    phi: float = 0.4
    kept: tuple[str, ...] = ("discriminant",)

    def __post_init__(self):
        for name in ("delta", "phi"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in [0, 1]. Got {getattr(self, name)}")
        unknown = sorted(set(self.kept) - set(REGIONS))
        if unknown:
            raise ValueError(f"regions are {', '.join(REGIONS)}. Got {', '.join(unknown)}")

    def numbers(self, phi, delta):
        """Where points are.

        Parameters
        ----------
        phi, delta : arrays (points,)
            As of the standard diamond, nan where undefined.

        Returns
        -------
        array (points,) of int
            Places in `REGIONS`; -1 where undefined.
        """
        phi, delta = np.asarray(phi, float), np.asarray(delta, float)
        cases = (
            np.isnan(phi) | np.isnan(delta),
            phi > self.phi,
            phi < -self.phi,
            np.abs(delta) >= self.delta,
        )
        return np.select(cases, (-1, 1, 2, 0), default=3)

    def counts(self, phi, delta):
        """How many points lie in each region: a dict of its name to a number."""
        found = np.bincount(self.numbers(phi, delta) + 1, minlength=len(REGIONS) + 1)[1:]
        return dict(zip(REGIONS, found.tolist(), strict=True))

    def are_kept(self, phi, delta):
        """Boolean array (points,): which points lie in a region that is kept."""
        kept = [REGIONS.index(name) for name in self.kept]
        return np.isin(self.numbers(phi, delta), kept)
