"""How many small faults in core the tests notice: the share of killed mutants of its modules.

python benchmarks/mutants.py core/features/subsets.py ...           every mutant of these modules
python benchmarks/mutants.py --sample 400 --seed 1 [core/... ...]   so many, drawn from all of them

A folder stands for its modules, and core if none is named (see make mutants). cosmic-ray changes a
copy of the package in build/mutants in one place at a time. Of the tests of the module's room, and
of those that bear its name elsewhere, those run against it that call what has been changed, the
fastest first. Mutants that do what the original does are listed with reasons in
tests/equivalent_mutants.txt and do not count. Exits with 1 below 95 %. Ctrl+C ends it sooner, with
the share of those tried so far.

Everything is loaded once. A mutant is a fork of this process whose function has other code; only
where the fault lies outside of functions the package and the tests are loaded again.
"""

import argparse
import difflib
import gc
import os
import pickle
import random
import re
import shutil
import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType

import hypothesis
import pytest
from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import use_db

import orangecontrib

ROOT = Path(__file__).resolve().parents[1]
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


class Mutant:
    """A module with one fault."""

    def __init__(self, mutation):
        self.path = mutation.module_path
        self.module = self.path.relative_to(COPY / PACKAGE)
        self.definition = mutation.definition_name
        self.source = self.path.read_text(encoding="utf-8")
        operator = get_operator(mutation.operator_name)(**mutation.operator_args)
        self.changed = mutate_code(self.source, operator, mutation.occurrence)

    def __str__(self):
        """The lines before and after, in one line."""
        lines = difflib.unified_diff(self.source.splitlines(), self.changed.splitlines(), n=0)
        told = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        return f"{self.module.as_posix()}: {' => '.join(line[1:].strip() for line in told)}"

    def codes(self):
        """Pairs of codes of functions that differ, before and after; None if other code does."""
        pairs = [[compile(text, self.path, "exec") for text in (self.source, self.changed)]]
        found = []
        for before, after in pairs:  # grows: functions in classes
            inner = [
                [c for c in code.co_consts if isinstance(c, CodeType)] for code in (before, after)
            ]
            flat = [_without(code, CodeType) for code in (before, after)]
            if flat[0] != flat[1] or len(inner[0]) != len(inner[1]):
                return None
            for pair in zip(*inner, strict=True):
                is_function = pair[0].co_flags & 1  # CO_OPTIMIZED: a class has none
                (found if is_function else pairs).append(pair)
        return [pair for pair in found if pair[0] != pair[1]]


def _without(code, kind):
    """What a code does, but for the codes within it."""
    return code.co_code, code.co_names, [c for c in code.co_consts if not isinstance(c, kind)]


class Bench:
    """A plugin of pytest that runs no tests but those of mutants, each in a process of its own."""

    def __init__(self, mutants):
        self.mutants = mutants
        self.fates = defaultdict(Counter)
        self.seconds, self.calls = Counter(), defaultdict(set)
        self.is_noting, self.has_failed = True, False

    def pytest_runtestloop(self, session):
        self.items = {item.nodeid: item for item in session.items}
        self.functions = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.functions[place_of(each.__code__)].append(each)
        if not self.forked(self.note_all, timeout=3600):
            return True
        self.seconds, self.calls = pickle.loads((COPY / "notes").read_bytes())
        self.is_noting = False
        listed = equivalents()
        for number, mutation in enumerate(self.mutants, 1):
            print(f"{number} of {len(self.mutants)}", end="\r", file=sys.stderr, flush=True)
            mutant = Mutant(mutation)
            is_killed = self.kills(mutant)
            fate = "killed" if is_killed else "equivalent" if str(mutant) in listed else "alive"
            self.fates[mutant.module.parent.as_posix()][fate] += 1
            if fate == "alive":
                print(mutant, flush=True)
        return True

    def kills(self, mutant):
        """True where a test fails, of those that call what has been changed."""
        room = ROOT / "tests" / mutant.module.parent
        called = str(mutant.path), mutant.definition
        near = [
            name
            for name, item in self.items.items()
            if item.path.parent == room or item.path.name == f"test_{mutant.module.name}"
        ]
        callers = [n for n in near if {n, str(self.items[n].path)} & self.calls[called]]
        # what no test calls is called when the module is imported
        chosen = sorted(callers or near, key=self.seconds.get)
        timeout = 20 + 5 * sum(self.seconds[name] for name in chosen)
        codes = mutant.codes()
        functions = [self.functions[place_of(before)] for before, _ in codes or []]
        if codes and all(functions):
            pairs = [
                (f, code) for each, (_, code) in zip(functions, codes, strict=True) for f in each
            ]
            return not self.forked(self.run_patched, pairs, chosen, timeout=timeout)
        mutant.path.write_text(mutant.changed, encoding="utf-8")
        try:
            return not self.forked(run_afresh, chosen, timeout=timeout)
        finally:
            mutant.path.write_text(mutant.source, encoding="utf-8")

    def forked(self, run, *arguments, timeout):
        """What `run` tells in a process of its own; False if it does not end."""
        child = os.fork()
        if not child:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            is_right = False
            try:
                is_right = run(*arguments)
            finally:
                os._exit(0 if is_right else 1)
        end = time.monotonic() + timeout
        while not (done := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return False
            time.sleep(0.01)
        return done[1] == 0

    def run_patched(self, pairs, chosen):
        for function, code in pairs:
            function.__code__ = code
        return self.run(chosen)

    def run(self, chosen):
        """True if none of these tests fails."""
        items = [self.items[name] for name in chosen]
        for item, after in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.has_failed:
                return False
        return True

    def note_all(self):
        """Run all tests, and write down how long they take and who calls what."""
        is_right = self.run(list(self.items))
        (COPY / "notes").write_bytes(pickle.dumps((self.seconds, self.calls)))
        return is_right

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] += report.duration
        self.has_failed |= report.failed

    @contextmanager
    def calls_noted(self, caller):
        def note(frame, event, argument):
            self.calls[frame.f_code.co_filename, frame.f_code.co_name].add(caller)

        for module in (sys, threading):
            module.settrace(note if self.is_noting else None)
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


