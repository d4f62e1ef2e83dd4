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
        if len(self._selected) != 1:
            return BASELINES
        [single] = self._selected
        rates = float(single.counts.fpr), float(single.counts.tpr)
        like = chance_like(*rates, self.comparison.prevalence)
        return BASELINES | {f"chance, as often positive as {single.name}": like}

    @cached_property
    def ghosts(self):
        """Who is better reversed: name to (fpr, tpr) as it is, and reversed; none of very many."""
        ghosts = {}
        for each in self._selected:
            place = float(each.counts.fpr), float(each.counts.tpr)
            reverse = better_reversed(*place)
            if reverse is not None:
                ghosts[each.name] = place, reverse
            if len(ghosts) > _MOST_GHOSTS:
                return {}
        return ghosts

    @cached_property
    def hull(self):
        """The `Hull` of the classifiers; None without any."""
        return hull_of(self._selected) if self._selected else None

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
        positive, prevalence = self.comparison.evaluation.positive, self.comparison.prevalence
        how = {"is_counted": False, "also": told, "others": positive.others}
        return explain(counts, positive.text, prevalence, head, **how)

    def at(self, comparison):
        """For another comparison; of the same classifiers, hull and ghosts are kept."""
        other = Surroundings(comparison, self.names)
        known = self.comparison
        sources = "evaluation", "points", "groups"
        if all(getattr(known, each) is getattr(comparison, each) for each in sources):
            kept = ("_selected", "ghosts", "hull")
            vars(other).update({name: vars(self)[name] for name in kept if name in vars(self)})
        return other

    @cached_property
    def _selected(self):
        return self.comparison.selected(self.names)
