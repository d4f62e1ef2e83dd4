"""φ/δ Diagram as a student uses it: inputs, controls, pointer, outputs."""

import json
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from Orange.classification import MajorityLearner, NaiveBayesLearner, TreeLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.evaluation import CrossValidation, Results, ShuffleSplit
from Orange.regression import MeanLearner
from Orange.widgets.tests import base
from screen import read
from sklearn import metrics

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange.scoretables import SCORE_COLUMNS
from orangecontrib.phidelta.plot.diagram import Hit
from orangecontrib.phidelta.plot.legend import Legend
from orangecontrib.phidelta.widgets.bases.results import VIEWS
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.tables.scores import COLUMNS, ScoreTable

LEARNERS = {
    "Naive Bayes": NaiveBayesLearner(),
    "Tree": TreeLearner(),
    "Majority": MajorityLearner(),
}


def cross_validated(data, *names, folds=5):
    results = CrossValidation(k=folds, store_data=True)(data, [LEARNERS[n] for n in names])
    results.learner_names = list(names)
    return results


def table_of_points():
    """Two possible points with 50 positives and 150 negatives, and an impossible one."""
    names = ("tp", "FN", "False positives", "TN")
    domain = Domain([ContinuousVariable(name) for name in names], metas=[StringVariable("who")])
    counts = np.array([[40.0, 10, 30, 120], [5, 45, 1, 149], [-1, 51, 0, 150]])
    return Table.from_numpy(domain, counts, metas=np.array([["Tree"], ["shy"], ["no"]], object))


def rare_points():
    """Two points with 100 positives and 9,900 negatives, of accuracy 0.99 and 0.994."""
    domain = Domain([ContinuousVariable(name) for name in ("TP", "FN", "FP", "TN")])
    return Table.from_numpy(domain, np.array([[0.0, 100, 0, 9900], [50, 50, 10, 9890]]))


def distance(polyline, point):
    """From a point to the nearest point of a polyline (k, 2)."""
    start, step = polyline[:-1], np.diff(polyline, axis=0)
    along = np.sum((point - start) * step, axis=1) / np.maximum(np.sum(step**2, axis=1), 1e-300)
    return np.hypot(*(start + np.clip(along, 0, 1)[:, None] * step - point).T).min()


def phi_delta_by_hand(actual, predicted, positive, prevalence):
    """The printed formulas (2018 paper, equations 11 to 14), from decisions."""
    sensitivity = np.mean(predicted[actual == positive] == positive)
    specificity = np.mean(predicted[actual != positive] != positive)
    p, n = prevalence, 1 - prevalence
    phi = 2 * (n * (1 - specificity) - p * (1 - sensitivity))
    return phi, 1 - 2 * (n * (1 - specificity) + p * (1 - sensitivity))


