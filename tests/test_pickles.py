"""Through pickles, files and other processes, what we make answers as it did here."""

import copy
import json
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import joblib
import numpy as np
import pytest
from keep import answer, made
from Orange import classification, evaluation, modelling
from Orange.data import Table
from Orange.ensembles import StackedFitter
from Orange.widgets.evaluate.owtestandscore import OWTestAndScore
from Orange.widgets.model.owcalibratedlearner import OWCalibratedLearner
from Orange.widgets.model.owloadmodel import OWLoadModel
from Orange.widgets.model.owsavemodel import OWSaveModel
from Orange.widgets.model.owstack import OWStackedLearner

from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.selection import SelectFeatures

KEPT = sorted((Path(__file__).parent / "data").glob("kept-*.pickle"))
COST_1_5 = {"cost_fp": 1, "cost_fn": 5}


@pytest.fixture(scope="module")
def heart():
    return Table("heart_disease")


@pytest.fixture(scope="module")
def things(heart):
    """Ours by name, also around Orange's models of other kinds and its fitters."""
    forest = classification.RandomForestLearner(n_estimators=5, random_state=0)
    fitter = modelling.TreeLearner(max_depth=3)
    return {
        **made(heart),
        "model of scikit-learn": ThresholdModel(forest(heart), "1", 0.4),
        "learner of a fitter": tuned(fitter),
        "model of a fitter": ThresholdLearner(fitter, "0", 0.6)(heart),
        "learner that selects": classification.NaiveBayesLearner(
            preprocessors=[SelectFeatures(3)]
        ),
    }


def tuned(learner):
    return ThresholdLearner(learner, "1", parameters=COST_1_5)


def tuned_bayes():
    return tuned(classification.NaiveBayesLearner())


def in_a_file(things, tmp_path):
    joblib.dump(things, tmp_path / "things.joblib", compress=3)
    return joblib.load(tmp_path / "things.joblib")


COPIES = {
    **{
        f"protocol {number}": lambda things, _, number=number: pickle.loads(
            pickle.dumps(things, number)
        )
        for number in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
    "copy": lambda things, _: {name: copy.copy(thing) for name, thing in things.items()},
    "deepcopy": lambda things, _: copy.deepcopy(things),
    "joblib": in_a_file,
}


@pytest.mark.parametrize("way", COPIES)
def test_copies_answer_the_same(heart, things, tmp_path, way):
    copies = COPIES[way](things, tmp_path)
    for name, thing in things.items():
        assert copies[name] is not thing
        assert copies[name].name == thing.name
        assert answer(copies[name], heart) == answer(thing, heart), name


def in_a_new_process(things, data):
    """By an interpreter that has imported nothing of ours or Orange's, from a file for each."""
    code = """
import pickle, sys
data, *things = pickle.load(sys.stdin.buffer)
answers = [pickle.loads(thing)(pickle.loads(data)) for thing in things]
sys.stdout.buffer.write(pickle.dumps(answers))
"""
    sent = pickle.dumps([pickle.dumps(thing) for thing in (data, *things)])
    command = [sys.executable, "-I", "-W", "ignore", "-c", code]
    return pickle.loads(subprocess.run(command, input=sent, stdout=-1, check=True).stdout)


def in_spawned_processes(things, data):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return [each.result() for each in [pool.submit(thing, data) for thing in things]]


def in_processes_of_joblib(things, data):
    return joblib.Parallel(n_jobs=2)(joblib.delayed(thing)(data) for thing in things)


@pytest.mark.parametrize(
    "processes", [in_a_new_process, in_spawned_processes, in_processes_of_joblib]
)
def test_other_processes_answer_the_same(heart, things, processes):
    found = dict(zip(things, processes(list(things.values()), heart), strict=True))
    for name, thing in things.items():
        # what comes back is an answer, or a model or a table that has come through a pickle itself
        assert answer(lambda _, name=name: found[name], heart) == answer(thing, heart), name


@pytest.mark.parametrize("learner", ["NaiveBayesLearner", "TreeLearner"])
def test_several_loaded_models_on_loaded_data(heart, learner):
    """Orange compares their domains, which are equal, or equal to that of the data."""
    saved = [pickle.dumps(tuned(getattr(classification, learner)())(heart)) for _ in range(3)]
    data, *models = map(pickle.loads, (pickle.dumps(heart), *saved))
    first, *others = [model(data) for model in (*models, *models)]
    for other in others:
        np.testing.assert_array_equal(other, first)


def test_a_pickle_holds_no_training_data(heart):
    """A model that is handed on would hand on the cases of its training, if it held them."""
    of_more = pickle.dumps(tuned_bayes()(Table.concatenate([heart] * 20)))
    assert len(of_more) < len(pickle.dumps(tuned_bayes()(heart))) + 200


# --- of earlier versions ---


def test_this_version_is_kept():
    assert KEPT


@pytest.mark.filterwarnings("default")  # numpy deprecates where its own pickles look for it
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_was_kept_answers_as_it_did(heart, path):
    things = pickle.loads(path.read_bytes())
    answers = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert things.keys() == answers.keys()
    for name, thing in things.items():
        found = answer(thing, heart)
        if isinstance(found[0], str):
            assert found == answers[name]
        else:
            np.testing.assert_allclose(found, answers[name], rtol=1e-9, err_msg=name)


# --- where Orange makes copies, or a learner of learners ---


def test_as_learner_and_aggregate_of_a_stack(heart):
    stacked = StackedFitter([tuned_bayes(), modelling.TreeLearner(max_depth=3)])
    plain = StackedFitter([classification.NaiveBayesLearner(), modelling.TreeLearner(max_depth=3)])
    # a stack reads probabilities, and a cut does not change them
    np.testing.assert_allclose(stacked(heart)(heart, 1), plain(heart)(heart, 1))
    aggregate = ThresholdLearner(classification.LogisticRegressionLearner(), "1", 0.1)
    model = StackedFitter([classification.NaiveBayesLearner()], aggregate=aggregate)(heart)
    values, probabilities = model(heart, model.ValueProbs)
    np.testing.assert_array_equal(values == 1, probabilities[:, 1] > 0.1)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again(heart), values)


