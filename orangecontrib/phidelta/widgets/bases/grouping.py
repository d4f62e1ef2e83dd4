"""Results in groups of the tested cases: the choice of a variable, and what cannot be grouped."""

from functools import partial

from Orange.widgets.settings import ContextSetting
from Orange.widgets.utils.localization import pl
from Orange.widgets.widget import Msg

from orangecontrib.phidelta.orange.groups import group_variables, groups_of
from orangecontrib.phidelta.widgets.bases.classes import unfit_told
from orangecontrib.phidelta.widgets.bases.results import OWResultsWidget
from orangecontrib.phidelta.widgets.controls.groups import GroupCombo
from orangecontrib.phidelta.widgets.controls.kinds import OneOf


class OWGroupedResultsWidget(OWResultsWidget, openclass=True):
    """Base of widgets that show results in groups; `groups` is None where there are none."""

    group_by = ContextSetting("", kind=lambda widget: OneOf(widget.group_combo.names()))

    class Warning(OWResultsWidget.Warning):
        unfit_groups = Msg("{}")

    class Information(OWResultsWidget.Information):
        one_sided_groups = Msg("Groups with one class only, hence without a point: {}")
        in_no_group = Msg("{} {} of unknown {} {} in no group.")

    def __init__(self):
        super().__init__()
        self.groups = None

    def add_groups(self, box):
        """Add the choice of a variable."""
        self.group_combo = GroupCombo()
        self.bind("group_by", self.group_combo, self.read_positive, box=box)

    def open_results(self, names, **choices):
        variables = group_variables(self.results) if self.results else ()
        self.group_combo.set_names([variable.name for variable in variables])
        super().open_results(names, group_by="", **choices)

    def taken(self, evaluation):
        """Steps: on demand, read the results of each group as well."""
        groups, how = None, (self.results, self.group_by, self.positive_class)
        with unfit_told(self.Warning.unfit_groups):
            if self.group_by and evaluation.classifiers:
                groups = yield partial(_grouped, *how)
        yield from super().taken(evaluation)
        self.groups = groups
        one_sided = ", ".join(self.groups.one_sided) if self.groups else ""
        unknown = self.groups.unknown if self.groups else 0
        self.Information.one_sided_groups(one_sided, shown=bool(one_sided))
        words = unknown, pl(unknown, "test case"), self.group_by, pl(unknown, "is|are")
        self.Information.in_no_group(*words, shown=unknown > 0)


def _grouped(results, variable, positive, _progress):
    return groups_of(results, variable, positive)
