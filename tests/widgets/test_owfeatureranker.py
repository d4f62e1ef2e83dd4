"""Feature Ranker as a student uses it: inputs, controls, rows, keyboard, outputs."""

import csv
import io
import re
from itertools import combinations
from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QPoint, Qt
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from Orange.classification import LogisticRegressionLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.evaluation import CA, CrossValidation
from Orange.preprocess import Normalize
from Orange.widgets.data.owrank import OWRank
from Orange.widgets.tests import base
from scipy import sparse, stats
from screen import read

from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.plot.theme import bar_color
from orangecontrib.phidelta.widgets.bases.rankingtask import rank_features
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.owfeatureranker import RANKINGS, OWFeatureRanker
from orangecontrib.phidelta.widgets.tables import featuremodel
from orangecontrib.phidelta.widgets.tables.bars import BAR_ROLE, CHOSEN_ROLE
from orangecontrib.phidelta.widgets.tables.featurecolumns import COLUMNS

KEYS = [column.key for column in COLUMNS]


def numeric_table(X, y, values=("no", "yes"), names=None):
    names = names or [f"x{i}" for i in range(X.shape[1])]
    domain = Domain([ContinuousVariable(n) for n in names], DiscreteVariable("class", values))
    return Table.from_numpy(domain, X, y)


def graded_table():
    """Four features, the better the earlier, of 30 negatives and 10 positives."""
    y = np.repeat([0.0, 1], [30, 10])
    X = np.zeros((40, 4))
    for column, hits in enumerate((10, 8, 5, 3)):
        X[30 : 30 + hits, column] = 1
    X[:4, :] = 1
    return numeric_table(X[:, [2, 0, 3, 1]], y, names=["c", "a", "d", "b"])


