"""What the positive class is against, in every widget: chosen, kept, told and sent."""

import numpy as np
import pytest
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner
from Orange.data import DiscreteVariable, Domain, Table
from Orange.evaluation import CrossValidation, Results
from Orange.evaluation import TestOnTestData as OnTestData

from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures
from tests.widgets.test_every_widget import WIDGETS, main_input

#: Those that ask what is positive; the others take several data sets, or none of the classes.
ASKING = [cls for cls in WIDGETS if hasattr(cls, "negative")]
each_widget = pytest.mark.parametrize("cls", ASKING, ids=lambda cls: cls.__name__)
POSITIVE, NEGATIVE = "Iris-versicolor", "Iris-virginica"
#: Outputs that are of the cases themselves, not of what is told of them.
OF_ALL_CASES = (
    "Selected Results",
    "Evaluation Results",
    "Selected Data",
    "Remaining Data",
    "Reduced Data",
)


@pytest.fixture(scope="module")
def iris():
    """Classes of 50, 40 and 25, and a row of unknown class."""
    rows = np.r_[0:50, 50:90, 100:125]
    data = Table("iris")[rows]
    with data.unlocked(data.Y):
        data.Y[3] = np.nan
    return data


@pytest.fixture(scope="module")
def inputs(iris):
    tested = CrossValidation(k=4, random_state=0, store_data=True)
    learners = [NaiveBayesLearner(), LogisticRegressionLearner(C=0.02)]
    return {Results: tested(iris[~np.isnan(iris.Y)], learners), Table: iris}


def without_setosa(value):
    """The same by hand: without the cases of neither side."""
    if isinstance(value, Table):
        return value[value.Y != 0]
    kept, less = value.actual != 0, Results()
    vars(less).update(vars(value))
    less.actual, less.row_indices = value.actual[kept], value.row_indices[kept]
    less.predicted = value.predicted[:, kept]
    less.probabilities = value.probabilities[:, kept].copy()
    less.probabilities[:, :, 0] = 0
    less.probabilities /= less.probabilities.sum(axis=2, keepdims=True)
    number = np.cumsum(kept) - 1
    rows = (np.arange(len(kept))[fold] for fold in value.folds)
    less.folds = [number[fold[kept[fold]]] for fold in rows]
    return less


def opened(gui, cls, value, stored=None):
    widget = gui.create_widget(cls, stored_settings=stored)
    gui.send_signal(main_input(widget), value, widget=widget)
    gui.wait_until_finished(widget)
    return widget


def choose(gui, widget, positive, negatives=None):
    """As the user does, with the mouse."""
    names = widget.positive_list
    names.clearSelection()
    names.item(names.names().index(positive)).setSelected(True)
    if negatives is not None:
        widget.against.kind.setCurrentIndex(1)
        widget.against.kind.activated.emit(1)
        for name in negatives:
            row = widget.against.names.names().index(name)
            widget.against.names.item(row).setSelected(True)
    gui.wait_until_finished(widget)
    widget.commit.now()


def sent(gui, widget):
    """Tables on the outputs, by name."""
    found = {}
    for output in vars(widget.Outputs).values():
        value = gui.get_output(output, widget=widget)
        if isinstance(value, Table) and output.name not in OF_ALL_CASES:
            found[output.name] = value
    return found


@each_widget
def test_two_classes_leave_nothing_to_choose(cls, gui):
    heart = Table("heart_disease")[::3]
    value = CrossValidation(k=2)(heart, [NaiveBayesLearner()])
    widget = gui.create_widget(cls)
    assert not widget.against.isVisibleTo(widget)
    gui.send_signal(
        main_input(widget),
        heart if main_input(widget).type is Table else value,
        widget=widget,
    )
    gui.wait_until_finished(widget)
    assert not widget.against.isVisibleTo(widget)


