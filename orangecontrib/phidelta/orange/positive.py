"""The positive class: one or more values of a categorical target, merged; and what it is against.

Orange names a class by its index and decides by the most probable value; `core` knows positive and
negative. A case is positive if its value is in the set. Negative are all others, or those of a
second set; then the cases of neither set are left out, as in the first reference the categories
that are no siblings.

The score of a case is the summed probability of the set. Against chosen values it is the share
that the set has of the probability of both sides, P(positive) / (P(positive) + P(negative)): what
the model says of a case that is known to be of one of them. So it is a probability of the question
asked; the order is that of the odds of the sides, by which the second reference decides between
two categories; and who swaps the sides sees the picture mirrored. P(positive) alone has none of
this: where the third value is likely, both sides would look unlikely.

References
----------
G. Armano, F. Fanni, A. Giuliani (2014), CEUR 1314, section 4 (the alternate category).
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 2.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.orange import UnfitError


@dataclass(frozen=True)
class PositiveClass:
    """Which values of a target count as positive, and which as negative; made whole by `of`.

    Attributes
    ----------
    names : tuple of str
        The positive values, in the order of the target's.
    values : tuple of str
        All values of the target.
    negatives : tuple of str
        The negative values, in the same order; empty for all the rest.
    """

    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()

    @classmethod
    def of(cls, domain, names, negatives=()):
        """The positive class of a domain.

        Parameters
        ----------
        domain : Orange.data.Domain or None
        names : str or collection of str, or PositiveClass
            Values that count as positive; at least one, and not all. A `PositiveClass` has its
            own negatives.
        negatives : str or collection of str
            Values that count as negative; none, or all others: all the rest.

        Raises
        ------
        UnfitError
            If the target is not one categorical variable with these values and others, or a value
            would be on both sides.
        """
        if domain is None or not domain.has_discrete_class:
            raise UnfitError("A positive class needs data with one categorical target.")
        target, (chosen, against) = domain.class_var, sides_of(names, negatives)
        unknown = [name for name in (*chosen, *against) if name not in target.values]
        if unknown:
            side = "positive" if unknown[0] in chosen else "negative"
            raise UnfitError(
                f"The target “{target.name}” has no value “{unknown[0]}”. "
                f"Choose {side} values that it has."
            )
        if not 0 < len(set(chosen)) < len(target.values):
            raise UnfitError(
                "Choose one or more class values as positive, and leave at least one out."
            )
        both = [name for name in chosen if name in against]
        if both:
            raise UnfitError(f"“{both[0]}” cannot be both positive and negative.")
        is_all = len({*chosen, *against}) == len(target.values)
        negatives = () if is_all else tuple(v for v in target.values if v in against)
        return cls(
            tuple(value for value in target.values if value in chosen), target.values, negatives
        )

    @cached_property
    def is_member(self):
        """Boolean array (classes,): which values of the target are in the positive class."""
        return np.array([value in self.names for value in self.values], bool)

    @cached_property
    def is_negative(self):
        """Boolean array (classes,): which values of the target are negative."""
        if not self.negatives:
            return ~self.is_member
        return np.array([value in self.negatives for value in self.values], bool)

    @property
    def sides(self):
        """The two boolean arrays (classes,): of the positive values and of the negative ones."""
        return self.is_member, self.is_negative

    @property
    def text(self):
        """The positive class as readers know it."""
        return " or ".join(self.names) or "positive"

    @property
    def title(self):
        """The same, and against which values if these are chosen."""
        return self.text + self.against

    @property
    def against(self):
        """What to put after the name of the positive class; empty for all the rest."""
        return f" against {self.rest}" if self.negatives else ""

    @property
    def rest(self):
        """The negative class values as readers know them."""
        others = (value for value in self.values if value not in self.names)
        return " or ".join(self.negatives or others)

    @property
    def others(self):
        """What sentences call the negative cases."""
        return f"‘{self.rest}’" if self.negatives else "others"

    def is_neither(self, codes):
        """Which cases, (cases,), are of a known class that is on neither side; see `has`."""
        return ~np.isnan(codes) & ~self.takes(codes)

    def takes(self, codes):
        """Which cases, (cases,), are of either side; see `has`."""
        return self._are(codes, np.logical_or(*self.sides))

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
            If no case of either side is positive, or each.
        """
        is_positive = self._are(codes, self.is_member)
        if not is_positive.any() or is_positive[self.takes(codes)].all():
            side = "positive" if is_positive.any() else "negative"
            if self.negatives:
                fault = f"No {kind} are {'negative' if is_positive.any() else 'positive'}"
                raise UnfitError(f"{fault}. Choose other class values for the two sides.")
            raise UnfitError(f"All {kind} are {side}. Choose other class values as positive.")
        return is_positive

    def given_sides(self, probabilities):
        """Probabilities (cases, classes) of cases that are known to be of one of the sides.

        Of values on neither side they are 0. Where the model is certain of neither, it says
        nothing of the two: each side has 1/2. What cannot be probabilities is nan.
        """
        if not self.negatives:
            return probabilities
        kept = np.where(np.logical_or(*self.sides), probabilities, 0)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            total = kept.sum(axis=1, keepdims=True)
            even = sum(side / (2 * side.sum()) for side in self.sides)
            given = np.where(total == 0, even, kept / total)
        is_fit = np.isfinite(total) & (kept >= 0).all(axis=1, keepdims=True)
        return np.where(is_fit, given, np.nan)

    def score(self, probabilities):
        """Summed probability of the set, (cases,), `given_sides`, from (cases, classes)."""
        return self.given_sides(probabilities)[:, self.is_member].sum(axis=1)

    @staticmethod
    def _are(codes, is_wanted):
        """Which cases, (cases,), have a value for which an array (classes,) is true."""
        is_known = ~np.isnan(codes)
        return is_known & is_wanted[np.where(is_known, codes, 0).astype(int)]


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
    """One name or several as a tuple of names."""
    return (names,) if isinstance(names, str) else tuple(names)


def sides_of(positive, negatives=()):
    """Names of the positive and of the negative values, two tuples; () for all the rest.

    Parameters
    ----------
    positive : str or collection of str, or PositiveClass
        The latter has its own negatives.
    negatives : str or collection of str
    """
    if isinstance(positive, PositiveClass):
        return positive.names, positive.negatives
    return as_names(positive), as_names(negatives)