def spoilt_table():
    """Two features that say something, and constant ones among them."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(50, 5))
    y = (X[:, 1] > 0).astype(float)
    X[:, [0, 3]] = 7
    return numeric_table(X, y, names=["flat", "good", "poor", "level", "weak"])


def rates(column, is_positive, variable):
    """(fpr, tpr) as section 5 of the 2018 paper has it: shared tokens, or the best subset."""
    known = ~np.isnan(column)
    column, is_positive = column[known], is_positive[known]
    if variable.is_continuous:
        scaled = 2 * (column - column.min()) / (column.max() - column.min()) - 1
        return tuple((1 + scaled[chosen].mean()) / 2 for chosen in (~is_positive, is_positive))
    values = range(len(variable.values))
    every = [s for size in values for s in combinations(values, size) if s]
    both = [
        [np.isin(column[chosen], subset).mean() for chosen in (~is_positive, is_positive)]
        for subset in every
    ]
    return max(both, key=lambda pair: pair[1] - pair[0])


def information(fpr, tpr, prevalence):
    """Mutual information in bits from the joint distribution, term by term."""
    total = 0.0
    for p_class, rate in ((1 - prevalence, fpr), (prevalence, tpr)):
        for p_given, p_called in (
            (rate, prevalence * tpr + (1 - prevalence) * fpr),
            (1 - rate, 1 - prevalence * tpr - (1 - prevalence) * fpr),
        ):
            if p_given:
                total += p_class * p_given * np.log2(p_given / p_called)
    return total


class RankerTest(base.WidgetTest):
    def setUp(self):
        self.widget = self.create_widget(OWFeatureRanker)
        self.outputs = self.widget.Outputs

    def send(self, data=None, widget=None):
        widget = widget or self.widget
        self.send_signal(widget.Inputs.data, data, widget=widget)
        self.wait(widget)

    def wait(self, widget=None):
        """Until the background has nothing to do; outputs are there sooner."""
        widget = widget or self.widget
        self.process_events(lambda: widget.task is None, timeout=20_000)

    def choose(self, mode, number=None):
        """Select as with the mouse: a number sets its mode."""
        control = self.widget.selection_control
        if number is None:
            control.buttons[mode].click()
        else:
            spins = {"best": control.count, "limit": control.limit, "q": control.q_limit}
            spins[mode].setValue(number)
        self.wait()

    def rank_by(self, name):
        self.widget.criterion_combo.set_state(name)
        self.widget.criterion_combo.changed.emit()
        self.wait()

    def encode(self, setting, name):
        combos = self.widget.findChildren(NameCombo)
        combo = next(combo for combo in combos if combo.accessibleName() == setting)
        combo.set_state(name)
        combo.changed.emit()
        self.wait()

    def select_positive(self, *names):
        self.widget.positive_list.clearSelection()
        for name in names:
            self.widget.positive_list.findItems(name, Qt.MatchExactly)[0].setSelected(True)
        self.wait()

    def type_class_ratio(self, text):
        self.widget.ratio_control.edit.setText(text)
        self.widget.ratio_control.edit.editingFinished.emit()
        self.wait()

    def ask_for_intervals(self, samples=40):
        self.widget.bootstrap_control.replicates.setValue(samples)
        self.widget.bootstrap_control.check.click()
        self.wait()

    @property
    def view(self):
        return self.widget.panel.view

    def column(self, key):
        """The texts of a column, from top to bottom."""
        model = self.view.model()
        return [model.index(row, KEYS.index(key)).data() for row in range(model.rowCount())]

    def selected_rows(self):
        """Rows that are marked as chosen."""
        model = self.view.model()
        return [r for r in range(model.rowCount()) if model.index(r, 0).data(CHOSEN_ROLE)]

    def blue_rows(self):
        """Rows that Qt has selected."""
        return sorted(index.row() for index in self.view.selectionModel().selectedRows())

    def click_row(self, row, modifier=Qt.NoModifier):
        place = self.view.visualRect(self.view.model().index(row, KEYS.index("name"))).center()
        QTest.mouseClick(self.view.viewport(), Qt.LeftButton, modifier, place)

    def reduced(self):
        table = self.get_output(self.outputs.reduced_data)
        return None if table is None else [v.name for v in table.domain.attributes]

    def scores(self):
        """Output "Scores": variable to a dict of column to value, in the order of the rows."""
        table = self.get_output(self.outputs.scores)
        columns = [variable.name for variable in table.domain.attributes]
        return {str(row["Variable"]): dict(zip(columns, row.x, strict=True)) for row in table}


class TestScores(RankerTest):
    def test_scores_of_every_kind_of_feature(self):
        heart = Table("heart_disease")
        self.send(heart)
        assert self.widget.positive == ["1"]
        is_positive, scores = heart.Y == 1, self.scores()
        expected = {
            v.name: rates(heart.get_column(v), is_positive, v) for v in heart.domain.attributes
        }
        for name, (fpr, tpr) in expected.items():
            found = scores[name]
            assert (found["FPR"], found["TPR"]) == pytest.approx((fpr, tpr)), name
            assert (found["φ"], found["δ"]) == pytest.approx((tpr + fpr - 1, tpr - fpr)), name
        ranking = sorted(expected, key=lambda name: -abs(expected[name][1] - expected[name][0]))
        assert list(scores) == ranking
        assert [row["Rank"] for row in scores.values()] == list(range(1, 14))
        assert [name.split(" in ")[0].split(" = ")[0] for name in self.column("name")] == ranking
        assert self.column("rank") == [str(rank) for rank in range(1, 14)]
        shown = dict(zip(ranking, self.column("delta"), strict=True))
        for name, (fpr, tpr) in expected.items():
            assert shown[name] == f"{'+' if tpr > fpr else ''}{tpr - fpr:.3f}"

    def test_the_best_subset_is_named(self):
        self.send(Table("heart_disease"))
        assert self.column("name")[0] == "thal in {reversable defect, fixed defect}"
        self.encode("subsets", "single")
        assert self.view.model().rowCount() == 13
        assert "thal = normal" in self.column("name")

    def test_the_other_class_turns_numeric_features_round(self):
        self.send(Table("heart_disease"))
        before = self.scores()["max HR"]
        self.select_positive("0")
        after = self.scores()["max HR"]
        assert (after["φ"], after["δ"]) == pytest.approx((before["φ"], -before["δ"]))
        assert before["δ"] < -0.1

    def test_a_set_of_classes_against_the_rest(self):
        zoo = Table("zoo")
        self.send(zoo)
        assert self.widget.positive == ["amphibian"]
        self.select_positive("bird", "insect")
        values = zoo.domain.class_var.values
        is_positive = np.isin(zoo.Y, [values.index("bird"), values.index("insect")])
        for variable in zoo.domain.attributes:
            fpr, tpr = rates(zoo.get_column(variable), is_positive, variable)
            # of a subset and its complement one is taken: of two values the second
            size = abs(tpr - fpr)
            assert self.scores()[variable.name]["|δ|"] == pytest.approx(size), variable.name

    def test_class_ratio_moves_what_depends_on_it(self):
        heart = Table("heart_disease")
        self.send(heart)
        before = self.scores()
        assert self.widget.ratio_control.prevalence == pytest.approx(np.mean(heart.Y == 1))
        self.type_class_ratio("9 : 1")
        after = self.scores()
        for name, old in before.items():
            new = after[name]
            assert new["δ"] == old["δ"]
            bits = information(old["FPR"], old["TPR"], 0.1)
            assert new["Information (bits)"] == pytest.approx(bits, abs=1e-12)
            bias = 2 * (0.9 * old["FPR"] - 0.1 * (1 - old["TPR"]))
            assert new["φ_b"] == pytest.approx(bias)
        self.widget.ratio_control.button.click()
        assert self.scores()["age"] == before["age"]

    def test_every_criterion_ranks_by_its_column(self):
        self.send(Table("heart_disease"))
        self.type_class_ratio("1 : 4")
        columns = {
            "delta": ("|δ|", True),
            "delta_b": ("δ_b", True),
            "information": ("Information (bits)", True),
            "gini": ("Gini decrease", True),
            "corner_distance": ("Corner distance", False),
            "p_value": ("p", False),
            "phi": ("φ", True),
            "tpr": ("TPR", True),
            "fpr": ("FPR", True),
        }
        assert set(columns) == set(RANKINGS)
        orders = set()
        for name, (column, is_high_first) in columns.items():
            self.rank_by(name)
            values = [row[column] for row in self.scores().values()]
            values = [abs(value) for value in values] if name == "delta_b" else values
            assert values == sorted(values, reverse=is_high_first), name
            orders.add(tuple(self.reduced()))
        assert len(orders) > 3

    def test_encodings(self):
        iris = Table("iris")[50:]
        self.send(iris)
        assert self.widget.positive == ["Iris-virginica"]
        self.encode("encoding", "best cut")
        assert self.column("name")[0].startswith("petal ")
        assert " > 1." in " ".join(self.column("name"))
        column, is_positive = iris.get_column("petal length"), iris.Y == 2
        brute = max(
            np.mean(column[is_positive] > cut) - np.mean(column[~is_positive] > cut)
            for cut in np.unique(column)
        )
        assert self.scores()["petal length"]["δ"] == pytest.approx(brute)
        self.encode("encoding", "ranks")
        pairs = np.sign(column[is_positive][:, None] - column[~is_positive])
        assert self.scores()["petal length"]["δ"] == pytest.approx(pairs.mean() / 2)

    def test_bars_go_where_the_numbers_go(self):
        self.send(Table("heart_disease"))
        model, view = self.view.model(), self.view
        names = [name.split(" = ")[0] for name in self.column("name")]
        rows = [self.scores()[name.split(" in ")[0]] for name in names]
        reach = max(max(abs(row["δ low"]), abs(row["δ high"])) for row in rows)
        longest = max(row["Gini decrease"] for row in rows)
        for i, row in enumerate(rows):
            found = model.index(i, KEYS.index("delta")).data(BAR_ROLE)
            ends = (0, row["δ"], row["δ low"], row["δ high"])
            assert found == pytest.approx([0.5 + end / reach / 2 for end in ends])
            _, end, *whisker = model.index(i, KEYS.index("gini")).data(BAR_ROLE)
            assert end == pytest.approx(row["Gini decrease"] / longest)
            assert whisker == [None, None]
            assert model.index(i, KEYS.index("q_value")).data(BAR_ROLE) is None
        assert names[8] == "max HR"  # speaks against: its bar goes to the left, in another colour
        self.choose("none")
        self.widget.resize(1160, 700)
        self.widget.show()
        self.process_events()
        picture = view.viewport().grab().toImage()
        for row, is_negative in ((8, True), (6, False)):
            cell = view.visualRect(model.index(row, KEYS.index("delta")))
            colors = {
                picture.pixelColor(x, y).name()
                for x in range(cell.left(), cell.right())
                for y in range(cell.bottom() - 6, cell.bottom())
            }
            for sign in (True, False):
                assert (bar_color(sign).name() in colors) == (sign == is_negative)

    def test_tool_tips_explain(self):
        self.send(Table("heart_disease"))
        model = self.view.model()
        tip = read(model.index(1, KEYS.index("delta")).data(Qt.ToolTipRole))
        assert re.search(r"95 % interval 0\.\d+ to 0\.\d+; q \d", tip)
        assert "chest pain = asymptomatic: true for 75.5% of ‘1’ and 23.8% of others" in tip

    def test_a_single_positive_has_no_interval_and_says_why(self):
        self.send(Table("heart_disease")[[0, 1, 3, 4, 7]])
        feature = list(self.scores()).index("age")
        index = self.view.model().index(feature, KEYS.index("interval"))
        tip = read(index.data(Qt.ToolTipRole))
        assert "95 % interval n/a: fewer than two known cases of a class" in tip


class TestSelection(RankerTest):
    def test_the_best_in_the_order_of_the_table(self):
        zoo = Table("zoo")
        self.send(zoo)
        reduced = self.get_output(self.outputs.reduced_data)
        names = [v.name for v in zoo.domain.attributes]
        best = list(self.scores())[:5]
        assert self.reduced() == sorted(best, key=names.index) != best
        assert reduced.domain.class_var is zoo.domain.class_var
        assert reduced.domain.metas == zoo.domain.metas
        assert len(reduced) == len(zoo)
        assert [v.name for v in self.get_output(self.outputs.features)] == best
        assert self.selected_rows() == [0, 1, 2, 3, 4]
        self.choose("best", 2)
        assert self.reduced() == sorted(best[:2], key=names.index)
        assert self.widget.panel.label.text().startswith(
            "2 of 16 features selected: 2 best by |δ|. "
        )

    def test_a_number_chooses_its_mode(self):
        self.send(graded_table())
        self.choose("none")
        self.choose("best", 1)
        assert self.widget.selection_control.buttons["best"].isChecked()
        assert self.reduced() == ["a"]
        self.choose("limit", 0.3)
        assert self.widget.selection_control.buttons["limit"].isChecked()
        # δ of a, b, c, d: 1, 0.8, 0.5, 0.3 less 4/30
        assert self.reduced() == ["c", "a", "b"]

    def test_the_limit_is_on_the_magnitude(self):
        table = graded_table()
        self.send(table)
        self.select_positive("no")
        self.choose("limit", 0.3)
        assert self.reduced() == ["c", "a", "b"]
        assert self.scores()["a"]["δ"] == pytest.approx(-26 / 30)

    def test_no_feature_reaches_the_limit(self):
        self.send(graded_table())
        self.choose("limit", 0.95)
        assert self.reduced() is None
        assert self.get_output(self.outputs.features) is None
        assert "0.95" in str(self.widget.Warning.none_reaches)
        assert self.widget.Warning.none_reaches.is_shown()
        self.choose("limit", 0.8)
        assert not self.widget.Warning.none_reaches.is_shown()
        assert self.reduced() == ["a"]

    def test_all_and_none_have_no_preprocessor(self):
        self.send(spoilt_table())
        assert self.get_output(self.outputs.preprocessor) is not None
        self.choose("all")
        assert self.reduced() == ["flat", "good", "poor", "level", "weak"]
        for mode in ("all", "none", "manual"):
            self.choose(mode)
            assert self.get_output(self.outputs.preprocessor) is None
            assert self.widget.Information.no_preprocessor.is_shown()
            assert self.get_output(self.outputs.scorer) is not None
        self.choose("none")
        assert self.reduced() is None
        self.choose("best")
        assert self.reduced() == ["good", "poor", "weak"]
        assert not self.widget.Information.no_preprocessor.is_shown()

    def test_looking_is_not_choosing(self):
        self.widget.show()
        self.send(graded_table())
        for mode, number, kept in (
            ("best", 2, ["a", "b"]),
            ("limit", 0.3, ["c", "a", "b"]),
            ("q", 0.02, ["a", "b"]),
            ("region", None, ["c", "a", "b"]),
            ("none", None, None),
            ("all", None, ["c", "a", "d", "b"]),
        ):
            self.choose(mode, number)
            rows = self.selected_rows()
            assert len(rows) == len(kept or ())
            preprocessor = self.get_output(self.outputs.preprocessor)
            for look, looked in (
                (lambda: self.click_row(3), [3]),
                (lambda: self.click_row(2, Qt.ControlModifier), [2, 3]),
                (lambda: QTest.keyClick(self.view, Qt.Key_A, Qt.ControlModifier), [0, 1, 2, 3]),
                (lambda: self.click_row(1), [1]),
            ):
                look()
                assert self.blue_rows() == looked
                assert self.widget.selection_control.buttons[mode].isChecked()
                assert self.selected_rows() == rows
                assert self.reduced() == kept
                assert self.get_output(self.outputs.preprocessor) is preprocessor
            told = self.widget.panel.label.text()
            assert told.startswith(f"{len(rows)} of 4 features selected")
            assert "1 row looked at (Ctrl+C copies)" in told
            assert "“By hand”" in told
        self.choose("manual")
        assert self.blue_rows() == self.selected_rows() == [0, 1, 2, 3]
        assert "looked at" not in self.widget.panel.label.text()
        self.click_row(3)
        assert self.reduced() == ["d"]

    def test_rows_looked_at_are_copied(self):
        self.widget.show()
        self.send(graded_table())
        self.choose("best", 1)
        self.click_row(2)
        self.click_row(3, Qt.ShiftModifier)
        self.view.copy()
        lines = QApplication.clipboard().text().strip().split("\r\n")
        assert [line.split("\t")[1] for line in lines] == ["c", "d"]
        self.view.sort_by("rank", True)
        assert self.blue_rows() == [0, 1]
        self.send(Table("heart_disease"))
        assert self.blue_rows() == []

    def test_the_counter_tells_what_is_selected_and_why(self):
        """Of 1,000 features of noise some fifty have p of 0.05 by chance, and none such a q."""
        random = np.random.default_rng(5)
        X, y = random.normal(size=(60, 1000)), np.arange(60) % 3 == 0
        self.send(numeric_table(X, y.astype(float)))
        p_values = stats.ttest_ind(X[y], X[~y]).pvalue
        told = self.widget.panel.label.text()
        number = int(
            re.match(r"5 of 1,000 features selected: 5 best by .δ.. (\d+) with p", told).group(1)
        )
        assert number == pytest.approx(np.sum(p_values <= 0.05), abs=4)
        assert told.endswith("with p ≤ 0.05, 0 with q ≤ 0.05.")
        self.choose("q")
        told = self.widget.panel.label.text()
        assert told.startswith("0 of 1,000 features selected: q at most 0.05. ")
        assert self.widget.Warning.none_reaches.is_shown()
        assert self.reduced() is None
        assert self.get_output(self.outputs.preprocessor).q_limit == 0.05

    def test_q_at_most(self):
        self.send(Table("heart_disease"))
        shown = self.scores()
        limit = 0.001
        expected = [name for name, row in shown.items() if row["q (FDR)"] <= limit]
        assert 3 < len(expected) < 10
        self.choose("q", limit)
        assert [v.name for v in self.get_output(self.outputs.features)] == expected
        self.assert_preprocessor_keeps(expected)
        self.widget.selection_control.similarity_check.click()
        self.widget.selection_control.similarity.setValue(0.3)
        self.wait()
        fewer = [v.name for v in self.get_output(self.outputs.features)]
        assert 0 < len(fewer) < len(expected)
        self.assert_preprocessor_keeps(fewer)

    def assert_preprocessor_keeps(self, expected):
        kept = self.get_output(self.outputs.preprocessor)(self.widget.data).domain.attributes
        assert [variable.name for variable in kept] == expected

    def test_regions(self):
        self.send(Table("heart_disease"))
        rows = self.scores()
        self.choose("region")
        regions = self.widget.selection_control.regions
        assert not regions.isHidden()
        for delta, phi, kept in (
            (0.1, 0.4, ["discriminant"]),
            (0.2, 0.1, ["rare", "discriminant"]),
        ):
            regions.delta.setValue(delta)
            regions.phi.setValue(phi)
            for name, box in regions.boxes.items():
                if box.isChecked() != (name in kept):
                    box.click()
            where = {
                name: "rare"
                if row["φ"] < -phi
                else "characteristic"
                if row["φ"] > phi
                else "discriminant"
                if row["|δ|"] >= delta
                else "indifferent"
                for name, row in rows.items()
            }
            expected = [name for name, region in where.items() if region in kept]
            assert [v.name for v in self.get_output(self.outputs.features)] == expected
            self.assert_preprocessor_keeps(expected)
            for name, box in regions.boxes.items():
                assert box.text().endswith(f": {list(where.values()).count(name)}")
        assert "discriminant or rare (limits |δ| 0.2, |φ| 0.1)" in self.widget.panel.label.text()
        self.choose("best", 3)
        assert regions.isHidden()

    def test_a_choice_stored_before_there_were_q_and_regions(self):
        self.send(graded_table())
        self.choose("limit", 0.3)
        stored = self.widget.settingsHandler.pack_data(self.widget)
        (context,) = stored["context_settings"]
        for name in ("q_limit", "regions"):
            del context.values["choice"][0][name]
        other = self.create_widget(OWFeatureRanker, stored_settings=stored)
        self.send(graded_table(), widget=other)
        assert other.feature_choice.limit == 0.3
        assert other.selection_control.buttons["limit"].isChecked()
        assert other.selection_control.q_limit.value() == 0.05
        assert other.selection_control.regions.boxes["discriminant"].isChecked()

    def test_by_hand_with_mouse_and_keyboard(self):
        self.widget.show()
        self.send(graded_table())
        self.choose("manual")
        self.click_row(1)
        assert self.reduced() == ["b"]
        self.click_row(3, Qt.ControlModifier)
        assert self.reduced() == ["d", "b"]
        QTest.keyClick(self.view, Qt.Key_Up, Qt.ShiftModifier)
        assert self.reduced() == ["c", "d"]
        QTest.keyClick(self.view, Qt.Key_A, Qt.ControlModifier)
        assert self.reduced() == ["c", "a", "d", "b"]

    def test_manual_starts_from_what_was_selected(self):
        self.send(graded_table())
        self.choose("best", 2)
        self.choose("manual")
        assert self.reduced() == ["a", "b"]
        self.rank_by("fpr")
        self.encode("encoding", "ranks")
        assert self.reduced() == ["a", "b"]

    def test_sorting_keeps_the_selection(self):
        self.send(graded_table())
        self.choose("best", 2)
        self.view.sort_by("absolute_delta", False)
        assert self.column("name") == ["d", "c", "b", "a"]
        assert self.selected_rows() == [2, 3]
        assert self.reduced() == ["a", "b"]

    def test_the_filter_hides_and_keeps(self):
        self.send(Table("heart_disease"))
        best = self.reduced()
        self.widget.panel.filter.setText("EX")
        assert self.column("name") == [
            "exerc ind ang = 1",
            "slope peak exc ST in {flat, downsloping}",
            "ST by exercise",
        ]
        assert self.reduced() == best
        assert self.widget.panel.label.text().startswith("5 of 13 features selected, 3 of them")
        self.widget.show()
        self.choose("manual")
        self.click_row(2, Qt.ControlModifier)
        assert set(self.reduced()) == {*best, "ST by exercise"}
        self.widget.panel.filter.clear()
        assert len(self.selected_rows()) == 6
        self.widget.panel.filter.setText("st by")
        assert self.column("name") == ["ST by exercise"]

    def test_undefined_values_stay_last(self):
        self.send(spoilt_table())
        for key in ("rank", "delta", "phi", "q_value", "interval"):
            for is_descending in (False, True):
                self.view.sort_by(key, is_descending)
                assert self.column("name")[3:] == ["flat", "level"], key
        self.view.sort_by("delta", True)
        shown = self.column("delta")
        assert shown[3:] == ["n/a", "n/a"]
        assert [float(text) for text in shown[:3]] == sorted(map(float, shown[:3]), reverse=True)

    def test_similar_features_are_passed_over(self):
        rng = np.random.default_rng(2)
        y = np.repeat([0.0, 1], 40)
        a, b = y + rng.normal(0, 0.5, 80), y + rng.normal(0, 1.5, 80)
        X = np.column_stack([b, 2 - 3 * a + rng.normal(0, 0.02, 80), a, rng.normal(size=80)])
        self.send(numeric_table(X, y, names=["b", "again", "a", "noise"]))
        self.choose("best", 2)
        assert set(self.reduced()) == {"a", "again"}
        self.widget.selection_control.similarity_check.click()
        self.wait()
        first, second = list(self.scores())[:2]
        assert {first, second} == {"a", "again"}
        assert set(self.reduced()) == {first, "b"}
        similarity = abs(np.corrcoef(X[:, 1], X[:, 2])[0, 1])
        assert self.column("similar_to")[1] == f"{first} ({similarity:.2f})"
        assert not self.view.isColumnHidden(KEYS.index("similar_to"))
        table = self.widget.data
        kept = self.get_output(self.outputs.preprocessor)(table).domain.attributes
        assert {v.name for v in kept} == {first, "b"}
        self.widget.selection_control.similarity.setValue(1)
        self.wait()
        assert set(self.reduced()) == {"a", "again"}

    def test_a_comparison_that_comes_too_late_is_ignored(self):
        self.send(Table("brown-selected"))
        self.widget.selection_control.similarity_check.click()
        assert self.widget.task is not None
        self.choose("none")
        assert self.reduced() is None
        assert self.selected_rows() == []


class TestPreprocessorAndScorer(RankerTest):
    def test_the_preprocessor_selects_what_is_selected(self):
        heart = Table("heart_disease")
        self.send(heart)
        self.select_positive("0")
        for criterion in ("delta", "information", "corner_distance"):
            for ratio in ("1 : 8", "5 : 1"):
                for mode, number in (("best", 4), ("limit", 0.2)):
                    self.type_class_ratio(ratio)
                    self.rank_by(criterion)
                    self.choose(mode, number)
                    kept = self.get_output(self.outputs.preprocessor)(heart).domain
                    assert {v.name for v in kept.attributes} == set(self.reduced())
                    assert kept.class_var is heart.domain.class_var

    def test_the_scorer_scores_as_shown(self):
        heart = Table("heart_disease")
        self.send(heart)
        self.encode("subsets", "pairs")
        self.type_class_ratio("3 : 1")
        for criterion, column, sign in (
            ("information", "Information (bits)", 1),
            ("corner_distance", "Corner distance", -1),
        ):
            self.rank_by(criterion)
            (found,) = self.get_output(self.outputs.scorer).score_data(heart)
            scores = self.scores()
            expected = [sign * scores[v.name][column] for v in heart.domain.attributes]
            np.testing.assert_allclose(found, expected)

    def test_rank_takes_the_scorer(self):
        heart = Table("heart_disease")
        self.send(heart)
        rank = self.create_widget(OWRank)
        self.send_signal(rank.Inputs.data, heart, widget=rank)
        scorer = self.get_output(self.outputs.scorer)
        self.send_signal(rank.Inputs.scorer, scorer, 1, widget=rank)
        self.wait_until_finished(widget=rank)
        table = self.get_output(rank.Outputs.scores, widget=rank)
        found = dict(zip(table.metas[:, 0], table.X[:, -1], strict=True))
        expected = {name: row["|δ|"] for name, row in self.scores().items()}
        assert found == pytest.approx(expected)

    def test_selecting_outside_flatters_and_the_preprocessor_does_not(self):
        rng = np.random.default_rng(8)
        noise = numeric_table(rng.normal(size=(60, 800)), np.repeat([0.0, 1], 30))
        self.send(noise)
        learner = LogisticRegressionLearner()
        outside, inside = (
            CA(CrossValidation(k=5, random_state=0)(data, [learner], preprocessor=how))[0]
            for data, how in (
                (self.get_output(self.outputs.reduced_data), None),
                (noise, self.get_output(self.outputs.preprocessor)),
            )
        )
        # what nothing can be known of is right every other time: 0.5 ± 0.13 for 60 cases
        assert outside > 0.7
        assert 0.3 < inside < 0.65


class TestRankIntervals(RankerTest):
    def test_sure_and_unsure_ranks(self):
        rng = np.random.default_rng(3)
        y = np.repeat([0.0, 1], 30)
        X = np.column_stack([rng.normal(size=(60, 5)), y])
        self.send(numeric_table(X, y))
        assert "Rank low" not in self.scores()["x5"]
        assert set(self.column("rank_interval")) == {""}
        self.ask_for_intervals()
        assert self.column("rank_interval")[0] == "1 to 1"
        scores = self.scores()
        assert (scores["x5"]["Rank low"], scores["x5"]["Rank high"]) == (1, 1)
        for name, row in list(scores.items())[1:]:
            assert 2 <= row["Rank low"] <= row["Rank"] <= row["Rank high"] <= 6, name
        assert max(row["Rank high"] - row["Rank low"] for row in scores.values()) >= 3
        assert "40 samples" in self.widget.bootstrap_control.label.text()
        assert not self.view.isColumnHidden(KEYS.index("rank_interval"))
        self.widget.bootstrap_control.check.click()
        assert set(self.column("rank_interval")) == {""}
        assert "Rank low" not in self.scores()["x5"]

    def test_intervals_follow_the_ranking(self):
        self.send(Table("heart_disease"))
        self.ask_for_intervals()
        by_delta = dict(zip(self.column("name"), self.column("rank_interval"), strict=True))
        self.rank_by("phi")
        by_phi = dict(zip(self.column("name"), self.column("rank_interval"), strict=True))
        assert by_delta["cholesterol"] != by_phi["cholesterol"]
        self.rank_by("delta")
        # the class ratio does not change ranks by δ, nor is anything drawn anew
        with patch.object(self.widget, "start") as start:
            self.type_class_ratio("7 : 1")
        start.assert_not_called()
        again = dict(zip(self.column("name"), self.column("rank_interval"), strict=True))
        assert again == by_delta

    def test_what_was_answered_is_not_asked_again(self):
        """Only what the question at hand lacks is computed; what is shown is that of it."""
        self.send(Table("heart_disease"))
        self.widget.selection_control.similarity_check.click()
        self.widget.selection_control.similarity.setValue(0.3)
        self.wait()
        before, kept = self.reduced(), self.column("similar_to")
        self.rank_by("phi")
        assert self.column("similar_to") != kept
        self.rank_by("delta")
        assert self.reduced() == before
        assert self.column("similar_to") == kept
        with patch.object(self.widget, "start") as start:
            self.type_class_ratio("7 : 1")
            self.choose("all")
            self.choose("best")
        start.assert_not_called()
        assert self.reduced() == before
        self.rank_by("delta_b")
        with patch.object(self.widget, "start") as start:
            self.type_class_ratio("2 : 1")
        start.assert_called_once()

    def test_scores_come_before_intervals_and_stop_stops(self):
        self.widget.bootstrap_control.set_state((False, 10_000))
        self.send(Table("heart_disease"))
        button = self.widget.bootstrap_control.button
        assert not button.isEnabled()
        self.widget.bootstrap_control.check.click()
        self.process_events(lambda: set(self.column("rank_interval")) != {""}, timeout=120_000)
        assert self.widget.task is not None
        assert button.isEnabled()
        self.widget.selection_control.count.setValue(3)
        assert len(self.reduced()) == 3
        button.click()
        assert self.widget.task is None
        assert self.widget.Information.stopped.is_shown()
        assert not self.widget.isInvalidated()
        done = self.widget.bootstrap_control.label.text()
        assert "from 1000 samples" in done
        button.click()
        assert self.widget.task is not None
        assert not self.widget.isInvalidated()
        self.widget.bootstrap_control.replicates.setValue(20)
        self.wait()
        assert not self.widget.Information.stopped.is_shown()
        assert "from 20 samples" in self.widget.bootstrap_control.label.text()

    def test_go_on_after_a_stop(self):
        self.encode("encoding", "best cut")
        self.send_signal(self.widget.Inputs.data, Table("brown-selected"))
        button = self.widget.bootstrap_control.button
        button.click()
        assert button.text() == "Go on"
        assert self.view.model().rowCount() == 0
        button.click()
        self.wait()
        assert self.view.model().rowCount() == 79
        assert len(self.reduced()) == 5
        assert button.text() == "Stop"
        assert not button.isEnabled()


class StateThatListens:
    """Stands for Orange's TaskState."""

    def __init__(self):
        self.progress, self.results = [], []
        self.set_progress_value = self.progress.append
        self.set_partial_result = self.results.append
        self.set_status = str
        self.is_interruption_requested = bool


