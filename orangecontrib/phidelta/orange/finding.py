"""Marks of signatures by what they are called."""

import numpy as np

#: Nothing is called by an empty text.
_NOTHING = np.zeros(0, int)


class Finder:
    """Finds marks by a part of their name, whatever the case of its letters.

    Parameters
    ----------
    signatures : sequence of TableSignature

    Attributes
    ----------
    count : int
        Number of the features that have marks, of all signatures.
    """

    def __init__(self, signatures=()):
        self._parts = [_Names(each) for each in signatures]
        names = (part.variables.values() for part in self._parts)
        self.count = len(set().union(*names))

    def find(self, text):
        """The marks with this text in their names.

        Parameters
        ----------
        text : str
            Space around it does not count; of an empty one, nothing is found.

        Returns
        -------
        list of int arrays
            The marks of each signature: first those called so, or whose feature is, then those
            whose name begins so, then the others; of each the one with the greatest |δ| first.
        """
        text = text.strip().casefold()
        return [part.find(text) if text else _NOTHING for part in self._parts]

    def variables(self, found):
        """Names of the features of marks, an array for each signature: a sorted list."""
        pairs = zip(self._parts, found, strict=True)
        return sorted({part.variables[mark] for part, marks in pairs for mark in marks.tolist()})


class _Names:
    """The names of the marks of one signature, those with the greatest |δ| first."""

    def __init__(self, signature):
        labels, variables, _ = signature.mark_words
        strength = np.abs(signature.signature.delta)
        order = np.argsort(-strength, kind="stable")
        self._order = order[~np.isnan(strength[order])].tolist()
        self._labels = [labels[mark].casefold() for mark in self._order]
        self.variables = {mark: variables[mark] for mark in self._order}

    def find(self, text):
        """The marks with this folded text in their names."""
        found = [place for place, label in enumerate(self._labels) if text in label]
        found.sort(key=lambda place: self._remoteness(place, text))
        return np.array([self._order[place] for place in found], int)

    def _remoteness(self, place, text):
        """0 for what is called so, 1 for what begins so, else 2."""
        label = self._labels[place]
        if text in (label, self.variables[self._order[place]].casefold()):
            return 0
        return 1 if label.startswith(text) else 2
