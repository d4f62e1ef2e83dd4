"""Do comparisons and cost curves hold what they say?

python benchmarks/choosing.py [--runs 2000]

Printed are, for pairs of decisions with known rates: how often the 95 % region of the two
differences holds the true ones, how often the 95 % range of the break-even condition holds the
true one, and how often the interval of the difference in accuracy does. Then how often the first
decision is truly the better one, by tenths of the probability told, where both are drawn from the
prior. Then how often the 95 % bootstrap band of a cost curve holds the true curve of a score whose
cut may move, by condition. Exits with 1 if a region or a range holds less than 93 %, or a band
less than 90 %.
"""

import argparse
import sys

import numpy as np
from scipy.stats import norm

from orangecontrib.phidelta.core.choosing.conditions import normalised_cost
from orangecontrib.phidelta.core.choosing.paired import PRIOR, Agreement, Pairing
from orangecontrib.phidelta.core.choosing.replicates import replicated

LEAST, LEAST_BAND = 0.93, 0.90
SIZES = (50, 50), (50, 500), (500, 50), (200, 800), (20, 20), (10, 990)
#: Shares (both, only first, only second, neither) of negatives and of positives.
WORLDS = {
    "alike": ((0.10, 0.05, 0.05, 0.80), (0.70, 0.08, 0.08, 0.14)),
    "first is bolder": ((0.10, 0.12, 0.03, 0.75), (0.60, 0.15, 0.05, 0.20)),
    "nearly the same": ((0.10, 0.01, 0.01, 0.88), (0.80, 0.02, 0.01, 0.17)),
    "opposites": ((0.02, 0.28, 0.10, 0.60), (0.30, 0.45, 0.20, 0.05)),
    "rare alarms": ((0.002, 0.010, 0.004, 0.984), (0.30, 0.15, 0.08, 0.47)),
}
CONDITIONS = np.array([0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95])


def drawn_pairing(random, shares, cases, replicates=2000):
    """A `Pairing` of so many negatives and positives from such a world."""
    tables = [random.multinomial(n, s).tolist() for n, s in zip(cases, shares, strict=True)]
    return Pairing(Agreement(*tables[1]), Agreement(*tables[0]), replicates)


def truth(shares):
    """(d fpr, d tpr) and the break-even condition, nan for none."""
    d_fpr, d_tpr = (first - second for _, first, second, _ in shares)
    return d_fpr, d_tpr, d_fpr / (d_fpr + d_tpr) if d_fpr * d_tpr > 0 else np.nan


def holds(pairing, shares):
    """Whether the region, the range of the break-even and the interval of accuracy are right."""
    d_fpr, d_tpr, even = truth(shares)
    region = pairing.region()
    low, high = region.min(axis=0), region.max(axis=0)
    in_region = bool(np.all((low <= (d_fpr, d_tpr)) & ((d_fpr, d_tpr) <= high)))
    # where there is a break-even condition, it is among the undecided ones
    start, end = pairing.break_even.undecided()
    in_range = np.nan if np.isnan(even) else start <= even <= end
    accuracy = pairing.difference("accuracy", 0.3)
    true = 0.3 * d_tpr - 0.7 * d_fpr
    return in_region, in_range, accuracy.low <= true <= accuracy.high


def coverage(runs):
    """Print the coverage of each world and size; the least one with at least 50 cases a class."""
    print("world, negatives : positives -> region, break-even, accuracy")
    random, least = np.random.default_rng(0), 1.0
    for name, shares in WORLDS.items():
        for cases in SIZES:
            held = [holds(drawn_pairing(random, shares, cases), shares) for _ in range(runs)]
            region, even, accuracy = np.array(held, float).mean(axis=0)
            print(f"{name:16} {cases[0]:4} : {cases[1]:<4} {region:.3f} {even:.3f} {accuracy:.3f}")
            if min(cases) >= 50:
                least = np.nanmin([least, region, even])
    return least


def calibration(runs):
    """Print how often the first is better, by tenths of the probability told."""
    random = np.random.default_rng(1)
    told, came = [], []
    for _ in range(runs):
        shares = random.dirichlet([PRIOR] * 4, 2)
        pairing = drawn_pairing(random, shares, (60, 40), 500)
        told.append(pairing.difference("cost", 0.3, cost_fp=1.0, cost_fn=4.0).probability)
        d_fpr, d_tpr, _ = truth(shares)
        came.append(0.3 * 4 * d_tpr > 0.7 * d_fpr)
    told, came = np.array(told), np.array(came)
    print("probability told -> share in which the first was better (runs)")
    for low in np.arange(0, 1, 0.1):
        rows = (told >= low) & ((told < low + 0.1) | (low > 0.85))
        print(f"{low:.1f} to {low + 0.1:.1f}: {came[rows].mean():.3f} ({rows.sum()})")


def band(runs, cases):
    """Print how often the band of a normal score holds its true least cost."""
    random = np.random.default_rng(2)
    cuts = np.linspace(-8, 10, 4001)
    fpr, tpr = norm.sf(cuts), norm.sf(cuts - 1.5)
    true = normalised_cost(fpr[:, None], tpr[:, None], CONDITIONS).min(axis=0)
    is_positive = np.arange(sum(cases)) < cases[1]
    held = []
    for _ in range(runs):
        scores = random.normal(1.5 * is_positive)
        low, high = (each[0] for each in replicated(is_positive, [scores], replicates=200).band())
        where = np.linspace(0, 1, len(low))
        inside = np.interp(CONDITIONS, where, low) <= true
        held.append(inside & (true <= np.interp(CONDITIONS, where, high)))
    held = np.mean(held, axis=0)
    print(f"{cases[0]:5} : {cases[1]:<5}", *(f"{share:.2f}" for share in held))
    return held.min()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2000)
    runs = parser.parse_args().runs
    least = coverage(runs)
    calibration(10 * runs)
    print("band of a cost curve at conditions", CONDITIONS)
    runs = max(runs // 5, 50)
    least_band = min(band(runs, cases) for cases in ((50, 50), (500, 50), (500, 500), (990, 10)))
    return least < LEAST or least_band < LEAST_BAND


if __name__ == "__main__":
    sys.exit(main())
