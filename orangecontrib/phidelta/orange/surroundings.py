"""What stands around selected classifiers: baselines, their hull, and who is better reversed."""

from dataclasses import dataclass
from functools import cached_property

from orangecontrib.phidelta.core.choosing.mixtures import chance_like
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.reversal import better_reversed
from orangecontrib.phidelta.core.decisions.spaces import BASELINES
from orangecontrib.phidelta.core.words import explain
from orangecontrib.phidelta.orange.comparisons import Comparison
from orangecontrib.phidelta.orange.hulls import hull_of

#: More of them would only darken the picture.
_MOST_GHOSTS = 20


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What stands around the classifiers of some names.

    Attributes
    ----------
    comparison : Comparison
    names : tuple of str
        Of the selected classifiers.
    """

    comparison: Comparison
    names: tuple[str, ...]

    @cached_property
    def baselines(self):
        """Decisions to compare with: name to (fpr, tpr).

        Around a single classifier also chance that says "positive" as often as it does.
        """
        if len(self._places) != 1:
            return BASELINES
        [(name, place)] = self._places.items()
        like = chance_like(*place, self.comparison.prevalence)
        return BASELINES | {f"chance, as often positive as {name}": like}

    @cached_property
    def ghosts(self):
        """Who is better reversed: name to (fpr, tpr) as it is, and reversed; none of very many."""
        found = {name: (place, better_reversed(*place)) for name, place in self._places.items()}
        ghosts = {name: places for name, places in found.items() if places[1] is not None}
        return ghosts if len(ghosts) <= _MOST_GHOSTS else {}

    @cached_property
    def hull(self):
        """The `Hull` of the classifiers; None without any."""
        selected = self.comparison.selected(self.names)
        return hull_of(selected) if selected else None

    def explain(self, name, part, index, told):
        """What there is to say about a part, as a sentence.

        Parameters
        ----------
        name, part, index
            The "baseline" or the "ghost" of this name, or a place of the "hull" by its index in
            the `mixtures`.
        told : dict of str to dict
            As of `Comparison.told`.
        """
        if part == "baseline":
            (fpr, tpr), head = self.baselines[name], name
        elif part == "ghost":
            (_, (fpr, tpr)), head = self.ghosts[name], f"{name}, reversed"
        else:
            mixed, head = self.hull.mixtures, self.hull.describe(index)
            fpr, tpr = float(mixed.fpr[index]), float(mixed.tpr[index])
        counts = Counts.from_rates(tpr, 1 - fpr)
        positive, prevalence = self.comparison.evaluation.positive.text, self.comparison.prevalence
        return explain(counts, positive, prevalence, head, is_counted=False, also=told)

    @cached_property
    def _places(self):
        return {
            each.name: (float(each.counts.fpr), float(each.counts.tpr))
            for each in self.comparison.selected(self.names)
        }
