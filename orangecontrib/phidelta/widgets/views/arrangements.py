"""How the signatures of several classes are put into pictures."""

from dataclasses import dataclass

#: Why no negative classes can be chosen.
EACH_CLASS = "Each class is set against all others"


@dataclass(frozen=True)
class OnePicture:
    """The positive class alone, at the class ratio that is set."""

    title: str
    tip: str
    #: Whether it is about the positive class chosen; else each class is set against the rest.
    is_of_positive: bool = True
    #: Whether it can be seen at a class ratio.
    has_view: bool = True
    has_titles: bool = False
    #: Why there can be no band of chance.
    no_band: str = ""

    def choices(self, positive, values):
        """Positive class values of each signature."""
        return [positive] if self.is_of_positive else [(value,) for value in values]

    def pictures(self, count):
        """Numbers of the signatures in each picture; at least one picture."""
        return [list(range(count))]

    def prevalence(self, shown, picture, chosen):
        """At which a picture of a `SignatureSet` is seen; `chosen` by the user."""
        return chosen


class Beside(OnePicture):
    """A picture of each class, at its own class ratio."""

    def pictures(self, count):
        return [[number] for number in range(count)] or [[]]

    def prevalence(self, shown, picture, chosen):
        return shown.prevalence(picture) if shown.signatures else 0.5


class Overlaid(OnePicture):
    """All classes in one picture; they have no class ratio in common."""

    def prevalence(self, shown, picture, chosen):
        return 0.5


ARRANGEMENTS = {
    "one": OnePicture("The positive class", "Features against the positive class chosen above"),
    "beside": Beside(
        "Each class, side by side",
        "One picture a class, each against the rest",
        is_of_positive=False,
        has_titles=True,
    ),
    "over": Overlaid(
        "Each class, overlaid",
        "One picture, a colour for each class against the rest",
        is_of_positive=False,
        has_view=False,
        no_band="Classes overlaid have no band in common",
    ),
}
