"""What is installed: contents of the wheel, entry points, the category, help without a network."""

import re
import subprocess
import sys
import sysconfig
from importlib.metadata import distribution, entry_points
from pathlib import Path
from shutil import copytree, ignore_patterns
from zipfile import ZipFile

import pytest
import yaml
from Orange.canvas.config import Config
from orangecanvas.application.examples import workflows
from orangecanvas.help import HelpManager

import orangecontrib.phidelta
from orangecontrib.phidelta.tutorials.runner import discover

ROOT = Path(__file__).parents[1]
INSTALLED = Path(orangecontrib.phidelta.__file__).parent
NAME = "Orange3-PhiDelta"
PACKAGE = "orangecontrib/phidelta"


def python(*arguments):
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of the sources, as clean as a fresh clone."""
    clutter = ignore_patterns(".[!c]*", "build", "dist", "*.egg-info", "__pycache__")
    return copytree(ROOT, tmp_path_factory.mktemp("sources") / "clone", ignore=clutter)


def build_wheel(source):
    """Build without a network: with the setuptools and sphinx that are installed."""
    folder = source.parent / f"wheel-of-{source.name}"
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    python("-m", "pip", "wheel", *options, str(source))
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(sources):
    (sources / "build/lib/orangecontrib/phidelta").mkdir(parents=True)
    (sources / "build/lib/orangecontrib/phidelta/deleted_since.py").touch()
    return build_wheel(sources)


@pytest.fixture(scope="module")
def sdist(sources):
    options = ["--sdist", "--no-isolation", "--outdir", str(sources.parent)]
    python("-m", "build", *options, str(sources))
    [path] = sources.parent.glob("*.tar.gz")
    return path


@pytest.fixture(scope="module")
def registry():
    return discover()


@pytest.fixture(scope="module")
def our_widgets(registry):
    return registry.widgets("Phi-Delta")


def in_sources(folder, pattern):
    return [path.relative_to(folder).as_posix() for path in folder.rglob(pattern)]


def test_the_tests_use_the_installed_package():
    assert INSTALLED != ROOT / "orangecontrib" / "phidelta"


def test_wheel_holds_code_icons_workflows_and_help(wheel, sources):
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    help_pages = {name for name in names if name.startswith(f"{PACKAGE}/help/")}
    package = sources / "orangecontrib"
    assert names - help_pages == {
        *(f"orangecontrib/{name}" for name in in_sources(package, "*.py")),
        *(f"orangecontrib/{name}" for name in in_sources(package, "*.svg")),
        *(f"{PACKAGE}/tutorials/{name}" for name in in_sources(sources / "tutorials", "*.*")),
    }
    assert {f"{PACKAGE}/help/index.html", f"{PACKAGE}/help/widgets/phidelta.html"} <= help_pages
    assert not [name for name in help_pages if name.endswith((".rst", ".rst.txt", ".doctree"))]


def test_wheel_of_the_sdist_is_the_same(wheel, sdist):
    def contents(path):
        return {info.filename: info.CRC for info in ZipFile(path).infolist()}

    assert contents(build_wheel(sdist)) == contents(wheel)


def test_citation_and_conda_recipe_say_what_setup_says():
    metadata = distribution(NAME).metadata
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == metadata["Version"]
    assert citation["license"] == metadata["License"]
    recipe = (ROOT / "conda-recipe" / "meta.yaml").read_text(encoding="utf-8")
    recipe = yaml.safe_load(re.sub(r"{%.*?%}|{{.*?}}", "x", recipe).removeprefix("x"))
    needed = {line.replace(" ", "") for line in recipe["requirements"]["run"]}
    required = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    assert needed == {*map(str.lower, required), f"python{metadata['Requires-Python']}"}


def test_workflows_try_the_lowest_python_and_three_systems():
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    matrix = yaml.safe_load(text)["jobs"]["test"]["strategy"]["matrix"]
    lowest = distribution(NAME).metadata["Requires-Python"].removeprefix(">=")
    assert len(matrix["os"]) == 3
    assert lowest in matrix["python"]
    assert len(matrix["python"]) == 3


def test_metadata():
    metadata = distribution(NAME).metadata
    required = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    assert len(required) == 7
    assert all(re.fullmatch(r"[\w-]+>=[\d.]+", line) for line in required)
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["License"] == "GPL-3.0-or-later"
    assert "orange3 add-on" in metadata["Keywords"].split(",")


@pytest.mark.parametrize(
    ("group", "value"),
    [
        ("orange3.addon", "orangecontrib.phidelta"),
        ("orange.widgets", "orangecontrib.phidelta.widgets"),
        ("orange.widgets.tutorials", "orangecontrib.phidelta.tutorials"),
        ("orange.canvas.help", "orangecontrib.phidelta.widgets:WIDGET_HELP_PATH"),
    ],
)
def test_entry_points(group, value):
    [entry] = [entry for entry in entry_points(group=group) if entry.dist.name == NAME]
    assert entry.value == value
    entry.load()


def test_orange_finds_the_category_and_every_widget(registry, our_widgets):
    assert registry.category("Phi-Delta").background == "#DCCFF2"
    modules = {widget.qualified_name.rpartition(".")[0] for widget in our_widgets}
    assert modules == {
        f"orangecontrib.phidelta.widgets.{path.stem}" for path in INSTALLED.glob("widgets/ow*.py")
    }


def test_every_widget_has_an_icon(our_widgets):
    icons = [INSTALLED / "widgets" / widget.icon for widget in our_widgets]
    assert [icon for icon in icons if not icon.is_file()] == []


def test_help_of_every_widget_is_found_without_a_network(app, registry, our_widgets):
    manager = HelpManager()
    manager.set_registry(registry)
    for widget in our_widgets:
        url = manager.search({"id": widget.qualified_name})
        assert url.isLocalFile()
        page = Path(url.toLocalFile())
        assert page.is_relative_to(INSTALLED / "help" / "widgets")
        assert f"<h1>{widget.name}<" in page.read_text(encoding="utf-8")


def test_help_loads_nothing_from_a_network():
    pages = list((INSTALLED / "help").rglob("*.html"))
    assert pages
    remote = re.compile(r"<(?:script|link|img|iframe)[^>]*=\s*[\"'](?:https?:)?//")
    assert [page for page in pages if remote.search(page.read_text(encoding="utf-8"))] == []


def test_orange_lists_the_tutorials_among_its_examples():
    paths = [Path(workflow.abspath()) for workflow in workflows(Config())]
    assert INSTALLED / "tutorials" / "phi-delta-diagram.ows" in paths


def copy_educational(target):
    """Copy the code of the installed Orange3-Educational."""
    for file in distribution("Orange3-Educational").files:
        if file.parts[0] == "orangecontrib" and "__pycache__" not in file.parts:
            path = target / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.locate().read_bytes())


def imported_from(*folders):
    """Where a Python that looks into these folders first finds the two add-ons.

    With -S it leaves out the .pth file that older add-ons bring for their namespace package.
    """
    path = [*map(str, folders), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    code = f"""
import sys
sys.path += {path!r}
import orangecontrib.educational, orangecontrib.phidelta
print(orangecontrib.educational.__file__, orangecontrib.phidelta.__file__, sep="\\n")
"""
    return [Path(line).parents[2] for line in python("-I", "-S", "-c", code).splitlines()]


def test_imports_beside_educational(wheel, tmp_path):
    """An add-on without orangecontrib/__init__.py: in other folders, in any order, or the same."""
    ours, theirs, both = (tmp_path / name for name in ("ours", "theirs", "both"))
    for folder in (ours, both):
        ZipFile(wheel).extractall(folder)
    for folder in (theirs, both):
        copy_educational(folder)
    assert imported_from(ours, theirs) == [theirs, ours]
    assert imported_from(theirs, ours) == [theirs, ours]
    assert imported_from(both) == [both, both]


def test_is_installed_beside_educational(registry):
    python("-I", "-c", "import orangecontrib.phidelta.widgets, orangecontrib.educational.widgets")
    assert {"Phi-Delta", "Educational"} <= {category.name for category in registry.categories()}
