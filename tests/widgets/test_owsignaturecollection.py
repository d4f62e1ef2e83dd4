"""Signature Collection as its user sees it: any number of data sets and results."""

import pytest
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtGui import QKeySequence
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from Orange.classification import MajorityLearner, NaiveBayesLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation, Results
from Orange.widgets.tests import base

from orangecontrib.phidelta.widgets.owsignaturecollection import OWSignatureCollection


def results_of(data, *learners):
    learners = learners or (NaiveBayesLearner(), MajorityLearner())
    results = CrossValidation(k=4, random_state=1, store_data=True)(data, learners)
    results.learner_names = ["Bayes", "Constant"][: len(learners)]
    return results


class TestOWSignatureCollection(base.WidgetTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        names = "heart_disease", "titanic", "iris"
        cls.heart, cls.titanic, cls.iris = map(Table, names)
        cls.of_heart, cls.of_iris = map(results_of, (cls.heart, cls.iris))

    def setUp(self):
        self.widget = self.create_widget(OWSignatureCollection)

    def send(self, **values):
        """Values by their keys in the lists of inputs."""
        for name, (key, value) in values.items():
            self.send_signal(getattr(self.widget.Inputs, name), value, key, widget=self.widget)
        self.wait_until_finished()

    def send_three(self):
        for key, table in enumerate((self.heart, self.titanic, self.iris)):
            self.send(data=(key, table))

    def choose(self, setting, value):
        control = getattr(self.widget.controls, setting)
        control.set_state(value)
        control.changed.emit()
        self.wait_until_finished()

    def column(self, head):
        rows, heads = self.widget.table.rows, self.widget.table.rows.heads
        return [rows.index(row, heads.index(head)).data() for row in range(rows.rowCount())]

    def output(self):
        return self.get_output(self.widget.Outputs.table)

    def points(self, picture):
        return self.widget.diagrams[picture].points.getData()[0]

    def test_each_data_set_has_picture_row_and_name(self):
        self.send_three()
        assert len(self.widget.diagrams) == 3
        assert self.column("Data set") == ["heart_disease", "titanic", "iris"]
        titles = [diagram.plotItem.titleLabel.text for diagram in self.widget.diagrams]
        assert [title.split(":")[0] for title in titles] == ["heart_disease", "titanic", "iris"]
        assert [len(diagram.layers[0].fpr) for diagram in self.widget.diagrams] == [13, 3, 4]
        assert [str(row["Data set"]) for row in self.output()] == self.column("Data set")

    def test_replaced_and_removed_data(self):
        self.send_three()
        self.send(data=(1, self.iris))
        assert self.column("Data set") == ["heart_disease", "iris (1)", "iris (2)"]
        self.send(data=(0, None))
        assert self.column("Data set") == ["iris (1)", "iris (2)"]
        self.send(data=(0, self.heart))
        assert self.column("Data set") == ["heart_disease", "iris (1)", "iris (2)"]
        self.send(data=(1, None))
        assert self.column("Data set") == ["heart_disease", "iris"]
        for key in (0, 2):
            self.send(data=(key, None))
        assert self.column_count() == 0
        assert self.output() is None
        assert len(self.widget.diagrams) == 1

    def column_count(self):
        return self.widget.table.rows.rowCount()

    def test_what_is_known_is_not_computed_again(self):
        self.send_three()
        before = self.widget.shown.signatures
        self.send(data=(1, None))
        assert self.widget.shown.signatures[1].shown is before[2].shown
        self.choose("encoding", "ranks")
        assert self.widget.shown.signatures[1].shown is not before[2].shown

    def test_models_are_in_picture_and_table(self):
        self.send_three()
        self.send(results=(0, self.of_iris))
        self.send(results=(1, self.of_heart))
        assert [len(self.points(n)) for n in range(3)] == [2, 0, 2]
        told = self.column("δ Bayes")
        assert told[1] == "n/a"
        called, truth = self.of_heart.predicted[0] == 1, self.of_heart.actual == 1
        assert float(told[0]) == pytest.approx(
            called[truth].mean() - called[~truth].mean(), abs=6e-4
        )
        assert self.column("Results") == ["tested on these rows", "", "tested on these rows"]

    def test_replaced_and_removed_results(self):
        self.send_three()
        self.send(results=(0, self.of_iris))
        self.send(results=(0, self.of_heart))
        assert [len(self.points(n)) for n in range(3)] == [2, 0, 0]
        self.send(results=(0, None))
        assert [len(self.points(n)) for n in range(3)] == [0, 0, 0]
        assert "δ Bayes" not in self.widget.table.rows.heads

    def test_a_model_has_one_colour(self):
        self.send_three()
        self.send(results=(0, self.of_iris))
        self.send(results=(1, results_of(self.heart, MajorityLearner())))
        brushes = [self.widget.diagrams[n].points.data["brush"][0].color().rgb() for n in (0, 2)]
        assert brushes[0] == brushes[1]  # both are called Bayes
        header, heads = self.widget.table.rows, self.widget.table.rows.heads
        place = heads.index("δ Bayes")
        assert not header.headerData(place, Qt.Horizontal, Qt.DecorationRole).isNull()

    def test_results_of_no_data_set(self):
        self.send(data=(0, self.heart))
        self.send(results=(0, self.of_iris))
        assert "about “iris”" in str(self.widget.Warning.unmatched)
        self.send(data=(1, self.iris))
        assert not self.widget.Warning.unmatched.is_shown()

    def test_results_alone(self):
        self.send(results=(0, self.of_iris))
        assert self.widget.Warning.unmatched.is_shown()
        assert self.output() is None

    def test_unfit_results(self):
        self.send(data=(0, self.iris))
        self.send(results=(0, Results(domain=self.iris.domain)))
        assert "empty" in str(self.widget.Warning.unmatched)
        assert self.column_count() == 1

    def test_one_of_several_is_unfit(self):
        self.send_three()
        self.send(data=(3, Table("housing")[:30]))
        assert "housing: " in str(self.widget.Warning.left_out)
        assert self.column_count() == 3
        for key in range(3):
            self.send(data=(key, None))
        assert "housing: " in str(self.widget.Error.unfit_data)
        assert self.output() is None

    def test_rules_choose_the_class(self):
        self.send_three()
        assert self.column("Positive class") == ["1", "yes", "Iris-setosa"]
        self.choose("rule", "commonest")
        assert self.column("Positive class") == ["0", "no", "Iris-setosa"]

    def test_sorted_by_numbers_with_the_undefined_last(self):
        self.send_three()
        self.send(results=(0, self.of_iris))
        self.send(results=(1, self.of_heart))
        header = self.widget.table.horizontalHeader()
        place = self.widget.table.rows.heads.index("δ Bayes")
        for order in (Qt.AscendingOrder, Qt.DescendingOrder):
            header.setSortIndicator(place, order)
            assert self.column("Data set")[-1] == "titanic"
        assert self.column("Data set")[0] == "iris"
        place = self.widget.table.rows.heads.index("neg/pos")
        header.setSortIndicator(place, Qt.AscendingOrder)
        assert self.column("Data set") == ["heart_disease", "iris", "titanic"]

    def test_copied_as_shown(self):
        self.send_three()
        table = self.widget.table
        table.selectRow(1)
        QTest.keySequence(table, QKeySequence(QKeySequence.Copy))
        assert QApplication.clipboard().text().startswith("titanic\tyes\t2.096")

    def test_the_pointer_tells(self):
        self.send(data=(0, self.heart))
        self.send(results=(0, self.of_heart))
        self.widget.resize(900, 600)
        self.widget.grab()
        diagram, told = self.widget.diagrams[0], []
        diagram.show_tip = told.append
        fpr, tpr = (values[0] for values in diagram.points.getData())
        diagram._on_moved(diagram.square.mapToScene(QPointF(fpr, tpr)))
        assert "Bayes: misses" in told[-1]
        diagram.mark_hovered.emit(diagram.marks.hit(0))
        assert "thal" in told[-1]

    def test_bands_only_where_there_are(self):
        nominal = self.titanic
        self.send(data=(0, self.iris))
        self.send(data=(1, nominal))
        self.choose("show_band", True)
        assert [diagram.band is None for diagram in self.widget.diagrams] == [True, False]

    def test_the_report(self):
        self.send_three()
        self.widget.send_report()
        assert "titanic" in self.widget.report_html

    def test_settings_come_back(self):
        self.choose("rule", "rarest")
        self.choose("encoding", "ranks")
        stored = self.widget.settingsHandler.pack_data(self.widget)
        other = self.create_widget(OWSignatureCollection, stored_settings=stored)
        assert (other.rule, other.encoding) == ("rarest", "ranks")
