"""What Operating Conditions does in the background where there are many predictions."""

from functools import partial

from orangecontrib.phidelta.widgets.bases.classes import unfit_told


def prepared(conditions, ranges, where, _progress):
    """`Conditions` with who costs least where, over two ranges unless they are None, and a map.

    `where` is a prevalence, and the resolution of the map of preferences.
    """
    _ = conditions.stretches, ranges is not None and conditions.over(*ranges)
    conditions.preferences(*where)
    return conditions


def outputs(outlook, results, _progress):
    """Results of the choice of an `Outlook`, and the table of candidates."""
    positive = outlook.conditions.evaluation.positive
    return outlook.choice.results(results, positive), outlook.table


class SendingMixin:
    """Makes the outputs of a widget with `conditions` and an `outlook`, and sends them."""

    def sent(self):
        """Steps: make the outputs and send them."""
        self.Information.no_model.clear()
        results = model = learner = table = None
        if self.conditions is not None:
            positive, outlook = self.evaluation.positive, self.outlook
            choice = outlook.choice
            results, table = yield partial(outputs, outlook, self.results)
            learner = choice.learner(self.learner, positive)
            with unfit_told(self.Information.no_model):
                model = choice.model(self.results, positive)
        self.Outputs.results.send(results)
        self.Outputs.model.send(model)
        self.Outputs.learner.send(learner)
        self.Outputs.conditions.send(table)
