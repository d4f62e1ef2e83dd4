"""Marks as a screen shows them: every one is seen, found by the pointer, and counted once."""

import numpy as np
import pytest
from AnyQt.QtCore import QRectF
from AnyQt.QtGui import QColor, QPalette

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.crowd import CELL, FEW, CrowdItem, Places
from orangecontrib.phidelta.plot.marks import MarkLayer, looks

AREA = QRectF(40.5, 20.25, 400, 300)
THEMES = {"light": ("#ffffff", "#000000"), "dark": ("#202326", "#fcfcfc")}


@pytest.fixture(params=THEMES)
def palette(request):
    base, text = THEMES[request.param]
    palette = QPalette()
    palette.setColor(QPalette.Base, QColor(base))
    palette.setColor(QPalette.Text, QColor(text))
    return palette


def luminance(rgb):
    """WCAG 2.2, relative luminance: sRGB from 0 to 255, made linear, then weighted."""
    total = 0.0
    for value, weight in zip(rgb, (0.2126, 0.7152, 0.0722), strict=True):
        s = float(value) / 255
        total += weight * (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4)
    return total


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(color):
    return color.getRgb()[:3]


def test_contrast_is_that_of_wcag():
    """Black on white has 21; #767676 is the lightest grey with 4.5 on white."""
    black, white, grey, red = (QColor(c) for c in ("black", "white", "#767676", "#ff0000"))
    assert theme.contrast(black, white) == theme.contrast(white, black) == pytest.approx(21)
    assert theme.contrast(grey, white) == pytest.approx(4.54, abs=0.01)
    assert theme.contrast(red, white) == pytest.approx(4.0, abs=0.01)
    assert theme.contrast(red, red) == 1


def test_any_color_can_be_made_visible(palette):
    back = rgb(theme.background(palette))
    for name in ("#ffff00", "#ffffff", "#000000", "#202326", "#808080", "#00ff00", "#0000ff"):
        assert contrast(rgb(theme.visible(QColor(name), palette)), back) >= 3
    kept = QColor("#1060c0" if back == (255, 255, 255) else "#80c0f0")
    assert theme.visible(kept, palette) == kept


@pytest.mark.parametrize("number", range(0, 60, 3))
def test_all_of_a_density_and_all_outlines_can_be_seen(palette, number):
    """At least 3 : 1, and the more marks, the more."""
    color, back = theme.model_colors(60)[number], rgb(theme.background(palette))
    contrasts = [contrast(each, back) for each in theme.crowd_table(palette, color)]
    assert min(contrasts) == contrasts[0] >= 3
    assert max(contrasts) == contrasts[-1] > 1.5 * contrasts[0]
    marks = np.arange(8)
    bits = [(marks & bit).astype(bool) for bit in (1, 2, 4)]
    names = ["x"] * 8
    layer = MarkLayer("", marks / 9, marks / 9, names, names, ["numeric"] * 8, color, bits[2])
    for pen in looks(layer, marks, bits[0], bits[1], 9, palette)["pen"]:
        assert pen.color().alpha() == 255
        assert contrast(rgb(pen.color()), back) >= 3


