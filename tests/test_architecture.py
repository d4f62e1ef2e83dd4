"""The layers: who may import whom. Data and imports go one way, from widgets down to core."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import orangecontrib.phidelta

PACKAGE = "orangecontrib.phidelta"
FOLDER = Path(orangecontrib.phidelta.__file__).parent

# what a layer may import: these and what is below them, beside the standard library
ALLOWED = {
    "core": ["numpy", "scipy", "contourpy", "dask", f"{PACKAGE}.core"],
    "orange": [
        "numpy",
        "scipy",
        "sklearn",
        "baycomp",
        "Orange",
        f"{PACKAGE}.core",
        f"{PACKAGE}.orange",
    ],
    "plot": [
        "numpy",
        "pyqtgraph",
        "AnyQt",
        "Orange.widgets.utils.colorpalettes",
        "Orange.widgets.visualize.utils.customizableplot",
        "Orange.widgets.visualize.utils.plotutils",
        f"{PACKAGE}.core.decisions.spaces",
        f"{PACKAGE}.core.words",
        f"{PACKAGE}.plot",
    ],
    "files": [
        "numpy",
        "pyarrow",
        "rich",
        "dask",
        "distributed",
        "AnyQt.QtCore",
        "AnyQt.QtWidgets",
        "Orange.data",
        "Orange.widgets.io",
        f"{PACKAGE}.core",
        f"{PACKAGE}.files",
        f"{PACKAGE}.plot",
    ],
    "widgets": ["AnyQt", "Orange", "orangewidget", PACKAGE],
}
FORBIDDEN = {"orange": ["Orange.widgets", "Orange.canvas"]}


def imported_names(source):
    """Dotted names of all that the source imports, at its top or inside a function."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update(f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names)
    return names


def is_in(name, packages):
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def offences(layer, source):
    """What the source imports, sorted, and its layer may not."""
    allowed = [*sys.stdlib_module_names, *ALLOWED[layer]]
    forbidden = FORBIDDEN.get(layer, [])
    names = sorted(imported_names(source))
    return [name for name in names if not is_in(name, allowed) or is_in(name, forbidden)]


def module_names(layer):
    files = (FOLDER / layer).rglob("*.py")
    parts = [path.relative_to(FOLDER).with_suffix("").parts for path in sorted(files)]
    return [".".join((PACKAGE, *path)).removesuffix(".__init__") for path in parts]


def loaded_after_importing(*modules):
    """The modules that a fresh interpreter has loaded after importing these."""
    code = f"import {', '.join(modules)}, sys; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


#: The rooms of core, and which others each may enter; there is no way back. Any may use the words.
ROOMS = {
    "decisions": [],
    "counting": [],
    "thresholds": ["decisions"],
    "chance": ["decisions"],
    "choosing": ["decisions", "thresholds"],
    "features": ["decisions", "thresholds", "chance", "counting"],
}


EVERYWHERE = ["lazy", "quantities", "underflow"]


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_of_core_are_entered_one_way(room):
    assert sorted(ROOMS) == sorted(
        p.name for p in (FOLDER / "core").iterdir() if p.is_dir() and p.name[0] != "_"
    )
    allowed = [f"{PACKAGE}.core.{each}" for each in (room, *ROOMS[room], *EVERYWHERE)]
    for path in (FOLDER / "core" / room).glob("*.py"):
        names = imported_names(path.read_text(encoding="utf-8"))
        ours = [name for name in names if name.startswith(PACKAGE)]
        assert [name for name in ours if not is_in(name, allowed)] == [], path.name


@pytest.mark.parametrize(
    ("layer", "path"),
    [
        pytest.param(layer, path, id=f"{layer}/{path.name}")
        for layer in ALLOWED
        for path in sorted((FOLDER / layer).rglob("*.py"))
    ],
)
def test_layer_imports_only_what_it_may(layer, path):
    assert offences(layer, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("layer", "source", "expected"),
    [
        ("core", "import numpy.linalg, re\nfrom scipy.special import entr", []),
        ("core", "def f():\n    from Orange.data import Table", ["Orange.data.Table"]),
        ("core", "import sklearn", ["sklearn"]),
        ("core", "import numpydoc", ["numpydoc"]),
        ("core", f"from {PACKAGE} import orange", [f"{PACKAGE}.orange"]),
        ("core", "from . import geometry", [".None.geometry"]),
        ("orange", "from Orange.data import Table", []),
        ("orange", "from Orange.widgets import gui", ["Orange.widgets.gui"]),
        ("orange", "from Orange import widgets", ["Orange.widgets"]),
        ("orange", "import AnyQt.QtCore", ["AnyQt.QtCore"]),
        ("plot", "from Orange.widgets.visualize.utils import plotutils", []),
        ("plot", "from Orange.widgets.utils.colorpalettes import LimitedDiscretePalette", []),
        ("plot", "from Orange.data import Table", ["Orange.data.Table"]),
        ("plot", f"import {PACKAGE}.orange.results", [f"{PACKAGE}.orange.results"]),
        ("plot", f"from {PACKAGE}.core.decisions.spaces import roc", []),
        ("plot", f"from {PACKAGE}.core import MEASURES", [f"{PACKAGE}.core.MEASURES"]),
        ("plot", f"import {PACKAGE}.core.decisions.counts", [f"{PACKAGE}.core.decisions.counts"]),
        ("widgets", f"from {PACKAGE}.plot.diagram import Diagram", []),
        ("widgets", "import numpy as np", ["numpy"]),
        ("widgets", "import pyqtgraph", ["pyqtgraph"]),
    ],
)
def test_the_rule_itself(layer, source, expected):
    assert offences(layer, source) == expected


@pytest.mark.parametrize("folder", ["plot", "widgets/views", "widgets/controls"])
def test_no_part_has_to_ask_what_another_has(folder):
    """A guard by `hasattr` hides that parts are made in the wrong order."""
    for path in (FOLDER / folder).glob("*.py"):
        called = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"hasattr", "getattr", "setattr"}, path.name


def test_every_module_is_in_a_layer():
    folders = {path.relative_to(FOLDER).parts[0] for path in FOLDER.rglob("*.py")}
    assert folders == {*ALLOWED, "__init__.py", "__main__.py", "tutorials"}


def test_core_loads_neither_orange_nor_qt():
    names = loaded_after_importing(*module_names("core"))
    loaded = {name.split(".")[0] for name in names}
    assert f"{PACKAGE}.core" in names
    assert not loaded & {"Orange", "orangewidget", "orangecanvas", "sklearn", "pyqtgraph"}
    assert not loaded & {"AnyQt", "PyQt5", "PyQt6", "PySide2", "PySide6"}


def test_orange_loads_no_gui():
    ours = loaded_after_importing(*module_names("orange"))
    assert f"{PACKAGE}.orange" in ours
    # some versions of Orange load pyqtgraph themselves
    theirs = loaded_after_importing("Orange.classification", "Orange.evaluation")
    loaded = set(ours) - set(theirs)
    gui = ["Orange.widgets", "orangewidget", "pyqtgraph"]
    assert not [name for name in loaded if is_in(name, gui) or name.endswith(".QtWidgets")]


def test_the_sweep_is_imported_fast():
    """scipy.optimize and scipy.stats would take longer than all else."""
    code = f"import {PACKAGE}.core.thresholds.sweeps, sys; print(*sys.modules, sep='\\n')"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"scipy.optimize", "scipy.stats"} & set(loaded)
