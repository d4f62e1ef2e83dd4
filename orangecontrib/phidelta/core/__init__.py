"""The science: geometry, measures, counts and sweeps. No Orange, no Qt.

Everything here works on plain arrays. The unit square of (fpr, tpr) is the common ground: a
decision is a point in it, a measure is a field on it, a diagram is an affine picture of it.

The names in `__all__` are imported from the modules below when they are first asked for: who uses
a sweep does not wait for the rest.
"""

from importlib import import_module as _import_module

#: Where each public name lives.
_HOMES = {
    "chance.band": ["chance_band"],
    "choosing.beliefs": ["Range", "belief", "h_measure"],
    "choosing.conditions": ["cheapest", "condition_of", "cost_curve", "lower_envelope"],
    "choosing.paired": ["paired"],
    "choosing.preferences": ["preference", "preference_map"],
    "choosing.replicates": ["replicated"],
    "decisions.counts": ["Counts", "brier_score", "log_likelihood", "wilson_interval"],
    "decisions.information": ["entropy", "gini_decrease", "mutual_information"],
    "decisions.measures": ["MEASURES", "Measure"],
    "decisions.multiclass": ["multiclass_measures"],
    "decisions.spaces": [
        "Space",
        "coverage",
        "outline",
        "phi_delta",
        "project",
        "roc",
        "unproject",
    ],
    "decisions.uncertainty": [
        "bootstrap_counts",
        "confidence_region",
        "fold_spread",
        "measure_intervals",
    ],
    "features.classes": ["class_signatures"],
    "features.marks": ["Marks"],
    "features.ranking": ["CRITERIA", "Ranking", "bootstrap_ranks", "rank", "rank_intervals"],
    "features.redundancy": ["distinct", "similarity"],
    "features.signatures": ["Signature"],
    "features.similarities": ["similarities"],
    "features.statistics": ["FeatureStatistics", "class_signature"],
    "thresholds.areas": ["area_interval", "area_variance"],
    "thresholds.bestcuts": ["best_cut", "theoretical_cut"],
    "thresholds.classifiers": ["Classifier", "Outcome"],
    "thresholds.constraints": ["Constraint", "InfeasibleError"],
    "thresholds.curves": ["MeasureCurve", "measure_curve"],
    "thresholds.operatingpoints": ["OperatingPoint"],
    "thresholds.stability": ["CutSpread", "bootstrap_cuts", "bootstrap_sweeps", "fold_cuts"],
    "thresholds.streams": ["ScoreStatistics"],
    "thresholds.sweeps": ["ThresholdSweep", "sweep"],
    "thresholds.tuning": ["Tuning", "tune"],
    "words": ["explain", "explain_feature"],
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value  # not asked for again
    return value


def __dir__():
    return sorted({*globals(), *__all__})
