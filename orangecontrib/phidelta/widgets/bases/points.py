"""Points of a table beside the models of results."""

from Orange.data import Table
from Orange.widgets.utils.localization import pl
from Orange.widgets.widget import Input, Msg

from orangecontrib.phidelta.orange.points import NO_POINTS, read_points
from orangecontrib.phidelta.orange.testedmodels import model_names
from orangecontrib.phidelta.widgets.bases.classes import handles, unfit_told
from orangecontrib.phidelta.widgets.bases.grouping import OWGroupedResultsWidget


class OWPointsWidget(OWGroupedResultsWidget, openclass=True):
    """Base of widgets that show points of a table as well: `points`, named apart from models."""

    class Inputs(OWGroupedResultsWidget.Inputs):
        points = Input("Data", Table)

    class Error(OWGroupedResultsWidget.Error):
        unfit_points = Msg("{}")

    class Warning(OWGroupedResultsWidget.Warning):
        impossible_rows = Msg("{} {} of the table left out: no possible {}.")

    def __init__(self):
        super().__init__()
        self.points_read = self._named = self.points = NO_POINTS

    @handles(Inputs.points)
    def set_points(self, table):
        """Read the points of a table, or none; tell what cannot be read."""
        self.points_read = NO_POINTS
        with unfit_told(self.Error.unfit_points):
            if table is not None:
                self.points_read = read_points(table)
        self.summarise(self.Inputs.points, table if self.points_read.classifiers else None)
        count = self.points_read.impossible
        words = count, pl(count, "row"), pl(count, "point")
        self.Warning.impossible_rows(*words, shown=count > 0)

    def shown_names(self):
        """Names of all that came: models, then points, which are named apart from them."""
        names = model_names(self.results) if self.results else ()
        self._named = self.points_read.named_apart(names)
        return [*names, *(point.name for point in self._named.classifiers)]

    def taken(self, evaluation):
        """Steps: take the points together with the models that they are named apart from."""
        yield from super().taken(evaluation)
        self.points = self._named

    def withdraw(self):
        self.points = self._named = NO_POINTS
        super().withdraw()
