"""Regions in the Class Signature: limits, features by region, and the same inside a test."""

import re

import numpy as np
import pytest
from AnyQt.QtCore import Qt
from AnyQt.QtTest import QTest
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.evaluation import CrossValidation
from Orange.widgets.evaluate.owtestandscore import OWTestAndScore
from Orange.widgets.tests import base

from orangecontrib.phidelta.orange.selection import SelectFeatures
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature

WORDS = {  # in how many of 16 documents on sport, and of 24 others
    "the": (16, 22),
    "goal": (13, 4),
    "bank": (3, 17),
    "of": (9, 13),
    "xenon": (1, 1),
}


def documents(words=WORDS):
    """Which words are in 40 documents; the rarer class first, with a meta; one word in all."""
    X = np.ones((40, len(words) + 1))
    for column, (hits, alarms) in enumerate(words.values()):
        X[hits:16, column] = X[16 + alarms :, column] = 0
    X = X[:, [5, 0, 1, 2, 3, 4]]
    values = "sport", "other"
    domain = Domain(
        [ContinuousVariable(name) for name in ("every", *words)],
        DiscreteVariable("topic", values),
        [StringVariable("title")],
    )
    titles = np.array([[f"document {i}"] for i in range(40)], object)
    table = Table.from_numpy(domain, X, np.repeat([0.0, 1], [16, 24]), titles)
    return table[np.random.default_rng(4).permutation(40)]


def names(table):
    return None if table is None else [variable.name for variable in table.domain.attributes]