class Chosen:
    """A plugin of pytest: only these tests, in this order."""

    def __init__(self, names):
        self.place = {name: index for index, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items):
        chosen = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(chosen, key=lambda item: self.place[item.nodeid])


def run_afresh(chosen):
    """Load the package again, and run these tests: True if none fails."""
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if name.startswith("orangecontrib.phidelta") or path.startswith(str(ROOT / "tests")):
            del sys.modules[name]
    paths = {name.split("::")[0] for name in chosen}
    return pytest.main(["-x", *USUAL, *sorted(paths)], plugins=[Chosen(chosen)]) == 0


USUAL = ["-p", "no:terminal", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]


def place_of(code):
    return code.co_filename, code.co_name, code.co_firstlineno


def copy_package():
    """A fresh copy of the package that mutants can be made of."""
    shutil.rmtree(COPY, ignore_errors=True)
    for folder in ("core", "orange", "plot"):
        shutil.copytree(ROOT / PACKAGE / folder, COPY / PACKAGE / folder)
    for path in (ROOT / PACKAGE / "__init__.py", ROOT / "orangecontrib" / "__init__.py"):
        shutil.copy(path, COPY / path.relative_to(ROOT))


def prepare():
    """Let the copy be what is imported, and hypothesis always give the same examples."""
    # other add-ons make the namespace when Python starts: PYTHONPATH would come too late
    orangecontrib.__path__.insert(0, str(COPY / "orangecontrib"))
    sys.dont_write_bytecode = True
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        # a busy machine kills no mutants
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        # examples are not made smaller
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutants")


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


def equivalents():
    """The listed changes, without their reasons."""
    rows = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {row for row in rows if " => " in row}


def told(name, count):
    """How many of what counts were killed, and between what the share of all may lie."""
    killed, trials = count["killed"], count["killed"] + count["alive"]
    from scipy.stats import binomtest

    low, high = binomtest(killed, trials).proportion_ci() if trials else (0, 1)
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
    bench = Bench([mutation for (mutation,) in (each.mutations for each in drawn)])
    prepare()
    tests = {f"test_{mutation.module_path.name}" for mutation in bench.mutants}
    paths = {mutation.module_path.relative_to(COPY / PACKAGE).parent for mutation in bench.mutants}
    folders = {ROOT / "tests" / path for path in paths}
    files = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.parent in folders or path.name in tests
    ]
    pytest.main([*USUAL, *map(str, sorted(files))], plugins=[bench])
    if not bench.fates:
        sys.exit("the tests cannot be collected, or fail without any fault")
    counts = bench.fates
    tried = sum(map(Counter.total, counts.values()))
    if tried < len(drawn):
        print(f"stopped after {tried}: what was drawn first is a smaller sample")
    for folder in sorted(counts):
        print(told(folder, counts[folder]))
    together = sum(counts.values(), Counter())
    print(told("all", together))
    killed, trials = together["killed"], together["killed"] + together["alive"]
    return 0 if killed >= ENOUGH * trials else 1


if __name__ == "__main__":
    sys.exit(main())
