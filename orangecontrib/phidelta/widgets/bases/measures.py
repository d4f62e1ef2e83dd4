"""Isometrics and a background in the pictures of a Class Signature."""

from Orange.widgets.settings import Setting

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.orange.measured import MeasureChoice
from orangecontrib.phidelta.widgets.controls.kinds import Flag, ListOf, OneOf
from orangecontrib.phidelta.widgets.controls.levels import FEATURE_LEVELS, TYPED_LEVELS
from orangecontrib.phidelta.widgets.controls.measures import PARAMETER_KINDS, MeasureControls
from orangecontrib.phidelta.widgets.controls.shared import Check

#: While the class ratio moves, isometrics are traced on every second knot.
_COARSE = 2
_TIP = (
    "Lines on which a measure has the same value, and a measure as background: at 1 : 1 in the "
    "standard view, else at the class ratio of the picture"
)


class MeasuresMixin:
    """Draws measures, if the user wants to see them; what features cost is sent as well.

    The widget has `pictures`, a `SignatureGrid`, `prevalences`, those at which they are seen,
    `selection`, and a message `Information.unreached`.
    """

    # of the workflow only: each new widget begins without them
    show_measures = Setting(False, kind=Flag(), schema_only=True)
    isometrics = Setting([], kind=ListOf(OneOf(MEASURES)))
    levels = Setting("round", kind=OneOf(FEATURE_LEVELS))
    typed_levels = Setting([], kind=TYPED_LEVELS)
    background = Setting("", kind=OneOf(["", *MEASURES]))
    parameters = Setting(DEFAULTS, kind=PARAMETER_KINDS)

    def add_measures(self, box):
        """Add a box to tick, and what it shows."""
        self.costs_sent = None
        self.measures_check = Check("Isometrics and background", _TIP)
        self.measures = MeasureControls(FEATURE_LEVELS)
        self.measures.isometrics.setToolTip("Isometrics of these measures")
        shows = self.draw_measures, self.send_costs
        self.bind("show_measures", self.measures_check, *shows, box=box)
        names = "isometrics", "background", "parameters"
        self.bind(names, self.measures, *shows, box=box)
        self.bind(("levels", "typed_levels"), self.measures.levels, self.draw_measures)

    @property
    def measure_choice(self):
        """The `MeasureChoice` drawn; of nothing if the box is not ticked."""
        if not self.show_measures:
            return MeasureChoice()
        names = tuple(self.isometrics), self.background
        return MeasureChoice(*names, self.levels, tuple(self.typed_levels), self.parameters)

    def draw_measures(self, step=1):
        """Draw isometrics and background; `step` as of `Measure.isometrics`."""
        self.measures.setVisible(self.show_measures)
        choice = self.measure_choice
        lines = self.pictures.show_measures(choice, self.prevalences, self.selection, step)
        is_typed = choice.kind == "typed" and bool(choice.isometrics and choice.typed)
        is_known = bool(self.shown.signatures)
        self.Information.unreached(shown=is_typed and is_known and not lines)

    def move_space(self):
        """Show a class ratio that may still move."""
        self.show_space(_COARSE)

    def settle(self):
        """Draw finely and send, when the class ratio moves no longer."""
        self.draw_measures()
        self.commit.deferred()

    def draw_selected(self):
        """Draw lines through other marks than before."""
        if self.show_measures and self.levels == "models":
            self.draw_measures()

    def send_costs(self):
        """Send the scores anew if what they tell of costs has changed."""
        if self.measure_choice.costs != self.costs_sent:
            self.commit.deferred()

    @property
    def reported_measures(self):
        """Items of the report."""
        choice = self.measure_choice
        return (
            ("Isometrics", ", ".join(MEASURES[name].title for name in choice.isometrics)),
            ("Levels of isometrics", bool(choice.isometrics) and FEATURE_LEVELS[choice.kind][0]),
            ("Background", choice.background and MEASURES[choice.background].title),
        )
