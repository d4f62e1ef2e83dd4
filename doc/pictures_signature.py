"""Draw the pictures of the Class Signature's page: python -I doc/pictures_signature.py."""

import ast
import re
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint
from AnyQt.QtTest import QTest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from sklearn.feature_extraction.text import CountVectorizer

from orangecontrib.phidelta.tutorials.runner import close, run
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature

#: Packages whose docstrings are documents.
PACKAGES = ("Orange", "numpy", "scipy", "sklearn")
WORKFLOW = drawing.TUTORIALS / "easy-or-difficult.ows"


def draw_widget(widget):
    """The widget of the workflow, its parts numbered as in the text."""
    widget.resize(1060, 720)
    picture = drawing.grabbed(widget)
    encoding = next(c for c in widget.findChildren(NameCombo) if c.accessibleName() == "encoding")
    controls = [
        widget.positive_list,
        widget.arrangement_combo,
        encoding,
        widget.ratio_control,
        widget.controls.label_count,
        widget.headline,
        widget.pictures,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 34, 12)) for c in controls]
    places[5] += QPoint(0, widget.headline.height() - 26)
    drawing.save(drawing.stamped(picture, places), "widgets/images/classsignature.png")


def draw_regions(widget):
    """The same with regions, one of them selected."""
    widget.resize(1000, 700)
    widget.regions_check.click()
    widget.regions_control.boxes["discriminant"].click()
    drawing.grabbed(widget)
    drawing.save(drawing.grabbed(widget), "widgets/images/classsignature-regions.png")


def draw_classes():
    """All classes of zoo, side by side."""
    widget = OWClassSignature()
    widget.resize(1180, 980)
    widget.arrangement_combo.set_state("beside")
    widget.arrangement_combo.changed.emit()
    widget.set_data(Table("zoo"))
    widget.handleNewSignals()
    finish(widget)
    drawing.grabbed(widget)
    picture = drawing.grabbed(widget.pictures)
    drawing.save(picture, "widgets/images/classsignature-classes.png")


def docstrings(package):
    """What is written about the classes and functions of a package; its tests are left out."""
    for path in sorted(Path(find_spec(package).origin).parent.rglob("*.py")):
        if "tests" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef | ast.FunctionDef):
                    yield ast.get_docstring(node) or ""


def letters(text):
    """The words of a text, without numbers."""
    return re.findall(r"[^\W\d_]{2,}", text.lower())


def words():
    """A bag of words: which docstrings have a word, 1 or 0; the class is the package."""
    texts = [(text, y) for y, name in enumerate(PACKAGES) for text in set(docstrings(name))]
    documents, y = zip(*sorted(texts), strict=True)
    vectorizer = CountVectorizer(binary=True, min_df=2, analyzer=letters)
    X = vectorizer.fit_transform(documents).astype(float)
    names = map(ContinuousVariable, vectorizer.get_feature_names_out())
    return Table.from_numpy(Domain(list(names), DiscreteVariable("(package)", PACKAGES)), X, y)


def draw_words():
    """The words of docstrings, with names at all corners; and what the search for one finds."""
    widget = OWClassSignature()
    widget.resize(1000, 640)
    widget.controls.label_count.set_state((30, "corners"))
    widget.controls.label_count.changed.emit()
    widget.set_data(words())
    widget.handleNewSignals()
    finish(widget)
    widget.positive_list.set_state(["sklearn"])
    widget.positive_list.changed.emit()
    finish(widget)
    drawing.save(drawing.grabbed(widget), "widgets/images/classsignature-words.png")


def finish(widget):
    """Wait until the widget has done its work."""
    drawing.grabbed(widget)
    while widget.task is not None:
        QTest.qWait(100)


def main():
    widgets = run(WORKFLOW)
    signature = widgets["Signature: heart disease"]
    draw_widget(signature)
    draw_regions(signature)
    draw_classes()
    draw_words()
    drawing.draw_workflow(
        signature.signalManager.scheme(), "widgets/images/classsignature-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
