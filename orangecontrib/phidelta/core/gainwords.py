"""Sentences about models beside the best feature alone."""

from orangecontrib.phidelta.core.words import number

#: So many models are told one by one.
_MOST = 5


def explain_gains(feature, names, gains, symbol="δ", no_interval=""):
    """How far models are better than the best feature, the best model first.

    Parameters
    ----------
    feature : str
        What the best feature is called.
    names : sequence of str
        Of the models.
    gains : sequence of Gain
    symbol : str
        Of what is told: δ, or δ_b.
    no_interval : str
        Why there are no intervals; empty: there are.

    Examples
    --------
    >>> from orangecontrib.phidelta.core.features.gains import Gain
    >>> told = explain_gains("thal = 3", ["Tree"], [Gain(0.6, 0.52, 0.08, -0.02, 0.2)])
    >>> print(told.replace("; ", "\\n").replace(". ", ".\\n"))
    The best feature alone, thal = 3, reaches δ 0.52
    Tree 0.60: the gain over the best feature is 0.08 (95 % interval -0.02 to 0.20).
    """
    order = sorted(range(len(gains)), key=lambda i: -gains[i].model)
    text = f"The best feature alone, {feature}, reaches {symbol} {_two(gains[order[0]].feature)}"
    for place, index in enumerate(order[:_MOST]):
        told, value = gains[index], _two(gains[index].value)
        words = ("the gain over the best feature is ", "95 % interval ") if not place else ("", "")
        interval = "" if no_interval else f" ({words[1]}{_two(told.low)} to {_two(told.high)})"
        lead = words[0] or "gain "
        text += f"; {names[index]} {_two(told.model)}: {lead}{value}{interval}"
    more = len(order) - _MOST
    text += f"; and {more} more." if more > 0 else "."
    return text + (f" No interval: {no_interval}." if no_interval else "")


def explain_gain(gain, no_interval=""):
    """The gain of one model, for its tool tip."""
    text = f"gain over the best feature alone {number(gain.value)}"
    if no_interval:
        return text
    return f"{text}, 95 % interval {number(gain.low)} to {number(gain.high)}"


def explain_worse(names, gains, no_interval=""):
    """Which models are below the best feature, which none should be; empty for none.

    Examples
    --------
    >>> from orangecontrib.phidelta.core.features.gains import Gain
    >>> surely, perhaps = Gain(0.2, 0.5, -0.3, -0.4, -0.1), Gain(0.4, 0.5, -0.1, -0.2, 0.1)
    >>> print(explain_worse(["A", "B"], [surely, perhaps]).replace("; ", "\\n"))
    Worse than the best feature alone: A
    below it here, which the choice of the feature and chance may explain: B
    """
    pairs = list(zip(names, gains, strict=True))
    surely = [name for name, gain in pairs if gain.is_worse and not no_interval]
    below = [name for name, gain in pairs if gain.value < 0 and name not in surely]
    parts = []
    if surely:
        parts.append(f"Worse than the best feature alone: {', '.join(surely)}")
    if below:
        lead = "below it here" if surely else "Below the best feature alone here"
        why = "which the choice of the feature and chance may explain"
        parts.append(f"{lead}, {why}: {', '.join(below)}")
    return "; ".join(parts)


def explain_other_target(name, values, own_name, own_values):
    """That results are about another target than the data, and what to do."""
    what, own = (f"“{n}” ({', '.join(v)})" for n, v in ((name, values), (own_name, own_values)))
    return (
        f"The results are about {what}, the data about {own}. "
        "Connect results of models tested on these data."
    )


def _two(value):
    return number(value, digits=2)
