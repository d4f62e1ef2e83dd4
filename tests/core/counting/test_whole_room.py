"""What holds in the whole room."""

import pytest
from rooms import check_examples, check_result, modules_of, results_of

from orangecontrib.phidelta.core import counting


@pytest.mark.parametrize("name", modules_of(counting))
def test_examples(name):
    check_examples(name)


@pytest.mark.parametrize("name", results_of(counting))
def test_results_stay_as_they_are(name):
    check_result(name)