def places_of(count, seed, spread=1.0):
    """So many places in and around the area, some of them at the same one, some nowhere."""
    random = np.random.default_rng(seed)
    x, y = random.uniform(-0.1, 1.1, (2, count)) * spread
    x, y = 40.5 + 400 * x, 20.25 + 300 * y
    for each in (x, y):
        each[count // 3 : count // 2] = each[:1]
    x[-3:] = np.nan
    return x, y


def is_inside(x, y):
    return (x >= 40.5) & (x < 440.5) & (y >= 20.25) & (y < 320.25)


@pytest.mark.parametrize(("count", "spread"), [(0, 1), (1, 0), (300, 1), (4000, 1), (9000, 0.05)])
def test_the_nearest_is_that_of_all_and_the_first_of_equals(count, spread):
    x, y = places_of(count, count, spread)
    places = Places(x, y, AREA)
    random = np.random.default_rng(1)
    spots = np.array([40.5, 20.25]) + random.random((60, 2)) * [400 * spread, 300 * spread]
    spots = [*spots, *np.column_stack([x, y])[: count // 2 : 97], (40.5, 20.25), (440, 320)]
    found = []
    for spot in np.array(spots):
        distance = np.hypot(x - spot[0], y - spot[1])
        distance[np.isnan(distance) | ~is_inside(x, y)] = np.inf
        expected = int(np.argmin(distance)) if np.min(distance, initial=np.inf) < 9 else None
        assert places.nearest(*spot, 9) == expected
        found.append(expected)
    assert any(each is not None for each in found) == (count > 1)
    assert None in found or count > 4000


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_reach_is_the_same_to_all_sides(step):
    for distance, expected in ((8.9, 0), (9.1, None)):
        at = np.array([140.7, 120.6]) + distance * np.array(step)
        places = Places(at[:1], at[1:], AREA)
        assert places.nearest(140.7, 120.6, 9) == expected


def test_four_places_of_a_block_are_apart_and_five_a_crowd():
    x, y = 60 + 60 * np.random.default_rng(3).random((2, 8000))
    x[:4], y[:4] = 40.5 + 12 * 20 + 1 + 2 * np.arange(4), 20.25 + 12 * 20 + 3
    x[4:9], y[4:9] = 40.5 + 12 * 25 + 1 + 2 * np.arange(5), 20.25 + 12 * 20 + 3
    apart, crowd = Places(x, y, AREA).divided()
    assert set(range(4)) <= set(apart.tolist())
    assert set(range(4, 9)) <= set(crowd.tolist())


def test_few_marks_are_all_apart_however_near():
    x, y = np.full((2, FEW), 100.0)
    apart, crowd = Places(x, y, AREA).divided()
    assert sorted(apart) == list(range(FEW))
    assert len(crowd) == 0


def test_many_are_apart_where_they_are_sparse_and_a_crowd_where_they_are_dense():
    """A dense corner of 60 pixels, 30 marks far from each other, and one place of 500."""
    random = np.random.default_rng(2)
    x, y = 60 + 60 * random.random((2, 8000))
    far = 200 + 30.0 * np.arange(8)
    x[:30], y[:30] = np.repeat(far, 4)[:30], np.tile(far[:4] - 120, 8)[:30]
    x[7000:7500], y[7000:7500] = 400, 300
    apart, crowd = Places(x, y, AREA).divided()
    assert set(range(30)) <= set(apart.tolist())
    # the first of those that are at the same place stands for all
    assert set(apart.tolist()) & set(range(7000, 7500)) == {7000}
    assert not set(crowd.tolist()) & {*range(30), *range(7000, 7500)}
    assert len(crowd) > 7000
    assert len(np.unique(np.concatenate([apart, crowd]))) == len(apart) + len(crowd)


@pytest.mark.parametrize("count", [4000, 6000, 40_000, 200_000])
def test_every_mark_is_apart_at_the_same_pixel_or_in_the_crowd(count):
    x, y = places_of(count, 3)
    apart, crowd = Places(x, y, AREA).divided()
    pixels = np.column_stack([np.floor(x - 40.5), np.floor(y - 20.25)])
    drawn = {tuple(pixel) for pixel in pixels[apart].tolist()}
    assert len(drawn) == len(apart) <= 4000
    rest = np.setdiff1d(np.flatnonzero(is_inside(x, y)), crowd)
    assert {tuple(pixel) for pixel in pixels[rest].tolist()} == drawn
    assert np.all(is_inside(x, y)[crowd])


def test_what_stands_out_is_thinned_no_more_than_needed():
    x, y = places_of(60_000, 4)
    places, is_in = Places(x, y, AREA), np.zeros(60_000, bool)
    assert len(places.thinned(is_in)) == 0
    is_in[::50] = True
    some = places.thinned(is_in)
    assert np.all(is_in[some])
    assert sorted(some) == sorted(np.flatnonzero(is_in & is_inside(x, y)))
    is_in[:] = True
    all_of_them = places.thinned(is_in)
    assert 1500 < len(all_of_them) <= 4000
    # everywhere: none is further than 12 pixels from one that is kept
    kept = Places(x[all_of_them], y[all_of_them], AREA)
    inside = np.flatnonzero(is_inside(x, y))[::500]
    assert all(kept.nearest(x[i], y[i], 12) is not None for i in inside)


def test_the_crowd_counts_each_mark_once_and_shows_the_greater_layer(app):
    random = np.random.default_rng(5)
    x, y = 60 + 30 * random.random((2, 6000))
    layer = (x > 80).astype(int)
    places = Places(x, y, AREA)
    item, marks = CrowdItem(), np.arange(6000)
    tables = [np.full((256, 3), 10), np.full((256, 3), 20) + np.arange(256)[:, None] // 4]
    item.show_crowd(places, marks, layer, tables)
    expected = np.zeros_like(item.counts)
    np.add.at(
        expected, tuple(((v - o) // CELL).astype(int) for v, o in ((y, 20.25), (x, 40.5))), 1
    )
    np.testing.assert_array_equal(item.counts, expected)
    # on the screen rows go down, in the item they go up
    image = item.image[::-1]
    assert np.all((image[..., 3] == 255) == (expected > 0))
    assert np.all(image[..., 3][expected == 0] == 0)
    middle = (80 - 40.5) // CELL
    columns = np.arange(image.shape[1])
    assert set(image[:, columns < middle, 0][expected[:, columns < middle] > 0]) == {10}
    right = image[:, columns > middle, 0][expected[:, columns > middle] > 0]
    counts = expected[:, columns > middle][expected[:, columns > middle] > 0]
    level = np.floor(255 * np.log(counts) / np.log(expected.max()) + 1e-9)
    np.testing.assert_array_equal(right, 20 + level // 4)
    item.show_crowd(places, marks[:0], layer[:0], tables)
    assert not item.isVisible()
    assert item.counts.sum() == 0
