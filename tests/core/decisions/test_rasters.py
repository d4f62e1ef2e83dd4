"""Pictures of the unit square by pixels: where a row and a column are, and how the scale ends."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.rasters import raster


def test_a_pixel_has_the_accuracy_at_its_centre():
    picture = raster(MEASURES["accuracy"], prevalence=0.2, size=4)
    for row, tpr in enumerate((0.125, 0.375, 0.625, 0.875)):
        for column, fpr in enumerate((0.125, 0.375, 0.625, 0.875)):
            expected = 0.2 * tpr + 0.8 * (1 - fpr)
            assert picture.values[row, column] == pytest.approx(expected)
    assert picture.title == "Accuracy"
    assert (picture.low, picture.is_diverging) == (0, False)
    assert picture.high == pytest.approx(0.2 * 0.875 + 0.8 * 0.875)


def test_the_scale_of_a_bias_is_as_long_below_zero_as_above():
    """With many negatives the bias, 2 (n fpr - p (1 - tpr)), reaches further up than down."""
    picture = raster(MEASURES["bias"], prevalence=0.2, size=2)
    np.testing.assert_allclose(picture.values, [[0.1, 0.9], [0.3, 1.1]])
    picture = raster(MEASURES["bias"], prevalence=0.7, size=2)
    assert picture.is_diverging
    np.testing.assert_allclose([picture.low, picture.high], [-0.9, 0.9])


def test_parameters_reach_the_measure():
    values = raster(MEASURES["cost"], prevalence=0.2, size=1, cost_fp=3, cost_fn=5).values
    assert values[0, 0] == pytest.approx(0.8 * 0.5 * 3 + 0.2 * 0.5 * 5)


def test_how_fine_pictures_are():
    assert raster(MEASURES["accuracy"]).values.shape == (128, 128)


def test_positive_and_negative_classes_are_alike_unless_told():
    values = raster(MEASURES["accuracy"], size=3).values
    np.testing.assert_allclose(values, 1 - values[::-1, ::-1])
    np.testing.assert_allclose(values, values[::-1, ::-1].T)


def test_a_picture_stays_as_it_is_where_no_value_is_below_zero():
    picture = raster(MEASURES["sensitivity"], size=4)
    assert (picture.low, picture.high, picture.is_diverging) == (0, 0.875, False)
