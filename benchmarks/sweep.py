"""Sorting and counting all thresholds of a score, against scikit-learn's roc_curve.

python benchmarks/sweep.py [--cases 1000000]
"""

import argparse

import numpy as np
from sklearn.metrics import roc_curve
from timing import report

from orangecontrib.phidelta.core.thresholds.sweeps import sweep


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000_000)
    cases = parser.parse_args().cases
    random = np.random.default_rng(0)
    is_positive = random.random(cases) < 0.3
    scores = random.normal(size=cases) + is_positive
    for title, values in (("distinct scores", scores), ("1000 values", scores.round(2))):
        report(
            f"sweep / roc_curve, {cases:,} cases, {title}",
            lambda values=values: sweep(is_positive, values),
            lambda values=values: roc_curve(is_positive, values),
            0.5,
        )


if __name__ == "__main__":
    main()
