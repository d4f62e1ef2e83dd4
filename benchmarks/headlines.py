"""Does the headline of Class Signature claim anything where there is nothing?

python benchmarks/headlines.py [--runs 200]

The classes have nothing to do with the 30 features of 1,000 cases. Printed is the share of tables
about which the headline says anything but "no more than chance may give", for one class, and for
seven classes side by side, in the default encoding; and the share with a mark that is not hollow.
One class has so many cases as the row says, six share the rest. Exits with 1 if a headline claims
something in more than 5 % of tables, and what the simulation errs.
"""

import argparse
import sys
import time

import numpy as np
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.orange.headlines import headline, verdicts
from orangecontrib.phidelta.orange.signatures import best_cuts, shared_q_values, table_signature

CASES, FEATURES = 1000, 30
CLASSES = tuple("abcdefg")
SIZES = 5, 10, 50, 500
DRAW = {
    "lognormal": lambda random, shape: random.lognormal(0, 1, shape),
    "Poisson(0.2)": lambda random, shape: random.poisson(0.2, shape),
    "binary, 1 %": lambda random, shape: random.random(shape) < 0.01,
    "normal": lambda random, shape: random.normal(size=shape),
}
DOMAIN = Domain(
    [ContinuousVariable(f"x{number}") for number in range(FEATURES)],
    DiscreteVariable("class", CLASSES),
)


def null_table(draw, size, random):
    """A table whose first class has so many cases."""
    others = 1 + np.arange(CASES - size) % (len(CLASSES) - 1)
    classes = random.permutation(np.append(np.zeros(size), others))
    return Table.from_numpy(DOMAIN, draw(random, (CASES, FEATURES)).astype(float), classes)


def claims(data, classes):
    """Whether the headline claims anything, and whether any mark is not hollow."""
    signatures = [table_signature(data, (name,), "linear", "best") for name in classes]
    cuts = [best_cuts(data, each) for each in signatures]
    is_claimed = any(verdict.kind != "chance" for verdict in verdicts(signatures, cuts))
    text = headline(signatures, cuts).lower()
    assert is_claimed == any(kind in text for kind in ("easy", "medium", "unclear"))
    return is_claimed, any(np.any(q <= 0.05) for q in shared_q_values(signatures))


def main(runs):
    started, greatest = time.perf_counter(), 0.0
    print(f"{'':14}{'':10}{'headline claims':>22}{'mark not hollow':>22}")
    print(f"{'features':14}{'positives':>10}" + 2 * f"{'1 class':>11}{'7 classes':>11}")
    for name, draw in DRAW.items():
        for size in SIZES:
            random = np.random.default_rng(size)
            tables = [null_table(draw, size, random) for _ in range(runs)]
            shares = [
                np.mean([claims(t, n) for t in tables], axis=0) for n in (CLASSES[:1], CLASSES)
            ]
            figures = [share[column] for column in (0, 1) for share in shares]
            greatest = max(greatest, *figures)
            print(f"{name:14}{size:10}" + "".join(f"{figure:11.3f}" for figure in figures))
    print(f"\ngreatest share: {greatest:.3f}; {time.perf_counter() - started:.0f} s")
    return int(greatest > 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    sys.exit(main(parser.parse_args().runs))