class TestRegions(base.WidgetTest):
    def setUp(self):
        self.widget = self.create_widget(OWClassSignature)
        self.outputs = self.widget.Outputs
        self.control = self.widget.regions_control

    def send(self, data):
        self.send_signal(self.widget.Inputs.data, data)
        self.wait_until_finished()
        self.widget.positive_list.set_state([])
        if data is not None:
            self.widget.positive_list.item(0).setSelected(True)
        self.wait_until_finished()

    def arrange(self, name):
        self.widget.arrangement_combo.set_state(name)
        self.widget.arrangement_combo.changed.emit()
        self.wait_until_finished()

    def sent(self):
        selected = names(self.get_output(self.outputs.selected_data))
        return selected, names(self.get_output(self.outputs.remaining_data))

    def shown_counts(self):
        return [int(box.text().split(": ")[1]) for box in self.control.boxes.values()]

    def test_they_are_shown_on_demand_only(self):
        self.send(documents())
        assert self.control.isHidden()
        assert not self.widget.diagrams[0].limits.phi.isVisible()
        quiet = self.widget.headline.text()
        self.widget.regions_check.click()
        assert not self.control.isHidden()
        assert self.widget.diagrams[0].limits.phi.isVisible()
        assert self.shown_counts() == [2, 1, 1, 1]
        assert self.widget.headline.text() == (
            f"{quiet} Features by region: 2 discriminant, 1 characteristic, 1 rare, 1 indifferent."
        )
        self.widget.regions_check.click()
        assert self.widget.headline.text() == quiet
        assert self.control.isHidden()

    def test_one_click_selects_all_of_a_region(self):
        self.send(documents())
        assert self.sent() == (None, ["every", *WORDS])
        assert self.get_output(self.outputs.preprocessor) is None
        self.widget.regions_check.click()
        self.control.boxes["discriminant"].click()
        assert self.sent() == (["goal", "bank"], ["every", "the", "of", "xenon"])
        features = self.get_output(self.outputs.features)
        assert [variable.name for variable in features] == ["goal", "bank"]
        self.control.boxes["rare"].click()
        assert self.sent()[0] == ["goal", "bank", "xenon"]
        for sent in (self.outputs.selected_data, self.outputs.remaining_data):
            table = self.get_output(sent)
            assert table.domain.metas == self.widget.data.domain.metas
            assert table.domain.class_var == self.widget.data.domain.class_var
        for name in ("characteristic", "indifferent"):
            self.control.boxes[name].click()
        assert self.sent() == ([*WORDS], ["every"])

    def test_limits_change_what_is_selected(self):
        self.send(documents())
        self.widget.regions_check.click()
        self.control.boxes["discriminant"].click()
        self.control.delta.setValue(0.6)
        assert self.sent()[0] == ["goal"]
        assert self.shown_counts() == [1, 1, 1, 2]
        self.control.phi.setValue(0.95)
        assert self.shown_counts() == [1, 0, 0, 4]
        limits = self.widget.diagrams[0].limits
        assert (limits.delta.value, limits.phi.value) == (0.6, 0.95)

    def test_dragged_limits_are_those_of_the_boxes(self):
        self.send(documents())
        self.widget.regions_check.click()
        self.control.boxes["discriminant"].click()
        limits = self.widget.diagrams[0].limits
        limits.delta.moved.emit(0.52)
        assert self.control.delta.value() == 0.52
        assert self.shown_counts()[0] == 2
        limits.delta.moved.emit(0.6)
        limits.delta.settled.emit()
        assert self.sent()[0] == ["goal"]
        assert self.widget.diagrams[0].limits.delta.value == 0.6
        assert self.control.phi.value() == 0.4

    def test_escape_takes_a_region_back_to_what_was_selected_by_hand(self):
        self.send(documents())
        diagram = self.widget.diagrams[0]
        diagram.variables_selected.emit(["of"])
        self.widget.regions_check.click()
        self.control.boxes["characteristic"].click()
        assert self.sent()[0] == ["the"]
        QTest.keyClick(diagram, Qt.Key_Escape)
        assert self.sent()[0] == ["of"]
        assert not self.control.boxes["characteristic"].isChecked()
        QTest.keyClick(diagram, Qt.Key_Escape)
        assert self.sent() == (None, ["every", *WORDS])

    def test_selecting_by_hand_ends_a_selection_by_region(self):
        self.send(documents())
        self.widget.regions_check.click()
        self.control.boxes["discriminant"].click()
        assert self.get_output(self.outputs.preprocessor) is not None
        self.widget.diagrams[0].variables_selected.emit(["goal", "the"])
        assert self.sent()[0] == ["the", "goal"]
        assert self.get_output(self.outputs.preprocessor) is None
        self.control.boxes["rare"].click()
        self.widget.regions_check.click()
        assert self.sent()[0] == ["the", "goal"]

    def test_the_view_changes_nothing(self):
        self.send(documents())
        self.widget.regions_check.click()
        self.control.boxes["discriminant"].click()
        before = self.sent(), self.shown_counts()
        self.widget.view_combo.set_state("generalised")
        self.widget.view_combo.changed.emit()
        self.widget.ratio_control.set_state(5.0)
        self.widget.ratio_control.changed.emit()
        assert (self.sent(), self.shown_counts()) == before

    def test_each_class_counts_a_feature_by_its_best_mark(self):
        zoo = Table("zoo")
        self.send(zoo)
        self.arrange("beside")
        self.widget.regions_check.click()
        assert all(each.limits.phi.isVisible() for each in self.widget.diagrams)
        assert sum(self.shown_counts()) == len(zoo.domain.attributes)
        self.control.delta.setValue(0.9)
        self.control.boxes["discriminant"].click()
        preprocessor = self.get_output(self.outputs.preprocessor)
        assert preprocessor.positive is None
        assert set(names(preprocessor(zoo))) == set(self.sent()[0])
        self.widget.diagrams[3].limits.phi.moved.emit(0.1)
        assert {each.limits.phi.value for each in self.widget.diagrams} == {0.1}

    def test_of_two_classes_each_it_is_the_second(self):
        """Best subsets of two classes are opposite, and so are their φ."""
        heart = Table("heart_disease")
        self.send(heart)
        self.arrange("beside")
        self.widget.regions_check.click()
        self.control.phi.setValue(0.05)
        self.control.boxes["rare"].click()
        rare = self.sent()[0]
        assert set(names(self.get_output(self.outputs.preprocessor)(heart))) == set(rare)
        self.arrange("one")
        assert self.widget.positive == ["0"]
        assert self.sent()[0] != rare
        self.widget.positive_list.set_state(["1"])
        self.widget.positive_list.changed.emit()
        self.wait_until_finished()
        assert self.sent()[0] == rare

    def test_against_chosen_classes_inside_a_test_too(self):
        """Against fish alone, more features tell birds than against all the rest."""
        zoo = Table("zoo")
        self.send(zoo)
        self.widget.positive_list.set_state(["bird"])
        self.widget.positive_list.changed.emit()
        self.wait_until_finished()
        self.widget.regions_check.click()
        self.control.delta.setValue(0.9)
        self.control.boxes["discriminant"].click()
        against_all = self.sent()[0]
        self.widget.against.kind.setCurrentIndex(1)
        self.widget.against.kind.activated.emit(1)
        names_of = self.widget.against.names
        names_of.clearSelection()
        names_of.item(names_of.names().index("fish")).setSelected(True)
        self.wait_until_finished()
        against_fish = self.sent()[0]
        is_bird, is_fish = (
            [str(row.get_class()) == name for row in zoo] for name in ("bird", "fish")
        )
        for name in ("breathes", "milk"):
            column = zoo.get_column(name)
            delta = column[np.array(is_bird)].mean() - column[np.array(is_fish)].mean()
            assert (name in against_fish) == (abs(delta) >= 0.9)
        assert set(against_fish) > set(against_all)
        preprocessor = self.get_output(self.outputs.preprocessor)
        assert set(names(preprocessor(zoo))) == set(against_fish)

    def test_no_data_no_counts(self):
        self.widget.regions_check.click()
        self.control.boxes["rare"].click()
        self.send(None)
        assert self.sent() == (None, None)
        assert self.get_output(self.outputs.preprocessor) is None
        assert self.control.boxes["rare"].text() == "Rare"
        self.send(documents())
        assert self.sent()[0] == ["xenon"]

    def test_report(self):
        self.send(documents())
        self.widget.regions_check.click()
        self.control.boxes["discriminant"].click()
        self.widget.send_report()
        text = re.sub("<[^>]+>", " ", self.widget.report_html)
        assert "discriminant (limits |δ| 0.1, |φ| 0.4)" in text
        assert "2 discriminant, 1 characteristic" in text
        assert "goal, bank" in text

    def test_a_workflow_brings_them_back_and_a_new_widget_begins_without(self):
        self.send(documents())
        self.widget.regions_check.click()
        self.control.boxes["rare"].click()
        self.control.phi.setValue(0.3)
        stored = self.widget.settingsHandler.pack_data(self.widget)
        again = self.create_widget(OWClassSignature, stored)
        assert again.show_regions
        assert again.regions == {"delta": 0.1, "phi": 0.3, "kept": ["rare"]}
        assert again.regions_control.boxes["rare"].isChecked()
        self.widget.settingsHandler.update_defaults(self.widget)
        new = self.create_widget(OWClassSignature, {})
        assert not new.show_regions
        assert new.regions["kept"] == []


