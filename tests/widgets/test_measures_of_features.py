"""Isometrics, backgrounds and costs in the Class Signature, from values counted by hand."""

import numpy as np
import pytest
from AnyQt.QtCore import QPointF
from Orange.data import DiscreteVariable, Domain, Table
from Orange.widgets.tests import base
from sklearn.metrics import confusion_matrix, mutual_info_score
from sklearn.tree import DecisionTreeClassifier

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature

PATIENT = 30_000
#: For how many of 10 "ill", 20 "well" and 30 "sick" each feature is true.
TRUE = {"for": (8, 5, 6), "against": (1, 15, 20)}
SIZES = 10, 20, 30


def table(values=("ill", "well")):
    """Two yes-or-no features and a class of these values, the first of `SIZES`."""
    sizes = SIZES[: len(values)]
    y = np.repeat(np.arange(len(values)), sizes).astype(float)
    columns = [
        np.concatenate([np.arange(n) < k for n, k in zip(sizes, true, strict=False)])
        for true in TRUE.values()
    ]
    features = [DiscreteVariable(name, ("no", "yes")) for name in TRUE]
    domain = Domain(features, DiscreteVariable("state", values))
    return Table.from_numpy(domain, np.column_stack(columns).astype(float), y)


def information(fpr, tpr, prevalence):
    """In bits, by scikit-learn, of a great population with these rates."""
    positives = prevalence * np.array([1 - tpr, tpr])
    negatives = (1 - prevalence) * np.array([1 - fpr, fpr])
    joint = np.array([negatives, positives])
    return mutual_info_score(None, None, contingency=1e9 * joint) / np.log(2)


