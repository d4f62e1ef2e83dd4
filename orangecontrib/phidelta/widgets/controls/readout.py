"""What a cut decides, as text for readers."""

from html import escape

from orangecontrib.phidelta.core.words import count, describe_cut, number


def readout(curve, point, positive, rest, cost, is_reversed=False):
    """HTML on one cut: table of decisions, the measure and what to compare it with, the cost.

    Parameters
    ----------
    curve : MeasureCurve
    point : OperatingPoint
    positive, rest : str
        Names of the positive class and of all others.
    cost : MeasureCurve
        The expected cost at every cut.
    is_reversed : bool
        Whether the two sides of the model are exchanged.
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
    head = f"reversed, {describe_cut(point.cut)}" if is_reversed else describe_cut(point.cut)
    half = curve.at(0.5)
    spent = cost.at(point.cut).value
    saving = cost.at(0.5).value - spent
    change = (
        f"{abs(saving):.3g} {'less' if saving > 0 else 'more'} than" if saving else "as much as"
    )
    return (
        f"<b>{escape(head).capitalize()}</b>"
        f"<table border='0.5' cellspacing='0'>{rows}</table>"
        f"{curve.measure.title}: <b>{_value(point.value)}</b><br>"
        f"at cut 0.5: {_value(half.value)}; always ‘{positive}’: {_value(curve.values[-1])}; "
        f"never: {_value(curve.values[0])}<br>"
        f"Expected cost: {spent:.3g} per case, {change} at cut 0.5"
    )


def stability(zone, folds, percent, samples=None):
    """One sentence on how much the cut matters.

    `folds` and `samples`, of a bootstrap, are `CutSpread`s.
    """
    sentences = []
    if len(folds.found) > 1:
        low, high = folds.range
        sentences.append(f"{len(folds.found)} folds chose {_cut(low)} to {_cut(high)}")
    if samples is not None and len(samples.found):
        low, high = samples.interval()
        found, drawn = len(samples.found), len(samples.cuts)
        of = f"{found} of {drawn}" if found < drawn else drawn
        sentences.append(
            f"in {of} bootstrap samples the best cut is {_cut(samples.median)} "
            f"(median; 95 % in {_cut(low)} to {_cut(high)})"
        )
    if zone is not None:
        low, high = _cut(zone.low), _cut(zone.high)
        sentences.append(
            f"any cut in {low} to {high} is at most {percent:g} % worse"
            if low != high
            else f"cuts just beside {low} are already more than {percent:g} % worse"
        )
    text = "; ".join(sentences)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _value(value):
    """Three decimals, or three digits of what would vanish."""
    return f"{value:.3g}" if 0 < abs(value) < 0.001 else number(value)


def _cut(value):
    return {float("inf"): "the top", float("-inf"): "the bottom"}.get(value, f"{value:.3g}")
