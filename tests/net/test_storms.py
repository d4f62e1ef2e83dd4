"""Storms: inputs, withdrawals, all controls, clicks, cancellations, themes, in any order.

At the end, a widget says and sends the same as a fresh one with the same settings and inputs.
`test_storm` is part of every run; `test_long_storm` of `make test-long`.
"""

import random
from functools import wraps

import pytest
from AnyQt.QtWidgets import QApplication, QTableView
from hostile_features import FEATURES, GROUPED
from hostile_points import points
from hostile_results import results, table
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)
from operating import click, darken, drag, hover, operations, places, plots, select_rows
from Orange.classification import MajorityLearner, NaiveBayesLearner
from trying import INPUTS, Trial
from watching import Watch

from orangecontrib.phidelta.widgets.bases import stages

#: Rules of a storm, storms at most, and steps after which no other storm begins; in every run and
#: in the long one.
SHORT, LONG = (120, 20, 2_000), (200, 240, 50_000)
#: Widgets that do in the background what follows from many predictions.
ON_RESULTS = [cls for cls, inputs in INPUTS.items() if "Evaluation Results" in inputs]
_THREE = ("x", "y", "z")
_SELDOM = "wait wait wait wait wait darken darken brighten brighten report report close".split()
_GOOD = {
    "Evaluation Results": (
        results,
        lambda: results(values=_THREE),
        lambda: results(models=1, rows=12, folds=1),
        lambda: results(rows=0),
        GROUPED[5].make,
    ),
    "Learner": (MajorityLearner, NaiveBayesLearner),
    "Features": tuple(case.make for case in FEATURES[:8]),
}
_TABLES = (
    table,
    lambda: table(values=_THREE),
    lambda: table(rows=9),
    lambda: table(rows=1),
    lambda: points([[5, 2, 3, 9], [1, 0, 4, 4]]),
)


def act(**strategies):
    """A rule, of which nothing is left when there have been steps enough."""

    def registered(method):
        @rule(**strategies)
        @wraps(method)
        def act(self, **drawn):
            if self.trial is not None:
                method(self, **drawn)

        return act

    return registered