class Noting(LogisticRegressionLearner):
    """Notes the features of what it learns from."""

    name = "noting"
    seen = []

    def __call__(self, data, progress_callback=None):
        self.seen.append(names(data))
        return super().__call__(data, progress_callback)


class TestInsideATest(base.WidgetTest):
    def setUp(self):
        Noting.seen.clear()

    def preprocessor(self, *regions, delta=0.1):
        widget = self.create_widget(OWClassSignature)
        self.send_signal(widget.Inputs.data, documents(), widget=widget)
        self.wait_until_finished(widget=widget)
        widget.regions_check.click()
        widget.regions_control.delta.setValue(delta)
        for name in regions:
            widget.regions_control.boxes[name].click()
        return self.get_output(widget.Outputs.preprocessor, widget=widget)

    def test_features_are_chosen_in_each_fold(self):
        """What is near the limit with all rows is chosen in some folds only: tested by hand."""
        data = documents()
        select = self.preprocessor("discriminant", delta=0.58)
        validation = CrossValidation(k=8, random_state=0, store_models=True)
        results = validation(data, [LogisticRegressionLearner()], preprocessor=select)
        chosen = [names(model) for (model,) in results.models]
        folds = [np.setdiff1d(np.arange(40), results.row_indices[fold]) for fold in results.folds]
        topic = data.domain.class_var.values
        for found, rows in zip(chosen, folds, strict=True):
            is_sport = data.Y[rows] == topic.index("sport")
            rates = [data.X[rows][is_sport == each].mean(axis=0) for each in (True, False)]
            tells = np.abs(rates[0] - rates[1]) >= 0.58
            expected = {data.domain.attributes[i].name for i in np.flatnonzero(tells)}
            assert set(found) == expected
        assert len({tuple(sorted(each)) for each in chosen}) > 1

    def run_test(self, preprocessor):
        """Test and Score with this preprocessor, when it has finished."""
        widget = self.create_widget(OWTestAndScore)
        self.send_signal(widget.Inputs.train_data, documents(), widget=widget)
        self.send_signal(widget.Inputs.preprocessor, preprocessor, widget=widget)
        self.send_signal(widget.Inputs.learner, Noting(), 0, widget=widget)
        self.process_events(lambda: widget.learners[0].results is not None, 60_000)
        return widget

    def test_test_and_score_takes_it(self):
        widget = self.run_test(self.preprocessor("discriminant", "rare", "indifferent"))
        assert self.get_output(widget.Outputs.evaluations_results, widget=widget) is not None
        assert len(Noting.seen) == 5  # folds of Test and Score
        for seen in Noting.seen:
            assert "the" not in seen  # stop words are dropped
            assert {"goal", "bank"} <= set(seen)

    def test_where_nothing_is_left_test_and_score_says_so(self):
        """As with a limit of |δ| that no feature reaches: no feature is made up."""
        for select in (self.preprocessor("discriminant", delta=0.99), SelectFeatures(limit=0.99)):
            assert names(select(documents())) == []
            widget = self.run_test(select)
            active = [str(each) for group in widget.message_groups for each in group.active]
            assert any("0 feature(s)" in told for told in active)
            assert self.get_output(widget.Outputs.evaluations_results, widget=widget) is None

    def test_a_model_with_no_feature_left_goes_by_the_class_alone(self):
        select = self.preprocessor("discriminant", delta=0.99)
        data = documents()
        model = NaiveBayesLearner(preprocessors=[select])(data)
        np.testing.assert_allclose(model(data, 1)[:, 0], 17 / 42)  # (16 + 1) / (40 + 2)


def test_the_words_are_where_they_are_said_to_be():
    """φ and δ by hand, so that no count above is by the code's own grace."""
    shares = np.array(list(WORDS.values())) / [16, 24]
    phi, delta = shares.sum(axis=1) - 1, shares[:, 0] - shares[:, 1]
    assert phi == pytest.approx([0.917, -0.021, -0.104, 0.104, -0.896], abs=0.001)
    assert delta == pytest.approx([0.083, 0.646, -0.521, 0.021, 0.021], abs=0.001)
