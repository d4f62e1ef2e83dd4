"""Soft classifiers made of features, as points of the φ-δ diagram, and how certain they are.

References
----------
G. Armano, A. Giuliani, "A two-tiered 2D visual tool for assessing classifier performance",
Information Sciences 463-464 (2018) 323-343, doi 10.1016/j.ins.2018.06.052, section 6.2.
R. G. Newcombe, Statistics in Medicine 17 (1998): method 10, interval of a difference of
proportions. H. Scheffé, Biometrika 40 (1953): intervals of what was sought. L. Kish, "Survey
Sampling" (1965): effective numbers of weighted cases.
"""

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from scipy.special import chdtri, kolmogi, stdtrit

from orangecontrib.phidelta.core.chance.independence import decision_p_values, q_values
from orangecontrib.phidelta.core.decisions.counts import check_level, score_interval
from orangecontrib.phidelta.core.decisions.information import gini_decrease, mutual_information
from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.core.features.notebooks import html_table, shortened
from orangecontrib.phidelta.core.thresholds.areas import area_interval
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@dataclass(frozen=True, eq=False)
class Marks:
    """Soft classifiers made of features; nan where a feature is constant or has no known values.

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

    def __repr__(self):
        return f"<Marks: {len(self.features)} of {len(np.unique(self.features))} features>"

    @classmethod
    def of_decisions(
        cls, features, rates, cases, p_value=None, cuts=None, subsets=None, choices=None
    ):
        """Marks that share no token; the p-value by default that of decision and class."""
        count = len(features)
        return cls(
            features,
            rates,
            cases,
            decision_error(rates, cases),
            decision_p_values(rates, cases) if p_value is None else p_value,
            np.full(count, False),
            np.broadcast_to(1.0, (3, count)),
            np.broadcast_to(1.0, count) if choices is None else choices,
            np.full(count, True),
            np.full(count, np.nan) if cuts is None else cuts,
            (None,) * count if subsets is None else subsets,
        )

    @classmethod
    def of_ranks(cls, features, rates, cases, standard_error, p_value, is_bound):
        """Marks whose δ is the area under the ROC curve - 1/2."""
        count = len(features)
        return cls(
            features,
            rates,
            cases,
            standard_error,
            p_value,
            is_bound,
            np.broadcast_to(1.0, (3, count)),
            np.broadcast_to(1.0, count),
            np.full(count, False),
            np.full(count, np.nan),
            (None,) * count,
        )

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


@dataclass(frozen=True, eq=False)
class Signature:
    """Features as soft classifiers of one class.

    A mark is a numeric feature, or a subset of the values of a nominal one; arrays are (marks,),
    in the order of the features. Of a constant feature, and of one without known values in a
    class, everything is nan.

    Attributes
    ----------
    marks : Marks
        Rates, standard errors and what else belongs to each mark.
    given_names : tuple of str, or None
        Of the features; None: they are numbered.
    values : tuple
        Of each feature: None for a numeric one, else the names of its values.
    prevalence : float
        Fraction of positives, by weight, among all cases.
    encoding : str
        Of numeric features.
    """

    marks: Marks
    given_names: tuple[str, ...] | None
    values: tuple
    prevalence: float
    encoding: str = "linear"

    def __len__(self):
        return len(self.features)

    def __repr__(self):
        best = ""
        if len(self.undefined) < len(self.values):
            first = int(np.nanargmax(np.abs(self.delta)))
            best = f"; greatest |δ|: {shortened(self._name(first))}, {self.delta[first]:.3f}"
        return (
            f"<Signature of {len(self.values)} features by {len(self)} marks, {self.encoding}, "
            f"prevalence {self.prevalence:.3f}{best}>"
        )

    def _repr_html_(self):
        measures = self.measures()
        keys = ("phi", "delta", "low", "high", "standard_error", "p_value")
        columns = ((self._name(m), *(measures[k][m] for k in keys)) for m in range(len(self)))
        head = ("", "φ", "δ", "from", "to (95 %)", "standard error", "p-value")
        return html_table(repr(self), head, columns, len(self))

    @property
    def features(self):
        """Index of each mark's feature."""
        return self.marks.features

    @property
    def subsets(self):
        """Indices of nominal values, a tuple for each mark; None for a numeric one."""
        return self.marks.subsets

    @property
    def fpr(self):
        return self.marks.rates[0]

    @property
    def tpr(self):
        return self.marks.rates[1]

    @property
    def phi(self):
        """φ = tpr + fpr - 1, in [-1, 1]."""
        return self.tpr + self.fpr - 1

    @property
    def delta(self):
        """δ = tpr - fpr, in [-1, 1]."""
        return self.tpr - self.fpr

    @property
    def standard_error(self):
        """Of δ."""
        return self.marks.standard_error

    @property
    def p_value(self):
        return self.marks.p_value

    @cached_property
    def q_value(self):
        """p-values adjusted by Benjamini and Hochberg for the number of marks that have one."""
        return q_values(self.p_value)[0]

    @cached_property
    def rivals(self):
        """Array (marks,) of int: how many marks with a value the feature of each has, or 1."""
        counts = np.bincount(self.features[~np.isnan(self.delta)], minlength=len(self.values))
        return np.maximum(counts, 1)[self.features]

    @cached_property
    def names(self):
        """What the marks are called: "age", "age > 54.5", "odor = n", "odor in {a, l}"."""
        return tuple(map(self._name, range(len(self))))

    @property
    def undefined(self):
        """Indices of the features without a value: constant, or not known in both classes."""
        return np.unique(self.features[np.isnan(self.delta)])

    def interval(self, level=0.95):
        """Confidence interval (low, high) of δ, within [-1, 1].

        Newcombe's of decisions; of ranks that of `area_interval`, since δ is the area less 1/2.
        Where other tokens are shared, it is Newcombe's for the numbers of decisions that would
        vary as much: as much as the tokens of the class itself, or as those of both classes,
        whichever is wider; for the few values of a small class may be alike by chance. nan with
        less than two known cases of a class. Of a best subset or cut, which was sought, the
        interval is that of all of them at once (Scheffé; Kolmogorov and Smirnov).

        Parameters
        ----------
        level : float in (0, 1), or array (marks,) of them
        """
        level = check_level(level)
        marks, delta = self.marks, self.delta
        trials = marks.cases / marks.dispersion[2]
        below, above = _newcombe(marks.rates, trials, np.sqrt(chdtri(marks.choices, 1 - level)))
        trials, deviates = (
            marks.cases / marks.dispersion[:2],
            stdtrit(marks.cases - 1, (1 + level) / 2),
        )
        own = _newcombe(marks.rates, trials, deviates)
        is_cut = ~np.isnan(marks.cuts)
        with np.errstate(divide="ignore"):
            sought = kolmogi(1 - level) * np.sqrt((1 / marks.cases).sum(axis=0))
        below, above = (
            np.where(is_cut, sought, np.where(marks.is_decision, each, np.maximum(each, other)))
            for each, other in zip((below, above), own, strict=True)
        )
        low, high = delta - below, delta + above
        if self.encoding == "ranks":
            areas = area_interval(delta + 1 / 2, marks.standard_error**2, marks.cases, level)
            low, high = np.where(marks.is_decision, [low, high], np.subtract(areas, 1 / 2))
        return np.clip(low, -1, 1), np.clip(high, -1, 1)

    @underflow_to_zero
    def measures(self, prevalence=None, level=0.95):
        """All that is known of the marks: a dict of name to array.

        Parameters
        ----------
        prevalence : float, optional
            Class ratio of phi_b, delta_b, information (bits) and gini (decrease of impurity);
            None: that of the data.
        level : float, or array (marks,)
            Of the interval of δ, "low" and "high".

        Returns
        -------
        dict
            "balanced_accuracy", (1 + |δ|) / 2, is that of deciding as the feature or against it;
            "corner_distance", in [0, √2], the distance of (φ, δ) to the nearer of the corners
            oracle and anti-oracle.
        """
        prevalence = self.prevalence if prevalence is None else prevalence
        phi, delta = self.phi, self.delta
        phi_b, delta_b = phi_delta(prevalence).project(fpr=self.fpr, tpr=self.tpr)
        low, high = self.interval(level)
        return {
            "phi": phi,
            "delta": delta,
            "low": low,
            "high": high,
            "phi_b": phi_b,
            "delta_b": delta_b,
            "tpr": self.tpr,
            "fpr": self.fpr,
            "absolute_delta": np.abs(delta),
            "balanced_accuracy": (1 + np.abs(delta)) / 2,
            "information": mutual_information(self.fpr, self.tpr, prevalence),
            "gini": gini_decrease(self.fpr, self.tpr, prevalence),
            "corner_distance": np.hypot(phi, 1 - np.abs(delta)),
            "standard_error": self.standard_error,
            "p_value": self.p_value,
            "q_value": self.q_value,
        }

    def _name(self, mark):
        feature, subset = self.features[mark], self.subsets[mark]
        name, cut = feature_name(self.given_names, feature), self.marks.cuts[mark]
        if subset is not None:
            values = [self.values[feature][value] for value in subset]
            if len(values) == 1:
                return f"{name} = {values[0]}"
            return f"{name} in {{{', '.join(values)}}}" if values else name
        return name if np.isnan(cut) else f"{name} > {cut:.6g}"


def decision_error(rates, cases):
    """Standard error of δ of decisions with these rates (2, ...) among so many cases (2, ...)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.sqrt((rates * (1 - rates) / cases).sum(axis=0))


def _newcombe(rates, trials, deviates):
    """Distances from δ to the ends of Newcombe's interval."""
    (low_fpr, low_tpr), (high_fpr, high_tpr) = score_interval(rates, trials, deviates)
    fpr, tpr = rates
    return np.hypot(tpr - low_tpr, high_fpr - fpr), np.hypot(high_tpr - tpr, fpr - low_fpr)


def feature_name(names, feature):
    """The name of a feature; "feature 0", ... where there are no names."""
    return f"feature {feature}" if names is None else names[feature]
