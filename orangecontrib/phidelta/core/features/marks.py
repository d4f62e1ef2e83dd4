"""Soft classifiers made of features: what is known of each, an array for each thing.

References
----------
L. Kish, "Survey Sampling" (1965): effective numbers of weighted cases.
"""

from dataclasses import dataclass, fields

import numpy as np

from orangecontrib.phidelta.core.chance.independence import decision_p_values


@dataclass(frozen=True, eq=False)
class Marks:
    """Soft classifiers made of features; nan where a feature has no defined rates.

    Attributes
    ----------
    features : array (marks,) of int
        The feature of each mark.
    rates : array (2, marks) in [0, 1]
        fpr and tpr: shares of the negatives' and the positives' tokens for the positive class.
    cases : array (2, marks)
        Effective numbers of negatives and positives with known value: (Σ weight)² / Σ weight²,
        hence just their numbers without weights.
    standard_error : array (marks,)
        Of δ; of ranks DeLong's, nan where they keep the classes apart.
    p_value : array (marks,)
        Of feature and class being independent, see `core.chance.independence`; of what was sought
        (a best cut or subset), that of the search.
    is_bound : boolean array (marks,)
        The p-value is only known to be this or less: moments alone do not tell it.
    dispersion : array (3, marks)
        Variance of the tokens of negatives, of positives, and within both classes, relative to
        that of decisions with the same mean: in (0, 1], 1 for decisions.
    choices : array (marks,)
        Degrees of freedom of what the mark was sought among: 1 unless it is a best subset.
    is_decision : boolean array (marks,)
        Every case is called positive or not: no token is shared.
    cuts : array (marks,)
        Of best cuts, nan for other marks: greater values are called positive.
    subsets : tuple
        Indices of nominal values, a tuple for each mark; None where numeric.

    Examples
    --------
    >>> marks = Marks.of_decisions(
    ...     features=np.array([0, 1]),
    ...     rates=np.array([[0.1, 0.7], [0.8, 0.4]]),
    ...     cases=np.array([[30.0, 30], [20, 20]]),
    ... )
    >>> marks.delta.round(2).tolist()
    [0.7, -0.3]
    """

    features: np.ndarray
    rates: np.ndarray
    cases: np.ndarray
    standard_error: np.ndarray
    p_value: np.ndarray
    is_bound: np.ndarray
    dispersion: np.ndarray
    choices: np.ndarray
    is_decision: np.ndarray
    cuts: np.ndarray
    subsets: tuple

    def __len__(self):
        return len(self.features)

    def __repr__(self):
        return f"<Marks: {len(self)} of {len(np.unique(self.features))} features>"

    @property
    def fpr(self):
        return self.rates[0]

    @property
    def tpr(self):
        return self.rates[1]

    @property
    def phi(self):
        """φ = tpr + fpr - 1, in [-1, 1]."""
        return self.tpr + self.fpr - 1

    @property
    def delta(self):
        """δ = tpr - fpr, in [-1, 1]."""
        return self.tpr - self.fpr

    @property
    def is_constant(self):
        """Boolean array (marks,): always true, or never; in the right or the left corner."""
        return (self.rates == 0).all(axis=0) | (self.rates == 1).all(axis=0)

    @classmethod
    def of(cls, features, **known):
        """Marks that share tokens, and what is `known` of them; by default no cuts, no subsets."""
        count = len(features)
        usual = {
            "dispersion": np.broadcast_to(1.0, (3, count)),
            "choices": np.broadcast_to(1.0, count),
            "is_decision": np.full(count, False),
            "cuts": np.broadcast_to(np.nan, count),
            "subsets": (None,) * count,
        }
        return cls(features=features, **usual | known)

    @classmethod
    def of_decisions(cls, features, rates, cases, **known):
        """Marks that share no token; the p-value by default that of decision and class.

        Of what is always true, or never, it is 1: nothing can be told.
        """
        count = len(features)
        if "p_value" not in known:
            known["p_value"] = decision_p_values(rates, cases)
        is_untold = np.isnan(known["p_value"]) & ~np.isnan(rates).any(axis=0)
        known["p_value"] = np.where(is_untold, 1, known["p_value"])
        return cls.of(
            features,
            rates=rates,
            cases=cases,
            standard_error=decision_error(rates, cases),
            is_bound=np.full(count, False),
            is_decision=np.full(count, True),
            **known,
        )

    def repeated(self, which, features):
        """Marks of features, each as one of these is; `which` are their positions."""
        names = [
            field.name for field in fields(Marks) if field.name not in ("features", "subsets")
        ]
        known = {name: getattr(self, name)[..., which] for name in names}
        return Marks.of(features, **known)

    @classmethod
    def joined(cls, first, second):
        """The marks of both, in the order of their features."""
        order = np.argsort(np.append(first.features, second.features), kind="stable")
        names = [field.name for field in fields(cls) if field.name != "subsets"]
        pairs = ((getattr(first, name), getattr(second, name)) for name in names)
        subsets = first.subsets + second.subsets
        return cls(
            *(np.concatenate(pair, axis=-1)[..., order] for pair in pairs),
            tuple(subsets[i] for i in order),
        )


def decision_error(rates, cases):
    """Standard error of δ of decisions with these rates (2, ...) among so many cases (2, ...)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.sqrt((rates * (1 - rates) / cases).sum(axis=0))
