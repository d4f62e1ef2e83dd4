"""Table 6 of the 2018 paper beside ours, and what its figures say of other data sets.

G. Armano, A. Giuliani, Information Sciences 463-464 (2018), doi 10.1016/j.ins.2018.06.052. For
each data set: negatives to positives, the greatest |δ| of a feature, and accuracy, specificity and
sensitivity of a random forest in 10-fold cross-validation (100 trees, mean of 5 repetitions; the
paper does not say which forest it grew, so these are near, not equal). Columns of numbers are read
as numbers, others as names of values; of the phishing data all are names (-1, 0, 1).

Slips of the paper, shown by numbers at the end:
- Table 2 prints the isometrics of specificity and sensitivity without the factor 2 that table 4
  has. Table 4 is right: δ = φ - 1 + 2 specificity, δ = 2 sensitivity - 1 - φ.
- Section 7 calls the break-even axis φ_b. Precision equals recall where FP = FN, that is where
  φ_b = 0, and the line where φ_b is 0 is the axis of δ_b.
- Not a slip of a formula: the row "Diabetes" of table 6 gives 0.88 negatives to positives, but its
  scores fit the Pima Indians' data, which have 1.87.

python benchmarks/paper.py --data DIR    (exits with 1 if a figure differs in a printed digit)
"""

import argparse
import csv
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.spaces import project
from orangecontrib.phidelta.core.features.statistics import class_signature


class Row(NamedTuple):
    """What is known of a data set; numbers as printed, empty where nothing is."""

    title: str
    file: str
    positive: str
    balance: str
    delta: str
    forest: tuple[str, ...] = ()
    names_only: bool = False
    subsets: str = "single"


TABLE_6 = (
    Row("Sonar", "sonar", "Rock", "1.14", "0.16", ("0.72", "0.79", "0.63")),
    Row("SPECTF", "spectf", "1", "0.26", "0.16", ("0.78", "0.25", "0.91")),
    Row("Australian", "australian", "1", "1.25", "0.72", ("0.86", "0.88", "0.83")),
    Row("German", "german_numeric", "2", "2.33", "0.32", ("0.76", "0.90", "0.44")),
    Row("Phishing", "phishing", "1", "0.80", "0.77", ("0.97", "0.96", "0.98"), names_only=True),
    Row(
        "Diabetes (Pima; paper: 0.88)",
        "pima_diabetes",
        "1",
        "1.866",
        "0.16",
        ("0.77", "0.87", "0.57"),
    ),
)
OTHERS = (
    Row("Sonar, more digits", "sonar", "Rock", "1.144", "0.1629"),
    Row("SPECTF, more digits", "spectf", "1", "0.259", "0.1610"),
    Row("Australian, more digits", "australian", "1", "1.248", "0.7240"),
    Row("German numeric, more digits", "german_numeric", "2", "2.333", "0.3208"),
    Row("German, single values", "german_categorical", "bad", "2.333", "0.3438"),
    Row("German, best subsets", "german_categorical", "bad", "2.333", "0.3671", subsets="best"),
    Row("Phishing, more digits", "phishing", "1", "0.796", "0.7713", names_only=True),
    Row("Phishing, read as numbers", "phishing", "1", "0.796", "0.6560"),
    Row("Diabetes, more digits", "pima_diabetes", "1", "1.866", "0.1572"),
    Row("Ionosphere", "ionosphere", "g", "0.560", "0.3016"),
    Row("Mushroom, one or two values", "mushroom", "p", "1.075", "0.8743", subsets="pairs"),
    Row("Breast cancer", "breast_cancer", "recurrence-events", "2.365", "0.2897"),
    Row(
        "Lymphography, all subsets",
        "lymphography",
        "malign_lymph",
        "1.426",
        "0.5406",
        subsets="all",
    ),
)


def read(path, positive, names_only):
    """Table of numbers and codes, which cases are positive, names of features, and values."""
    with path.open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    columns, values = [], []
    for texts in list(zip(*rows, strict=True))[:-1]:
        numbers = None if names_only else as_numbers(texts)
        names = sorted(set(texts) - {""})
        codes = [names.index(text) if text else np.nan for text in texts]
        columns.append(codes if numbers is None else numbers)
        values.append(names if numbers is None else None)
    is_positive = np.array([row[-1] == positive for row in rows])
    return np.array(columns, float).T, is_positive, head[:-1], values


