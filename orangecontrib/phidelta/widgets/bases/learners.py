"""Widgets on results that send a model or a learner with a cut."""

from Orange.base import Learner
from Orange.widgets.widget import Input

from orangecontrib.phidelta.orange.testedmodels import model_names
from orangecontrib.phidelta.widgets.bases.results import OWResultsWidget


class OWLearnerWidget(OWResultsWidget, openclass=True):
    """Base of widgets with results and a learner, which they send on with a cut.

    `usual` are the choices that contexts keep, with their values for new models.
    """

    usual = {}

    class Inputs(OWResultsWidget.Inputs):
        learner = Input("Learner", Learner)

    def __init__(self):
        super().__init__()
        self.learner = None

    @Inputs.learner
    def set_learner(self, learner):
        self.learner = learner

    def open_what_came(self):
        names = model_names(self.results) if self.results else ()
        self.open_results(names, **self.usual)