class Storm(RuleBasedStateMachine):
    """The rules; `test_storm` gives it a widget class and a gui."""

    cls = gui = None
    steps = enough = 0

    @initialize()
    def open(self):
        self.trial = None
        if self.steps >= self.enough:
            return
        self.watch = Watch().__enter__()
        self.trial = Trial(self.gui, self.watch, self.cls, is_shown=False)

    @act(which=st.integers(0, 9), is_settled=st.booleans())
    def send(self, which, is_settled):
        signals = list(INPUTS[self.cls])
        signal = signals[which % len(signals)]
        makers = _GOOD.get(signal, _TABLES)
        with self.step():
            value = makers[which // len(signals) % len(makers)]()
            self.trial.send(signal, value, is_settled)

    @act(which=st.integers(0, 1))
    def withdraw(self, which):
        signals = list(INPUTS[self.cls])
        with self.step():
            self.trial.send(signals[which % len(signals)], None, is_settled=False)

    @act(seeds=st.lists(st.integers(0, 10**6), min_size=8, max_size=20))
    def operate(self, seeds):
        found = operations(self.trial.widget)
        for seed in seeds:
            with self.step():
                self.trial.do(*found[seed % len(found)])

    @act(seed=st.integers(0, 10**6), what=st.sampled_from("hover click drag".split()))
    def point(self, seed, what):
        chance = random.Random(seed)
        views = plots(self.trial.widget)
        if not views:
            return
        view = chance.choice(views)
        found = places(view)
        start, end = chance.choice(found), chance.choice(found)
        acts = {
            "hover": lambda: hover(view, start),
            "click": lambda: click(view, start),
            "drag": lambda: drag(view, start, end),
        }
        with self.step():
            self.trial.do(what, acts[what])

    @act(rows=st.lists(st.integers(0, 5), max_size=3))
    def select(self, rows):
        for view in self.trial.widget.mainArea.findChildren(QTableView):
            with self.step():
                kept = [row for row in rows if row < view.model().rowCount()]
                self.trial.do("rows selected", lambda v=view, k=kept: select_rows(v, k))

    @act()
    def let_events_happen(self):
        with self.step():
            self.trial.do("events", QApplication.processEvents)

    @act(what=st.sampled_from(_SELDOM))
    def seldom(self, what):
        trial = self.trial
        acts = {
            "wait": trial.settle,
            "darken": lambda: trial.do("dark", lambda: darken(trial.widget)),
            "brighten": lambda: trial.do("bright", lambda: darken(trial.widget, False)),
            "report": lambda: trial.do("reported", lambda: trial.report_only(with_plots=False)),
            "close": self.close_at_work,
        }
        with self.step():
            acts[what]()

    def close_at_work(self):
        self.trial.close()
        self.trial = Trial(self.gui, self.watch, self.cls, is_shown=False)

    def step(self):
        """Count it."""
        type(self).steps += 1
        return self.watch.doing("step")

    def teardown(self):
        if getattr(self, "trial", None) is None:
            return
        try:
            self.trial.check_fresh()
            for signal in INPUTS[self.cls]:
                self.trial.send(signal, None)
            self.trial.check_nothing()
            self.trial.close()
        finally:
            self.watch.__exit__()
        assert not self.watch.problems, "\n".join(dict.fromkeys(self.watch.problems))


def run(cls, gui, rules, storms, enough):
    """Storms until there are enough steps; gives their number."""
    names = {"cls": cls, "gui": gui, "enough": enough}
    machine = type(f"Storm{cls.__name__}", (Storm,), names)
    how = settings(
        max_examples=storms,
        stateful_step_count=rules,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=how)
    return machine.steps


@pytest.mark.parametrize(
    "cls", [cls for cls in INPUTS if hasattr(cls, "negative")], ids=lambda cls: cls.__name__
)
def test_storms_choose_the_negatives(cls, gui):
    """Where there are three classes; the list is found once the line above it has opened it."""
    with Watch() as watch:
        trial = Trial(gui, watch, cls, is_shown=False)
        signal = next(iter(INPUTS[cls]))
        make = results if signal == "Evaluation Results" else table
        trial.send(signal, make(values=_THREE))
        assert trial.widget.negative == []
        for name in (
            "NameCombo Against to Against chosen classes",
            "NameList Negative classes first",
        ):
            trial.do(name, dict(operations(trial.widget))[name])
        trial.settle()
        assert len(trial.widget.negative) == 1
        trial.check_fresh()
        trial.close()
    assert not watch.problems


@pytest.mark.parametrize("cls", INPUTS, ids=lambda cls: cls.__name__)
def test_storm(cls, gui):
    assert run(cls, gui, *SHORT) >= SHORT[-1]


@pytest.mark.parametrize("cls", ON_RESULTS, ids=lambda cls: cls.__name__)
def test_storm_in_the_background(cls, gui, monkeypatch):
    """As if all results were large."""
    monkeypatch.setattr(stages, "MOST_AT_ONCE", 0)
    assert run(cls, gui, *SHORT) >= SHORT[-1]


@pytest.mark.long
@pytest.mark.parametrize("cls", ON_RESULTS, ids=lambda cls: cls.__name__)
def test_long_storm_in_the_background(cls, gui, monkeypatch):
    monkeypatch.setattr(stages, "MOST_AT_ONCE", 0)
    assert run(cls, gui, *LONG) >= LONG[-1]


@pytest.mark.long
@pytest.mark.parametrize("cls", INPUTS, ids=lambda cls: cls.__name__)
def test_long_storm(cls, gui):
    assert run(cls, gui, *LONG) >= LONG[-1]