def as_numbers(texts):
    """The numbers, nan where empty; None if one is not a number."""
    try:
        return [float(text) if text else np.nan for text in texts]
    except ValueError:
        return None


def printed(value, pattern):
    """The value with as many decimals as the pattern, and whether it equals it."""
    text = f"{value:.{len(pattern.partition('.')[2])}f}"
    return text, text == pattern


def greatest(row, folder):
    """Our class ratio and |δ|, the feature that has it, and whether both are as printed."""
    X, is_positive, names, values = read(folder / f"{row.file}.csv", row.positive, row.names_only)
    signature = class_signature(X, is_positive, names=names, values=values, subsets=row.subsets)
    best = np.nanargmax(np.abs(signature.delta))
    balance, is_balance = printed(np.sum(~is_positive) / np.sum(is_positive), row.balance)
    delta, is_delta = printed(abs(signature.delta[best]), row.delta)
    return balance, delta, signature.names[best], is_balance and is_delta


def forest_rates(row, folder, repetitions=5):
    """Accuracy, specificity, sensitivity: means over repetitions of 10-fold cross-validation."""
    X, is_positive, _, _ = read(folder / f"{row.file}.csv", row.positive, row.names_only)
    rates = []
    for seed in range(repetitions):
        forest = RandomForestClassifier(random_state=seed)
        folds = StratifiedKFold(10, shuffle=True, random_state=seed)
        counts = Counts.from_decisions(
            is_positive, cross_val_predict(forest, X, is_positive, cv=folds)
        )
        rates.append([counts.measure(m) for m in ("accuracy", "specificity", "sensitivity")])
    return np.mean(rates, axis=0)


def compare(rows, folder):
    """Print the rows, ours (the paper's); the number that differ."""
    differing = 0
    for row in rows:
        balance, delta, name, is_equal = greatest(row, folder)
        differing += not is_equal
        line = f"{row.title:28} {balance:>6} ({row.balance:>5})  {delta:>7} ({row.delta:>6})"
        if row.forest:
            rates = zip(forest_rates(row, folder), row.forest, strict=True)
            line += "  " + " ".join(f"{ours:.2f} ({theirs})" for ours, theirs in rates)
        print(f"{line}  {'' if is_equal else 'DIFFERS '}{name}", flush=True)
    return differing


def show_slips():
    """The formulas of the paper at random decisions, as printed in either place."""
    sensitivity, specificity = np.random.default_rng(0).random((2, 1000))
    phi, delta = project(sensitivity, specificity)
    for name, offset, rate in (
        ("specificity", phi - 1, specificity),
        ("sensitivity", -phi - 1, sensitivity),
    ):
        two, four = (np.abs(offset + factor * rate - delta).max() for factor in (1, 2))
        print(f"{name}: δ of table 2 is wrong by up to {two:.2f}, δ of table 4 by {four:.0e}")
    # 30 positives, 70 negatives: FP = FN where 70 (1 - specificity) = 30 (1 - sensitivity)
    sensitivity = np.linspace(0.1, 1, 10)
    specificity = 1 - 30 / 70 * (1 - sensitivity)
    counts = Counts.from_rates(sensitivity, specificity, 30, 70)
    gap = np.abs(counts.measure("precision") - counts.measure("sensitivity")).max()
    phi_b, delta_b = project(sensitivity, specificity, 0.3)
    print(
        f"break-even (precision and recall differ by at most {gap:.0e}): φ_b is at most "
        f"{np.abs(phi_b).max():.0e} from 0, "
        f"δ_b runs from {delta_b.min():.2f} to {delta_b.max():.2f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the CSV files")
    folder = parser.parse_args().data
    head = f"{'Table 6: ours (paper)':28} {'neg/pos':>14}  {'max |δ|':>16}"
    print(f"{head}  accuracy    specificity sensitivity  feature")
    differing = compare(TABLE_6, folder)
    print("\nOther readings and data sets: ours (known)")
    differing += compare(OTHERS, folder)
    print("\nSlips of the paper")
    show_slips()
    print(
        "\nAll figures equal the printed ones." if not differing else f"\n{differing} rows differ."
    )
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
