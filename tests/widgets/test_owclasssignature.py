"""Class Signature as a student uses it: inputs, controls, pointer, keyboard, outputs."""

import threading
from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtTest import QTest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.widgets.tests import base
from Orange.widgets.widget import AttributeList
from scipy import sparse

from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.orange import signatures, signaturesets, tablesignature
from orangecontrib.phidelta.orange.signatures import table_signature
from orangecontrib.phidelta.plot.ranked import MarkHit
from orangecontrib.phidelta.widgets.bases.features import Cancelled
from orangecontrib.phidelta.widgets.bases.signaturetask import compute
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature


def numeric_table(X, y, values=("no", "yes")):
    names = [f"x{i}" for i in range(X.shape[1])]
    domain = Domain([ContinuousVariable(n) for n in names], DiscreteVariable("class", values))
    return Table.from_numpy(domain, X, y)


def share_of_token(column, chosen):
    """Section 5 of the 2018 paper, written out: min-max to [-1, 1], then (1 + mean) / 2."""
    scaled = 2 * (column - column.min()) / (column.max() - column.min()) - 1
    return (1 + scaled[chosen].mean()) / 2


class TestOWClassSignature(base.WidgetTest):
    def setUp(self):
        self.widget = self.create_widget(OWClassSignature)
        self.inputs, self.outputs = self.widget.Inputs, self.widget.Outputs

    def send(self, data=None, features=None):
        self.send_signals([(self.inputs.data, data), (self.inputs.features, features)])
        self.wait_until_finished()

    def arrange(self, name):
        self.widget.arrangement_combo.set_state(name)
        self.widget.arrangement_combo.changed.emit()
        self.wait_until_finished()

    def encode(self, name):
        self.widget.controls.encoding.set_state(name)
        self.widget.controls.encoding.changed.emit()

    def scores(self):
        table = self.get_output(self.outputs.scores)
        columns = [variable.name for variable in table.domain.attributes]
        return {
            (str(row["Feature"]), str(row["Positive class"])): dict(
                zip(columns, row.x, strict=True)
            )
            for row in table
        }

    def position(self, variable):
        """Where the (only) picture has the best mark of a variable: x, y."""
        (layer,) = self.widget.diagrams[0].layers
        mark = list(layer.variables).index(variable)
        square = self.widget.diagrams[0].square
        place = square.mapToParent(QPointF(layer.fpr[mark], layer.tpr[mark]))
        return place.x(), place.y()

    def test_positions_of_numeric_features(self):
        iris = Table("iris")
        self.send(iris)
        assert self.widget.positive == ["Iris-setosa"]
        is_positive = iris.Y == 0
        for variable in iris.domain.attributes:
            column = iris.get_column(variable)
            tpr, fpr = share_of_token(column, is_positive), share_of_token(column, ~is_positive)
            expected = (tpr + fpr - 1, tpr - fpr)
            np.testing.assert_allclose(self.position(variable.name), expected, atol=1e-9)
        self.widget.view_combo.set_state("generalised")
        self.widget.view_combo.changed.emit()
        p, n = 1 / 3, 2 / 3
        expected = 2 * (n * fpr - p * (1 - tpr)), 1 - 2 * (n * fpr + p * (1 - tpr))
        np.testing.assert_allclose(self.position(variable.name), expected, atol=1e-9)

    def test_both_classes_and_merged_classes(self):
        heart = Table("heart_disease")
        self.send(heart)
        phi, delta = self.position("age")
        self.widget.positive_list.set_state([])
        self.widget.positive_list.item(0).setSelected(True)
        self.wait_until_finished()
        assert self.position("age") == pytest.approx((phi, -delta))
        self.send(Table("iris"))
        for row in (0, 1):
            self.widget.positive_list.item(row).setSelected(True)
        self.wait_until_finished()
        petal, is_positive = Table("iris").X[:, 2], Table("iris").Y < 2
        delta = share_of_token(petal, is_positive) - share_of_token(petal, ~is_positive)
        assert self.position("petal length")[1] == pytest.approx(delta)

    def test_best_subset_of_a_nominal_feature(self):
        heart = Table("heart_disease")
        self.send(heart)
        chest_pain, sick = heart.get_column("chest pain"), heart.Y == 1
        shares = [
            (np.mean(chest_pain[sick] == v), np.mean(chest_pain[~sick] == v)) for v in range(4)
        ]
        best = sum(max(tpr - fpr, 0) for tpr, fpr in shares)
        assert self.position("chest pain")[1] == pytest.approx(best)

    def test_what_takes_long_is_done_in_the_background(self):
        asked = []
        places = (
            (signatures, "q_values"),
            (signatures, "class_signature"),
            (tablesignature, "chance_band"),
            (signaturesets, "headline"),
            (signaturesets, "feature_scores_table"),
            (Signature, "interval"),
        )

        def watched(name, own):
            def told(*args, **kwargs):
                asked.append((name, threading.current_thread() is threading.main_thread()))
                return own(*args, **kwargs)

            return told

        for home, name in places:
            watching = patch.object(home, name, watched(name, getattr(home, name)))
            watching.start()
            self.addCleanup(watching.stop)
        self.send(Table("zoo"))
        self.arrange("beside")
        assert {name for name, _ in asked} == {name for _, name in places}
        assert not any(is_shown for _, is_shown in asked)
        self.widget.select(["milk"])
        self.widget.commit.now()
        assert len(self.get_output(self.outputs.scores)) == 7 * 16
        assert not any(is_shown for _, is_shown in asked)

    def test_selection_by_click_rubber_band_and_keyboard(self):
        iris = Table("iris")
        self.send(iris)
        diagram = self.widget.diagrams[0]
        self.widget.show()
        self.process_events()
        (layer,) = diagram.layers
        # one that stands apart: the petals' marks are less than a pixel from each other
        mark = list(layer.variables).index("sepal width")
        place = diagram.square.mapToScene(QPointF(layer.fpr[mark], layer.tpr[mark]))
        QTest.mouseClick(
            diagram.viewport(), Qt.LeftButton, Qt.NoModifier, diagram.mapFromScene(place)
        )
        assert self.widget.selected == ["sepal width"]
        data = self.get_output(self.outputs.selected_data)
        assert [v.name for v in data.domain.attributes] == ["sepal width"]
        assert data.domain.class_var is iris.domain.class_var
        np.testing.assert_array_equal(data.X[:, 0], iris.X[:, 1])
        assert self.get_output(self.outputs.features) == [iris.domain["sepal width"]]
        everything = diagram.square.mapRectToScene(QRectF(0, 0, 1, 1))
        diagram.getViewBox().rectangle_drawn.emit(everything, Qt.NoModifier)
        assert len(self.widget.selected) == 4
        QTest.keyClick(diagram, Qt.Key_Escape)
        assert self.widget.selected == []
        assert self.get_output(self.outputs.selected_data) is None
        QTest.keyClick(diagram, Qt.Key_Right)
        QTest.keyClick(diagram, Qt.Key_Space)
        strength = np.abs(layer.tpr - layer.fpr)
        assert self.widget.selected == [layer.variables[int(strength.argmax())]]

    def test_each_class_side_by_side_and_overlaid(self):
        zoo = Table("zoo")
        self.send(zoo)
        self.arrange("beside")
        assert len(self.widget.diagrams) == 7
        feathers = zoo.get_column("feathers")
        value = zoo.domain["feathers"].values.index("1")
        for diagram, name in zip(self.widget.diagrams, zoo.domain.class_var.values, strict=True):
            (layer,) = diagram.layers
            mark = list(layer.variables).index("feathers")
            is_positive = zoo.Y == zoo.domain.class_var.to_val(name)
            has = feathers == value
            delta = np.mean(has[is_positive]) - np.mean(has[~is_positive])
            assert abs(layer.tpr[mark] - layer.fpr[mark]) == pytest.approx(abs(delta))
        assert "bird" in self.widget.headline.text()
        assert len({positive for _, positive in self.scores()}) == 7
        self.arrange("over")
        assert len(self.widget.diagrams) == 1
        assert len(self.widget.diagrams[0].layers) == 7
        assert self.widget.diagrams[0].legend.isVisible()
        self.arrange("one")
        assert len(self.widget.diagrams[0].layers) == 1

    def test_headline_and_hover(self):
        y = np.array([1.0] * 10 + [0] * 30)
        X = np.column_stack([y, np.tile([0, 1], 20)])
        self.send(numeric_table(X, y))
        text = self.widget.headline.text()
        assert "1.00 (x0)" in text
        assert "100.0%" in text
        assert "easy" in text
        tips = []
        self.widget.diagrams[0].show_tip = tips.append
        self.widget.diagrams[0].mark_hovered.emit(MarkHit(0, 0))
        assert "present in 100.0% of ‘yes’ and 0.0% of others" in tips[0]
        self.send(numeric_table(X[:, 1:], y))
        assert "no more than chance" in self.widget.headline.text()
        y, noise = np.tile(y, 10), np.arange(400) % 2
        for right, words in ((2, "medium, which the paper"), (1, "unclear. That no feature")):
            x = np.where(np.arange(400) % 8 < right, y, noise)
            self.send(numeric_table(np.column_stack([x, noise]), y))
            assert words in self.widget.headline.text()

    def test_the_headline_looks_at_best_cuts_beside_scaled_values(self):
        self.send(Table("iris"))
        assert "one cut, petal length > 2.45, has 1.00" in self.widget.headline.text()
        assert self.widget.headline.text().endswith("looks easy.")
        self.arrange("beside")
        assert "Iris-virginica (one cut on petal length)" in self.widget.headline.text()
        for encoding, is_told in (("best cut", False), ("ranks", True)):
            self.encode(encoding)
            self.wait_until_finished()
            assert ("(one cut on" in self.widget.headline.text()) == is_told

    def test_best_cuts_that_would_take_long_are_not_sought(self):
        with patch("orangecontrib.phidelta.widgets.bases.signaturetask._MOST_VALUES", 999):
            self.send(Table("iris"))
            assert "looks medium" in self.widget.headline.text()
            assert "cut" not in self.widget.headline.text()
        with patch("orangecontrib.phidelta.widgets.bases.signaturetask._MOST_VALUES", 2999):
            self.widget.update_all()
            self.wait_until_finished()
            assert "one cut" in self.widget.headline.text()
            # of three classes each is a third of the work
            self.arrange("beside")
            assert "one cut" not in self.widget.headline.text()

    def test_progress_goes_on_and_stops_when_cancelled(self):
        class State:
            def __init__(self, steps):
                self.steps, self.told = steps, []

            def is_interruption_requested(self):
                return len(self.told) >= self.steps

            def set_progress_value(self, value):
                self.told.append(value)

        iris = Table("iris")
        state = State(100)
        compute(iris, [("Iris-setosa",), ("Iris-virginica",)], "ranks", "best", state)
        # for each of the three classes that occur four features are ranked, then for each four cut
        steps = [*range(1, 5), 4]
        expected = [100 * (step + 4 * done) / 24 for done in range(6) for step in steps]
        assert state.told == pytest.approx(expected)
        state = State(7)
        with pytest.raises(Cancelled):
            compute(iris, [("Iris-setosa",)], "ranks", "best", state)
        assert len(state.told) == 7

    def test_hollow_marks_by_q_of_all_classes_shown(self):
        zoo = Table("zoo")
        self.send(zoo)
        self.check_hollow(0, self.q_of_scores("amphibian"))
        self.arrange("beside")
        q_values = {name: self.q_of_scores(name) for name in zoo.domain.class_var.values}
        for number, name in enumerate(zoo.domain.class_var.values):
            self.check_hollow(number, q_values[name])
        alone = table_signature(zoo, "mammal", subsets="best").signature.q_value
        assert not np.allclose(q_values["mammal"], alone, rtol=0.1)
        tips = []
        diagram = self.widget.diagrams[5]
        diagram.show_tip = tips.append
        mark = int(np.argmax(q_values["mammal"] / alone))
        diagram.mark_hovered.emit(MarkHit(0, mark))
        assert f"; q {q_values['mammal'][mark]:.2g}" in tips[0]
        self.arrange("over")
        layers = self.widget.diagrams[0].layers
        for layer, name in zip(layers, zoo.domain.class_var.values, strict=True):
            np.testing.assert_array_equal(layer.is_chance, q_values[name] > 0.05)

    def q_of_scores(self, name):
        table = self.get_output(self.outputs.scores)
        rows = [row for row in table if str(row["Positive class"]) == name]
        return np.array([row["q (FDR)"].value for row in rows])

    def check_hollow(self, number, q_values):
        """The marks drawn without a filling are those whose q-value is above 0.05."""
        (layer,), (item,) = (getattr(self.widget.diagrams[number], n) for n in ("layers", "items"))
        fpr, tpr = item.getData()
        is_hollow = [brush.color().alpha() == 0 for brush in item.data["brush"]]
        drawn = sorted(zip(fpr, tpr, is_hollow, strict=True))
        expected = zip(layer.fpr, layer.tpr, q_values > 0.05, strict=True)
        assert drawn == sorted(expected)
        assert len(set(is_hollow)) == 2 or layer.title in ("amphibian", "reptile")

    def test_the_band_is_shown_where_it_is_that_of_the_marks(self):
        check_box = self.widget.controls.show_band
        self.send(Table("heart_disease"))
        assert self.widget.diagrams[0].band is None
        assert not check_box.isEnabled()
        assert "yes-or-no" in check_box.toolTip()
        assert "Hollow marks" in check_box.toolTip()
        self.encode("best cut")
        self.wait_until_finished()
        assert self.widget.diagrams[0].band is not None
        assert check_box.isEnabled()
        assert "95 %" in check_box.toolTip()
        self.encode("linear")
        self.wait_until_finished()
        assert not check_box.isEnabled()
        self.send(Table("zoo"))
        assert check_box.isEnabled()
        self.arrange("beside")
        assert all(diagram.band is not None for diagram in self.widget.diagrams)
        self.arrange("over")
        assert self.widget.diagrams[0].band is None
        assert "no band in common" in check_box.toolTip()
        self.send()
        self.arrange("one")
        assert check_box.isEnabled()

    def test_highlighted_features(self):
        iris = Table("iris")
        self.send(iris, AttributeList([iris.domain["sepal width"]]))
        assert self.widget.diagrams[0]._highlighted == {"sepal width"}
        sizes = self.widget.diagrams[0].items[0].data["size"]
        assert len(set(sizes)) == 2
        self.send(iris)
        assert not self.widget.diagrams[0]._highlighted

    def test_the_band_holds_features_without_information(self):
        random = np.random.default_rng(3)
        y = (random.random(300) < 0.25).astype(float)
        X = (random.random((300, 40)) < random.uniform(0.2, 0.8, 40)).astype(float)
        X[:, 0] = np.where(random.random(300) < 0.7, y, 1 - y)
        self.send(numeric_table(X, y))
        diagram = self.widget.diagrams[0]
        (layer,) = diagram.layers
        path = diagram.band._path
        is_in = [
            path.contains(QPointF(*place)) for place in zip(layer.fpr, layer.tpr, strict=True)
        ]
        assert not is_in[0]
        assert all(is_in[1:])
        self.widget.controls.show_band.click()
        assert diagram.band is None

    def test_unfit_data_and_recovery(self):
        heart = Table("heart_disease")
        self.send(Table("housing"))
        assert "numeric" in str(self.widget.Error.unfit_data)
        assert self.get_output(self.outputs.scores) is None
        for unfit in (heart.transform(Domain(heart.domain.attributes)), heart[heart.Y == 0]):
            self.send(unfit)
            assert self.widget.Error.unfit_data.is_shown()
            assert not self.widget.diagrams[0].layers
        self.send(numeric_table(np.ones((8, 2)), np.arange(8.0) % 2))
        assert "varies" in str(self.widget.Error.unfit_data)
        self.send(heart)
        assert not self.widget.Error.unfit_data.is_shown()
        assert self.widget.diagrams[0].layers
        self.send()
        assert not self.widget.diagrams[0].layers
        assert self.widget.headline.text() == ""

    def test_no_or_all_classes_positive(self):
        self.send(Table("iris"))
        self.widget.positive_list.selectAll()
        self.wait_until_finished()
        assert self.widget.Error.unfit_data.is_shown()
        assert self.get_output(self.outputs.scores) is None
        self.widget.positive_list.setCurrentRow(1)
        self.wait_until_finished()
        assert not self.widget.Error.unfit_data.is_shown()

    def test_what_is_left_out_is_told(self):
        X = np.column_stack([np.arange(10.0), np.ones(10)])
        y = np.array([0, 1] * 4 + [np.nan] * 2)
        self.send(numeric_table(X, y))
        assert "x1" in str(self.widget.Warning.undefined)
        assert "2 rows" in str(self.widget.Warning.unknown_class)
        self.send(Table("iris"))
        assert not self.widget.Warning.undefined.is_shown()

    def test_a_crowd_is_shown_as_density(self):
        random = np.random.default_rng(0)
        X = sparse.random(60, 6000, 0.05, "csr", random_state=0)
        domain = Domain(
            [ContinuousVariable(f"w{i}") for i in range(6000)],
            DiscreteVariable("class", ("a", "b")),
        )
        self.encode("linear")  # present or absent, they would be on few places
        self.send(Table.from_numpy(domain, X, (random.random(60) < 0.3).astype(float)))
        # present or absent, words of few texts share few places
        self.encode("linear")
        self.wait_until_finished()
        diagram = self.widget.diagrams[0]
        assert diagram.crowd.isVisible()
        assert 10 <= len(diagram.items[0].data) < 6000 - diagram.crowd.counts.sum()
        self.send(Table("iris"))
        assert not diagram.crowd.isVisible()

    def type_in(self, text):
        edit = self.widget.find_field.edit
        edit.clear()
        QTest.keyClicks(edit, text)
        self.widget.find_field.find()
        return edit

    def test_features_are_found_by_name(self):
        self.send(Table("heart_disease"))
        edit = self.type_in("ST")
        diagram = self.widget.diagrams[0]
        features = [v.name for v in self.widget.data.domain.attributes if "st" in v.name.lower()]
        assert {"ST by exercise", "chest pain"} < set(features)
        assert self.widget.find_field.label.text() == "7 of 13"
        assert diagram.labels._texts[0] == "ST by exercise"
        assert len(diagram.found.getData()[0]) == len(features) == 7
        QTest.keyClick(edit, Qt.Key_Return)
        assert sorted(self.widget.selected) == sorted(features)
        assert len(self.get_output(self.outputs.features)) == 7
        # in another arrangement, and with other data, it is sought anew
        self.arrange("beside")
        assert [len(each.found.getData()[0]) for each in self.widget.diagrams] == [7, 7]
        self.send(Table("iris"))
        assert self.widget.find_field.label.text() == "0 of 4"
        self.type_in("SEPAL w")
        assert self.widget.diagrams[2].labels._texts == ["sepal width"]
        QTest.keyClick(edit, Qt.Key_Escape)
        assert all(len(each.found.getData()[0]) == 0 for each in self.widget.diagrams)
        self.send()
        assert self.type_in("x").text() == "x"
        assert self.widget.find_field.label.text() == "0 of 0"

    def test_names_at_all_corners(self):
        self.send(Table("zoo"))
        (layer,) = self.widget.diagrams[0].layers
        often = np.where(np.isnan(layer.fpr), 0, layer.fpr + layer.tpr - 1)
        most = layer.labels[int(np.argmax(often))]
        assert most not in self.widget.diagrams[0].labels._texts[:3]
        control = self.widget.controls.named
        control.set_state((3, "corners"))
        control.changed.emit()
        texts = self.widget.diagrams[0].labels._texts
        assert texts[1:] == [most, layer.labels[int(np.argmin(often))]]
        assert (self.widget.label_count, self.widget.named) == (3, "corners")
        other = self.create_widget(
            OWClassSignature, self.widget.settingsHandler.pack_data(self.widget)
        )
        assert other.controls.label_count.state() == (3, "corners")

    def test_the_picture_is_drawn_once_for_new_data(self):
        drawn = []
        diagram = self.widget.diagrams[0]
        own = diagram._draw
        diagram._draw = lambda *args: drawn.append(1) or own(*args)
        self.send(Table("heart_disease"))
        assert drawn == [1]

    def test_context_and_settings_come_back(self):
        self.send(Table("heart_disease"))
        self.widget.positive_list.set_state([])
        self.widget.positive_list.item(0).setSelected(True)
        self.wait_until_finished()
        self.widget.diagrams[0].variables_selected.emit(["age", "thal"])
        self.send(Table("iris"))
        assert self.widget.selected == []
        self.send(Table("heart_disease"))
        assert self.widget.positive == ["0"]
        assert self.widget.selected == ["age", "thal"]
        names = self.get_output(self.outputs.selected_data).domain.attributes
        assert [v.name for v in names] == ["age", "thal"]

    def test_a_narrow_diamond_offers_the_standard_view(self):
        self.send(Table("zoo"))
        self.widget.show()
        hint = self.widget.sight_hint
        self.arrange("beside")
        assert not hint.isVisible()
        self.widget.view_combo.set_state("generalised")
        self.widget.view_combo.changed.emit()
        self.widget.grab()
        # 4 amphibians of 101 animals
        assert hint.isVisible()
        assert "zoom" not in hint.text()
        hint.linkActivated.emit("standard")
        assert self.widget.view_combo.state() == self.widget.view == "standard"
        assert not hint.isVisible()
        self.arrange("one")
        assert len(self.widget.diagrams) == 1

    def test_report_of_all_arrangements(self):
        self.send(Table("zoo"))
        for arrangement in ("one", "beside", "over"):
            self.arrange(arrangement)
            self.widget.send_report()