@each_widget
def test_all_is_as_without_the_other_cases(cls, gui, inputs):
    widget = gui.create_widget(cls)
    kind = main_input(widget).type
    widget = opened(gui, cls, inputs[kind])
    choose(gui, widget, POSITIVE, [NEGATIVE])
    assert widget.against.isVisibleTo(widget)
    assert (widget.positive, widget.negative) == ([POSITIVE], [NEGATIVE])
    noun = "row" if kind is Table else "test case"
    count = np.sum((inputs[kind].Y if kind is Table else inputs[kind].actual) == 0)
    assert str(widget.Information.neither) == f"{count} {noun}s of neither class left out."
    assert widget.Information.neither.is_shown()
    assert widget.ratio_control.prevalence == pytest.approx(40 / 65)

    other = opened(gui, cls, without_setosa(inputs[kind]))
    choose(gui, other, POSITIVE)
    assert not other.Information.neither.is_shown()
    tables, expected = sent(gui, widget), sent(gui, other)
    assert tables
    assert tables.keys() == expected.keys()
    for name, table in tables.items():
        np.testing.assert_allclose(table.X, expected[name].X, rtol=1e-8, atol=1e-10, err_msg=name)
        if "Positive class" in table.domain:
            told = set(table.get_column("Positive class")) - {"each in turn"}
            assert told == {f"{POSITIVE} against {NEGATIVE}"}


@each_widget
def test_reports_say_it(cls, gui, inputs):
    widget = gui.create_widget(cls)
    widget = opened(gui, cls, inputs[main_input(widget).type])
    choose(gui, widget, POSITIVE, [NEGATIVE])
    assert dict(widget.reported)["Positive class"] == f"{POSITIVE} against {NEGATIVE}"


@each_widget
def test_a_class_is_on_one_side_only(cls, gui, inputs):
    widget = gui.create_widget(cls)
    widget = opened(gui, cls, inputs[main_input(widget).type])
    choose(gui, widget, POSITIVE, [NEGATIVE])
    assert widget.against.names.names() == ["Iris-setosa", NEGATIVE]
    choose(gui, widget, NEGATIVE)
    assert (widget.positive, widget.negative) == ([NEGATIVE], [])
    assert widget.against.kind.state() == "all"
    assert not widget.Information.neither.is_shown()
    choose(gui, widget, POSITIVE)
    assert widget.negative == widget.against.state() == []
    choose(gui, widget, POSITIVE, [NEGATIVE, "Iris-setosa"])
    assert not widget.Information.neither.is_shown()
    assert dict(widget.reported)["Positive class"] == POSITIVE


@each_widget
def test_the_choice_comes_back_with_the_same_input(cls, gui, inputs):
    widget = gui.create_widget(cls)
    value = inputs[main_input(widget).type]
    widget = opened(gui, cls, value)
    choose(gui, widget, POSITIVE, [NEGATIVE])
    expected = sent(gui, widget)
    packed = widget.settingsHandler.pack_data(widget)
    again = opened(gui, cls, value, packed)
    assert (again.positive, again.negative) == ([POSITIVE], [NEGATIVE])
    assert again.against.state() == [NEGATIVE]
    for name, table in sent(gui, again).items():
        np.testing.assert_array_equal(table.X, expected[name].X)
    gui.send_signal(main_input(again), None, widget=again)
    gui.wait_until_finished(again)
    assert again.negative == []
    assert not again.Information.neither.is_shown()


@each_widget
@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ([POSITIVE, NEGATIVE], [NEGATIVE]),
        ([POSITIVE], []),
        (["later"], []),
        (None, []),
    ],
)
def test_contexts_of_before_and_damaged_ones(cls, gui, inputs, stored, expected):
    widget = gui.create_widget(cls)
    value = inputs[main_input(widget).type]
    widget = opened(gui, cls, value)
    choose(gui, widget, POSITIVE, [NEGATIVE])
    packed = widget.settingsHandler.pack_data(widget)
    context = packed["context_settings"][0]
    context.values["negative"] = stored
    if stored is None:
        del context.values["negative"]
    again = opened(gui, cls, value, packed)
    assert (again.positive, again.negative) == ([POSITIVE], expected)
    assert again.against.state() == expected