class TestOWPhiDelta(base.WidgetTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.heart = cross_validated(Table("heart_disease"), "Naive Bayes", "Tree", "Majority")
        cls.iris = cross_validated(Table("iris"), "Naive Bayes", "Tree")

    def setUp(self):
        self.widget = self.create_widget(OWPhiDelta)
        self.inputs, self.outputs = self.widget.Inputs, self.widget.Outputs

    def send(self, results=None, points=None):
        self.send_signals([(self.inputs.results, results), (self.inputs.points, points)])

    def shown_at(self, name):
        """Coordinates at which the picture has a point."""
        diagram = self.widget.diagram
        place = diagram.square.mapToParent(QPointF(*diagram.classifiers[name].position))
        return place.x(), place.y()

    def scores(self):
        """Output "Scores": (model, fold) to a dict of column to value."""
        table = self.get_output(self.outputs.scores)
        columns = [variable.name for variable in table.domain.attributes]
        return {
            (str(row["Model"]), str(row["Fold"])): dict(zip(columns, row.x, strict=True))
            for row in table
        }

    def set_view(self, name):
        self.widget.view_combo.set_state(name)
        self.widget.view_combo.changed.emit()

    def show_measures(self, *isometrics, background="", **parameters):
        self.widget.measures.set_state((list(isometrics), background, parameters))
        self.widget.measures.changed.emit()

    def show_levels(self, kind, text=""):
        levels = self.widget.measures.levels
        levels.kind.set_state(kind)
        levels.kind.changed.emit()
        levels.edit.setText(text)
        levels.edit.editingFinished.emit()

    def titles(self):
        """Of all columns of the table."""
        model = self.widget.table.model()
        return [model.headerData(i, Qt.Horizontal) for i in range(model.columnCount())]

    def shown_columns(self):
        """Titles of the columns in sight."""
        table = self.widget.table
        return [title for i, title in enumerate(self.titles()) if not table.isColumnHidden(i)]

    def tick(self, *titles):
        """Click these columns in the menu, one menu each."""
        for title in titles:

            def click(menu, _, title=title):
                starts = f"{title}: "
                next(a for a in menu.actions() if a.text().startswith(starts)).trigger()

            with patch("Orange.widgets.evaluate.utils.PersistentMenu.exec", click):
                self.widget.table.choose_columns()

    def cell(self, model, title):
        """Text of the table's cell."""
        table, column = self.widget.table.model(), self.titles().index(title)
        rows = range(table.rowCount())
        (row,) = (i for i in rows if table.index(i, 0).data() == model)
        return table.index(row, column).data()

    def type_class_ratio(self, text):
        edit = self.widget.ratio_control.edit
        edit.setText(text)
        edit.editingFinished.emit()

    def select_positive(self, *names):
        self.widget.positive_list.clearSelection()
        for name in names:
            item = self.widget.positive_list.findItems(name, Qt.MatchExactly)[0]
            item.setSelected(True)

    def click(self, name, modifier=Qt.NoModifier):
        """Click the point of this name, or beside all points."""
        self.widget.show()
        self.process_events()
        diagram = self.widget.diagram
        unit = diagram.classifiers[name].position if name else (0.95, 0.05)
        position = diagram.mapFromScene(diagram.square.mapToScene(QPointF(*unit)))
        QTest.mouseClick(diagram.viewport(), Qt.LeftButton, modifier, position)

    def test_positions_in_every_view(self):
        self.send(self.heart)
        actual, predicted = self.heart.actual, self.heart.predicted
        p = np.mean(actual == 1)
        for i, name in enumerate(("Naive Bayes", "Tree", "Majority")):
            tp = np.sum((predicted[i] == 1) & (actual == 1))
            fp = np.sum((predicted[i] == 1) & (actual == 0))
            expected = {
                "generalised": phi_delta_by_hand(actual, predicted[i], 1, p),
                "standard": phi_delta_by_hand(actual, predicted[i], 1, 0.5),
                "roc": (fp / np.sum(actual == 0), tp / np.sum(actual == 1)),
                "coverage": (fp, tp),
            }
            for view, place in expected.items():
                self.set_view(view)
                np.testing.assert_allclose(self.shown_at(name), place, atol=1e-9)

    def test_class_ratio_stretches_the_diamond_and_moves_the_measures(self):
        self.send(self.heart)
        self.type_class_ratio("1 : 4")
        place = phi_delta_by_hand(self.heart.actual, self.heart.predicted[1], 1, 0.8)
        np.testing.assert_allclose(self.shown_at("Tree"), place, atol=1e-9)
        tree = self.scores()["Tree", "all"]
        assert tree["φ_b"] == pytest.approx(place[0])
        assert tree["Accuracy"] == pytest.approx((place[1] + 1) / 2)
        self.widget.ratio_control.button.click()
        counted = np.mean(self.heart.predicted[1] == self.heart.actual)
        assert self.scores()["Tree", "all"]["Accuracy"] == pytest.approx(counted)

    def test_class_ratio_rebuilds_nothing(self):
        self.send(self.heart)
        self.widget.measures.set_state((["accuracy", "mcc"], "information", {}))
        self.widget.measures.changed.emit()
        before = dict(self.widget.diagram.classifiers), self.widget.diagram.square
        self.widget.ratio_control.slider.setValue(70)
        after = dict(self.widget.diagram.classifiers), self.widget.diagram.square
        assert before == after

    def test_bad_class_ratio_changes_nothing(self):
        self.send(self.heart)
        for text in ("", "x", "0", "-1 : 2", "1 : 0", "1:2:3", "nan", "inf"):
            self.type_class_ratio(text)
            assert self.widget.class_ratio is None, text
            assert self.widget.ratio_control.edit.text() == "1.18 : 1"

    def test_positive_class_swaps_the_bias(self):
        self.send(self.heart)
        one = self.shown_at("Tree")
        self.select_positive("0")
        np.testing.assert_allclose(self.shown_at("Tree"), (-one[0], one[1]), atol=1e-9)
        assert self.widget.positive == ["0"]

    def test_merged_classes(self):
        self.send(self.iris)
        self.select_positive("Iris-setosa", "Iris-virginica")
        is_member = np.array([1, 0, 1])
        place = phi_delta_by_hand(
            is_member[self.iris.actual.astype(int)],
            is_member[self.iris.predicted[1].astype(int)],
            1,
            2 / 3,
        )
        np.testing.assert_allclose(self.shown_at("Tree"), place, atol=1e-9)
        assert ("Tree", "macro average") in self.scores()

    def test_no_or_all_classes_positive(self):
        self.send(self.iris)
        self.widget.positive_list.selectAll()
        assert self.widget.Error.unfit_results.is_shown()
        assert not self.widget.diagram.classifiers
        assert self.get_output(self.outputs.results) is None
        self.select_positive("Iris-setosa")
        assert not self.widget.Error.unfit_results.is_shown()
        assert list(self.widget.diagram.classifiers) == ["Naive Bayes", "Tree"]

    def test_selection_goes_to_picture_table_and_outputs(self):
        self.send(self.heart)
        self.widget.model_list.item(0).setSelected(False)
        results = self.get_output(self.outputs.results)
        assert results.learner_names == ["Tree", "Majority"]
        np.testing.assert_array_equal(results.predicted, self.heart.predicted[1:])
        assert len(results.folds) == 5
        assert {name for name, _ in self.scores()} == {"Tree", "Majority"}
        assert self.widget.table.model().rowCount() == 2
        items = self.widget.diagram.classifiers
        assert [n for n in items if items[n].is_selected] == ["Tree", "Majority"]
        self.widget.model_list.clearSelection()
        assert self.get_output(self.outputs.results) is None
        assert self.get_output(self.outputs.scores) is None

    def test_clicking_points_selects(self):
        self.send(self.heart)
        self.click("Tree")
        assert self.widget.selected == ["Tree"]
        self.click("Majority", Qt.ControlModifier)
        assert self.widget.model_list.state() == ["Tree", "Majority"]
        self.click("Tree", Qt.ControlModifier)
        assert self.widget.selected == ["Majority"]
        self.click(None)
        assert self.widget.selected == ["Naive Bayes", "Tree", "Majority"]

    def test_hovering_explains(self):
        self.send(self.heart)
        widget = self.widget
        actual, predicted = self.heart.actual, self.heart.predicted[1]
        misses = np.sum((actual == 1) & (predicted == 0))
        sentence = widget.explain(Hit("Tree", "point", 0))
        assert f"misses {misses} of 139 ‘1’" in sentence
        assert f"accuracy {np.mean(actual == predicted):.3f}" in sentence
        fold = self.heart.folds[2]
        misses = np.sum((actual[fold] == 1) & (predicted[fold] == 0))
        assert f"fold 3: misses {misses} of" in widget.explain(Hit("Tree", "folds", 2))
        probability = self.heart.probabilities[0][:, 1]
        sweep = widget.comparison.classifiers[0].sweep
        for index in (0, 7, 100, len(sweep.cuts) - 1):
            misses = np.sum((actual == 1) & (probability <= sweep.cuts[index]))
            sentence = widget.explain(Hit("Naive Bayes", "curves", index))
            assert f"misses {misses} of 139" in sentence
        assert "accuracy 0.459" in widget.explain(Hit("always positive", "baseline", 0))

    def test_the_pointer_finds_points_folds_and_curves(self):
        self.send(self.heart)
        self.widget.layer_controls.boxes["baselines"].setChecked(True)
        self.widget.show()
        self.process_events()
        diagram = self.widget.diagram

        def hit(fpr, tpr):
            return diagram.hit_at(diagram.square.mapToScene(QPointF(fpr, tpr)))

        for name in ("Naive Bayes", "Tree"):
            assert hit(*diagram.classifiers[name].position) == Hit(name, "point", 0)
        assert hit(0.5, 0.5) == Hit("coin", "baseline", 0)
        assert hit(0.7, 0.2) is None
        sweep = self.widget.comparison.classifiers[0].sweep
        far = int(np.argmin(np.abs(sweep.fpr - 0.6)))
        assert hit(sweep.fpr[far], sweep.tpr[far]).part == "curves"
        self.widget.layer_controls.boxes["curves"].setChecked(False)
        assert hit(sweep.fpr[far], sweep.tpr[far]) is None

    def test_points_from_a_table(self):
        self.send(points=table_of_points())
        assert self.widget.Warning.impossible_rows.is_shown()
        assert list(self.widget.diagram.classifiers) == ["Tree", "shy"]
        # 40 of 50 and 120 of 150, at prevalence 1/4
        np.testing.assert_allclose(self.shown_at("Tree"), (0.2, 0.6), atol=1e-9)
        assert self.scores()["Tree", "all"]["TP"] == 40
        assert self.get_output(self.outputs.results) is None

    def test_points_beside_results(self):
        self.send(self.heart, table_of_points())
        names = ["Naive Bayes", "Tree", "Majority", "Tree (2)", "shy"]
        assert list(self.widget.diagram.classifiers) == names
        assert len(self.get_output(self.outputs.results).predicted) == 3
        assert ("Tree (2)", "all") in self.scores()
        self.send(self.heart, Table("iris"))
        assert self.widget.Error.unfit_points.is_shown()
        assert list(self.widget.diagram.classifiers) == names[:3]
        self.send(self.heart)
        assert not self.widget.Error.unfit_points.is_shown()

    def test_many_points_are_told_once(self):
        """Scores are computed, and the legend is laid out, once for each input."""
        counts = np.random.default_rng(5).integers(1, 90, (2000, 2))
        columns = [ContinuousVariable(name) for name in ("TP", "FP", "FN", "TN")]
        table = Table.from_numpy(Domain(columns), np.hstack([counts, 90 - counts]))
        show, fill = ScoreTable.show_scores, Legend.show_entries
        with (
            patch.object(ScoreTable, "show_scores", autospec=True, side_effect=show) as shown,
            patch.object(Legend, "show_entries", autospec=True, side_effect=fill) as filled,
        ):
            self.send(points=table)
        assert shown.call_count == filled.call_count == 1
        assert len(self.widget.model_list.state()) == 2000
        assert len(self.widget.diagram.legend.items) == 21
        view = self.widget.table
        assert view.model().rowCount() == 2000
        # as wide as the first rows need: Qt would measure a thousand in each column
        assert view.horizontalHeader().resizeContentsPrecision() <= 100

    def test_isometrics_at_many_points_are_few(self):
        counts = np.random.default_rng(5).integers(1, 90, (2000, 2))
        columns = [ContinuousVariable(name) for name in ("TP", "FP", "FN", "TN")]
        self.send(points=Table.from_numpy(Domain(columns), np.hstack([counts, 90 - counts])))
        self.widget.measures.set_state((["mcc"], "", {}))
        self.widget.measures.changed.emit()
        self.widget.measures.levels.set_state(("models", []))
        self.widget.measures.levels.changed.emit()
        lines = self.widget.diagram.isometrics.lines()
        assert 50 < len({line.label for line in lines}) <= 100

    def test_unfit_results_show_nothing_and_recover(self):
        housing = Table("housing")[:50]
        numeric = CrossValidation(k=2, store_data=True)(housing, [MeanLearner()])
        self.send(self.heart)
        self.send(numeric)
        assert self.widget.Error.unfit_results.is_shown()
        assert "numeric" in str(self.widget.Error.unfit_results)
        assert not self.widget.diagram.classifiers
        assert self.get_output(self.outputs.scores) is None
        self.send(self.heart)
        assert not self.widget.Error.unfit_results.is_shown()
        assert len(self.widget.diagram.classifiers) == 3
        self.send()
        assert not self.widget.diagram.classifiers
        assert self.widget.model_list.count() == 0
        assert self.widget.positive_list.count() == 0

    def test_a_model_that_failed_is_named(self):
        results = cross_validated(Table("iris")[:100], "Naive Bayes", "Tree")
        results.failed = [False, ValueError("out of luck")]
        self.send(results)
        assert "Tree failed with “out of luck”" in str(self.widget.Warning.left_out)
        assert list(self.widget.diagram.classifiers) == ["Naive Bayes"]
        self.send(self.heart)
        assert not self.widget.Warning.left_out.is_shown()

    def test_repeated_tests_have_no_confidence_region(self):
        results = ShuffleSplit(n_resamples=4, test_size=0.4, store_data=True)(
            Table("heart_disease"), [LEARNERS["Naive Bayes"]]
        )
        self.send(results)
        assert self.widget.Information.repeated.is_shown()
        (item,) = self.widget.diagram.classifiers.values()
        for name in ("regions", "spread"):
            self.widget.layer_controls.boxes[name].setChecked(True)
        assert "regions" not in item.parts
        assert "spread" in item.parts

    def test_context_brings_choices_back(self):
        self.send(self.heart)
        self.select_positive("0")
        self.widget.model_list.item(2).setSelected(False)
        self.type_class_ratio("1 : 5")
        self.send(self.iris)
        assert self.widget.positive == ["Iris-setosa"]
        assert self.widget.class_ratio is None
        self.send(self.heart)
        assert self.widget.positive_list.state() == ["0"]
        assert self.widget.model_list.state() == ["Naive Bayes", "Tree"]
        assert self.widget.class_ratio == 0.2
        assert self.widget.ratio_control.edit.text() == "1 : 5"

    def test_settings_survive_a_saved_workflow(self):
        self.send(self.heart)
        self.widget.measures.set_state((["cost", "mcc"], "kappa", {"cost_fn": 7}))
        self.widget.measures.changed.emit()
        self.widget.layer_controls.boxes["spread"].setChecked(True)
        self.set_view("roc")
        self.widget.set_visual_settings(("Figure", "Points", "Size"), 20)
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWPhiDelta, stored_settings=stored)
        self.send_signal(other.Inputs.results, self.heart, widget=other)
        assert other.measures.state()[:2] == (["mcc", "cost"], "kappa")
        assert other.measures.parameters.state()["cost_fn"] == 7
        assert other.layer_controls.boxes["spread"].isChecked()
        assert other.diagram.space.name == "ROC"
        assert set(other.diagram.points.data["size"]) == {20}

    def test_settings_of_a_time_with_fewer_parameters(self):
        stored = {"isometrics": ["cost"], "parameters": {"cost_fp": 2.0}, "__version__": 2}
        other = self.create_widget(OWPhiDelta, stored_settings=stored)
        self.send_signal(other.Inputs.results, self.heart, widget=other)
        values = other.measures.parameters.state()
        assert values == {"beta": 1, "cost_fp": 2, "cost_fn": 1, "weight": 0.5}

    def test_settings_of_version_1_keep_the_weighted_distance(self):
        chosen = {"isometrics": ["accuracy", "distance"], "background": "distance"}
        for version, expected in ((1, "weighted_distance"), (2, "distance")):
            stored = chosen | {"__version__": version}
            other = self.create_widget(OWPhiDelta, stored_settings=stored)
            assert other.measures.state()[:2] == (["accuracy", expected], expected)
        other = self.create_widget(OWPhiDelta, stored_settings={"view": "roc", "__version__": 1})
        assert other.isometrics == ["accuracy"]

    def test_f_with_beta_zero_is_precision(self):
        self.send(self.heart)
        self.widget.measures.set_state((["f_beta"], "", {"beta": 2}))
        self.widget.measures.parameters.spins["beta"].setValue(0)
        for (model, fold), row in self.scores().items():
            assert row["F"] == pytest.approx(row["Precision"], nan_ok=True), (model, fold)
        assert np.isnan(self.scores()["Majority", "all"]["F"])
        assert self.scores()["Tree", "all"]["F"] > 0.5
        assert self.widget.diagram.isometrics.lines()

    def test_isometrics_are_fine_when_the_class_ratio_rests(self):
        self.send(self.heart)
        measures, slider = self.widget.measures, self.widget.ratio_control.slider
        measures.set_state((["mcc"], "", {}))
        measures.changed.emit()

        def drawn():
            lines = self.widget.diagram.isometrics.lines()
            return {line.label: len(line.points) for line in lines}

        slider.setSliderDown(True)
        slider.setValue(40)
        moving = drawn()
        slider.setSliderDown(False)
        resting = drawn()
        assert moving.keys() == resting.keys()
        assert all(resting[label] > 1.7 * moving[label] for label in moving)
        self.widget.show_space()
        assert drawn() == resting

    def test_the_bias_isometrics_name_what_they_show(self):
        """Where a bias is the axis, its lines are upright at the value of their label."""
        self.send(self.heart)
        self.type_class_ratio("4 : 1")
        diagram, measures = self.widget.diagram, self.widget.measures
        for view, name, symbol in (("generalised", "bias", "φ_b"), ("standard", "phi", "φ")):
            self.set_view(view)
            measures.set_state(([name], "", {}))
            measures.changed.emit()
            assert symbol in diagram.space.x_label.split()
            assert "bias" in diagram.space.x_label
            for line in diagram.isometrics.lines():
                found, level = line.label.split()
                assert found == symbol
                ends = [diagram.square.mapToParent(QPointF(*point)).x() for point in line.points]
                assert ends == pytest.approx([float(level)] * 2, abs=1e-9)

    def test_all_classes_are_rows_of_the_table(self):
        self.send(self.iris)
        self.type_class_ratio("7 : 1")
        table = self.widget.table.model()
        assert table.rowCount() == 2
        self.widget.layer_controls.averages.click()
        kinds = ["", ", all classes", ", macro average", ", class-weighted average"]
        names = [table.index(row, 0).data() for row in range(table.rowCount())]
        assert names == [name + kind for name in ("Naive Bayes", "Tree") for kind in kinds]
        titles = [table.headerData(i, Qt.Horizontal) for i in range(table.columnCount())]
        shown = {title: table.index(1, i).data() for i, title in enumerate(titles)}
        actual, predicted = self.iris.actual, self.iris.predicted[0]
        expected = {
            "Acc": metrics.accuracy_score(actual, predicted),
            "κ": metrics.cohen_kappa_score(actual, predicted),
            "MCC": metrics.matthews_corrcoef(actual, predicted),
        }
        for title, value in expected.items():
            assert shown.pop(title) == f"{value:.3f}", title
        del shown["Model"]
        assert set(shown.values()) == {"n/a"}

    def test_isometrics_and_background_follow(self):
        self.send(self.heart)
        measures, diagram = self.widget.measures, self.widget.diagram
        for name in MEASURES:
            measures.set_state(([name], name, {"cost_fp": 2, "cost_fn": 3}))
            measures.changed.emit()
            assert diagram.isometrics.lines(), name
            assert diagram.heatmap.isVisible(), name
        measures.set_state(([], "", {}))
        measures.changed.emit()
        assert not diagram.isometrics.lines()
        assert not diagram.heatmap.isVisible()

    def test_the_table_sorts_tells_intervals_and_copies(self):
        self.send(self.heart)
        table = self.widget.table
        titles = self.titles()
        table.sortByColumn(titles.index("MCC"), Qt.DescendingOrder)
        shown = [table.model().index(row, 0).data() for row in range(3)]
        assert shown == ["Naive Bayes", "Tree", "Majority"]
        undefined = table.model().index(2, titles.index("Prec"))
        assert undefined.data() == "n/a"
        tip = read(table.model().index(0, titles.index("Sens")).data(Qt.ToolTipRole))
        assert "95 % interval" in tip
        table.selectAll()
        QApplication.clipboard().clear()
        QTest.keyClick(table, Qt.Key_C, Qt.ControlModifier)
        assert "Naive Bayes\t" in QApplication.clipboard().text()

    def test_all_scores_of_the_output_are_columns(self):
        self.send(self.heart)
        keys = [column.key for column in COLUMNS]
        assert set(keys) == {"model", "tp", "fp", "fn", "tn", *SCORE_COLUMNS}
        assert len(set(keys)) == len(keys) == len(set(self.titles()))
        usual = "Model φ_b δ_b Acc Sens Spec Prec NPV F MCC κ AUC Info"
        self.show_measures()
        assert self.shown_columns() == usual.split()
        self.set_view("standard")
        assert self.shown_columns() == usual.replace("_b", "").split()

    def test_the_table_tells_what_the_output_tells(self):
        self.send(self.heart, table_of_points())
        self.show_measures(cost_fp=2, cost_fn=7)
        titles = {"TP": "TP", "FP": "FP", "FN": "FN", "TN": "TN"}
        titles |= {column.header: QUANTITIES[column.key].head for column in COLUMNS[5:]}
        for name in ("Tree", "Majority", "Tree (2)"):
            for title, output in titles.items():
                value, text = self.scores()[name, "all"][output], self.cell(name, title)
                if np.isnan(value):  # Orange's tables know no infinity
                    assert text in ("n/a", "-∞"), (name, title)
                else:
                    assert float(text) == pytest.approx(value, abs=5.1e-4), (name, title)
        assert self.cell("Tree (2)", "Brier") == "n/a"
        # 30 FP and 10 FN of 200, at the class ratio of the heart disease data
        p = np.mean(self.heart.actual == 1)
        assert self.cell("Tree (2)", "Cost") == f"{2 * (1 - p) * 0.2 + 7 * p * 0.2:.3f}"

    def test_rates_without_counts_have_none(self):
        domain = Domain([ContinuousVariable(name) for name in ("sensitivity", "specificity")])
        self.send(points=Table.from_numpy(domain, np.array([[0.7, 0.4]])))
        assert self.cell("Point 1", "TP") == "n/a"
        assert self.cell("Point 1", "Sens") == "0.700"

    def test_the_column_of_costs_comes_and_goes_with_them(self):
        self.send(self.heart)
        for isometrics, background in (
            (["cost"], ""),
            ([], "cost"),
            (["accuracy", "cost"], "mcc"),
        ):
            self.show_measures(*isometrics, background=background)
            assert "Cost" in self.shown_columns()
            self.show_measures("accuracy")
            assert "Cost" not in self.shown_columns()
        self.tick("Cost", "TP")
        assert self.shown_columns()[:3] == ["Model", "TP", "Cost"]
        self.show_measures("cost")
        self.show_measures("accuracy")
        assert "Cost" in self.shown_columns()
        self.tick("Cost")
        assert "Cost" not in self.shown_columns()
        self.show_measures("cost")
        assert "Cost" in self.shown_columns()

    def test_a_column_that_was_hidden_stays_hidden(self):
        self.send(self.heart)
        self.show_measures("cost")
        self.tick("Cost", "MCC")
        self.show_measures("cost", cost_fn=3)
        assert not {"Cost", "MCC"} & set(self.shown_columns())
        stored = self.widget.settingsHandler.pack_data(self.widget)
        shown = self.shown_columns()
        self.widget = self.create_widget(OWPhiDelta, stored_settings=stored)
        self.send_signal(self.widget.Inputs.results, self.heart, widget=self.widget)
        assert self.shown_columns() == shown
        self.tick("MCC", "Cost")
        assert {"Cost", "MCC"} < set(self.shown_columns())
        assert self.widget.chosen_columns == {}

    def test_lines_through_the_selected_models(self):
        """The level at each model is its value in the table; mcc is traced."""
        self.send(self.heart)
        self.type_class_ratio("3 : 1")
        self.show_measures("accuracy", "mcc", "cost", cost_fn=4)
        self.show_levels("models")
        for selected in (["Tree", "Majority"], ["Naive Bayes"]):
            self.widget.model_list.set_state(selected)
            self.widget.model_list.changed.emit()
            labels = [line.label for line in self.widget.diagram.isometrics.lines()]
            expected = set()
            for name in selected:
                scores = self.scores()[name, "all"]
                expected |= {f"Acc {scores['Accuracy']:.3f}", f"Cost {scores['Cost']:.3f}"}
                if name != "Majority":
                    expected.add(f"MCC {scores['MCC']:.3f}")
            rounded = {f"{t.split()[0]} {float(t.split()[1]):.3f}" for t in labels}
            assert rounded == expected
            for name in selected:
                point = np.array(self.widget.diagram.classifiers[name].position)
                near = [distance(line.points, point) < 1e-9 for line in self.lines()]
                assert sum(near) == (2 if name == "Majority" else 3), name

    def lines(self):
        return self.widget.diagram.isometrics.lines()

    def test_typed_levels(self):
        self.send(self.heart)
        self.show_measures("accuracy", "cost", cost_fn=5)
        self.show_levels("typed", "0.25, 0.9, 1.5")
        labels = ["Acc 0.25", "Acc 0.9", "Cost 0.25", "Cost 0.9", "Cost 1.5"]
        assert [line.label for line in self.lines()] == labels
        before = self.lines()
        self.show_levels("typed", "a quarter")
        assert self.lines() is before or [line.label for line in self.lines()] == labels
        assert self.widget.typed_levels == [0.25, 0.9, 1.5]
        assert not self.widget.Information.unreached.is_shown()
        self.show_levels("typed", "50 75")
        assert not self.lines()
        assert self.widget.Information.unreached.is_shown()
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWPhiDelta, stored_settings=stored)
        assert other.measures.levels.state() == ("typed", [50, 75])
        self.show_levels("round")
        assert self.lines()
        assert not self.widget.Information.unreached.is_shown()

    def test_hovering_tells_levels_everywhere(self):
        """At tpr 0.8 and fpr 0.3, class ratio 4 : 1: accuracy 0.72, cost 0.24 + 6 * 0.04."""
        self.send(self.heart)
        self.type_class_ratio("4 : 1")
        self.show_measures("accuracy", "cost", cost_fn=6)
        with patch.object(self.widget.diagram, "show_tip") as tip:
            self.widget.diagram.pointed.emit((0.3, 0.8))
            tip.assert_called_with("Acc 0.720, Cost 0.480")
            self.widget.diagram.pointed.emit(None)
            tip.assert_called_with("")
            self.show_measures()
            self.widget.diagram.pointed.emit((0.3, 0.8))
            tip.assert_called_with("")

    def test_sentences_tell_costs_when_they_are_set(self):
        self.send(self.heart)
        actual, predicted = self.heart.actual, self.heart.predicted[1]
        errors = [np.sum((actual == 1 - c) & (predicted == c)) for c in (1, 0)]
        hit = Hit("Tree", "point", 0)
        assert "Cost" not in self.widget.explain(hit)
        for isometrics, background in ((["cost"], ""), ([], "cost")):
            self.show_measures(*isometrics, background=background)
            assert f"Cost {sum(errors) / 303:.3f}" in self.widget.explain(hit)
        self.show_measures("mcc", cost_fn=5)
        sentence = self.widget.explain(hit)
        assert f"Cost {(errors[0] + 5 * errors[1]) / 303:.3f}" in sentence
        assert "MCC 0." in sentence
        self.show_measures(cost_fn=1)
        assert "Cost" not in self.widget.explain(hit)
        self.tick("Cost")
        assert "Cost" in self.widget.explain(hit)

    def test_sentences_tell_the_spread_of_the_folds(self):
        self.send(self.heart)
        actual, predicted = self.heart.actual, self.heart.predicted[1]
        right = [np.mean((actual == predicted)[fold]) for fold in self.heart.folds]
        spread = f"accuracy {np.mean(right):.3f} ± {np.std(right, ddof=1):.3f}"
        for part in ("folds", "spread"):
            assert spread in self.widget.explain(Hit("Tree", part, 0))

    def test_a_model_below_the_line_is_better_reversed(self):
        self.send(points=table_of_points())
        assert "reversed" not in self.widget.explain(Hit("Tree", "point", 0))
        names = ("TP", "FN", "FP", "TN")
        domain = Domain([ContinuousVariable(name) for name in names])
        self.send(points=Table.from_numpy(domain, np.array([[10.0, 40, 90, 60]])))
        sentence = self.widget.explain(Hit("Point 1", "point", 0))
        assert "reversed: sensitivity 0.800, specificity 0.600, δ 0.400" in sentence

    def test_a_narrow_diamond_offers_what_helps(self):
        self.send(self.heart)
        hint = self.widget.sight_hint
        self.widget.show()
        for text, is_narrow in (("2 : 1", False), ("100 : 1", True), ("1 : 1000", True)):
            self.type_class_ratio(text)
            assert hint.isVisible() == is_narrow
        accuracy = self.scores()["Tree", "all"]["Accuracy"]
        hint.linkActivated.emit("standard")
        assert self.widget.view == self.widget.view_combo.state() == "standard"
        assert not hint.isVisible()
        assert self.shown_at("Tree")[1] == pytest.approx(self.scores()["Tree", "all"]["δ"])
        assert self.scores()["Tree", "all"]["Accuracy"] == accuracy
        self.set_view("generalised")
        assert hint.isVisible()

    def test_zooming_to_the_models_brings_levels_between_them(self):
        self.send(points=rare_points())
        self.widget.show()
        self.process_events()
        self.widget.sight_hint.linkActivated.emit("enlarge")
        assert "whole diamond" in self.widget.sight_hint.text()
        self.widget.grab()
        levels = [float(line.label.split()[1]) for line in self.lines()]
        # both points are right for 0.99 to 0.994 of 10,000 cases
        assert sum(0.985 < level < 1 for level in levels) >= 4
        self.widget.sight_hint.linkActivated.emit("fit")
        assert "zoom to the models" in self.widget.sight_hint.text()
        levels = [float(line.label.split()[1]) for line in self.lines()]
        np.testing.assert_allclose(levels, np.arange(1, 10) / 10)

    def test_report_and_pictures_of_every_view(self):
        self.send(self.heart, table_of_points())
        for check in self.widget.layer_controls.boxes.values():
            check.setChecked(True)
        for view in VIEWS:
            self.set_view(view)
            assert not self.widget.grab().isNull()
        self.widget.send_report()


