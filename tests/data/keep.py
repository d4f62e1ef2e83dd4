"""Keep what users keep: python tests/data/keep.py writes pickles of this version, with answers.

Later versions have to open them and to answer the same. Run it once for each release, with the
lowest versions of setup.py: what numpy has pickled, older versions of numpy cannot open.
"""

import json
import pickle
from importlib.metadata import version
from pathlib import Path

from Orange.classification import NaiveBayesLearner
from Orange.data import Table

from orangecontrib.phidelta.core.thresholds.constraints import Constraint
from orangecontrib.phidelta.orange.models import (
    ThresholdLearner,
    ThresholdModel,
)
from orangecontrib.phidelta.orange.orangethreshold import orange_threshold_classifier
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures

HERE = Path(__file__).parent


def made(data):
    """A dict of name to what may be saved, with none of its settings left at its default."""
    learner = NaiveBayesLearner()
    tuning = {
        "measure": "f_beta",
        "parameters": {"beta": 2},
        "prevalence": 0.3,
        "constraints": Constraint("specificity", ">=", 0.7),
        "folds": 4,
        "seed": 3,
    }
    return {
        "model": ThresholdModel(learner(data), "0", 0.31),
        "tuned model": ThresholdLearner(learner, "1", **tuning)(data),
        "reversed model": ThresholdModel(learner(data), "0", 0.31, reverse=True),
        "reversed learner": ThresholdLearner(learner, "1", **tuning, reverse=True),
        "model of Orange": orange_threshold_classifier(learner(data), "0", 0.31),
        "learner with a cut": ThresholdLearner(learner, "1", 0.2),
        "learner that tunes": ThresholdLearner(
            learner, "1", **tuning, preprocessors=SelectFeatures(6)
        ),
        "scorer": FeatureScorer("corner_distance", "0", "ranks", "pairs", 0.3),
        "preprocessor": SelectFeatures(3, 0.1, 0.8, "information", ("0",), "ranks", "pairs", 0.3),
    }


def answer(thing, data):
    """What it says of the data, in lists."""
    found = thing(data)
    if isinstance(found, Table):
        return [variable.name for variable in found.domain.attributes]
    if callable(found):
        found = found(data)
    return found.tolist()


def main():
    data = Table("heart_disease")
    things = made(data)
    path = HERE / f"kept-{version('Orange3-PhiDelta')}.pickle"
    path.write_bytes(pickle.dumps(things, protocol=4))
    answers = {name: answer(thing, data) for name, thing in things.items()}
    path.with_suffix(".json").write_text(json.dumps(answers) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
