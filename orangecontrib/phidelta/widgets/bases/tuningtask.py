"""What the Threshold Tuner does in the background where there are many predictions."""

from orangecontrib.phidelta.orange.rethresholding import reversed_classifier


def found_model(classifier, results, positive, is_reversed, _progress):
    """The `Classifier` to tune, ready to be drawn."""
    found = reversed_classifier(classifier, results, positive) if is_reversed else classifier
    _ = found.is_wrong_way_round
    return found.outlined(with_folds=True)


def prepared(tuned, tolerance, _progress):
    """A `TunedModel` with all that is shown of it computed."""
    return tuned.prepare(tolerance)


def outputs(tuned, results, cut, maximum_rows, _progress):
    """Results and table of thresholds of a `TunedModel` that decides by this cut."""
    return tuned.results(results, cut), tuned.thresholds(maximum_rows)