def ionosphere():
    """Classes and predictions of 10 folds (see data/derive.py), with certain probabilities."""
    found = json.loads((Path(__file__).parents[1] / "data/ionosphere.json").read_text("utf-8"))
    ends = np.cumsum(found["folds"])
    predicted = np.array([list(map(int, row)) for row in found["predicted"].values()])
    learners = [MajorityLearner() for _ in predicted]
    for learner, name in zip(learners, found["predicted"], strict=True):
        learner.name = name
    return Results(
        domain=Domain([], DiscreteVariable("class", ("b", "g"))),
        learners=learners,
        actual=np.array(list(map(float, found["actual"]))),
        predicted=predicted.astype(float),
        probabilities=np.eye(2)[predicted],
        folds=[slice(start, end) for start, end in zip([0, *ends], ends, strict=False)],
        row_indices=np.arange(ends[-1]),
    )


def test_positions_of_ionosphere(gui):
    """The experiment of the 2018 paper's figures 14 to 16: ionosphere, positive "g", 10 folds."""
    results = ionosphere()
    widget = gui.create_widget(OWPhiDelta)
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    assert widget.positive == ["g"]
    assert 1 / widget.ratio_control.prevalence - 1 == pytest.approx(126 / 225)
    assert list(widget.diagram.classifiers) == ["Naive Bayes", "Tree", "Majority"]
    widget.layer_controls.boxes["folds"].setChecked(True)
    for i, (name, item) in enumerate(widget.diagram.classifiers.items()):
        place = widget.diagram.square.mapToParent(QPointF(*item.position))
        expected = phi_delta_by_hand(results.actual, results.predicted[i], 1, 225 / 351)
        np.testing.assert_allclose((place.x(), place.y()), expected, atol=1e-9, err_msg=name)
        x, y = item.parts["folds"].getData()
        assert len(x) == 10
        for fold, fpr, tpr in zip(results.folds, x, y, strict=True):
            actual, predicted = results.actual[fold], results.predicted[i][fold]
            assert fpr == pytest.approx(np.mean(predicted[actual == 0] == 1))
            assert tpr == pytest.approx(np.mean(predicted[actual == 1] == 1))
