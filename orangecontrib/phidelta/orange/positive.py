"""The positive class: one or more values of a categorical target, merged.

Orange names a class by its index and decides by the most probable value; `core` knows positive and
negative. A case is positive if its value is in the set; its score is the summed probability of the
set.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.orange import UnfitError


@dataclass(frozen=True)
class PositiveClass:
    """Which values of a target count as positive; made by `of`.

    Attributes
    ----------
    names : tuple of str
        The positive values, in the order of the target's.
    values : tuple of str
        All values of the target.
    """

    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    @classmethod
    def of(cls, domain, names):
        """The positive class of a domain.

        Parameters
        ----------
        domain : Orange.data.Domain or None
        names : str or collection of str, or PositiveClass
            Values that count as positive; at least one, and not all.

        Raises
        ------
        UnfitError
            If the target is not one categorical variable with these values and others.
        """
        if domain is None or not domain.has_discrete_class:
            raise UnfitError("A positive class needs data with one categorical target.")
        target, chosen = domain.class_var, as_names(names)
        unknown = [name for name in chosen if name not in target.values]
        if unknown:
            raise UnfitError(
                f"The target “{target.name}” has no value “{unknown[0]}”. "
                "Choose positive values that it has."
            )
        if not 0 < len(set(chosen)) < len(target.values):
            raise UnfitError(
                "Choose one or more class values as positive, and leave at least one out."
            )
        return cls(tuple(value for value in target.values if value in chosen), target.values)

    @cached_property
    def is_member(self):
        """Boolean array (classes,): which values of the target are in the positive class."""
        return np.array([value in self.names for value in self.values], bool)

    @property
    def text(self):
        """The positive class as readers know it."""
        return " or ".join(self.names) or "positive"

    @property
    def rest(self):
        """All other class values as readers know them."""
        return " or ".join(value for value in self.values if value not in self.names)

    def has(self, codes, kind="test cases"):
        """Which cases are positive.

        Parameters
        ----------
        codes : array (cases,) of float
            Indices of class values; nan for cases of unknown class, which are not positive.
        kind : str
            What the cases are called in errors.

        Returns
        -------
        boolean array (cases,)

        Raises
        ------
        UnfitError
            If no case of known class is positive, or each.
        """
        is_known = ~np.isnan(codes)
        is_positive = is_known & self.is_member[np.where(is_known, codes, 0).astype(int)]
        if not is_positive.any() or is_positive[is_known].all():
            side = "positive" if is_positive.any() else "negative"
            raise UnfitError(f"All {kind} are {side}. Choose other class values as positive.")
        return is_positive

    def score(self, probabilities):
        """Summed probability of the set, (cases,), from probabilities (cases, classes)."""
        return probabilities[:, self.is_member].sum(axis=1)


def usual_positive(occurring):
    """Positive unless others are chosen: of two classes that occur the second, else the first.

    Parameters
    ----------
    occurring : sequence of str

    Returns
    -------
    list of str, of one name, or none if no class occurs
    """
    return list(occurring[1:] if len(occurring) == 2 else occurring[:1])


def as_names(names):
    """One name or several, or those of a `PositiveClass`, as a tuple of names."""
    if isinstance(names, PositiveClass):
        return names.names
    return (names,) if isinstance(names, str) else tuple(names)
