"""A choice of features: none, all, by hand, the best, those within limits, or by regions."""

from dataclasses import asdict, dataclass

from orangecontrib.phidelta.core.features.regions import Regions

#: Modes that select by a rule, and the part that tells it.
RULES = {"best": "count", "limit": "limit", "q": "q_limit", "region": "regions"}


def regions_of(setting):
    """The `Regions` of what `regions_as_setting` has given."""
    return Regions(**(setting | {"kept": tuple(setting["kept"])}))


def regions_as_setting(regions):
    """`Regions` as a dict of what can be stored."""
    return asdict(regions) | {"kept": list(regions.kept)}


@dataclass(frozen=True)
class FeatureChoice:
    """Which features are selected.

    Attributes
    ----------
    mode : str
        "none", "all", "manual", or one of `RULES`.
    count : int
        So many, for "best".
    limit : float
        All of at least this |δ|, for "limit".
    q_limit : float
        All with at most this q-value, for "q".
    regions : Regions
        Those kept, for "region".
    similarity : float or None
        Of `RULES`: pass over features more similar to a better one than this.
    selected : tuple of str
        Names of the features selected by hand, for "manual".
    """

    mode: str = "best"
    count: int = 5
    limit: float = 0.1
    similarity: float | None = None
    selected: tuple[str, ...] = ()
    q_limit: float = 0.05
    regions: Regions = Regions()

    @classmethod
    def of(cls, setting):
        """From what `as_setting` has given."""
        names, regions = tuple(setting["selected"]), regions_of(setting["regions"])
        return cls(**(setting | {"selected": names, "regions": regions}))

    def as_setting(self):
        """The same as a dict of what can be stored."""
        return asdict(self) | {
            "selected": list(self.selected),
            "regions": regions_as_setting(self.regions),
        }

    @property
    def rule(self):
        """What `SelectFeatures` is to keep, as keywords; None if no rule selects."""
        if self.mode not in RULES:
            return None
        name = RULES[self.mode]
        return {name: getattr(self, name), "similarity": self.similarity}

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
