"""A choice of features: none, all, by hand, the best, or those above a limit."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class FeatureChoice:
    """Which features are selected.

    Attributes
    ----------
    mode : str
        "none", "all", "manual", "best" or "limit".
    count : int
        So many, for "best".
    limit : float
        All of at least this |δ|, for "limit".
    similarity : float or None
        Of "best" and "limit": pass over features more similar to a better one than this.
    selected : tuple of str
        Names of the features selected by hand, for "manual".
    """

    mode: str = "best"
    count: int = 5
    limit: float = 0.1
    similarity: float | None = None
    selected: tuple[str, ...] = ()

    @classmethod
    def of(cls, setting):
        """From what `as_setting` has given."""
        return cls(**(setting | {"selected": tuple(setting["selected"])}))

    def as_setting(self):
        """The same as a dict of what can be stored."""
        return asdict(self) | {"selected": list(self.selected)}

    @property
    def rule(self):
        """What `SelectFeatures` is to keep, as keywords; None if no rule selects."""
        if self.mode not in ("best", "limit"):
            return None
        return {
            "count": self.count if self.mode == "best" else None,
            "limit": self.limit if self.mode == "limit" else None,
            "similarity": self.similarity,
        }

    @property
    def must_compare(self):
        """Whether features are to be compared with each other, which may take long."""
        return self.rule is not None and self.similarity is not None

    def features(self, ranked):
        """The features of `RankedFeatures` so chosen, best first; not if they must be compared."""
        if self.rule is not None:
            return ranked.best(**self.rule)[0]
        if self.mode == "manual":
            return ranked.named(self.selected)
        return ranked.order if self.mode == "all" else []
