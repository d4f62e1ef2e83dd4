"""Feature Similarity as its user sees it: a map, blocks selected by click, one of each sent."""

from unittest.mock import patch

from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QGraphicsRectItem
from Orange.data import Domain, Table
from Orange.widgets.tests import base
from Orange.widgets.widget import AttributeList

from orangecontrib.phidelta.widgets import owfeaturesimilarity
from orangecontrib.phidelta.widgets.owfeaturesimilarity import OWFeatureSimilarity


class TestOWFeatureSimilarity(base.WidgetTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.heart, cls.housing, cls.iris = map(Table, ("heart_disease", "housing", "iris"))

    def setUp(self):
        self.widget = self.create_widget(OWFeatureSimilarity)
        self.widget.resize(900, 700)

    def send(self, data=None, features=None):
        self.send_signals(
            [(self.widget.Inputs.features, features), (self.widget.Inputs.data, data)],
            widget=self.widget,
        )
        self.wait_until_finished()
        self.widget.grab()

    def set_limit(self, limit):
        self.widget.controls.limit.setValue(limit)

    def row(self, name):
        names = [self.widget.shown.variables[f].name for f in self.widget.shown.order]
        return names.index(name)

    def click(self, name, modifier=Qt.NoModifier, at=0.5):
        """Click the row of a feature, somewhere from left to right."""
        view = self.widget.view
        cells, count = view.cells, len(self.widget.shown.variables)
        height, width = cells.size().height(), cells.size().width()
        place = QPointF(width * at, height * (self.row(name) + 0.5) / count)
        place = view.mapFromScene(cells.mapToScene(place))
        QTest.mouseClick(view.viewport(), Qt.LeftButton, modifier, place)

    def names(self, output):
        value = self.get_output(output)
        if isinstance(value, Table):
            value = value.domain.attributes
        return None if value is None else sorted(variable.name for variable in value)

    def outlines(self):
        return [i for i in self.widget.view.cells.childItems() if isinstance(i, QGraphicsRectItem)]

    def test_a_click_selects_the_whole_block(self):
        self.send(self.iris)
        outputs = self.widget.Outputs
        block = ["petal length", "petal width", "sepal length"]
        self.set_limit(0.8)
        assert len(self.outlines()) == 1
        assert self.names(outputs.features) is None
        assert self.names(outputs.selected_data) is None
        for at in (0.05, 0.95):
            self.click("sepal width", at=at)
            assert self.names(outputs.features) == ["sepal width"]
            self.click("petal width", at=at)
            assert self.names(outputs.features) == self.names(outputs.selected_data) == block
        assert self.get_output(outputs.selected_data).domain.class_var is not None
        assert self.widget.sentence.text().startswith("These 3 features say the same")
        assert self.names(outputs.representatives) == ["petal width", "sepal width"]

    def test_blocks_are_added_and_taken_away_with_ctrl(self):
        self.send(self.iris)
        self.set_limit(0.9)
        outputs = self.widget.Outputs
        self.click("petal width")
        assert self.names(outputs.features) == ["petal length", "petal width"]
        self.click("sepal width", Qt.ControlModifier)
        assert self.names(outputs.features) == ["petal length", "petal width", "sepal width"]
        self.click("sepal width")
        self.click("sepal width", Qt.ControlModifier)
        assert self.names(outputs.features) is None
        assert "blocks" in self.widget.sentence.text()

    def test_a_branch_of_the_tree_is_selected_as_it_is(self):
        self.send(self.iris)
        self.set_limit(0.1)
        [tree] = self.widget.view.centralWidget().row_dendrograms
        node = next(n for n in tree._items if not n.is_leaf and n.value.height < 0.1)
        tree.itemClicked.emit(tree._items[node])
        assert self.names(self.widget.Outputs.features) == ["petal length", "petal width"]

    def test_only_features_that_are_sent(self):
        wanted = [self.heart.domain[name] for name in ("age", "thal", "max HR")]
        self.send(self.heart, AttributeList(wanted))
        names = [v.name for v in self.widget.shown.variables]
        assert names == ["age", "max HR", "thal"]
        self.send(self.heart)
        assert len(self.widget.shown.variables) == 13
        self.send(self.heart, AttributeList(self.iris.domain.attributes))
        assert self.widget.Error.unfit_data.is_shown()
        assert self.names(self.widget.Outputs.representatives) is None

    def test_without_a_class(self):
        self.send(self.housing)
        assert self.widget.Information.no_class.is_shown()
        assert not self.widget.Error.active
        self.set_limit(0.6)
        self.click("NOX")
        assert "the most similar to the others" in self.widget.sentence.text()
        self.send(self.iris)
        assert not self.widget.Information.no_class.is_shown()

    def test_very_many(self):
        with patch("orangecontrib.phidelta.orange.featuremaps.MOST", 5):
            self.send(self.heart)
            assert "The 5 features with the greatest |δ| are shown, 8 are not" in str(
                self.widget.Information.beyond
            )
            self.send(self.heart.transform(Domain(self.heart.domain.attributes)))
        assert "Select Columns" in str(self.widget.Error.unfit_data)
        assert self.widget.view.centralWidget() is None

    def test_what_is_selected_comes_back_with_its_data(self):
        self.send(self.iris)
        self.set_limit(0.8)
        self.click("petal width")
        chosen = self.names(self.widget.Outputs.features)
        self.send(self.heart)
        assert self.names(self.widget.Outputs.features) is None
        self.send(self.iris)
        assert self.names(self.widget.Outputs.features) == chosen
        rows = self.widget.view.centralWidget().selectedRows()
        assert sorted(self.widget.shown.names(rows)) == chosen

    def test_the_map_fits_or_scrolls(self):
        self.send(Table("brown-selected"))
        self.widget.show()
        bar = self.widget.view.verticalScrollBar()
        for is_whole in (True, False, True):
            self.widget.whole_check.setChecked(is_whole)
            self.process_events()
            assert (bar.maximum() <= 2) == is_whole

    def test_another_encoding_is_another_map(self):
        self.send(self.iris)
        before = self.widget.shown.similarity
        combo = self.widget.controls.encoding
        combo.set_state("best cut")
        combo.changed.emit()
        self.wait_until_finished()
        assert abs(self.widget.shown.similarity - before).max() > 0.05

    def test_progress_and_failure(self):
        def fail(*_):
            raise MemoryError

        with patch.object(owfeaturesimilarity, "feature_map", fail):
            self.send(self.iris)
        assert "MemoryError" in str(self.widget.Error.failed)
        self.send(self.iris)
        assert not self.widget.Error.failed.is_shown()

    def test_a_tip_names_the_pair(self):
        self.send(self.iris)
        row, column = self.row("petal width"), self.row("petal length")
        told = self.widget.view.cells.heatmapCellToolTip(row, column)
        assert "petal width and petal length" in told
        assert "0.963" in told  # Pearson's correlation, as published for iris

    def test_report(self):
        self.send(self.iris)
        self.click("petal width")
        self.widget.create_report_html()
        html = self.widget.report_html
        assert "Selected features" in html
        assert "stands for them" in html
        assert "<img" in html or "<svg" in html
