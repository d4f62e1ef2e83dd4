"""What `from orangecontrib.phidelta import core` offers to who has arrays and no Orange."""

import inspect
import pkgutil
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from rooms import check_examples, modules_of

import orangecontrib.phidelta
from orangecontrib.phidelta import core

NAMED = """sweep best_cut measure_curve Constraint Counts MEASURES phi_delta roc coverage project
unproject class_signature FeatureStatistics rank bootstrap_ranks chance_band""".split()


@pytest.mark.parametrize("name", NAMED)
def test_first_guesses_are_functions_and_classes(name):
    assert name in core.__all__
    assert not isinstance(getattr(core, name), ModuleType)


def test_all_is_what_there_is():
    assert len(core.__all__) == len(set(core.__all__))
    values = {name: getattr(core, name) for name in core.__all__}
    assert all(value.__doc__ for value in values.values())
    rooms = {name for name, value in vars(core).items() if isinstance(value, ModuleType)}
    assert {name for name in dir(core) if name[0] != "_"} - rooms == set(core.__all__)


def run(code):
    """What a fresh interpreter prints, in words."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_what_can_be_asked_for_is_listed_before_it_is():
    listed = run("from orangecontrib.phidelta import core; print(*dir(core))")
    assert {"__doc__", "__path__", *core.__all__} <= set(listed)


def test_all_at_once():
    told = run("from orangecontrib.phidelta.core import *; print(sweep.__name__, rank.__module__)")
    assert told == ["sweep", "orangecontrib.phidelta.core.features.ranking"]


def test_a_name_is_looked_up_once(monkeypatch):
    first = core.unproject
    monkeypatch.setattr(core, "__getattr__", None)
    assert core.unproject is first


def test_what_there_is_not():
    with pytest.raises(AttributeError, match="no attribute 'sweeep'"):
        core.sweeep  # noqa: B018
    assert not hasattr(core, "_home")


@pytest.mark.parametrize(
    ("code", "never"),
    [
        ("from orangecontrib.phidelta import core", ["decisions", "thresholds", "features"]),
        ("from orangecontrib.phidelta.core import sweep", ["chance", "counting", "features"]),
        (
            "import orangecontrib.phidelta.widgets",
            ["chance", "counting", "features", "thresholds", "words"],
        ),
    ],
)
def test_who_wants_one_thing_does_not_wait_for_the_rest(code, never):
    loaded = run(f"{code}; import sys; print(*sys.modules)")
    rooms = {name.split(".")[3] for name in loaded if name.startswith(f"{core.__name__}.")}
    assert core.__name__ in loaded
    assert not rooms & set(never)
    assert "contourpy" not in loaded


@pytest.mark.parametrize("name", [core.__name__, *modules_of(core)])
def test_examples_of_docstrings(name):
    check_examples(name)


def test_every_room_tries_its_examples():
    rooms = {module.name for module in pkgutil.iter_modules(core.__path__) if module.ispkg}
    trying = {path.parent.name for path in Path(__file__).parent.glob("*/test_whole_room.py")}
    assert rooms == trying


@pytest.mark.parametrize("name", core.__all__)
def test_everything_on_the_face_has_an_example(name):
    found = getattr(core, name)
    if callable(found):  # not the lists of names
        assert ">>>" in inspect.getdoc(found)


def test_no_room_hides_behind_a_name():
    rooms = {module.name for module in pkgutil.iter_modules(core.__path__)}
    assert {"decisions", "thresholds", "features"} <= rooms
    assert not rooms & set(core.__all__)


def test_what_takes_long_to_import_waits():
    code = "from orangecontrib.phidelta import core; core.sweep; core.rank; import sys"
    loaded = run(f"{code}; print(*sys.modules)")
    assert "orangecontrib.phidelta.core.thresholds.sweeps" in loaded
    assert not {"scipy.optimize", "scipy.stats"} & set(loaded)


def test_version():
    assert orangecontrib.phidelta.__version__ == version("Orange3-PhiDelta")
    assert re.match(r"\d+\.\d+", orangecontrib.phidelta.__version__)
    with pytest.raises(AttributeError, match="no attribute 'versoin'"):
        orangecontrib.phidelta.versoin  # noqa: B018


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("class_signature", 2),
        ("bootstrap_ranks", 2),
        ("best_cut", 3),
        ("measure_curve", 3),
        ("theoretical_cut", 2),
        ("bootstrap_counts", 1),
        ("bootstrap_sweeps", 1),
        ("distinct", 3),
    ],
)
def test_options_by_keyword_only(name, before):
    parameters = inspect.signature(getattr(core, name)).parameters.values()
    positional = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert len(positional) == before
