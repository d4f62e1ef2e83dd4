"""What the commands answer: sentences and a table, from one pass over the files or two."""

import re
from dataclasses import dataclass, field

import numpy as np

from orangecontrib.phidelta.core import (
    Constraint,
    InfeasibleError,
    cheapest,
    cost_curve,
    measure_curve,
    rank,
)
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.words import describe_cut
from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files.cases import Features, Target, check_numbers
from orangecontrib.phidelta.files.passes import feature_statistics, pairings, score_statistics

#: Of features, in the order of the columns.
FEATURE_COLUMNS = ("phi", "delta", "low", "high", "p_value", "q_value", "tpr", "fpr")

#: Of cuts, on the screen.
_OF_CUTS = ("cut", "sensitivity", "specificity", "balanced_accuracy", "precision")
_CONSTRAINT = re.compile(r"\s*(\w+)\s*(>=|<=)\s*([-+.\deE]+)\s*")


@dataclass
class Answer:
    """What a command found.

    Attributes
    ----------
    told : list of str
        Sentences.
    table : dict of str to sequence
        Columns of equal length.
    facts : dict
        What the sentences tell, for programs.
    shown : dict of str to sequence
        A table for the screen, if that is another one.
    signature : Signature or None
        What there is to draw.
    """

    told: list
    table: dict
    facts: dict = field(default_factory=dict)
    shown: dict = field(default_factory=dict)
    signature: object = None


def signature(source, options, progress=None):
    """Every feature as a classifier, in the order of the file."""
    return _of_features(source, options, progress)


def ranking(source, options, progress=None):
    """The same, the best first by a criterion."""
    return _of_features(source, options, progress, options.by)


def _of_features(source, options, progress, criterion=None):
    target = Target.of(source, options.target, options.positive, options.negative)
    used = {options.target, options.weights, *options.without}
    source.check(*options.without)
    features = Features.of(source, [name for name in source.columns if name not in used])
    if not features.names:
        raise FileError(f"there is no column besides “{options.target}”")
    statistics, rows = feature_statistics(
        source, target, features, options.weights, progress, options.encoding
    )
    found = _checked(statistics.signature, options.subsets)
    prevalence = _prevalence(options, found.prevalence)
    ranked = rank(found, criterion or "delta", prevalence)
    order = ranked.order if criterion else np.arange(len(found))
    measures = found.measures(prevalence)
    columns = dict.fromkeys([*FEATURE_COLUMNS, *([criterion] if criterion else [])])
    names = np.array(found.names, dtype=object)
    table = {"feature": names[order]} | {key: measures[key][order] for key in columns}
    shown = {name: column for name, column in table.items() if name not in ("tpr", "fpr")}
    best = found.strongest()
    told = [
        f"{rows.read:,} rows, {len(features.names):,} features; positive: {target.text} "
        f"({found.prevalence:.3%}{' by weight' * bool(options.weights)})",
        rows.left_out,
        "" if best is None else f"greatest |δ|: {found.name(best)}, {found.delta[best]:.3f}",
        _bounds(found),
    ]
    facts = {
        "rows": rows.read,
        "unknown_class": rows.unknown_class,
        "positive": target.text,
        "prevalence": found.prevalence,
    }
    return Answer([text for text in told if text], table, facts, shown, found)


def _bounds(found):
    """What to know of p-values that one pass cannot tell."""
    bounds = int(np.count_nonzero(found.is_bound))
    if not bounds:
        return ""
    return f"{bounds:,} p-values are upper bounds: of skewed features, or of few cases"


def thresholds(source, options, progress=None):
    """The best cut of a score, and what all cuts do."""
    target = Target.of(source, options.actual, options.positive, options.negative)
    (statistics,), rows = _scores(source, target, [options.score], options, progress)
    curve = _curve(statistics, options)
    best = curve.best
    parameters = _parameters(options)
    bound = statistics.best_possible(options.measure, curve.prevalence, **parameters)
    title = QUANTITIES[options.measure].title
    told = [
        f"{rows.read:,} rows; positive: {target.text} ({curve.sweep.prevalence:.3%})",
        rows.left_out,
        f"AUC {curve.sweep.auc:.4f}{_error(statistics.area_error)}",
        f"{title} is best with {describe_cut(best.cut)}: {best.value:.4f}, sensitivity "
        f"{best.sensitivity:.4f}, specificity {best.specificity:.4f}",
    ]
    if not statistics.is_exact and not options.require:
        told.append(f"no other cut, also of those not told apart, goes beyond {bound:.4f}")
    facts = {
        "rows": rows.read,
        "positive": target.text,
        "prevalence": curve.prevalence,
        "auc": curve.sweep.auc,
        "auc_error": statistics.area_error,
        "cut": best.cut,
        options.measure: best.value,
        "sensitivity": best.sensitivity,
        "specificity": best.specificity,
    }
    few = curve.table(options.rows, **parameters)
    shown = {name: few[name] for name in dict.fromkeys((*_OF_CUTS, options.measure))}
    table = curve.table(options.cuts, **parameters)
    return Answer([text for text in told if text], table, facts, shown)


