"""Do p, q and the intervals of features hold what they promise, where it is hardest?

Features are drawn independent of the class, in lists of 50: in at most 5 % of the lists may any
mark ("marks") or any feature by its best mark ("feat.", as the Feature Ranker has them) have
q <= 0.05. In at least 95 % of them the 95 % interval should contain δ = 0 ("null"), and where the
class matters as stated below, the δ of the population ("alt."); "power" is the share of the marks
that then have p <= 0.001. Class sizes are positives and negatives.

The alternatives: the positives are one standard deviation higher (normal), three times as high
(exponential, lognormal), five times as many (Poisson), have rate 1/2 instead of the one given (of
1/2: 0.9), or the frequencies of the values in reverse order (nominal: Zipf's).

Then features are selected by q <= 0.05 ("selected"), as the preprocessor `SelectFeatures` does in
each training set, from lists of which so many are real and the others are not. "false" is the mean
share of false ones among those selected, 0 where none is, and should be 0.05 at most; "any" the
share of the lists in which something is selected, "found" that of the real features that are.

Then the class of real data is permuted: with the data that come with Orange and, with --data, the
files of `paper.py`; of more than two classes "feat." is the best of all of them.

python benchmarks/promises.py [--lists 200] [--data DIR] [names, "selected", "real" ...]
"""

import argparse
from pathlib import Path

import numpy as np
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.features.ranking import rank
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import SelectFeatures

FEATURES = 50  # in a list
SIZES = ((5, 995), (10, 990), (50, 950), (500, 500), (20, 180))
NUMERIC = {
    "normal": lambda random, shape, is_alt: random.normal(1.0 * is_alt, size=shape),
    "exponential": lambda random, shape, is_alt: random.exponential(3.0 if is_alt else 1, shape),
    "lognormal": lambda random, shape, is_alt: random.lognormal(np.log(3) * is_alt, size=shape),
    "Poisson(0.2)": lambda random, shape, is_alt: random.poisson(1.0 if is_alt else 0.2, shape),
}
RATES = (0.005, 0.02, 0.1, 0.5)
VALUES = (2, 3, 5, 8, 12, 30)
ENCODINGS = ("linear", "ranks", "best cut")
SUBSETS = ("single", "pairs", "all", "best")


def binary(rate):
    def draw(random, shape, is_alt):
        other = 0.9 if rate == 0.5 else 0.5
        return (random.random(shape) < (other if is_alt else rate)).astype(float)

    return draw


def zipf(values):
    frequency = 1 / np.arange(1, values + 1)
    frequency /= frequency.sum()

    def draw(random, shape, is_alt):
        return random.choice(values, shape, p=frequency[::-1] if is_alt else frequency) * 1.0

    return draw


def table(draw, random, size, features, is_alt):
    """A table whose first rows are the positives."""
    positives, negatives = size
    above = draw(random, (positives, features), is_alt)
    return np.concatenate([above, draw(random, (negatives, features), False)]).astype(float)


def true_delta(signature, X, populations):
    """δ of each mark in populations (negatives, positives) of cases."""
    negatives, positives = map(np.sort, populations)
    if signature.subsets[0] is not None:
        rates = [np.bincount(part.astype(int), minlength=64) / len(part) for part in populations]
        difference = np.subtract(*rates[::-1])
        return np.array([difference[list(each)].sum() for each in signature.subsets])
    if not np.isnan(signature.cuts).all():
        below = [
            np.searchsorted(part, signature.cuts, "right") / len(part)
            for part in (negatives, positives)
        ]
        return below[0] - below[1]
    if signature.encoding == "ranks":
        sides = (np.searchsorted(negatives, positives, side).mean() for side in ("left", "right"))
        return np.full(len(signature), sum(sides) / 2 / len(negatives) - 1 / 2)
    return (positives.mean() - negatives.mean()) / (X.max(axis=0) - X.min(axis=0))[
        signature.features
    ]


def contains(signature, delta):
    """Share of the marks whose interval contains δ, among those that have one."""
    low, high = signature.interval()
    is_known = ~np.isnan(low)
    inside = (low <= delta) & (delta <= high)
    return np.mean(inside[is_known]) if is_known.any() else np.nan


