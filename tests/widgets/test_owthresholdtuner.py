"""Threshold Tuner as a student uses it: inputs, controls, dragging, outputs."""

import copy
import time
from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QEvent, QPointF, Qt
from AnyQt.QtGui import QMouseEvent
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication, QStyle, QStyleOptionComboBox
from Orange import evaluation
from Orange.classification import MajorityLearner, NaiveBayesLearner, SVMLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation
from Orange.widgets.evaluate.owconfusionmatrix import OWConfusionMatrix
from Orange.widgets.tests import base
from scipy.integrate import trapezoid

from orangecontrib.phidelta.core.choosing.beliefs import Range
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.thresholds.stability import bootstrap_cuts
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.orange.tunings import TunedModel
from orangecontrib.phidelta.plot.diagram import Hit
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

COSTS = {"cost_fp": 1, "cost_fn": 5}


class TestOWThresholdTuner(base.WidgetTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data = Table("heart_disease")
        cls.heart = CrossValidation(k=5, store_data=True)(
            cls.data, [NaiveBayesLearner(), TreeLearner()]
        )
        cls.heart.learner_names = ["Naive Bayes", "Tree"]
        cls.iris = CrossValidation(k=5, store_data=True)(Table("iris"), [NaiveBayesLearner()])
        cls.iris.learner_names = ["Naive Bayes"]

    def setUp(self):
        self.widget = self.create_widget(OWThresholdTuner)
        self.inputs, self.outputs = self.widget.Inputs, self.widget.Outputs

    def send(self, results=None, learner=None):
        self.send_signals([(self.inputs.results, results), (self.inputs.learner, learner)])
        self.wait_until_finished()

    def tune_for(self, measure, **parameters):
        rule = self.widget.rule
        rule.parameters.set_state(parameters)
        rule.measure.set_state(measure)
        rule.measure.changed.emit()

    def set_class_ratio(self, text):
        edit = self.widget.ratio_control.edit
        edit.setText(text)
        edit.editingFinished.emit()

    def select_positive(self, *names):
        self.widget.positive_list.clearSelection()
        for name in names:
            self.widget.positive_list.findItems(name, Qt.MatchExactly)[0].setSelected(True)

    def brute_force(self, measure, prevalence, value=1, **parameters):
        """Best value of a measure over all cuts, one by one."""
        actual = self.heart.actual == value
        score = self.heart.probabilities[0][:, value]
        values = []
        for cut in sweep(actual, score).cuts:
            called = score > cut
            fpr, tpr = np.mean(called[~actual]), np.mean(called[actual])
            values.append(float(MEASURES[measure].of(fpr, tpr, prevalence, **parameters)))
        return (np.nanmin if MEASURES[measure].lower_is_better else np.nanmax)(values)

    def test_the_best_cut_is_the_best_of_all(self):
        """The 2018 paper's figures 17 and 18: heart disease, Naive Bayes, δ and accuracy."""
        self.send(self.heart)
        of_data = np.mean(self.heart.actual == 1)
        for text, prevalence in ((None, of_data), ("9 : 1", 0.1), ("1 : 4", 0.8)):
            if text is not None:
                self.set_class_ratio(text)
            for measure, parameters in (("youden", {}), ("accuracy", {}), ("cost", COSTS)):
                self.tune_for(measure, **parameters)
                best = self.brute_force(measure, prevalence, **parameters)
                assert self.widget.point.value == pytest.approx(best), (measure, text)

    def test_the_output_decides_what_the_curve_promises(self):
        self.send(self.heart)
        for value in ("0", "1"):
            self.select_positive(value)
            for cut in (0.05, 0.37, 0.5, 0.93):
                self.widget.cut_control.spin.setValue(cut)
                results = self.get_output(self.outputs.results)
                score = self.heart.probabilities[0][:, int(value)]
                called = results.predicted[0] == int(value)
                np.testing.assert_array_equal(called, score > cut)
                point = self.widget.point
                is_positive = self.heart.actual == int(value)
                assert np.mean(called[is_positive]) == pytest.approx(point.sensitivity)
                assert np.mean(~called[~is_positive]) == pytest.approx(point.specificity)
        np.testing.assert_array_equal(results.predicted[1], self.heart.predicted[1])
        assert results.learner_names == ["Naive Bayes, cut 0.93", "Tree"]

    def test_confusion_matrix_sees_the_tuned_decisions(self):
        self.send(self.heart)
        self.tune_for("cost", **COSTS)
        counts = self.widget.tuned.tuning.curve.sweep.counts(self.widget.point.index)
        matrix = self.create_widget(OWConfusionMatrix)
        results = self.get_output(self.outputs.results)
        self.send_signal(matrix.Inputs.evaluation_results, results, widget=matrix)
        # two rows and columns of headings; rows are true classes
        shown = [[int(matrix.tablemodel.item(i, j).text()) for j in (2, 3)] for i in (2, 3)]
        assert shown == [[counts.tn, counts.fp], [counts.fn, counts.tp]]

    def test_the_ring_follows_the_mouse(self):
        self.send(self.heart)
        widget = self.widget
        widget.resize(1060, 780)
        widget.show()
        self.process_events()
        diagram = widget.diagram
        (item,) = diagram.classifiers.values()

        def pixel(place):
            return diagram.mapFromScene(diagram.square.mapToScene(QPointF(*map(float, place))))

        def move(kind, place, button, buttons):
            place = QPointF(place).toPoint()  # Qt 5 maps no other
            points = QPointF(place), QPointF(diagram.viewport().mapToGlobal(place))
            event = QMouseEvent(kind, *points, button, buttons, Qt.NoModifier)
            QApplication.sendEvent(diagram.viewport(), event)
            self.process_events()

        for target in (item.parts["curves"].points[40], (0.0, 0.0), (1.0, 1.0)):
            start = pixel((diagram.handle.pos().x(), diagram.handle.pos().y()))
            end = pixel(target)
            move(QEvent.MouseMove, start, Qt.NoButton, Qt.NoButton)
            move(QEvent.MouseButtonPress, start, Qt.LeftButton, Qt.LeftButton)
            for step in range(1, 11):
                between = QPointF(start) + (QPointF(end) - QPointF(start)) * step / 10
                move(QEvent.MouseMove, between.toPoint(), Qt.NoButton, Qt.LeftButton)
                time.sleep(0.02)
            move(QEvent.MouseButtonRelease, end, Qt.LeftButton, Qt.NoButton)
            reached = pixel((diagram.handle.pos().x(), diagram.handle.pos().y()))
            assert (reached - end).manhattanLength() <= 4

    def test_dragging_moves_handle_line_and_text_only(self):
        self.send(self.heart)
        widget = self.widget
        before = self.get_output(self.outputs.results)
        curves, tuning = list(widget.tuner_view.plot.curves), widget.tuned.tuning
        (item,) = widget.diagram.classifiers.values()
        sweep, stop = widget.tuned.tuning.curve.sweep, item.parts["curves"].indices[40]
        target = sweep.fpr[stop], sweep.tpr[stop]
        widget.diagram.handle.setPos(target[0] + 1e-4, target[1])
        assert widget.cut == sweep.cuts[stop]
        assert widget.tuner_view.plot.line.value() == pytest.approx(widget.cut)
        assert widget.diagram.handle.pos() == pg_point(target)
        assert not widget.cut_control.best.isChecked()
        assert f"Cut {widget.cut:.3g}" in widget.tuner_view.text.text()
        assert widget.tuner_view.plot.curves == curves
        assert widget.tuned.tuning is tuning
        assert self.get_output(self.outputs.results) is before
        widget.diagram.handle.sigPositionChangeFinished.emit(widget.diagram.handle)
        assert self.get_output(self.outputs.results) is not before
        widget.tuner_view.plot.line.setValue(0.25)
        widget.tuner_view.plot.line.sigDragged.emit(widget.tuner_view.plot.line)
        assert widget.cut == pytest.approx(0.25)
        widget.cut_control.best.click()
        assert widget.cut is None
        assert widget.point.cut == widget.tuned.tuning.curve.best.cut

    def bars(self, name):
        """(edges, heights) of the bars of TP, FP, FN or TN."""
        opts = self.widget.tuner_view.scores.histogram.bars[name].opts
        return np.append(opts["x0"], opts["x1"][-1]), np.abs(opts["height"])

    def test_the_scores_are_coloured_by_what_the_cut_decides(self):
        self.send(self.heart)
        self.set_class_ratio("9 : 1")
        self.widget.tuner_view.pictures.setCurrentIndex(1)
        assert self.widget.picture == "scores"
        plot = self.widget.tuner_view.scores.histogram
        is_positive, score = self.heart.actual == 1, self.heart.probabilities[0][:, 1]
        for cut in (0.2, 0.61):
            plot.line.setValue(cut)
            plot.line.sigDragged.emit(plot.line)
            assert self.widget.cut == pytest.approx(cut)
            assert self.widget.tuner_view.plot.line.value() == pytest.approx(cut)
            called = score > cut
            for name, members, share in (
                ("TP", is_positive & called, 0.1),
                ("FN", is_positive & ~called, 0.1),
                ("FP", ~is_positive & called, 0.9),
                ("TN", ~is_positive & ~called, 0.9),
            ):
                edges, heights = self.bars(name)
                counts, _ = np.histogram(score[members], edges)
                cases = np.sum(is_positive if share == 0.1 else ~is_positive)
                np.testing.assert_allclose(heights, counts * share / cases, atol=1e-12)
                text = plot.words[name].textItem.toPlainText()
                assert text == f"■ {name} {counts.sum() * share / cases:.3f}"
        settled = self.get_output(self.outputs.results)
        plot.line.sigPositionChangeFinished.emit(plot.line)
        assert self.get_output(self.outputs.results) is not settled

    def test_the_reliability_of_the_scores(self):
        self.send(self.heart)
        plot = self.widget.tuner_view.scores.reliability
        x, y = plot.shares.getData()
        score = self.heart.probabilities[0][:, 1]
        assert len(x) == 10
        upper = score > np.sort(score)[-31]
        assert x[-1] == pytest.approx(score[upper].mean(), abs=1e-3)
        assert y[-1] == pytest.approx(np.mean(self.heart.actual[upper] == 1), abs=0.05)
        assert plot.intervals.isVisible()
        assert not plot.words.isVisible()
        decisions = CrossValidation(k=5, store_data=True)(self.data, [NaiveBayesLearner()])
        decisions.probabilities = 3 * decisions.probabilities - 1.5
        self.send(decisions)
        assert plot.words.isVisible()
        assert not plot.shares.isVisible()
        assert "no probabilities" in plot.words.textItem.toPlainText()
        assert not self.widget.tuner_view.plot.theory.isVisible()
        repeated = evaluation.ShuffleSplit(n_resamples=4, store_data=True)(
            self.data, [NaiveBayesLearner()]
        )
        self.send(repeated)
        assert plot.shares.isVisible()
        assert not plot.intervals.isVisible()
        self.send(None)
        assert not plot.words.isVisible()
        assert not plot.shares.isVisible()

    def type_cut(self, text):
        spin = self.widget.cut_control.spin
        spin.lineEdit().selectAll()
        QTest.keyClicks(spin.lineEdit(), text)
        QTest.keyClick(spin.lineEdit(), Qt.Key_Return)

    def test_small_cuts_can_be_typed(self):
        self.send(self.heart)
        score = self.heart.probabilities[0][:, 1]
        for text, cut in (("0.00025", 0.00025), ("2e-5", 2e-5), ("0,0004", 0.0004), ("1", 1)):
            self.type_cut(text)
            assert self.widget.cut == pytest.approx(cut, rel=1e-12), text
            called = self.get_output(self.outputs.results).predicted[0] == 1
            np.testing.assert_array_equal(called, score > cut)
        self.type_cut("x")
        assert self.widget.cut == 1
        self.type_cut("-3")  # no probability
        assert self.widget.cut in (0, 1)

    def test_enter_alone_moves_no_cut(self):
        self.send(self.heart)
        best = self.widget.point.cut
        assert self.widget.cut_control.spin.value() == pytest.approx(best, rel=1e-5)
        QTest.keyClick(self.widget.cut_control.spin.lineEdit(), Qt.Key_Return)
        assert self.widget.cut is None
        assert self.widget.point.cut == best

    def test_decision_values_can_be_cut_anywhere(self):
        decisions = CrossValidation(k=5, store_data=True)(self.data, [NaiveBayesLearner()])
        decisions.probabilities = 7 * decisions.probabilities - 5
        score = decisions.probabilities[0][:, 1]
        self.send(decisions)
        spin = self.widget.cut_control.spin
        best = self.widget.point.cut
        assert -5 < best < 2
        assert spin.value() == pytest.approx(best, rel=1e-5)
        for cut in (-4.75, 1.9, -0.125, 1e9, -1e9):
            self.type_cut(f"{cut:g}")
            assert self.widget.cut == cut
            called = self.get_output(self.outputs.results).predicted[0] == 1
            np.testing.assert_array_equal(called, score > cut)
            assert self.widget.tuner_view.plot.line.value() == pytest.approx(
                min(max(cut, score.min()), score.max()), abs=0.36
            )
        assert spin.sizeHint().width() < 200
        plot = self.widget.tuner_view.plot
        plot.line.setValue(-2.5)
        plot.line.sigDragged.emit(plot.line)
        assert self.widget.cut == pytest.approx(-2.5)
        assert spin.value() == pytest.approx(-2.5)
        self.send(self.heart)
        assert (spin.minimum(), spin.maximum()) == (0, 1)

    def sampled(self):
        """Cuts of samples as drawn, once there is nothing more to be done."""
        self.process_events(until=lambda: self.widget.task is None)
        return self.widget.tuner_view.plot.samples.xvals

    def test_best_cuts_of_bootstrap_samples_on_demand(self):
        self.send(self.heart)
        self.tune_for("cost", **COSTS)
        assert len(self.sampled()) == 0
        assert "bootstrap" not in self.widget.tuner_view.stability.text()
        self.widget.sampling.click()
        assert self.widget.task is not None
        score = self.heart.probabilities[0][:, 1]
        cuts = sweep(self.heart.actual == 1, score)
        for measure, parameters in (("cost", COSTS), ("youden", {})):
            self.tune_for(measure, **parameters)
            found = bootstrap_cuts(cuts, measure, replicates=500, **parameters).cuts
            np.testing.assert_allclose(self.sampled(), np.clip(found, 0, 1))
            np.testing.assert_allclose(
                self.widget.tuner_view.scores.histogram.samples.xvals, self.sampled()
            )
            median, low, high = (
                np.quantile(found, share, method="inverted_cdf") for share in (0.5, 0.025, 0.975)
            )
            told = self.widget.tuner_view.stability.text()
            assert (
                f"in 500 bootstrap samples the best cut is {median:.3g} "
                f"(median; 95 % in {low:.3g} to {high:.3g})" in told
            )
        self.widget.sampling.click()
        assert len(self.sampled()) == 0

    def test_samples_wait_for_the_learner_and_end_with_the_input(self):
        self.widget.sampling.click()
        self.send(self.heart, NaiveBayesLearner())
        assert len(self.sampled()) == 500
        assert self.get_output(self.outputs.model) is not None
        self.tune_for("kappa")
        assert self.widget.task is not None
        self.send_signal(self.inputs.results, None)
        assert self.widget.task is None
        assert len(self.sampled()) == 0
        self.send_signal(self.inputs.results, self.heart)
        assert len(self.sampled()) == 500
        repeated = evaluation.ShuffleSplit(n_resamples=4, store_data=True)(
            self.data, [NaiveBayesLearner()]
        )
        self.send(repeated)
        assert len(self.sampled()) == 0

    def test_a_bootstrap_that_fails_is_told(self):
        self.send(self.heart)
        with patch.object(TunedModel, "bootstrap", side_effect=ValueError("no luck")):
            self.widget.sampling.click()
            self.wait_until_finished()
        assert "no luck" in str(self.widget.Error.failed)
        self.tune_for("kappa")
        assert not self.widget.Error.failed.is_shown()
        assert len(self.sampled()) == 500

    def know_roughly(self, ratios, misses, measure):
        ranges = self.widget.rule.ranges
        ranges.set_state((True, *ratios, *misses, "uniform"))
        self.widget.rule.range_measure.set_state(measure)
        self.widget.rule.changed.emit()

    @staticmethod
    def mean_cost(ratios, misses, fpr, tpr):
        """By a grid, all factors alike."""
        ratio = np.geomspace(*ratios, 2001)
        negatives = trapezoid(ratio / (1 + ratio), np.log(ratio)) / np.log(ratios[1] / ratios[0])
        miss = (misses[1] - misses[0]) / np.log(misses[1] / misses[0])
        return negatives * fpr + (1 - negatives) * miss * (1 - tpr)

    def test_a_cut_for_a_range_of_conditions(self):
        self.send(self.heart, NaiveBayesLearner())
        rule = self.widget.rule
        assert rule.range_measure.isHidden()
        before = self.widget.point.cut
        rule.ranges.check.click()
        rule.settle()
        assert rule.measure.isHidden()
        assert not rule.range_measure.isHidden()
        self.set_class_ratio("9 : 1")
        actual, score = self.heart.actual == 1, self.heart.probabilities[0][:, 1]
        # from 12 to 3: ends may come in either order
        for measure, bound in (("greatest_regret", 0.0), ("greatest_regret", 0.85)):
            rule.constraint.set_state((bound > 0, "sensitivity", ">=", max(bound, 0.1)))
            self.know_roughly((2, 20), (12, 3), measure)
            cuts = self.widget.tuned.tuning.curve.sweep.cuts
            called = score > cuts[:, None]
            fpr, tpr = called[:, ~actual].mean(axis=1), called[:, actual].mean(axis=1)
            corners = [(r, c) for r in (2, 20) for c in (3, 12)]
            cost = np.array([(r * fpr + c * (1 - tpr)) / (1 + r) for r, c in corners])
            regret = (cost - cost.min(axis=1, keepdims=True)).max(axis=0)
            allowed = np.where(tpr >= bound - 1e-9, regret, np.inf)
            assert self.widget.point.value == pytest.approx(allowed.min())
            assert self.widget.point.index == np.argmin(allowed)
            table = self.get_output(self.outputs.thresholds)
            of_all = table[table.metas[:, 2] == "all"]
            rows = np.searchsorted(-cuts, -of_all.get_column("Cut")[1:-1])
            for column, expected in (("Mean cost", None), ("Regret", regret)):
                found = of_all.get_column(column)[1:-1]
                if expected is None:
                    expected = self.mean_cost((2, 20), (3, 12), fpr, tpr)
                np.testing.assert_allclose(found, expected[rows], rtol=1e-3)
        assert self.widget.point.cut != before
        assert "Greatest regret over the range" in self.widget.tuner_view.text.text()
        assert self.widget.tuned.explain_place(0.2, 0.7).startswith("Cost ")
        self.widget.controls.tune_inside.buttons[1].click()
        learner = self.get_output(self.outputs.learner)
        assert (learner.measure, learner.prevalence) == ("greatest_regret", pytest.approx(0.1))
        assert (learner.class_ratio_range, learner.miss_cost_range) == (Range(2, 20), Range(3, 12))
        assert not CrossValidation(k=3)(self.data, [learner]).failed[0]
        self.know_roughly((2, 20), (3, 12), "mean_cost")
        assert self.get_output(self.outputs.learner).measure == "mean_cost"
        self.widget.send_report()
        assert ("Class ratios", "2 to 20") in self.widget.tuned.words
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWThresholdTuner, stored_settings=stored)
        self.send_signal(other.Inputs.results, self.heart, widget=other)
        assert other.point.value == self.widget.point.value
        rule.ranges.check.click()
        assert self.widget.tuned.tuning.curve.measure.name == "cost"
        names = [each.name for each in self.get_output(self.outputs.thresholds).domain.attributes]
        assert not {"Mean cost", "Regret"} & set(names)
        assert rule.range_measure.isHidden()

    def test_the_picture_is_kept_and_reported(self):
        self.send(self.heart)
        self.widget.tuner_view.pictures.setCurrentIndex(1)
        self.widget.send_report()
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWThresholdTuner, stored_settings=stored)
        assert other.tuner_view.pictures.currentWidget() is other.tuner_view.scores

    def contrary(self, results=None):
        """Results of models that are wrong far more often than right: the classes exchanged."""
        results = copy.copy(results or self.heart)
        results.probabilities = results.probabilities[:, :, ::-1]
        results.predicted = 1 - results.predicted
        return results

    def test_a_reversed_model_is_tuned_and_sent(self):
        """Reversed, the contrary of a model is the model."""
        self.tune_for("cost", **COSTS)
        self.send(self.heart, NaiveBayesLearner())
        right, table = self.widget.point, self.get_output(self.outputs.thresholds)
        assert not self.widget.Information.wrong_way_round.is_shown()
        self.send(self.contrary(), NaiveBayesLearner())
        assert self.widget.Information.wrong_way_round.is_shown()
        wrong = self.widget.tuned.classifier
        assert self.widget.point.value > right.value
        self.widget.reversal.click()
        assert not self.widget.Information.wrong_way_round.is_shown()
        point = self.widget.point
        assert (point.cut, point.value, point.index) == (right.cut, right.value, right.index)
        counts, own = self.widget.tuned.classifier.counts, wrong.counts
        assert (counts.tp, counts.fp) == (own.fn, own.tn)
        assert self.widget.tuner_view.text.text().startswith("<b>Reversed, cut 0.")
        assert "Naive Bayes, reversed, cut" in self.widget.tuned.explain_cut(9)
        told = self.get_output(self.outputs.thresholds)
        np.testing.assert_array_equal(told.X, table.X)
        assert set(told.metas[:, 0]) == {"Naive Bayes, reversed"}
        results = self.get_output(self.outputs.results)
        name = f"Naive Bayes, reversed, cut {right.cut:.2f}"
        assert results.learner_names[0] == name
        np.testing.assert_array_equal(results.probabilities[0], self.heart.probabilities[0])
        score = self.heart.probabilities[0][:, 1]
        np.testing.assert_array_equal(results.predicted[0] == 1, score > right.cut)
        model = self.get_output(self.outputs.model)
        assert model.name == f"naive bayes, reversed, cut {right.cut:.2f}"
        values, probabilities = model(self.data, model.ValueProbs)
        plain = NaiveBayesLearner()(self.data)(self.data, model.Probs)
        np.testing.assert_array_equal(probabilities, plain[:, ::-1])
        np.testing.assert_array_equal(values == 1, plain[:, 0] > right.cut)
        assert self.get_output(self.outputs.learner).name == model.name
        self.widget.output.tune_inside.buttons[1].click()
        learner = self.get_output(self.outputs.learner)
        assert learner.name == "naive bayes, reversed, cut tuned for cost"
        assert learner.parameters == COSTS
        self.widget.send_report()
        assert "the two sides are exchanged" in self.widget.report_html

    def test_a_model_is_reversed_by_itself(self):
        """Another model, another positive class and other results begin as they are."""
        self.send(self.contrary())
        self.widget.reversal.click()
        self.widget.cut_control.spin.setValue(0.25)
        self.widget.model_list.setCurrentRow(1)
        assert not self.widget.reversal.isChecked()
        assert self.widget.cut is None
        self.widget.reversal.click()
        self.select_positive("0")
        assert not self.widget.reversal.isChecked()
        self.widget.reversal.click()
        self.send(self.iris)
        assert not self.widget.reversal.isChecked()
        assert not self.widget.tuned.classifier.is_reversed
        self.send(self.contrary())
        assert self.widget.reversal.isChecked()
        assert (self.widget.model, self.widget.tuned.classifier.is_reversed) == ("Tree", True)
        self.send(None)
        assert self.widget.tuned is None

    def test_merged_positives_are_reversed(self):
        self.send(self.iris)
        self.select_positive("Iris-setosa", "Iris-virginica")
        before = self.widget.tuned.classifier
        self.widget.reversal.click()
        after = self.widget.tuned.classifier
        assert after.sweep.auc == pytest.approx(1 - before.sweep.auc)
        self.widget.cut_control.spin.setValue(0.75)
        results = self.get_output(self.outputs.results)
        rest = self.iris.probabilities[0][:, 1]
        np.testing.assert_array_equal(np.isin(results.predicted[0], [0, 2]), rest > 0.75)

    def test_worse_than_chance_is_told_of_independent_cases_only(self):
        self.send(self.contrary(self.repeated()))
        assert self.widget.tuned.classifier.sweep.auc < 0.2
        assert not self.widget.Information.wrong_way_round.is_shown()

    def repeated(self):
        results = evaluation.ShuffleSplit(n_resamples=3, random_state=0, test_size=0.4)(
            self.data, [NaiveBayesLearner(), TreeLearner()]
        )
        results.learner_names = ["Naive Bayes", "Tree"]
        return results

    def test_best_follows_until_the_handle_is_moved(self):
        self.send(self.heart)
        self.tune_for("cost", **COSTS)
        first = self.widget.point.cut
        self.tune_for("cost", cost_fp=5, cost_fn=1)
        assert self.widget.point.cut > first
        self.widget.cut_control.spin.setValue(0.4)
        self.tune_for("cost", **COSTS)
        assert self.widget.point.cut == pytest.approx(0.4)

    def test_constraint(self):
        self.send(self.heart)
        self.tune_for("precision")
        control = self.widget.rule.constraint
        control.bound.setValue(0.9)
        control.check.setChecked(True)
        assert self.widget.point.sensitivity >= 0.9
        assert not self.widget.Warning.infeasible.is_shown()
        control.measure.set_state("predicted_positive_rate")
        control.relation.set_state("<=")
        control.bound.setValue(0)
        control.changed.emit()
        assert self.widget.Warning.infeasible.is_shown()
        assert self.widget.point.cut == 0.5
        control.check.setChecked(False)
        assert not self.widget.Warning.infeasible.is_shown()

    def test_the_constraint_can_be_read_at_the_size_that_the_widget_opens_in(self):
        self.widget.resize(self.widget.sizeHint())
        self.widget.show()
        control = self.widget.rule.constraint
        option = QStyleOptionComboBox()
        for combo in (control.measure, control.relation):
            combo.initStyleOption(option)
            place = QStyle.CC_ComboBox, option, QStyle.SC_ComboBoxEditField
            room = combo.style().subControlRect(*place, combo).width()
            for row in range(combo.count()):
                text = combo.itemText(row)
                assert combo.fontMetrics().horizontalAdvance(text) + 2 <= room, text
        field = control.bound.lineEdit()
        assert field.fontMetrics().horizontalAdvance("0.900") + 2 <= field.width()

    def test_more_than_two_classes(self):
        self.send(self.iris)
        self.select_positive("Iris-versicolor", "Iris-virginica")
        self.widget.cut_control.spin.setValue(0.7)
        results = self.get_output(self.outputs.results)
        probabilities = self.iris.probabilities[0]
        is_called = probabilities[:, 1:].sum(axis=1) > 0.7
        expected = np.where(is_called, 1 + probabilities[:, 1:].argmax(axis=1), 0)
        np.testing.assert_array_equal(results.predicted[0], expected)

    def test_model_of_single_models(self):
        results = evaluation.TestOnTestData(store_data=True, store_models=True)(
            self.data[::2], self.data[1::2], [NaiveBayesLearner()]
        )
        self.send(results)
        self.select_positive("0")
        self.widget.cut_control.spin.setValue(0.8)
        model = self.get_output(self.outputs.model)
        score = results.models[0, 0](self.data, 1)[:, 0]
        np.testing.assert_array_equal(model(self.data) == 0, score > 0.8)
        assert model.name.endswith("cut 0.80")
        assert not self.widget.Information.no_model.is_shown()

    def test_model_of_a_learner(self):
        self.send(self.heart)
        assert self.get_output(self.outputs.model) is None
        assert self.widget.Information.no_model.is_shown()
        assert self.widget.Information.no_learner.is_shown()
        self.send(self.heart, NaiveBayesLearner())
        self.widget.cut_control.spin.setValue(0.2)
        model = self.get_output(self.outputs.model)
        score = NaiveBayesLearner()(self.data)(self.data, 1)[:, 1]
        np.testing.assert_array_equal(model(self.data) == 1, score > 0.2)
        assert not self.widget.Information.no_model.is_shown()

    def test_learners(self):
        self.send(self.heart, NaiveBayesLearner())
        self.widget.cut_control.spin.setValue(0.2)
        fixed = self.get_output(self.outputs.learner)
        assert fixed.cut == pytest.approx(0.2)
        self.tune_for("cost", **COSTS)
        self.set_class_ratio("4 : 1")
        self.widget.controls.tune_inside.buttons[1].click()
        tuned = self.get_output(self.outputs.learner)
        assert tuned.cut is None
        assert (tuned.measure, tuned.parameters) == ("cost", COSTS)
        assert tuned.prevalence == pytest.approx(0.2)
        assert tuned.positive == ("1",)
        results = CrossValidation(k=3)(self.data, [tuned])
        assert not results.failed[0]

    def test_learner_that_does_not_fit(self):
        class Refusing(NaiveBayesLearner):
            def incompatibility_reason(self, domain):
                return "it will not have these data"

        self.send(self.heart, Refusing())
        assert "will not have" in str(self.widget.Error.unfit_learner)
        self.send(self.heart, NaiveBayesLearner())
        assert not self.widget.Error.unfit_learner.is_shown()

    def test_a_learner_without_probabilities_is_refused_with_the_reason(self):
        self.send(self.heart, SVMLearner(probability=False))
        assert self.get_output(self.outputs.model) is None
        assert "probabilit" in str(self.widget.Information.no_model)

    def test_thresholds(self):
        self.send(self.heart)
        table = self.get_output(self.outputs.thresholds)
        of_all = [row for row in table if str(row["Fold"]) == "all"]
        assert len(of_all) == len(self.widget.tuned.tuning.curve.values)
        assert {str(row["Fold"]) for row in table} == {"all", "1", "2", "3", "4", "5"}
        for row in of_all[1:-1:40]:
            called = self.heart.probabilities[0][:, 1] > row["Cut"]
            actual = self.heart.actual == 1
            assert row["TP"] == np.sum(called & actual)
            assert row["Precision"] == pytest.approx(np.mean(actual[called]))
            assert row["Lift"] == pytest.approx(np.mean(actual[called]) / np.mean(actual))
            assert row["Predicted positive rate"] == pytest.approx(np.mean(called))
        self.widget.output.maximum_rows.setValue(10)
        table = self.get_output(self.outputs.thresholds)
        best = [row for row in table if str(row["Fold"]) == "all"]
        assert len(best) <= 10
        assert any(row["Cut"] == self.widget.tuned.tuning.curve.best.cut for row in best)

    def test_models_without_probabilities(self):
        results = CrossValidation(k=3, store_data=True)(self.data, [NaiveBayesLearner()])
        results.probabilities = None
        self.send(results)
        assert self.widget.Error.no_scores.is_shown()
        assert self.get_output(self.outputs.results) is None
        self.send(self.heart)
        assert not self.widget.Error.no_scores.is_shown()
        assert self.get_output(self.outputs.results) is not None

    def test_what_a_trial_broke(self):
        equal = CrossValidation(k=3, store_data=True)(self.data, [MajorityLearner()])
        equal.probabilities[:] = 0.5
        self.send(equal)
        self.tune_for("mcc")
        assert self.widget.Warning.infeasible.is_shown()
        trained = evaluation.TestOnTrainingData(store_data=True, store_models=True)(
            self.data, [NaiveBayesLearner(), SVMLearner(probability=False)]
        )
        trained.learner_names = ["Naive Bayes", "SVM"]
        self.send(trained)
        self.widget.model_list.setCurrentRow(1)
        assert self.get_output(self.outputs.results) is not None
        assert self.get_output(self.outputs.model) is None
        assert self.widget.Information.no_model.is_shown()
        self.widget.model_list.clearSelection()
        assert self.widget.model_list.state() == "SVM"

    def test_a_learner_that_was_not_tested(self):
        self.send(self.heart, TreeLearner())
        assert self.widget.Warning.other_learner.is_shown()
        learner = NaiveBayesLearner()
        learner.name = "Naive Bayes"
        self.send(self.heart, learner)
        assert not self.widget.Warning.other_learner.is_shown()

    def test_folds_keep_their_numbers(self):
        results = CrossValidation(k=5, store_data=True)(self.data, [NaiveBayesLearner()])
        results.folds = [np.flatnonzero(results.actual == 0)[:9], *results.folds[1:]]
        self.send(results)
        table = self.get_output(self.outputs.thresholds)
        assert {str(row["Fold"]) for row in table} == {"all", "2", "3", "4", "5"}

    def test_context_brings_choices_back(self):
        self.send(self.heart)
        self.select_positive("0")
        self.widget.model_list.setCurrentRow(1)
        self.widget.cut_control.spin.setValue(0.31)
        self.send(self.iris)
        assert self.widget.cut is None
        self.send(self.heart)
        assert self.widget.positive == ["0"]
        assert self.widget.model_list.state() == "Tree"
        assert self.widget.cut == pytest.approx(0.31)
        assert self.widget.tuner_view.plot.line.value() == pytest.approx(0.31)

    def test_report_and_settings(self):
        self.send(self.heart)
        self.tune_for("f_beta", beta=2)
        self.widget.send_report()
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWThresholdTuner, stored_settings=stored)
        self.send_signal(other.Inputs.results, self.heart, widget=other)
        assert other.rule.measure.state() == "f_beta"
        assert other.point.cut == self.widget.point.cut

    def test_settings_of_a_time_with_fewer_parameters(self):
        stored = {"measure": "cost", "parameters": {"cost_fp": 2.0}, "__version__": 2}
        other = self.create_widget(OWThresholdTuner, stored_settings=stored)
        self.send_signal(other.Inputs.results, self.heart, widget=other)
        assert other.parameters == {"beta": 1, "cost_fp": 2, "cost_fn": 1, "weight": 0.5}
        assert other.tuned.tuning.curve.parameters == {"cost_fp": 2, "cost_fn": 1}

    def test_settings_of_version_1_keep_the_weighted_distance(self):
        parameters = {"beta": 1.0, "cost_fp": 1.0, "cost_fn": 1.0, "weight": 0.9}
        stored = {"measure": "distance", "parameters": parameters}
        other = self.create_widget(OWThresholdTuner, stored_settings=stored | {"__version__": 1})
        self.send_signal(other.Inputs.results, self.heart, widget=other)
        assert other.rule.measure.state() == "weighted_distance"
        counts = other.tuned.tuning.curve.sweep.counts(other.point.index)
        expected = np.sqrt(0.1 * counts.fpr**2 + 0.9 * (1 - counts.tpr) ** 2)
        assert other.point.value == pytest.approx(expected)
        other = self.create_widget(OWThresholdTuner, stored_settings=stored | {"__version__": 2})
        assert other.rule.measure.state() == "distance"

    def test_a_narrow_diamond_offers_what_helps(self):
        """In the standard view, ring, ruler and best cut stay those of the class ratio."""
        self.send(self.heart)
        self.widget.show()
        hint, diagram = self.widget.sight_hint, self.widget.diagram
        assert not hint.isVisible()
        self.set_class_ratio("100 : 1")
        assert hint.isVisible()
        self.tune_for("cost", **COSTS)
        best = self.widget.point
        hint.linkActivated.emit("enlarge")
        diagram.grab()
        view = diagram.getViewBox().viewRect()
        assert view.contains(diagram.square.mapToParent(diagram.handle.pos()))
        hint.linkActivated.emit("standard")
        assert not hint.isVisible()
        assert (self.widget.point.cut, self.widget.point.value) == (best.cut, best.value)
        (line,) = diagram.isometrics.lines()
        values = MEASURES["cost"].of(*line.points.T, 1 / 101, **COSTS)
        np.testing.assert_allclose(values, best.value, rtol=1e-6)
        place = diagram.square.mapToParent(diagram.handle.pos())
        assert place.y() == pytest.approx(best.sensitivity + best.specificity - 1)
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWThresholdTuner, stored_settings=stored)
        assert other.view_combo.state() == "standard"

    def test_every_view_with_and_without_results(self):
        for results in (self.heart, None):
            self.send(results)
            for view in ("roc", "coverage", "standard", "generalised"):
                self.widget.view_combo.set_state(view)
                self.widget.view_combo.changed.emit()
                assert not self.widget.grab().isNull()

    def test_sentences_tell_the_measure_and_the_cost(self):
        """At tpr 0.8, fpr 0.3, class ratio 4 : 1: cost 0.24 + 5 * 0.04, precision 0.16 / 0.4."""
        self.send(self.heart)
        self.set_class_ratio("4 : 1")
        self.tune_for("precision", **COSTS)
        with patch.object(self.widget.diagram, "show_tip") as tip:
            self.widget.diagram.pointed.emit((0.3, 0.8))
            tip.assert_called_with("Prec 0.400, Cost 0.440")
            self.widget.diagram.hovered.emit(Hit("Naive Bayes", "curves", 40))
            assert "Cost" in tip.call_args.args[0]
            self.tune_for("precision", cost_fp=1, cost_fn=1)
            self.widget.diagram.pointed.emit((0.3, 0.8))
            tip.assert_called_with("Prec 0.400")

    def test_flat_zone_and_stability_sentence(self):
        self.send(self.heart)
        self.tune_for("cost", **COSTS)
        zone = self.widget.tuned.tuning.zone(5)
        self.widget.output.tolerance.setValue(5)
        low, high = self.widget.tuner_view.plot.zone.getRegion()
        assert (low, high) == pytest.approx((max(zone.low, 0), min(zone.high, 1)))
        assert "5 folds chose" in self.widget.tuner_view.stability.text()
        assert "at most 5 % worse" in self.widget.tuner_view.stability.text()


def pg_point(target):
    return QPointF(*map(float, target))
