"""The marks of several layers in the order of their importance."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class MarkHit:
    """A mark by number in its layer."""

    layer: int
    mark: int


class RankedMarks:
    """The marks of several layers as one list, the most important first.

    A *rank* is a number in this list; `layer`, `mark`, `fpr` and `tpr` are arrays by rank.

    Parameters
    ----------
    ranking : int array (k, 2)
        Number of the layer and mark; others are not shown.
    """

    def __init__(self, layers=(), ranking=()):
        self.layers = list(layers)
        self.layer, self.mark = np.reshape(ranking, (-1, 2)).astype(int).T
        self.fpr = self.gather(lambda layer: layer.fpr, float)
        self.tpr = self.gather(lambda layer: layer.tpr, float)

    def __len__(self):
        return len(self.mark)

    def hit(self, rank):
        """The `MarkHit` of a rank."""
        return MarkHit(int(self.layer[rank]), int(self.mark[rank]))

    def gather(self, of, kind):
        """Array by rank of what a callable gives of each layer, by mark."""
        found = np.zeros(len(self), kind)
        for number, layer in enumerate(self.layers):
            ranks = np.flatnonzero(self.layer == number)
            if len(ranks):
                found[ranks] = of(layer)[self.mark[ranks]]
        return found

    def has(self, variables):
        """Array by rank: whether it is a mark of one of these variables."""
        if not variables:
            return np.zeros(len(self), bool)
        return self.gather(lambda layer: layer.has(variables), bool)

    def variables(self, is_in):
        """Set of the variables of the marks that are in, an array by rank."""
        of = [self.mark[is_in & (self.layer == number)] for number in range(len(self.layers))]
        pairs = zip(self.layers, of, strict=True)
        return set().union(*(layer.variables_of(marks) for layer, marks in pairs))

    def ranks(self, found):
        """The ranks of marks given as an array for each layer, those without one left out.

        The first of each layer come first, then the second ones, and so on.
        """
        ranks = []
        for number, marks in enumerate(found):
            of = np.full(len(self.layers[number].fpr), -1)
            own = np.flatnonzero(self.layer == number)
            of[self.mark[own]] = own
            places = of[marks]
            ranks.append(np.column_stack([np.arange(len(places)), places])[places >= 0])
        joined = np.concatenate(ranks) if ranks else np.empty((0, 2), int)
        return joined[np.argsort(joined[:, 0], kind="stable"), 1]

    @cached_property
    def _by_phi(self):
        """The ranks from the most characteristic on, and from the rarest on."""
        often = self.fpr + self.tpr
        return [np.argsort(key, kind="stable") for key in (-often, often)]

    def first(self, count, is_in, is_at_corners=False):
        """So many of the ranks that are in (an array by rank), the first ones: a list.

        At the corners: the best, the most characteristic and the rarest in turn.
        """
        best = [np.flatnonzero(is_in)[:count].tolist()]
        if is_at_corners:
            best += [order[is_in[order]][:count].tolist() for order in self._by_phi]
        taken = dict.fromkeys(rank for each in zip(*best, strict=True) for rank in each)
        return list(taken)[:count]
