"""How many small faults in core the tests notice: the share of killed mutants of its modules.

python benchmarks/mutants.py core/features/subsets.py ...           every mutant of these modules
python benchmarks/mutants.py --sample 400 --seed 1 [core/... ...]   so many, drawn from all of them

A folder stands for its modules, and core if none is named (see make mutants). cosmic-ray changes a
copy of the package in build/mutants in one place at a time. Of the tests of the module's room, and
of those that bear its name elsewhere, those run against it that call what has been changed, the
fastest first. Mutants that do what the original does are listed with reasons in
tests/equivalent_mutants.txt and do not count. Exits with 1 below 95 %.
"""

import argparse
import difflib
import os
import pickle
import random
import re
import shutil
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

# What tests need, but our package, is loaded once: a process for each mutant begins with it.
import AnyQt.QtWidgets  # noqa: F401
import hypothesis
import Orange.data  # noqa: F401
import pytest
import scipy.stats
import sklearn.metrics  # noqa: F401
from cosmic_ray.commands import init
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import use_db

import orangecontrib

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants"
PACKAGE = Path("orangecontrib", "phidelta")
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.txt"
ENOUGH = 0.95
# no faults that anybody makes: shifts and bits of floats raise an error at once, "is" with a
# literal is a warning of Python's
UNLIKELY = re.compile(
    "core/(ReplaceBinaryOperator_.*_(LShift|RShift|BitOr|BitAnd|BitXor)"
    "|ReplaceComparisonOperator_.*_(Is|IsNot))$"
)


class Notes:
    """A plugin of pytest: notes how long tests take and what they call, or goes by such notes."""

    def __init__(self, path, chosen=()):
        self.path, self.chosen = path, chosen
        self.seconds, self.calls = {}, {}

    def pytest_collection_modifyitems(self, items):
        if self.chosen:
            place = {test: index for index, test in enumerate(self.chosen)}
            items[:] = sorted(
                (i for i in items if i.nodeid in place), key=lambda i: place[i.nodeid]
            )

    @contextmanager
    def calls_noted(self, caller):
        called = self.calls.setdefault(caller, set())

        def note(frame, event, argument):
            called.add((frame.f_code.co_filename, frame.f_code.co_name))

        for module in (sys, threading):
            module.settrace(None if self.chosen else note)
        yield
        for module in (sys, threading):
            module.settrace(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector):
        with self.calls_noted(str(collector.path)):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        with self.calls_noted(str(item.path)):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        with self.calls_noted(item.nodeid):
            return (yield)

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self):
        if not self.chosen:
            self.path.write_bytes(pickle.dumps((self.seconds, self.calls)))


class Room:
    """The tests of a folder of core, how long each takes, and what it calls."""

    def __init__(self, folder):
        own = ROOT / "tests" / folder
        general = sorted(own.glob("test_*.py")) if folder.name == "core" else [own]
        names = {f"test_{path.name}" for path in (ROOT / PACKAGE / folder).glob("*.py")}
        others = (ROOT / "tests").rglob("test_*.py")
        self.tests = [*general, *(p for p in others if p.name in names and p.parent != own)]
        self.notes = COPY / f"{folder.name}.notes"
        self.timeout = None
        start = time.perf_counter()
        if not self.passes():
            sys.exit(f"the tests of {folder} fail without any fault")
        self.timeout = 30 + 4 * (time.perf_counter() - start)
        self.seconds, self.calls = pickle.loads(self.notes.read_bytes())

    def passes(self, chosen=()):
        """True where no test fails, in a process of its own; False if it does not end."""
        paths = {test.split("::")[0] for test in chosen} or self.tests
        run = get_context("fork").Process(target=tested, args=(paths, self.notes, chosen))
        run.start()
        run.join(self.timeout)
        run.kill()
        run.join()
        return run.exitcode == 0

    def kills(self, mutation):
        """True where a test fails, of those that call what has been changed; the fastest first."""
        called = str(mutation.module_path), mutation.definition_name
        callers = {caller for caller, names in self.calls.items() if called in names}
        chosen = [
            test
            for test in self.seconds
            if test in callers or str(ROOT / test.split("::")[0]) in callers
        ]
        # what no test calls is called when the module is imported
        return not self.passes(sorted(chosen or self.seconds, key=self.seconds.get))


