"""What a cut decides, as text for readers."""

from html import escape

from orangecontrib.phidelta.core.explain import count, describe_cut, number


def readout(curve, point, positive, rest, cost):
    """HTML on one cut: table of decisions, the measure and what to compare it with, the cost.

    Parameters
    ----------
    curve : MeasureCurve
    point : OperatingPoint
    positive, rest : str
        Names of the positive class and of all others.
    cost : MeasureCurve
        The expected cost at every cut.
    """
    counts = curve.sweep.counts(point.index)
    positive, rest = escape(positive), escape(rest)
    cells = (
        ("", f"called ‘{positive}’", f"called ‘{rest}’"),
        (f"is ‘{positive}’", count(counts.tp), count(counts.fn)),
        (f"is ‘{rest}’", count(counts.fp), count(counts.tn)),
    )
    rows = "".join(
        "<tr>" + "".join(f"<td align='right'>&nbsp;{cell}&nbsp;</td>" for cell in row) + "</tr>"
        for row in cells
    )
    half = curve.at(0.5)
    spent = cost.at(point.cut).value
    saving = cost.at(0.5).value - spent
    change = f"{number(abs(saving))} {'less' if saving >= 0 else 'more'}"
    return (
        f"<b>{escape(describe_cut(point.cut)).capitalize()}</b>"
        f"<table border='0.5' cellspacing='0'>{rows}</table>"
        f"{curve.measure.title}: <b>{number(point.value)}</b><br>"
        f"at cut 0.5: {number(half.value)}; always ‘{positive}’: {number(curve.values[-1])}; "
        f"never: {number(curve.values[0])}<br>"
        f"Expected cost: {number(spent)} per case, {change} than at cut 0.5"
    )


def stability(zone, folds, percent):
    """One sentence on how much the cut matters; `folds` is a `CutSpread`."""
    sentences = []
    if len(folds.found) > 1:
        low, high = folds.range
        sentences.append(f"{len(folds.found)} folds chose {_cut(low)} to {_cut(high)}")
    if zone is not None:
        sentences.append(
            f"any cut in {_cut(zone.low)} to {_cut(zone.high)} is at most {percent:g} % worse"
        )
    text = "; ".join(sentences)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _cut(value):
    return {float("inf"): "the top", float("-inf"): "the bottom"}.get(value, f"{value:.3g}")
