"""What is shown under operating conditions, and what may move: choices, and boxes for them."""

from orangecontrib.phidelta.widgets.controls.shared import NameCombo

#: What is chosen by itself.
BEST = {"": ("The one that costs least", "Now, or on average over the range")}
#: What models may do.
DECISIONS = {
    "movable": ("Each model with its best cut", "The cut follows class ratio and costs"),
    "fixed": ("Each model as it decides", "The decision does not change"),
}
#: What dragging the line changes.
MOVES = {
    "costs": ("Line moves the cost of a miss", "The class ratio stays"),
    "ratio": ("Line moves the class ratio", "The costs stay"),
}
#: Costs are told as a share of the cost of all wrong, or of the better dummy.
SCALES = {
    "normalised": ("Cost: share of all wrong", "0 is no error, 1 is to decide every case wrongly"),
    "dummy": (
        "Cost: share of the better dummy",
        "1 is to call all cases negative, or all positive, whichever costs less",
    ),
}
#: What the map may show.
FLAVOURS = {
    "winner": ("Map: winner", "The model of the greatest score"),
    "margin": ("Map: margin of the winner", "How far the winner is ahead of the next"),
    "value": ("Map: score of the chosen model", "Its score at each place, from 0 to 1"),
    "rank": ("Map: rank of the chosen model", "1 for the best, drawn in full colour"),
    "certainty": ("Map: certainty", "Winner, paler where fewer bootstrap samples agree"),
}


#: Choices by setting, and how their boxes are called.
_COMBOS = {
    "decisions": (DECISIONS, "Decisions"),
    "chosen": (BEST, "Chosen model"),
    "moves": (MOVES, "What the line moves"),
    "scale": (SCALES, "Scale of the costs"),
    "flavour": (FLAVOURS, "What the map shows"),
}


def combo(setting):
    """A combo box with the choices of a setting."""
    choices, name = _COMBOS[setting]
    box = NameCombo(choices)
    box.setAccessibleName(name)
    return box
