"""The best cut of 1,000,000 scores by every measure, against sorting these scores.

The sweep exists; each time a measure is computed at all its cuts, and the best one found.

python benchmarks/tuning.py [--cases 1000000]
"""

import argparse

import numpy as np
from timing import report

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.constraints import Constraint
from orangecontrib.phidelta.core.thresholds.curves import measure_curve
from orangecontrib.phidelta.core.thresholds.sweeps import sweep


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000_000)
    cases = parser.parse_args().cases
    random = np.random.default_rng(0)
    is_positive = random.random(cases) < 0.3
    scores = random.normal(size=cases) + is_positive
    curve = sweep(is_positive, scores)
    calls = {name: lambda name=name: best_cut(curve, name, 0.1) for name in MEASURES}
    sensitive = Constraint("sensitivity", ">=", 0.9)
    calls["cost, sensitivity >= 0.9"] = lambda: best_cut(curve, "cost", constraints=sensitive)
    calls["cost with flat zone"] = lambda: measure_curve(curve, "cost").flat_zone()
    for name, call in calls.items():
        report(f"best cut by {name} / sort, {cases:,} scores", call, lambda: np.sort(scores), 2)


if __name__ == "__main__":
    main()
