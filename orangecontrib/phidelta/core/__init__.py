"""The science: geometry, measures, counts and sweeps. No Orange, no Qt.

Everything here works on plain arrays. The unit square of (fpr, tpr) is the common ground: a
decision is a point in it, a measure is a field on it, a diagram is an affine picture of it.
"""

from orangecontrib.phidelta.core.chance.band import chance_band
from orangecontrib.phidelta.core.decisions.counts import (
    Counts,
    brier_score,
    log_likelihood,
    wilson_interval,
)
from orangecontrib.phidelta.core.decisions.information import (
    entropy,
    gini_decrease,
    mutual_information,
)
from orangecontrib.phidelta.core.decisions.measures import MEASURES, Measure
from orangecontrib.phidelta.core.decisions.multiclass import multiclass_measures
from orangecontrib.phidelta.core.decisions.spaces import (
    Space,
    coverage,
    outline,
    phi_delta,
    project,
    roc,
    unproject,
)
from orangecontrib.phidelta.core.decisions.uncertainty import (
    bootstrap_counts,
    confidence_region,
    fold_spread,
    measure_intervals,
)
from orangecontrib.phidelta.core.features.ranking import (
    CRITERIA,
    Ranking,
    bootstrap_ranks,
    rank,
    rank_intervals,
)
from orangecontrib.phidelta.core.features.redundancy import distinct, similarity
from orangecontrib.phidelta.core.features.signatures import Marks, Signature
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics, class_signature
from orangecontrib.phidelta.core.thresholds.areas import area_interval, area_variance
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut, theoretical_cut
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.constraints import Constraint, InfeasibleError
from orangecontrib.phidelta.core.thresholds.curves import MeasureCurve, measure_curve
from orangecontrib.phidelta.core.thresholds.operatingpoints import OperatingPoint
from orangecontrib.phidelta.core.thresholds.stability import (
    CutSpread,
    bootstrap_cuts,
    bootstrap_sweeps,
    fold_cuts,
)
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep, sweep
from orangecontrib.phidelta.core.thresholds.tuning import Tuning, tune
from orangecontrib.phidelta.core.words import explain, explain_feature

__all__ = [
    "CRITERIA",
    "MEASURES",
    "Classifier",
    "Constraint",
    "Counts",
    "CutSpread",
    "FeatureStatistics",
    "InfeasibleError",
    "Marks",
    "Measure",
    "MeasureCurve",
    "OperatingPoint",
    "Outcome",
    "Ranking",
    "Signature",
    "Space",
    "ThresholdSweep",
    "Tuning",
    "area_interval",
    "area_variance",
    "best_cut",
    "bootstrap_counts",
    "bootstrap_cuts",
    "bootstrap_ranks",
    "bootstrap_sweeps",
    "brier_score",
    "chance_band",
    "class_signature",
    "confidence_region",
    "coverage",
    "distinct",
    "entropy",
    "explain",
    "explain_feature",
    "fold_cuts",
    "fold_spread",
    "gini_decrease",
    "log_likelihood",
    "measure_curve",
    "measure_intervals",
    "multiclass_measures",
    "mutual_information",
    "outline",
    "phi_delta",
    "project",
    "rank",
    "rank_intervals",
    "roc",
    "similarity",
    "sweep",
    "theoretical_cut",
    "tune",
    "unproject",
    "wilson_interval",
]
