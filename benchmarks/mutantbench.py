"""Mutants tried by pytest in forks of one process, which has loaded the package and all tests.

In a fork the functions that a mutant changes have other code. Only where the fault lies outside of
functions are the package and the tests loaded again. See mutants.py.
"""

import ast
import difflib
import gc
import os
import pickle
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
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

import orangecontrib

ROOT = Path(__file__).resolve().parents[1]
#: Where the package is that mutants are made of.
COPY = ROOT / "build" / "mutants"
PACKAGE = Path("orangecontrib", "phidelta")
#: How pytest is called: quietly, and leaving nothing behind.
USUAL = ["-p", "no:terminal", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]


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

    @property
    def is_python(self):
        """False where a word is left that Python does not understand."""
        try:
            ast.parse(self.changed)
        except SyntaxError:
            return False
        return True

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

    def __init__(self, mutations, listed):
        self.mutations, self.listed = mutations, listed
        self.fates = defaultdict(Counter)
        self.seconds, self.calls = Counter(), defaultdict(set)
        self.is_noting, self.failed = True, []

    def pytest_runtestloop(self, session):
        self.items = {item.nodeid: item for item in session.items}
        self.functions = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.functions[known_by(each.__code__)].append(each)
        self.forked(self.note_all, timeout=3600)
        self.seconds, self.calls, failed = pickle.loads((COPY / "notes").read_bytes())
        self.is_noting = False
        # notes take memory, and some tests look at that
        if not self.forked(self.run, failed, timeout=600):
            print(f"fails without any fault: {', '.join(failed)}")
            return True
        for number, mutation in enumerate(self.mutations, 1):
            print(f"{number} of {len(self.mutations)}", end="\r", file=sys.stderr, flush=True)
            mutant = Mutant(mutation)
            if not mutant.is_python:
                continue
            fate = self.fate(mutant)
            self.fates[mutant.module.parent.as_posix()][fate] += 1
            if fate == "alive":
                print(mutant, flush=True)
        return True

    def fate(self, mutant):
        """Is it "killed", "alive", or "equivalent", for it is listed as such?"""
        if self.kills(mutant):
            return "killed"
        return "equivalent" if str(mutant) in self.listed else "alive"

    def kills(self, mutant):
        """True where a test fails, of those that call what has been changed."""
        chosen = self.chosen(mutant)
        timeout = 20 + 5 * sum(self.seconds[name] for name in chosen)
        codes = mutant.codes()
        functions = [self.functions[known_by(before)] for before, _ in codes or []]
        if codes and all(functions):
            found = zip(functions, codes, strict=True)
            pairs = [(function, code) for each, (_, code) in found for function in each]
            return not self.forked(self.run_patched, pairs, chosen, timeout=timeout)
        mutant.path.write_text(mutant.changed, encoding="utf-8")
        try:
            return not self.forked(run_afresh, chosen, timeout=timeout)
        finally:
            mutant.path.write_text(mutant.source, encoding="utf-8")

    def chosen(self, mutant):
        """Names of tests of the room, or for the module, that call it; the fastest first."""
        room = ROOT / "tests" / mutant.module.parent
        near = [
            name
            for name, item in self.items.items()
            if item.path.parent == room or item.path.name == f"test_{mutant.module.name}"
        ]
        called = self.calls[str(mutant.path), mutant.definition]
        callers = [name for name in near if {name, str(self.items[name].path)} & called]
        # what no test calls is called when the module is imported
        return sorted(callers or near, key=self.seconds.get)

    def forked(self, run, *arguments, timeout):
        """What `run` tells in a process of its own; False if it does not end."""
        child = os.fork()
        if not child:
            in_silence(run, *arguments)
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
        """True if none of these tests fails; the first that does is the last, but for notes."""
        items = [self.items[name] for name in chosen]
        for item, after in zip(items, [*items[1:], None][: len(items)], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed and not self.is_noting:
                break
        return not self.failed

    def note_all(self):
        """Run all tests, and write down how long they take and who calls what."""
        self.run(list(self.items))
        notes = self.seconds, self.calls, self.failed
        (COPY / "notes").write_bytes(pickle.dumps(notes))

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] += report.duration
        self.failed += [report.nodeid] if report.failed else []

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


def in_silence(run, *arguments):
    """End this process with 0 if `run` tells True."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    is_right = False
    try:
        is_right = run(*arguments)
    finally:
        os._exit(0 if is_right else 1)


def run_afresh(chosen):
    """Load the package again, and run these tests: True if none fails."""
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if name.startswith("orangecontrib.phidelta") or path.startswith(str(ROOT / "tests")):
            del sys.modules[name]
    paths = {name.split("::")[0] for name in chosen}
    return pytest.main(["-x", *USUAL, *sorted(paths)], plugins=[Chosen(chosen)]) == 0


def known_by(code):
    """The code and where it stands: equal codes may be in two modules."""
    return code.co_filename, code


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


def fates_of(mutations, listed):
    """Try mutants and print the survivors: a `Counter` of fates for each folder of core.

    `listed` are the changes that make no difference. Empty where the tests fail without a fault.
    """
    modules = [mutation.module_path.relative_to(COPY / PACKAGE) for mutation in mutations]
    folders = {ROOT / "tests" / module.parent for module in modules}
    names = {f"test_{module.name}" for module in modules}
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    in_core = {path for path in tests if ROOT / "tests" / "core" in path.parents}
    elsewhere = names - {path.name for path in in_core}
    near = [
        str(path)
        for path in tests
        if path.parent in folders or path.name in (names if path in in_core else elsewhere)
    ]
    prepare()
    bench = Bench(mutations, listed)
    pytest.main([*USUAL, *near], plugins=[bench])
    return bench.fates