def discoveries(p_values, features, lists):
    """Share of the lists in which a p-value, adjusted within the list, is at most 0.05."""
    found = 0
    for number in range(lists):
        adjusted = q_values(p_values[features // FEATURES == number])[0]
        found += np.any(adjusted <= 0.05)
    return found / lists


def row(title, draw, size, lists, **how):
    random = np.random.default_rng([7, *size, len(title)])
    is_positive = np.arange(sum(size)) < size[0]
    X = table(draw, random, size, FEATURES * lists, False)
    values = how.pop("values", None)

    def signature_of(X):
        each = None if values is None else [values] * X.shape[1]
        return class_signature(X, is_positive, values=each, **how)

    null = signature_of(X)
    chosen = rank(null).feature_p_values
    X = table(draw, random, size, FEATURES * 20, True)
    alternative = signature_of(X)
    populations = [draw(random, 100_000, is_alt).astype(float) for is_alt in (False, True)]
    delta = true_delta(alternative, X, populations)
    print(
        f"{title:<30} {size[0]:>4} {size[1]:>4}"
        f" {discoveries(null.p_value, null.features, lists):6.3f}"
        f" {discoveries(chosen, np.arange(len(chosen)), lists):6.3f} {contains(null, 0):6.3f}"
        f" {contains(alternative, delta):6.3f} {np.nanmean(alternative.p_value <= 0.001):6.3f}",
        flush=True,
    )


def drawn(lists, names):
    """Print the rows of features that are drawn."""
    print(f"{'':<40} {'marks':>6} {'feat.':>6} {'null':>6} {'alt.':>6} {'power':>6}")
    numeric = NUMERIC | {f"binary {rate:.1%}": binary(rate) for rate in RATES}
    for name, draw in numeric.items():
        for encoding in ENCODINGS[: 1 if "binary" in name else 3]:
            for size in SIZES:
                if not names or any(each in name for each in names):
                    row(f"{name}, {encoding}", draw, size, lists, encoding=encoding)
    for count in VALUES:
        for subsets in SUBSETS if 2 < count <= 8 else ("single", "best"):
            for size in SIZES:
                if not names or "nominal" in names:
                    words = tuple(map(str, range(count)))
                    title = f"nominal, {count} values, {subsets}"
                    row(title, zipf(count), size, lists, values=words, subsets=subsets)


def selected_row(title, draw, size, features, real, lists, encoding="linear"):
    """Print what is selected from lists in which the first features are real."""
    random = np.random.default_rng([13, *size, features, real])
    domain = Domain(
        [ContinuousVariable(f"x{i}") for i in range(features)], DiscreteVariable("y", ("n", "p"))
    )
    y = (np.arange(sum(size)) < size[0]).astype(float)
    select = SelectFeatures(q_limit=0.05, positive=("p",), encoding=encoding)
    false, any_selected, found = [], [], []
    for _ in range(lists):
        null = table(draw, random, size, features - real, False)
        X = np.hstack([table(draw, random, size, real, True), null])
        kept = np.array(select.features(Table.from_numpy(domain, X, y)), int)
        false.append(np.sum(kept >= real) / max(len(kept), 1))
        any_selected.append(len(kept) > 0)
        found.append(np.sum(kept < real) / real if real else np.nan)
    print(
        f"{title:<24} {size[0]:>4} {size[1]:>4} {features:>6} {real:>4}"
        f" {np.mean(false):7.3f} {np.mean(any_selected):6.3f} {np.mean(found):6.3f}",
        flush=True,
    )


def selected(lists):
    """Print what a selection by q holds: many, few and rare features, some of them real."""
    heads = f"{'feat.':>6} {'real':>4} {'false':>7} {'any':>6} {'found':>6}"
    print(f"{'selected by q <= 0.05':<34} {heads}")
    kinds = {
        "normal": (NUMERIC["normal"], "linear"),
        "normal, best cut": (NUMERIC["normal"], "best cut"),
        "exponential": (NUMERIC["exponential"], "linear"),
        "binary 2%": (binary(0.02), "linear"),
        "binary 0.5%": (binary(0.005), "linear"),
    }
    for name, (draw, encoding) in kinds.items():
        for size in ((20, 60), (10, 190)):
            for features, real in ((20, 0), (20, 3), (1000, 0), (1000, 20)):
                selected_row(name, draw, size, features, real, lists, encoding)


def permuted(table, lists):
    """Yield the table with its class permuted, again and again."""
    random = np.random.default_rng(11)
    for _ in range(lists):
        copy = table.copy()
        with copy.unlocked(copy.Y):
            copy.Y[:] = random.permutation(copy.Y)
        yield copy


def real(lists, folder):
    """Print the share of permutations in which a feature has q <= 0.05."""
    print(f"{'permuted classes':<30} {'linear':>8} {'ranks':>8} {'best cut':>8}")
    tables = [Table(name) for name in ("heart_disease", "brown-selected", "zoo", "iris")]
    if folder is not None:
        tables += [Table(str(path)) for path in sorted(Path(folder).glob("*.csv"))]
    for table in tables:
        target = table.domain.class_var or table.domain.attributes[-1]
        features = [v for v in table.domain.attributes if v is not target]
        table = table.transform(type(table.domain)(features, target))
        if not target.is_discrete or len(table) > 5000:
            continue
        found = []
        for encoding in ENCODINGS:
            scoring = Scoring(criterion="q_value", encoding=encoding)
            scores = (scoring.scores(each).values for each in permuted(table, lists))
            found.append(np.mean([np.nanmin(values) <= 0.05 for values in scores]))
        row = " ".join(f"{each:8.3f}" for each in found)
        print(f"{table.name} ({len(features)} features)".ljust(30), row, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--lists", type=int, default=200)
    parser.add_argument("--data", type=Path)
    options = parser.parse_args()
    if not {*options.names} & {"real", "selected"}:
        drawn(options.lists, options.names)
    if not options.names or "selected" in options.names:
        selected(options.lists)
    if not options.names or "real" in options.names:
        real(options.lists, options.data)


if __name__ == "__main__":
    main()
