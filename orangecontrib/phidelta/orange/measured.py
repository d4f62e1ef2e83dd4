"""What pictures draw of measures, and tell: isometrics, a background, values at a place."""

from dataclasses import dataclass, field

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.decisions.rasters import raster
from orangecontrib.phidelta.core.measurewords import explain_measures
from orangecontrib.phidelta.core.words import explain_place

#: Isometrics through more places than these would cover the picture.
MOST_PLACES = 100


class Measured:
    """Base of what has a `prevalence`, and the `parameters` of all measures, by name."""

    def parameters_of(self, measure):
        """Those that a measure has; its name may be empty."""
        wanted = MEASURES[measure].parameters if measure else ()
        return {key: self.parameters[key] for key in wanted}

    def levels(self, measure, kind, typed, points, rates):
        """Levels at which isometrics of a measure are drawn.

        Parameters
        ----------
        measure : str
        kind : str
            "models": those of `points`, a list of (fpr, tpr); "typed": those `typed`; else round
            ones among those of `rates`, as of `Measure.levels`.
        """
        if kind == "typed":
            return typed
        of, parameters = MEASURES[measure], self.parameters_of(measure)
        if kind == "models":
            return of.levels_at(points, self.prevalence, **parameters)
        return of.levels(self.prevalence, rates=rates, **parameters)

    def isometrics(self, measure, levels, points, step=1):
        """Isometrics of a measure at these levels, as `Measure.isometrics`; exact at `points`."""
        parameters = self.parameters_of(measure)
        return MEASURES[measure].isometrics(levels, self.prevalence, points, step, **parameters)

    def background(self, measure):
        """The `Raster` of a measure; None where its name is empty."""
        if not measure:
            return None
        return raster(MEASURES[measure], self.prevalence, **self.parameters_of(measure))


@dataclass(frozen=True)
class MeasureChoice:
    """Which measures pictures show, and how.

    Attributes
    ----------
    isometrics : tuple of str
    background : str
        Empty for none.
    kind, typed
        Levels of the isometrics, as of `Measured.levels`.
    parameters : dict of str to float
        Of all measures.
    """

    isometrics: tuple[str, ...] = ()
    background: str = ""
    kind: str = "round"
    typed: tuple[float, ...] = ()
    parameters: dict[str, float] = field(default_factory=lambda: dict(DEFAULTS))

    @property
    def names(self):
        """All measures shown."""
        return list(dict.fromkeys([*self.isometrics, *filter(None, [self.background])]))

    @property
    def costs(self):
        """Parameters of the cost, if it is among them; else None."""
        return self.at(0.5).parameters_of("cost") if "cost" in self.names else None

    def at(self, prevalence):
        """The `MeasuredPicture` at a class ratio."""
        return MeasuredPicture(self, prevalence)


@dataclass(frozen=True)
class MeasuredPicture(Measured):
    """The measures of a choice in a picture of features at one class ratio."""

    choice: MeasureChoice
    prevalence: float

    @property
    def parameters(self):
        """Of all measures."""
        return self.choice.parameters

    def explain(self, fpr, tpr):
        """What all measures shown say of a feature, as `explain_measures`."""
        return explain_measures(fpr, tpr, self.prevalence, self._told)

    def explain_place(self, fpr, tpr):
        """Values of all measures shown at a place."""
        return explain_place(fpr, tpr, self.prevalence, self._told)

    @property
    def _told(self):
        return {name: self.parameters_of(name) for name in self.choice.names}
