"""What the Threshold Tuner does in the background: fit the learner that is to be cut."""

from functools import partial

from Orange.widgets.widget import Msg

from orangecontrib.phidelta.orange.cuts import has_probabilities, no_probabilities
from orangecontrib.phidelta.orange.testedmodels import stored_model
from orangecontrib.phidelta.widgets.bases.classes import unfit_told
from orangecontrib.phidelta.widgets.bases.results import OWResultsWidget
from orangecontrib.phidelta.widgets.bases.tuningtask import outputs
from orangecontrib.phidelta.widgets.bases.work import WorkMixin


class FittingMixin(WorkMixin):
    """Fits a learner, cuts it and its model, and sends them.

    The widget has what is sent: `tuned`, the `point`, and the settings of the outputs.
    """

    class Error(OWResultsWidget.Error):
        unfit_learner = Msg("The learner cannot be used: {}")

    class Warning(OWResultsWidget.Warning):
        other_learner = Msg(
            "The cut is that of “{}”, but the learner is “{}”. "
            "Connect the learner that was tested."
        )

    class Information(OWResultsWidget.Information):
        no_model = Msg("No model on the output: {}")
        no_learner = Msg("Connect a Learner to get a learner with this cut.")

    def __init__(self):
        WorkMixin.__init__(self)
        self.fitted = None

    def fit_learner(self, results, tuned):
        """Fit the learner on the data of the results, unless they hold the model that is tuned."""
        self.cancel()
        self.fitted = None
        self.Error.unfit_learner.clear()
        if self.learner is None or results is None:
            return
        reason = self.learner.incompatibility_reason(results.domain)
        stored = None if tuned is None else stored_model(results, tuned.classifier.index)
        if reason:
            self.Error.unfit_learner(reason)
        elif stored is None and results.data is not None:
            self.start(_fit, self.learner, results.data)
        elif stored is not None and self.learner.name == tuned.classifier.name:
            self._tell_unfit(stored)

    def _tell_unfit(self, model):
        """Tell if a model of the learner has no probabilities: nor will any other one."""
        if not has_probabilities(model):
            self.Error.unfit_learner(no_probabilities(self.learner.name))

    def tell_learner(self, tuned):
        """Tell if there is no learner, or another than the one that was tested."""
        self.Information.no_learner(shown=tuned is not None and self.learner is None)
        tested = tuned.classifier.name if tuned is not None else ""
        name = getattr(self.learner, "name", "")
        is_other = None not in (tuned, self.learner) and tested != name
        self.Warning.other_learner(tested, name, shown=is_other)

    def sent(self):
        """Steps: make the outputs and send them."""
        self.tell_learner(self.tuned)
        results = thresholds = cut = None
        if self.tuned is not None:
            cut = self.point.cut
            made = partial(outputs, self.tuned, self.results, cut, self.maximum_rows)
            results, thresholds = yield made
        prevalence = None if self.class_ratio is None else self.ratio_control.prevalence
        fixed = None if self.tune_inside else cut
        self.Outputs.results.send(results)
        self.Outputs.thresholds.send(thresholds)
        self.Outputs.model.send(self.cut_model(self.tuned, self.results, cut))
        self.Outputs.learner.send(self.cut_learner(self.tuned, fixed, prevalence))

    def cut_model(self, tuned, results, cut):
        """The model of the results, or the one fitted, that decides by this cut; or None."""
        self.Information.no_model.clear()
        if tuned is None:
            return None
        base = stored_model(results, tuned.classifier.index) or self.fitted
        if base is None:
            self.Information.no_model(self._why_not_fitted(results))
            return None
        with unfit_told(self.Information.no_model):
            return tuned.model(base, cut)
        return None

    def cut_learner(self, tuned, cut, prevalence):
        """The learner with this cut, or one that tunes inside if it is None; or None."""
        if None in (tuned, self.learner) or self.Error.unfit_learner.is_shown():
            return None
        if cut is None:
            return tuned.tuning_learner(self.learner, prevalence)
        return tuned.learner(self.learner, cut)

    def _why_not_fitted(self, results):
        if self.learner is None:
            return "each fold has its own. Connect a Learner, or test on test data"
        if results.data is None:
            return "the results come without data, on which the learner could be fitted"
        if self.Error.unfit_learner.is_shown():
            return "the learner cannot be used"
        return "the learner is being fitted"

    def on_done(self, result):
        self.fitted = result
        self._tell_unfit(result)
        self.commit.deferred()

    def on_exception(self, ex):
        self.Error.unfit_learner(str(ex) or type(ex).__name__)
        self.commit.deferred()


def _fit(learner, data, state):
    state.set_status("Fitting")
    return learner(data)