def test_progress_grows_over_all_steps():
    state = StateThatListens()
    rank_features(
        Table("heart_disease"),
        None,
        Scoring("1", encoding="ranks"),
        {"similarity": 0.9},
        30,
        state,
    )
    assert state.progress == sorted(state.progress)
    assert state.progress[0] < 4
    assert state.progress[-1] == pytest.approx(100)
    assert [what for what, _ in state.results] == ["scores", "chosen", *3 * ["intervals"]]
    assert [value[0] for what, value in state.results if what == "intervals"] == [10, 20, 30]


class TestInputs(RankerTest):
    def unfit(self):
        heart = Table("heart_disease")
        domain = heart.domain
        x, y = ContinuousVariable("x"), DiscreteVariable("y", values=("a", "b"))
        name = StringVariable("name")
        rows = np.arange(6.0)[:, np.newaxis]
        one_class = Table.from_numpy(Domain([x], y), rows, np.zeros(6))
        flat = Table.from_numpy(Domain([x], y), np.ones((6, 1)), rows.ravel() % 2)
        return {
            "There is no target": heart.transform(Domain(domain.attributes)),
            "is numeric": heart.transform(Domain(domain.attributes[1:], domain["age"])),
            "of one class": one_class,
            "no features": heart.transform(Domain([], domain.class_var, [name])),
            "No feature varies": flat,
        }

    def test_unfit_data_say_why_and_what_to_do(self):
        for words, data in self.unfit().items():
            self.send(Table("zoo"))
            assert not self.widget.Error.unfit_data.is_shown()
            self.send(data)
            assert words in str(self.widget.Error.unfit_data), words
            assert self.widget.Error.unfit_data.is_shown(), words
            assert self.view.model().rowCount() == 0
            for output in (
                self.outputs.reduced_data,
                self.outputs.scores,
                self.outputs.features,
                self.outputs.preprocessor,
                self.outputs.scorer,
            ):
                assert self.get_output(output) is None, words
            self.send(None)
            assert not self.widget.Error.unfit_data.is_shown()
            assert self.widget.positive_list.count() == 0

    def test_nothing_positive_is_told_and_mended(self):
        self.send(Table("zoo"))
        self.select_positive()
        assert self.widget.Error.unfit_data.is_shown()
        assert self.reduced() is None
        self.select_positive("fish")
        assert not self.widget.Error.unfit_data.is_shown()
        assert len(self.reduced()) == 5

    def test_all_subsets_of_too_many_values(self):
        rng = np.random.default_rng(0)
        domain = Domain(
            [DiscreteVariable("letter", tuple("abcdefghi"))], DiscreteVariable("y", ("n", "p"))
        )
        data = Table.from_numpy(domain, np.arange(90)[:, None] % 9, rng.integers(0, 2, 90))
        self.send(data)
        self.encode("subsets", "all")
        assert "only the best is taken: letter" in str(self.widget.Information.best_only)
        assert not self.widget.Error.unfit_data.is_shown()
        assert self.reduced() == ["letter"]
        self.encode("subsets", "best")
        assert not self.widget.Information.best_only.is_shown()

    def test_constant_features_and_unknown_classes_are_told(self):
        data = spoilt_table()
        with data.unlocked(data.Y):
            data.Y[:3] = np.nan
        self.send(data)
        assert "flat, level" in str(self.widget.Warning.undefined)
        assert "Purge Domain" in str(self.widget.Warning.undefined)
        assert self.widget.Warning.unknown_class.is_shown()
        assert self.column("rank")[3:] == ["", ""]
        assert np.isnan(self.scores()["flat"]["Rank"])
        self.send(Table("iris"))
        assert not self.widget.Warning.undefined.is_shown()
        assert not self.widget.Warning.unknown_class.is_shown()

    def test_context_brings_choices_back_by_name(self):
        zoo, heart = Table("zoo"), Table("heart_disease")
        self.widget.show()
        self.send(zoo)
        self.select_positive("bird", "fish")
        self.type_class_ratio("2 : 1")
        self.choose("manual")
        self.click_row(0)
        self.click_row(2, Qt.ControlModifier)
        chosen = self.reduced()
        assert len(chosen) == 2
        self.send(heart)
        assert self.widget.class_ratio is None
        assert len(self.reduced()) == 5
        self.choose("limit", 0.25)
        self.send(zoo)
        assert self.widget.positive_list.state() == ["bird", "fish"]
        assert self.widget.ratio_control.edit.text() == "2 : 1"
        assert self.widget.selection_control.buttons["manual"].isChecked()
        assert self.reduced() == chosen
        self.send(heart)
        assert self.widget.selection_control.limit.value() == 0.25
        assert self.widget.selection_control.buttons["limit"].isChecked()

    def test_a_saved_workflow_looks_as_it_was_left(self):
        self.send(Table("heart_disease"))
        self.rank_by("gini")
        self.encode("encoding", "ranks")
        self.choose("best", 3)
        self.widget.selection_control.similarity.setValue(0.3)
        self.widget.selection_control.similarity_check.click()
        self.ask_for_intervals(20)
        self.view.sort_by("phi", True)
        self.view.show_column("kind", False)
        self.view.show_column("tpr", True)
        self.wait()
        texts = {key: self.column(key) for key in KEYS}
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWFeatureRanker, stored_settings=stored)
        self.send(Table("heart_disease"), widget=other)
        view, old = other.panel.view, self.view
        for i, key in enumerate(KEYS):
            assert view.isColumnHidden(i) == old.isColumnHidden(i), key
            model = view.model()
            found = [model.index(row, i).data() for row in range(model.rowCount())]
            assert found == texts[key], key
        found = self.get_output(other.Outputs.reduced_data, widget=other)
        assert [v.name for v in found.domain.attributes] == self.reduced()
        assert other.selection_control.state() == self.widget.selection_control.state()

    def test_settings_of_version_1_keep_their_columns(self):
        stored = {
            "criterion": "distance",
            "sorting": ("accuracy", True),
            "shown_columns": {"distance": False, "accuracy": True, "gini": True, "phi": False},
            "__version__": 1,
        }
        other = self.create_widget(OWFeatureRanker, stored_settings=stored)
        self.send(Table("heart_disease"), widget=other)
        assert other.criterion_combo.state() == "corner_distance"
        view = other.panel.view
        hidden = [key for i, key in enumerate(KEYS) if view.isColumnHidden(i)]
        for key, is_hidden in (("corner_distance", 1), ("balanced_accuracy", 0), ("phi", 1)):
            assert (key in hidden) == is_hidden, key
        assert set(other.shown_columns) == set(KEYS)
        column = KEYS.index("balanced_accuracy")
        rows = range(view.model().rowCount())
        values = [float(view.model().index(row, column).data()) for row in rows]
        assert values == sorted(values, reverse=True)

    def test_twenty_thousand_sparse_columns(self):
        rng = np.random.default_rng(0)
        y = rng.integers(0, 2, 300).astype(float)
        X = sparse.random(300, 20_000, 0.02, format="csr", random_state=0)
        X[:, 777] = sparse.csr_matrix((y * 3)[:, None])
        domain = Domain(
            [ContinuousVariable(f"w{i}", sparse=True) for i in range(20_000)],
            DiscreteVariable("y", ("n", "p")),
        )
        model = type(self.view.model())
        self.widget.show()
        with patch.object(model, "data", autospec=True, side_effect=model.data) as asked:
            self.send(Table.from_numpy(domain, X, y))
            self.process_events()
            # some rows are painted and measured, not 20,000
            assert asked.call_count < 15_000
        assert self.view.model().rowCount() == 20_000
        assert self.column("name")[0] == "w777"
        assert sparse.issparse(self.get_output(self.outputs.reduced_data).X)
        self.choose("all")
        assert len(self.reduced()) == 20_000

    def test_metas_and_time_are_no_obstacle(self):
        zoo = Table("zoo")
        self.send(zoo)
        assert "name" not in self.scores()
        assert set(self.column("kind")) == {"categorical"}
        self.send(Table("iris"))
        assert set(self.column("kind")) == {"numeric"}


