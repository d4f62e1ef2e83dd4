"""How often intervals cover: of the area under the ROC curve, and of the rates of a point.

python benchmarks/areas.py [--replicates 1000]

For each kind of scores and sizes of the classes: the share of samples whose 95 % interval covers
the true area, and its mean width, for `area_interval`, for DeLong's variance with the normal
distribution, and for method 5 of R. G. Newcombe, Statistics in Medicine 25 (2006) 559-573. The
last lines are exact, not simulated. Exits with 1 if `area_interval` covers less than 0.93 of the
samples somewhere, less what the simulation errs ("all or nothing" aside, see below).
"""

import argparse
import sys

import numpy as np
from scipy.stats import binom, norm

from orangecontrib.phidelta.core.decisions.counts import Counts, wilson_interval
from orangecontrib.phidelta.core.decisions.uncertainty import confidence_region
from orangecontrib.phidelta.core.thresholds.areas import area_interval, area_variance
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

Z = norm.ppf(0.975)
SIZES = (10, 10), (10, 200), (200, 10), (5, 1000), (1000, 5), (30, 30), (500, 500)
AREAS = 0.5, 0.8, 0.95, 0.99
CUTS = np.array([-1.2, -0.4, 0.4, 1.2])


def normal(random, area, size, spread=1.0):
    """Scores of positives and negatives, the former so many times as spread; their true area."""
    shift = norm.ppf(area) * np.hypot(1, spread)
    return random.normal(shift, spread, size[0]), random.normal(size=size[1]), area


def narrow(random, area, size):
    return normal(random, area, size, 1 / 3)


def wide(random, area, size):
    return normal(random, area, size, 3.0)


def exponential(random, area, size):
    scale = area / (1 - area)
    return random.exponential(scale, size[0]), random.exponential(size=size[1]), area


def five_values(random, area, size):
    """Normal scores, rounded to five values."""
    positive, negative, _ = normal(random, area, size)
    shift = norm.ppf(area) * np.sqrt(2)
    cuts = CUTS + shift / 2
    shares = [np.diff(norm.cdf(cuts, at), prepend=0, append=1) for at in (shift, 0)]
    true = shares[0] @ (np.cumsum(shares[1]) - shares[1] / 2)
    return np.digitize(positive, cuts), np.digitize(negative, cuts), true


def mostly_zero(random, area, size):
    """0 for 98 % of the negatives and, at 1/2, of the positives; else exponential."""
    share = min(0.02 + 2 * (area - 0.5), 1.0)
    positive = random.exponential(size=size[0]) * (random.random(size[0]) < share)
    negative = random.exponential(size=size[1]) * (random.random(size[1]) < 0.02)
    return positive, negative, share * 0.99 + (1 - share) * 0.49


def all_or_nothing(random, area, size):
    """Positives above all negatives or below them: the area is the rate of the former.

    Then the interval is Wilson's of a proportion, which for single cases covers less.
    """
    positive = np.where(random.random(size[0]) < area, 2.0, -2.0)
    return positive, random.random(size[1]), area


KINDS = (normal, narrow, wide, exponential, five_values, mostly_zero, all_or_nothing)


def hanley_mcneil(area, positives, negatives):
    """Newcombe's form of their variance, with the mean of both numbers of cases."""
    cases = (positives + negatives) / 2 - 1
    parts = 1 + cases * ((1 - area) / (2 - area) + area / (1 + area))
    return area * (1 - area) * parts / (positives * negatives)


def newcombe(area, positives, negatives):
    """Areas that are so many standard deviations away, those of the areas, by bisection."""
    ends = []
    for end in (np.zeros_like(area), np.ones_like(area)):
        inside, outside = area.copy(), end
        for _ in range(40):
            middle = (inside + outside) / 2
            is_far = (middle - area) ** 2 > Z**2 * hanley_mcneil(middle, positives, negatives)
            outside, inside = np.where(is_far, middle, outside), np.where(is_far, inside, middle)
        ends.append(outside)
    return ends