def test_a_stack_and_a_calibrated_learner_are_tuned(heart):
    for base in (
        StackedFitter([classification.NaiveBayesLearner(), modelling.TreeLearner(max_depth=3)]),
        classification.CalibratedLearner(classification.NaiveBayesLearner()),
    ):
        learner = pickle.loads(pickle.dumps(ThresholdLearner(base, "0", 0.8)))
        model = pickle.loads(pickle.dumps(learner(heart)))
        values, probabilities = model(heart, model.ValueProbs)
        np.testing.assert_array_equal(values == 0, probabilities[:, 0] > 0.8)
        assert 0 < np.mean(values == 0) < 1


def test_in_the_widget_stacking(gui, heart):
    widget = gui.create_widget(OWStackedLearner)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    gui.send_signal(widget.Inputs.learners, tuned_bayes(), 0, widget=widget)
    gui.send_signal(widget.Inputs.learners, modelling.TreeLearner(), 1, widget=widget)
    gui.send_signal(widget.Inputs.aggregate, tuned_bayes(), widget=widget)
    model = gui.get_output(widget.Outputs.model, widget=widget)
    assert not widget.Error.active
    assert isinstance(model.aggregate, ThresholdModel)
    learner = gui.get_output(widget.Outputs.learner, widget=widget)
    results = evaluation.TestOnTrainingData()(heart, [learner], suppresses_exceptions=False)
    np.testing.assert_array_equal(results.predicted[0], model(heart))


def test_a_stack_is_saved_and_loaded(gui, heart, tmp_path):
    calibrated = gui.create_widget(OWCalibratedLearner)
    gui.send_signal(calibrated.Inputs.data, heart, widget=calibrated)
    gui.send_signal(calibrated.Inputs.base_learner, tuned_bayes(), widget=calibrated)
    learner = gui.get_output(calibrated.Outputs.learner, widget=calibrated)
    model = ThresholdLearner(StackedFitter([learner]), "0", 0.7)(heart)
    save, load = gui.create_widget(OWSaveModel), gui.create_widget(OWLoadModel)
    gui.send_signal(save.Inputs.model, model, widget=save)
    save.filename = str(tmp_path / "model.pkcls")
    save.do_save()
    load.add_path(save.filename)
    load.open_file()
    loaded = gui.get_output(load.Outputs.model, widget=load)
    assert (loaded.name, loaded.positive, loaded.cut) == (model.name, ("0",), 0.7)
    np.testing.assert_array_equal(loaded(heart), model(heart))


def test_in_test_and_score_with_selection_as_preprocessor(gui, heart):
    """Each fold gets a copy of the preprocessor's work, and the learner is fitted in a thread."""
    widget = gui.create_widget(OWTestAndScore)
    gui.send_signal(widget.Inputs.train_data, heart, widget=widget)
    gui.send_signal(widget.Inputs.preprocessor, SelectFeatures(4), widget=widget)
    gui.send_signal(
        widget.Inputs.learner, pickle.loads(pickle.dumps(tuned_bayes())), widget=widget
    )
    results = gui.get_output(widget.Outputs.evaluations_results, widget=widget, wait=60000)
    assert not widget.Error.active
    (shown,) = evaluate(results, {"1"}).classifiers
    assert shown.name == "naive bayes, cut tuned for cost"
    # misses cost five times as much as false alarms
    assert shown.counts.fn < shown.counts.fp
