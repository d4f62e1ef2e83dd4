"""Inputs that nobody should send: no widget raises, hangs, says or sends what is not true.

Each is sent, operated, reported, withdrawn and sent again, and another one after it: in
`make test-long`, everything at each. In every run, each is sent, checked and withdrawn; the rest
takes turns.
"""

from itertools import groupby

import numpy as np
import pytest
from hostile_points import own_thresholds
from hostile_results import NAMES, results, table
from hostile_tables import own_scores
from recounting import recounted
from trying import INPUTS, Trial
from watching import Watch

from orangecontrib.phidelta.widgets.bases import stages

#: Every so many inputs are operated, reported, compared with a fresh widget, and tried in full.
OPERATED, REPORTED, FRESH, FULL = 4, 6, 18, 70

PARTS = [
    pytest.param(cls, signal, list(cases), id=f"{cls.__name__}-{signal}-{category}")
    for cls, inputs in INPUTS.items()
    for signal, all_cases in inputs.items()
    for category, cases in groupby(
        enumerate(sorted(all_cases, key=lambda c: c.category)), lambda each: each[1].category
    )
]
OF_RESULTS = [part for part in PARTS if part.values[1] == "Evaluation Results"]


@pytest.mark.parametrize("cls", INPUTS, ids=lambda cls: cls.__name__)
def test_there_are_many(cls):
    names = [str(case) for cases in INPUTS[cls].values() for case in cases]
    assert len(set(names)) >= 120


@pytest.mark.parametrize(("cls", "signal", "cases"), PARTS)
def test_survives(cls, signal, cases, gui, tmp_path):
    found = []
    with Watch() as watch:
        trial = started(gui, watch, cls, signal)
        for number, case in cases:
            with watch.doing(f"{case} made"):
                value = case.make()
            try_briefly(trial, signal, case, value, number)
            withdraw(trial, signal)
            found += told(case, watch)
            watch.problems.clear()
            if is_turn(number, FULL):
                found += tried_in_full(gui, cls, signal, case, tmp_path)
        trial.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("cls", "signal", "cases"), OF_RESULTS)
def test_survives_in_the_background(cls, signal, cases, gui, monkeypatch):
    """As if all results were large."""
    monkeypatch.setattr(stages, "MOST_AT_ONCE", 0)
    found = []
    with Watch() as watch:
        trial = started(gui, watch, cls, signal)
        for number, case in cases:
            trial.send(signal, case.make())
            trial.check(is_fit(signal, case))
            if is_turn(number, FRESH):
                trial.check_fresh()
            withdraw(trial, signal)
            found += told(case, watch)
            watch.problems.clear()
        trial.close()
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize(("cls", "signal", "cases"), PARTS)
def test_survives_everything(cls, signal, cases, gui, tmp_path):
    found = []
    for _, case in cases:
        found += tried_in_full(gui, cls, signal, case, tmp_path)
    assert not found, "\n".join(found)


def started(gui, watch, cls, signal, is_shown=False):
    """A widget that has what it needs besides."""
    trial = Trial(gui, watch, cls, is_shown=is_shown)
    if signal == "Learner":
        trial.send("Evaluation Results", results())
    if signal == "Features":
        trial.send("Data", table())
    return trial


def try_briefly(trial, signal, case, value, number):
    """Send and check; in turns, operate two of the controls and send again, report, compare."""
    trial.send(signal, value)
    trial.check(is_fit(signal, case))
    is_good = case.category == "good"
    if is_good:
        trial.recount()
    if is_turn(number, OPERATED):
        trial.operate(step=19, start=number % 19)
        if is_good:
            trial.recount()
        trial.widget.auto_commit = True
        trial.send(signal, value)
    if is_turn(number, REPORTED) or (case.name in NAMES and number % 2):
        trial.do("reported", lambda: trial.report_only(with_plots=False))
    if is_turn(number, FRESH):
        trial.check_fresh()


def is_turn(number, every):
    """Whether it is the turn of this one."""
    return number % every == every // 2


def is_fit(signal, case):
    """Of a learner, or features, nothing is expected but that they do no harm."""
    return case.is_fit if signal not in ("Learner", "Features") else None


def withdraw(trial, signal):
    """Withdraw what is tried; only what was there before is left."""
    trial.send(signal, None)
    if not any(value is not None for value in trial.inputs.values()):
        trial.forget_choices()
        trial.check_nothing()


def tried_in_full(gui, cls, signal, case, folder):
    """What goes wrong when an input is sent to a widget that is seen, and all is tried with it."""
    with Watch() as watch:
        trial = started(gui, watch, cls, signal, is_shown=True)
        with watch.doing(f"{case} made"):
            value = case.make()
        trial.send(signal, value)
        trial.check(is_fit(signal, case))
        trial.point()
        trial.operate()
        if case.category == "good":
            trial.recount()
        trial.report(folder)
        trial.check_fresh()
        withdraw(trial, signal)
        trial.send(signal, value)
        others = {"Data": table, "Evaluation Results": results}
        other = others[signal]() if signal in others else None
        trial.send(signal, other)
        trial.check(None)
        trial.close()
    return told(f"{case}, in full", watch)


def told(case, watch):
    """The first problems; the rest follows from them more often than not."""
    return [f"{case}: {problem}" for problem in list(dict.fromkeys(watch.problems))[:4]]


def test_the_watch_sees_what_is_swallowed(gui):
    """In a slot, in a thread, when something is deleted, in Qt; and what takes long."""
    from threading import Thread

    from AnyQt.QtCore import QTimer, qWarning

    class Careless:
        def __del__(self):
            raise KeyError("deleted")

    def fail():
        raise KeyError("thrown")

    with Watch() as watch:
        QTimer.singleShot(0, fail)
        thread = Thread(target=fail)
        thread.start()
        thread.join()
        Careless()
        qWarning(b"warned")
        with watch.doing("work"):
            fail()
        gui.process_events()
    assert len(watch.problems) == 5, watch.problems


@pytest.mark.parametrize(
    ("name", "make", "sent"),
    [
        ("Scores", own_scores, results()),
        ("Thresholds", own_thresholds, results(rows=120)),
        ("Reduced Data", table, table()),
    ],
)
def test_a_wrong_number_is_seen(name, make, sent):
    signal = "Data" if name == "Reduced Data" else "Evaluation Results"
    output = make()
    assert not list(recounted({signal: sent}, {name: output}))
    for column in (1, 2):
        output = make().copy()
        with output.unlocked():
            output.X[0, column] += 1
        assert len(list(recounted({signal: sent}, {name: output}))) == 1


def test_a_watch_counts_work(monkeypatch):
    monkeypatch.setattr("watching.MOST_WORK", 0.001)
    with Watch() as watch, watch.doing("too much"):
        np.linalg.svd(np.random.default_rng(1).normal(size=(300, 300)))
    assert "too much: took" in watch.problems[0]