def simulated(kind, area, size, replicates, random, is_weighted=False):
    """Areas, variances and numbers of cases of samples, and the true area."""
    is_positive = np.arange(sum(size)) < size[0]
    rows = []
    for _ in range(replicates):
        positive, negative, true = kind(random, area, size)
        weights = random.exponential(size=sum(size)) + 0.2 if is_weighted else np.ones(sum(size))
        curve = sweep(is_positive, np.append(positive, negative), weights if is_weighted else None)
        classes = weights[~is_positive], weights[is_positive]
        cases = [part.sum() ** 2 / (part**2).sum() for part in classes]
        rows.append([curve.auc, area_variance(curve, cases), *cases])
    areas, variances, *cases = np.transpose(rows)
    return areas, variances, cases, true


def covers(low, high, true):
    """True where so; what rounding leaves of 0 and 1 counts."""
    return (low <= true + 1e-9) & (true - 1e-9 <= high)


def line(title, kind, area, size, replicates, random, is_weighted=False):
    """Print coverage and mean width; return the former of our interval."""
    areas, variances, cases, true = simulated(kind, area, size, replicates, random, is_weighted)
    half = Z * np.sqrt(variances)
    intervals = (
        area_interval(areas, variances, cases),
        (np.maximum(areas - half, 0), np.minimum(areas + half, 1)),
        newcombe(areas, cases[1], cases[0]),
    )
    shares = [np.mean(covers(low, high, true)) for low, high in intervals]
    widths = [np.mean(high) - np.mean(low) for low, high in intervals]
    figures = "".join(f"{c:9.3f}{w:7.3f}" for c, w in zip(shares, widths, strict=True))
    print(f"{title:16}{size[0]:6} +{size[1]:5}{true:8.3f}{figures}")
    assert np.min(intervals[0][1] - intervals[0][0]) > 0
    return shares[0]


def areas_table(replicates):
    """Print all lines; the least coverage of our interval, "all or nothing" aside."""
    random = np.random.default_rng(0)
    columns = "".join(f"{name:>16}" for name in ("area_interval", "DeLong", "Newcombe 5"))
    print(f"{'scores':17}{'positives +':>5}{'':9}{'area':>3}{columns}")
    least = 1.0
    for kind in KINDS:
        for size in SIZES:
            for area in AREAS:
                title = kind.__name__.replace("_", " ")
                covered = line(title, kind, area, size, replicates, random)
                least = least if kind is all_or_nothing else min(least, covered)
    for size in ((15, 15), (30, 200)):
        for area in AREAS:
            covered = line("normal, weighted", normal, area, size, replicates, random, True)
            least = min(least, covered)
    return least


def rates_table():
    """Print the exact coverage of Wilson's interval and of the confidence region of a point."""
    print("\nWilson's interval and the confidence region, 95 %, exact: at the rate, and the mean")
    print("over rates from 0.02 below to 0.02 above (the region for equal classes and rates)")
    for cases in (5, 10, 20):
        successes = np.arange(cases + 1)
        low, high = wilson_interval(successes, cases)
        failures = cases - successes
        region = confidence_region(Counts(successes, successes, failures, failures))
        lowest, highest = region[2, 1], region[0, 1]  # sensitivity
        for rate in (0.0, 0.02, 0.5, 0.98):
            near = np.clip(rate + np.linspace(-0.02, 0.02, 41), 0, 1)[:, np.newaxis]
            near = np.vstack([[[rate]], near])
            chance = binom.pmf(successes, cases, near)
            one = (chance * covers(low, high, near)).sum(axis=1)
            both = (chance * covers(lowest, highest, near)).sum(axis=1) ** 2
            figures = one[0], one[1:].mean(), both[0], both[1:].mean()
            print(f"{cases:4} cases, rate {rate:4.2f}", "".join(f"{f:9.3f}" for f in figures))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=1000)
    replicates = parser.parse_args().replicates
    least = areas_table(replicates)
    rates_table()
    print(f"\nleast coverage of area_interval: {least:.3f}")
    return int(least < 0.93 - 3 * np.sqrt(0.93 * 0.07 / replicates))


if __name__ == "__main__":
    sys.exit(main())
