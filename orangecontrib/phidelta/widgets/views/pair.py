"""What is told of two models: which is better, and could chance have decided?"""

from AnyQt.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.pairs import LastPair
from orangecontrib.phidelta.widgets.controls.kinds import Number
from orangecontrib.phidelta.widgets.controls.sentences import Sentences
from orangecontrib.phidelta.widgets.controls.shared import DecimalSpin

#: Which question the sentences answer.
_CASES = "Other test cases, the same models: "
_TRAINING = "Other training data too: "
_OWN_RATIOS = (
    "The table has each group at its own class ratio, the picture all of them at that in force."
)
#: Of more models the sentences would take the room of the diagram.
_MOST_TOLD = 3
#: Differences up to this one count as none.
ROPE = Number(0, 1)


class PairPanel(QWidget):
    """Sentences on two models, and from which difference on one over the folds counts."""

    def __init__(self):
        super().__init__()
        self._last = LastPair()
        self.cases, self.folds = Sentences(), Sentences()
        self.rope = DecimalSpin(**ROPE.limits, singleStep=0.005, decimals=3)
        self.rope.setAccessibleName("Differences that count as none")
        self.rope.setToolTip(
            "Region of practical equivalence: two models that differ by no more than this are "
            "as good as each other. In the unit of the first measure of the isometrics, or of "
            "accuracy"
        )
        self._rope_label = QLabel("Equal up to:")
        over_folds = QHBoxLayout()
        over_folds.addWidget(self.folds, 1)
        over_folds.addWidget(self._rope_label)
        over_folds.addWidget(self.rope)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.cases)
        layout.addLayout(over_folds)
        self.hide()

    def show_pair(self, comparison, names, measures, rope):
        """Tell how the models of these names differ; gives the `Pair`, or None.

        Parameters
        ----------
        comparison : Comparison
        names : list of str
            Unless there are two, nothing is shown.
        measures : list of str
            The first one is told over the folds; accuracy for none.
        rope : float
        """
        pair, told, over_folds = None, "", ""
        if len(names) != 2:
            self._last = LastPair()  # with it go the results that it was of
        else:
            try:
                pair = self._last.of(comparison.evaluation, names)
                told, over_folds = _told(comparison, pair, measures, rope)
            except UnfitError as error:
                told = f"The two are not compared. {error}"
        self._tell(told, over_folds, comparison)
        return pair

    def show_groups(self, comparison, models):
        """Tell why the accuracy of these models differs between groups; of three at most."""
        told = list(filter(None, map(comparison.groups.explain, models[:_MOST_TOLD])))
        if comparison.class_ratio is None:
            told.append(_OWN_RATIOS)
        self._tell("\n".join(told), "", comparison)

    def _tell(self, told, over_folds, comparison):
        names = {*comparison.names, *(each.name for each in comparison.classifiers)}
        self.cases.tell(told, names)
        self.folds.tell(over_folds, names)
        for part in (self.folds, self._rope_label, self.rope):
            part.setVisible(bool(over_folds))
        self.setVisible(bool(told))
        self._keep_room()

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._keep_room()

    def _keep_room(self):
        """A splitter does not ask how high wrapped text of this width is, and would clip it."""
        self.setMinimumHeight(max(self.layout().totalHeightForWidth(self.width()), 0))
        # what was laid out while this is a resize does not know of it
        self.layout().update()

    @property
    def text(self):
        """All that is told."""
        return "\n".join(filter(None, (self.cases.whole, self.folds.whole)))


def _told(comparison, pair, measures, rope):
    """Sentences on other test cases, and on other training data."""
    costs = {key: comparison.parameters[key] for key in MEASURES["cost"].parameters}
    prevalence = comparison.prevalence
    positive = comparison.evaluation.positive
    told = pair.explain(positive.text, prevalence, **costs, others=positive.others)
    measure = next(iter(measures), "accuracy")
    parameters = comparison.parameters_of(measure)
    over_folds = pair.explain_over_folds(
        measure, rope, comparison.measured_prevalence(pair.first), **parameters
    )
    told = told.replace("\n", " ")
    return _CASES + told, over_folds and _TRAINING + over_folds
