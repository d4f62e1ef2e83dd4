"""Derive the figures in this folder from the UCI data: python tests/data/derive.py FOLDER_OF_CSV.

The data themselves are not here: of each feature only the number of cases by value and class, or
where there are many values the sums by class and the range; and what three models of Orange
predicted of the ionosphere data. That is all that φ and δ depend on.

Source: UCI Machine Learning Repository (CC BY 4.0), as CSV files with the class last.
"""

import csv
import json
import sys
from math import fsum
from pathlib import Path

HERE = Path(__file__).parent
#: File and positive class.
SETS = {
    "sonar": "Rock",
    "spectf": "1",
    "australian": "1",
    "german_numeric": "2",
    "german_categorical": "bad",
    "phishing": "1",
    "pima_diabetes": "1",
    "ionosphere": "g",
    "mushroom": "p",
    "breast_cancer": "recurrence-events",
    "lymphography": "malign_lymph",
}
_FEW = 12  # values that are counted one by one, if they are numbers


def figures(texts, is_positive):
    """A dict of value to [negatives, positives], or of class-wise figures of numbers."""
    known = [(text, is_in) for text, is_in in zip(texts, is_positive, strict=True) if text]
    values = sorted({text for text, _ in known})
    if len(values) > _FEW and all(map(is_number, values)):
        classes = [[float(text) for text, is_in in known if is_in == row] for row in (False, True)]
        numbers = [number for row in classes for number in row]
        return {
            "cases": [len(row) for row in classes],
            "sums": [fsum(row) for row in classes],
            "range": [min(numbers), max(numbers)],
        }
    return {value: [known.count((value, row)) for row in (False, True)] for value in values}


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def marginals(path, positive):
    with path.open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    is_positive = [row[-1] == positive for row in rows]
    columns = list(zip(*rows, strict=True))[:-1]
    return {
        "cases": [len(rows) - sum(is_positive), sum(is_positive)],
        "features": {
            name: figures(column, is_positive)
            for name, column in zip(head[:-1], columns, strict=True)
        },
    }


def predictions(path):
    """The classes of ionosphere, "b" and "g", and what 10-fold cross-validation predicts."""
    from Orange.classification import MajorityLearner, NaiveBayesLearner, TreeLearner
    from Orange.data import Domain, Table
    from Orange.evaluation import CrossValidation

    data = Table.from_file(str(path))
    target = data.domain["class"]
    data = data.transform(Domain([v for v in data.domain.variables if v is not target], target))
    learners = {
        "Naive Bayes": NaiveBayesLearner(),
        "Tree": TreeLearner(),
        "Majority": MajorityLearner(),
    }
    results = CrossValidation(k=10, random_state=0)(data, list(learners.values()))
    return {
        "folds": [len(results.actual[fold]) for fold in results.folds],
        "actual": as_text(results.actual),
        "predicted": dict(zip(learners, map(as_text, results.predicted), strict=True)),
    }


def as_text(codes):
    return "".join(str(int(code)) for code in codes)


def write(name, found):
    text = json.dumps(found, ensure_ascii=False).replace("}, ", "},\n ")
    (HERE / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    write("marginals.json", {k: marginals(folder / f"{k}.csv", v) for k, v in SETS.items()})
    write("ionosphere.json", predictions(folder / "ionosphere.csv"))
