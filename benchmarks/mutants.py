"""How many small faults in core the tests notice: the share of killed mutants of its modules.

python benchmarks/mutants.py core/features/subsets.py ...           every mutant of these modules
python benchmarks/mutants.py --sample 400 --seed 1 [core/... ...]   so many, drawn from all of them

A folder stands for its modules, and core if none is named (see make mutants). cosmic-ray changes a
copy of the package in build/mutants in one place at a time, and the tests of the module's room run
against it: first those that bear the module's name, then the others, the fastest first. Mutants
that do what the original does are listed with reasons in tests/equivalent_mutants.txt and do not
count. Exits with 1 below 95 %.
"""

import argparse
import difflib
import json
import os
import random
import re
import shutil
import sys
import time
from collections import Counter
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


class Order:
    """A plugin of pytest: the fastest tests first, once it is known which these are."""

    def __init__(self, path):
        self.path = path
        self.seconds = json.loads(path.read_text()) if path.exists() else {}
        self.is_new = not self.seconds

    def pytest_collection_modifyitems(self, items):
        items.sort(key=lambda item: self.seconds.get(item.nodeid, 0))

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self):
        if self.is_new:
            self.path.write_text(json.dumps(self.seconds))


class Room:
    """The tests of a folder of core, and how long they take."""

    def __init__(self, folder):
        general = sorted((ROOT / "tests" / "core").glob("test_*.py"))
        own = ROOT / "tests" / folder
        self.tests = [*([own] if own not in general[0].parents and own.exists() else []), *general]
        self.order = COPY / f"{folder.name}.json"
        self.timeout = None
        start = time.perf_counter()
        if not self.passes(self.tests):
            sys.exit(f"the tests of {folder} fail without any fault")
        self.timeout = 30 + 4 * (time.perf_counter() - start)

    def passes(self, tests):
        """True where no test fails, in a process of its own; False if it does not end."""
        run = get_context("fork").Process(target=tested, args=(tests, self.order))
        run.start()
        run.join(self.timeout)
        run.kill()
        run.join()
        return run.exitcode == 0

    def kills(self, name):
        """True where a test fails: those that bear the module's name come first."""
        own = sorted(p for p in (ROOT / "tests").rglob(f"test_{name}") if "widgets" not in p.parts)
        return bool(own and not self.passes(own)) or not self.passes(self.tests)


def tested(tests, order):
    """Run tests against the copy, and exit with what pytest returns."""
    # here, and not by PYTHONPATH: other add-ons make the namespace when Python starts
    orangecontrib.__path__.insert(0, str(COPY / "orangecontrib"))
    sys.dont_write_bytecode = order.exists()  # that of tests is kept, that of mutants is not
    # the same examples for every mutant, and none is made smaller
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
    hypothesis.settings.load_profile("mutants")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", ROOT, *tests]
    sys.exit(pytest.main(list(map(str, arguments)), plugins=[Order(order)]))


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
            is_killed = rooms[module.parent].kills(module.name)
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
