"""Scores in blocks: our bins against the quantile sketches of Apache DataSketches.

python -m pip install datasketches
python benchmarks/streams.py [--cases 1000000] [--bins 65536]

Each is given the same blocks, and memory for about as many numbers. Printed are the errors of the
AUC and of the least expected cost, both against the sweep of all cases, what our bins promise to
stay below, and CPU time. KLL and t-digest are two sketches, of positives and of negatives, asked
for the shares above each of our cuts, which is more than they are made for where scores crowd.
"""

import argparse
import time

import numpy as np

from orangecontrib.phidelta import core

BLOCK = 100_000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--bins", type=int, default=2**16)
    options = parser.parse_args()
    random = np.random.default_rng(0)
    logits = {
        "even": 8 * random.random(options.cases) - 4,
        "rare positives": random.normal(-7, 2, options.cases),
        "sure of itself": random.normal(0, 12, options.cases),
    }
    print(
        f"{'scores':16}{'by':12}{'error of AUC':>14}{'bound':>10}{'of cost':>10}{'bound':>10}",
        end="",
    )
    print(f"{'seconds':>10}{'sweep':>8}")
    for title, values in logits.items():
        scores = 1 / (1 + np.exp(-values))
        compare(
            title, random.random(options.cases) < 1 / (1 + np.exp(-values / 2)), scores, options
        )


def compare(title, is_positive, scores, options):
    """Print a line for each way."""
    start = time.process_time()
    whole = core.sweep(is_positive, scores)
    sorted_in = time.process_time() - start
    cuts = None
    for name, make in (("bins", in_bins), ("KLL", by_kll), ("t-digest", by_digest)):
        start = time.process_time()
        found, bounds = make(is_positive, scores, options, cuts)
        took = time.process_time() - start
        cuts = found.cuts
        errors = abs(found.auc - whole.auc), abs(least_cost(found) - least_cost(whole))
        cells = [f"{value:.1e}" for pair in zip(errors, bounds, strict=True) for value in pair]
        print(
            f"{title:16}{name:12}{cells[0]:>14}{cells[1]:>10}{cells[2]:>10}{cells[3]:>10}", end=""
        )
        print(f"{took:>10.2f}{sorted_in:>8.2f}")


def least_cost(sweep):
    return core.best_cut(sweep, "cost", cost_fn=5.0).value


def in_bins(is_positive, scores, options, _):
    statistics = core.ScoreStatistics(bins=options.bins, are_probabilities=True)
    for start in range(0, len(scores), BLOCK):
        block = slice(start, start + BLOCK)
        statistics.update(is_positive[block], scores[block])
    sweep = statistics.sweep()
    slack = least_cost(sweep) - statistics.best_possible("cost", cost_fn=5.0)
    return sweep, (statistics.area_error, slack)


def by_kll(is_positive, scores, options, cuts):
    from datasketches import kll_doubles_sketch

    return asked(lambda: kll_doubles_sketch(options.bins // 4), is_positive, scores, cuts)


def by_digest(is_positive, scores, options, cuts):
    from datasketches import tdigest_double

    return asked(lambda: tdigest_double(options.bins // 4), is_positive, scores, cuts)


def asked(make, is_positive, scores, cuts):
    """The sweep that sketches of positives and of negatives tell at some cuts."""
    above = []
    for members in (is_positive, ~is_positive):
        sketch, values = make(), scores[members]
        for start in range(0, len(values), BLOCK):
            add(sketch, values[start : start + BLOCK])
        points = cuts[1:-1][::-1].tolist()
        shares = 1 - np.asarray(sketch.get_cdf(points))[:-1][::-1]
        above.append(np.concatenate([[0], len(values) * shares, [len(values)]]))
    return core.ThresholdSweep(cuts, *above, cuts[1:]), (np.nan, np.nan)


def add(sketch, values):
    try:
        sketch.update(values)
    except TypeError:  # t-digest takes one number at a time
        for value in values.tolist():
            sketch.update(value)


if __name__ == "__main__":
    main()