class TestHands(RankerTest):
    def test_copy_report_and_picture(self):
        self.send(Table("heart_disease"))
        self.widget.show()
        QTest.keyClick(self.view, Qt.Key_C, Qt.ControlModifier)
        lines = QApplication.clipboard().text().strip().split("\r\n")
        assert len(lines) == 5
        assert lines[1].split("\t")[:2] == ["2", "chest pain = asymptomatic"]
        self.ask_for_intervals(10)
        assert not self.widget.grab().isNull()
        self.widget.send_report()
        assert "chest pain = asymptomatic" in self.widget.report_html
        assert "Selected features" in self.widget.report_html
        self.send(None)
        self.widget.send_report()

    def test_columns_that_nobody_sees_are_not_measured(self):
        with patch.object(featuremodel, "bar_scale", wraps=featuremodel.bar_scale) as measured:
            self.send(Table("heart_disease"))
            assert not measured.called
            for row in range(3):
                self.view.feature_model.index(row, KEYS.index("gini")).data(BAR_ROLE)
            assert [call.args[0] for call in measured.call_args_list] == ["gini"]

    def test_copied_rows_are_as_written_and_no_cell_is_asked(self):
        self.send(Table("heart_disease"))
        self.view.sort_by("phi", True)
        self.view.show_column("fpr", True)
        self.view.show_column("kind", False)
        self.choose("manual")
        self.view.selectAll()
        model = self.view.feature_model
        shown = [i for i, key in enumerate(KEYS) if not self.view.isColumnHidden(i)]
        expected = [
            [model.data(model.index(row, column)) for column in shown] for row in range(13)
        ]
        asked = []
        model.data = lambda *_: asked.append(0)
        self.view.copy()
        clip = QApplication.clipboard().mimeData()
        for kind, delimiter in (("csv", ","), ("tab-separated-values", "\t"), ("plain", "\t")):
            text = bytes(clip.data(f"text/{kind}")).decode()
            assert list(csv.reader(io.StringIO(text), delimiter=delimiter)) == expected
        assert asked == []
        self.view.clearSelection()
        assert self.view.selected_texts() == []

    def test_the_order_of_columns_is_the_users_and_kept(self):
        self.send(Table("heart_disease"))
        header = self.view.horizontalHeader()
        header.moveSection(header.visualIndex(KEYS.index("phi")), 1)
        header.moveSection(header.visualIndex(KEYS.index("q_value")), 0)
        assert self.widget.column_order[:3] == ["q_value", "rank", "phi"]
        assert sorted(self.widget.column_order) == sorted(KEYS)
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWFeatureRanker, stored_settings=stored)
        assert other.panel.view.column_order() == self.widget.column_order
        self.choose("best", 1)
        self.view.copy()
        cells = QApplication.clipboard().text().strip().split("\t")
        assert cells[1] == "1"
        assert float(cells[0]) < 1e-6
        assert cells[2].startswith(("+", "-"))

    def test_a_part_of_an_order_is_enough(self):
        stored = {"column_order": ["delta", "no such", "name", "delta"]}
        other = self.create_widget(OWFeatureRanker, stored_settings=stored)
        usual = [key for key in KEYS if key not in ("delta", "name")]
        assert other.panel.view.column_order() == ["delta", "name", *usual]

    def test_what_matters_is_in_sight_at_800_pixels(self):
        self.widget.resize(800, 600)
        self.widget.show()
        names = [f"{'a feature of some considerable length' * 2} {i}" for i in range(4)]
        self.send(numeric_table(graded_table().X, graded_table().Y, names=names))
        self.process_events()
        for key in ("rank", "name", "delta", "q_value"):
            column = KEYS.index(key)
            right = self.view.columnViewportPosition(column) + self.view.columnWidth(column)
            assert right <= self.view.viewport().width(), key

    def test_columns_are_chosen_in_the_header(self):
        self.send(Table("heart_disease"))
        header = self.view.horizontalHeader()
        assert self.view.isColumnHidden(KEYS.index("fpr"))

        def tick(menu, _):
            next(a for a in menu.actions() if a.text().startswith("FPR")).trigger()

        with patch("Orange.widgets.evaluate.utils.PersistentMenu.exec", tick):
            self.widget.panel.columns.click()
        assert not self.view.isColumnHidden(KEYS.index("fpr"))
        assert self.widget.shown_columns["fpr"]
        assert header.model().headerData(KEYS.index("fpr"), Qt.Horizontal) == "FPR"

    def test_a_click_on_the_header_sorts_the_better_way_first(self):
        self.send(Table("heart_disease"))
        self.widget.show()
        header = self.view.horizontalHeader()
        for key in ("absolute_delta", "q_value"):
            place = header.sectionViewportPosition(KEYS.index(key)) + 5
            QTest.mouseClick(header.viewport(), Qt.LeftButton, Qt.NoModifier, QPoint(place, 8))
            assert self.widget.sorting == (key, key == "absolute_delta")

    def test_normalised_data_rank_alike(self):
        """Scaling a feature does not move it."""
        iris = Table("iris")
        self.send(iris)
        before = {name: row["δ"] for name, row in self.scores().items()}
        self.send(Normalize()(iris))
        after = {name: row["δ"] for name, row in self.scores().items()}
        assert after == pytest.approx(before)