class TestMeasures(base.WidgetTest):
    def setUp(self):
        self.widget = self.create_widget(OWClassSignature)

    def send(self, data, positive=0):
        self.send_signal(self.widget.Inputs.data, data)
        self.wait_until_finished(timeout=PATIENT)
        if data is not None:
            self.widget.positive_list.set_state([])
            self.widget.positive_list.item(positive).setSelected(True)
            self.wait_until_finished(timeout=PATIENT)

    def draw(self, *isometrics, background="", levels="round", typed=(), **parameters):
        if not self.widget.show_measures:
            self.widget.measures_check.click()
        control = self.widget.measures
        parameters = {**self.widget.parameters, **parameters}
        control.set_state((list(isometrics), background, parameters))
        control.levels.set_state((levels, list(typed)))
        control.levels.changed.emit()
        control.changed.emit()

    def choose(self, combo, name):
        combo.set_state(name)
        combo.changed.emit()
        self.wait_until_finished(timeout=PATIENT)

    def at_the_class_ratio(self, class_ratio=None):
        self.choose(self.widget.view_combo, "generalised")
        if class_ratio is not None:
            self.widget.ratio_control.set_state(class_ratio)
            self.widget.ratio_control.changed.emit()
            self.widget.ratio_control.settled.emit()

    def lines(self, picture=0):
        """Level and points of each line of a picture."""
        lines = self.widget.diagrams[picture].isometrics.lines()
        return [(float(line.label.split()[-1]), line.points) for line in lines]

    def scores(self):
        found = self.get_output(self.widget.Outputs.scores, wait=PATIENT)
        return {str(row["Feature"]): row for row in found}

    def hover(self, name, picture=0):
        """What is told when the pointer rests on a feature."""
        diagram, told = self.widget.diagrams[picture], []
        diagram.show_tip = told.append
        (layer,) = diagram.layers
        mark = [variable.split(" ")[0] for variable in layer.variables].index(name)
        rates = QPointF(layer.fpr[mark], layer.tpr[mark])
        for place in (QPointF(-9, -9), rates):
            diagram._on_moved(diagram.square.mapToScene(place))
        return told[-1]

    def test_by_default_there_are_none(self):
        self.send(table())
        assert self.widget.measures.isHidden()
        assert self.lines() == []
        assert not self.widget.diagrams[0].heatmap.isVisible()
        assert "Cost" not in self.scores()["for = yes"].domain
        self.widget.measures_check.click()
        assert not self.widget.measures.isHidden()
        assert self.lines() == []

    def test_information_at_1_to_1_and_at_the_class_ratio(self):
        self.send(table())
        self.draw("information", background="gini")
        for class_ratio, prevalence in ((None, 0.5), (None, 1 / 3), (4.0, 1 / 5)):
            if prevalence != 0.5:
                self.at_the_class_ratio(class_ratio)
            levels = {level for level, _ in self.lines()}
            assert len(levels) >= 3
            for level, points in self.lines():
                for fpr, tpr in points[:: len(points) // 3]:
                    found = information(fpr, tpr, prevalence)
                    assert found == pytest.approx(level, abs=1e-3)
            values = self.widget.diagrams[0].heatmap.image
            row, column = 115, 20
            assert values[row, column] == pytest.approx(
                gini_of_a_tree((column + 0.5) / 128, (row + 0.5) / 128, prevalence), abs=1e-9
            )

    def test_each_class_at_its_own_class_ratio(self):
        self.send(table(("ill", "well", "sick")))
        self.draw("accuracy", levels="typed", typed=[0.6])
        self.choose(self.widget.arrangement_combo, "beside")
        assert len(self.widget.diagrams) == 3
        for picture in range(3):
            ((_, points),) = self.lines(picture)
            assert np.diff(points, axis=0)[0] == pytest.approx([-0.8, -0.8])
        self.choose(self.widget.view_combo, "generalised")
        for picture, size in enumerate(SIZES):
            ((_, points),) = self.lines(picture)
            p = size / 60
            for fpr, tpr in points:
                assert p * tpr + (1 - p) * (1 - fpr) == pytest.approx(0.6)

    def test_of_classes_overlaid_at_1_to_1(self):
        self.send(table(("ill", "well", "sick")))
        self.choose(self.widget.view_combo, "generalised")
        self.draw("accuracy", levels="typed", typed=[0.7])
        self.choose(self.widget.arrangement_combo, "over")
        ((_, points),) = self.lines()
        assert (points[:, 1] - points[:, 0]) == pytest.approx([0.4, 0.4])

    def test_through_the_selected_features(self):
        self.send(table())
        self.draw("youden", levels="models")
        assert self.lines() == []
        self.widget.select(["against"])
        levels = [level for level, _ in self.lines()]
        assert levels == [pytest.approx(1 / 10 - TRUE["against"][1] / 20, abs=1e-3)]
        self.widget.select(["against", "for"])
        assert len(self.lines()) == 2

    def test_levels_that_nothing_has_are_told(self):
        self.send(table())
        self.draw("accuracy", levels="typed", typed=[1.5])
        assert self.widget.Information.unreached.is_shown()
        self.draw("accuracy", levels="typed", typed=[0.5])
        assert not self.widget.Information.unreached.is_shown()
        self.draw("accuracy", levels="typed", typed=[1.5])
        self.widget.measures_check.click()
        assert not self.widget.Information.unreached.is_shown()
        assert self.lines() == []

    def test_costs_are_told_and_sent_at_the_class_ratio(self):
        """True for 1 of 10 ill and 15 of 20 well; a miss costs 5, a false alarm 1."""
        self.send(table())
        self.choose(self.widget.controls.subsets, "single")
        self.draw("precision", background="cost", cost_fp=1, cost_fn=5)
        # of 30 cases as they are: 15 false alarms and 9 misses, or, the other way round, 5 and 1
        sent = float(self.scores()["against = yes"]["Cost"])
        assert sent == pytest.approx((5 + 5 * 1) / 30)
        # in the picture, there are as many ill as well
        told = "At class ratio 1 : 1: Prec 0.118, Cost 2.625 (0.375 said the other way round)"
        assert self.hover("against").splitlines()[1] == told
        assert self.hover("for").endswith("Cost 0.625")
        self.at_the_class_ratio(4.0)
        assert "\nAt class ratio 4 : 1: Prec 0.032, Cost 1.500 (0.300 " in self.hover("against")
        sent = float(self.scores()["against = yes"]["Cost"])
        assert sent == pytest.approx(0.8 * 0.25 + 5 * 0.2 * 0.1)
        self.draw("precision")
        assert "Cost" not in self.scores()["against = yes"].domain
        assert "Cost" not in self.hover("against")

    def test_of_several_classes_each_costs_at_its_own_class_ratio(self):
        self.send(table(("ill", "well", "sick")))
        self.choose(self.widget.controls.subsets, "single")
        self.choose(self.widget.arrangement_combo, "beside")
        self.draw(background="cost", cost_fp=1, cost_fn=4)
        rows = self.get_output(self.widget.Outputs.scores, wait=PATIENT)
        found = {
            str(row["Positive class"]): float(row["Cost"])
            for row in rows
            if str(row["Feature"]) == "for = yes"
        }
        # of 60 cases: false alarms and misses, as said or the other way round
        either = {
            "ill": [(11, 2), (39, 8)],
            "well": [(14, 15), (26, 5)],
            "sick": [(13, 24), (17, 6)],
        }
        expected = {
            name: min(fp + 4 * fn for fp, fn in ways) / 60 for name, ways in either.items()
        }
        assert found == pytest.approx(expected)

    def test_other_measures_send_nothing_anew(self):
        self.send(table())
        self.widget.select(["for"])
        before = self.get_output(self.widget.Outputs.selected_data, wait=PATIENT)
        self.draw("kappa", background="mcc")
        assert self.get_output(self.widget.Outputs.selected_data, wait=PATIENT) is before

    def test_values_where_the_pointer_is_on_nothing(self):
        self.send(table())
        diagram, told = self.widget.diagrams[0], []
        diagram.show_tip = told.append
        diagram._on_moved(diagram.square.mapToScene(QPointF(0.5, 0.9)))
        assert told[-1] == ""
        self.draw("youden", background="cost")
        diagram._on_moved(diagram.square.mapToScene(QPointF(0.5, 0.9)))
        assert told[-1] == "J 0.400, Cost 0.300"
        diagram._on_moved(diagram.square.mapToScene(QPointF(-0.1, 0.9)))
        assert told[-1] == ""

    def test_zooming_brings_lines_of_what_is_in_sight(self):
        self.send(table())
        self.draw("accuracy")
        wide = [level for level, _ in self.lines()]
        view = self.widget.diagrams[0].getViewBox()
        view.scaleBy((0.1, 0.1))
        view.sigRangeChangedManually.emit([True, True])
        narrow = [level for level, _ in self.lines()]
        assert np.ptp(narrow) < 0.3 * np.ptp(wide)

    def test_the_report_names_them(self):
        self.send(table())
        self.draw("gini", background="cost")
        self.widget.report_view = None
        items = dict(self.widget.reported_measures)
        assert items == {
            "Isometrics": "Gini decrease",
            "Levels of isometrics": "At round levels",
            "Background": "Expected cost per case",
        }


def gini_of_a_tree(fpr, tpr, prevalence):
    """Decrease of impurity by a stump, of four kinds of cases with weights."""
    X, y = np.array([[0.0], [1], [0], [1]]), [0, 0, 1, 1]
    n, p = 1 - prevalence, prevalence
    weights = np.array([n * (1 - fpr), n * fpr, p * (1 - tpr), p * tpr])
    tree = DecisionTreeClassifier(max_depth=1).fit(X, y, weights).tree_
    assert confusion_matrix(y, X[:, 0], sample_weight=weights).sum() == pytest.approx(1)
    share = tree.weighted_n_node_samples / weights.sum()
    return tree.impurity[0] - share[1:] @ tree.impurity[1:]
