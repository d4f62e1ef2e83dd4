"""Models in groups of the tested cases: by a category, by quarters of a number or of time."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from Orange.data import DiscreteVariable
from Orange.data.util import get_unique_names_duplicates

from orangecontrib.phidelta.core.choosing.groups import difference_in_accuracy, quarters
from orangecontrib.phidelta.core.choosingwords import explain_groups
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.orange.results import classifier_of, fit_models
from orangecontrib.phidelta.orange.targetcheck import is_code
from orangecontrib.phidelta.orange.testedcases import TestedCases

#: Categorical variables of more values would fill the picture with points of few cases.
MOST = 20


@dataclass(frozen=True, eq=False)
class Groups:
    """Models in groups of the tested cases; see `groups_of`.

    Attributes
    ----------
    variable : str
        What the cases are grouped by.
    is_ordered : bool
        True if the groups follow each other: quarters of a number or of time, or values that are
        increasing numbers.
    names : tuple of str
        Of the groups with cases of both classes, in their order.
    by_model : dict of str to tuple of Classifier
        One of each group, in this order, by the name of the model. They are called "model: group".
    one_sided : tuple of str
        Groups left out since all of their cases are positive, or negative.
    unknown : int
        Test cases left out because their value of the variable is not known.
    """

    variable: str
    is_ordered: bool
    names: tuple[str, ...]
    by_model: dict[str, tuple[Classifier, ...]]
    one_sided: tuple[str, ...]
    unknown: int

    @property
    def classifiers(self):
        """Those of all models: model by model, group by group."""
        return tuple(each for members in self.by_model.values() for each in members)

    def ways(self, models):
        """Where each of these models goes from group to group; none unless these are ordered.

        Returns
        -------
        list of array (groups, 2)
            Of (fpr, tpr).
        """
        counts = ([each.counts for each in self.by_model[m]] for m in models if self.is_ordered)
        return [np.array([[each.fpr, each.tpr] for each in own]) for own in counts]

    def explain(self, model):
        """Why the accuracy of this model differs, as a sentence of `explain_groups`.

        Of ordered groups the first and the last are compared, else those of highest and of lowest
        accuracy. Empty for fewer than two groups.
        """
        if len(self.names) < 2:
            return ""
        counts = [each.counts for each in self.by_model[model]]
        first, second = 0, len(counts) - 1
        if not self.is_ordered:
            accuracies = [each.measure("accuracy") for each in counts]
            first, second = int(np.argmax(accuracies)), int(np.argmin(accuracies))
            second = second if second != first else len(counts) - 1
        difference = difference_in_accuracy(counts[first], counts[second])
        names = self.names[first], self.names[second]
        return f"{model}: {explain_groups(difference, names, self.is_ordered)}"


def group_variables(results):
    """Variables of the tested data that their cases can be grouped by.

    Parameters
    ----------
    results : Orange.evaluation.Results
        As of `checked_results`.

    Returns
    -------
    list of Orange.data.Variable
        Attributes, then metas, but not the target: all numeric ones, those of time, and
        categorical ones of 2 to 20 values. Empty where the results do not hold the tested data.
    """
    if _why_without_data(results):
        return []
    domain = results.data.domain
    usable = (v for v in (*domain.attributes, *domain.metas) if v != results.domain.class_var)
    return [v for v in usable if v.is_continuous or (v.is_discrete and 2 <= len(v.values) <= MOST)]


def groups_of(results, variable, positive):
    """Models in groups of the test cases by the value that these have of a variable.

    Parameters
    ----------
    results : Orange.evaluation.Results
        With the tested data.
    variable : str or Orange.data.Variable
        Categorical, or numeric (also time): then the groups are the quarters of the test cases.
        Equal values are never parted.
    positive : str or collection of str, or PositiveClass
        The class values that count as positive; the latter has negatives as well.

    Returns
    -------
    Groups
        Each group with its own counts, curve and class ratio.

    Raises
    ------
    UnfitError
        As of `evaluate`; if the results do not hold the tested data, or these have no such
        variable; if no group has cases of both classes.
    """
    results = checked_results(results)
    cases = TestedCases.of(results, PositiveClass.of(results.domain, positive))
    models, _ = fit_models(results, cases)
    variable = _variable(results, variable)
    values = tested_values(results, variable)[cases.is_used]
    numbers, names = _parted(values, variable)
    members = {name: numbers == number for number, name in enumerate(names)}
    within = {name: cases.within(each) for name, each in members.items() if each.any()}
    one_sided = tuple(name for name, own in within.items() if own.is_one_sided(slice(None)))
    within = {name: own for name, own in within.items() if name not in one_sided}
    if not within:
        raise UnfitError(
            f"No group by “{variable.name}” has cases of both classes. Group by another variable."
        )
    by_model = _by_model(results, models, within)
    unknown = int(np.sum(numbers < 0))
    return Groups(
        variable.name, _is_ordered(variable), tuple(within), by_model, one_sided, unknown
    )


def _by_model(results, models, within):
    """Classifiers of each model (row: name) about the cases of each group, as of `Groups`."""
    names = [f"{model}: {group}" for model in models.values() for group in within]
    names = iter(get_unique_names_duplicates(names))
    return {
        model: tuple(classifier_of(next(names), row, results, own) for own in within.values())
        for row, model in models.items()
    }


def tested_values(results, variable):
    """Values of a variable for each test case: array (cases,) of float, nan where unknown."""
    rows = np.asarray(results.row_indices, int)
    values = np.asarray(results.data.get_column(variable), float)[rows]
    return np.where(np.isfinite(values), values, np.nan)


def _variable(results, variable):
    """The variable of this name in the tested data."""
    reason = _why_without_data(results)
    if reason:
        raise UnfitError(reason)
    name = getattr(variable, "name", variable)
    found = next((each for each in group_variables(results) if each.name == name), None)
    if found is None:
        raise UnfitError(
            f"The tested cases cannot be grouped by “{name}”. Choose another variable."
        )
    return found


def _why_without_data(results):
    """Why the values of the tested cases are not known; empty where they are."""
    if results.data is None or results.row_indices is None:
        return (
            "The results do not hold the tested data, so their cases cannot be grouped. Test and "
            "Score keeps them; in scripts, test with store_data=True."
        )
    rows = np.asarray(results.row_indices, float)
    if not np.all((rows >= 0) & (rows < len(results.data)) & (rows == np.floor(rows))):
        return "The rows of the results are not those of their data. Test again."
    return ""


def _parted(values, variable):
    """Number of the group of each value (-1 where unknown), and the names of the groups."""
    if isinstance(variable, DiscreteVariable):
        return np.where(is_code(values, variable), values, -1).astype(int), variable.values
    numbers, highest = quarters(values)
    told = [variable.str_val(value) for value in highest]
    if not told:
        return numbers, ("all",)
    middle = (f"> {low} to {high}" for low, high in pairwise(told))
    return numbers, get_unique_names_duplicates([f"≤ {told[0]}", *middle, f"> {told[-1]}"])


def _is_ordered(variable):
    """True for numbers and times, and for values that are increasing numbers, such as batches."""
    if variable.is_continuous:
        return True
    try:
        numbers = [float(value) for value in variable.values]
    except ValueError:
        return False
    return all(low < high for low, high in pairwise(numbers))
