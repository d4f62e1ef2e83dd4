"""A measure is described in one place: who adds one finds it wherever measures are."""

import json
import os
import subprocess
import sys

import pytest

ADD = """
from orangecontrib.phidelta.core.decisions.measures import MEASURES, Measure
from orangecontrib.phidelta.core.quantities import QUANTITIES, Quantity
QUANTITIES["harm"] = Quantity(key="harm", symbol="Hrm", title="Harm", lower_is_better=True)
MEASURES["harm"] = Measure(name="harm", text="(FP + 3 FN) / N", reference="made up", range=(0, 3),
                           joint=lambda tp, fp, fn, tn: fp + 3 * fn)
"""
LOOK = """
import json
from AnyQt.QtCore import Qt
from AnyQt.QtGui import QTextDocument
from AnyQt.QtWidgets import QApplication
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.core.words import explain_place
from orangecontrib.phidelta.orange.scoretables import scores_table
from orangecontrib.phidelta.widgets.controls.measures import MeasureControls
from orangecontrib.phidelta.widgets.controls.rule import RuleControls
from orangecontrib.phidelta.widgets.tables.scores import ScoreTable

app = QApplication([])
controls, rule, table = MeasureControls(), RuleControls(), ScoreTable({})
table.show_scores([("Tree", Counts(4, 3, 1, 12).measures(), dict)], ["harm"])
headers = [table.scores.headerData(i, Qt.Horizontal) for i in range(table.scores.columnCount())]
column = headers.index("Hrm")
tip = QTextDocument()
tip.setHtml(table.scores.index(0, column).data(Qt.ToolTipRole))
output = scores_table([Classifier("Tree", Outcome(Counts(4, 3, 1, 12)))], "yes")
print(json.dumps({
    "isometrics": "harm" in controls.isometrics.names(),
    "background": controls.background.findText("Background: Harm") > 0,
    "lines": len(MEASURES["harm"].isometric(0.4, 0.2)),
    "tuner": rule.measure.findText("Harm") >= 0,
    "cut": best_cut(sweep([True, True, False, True, False], [5, 4, 3, 2, 1]), "harm").cut,
    "table": table.scores.index(0, column).data(),
    "tip": tip.toPlainText(),
    "output": float(output[0, "Harm"]),
    "sentence": explain_place(0.2, 0.8, 0.25, {"harm": {}}),
}))
"""


@pytest.fixture(scope="module")
def found():
    """What a fresh interpreter sees that has a measure more, before all else is imported."""
    done = subprocess.run(
        [sys.executable, "-c", ADD + LOOK],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("isometrics", True),
        ("background", True),
        ("lines", 1),
        ("tuner", True),
        ("cut", 1.5),  # 1 false positive in place of a miss, which is three times as bad
        ("table", "0.300"),
        ("tip", "Harm: (FP + 3 FN) / N\n0.300; no interval"),
        ("output", 0.3),  # (3 + 3 · 1) / 20
        ("sentence", "Hrm 0.300"),  # 0.75 · 0.2 + 3 · 0.25 · 0.2
    ],
)
def test_a_new_measure_is(found, place, expected):
    assert found[place] == (pytest.approx(expected) if place == "output" else expected)
