"""Does a cut that is tuned within the training data pay on new cases? Nested cross-validation.

A false negative (a case of the positive class called negative) costs 5, a false positive 1. Each
learner is tested by 10-fold cross-validation as it is, with the cut 1/6 that calibrated
probabilities would need, and with its cut tuned by 5-fold cross-validation within the training
data of each fold. Shown are costs per test case, that of calling all or none positive, the saving
by tuning, and the median and range of the tuned cuts over the folds (-inf: all positive).

python -W ignore benchmarks/threshold_learner.py [--data ../shared/data] [--seed 0]
"""

import argparse
from pathlib import Path

import numpy as np
from Orange.classification import (
    LogisticRegressionLearner,
    NaiveBayesLearner,
    RandomForestLearner,
)
from Orange.data import Domain, Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.core.thresholds.bestcuts import theoretical_cut
from orangecontrib.phidelta.core.thresholds.stability import CutSpread
from orangecontrib.phidelta.orange.models import ThresholdLearner
from orangecontrib.phidelta.orange.results import evaluate

COSTS = {"cost_fp": 1, "cost_fn": 5}
POSITIVE = {
    "german_numeric": "2",
    "pima_diabetes": "1",
    "australian": "1",
    "spectf": "1",
    "sonar": "Rock",
}


def learners(seed):
    return {
        "naive Bayes": NaiveBayesLearner(),
        "logistic regression": LogisticRegressionLearner(),
        "random forest": RandomForestLearner(n_estimators=100, random_state=seed),
    }


def read(path):
    table = Table.from_file(str(path))
    features = [variable for variable in table.domain.variables if variable.name != "class"]
    return table.transform(Domain(features, table.domain["class"]))


def costs(table, positive, learner, seed):
    """Costs per case: as it is, cut 1/6, tuned, none or all positive; the tuned cuts."""
    tested = [
        learner,
        ThresholdLearner(learner, positive, cut=theoretical_cut(**COSTS)),
        ThresholdLearner(learner, positive, measure="cost", parameters=COSTS, seed=seed),
    ]
    outer = CrossValidation(k=10, random_state=seed, store_models=True)
    results = outer(table, tested, suppresses_exceptions=False)
    counts = [c.counts for c in evaluate(results, [positive]).classifiers]
    prevalence = counts[0].prevalence
    baseline = min(COSTS["cost_fp"] * (1 - prevalence), COSTS["cost_fn"] * prevalence)
    cuts = np.array([model.cut for model in results.models[:, 2]])
    return [*(c.measure("cost", **COSTS) for c in counts), baseline], CutSpread(cuts, cuts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for name, learner in learners(options.seed).items():
        header = "".join(f"{word:>9}" for word in ("untuned", "cut 1/6", "tuned", "all/none"))
        print(f"\n{name:<20}{header}{'saved':>8}  cuts")
        lower = 0
        for data, positive in POSITIVE.items():
            table = read(options.data / f"{data}.csv")
            (untuned, sixth, tuned, baseline), cuts = costs(table, positive, learner, options.seed)
            lower += tuned < untuned
            row = "".join(f"{cost:9.3f}" for cost in (untuned, sixth, tuned, baseline))
            low, high = cuts.range
            print(f"{data:<20}{row}{1 - tuned / untuned:8.1%}  ", end="")
            print(f"{cuts.median:.3f} ({low:.3f} to {high:.3f})")
        print(f"tuned costs less than untuned on {lower} of {len(POSITIVE)}")


if __name__ == "__main__":
    main()