def tested(paths, notes, chosen):
    """Run tests against the copy, and exit with what pytest returns."""
    # here, and not by PYTHONPATH: other add-ons make the namespace when Python starts
    orangecontrib.__path__.insert(0, str(COPY / "orangecontrib"))
    sys.dont_write_bytecode = bool(chosen)  # that of tests is kept, that of mutants is not
    # the same examples for every mutant, and none is made smaller
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
    hypothesis.settings.load_profile("mutants")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", ROOT, *paths]
    sys.exit(pytest.main(list(map(str, arguments)), plugins=[Notes(notes, chosen)]))


def copy_package():
    """A fresh copy of the package that mutants can be made of."""
    shutil.rmtree(COPY, ignore_errors=True)
    for folder in ("core", "orange", "plot"):
        shutil.copytree(ROOT / PACKAGE / folder, COPY / PACKAGE / folder)
    for path in (ROOT / PACKAGE / "__init__.py", ROOT / "orangecontrib" / "__init__.py"):
        shutil.copy(path, COPY / path.relative_to(ROOT))


def modules_of(names):
    """Paths in the copy; of folders, all modules below."""
    for path in (COPY / PACKAGE / name for name in names):
        found = [path] if path.is_file() else sorted(path.rglob("*.py"))
        yield from (module for module in found if module.name != "__init__.py")


def mutants_of(modules):
    """All mutants of some modules, in an order that is always the same."""
    with use_db(str(COPY / "session.sqlite")) as session:
        init(modules, session, {})
        found = session.work_items

    def place(mutant):
        (mutation,) = mutant.mutations
        return str(mutation.module_path), mutation.operator_name, mutation.occurrence

    return sorted((each for each in found if not UNLIKELY.match(place(each)[1])), key=place)


def changed(before, after):
    """The lines that a mutant removes and adds, in one line."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0)
    told = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return " => ".join(line[1:].strip() for line in told)


def equivalents():
    """The listed changes, without their reasons."""
    rows = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {row for row in rows if " => " in row}


def run(mutants):
    """Print the survivors; Counter of "killed", "alive" and "equivalent" by folder."""
    listed, rooms, counts = equivalents(), {}, {}
    for (mutation,) in (mutant.mutations for mutant in mutants):
        module = mutation.module_path.relative_to(COPY / PACKAGE)
        if module.parent not in rooms:
            rooms[module.parent], counts[module.parent] = Room(module.parent), Counter()
        operator = get_operator(mutation.operator_name)(**mutation.operator_args)
        with use_mutation(mutation.module_path, operator, mutation.occurrence) as codes:
            change = f"{module.as_posix()}: {changed(*codes)}"
            is_killed = rooms[module.parent].kills(mutation)
        fate = "killed" if is_killed else "equivalent" if change in listed else "alive"
        counts[module.parent][fate] += 1
        if fate == "alive":
            print(change, flush=True)
    return counts


def told(name, count):
    """How many of what counts were killed, and between what the share of all may lie."""
    killed, trials = count["killed"], count["killed"] + count["alive"]
    low, high = scipy.stats.binomtest(killed, trials).proportion_ci() if trials else (0, 1)
    return (
        f"{name}: {killed} of {trials} killed, {killed / max(trials, 1):.1%} "
        f"(of all {low:.1%} to {high:.1%}), {count['equivalent']} equivalent"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", default=["core"], help="files or folders")
    parser.add_argument("--sample", type=int, help="at most so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    copy_package()
    mutants = mutants_of(list(modules_of(options.modules)))
    drawn = mutants
    if options.sample is not None and options.sample < len(mutants):
        drawn = random.Random(options.seed).sample(mutants, options.sample)
    print(f"{len(drawn)} of {len(mutants)} mutants, seed {options.seed}", flush=True)
    counts = run(drawn)
    for folder in sorted(counts):
        print(told(folder.as_posix(), counts[folder]))
    together = sum(counts.values(), Counter())
    print(told("all", together))
    killed, trials = together["killed"], together["killed"] + together["alive"]
    return 0 if killed >= ENOUGH * trials else 1


if __name__ == "__main__":
    sys.exit(main())
