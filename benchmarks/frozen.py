"""How long the window stands still while many predictions are opened and looked at.

Longest time between two ticks of a timer of 5 ms, before (all at once, as few predictions are
done) and now (in the background); beside it what of it this thread was at work, which other
programs cannot lengthen, and how long it takes until all is shown and sent.

QT_QPA_PLATFORM=offscreen python benchmarks/frozen.py [--cases 1000000] [--models 5]
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path

from AnyQt.QtWidgets import QApplication

from orangecontrib.phidelta.widgets.bases import stages
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

sys.path.append(str(Path(__file__).parent.parent / "tests" / "helpers"))
from standstill import (  # noqa: E402
    change_positive,
    drag_class_ratio,
    longest_gaps,
    many_results,
    open_results,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--models", type=int, default=5)
    arguments = parser.parse_args()
    app = QApplication([])  # noqa: F841  for as long as there are widgets
    few, many = many_results(2_000), many_results(arguments.cases, arguments.models)
    actions = {
        "opened": partial(open_results, results=many),
        "positive class changed": change_positive,
        "class ratio dragged": drag_class_ratio,
    }
    print(f"{arguments.models} x {arguments.cases:,} predictions; longest gap in ms (at work)")
    now = stages.MOST_AT_ONCE
    for cls in (OWPhiDelta, OWThresholdTuner, OWOperatingConditions):
        for when, most in (("before", float("inf")), ("now", now)):
            stages.MOST_AT_ONCE = most
            widget = cls()
            widget.resize(1000, 750)
            widget.show()
            longest_gaps(widget, partial(open_results, results=few))  # what is done but once
            for what, action in actions.items():
                begun = time.perf_counter()
                gap, at_work = longest_gaps(widget, action)
                took = time.perf_counter() - begun
                title = f"{cls.name}, {what}, {when}"
                print(f"{title}: {1000 * gap:.0f} ({1000 * at_work:.0f}), ready in {took:.1f} s")
            widget.onDeleteWidget()
            widget.deleteLater()


if __name__ == "__main__":
    main()