def compare(source, options, progress=None):
    """Several scores of the same rows: which is best where, and could chance have decided."""
    names = options.score
    if len(names) < 2:
        raise FileError("expected two or more scores to compare (--score a --score b)")
    target = Target.of(source, options.actual, options.positive, options.negative)
    statistics, rows = _scores(source, target, names, options, progress)
    curves = [_curve(each, options) for each in statistics]
    cuts = [curve.best.cut for curve in curves]
    pairs = pairings(source, target, names, cuts, progress)
    how = options.measure, curves[0].prevalence
    differences = [pair.difference(*how, **_parameters(options)) for pair in pairs]
    none = (np.nan,) * 4
    rows_of = [none, *(tuple(each) for each in differences)]
    table = {
        "score": names,
        "auc": [curve.sweep.auc for curve in curves],
        "auc_error": [each.area_error for each in statistics],
        "cut": cuts,
        options.measure: [curve.best.value for curve in curves],
        "sensitivity": [curve.best.sensitivity for curve in curves],
        "specificity": [curve.best.specificity for curve in curves],
    } | {
        f"first_{name}": list(column)
        for name, column in zip(
            ("minus_this", "low", "high", "is_better"), zip(*rows_of, strict=True), strict=True
        )
    }
    winners = _winners(cheapest([cost_curve(curve.sweep) for curve in curves]), names)
    told = [
        f"{rows.read:,} rows; positive: {target.text} ({curves[0].sweep.prevalence:.3%})",
        rows.left_out,
        f"differences of {QUANTITIES[options.measure].title} at each score's best cut, "
        f"{names[0]} less the other one, with 95 % intervals; cuts were chosen on the same rows",
        "cheapest by condition, p c_FN : (p c_FN + n c_FP):",
        *(f"{low:.3f} to {high:.3f}: {name}" for low, high, name in winners),
    ]
    facts = {"rows": rows.read, "positive": target.text, "cheapest": winners}
    hidden = ("auc_error", "sensitivity", "specificity")
    shown = {name: column for name, column in table.items() if name not in hidden}
    return Answer([text for text in told if text], table, facts, shown)


def _winners(stretches, names):
    """(low, high, name) of neighbouring stretches of one winner, joined."""
    found = []
    for each in stretches:
        name = names[each.candidate]
        if found and found[-1][2] == name:
            found[-1] = (found[-1][0], each.high, name)
        else:
            found.append((each.low, each.high, name))
    return found


def _scores(source, target, names, options, progress):
    check_numbers(source, *names)
    how = {"bins": options.bins, "are_probabilities": options.probabilities}
    found, rows = score_statistics(source, target, names, options.weights, progress, **how)
    return found, rows


def _curve(statistics, options):
    """The `MeasureCurve` that the options ask for; FileError where there is no best cut."""
    constraints = [_checked(_constraint, text) for text in options.require]
    sweep = _checked(statistics.sweep)
    prevalence = _prevalence(options, sweep.prevalence)
    curve = _checked(
        measure_curve,
        sweep,
        options.measure,
        prevalence,
        constraints=constraints,
        **_parameters(options),
    )
    try:
        _ = curve.best
    except InfeasibleError as error:
        raise FileError(str(error)) from error
    return curve


def _constraint(text):
    parts = _CONSTRAINT.fullmatch(text)
    if parts is None:
        raise ValueError(f"expected a requirement such as 'sensitivity >= 0.9'. Got {text!r}")
    measure, relation, bound = parts.groups()
    return Constraint(measure, relation, float(bound))


def _checked(function, *args, **kwargs):
    """The function's result; what it refuses is told as an error of the files."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        raise FileError(str(error)) from error


def _prevalence(options, found):
    ratio = options.class_ratio
    return found if ratio is None else 1 / (1 + ratio)


def _parameters(options):
    if options.measure != "cost":
        return {}
    return {"cost_fp": options.cost_fp, "cost_fn": options.cost_fn}


def _error(error):
    return f" ± {error:.1e}" if error else ""