def test_each_class_is_against_all_the_rest(gui, inputs):
    cls = next(cls for cls in WIDGETS if cls.__name__ == "OWClassSignature")
    widget = opened(gui, cls, inputs[Table])
    choose(gui, widget, POSITIVE, [NEGATIVE])
    widget.arrangement_combo.set_state("beside")
    widget.arrangement_combo.changed.emit()
    gui.wait_until_finished(widget)
    assert not widget.against.isEnabled()
    assert widget.against.kind.toolTip() == "Each class is set against all others"
    assert not widget.Information.neither.is_shown()
    scores = gui.get_output(widget.Outputs.scores, widget=widget)
    classes = set(scores.get_column("Positive class"))
    assert classes == set(inputs[Table].domain.class_var.values)
    widget.arrangement_combo.set_state("one")
    widget.arrangement_combo.changed.emit()
    gui.wait_until_finished(widget)
    assert widget.against.isEnabled()
    assert f"‘{POSITIVE}’ from ‘{NEGATIVE}’" in widget.headline.text()


@pytest.mark.parametrize("name", ["OWThresholdTuner", "OWOperatingConditions"])
def test_model_and_learner_decide_between_the_sides(gui, iris, name):
    cls = next(cls for cls in WIDGETS if cls.__name__ == name)
    data, learner = iris[~np.isnan(iris.Y)], LogisticRegressionLearner(C=0.02)
    results = OnTestData(store_models=True, store_data=True)(data, data, [learner])
    widget = opened(gui, cls, results)
    gui.send_signal("Learner", learner, widget=widget)
    choose(gui, widget, POSITIVE, [NEGATIVE])
    model, found = (gui.get_output(each, widget=widget) for each in ("Model", "Learner"))
    assert isinstance(model, ThresholdModel)
    assert isinstance(found, ThresholdLearner)
    for each in (model, found):
        assert (each.positive, each.negatives) == ((POSITIVE,), (NEGATIVE,))
    shares = learner(data)(data, 1)
    share = shares[:, 1] / (shares[:, 1] + shares[:, 2])
    expected = np.where(share > model.cut, 1, 2).tolist()
    assert model(data).tolist() == found(data)(data).tolist() == expected
    tested = gui.get_output("Evaluation Results", widget=widget)
    assert len(tested.actual) == len(data)
    assert tested.predicted[0].tolist() == expected


def test_ranker_hands_on_the_sides(gui, inputs):
    cls = next(cls for cls in WIDGETS if cls.__name__ == "OWFeatureRanker")
    widget = opened(gui, cls, inputs[Table])
    choose(gui, widget, POSITIVE, [NEGATIVE])
    scorer, preprocessor = (
        gui.get_output(each, widget=widget) for each in ("Scorer", "Preprocessor")
    )
    assert isinstance(scorer, FeatureScorer)
    assert isinstance(preprocessor, SelectFeatures)
    assert scorer.negatives == preprocessor.negatives == (NEGATIVE,)
    table = gui.get_output("Scores", widget=widget)
    names = [str(each) for each in table.get_column("Variable")]
    order = [names.index(v.name) for v in inputs[Table].domain.attributes]
    deltas = np.abs(table.get_column("δ"))[order]
    np.testing.assert_allclose(np.abs(scorer(inputs[Table])), deltas)
    data = gui.get_output("Reduced Data", widget=widget)
    assert len(data) == len(inputs[Table])


def test_names_are_text(gui):
    """Also of the classes that something is against."""
    cls = next(cls for cls in WIDGETS if cls.__name__ == "OWClassSignature")
    iris = Table("iris")
    values = ("a", "<b>x</b>", "<script>")
    domain = Domain(iris.domain.attributes, DiscreteVariable("class", values))
    data = Table.from_numpy(domain, iris.X, iris.Y)
    widget = opened(gui, cls, data)
    choose(gui, widget, "<b>x</b>", ["<script>"])
    assert "from ‘<script>’" in widget.headline.text()
    widget.report_plot = lambda *_: None
    widget.create_report_html()
    assert "<script>" not in widget.report_html
