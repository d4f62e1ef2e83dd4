"""How the features of a table are scored: a question, and the objects that answer it."""

from dataclasses import dataclass, replace

from orangecontrib.phidelta.core.features.encodings import DEFAULT
from orangecontrib.phidelta.core.features.ranking import TESTED, rank
from orangecontrib.phidelta.core.features.selection import FeatureScores
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange.positive import PositiveClass, sides_of
from orangecontrib.phidelta.orange.signatures import any_signature, any_signatures, table_signature
from orangecontrib.phidelta.orange.tablecheck import check_features, occurring_classes


@dataclass(frozen=True)
class Scoring:
    """How features are scored; equal ones give the same ranks of the same table.

    Attributes
    ----------
    positive : tuple of str, or None
        Class values that count as positive (one may be given as such). None: of two classes the
        second; of more, each in turn is set against the rest, and a feature counts by what it does
        best; p- and q-values are corrected for the number of classes. A `PositiveClass` stands
        for its names and its negatives.
    negatives : tuple of str
        Class values that count as negative, if there is a positive class; none: all the rest.
    criterion : str
        As of `core.features.ranking.rank`.
    encoding, subsets : str
        As of `core.features.statistics.class_signature`.
    prevalence : float, optional
        Fraction of positives that the criterion shall hold for; None: that of the data.
    """

    positive: tuple[str, ...] | None = None
    criterion: str = "delta"
    encoding: str = DEFAULT
    subsets: str = "best"
    prevalence: float | None = None
    negatives: tuple[str, ...] = ()

    def __post_init__(self):
        if self.positive is not None:
            positive, negatives = sides_of(self.positive, self.negatives)
            object.__setattr__(self, "positive", positive)
            object.__setattr__(self, "negatives", negatives)

    @property
    def positive_class(self):
        """Both sides as one; None for each class in turn, which is against the rest."""
        if self.positive is None:
            return None
        return PositiveClass(self.positive, negatives=self.negatives)

    @property
    def ranked_by(self):
        """The same without what makes no difference to ranks: a class ratio that is not used."""
        if QUANTITIES[self.criterion].follows_class_ratio:
            return self
        return replace(self, prevalence=None)

    def signature(self, data, progress=None):
        """The `TableSignature` of a table, for the positive class given."""
        return table_signature(data, self.positive_class, self.encoding, self.subsets, progress)

    def rank(self, signature):
        """The `Ranking` of a signature."""
        return rank(signature, self.criterion, self.prevalence)

    def scores(self, data, tests=False):
        """The `FeatureScores` of a table, with q-values if it `tests` or ranks by a test.

        Raises
        ------
        UnfitError
            As `table_signature` does, but not where no feature varies.
        """
        check_features(data)
        choices = [self.positive_class]
        if self.positive is None:
            classes = occurring_classes(data)
            choices = classes if len(classes) > 2 else classes[1:]
        how = {
            "encoding": self.encoding,
            "subsets": self.subsets,
            "tests": tests or self.criterion in TESTED,
        }
        if len(choices) > 1:
            signatures = any_signatures(data, **how).values()
        else:
            signatures = [any_signature(data, choices[0], **how)]
        return FeatureScores.of(*map(self.rank, signatures))
