"""The features of a table as points of the φ-δ diagram, and how certain they are.

References
----------
G. Armano, A. Giuliani, "A two-tiered 2D visual tool for assessing classifier performance",
Information Sciences 463-464 (2018) 323-343, doi 10.1016/j.ins.2018.06.052, section 6.2.
R. G. Newcombe, Statistics in Medicine 17 (1998): method 10, interval of a difference of
proportions. H. Scheffé, Biometrika 40 (1953): intervals of what was sought.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import chdtri, kolmogi, ndtri, stdtrit

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.decisions.counts import check_level, score_interval
from orangecontrib.phidelta.core.decisions.information import gini_decrease, mutual_information
from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.core.features.marks import Marks
from orangecontrib.phidelta.core.features.notebooks import html_table, shortened
from orangecontrib.phidelta.core.thresholds.areas import area_interval
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: More values than one more than these have as many subsets, by count.
_MOST_BITS = 60


@dataclass(frozen=True, eq=False)
class Signature(Marks):
    """Features of a table as soft classifiers of one class: their marks, and what they are called.

    A mark is a numeric feature, or a subset of the values of a nominal one; arrays are (marks,),
    in the order of the features. Of a feature without known values in a class, and of a constant
    one that is scaled, ranked or cut, everything is nan; others are in a corner where constant.

    Attributes
    ----------
    features, rates, cases, ... :
        As of `Marks`.
    given_names : tuple of str, or None
        Of the features; None: they are numbered.
    values : tuple
        Of each feature: None for a numeric one, else the names of its values.
    prevalence : float
        Fraction of positives, by weight, among all cases.
    encodings : tuple
        Of each feature: its key in `core.features.encodings`, None for a nominal one.
    best_only : array of int
        Nominal features of too many values for all subsets, which have their best subset only.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import class_signature
    >>> X = [[70, 0], [50, 1], [61, 0], [58, 1], [40, 1]]
    >>> is_ill = [True, False, True, True, False]
    >>> values = [None, ("foul", "none")]
    >>> signature = class_signature(X, is_ill, names=["age", "odor"], values=values)
    >>> print(signature.names, signature.delta.round(3))
    ('age', 'odor = none') [ 0.6   -0.667]
    >>> low, high = signature.interval()
    >>> print(f"{low[1]:.3f} to {high[1]:.3f}")
    -0.939 to 0.135
    """

    given_names: tuple[str, ...] | None
    values: tuple
    prevalence: float
    encodings: tuple
    best_only: np.ndarray

    def __repr__(self):
        best, first = "", self.strongest()
        if first is not None:
            best = f"; greatest |δ|: {shortened(self.name(first))}, {self.delta[first]:.3f}"
        return (
            f"<Signature of {len(self.values)} features by {len(self)} marks, {self._told}"
            f"prevalence {self.prevalence:.3f}{best}>"
        )

    @property
    def _told(self):
        """The encodings of numeric features, for readers."""
        counts = Counter(each for each in self.encodings if each is not None)
        return "".join(f"{count} {name}, " for name, count in counts.items())

    def is_encoded(self, encoding):
        """Boolean array (marks,): whether the feature is numeric, and so encoded."""
        is_so = np.array([each == encoding for each in self.encodings], bool)
        return is_so[self.features]

    def _repr_html_(self):
        measures = self.measures()
        keys = ("phi", "delta", "low", "high", "standard_error", "p_value")
        columns = ((self.name(m), *(measures[k][m] for k in keys)) for m in range(len(self)))
        head = ("", "φ", "δ", "from", "to (95 %)", "standard error", "p-value")
        return html_table(repr(self), head, columns, len(self))

    @cached_property
    def tested_p_value(self):
        """p-values, nan of constant marks: they are not tested, and q does not count them."""
        return np.where(self.is_constant, np.nan, self.p_value)

    @cached_property
    def q_value(self):
        """p-values adjusted by Benjamini and Hochberg for the number of marks that are tested."""
        return q_values(self.tested_p_value)[0]

    @cached_property
    def rivals(self):
        """Array (marks,) of int: how many marks with a value the feature of each has, or 1."""
        counts = np.bincount(self.features[~np.isnan(self.delta)], minlength=len(self.values))
        return np.maximum(counts, 1)[self.features]

    @cached_property
    def chosen_p_value(self):
        """p-values of marks as the best of their feature, among its `rivals` (Bonferroni)."""
        return np.minimum(self.p_value * self.rivals, 1)

    @cached_property
    def names(self):
        """What the marks are called: "age", "age > 54.5", "odor = n", "odor in {a, l}"."""
        return tuple(map(self.name, range(len(self))))

    def name(self, mark):
        """What one mark is called."""
        feature, subset, cut = self.features[mark], self.subsets[mark], self.cuts[mark]
        name = feature_name(self.given_names, feature)
        if subset is not None:
            values = [self.values[feature][value] for value in subset]
            if len(values) == 1:
                return f"{name} = {values[0]}"
            return f"{name} in {{{', '.join(values)}}}" if values else name
        return name if np.isnan(cut) else f"{name} > {cut:.6g}"

    @cached_property
    def undefined(self):
        """Indices of the features without a defined rate: constant, or not known in a class."""
        return np.unique(self.features[np.isnan(self.delta)])

    def strongest(self, is_in=None):
        """The mark with the greatest |δ|, of all or of those `is_in` (marks,); None of none."""
        strength = np.abs(self.delta)
        if is_in is not None:
            strength = np.where(is_in, strength, np.nan)
        return None if np.isnan(strength).all() else int(np.nanargmax(strength))

    @cached_property
    def decision_count(self):
        """How many decisions the marks were chosen from, all marks with a value together.

        Of a best cut, each cut between two cases is one; at most so many are distinct. Of a
        feature's only mark, if it is nominal, all subsets of its values. Other marks are one, but
        a constant one decides nothing.
        """
        defined = np.flatnonzero(~np.isnan(self.delta) & ~self.is_constant)
        is_cut = ~np.isnan(self.cuts[defined])
        cuts = np.maximum(self.cases[:, defined[is_cut]].sum(axis=0).astype(np.int64) - 1, 1)
        is_nominal = np.array([self.subsets[mark] is not None for mark in defined], bool)
        marks_of = np.bincount(self.features, minlength=len(self.values))
        only = self.features[defined[is_nominal]]
        only = only[marks_of[only] == 1]
        sizes = [min(max(len(self.values[feature]) - 1, 1), _MOST_BITS) for feature in only]
        # whole numbers of any size, for that of the subsets is great
        subsets = sum(n * (2**bits - 1) for bits, n in enumerate(np.bincount(sizes).tolist()))
        return len(defined) - len(cuts) - len(only) + int(cuts.sum()) + subsets

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
        level = np.broadcast_to(check_level(level), len(self))
        deviates, is_best = ndtri((1 + level) / 2), self.choices > 1
        deviates[is_best] = np.sqrt(chdtri(self.choices[is_best], 1 - level[is_best]))
        ends = self._newcombe(slice(None), self.dispersion[2], deviates)
        some = np.flatnonzero(~self.is_decision)
        deviates = stdtrit(self.cases[:, some] - 1, (1 + level[some]) / 2)
        own = self._newcombe(some, self.dispersion[:2, some], deviates)
        ends[:, some] = np.maximum(ends[:, some], own)
        is_cut = ~np.isnan(self.cuts)
        spread = np.sqrt((1 / self.cases[:, is_cut]).sum(axis=0))
        ends[:, is_cut] = kolmogi(1 - level[is_cut]) * spread
        interval = self.delta + [[-1], [1]] * ends
        some = some[self.is_encoded("ranks")[some]]
        areas = self.delta[some] + 1 / 2, self.standard_error[some] ** 2, self.cases[:, some]
        interval[:, some] = np.subtract(area_interval(*areas, level[some]), 1 / 2)
        return tuple(np.clip(interval, -1, 1))

    def _newcombe(self, some, dispersion, deviates):
        """Distances (2, some) of δ to the ends of Newcombe's interval, where tokens vary so."""
        fpr, tpr = rates = self.rates[:, some]
        low, high = score_interval(rates, self.cases[:, some] / dispersion, deviates)
        ends = (tpr - low[1], high[0] - fpr), (high[1] - tpr, fpr - low[0])
        return np.array([np.hypot(*each) for each in ends])

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
        phi, delta = self.phi, self.delta
        low, high = self.interval(level)
        return {
            "phi": phi,
            "delta": delta,
            "low": low,
            "high": high,
            "tpr": self.tpr,
            "fpr": self.fpr,
            "absolute_delta": np.abs(delta),
            "balanced_accuracy": (1 + np.abs(delta)) / 2,
            "corner_distance": np.hypot(phi, 1 - np.abs(delta)),
            "standard_error": self.standard_error,
            "p_value": self.p_value,
            "q_value": self.q_value,
            **self.measures_at(self.prevalence if prevalence is None else prevalence),
        }

    def measures_at(self, prevalence):
        """Those of the `measures` that depend on the class ratio."""
        phi_b, delta_b = phi_delta(prevalence).project(fpr=self.fpr, tpr=self.tpr)
        return {
            "phi_b": phi_b,
            "delta_b": delta_b,
            "information": mutual_information(self.fpr, self.tpr, prevalence),
            "gini": gini_decrease(self.fpr, self.tpr, prevalence),
        }


def feature_name(names, feature):
    """The name of a feature; "feature 0", ... where there are no names."""
    return f"feature {feature}" if names is None else names[feature]
