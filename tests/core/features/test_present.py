"""Present or absent: against counting by hand; and what "automatic" chooses."""

import numpy as np
import pytest
from scipy import sparse, stats

from orangecontrib.phidelta.core import FeatureStatistics, class_signature, class_signatures
from orangecontrib.phidelta.core.chance.independence import distinct_columns
from orangecontrib.phidelta.core.counting import presence, tiles
from orangecontrib.phidelta.core.features.encodings import ENCODINGS, explain_encodings
from orangecontrib.phidelta.core.features.ranking import bootstrap_ranks, rank
from orangecontrib.phidelta.core.features.selection import FeatureScores


def stored_zeros(X):
    """CSR in which every second zero is stored."""
    matrix = sparse.coo_array((X.ravel(), np.unravel_index(np.arange(X.size), X.shape)), X.shape)
    is_kept = (matrix.data != 0) | (np.arange(X.size) % 2 == 0)
    places = matrix.row[is_kept], matrix.col[is_kept]
    return sparse.csr_array((matrix.data[is_kept], places), shape=X.shape)


LAYOUTS = {
    "C order": np.ascontiguousarray,
    "F order": np.asfortranarray,
    "CSR": sparse.csr_array,
    "CSC": sparse.csc_matrix,
    "stored zeros": stored_zeros,
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS)


def words(cases=70):
    """Counts with gaps: frequent, rare, always there, never there, negative; and weights."""
    random = np.random.default_rng(5)
    is_positive = random.random(cases) < 0.3
    X = random.poisson([3.0, 0.4, 0.05, 2, 0, 1], (cases, 6)) * 1.0
    X[is_positive, 1] += 1
    X[:, 3] += 1
    X[:, 5] -= 1
    X[random.random(X.shape) < 0.15] = np.nan
    X[::9, 2] = 0.5
    weights = random.gamma(0.7, size=cases) * (random.random(cases) < 0.8)
    return X, is_positive, weights


def by_hand(column, is_positive, weights):
    """Rates and effective numbers of cases (negatives, positives), by loops."""
    found = []
    for member in (False, True):
        there = known = squares = 0.0
        for value, positive, weight in zip(column, is_positive, weights, strict=True):
            if positive == member and value == value:
                known += weight
                squares += weight**2
                there += weight if value != 0 else 0
        found.append((there / known, known**2 / squares))
    return np.transpose(found)


@each_layout
@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("size", [2**18, 64])
def test_rates_are_shares_of_the_known_cases_with_the_word(layout, is_weighted, size, monkeypatch):
    monkeypatch.setattr(tiles, "_TILE", size)
    monkeypatch.setattr(presence, "_ENTRIES", size // 4)
    X, is_positive, weights = words()
    weights = weights if is_weighted else None
    signature = class_signature(
        LAYOUTS[layout](X), is_positive, weights=weights, encoding="present"
    )
    weights = np.ones(len(X)) if weights is None else weights
    expected = np.array([by_hand(column, is_positive, weights) for column in X.T])
    np.testing.assert_allclose(signature.rates.T, expected[:, 0], rtol=1e-12)
    np.testing.assert_allclose(signature.cases.T, expected[:, 1], rtol=1e-12)
    # the corners are exact
    assert signature.rates[:, 3].tolist() == [1, 1]
    assert signature.rates[:, 4].tolist() == [0, 0]
    assert signature.is_decision.all()


@each_layout
def test_it_is_the_feature_of_the_same_table_with_1_where_something_is(layout):
    X, is_positive, _ = words()
    binary = np.where(np.isnan(X), np.nan, X != 0)
    found = class_signature(LAYOUTS[layout](X), is_positive, encoding="present")
    expected = class_signature(binary, is_positive, encoding="linear")
    varies = ~np.isnan(expected.delta)
    assert varies.tolist() == [True, True, True, False, False, True]
    for name, values in expected.measures().items():
        np.testing.assert_allclose(found.measures()[name][varies], values[varies], err_msg=name)
    for feature in np.flatnonzero(varies):
        known = ~np.isnan(X[:, feature])
        cells = [
            [np.sum(known & (is_positive == p) & (binary[:, feature] == v)) for v in (0, 1)]
            for p in (True, False)
        ]
        assert found.p_value[feature] == pytest.approx(stats.fisher_exact(cells)[1])


def test_always_and_never_are_corners_of_which_nothing_is_told():
    X, is_positive, weights = words()
    signature = class_signature(X, is_positive, weights=weights, encoding="present")
    assert signature.phi[3:5].tolist() == [1, -1]
    assert signature.is_constant.tolist() == [False, False, False, True, True, False]
    assert signature.p_value[3:5].tolist() == [1, 1]
    assert np.isnan(signature.q_value[3:5]).all()
    assert not np.isnan(signature.q_value[:3]).any()
    assert not len(signature.undefined)
    ranking = rank(signature, "phi")
    assert ranking.features[0] == 3
    # at the top of the list, but no learner learns from it
    features, _ = FeatureScores.of(ranking).selected(count=2)
    assert features == [feature for feature in ranking.features if feature not in (3, 4)][:2]
    # the number of those tested is not that of all
    tested = signature.p_value[[0, 1, 2, 5]]
    expected = stats.false_discovery_control(tested)
    np.testing.assert_allclose(signature.q_value[[0, 1, 2, 5]], expected)


def test_a_word_not_known_in_a_class_has_no_rate():
    X = np.array([[1.0, 2], [0, 0], [np.nan, 1], [np.nan, 0]])
    for table in (X, sparse.csr_array(X)):
        signature = class_signature(table, [True, True, False, False], encoding="present")
        assert signature.undefined.tolist() == [0]
        assert np.isnan(signature.rates[:, 0]).all()
        assert np.isnan(signature.p_value[0])


def test_streams_of_words_in_any_order():
    X, is_positive, weights = words()
    expected = class_signature(X, is_positive, weights=weights, encoding="present")
    statistics = FeatureStatistics(encoding="present")
    for number, rows in enumerate(np.array_split(np.random.default_rng(0).permutation(70), 4)):
        layout = list(LAYOUTS.values())[number]
        part = FeatureStatistics(encoding="present")
        statistics.merge(part.update(layout(X[rows]), is_positive[rows], weights[rows]))
    np.testing.assert_allclose(statistics.signature().rates, expected.rates, rtol=1e-12)
    np.testing.assert_allclose(statistics.signature().cases, expected.cases, rtol=1e-12)


def test_a_stream_has_an_encoding_that_needs_no_sorting():
    with pytest.raises(ValueError, match="cannot choose"):
        FeatureStatistics(encoding="automatic")
    statistics = FeatureStatistics(encoding="ranks").update([[1], [2]], [True, False])
    with pytest.raises(ValueError, match="'ranks'"):
        statistics.signature()
    with pytest.raises(ValueError, match="other values"):
        FeatureStatistics().update([[1], [2]], [True, False]).merge(statistics)


# --- automatic


def encodings(X, **how):
    is_positive = np.arange(X.shape[0]) % 3 == 0
    return class_signature(X, is_positive, encoding="automatic", **how).encodings


def column(zeros, cases=40):
    """Numbers from 0.5 on, not whole, after so many zeros."""
    return np.where(np.arange(cases) < zeros, 0, 0.5 + np.arange(cases) % 7)


def test_a_feature_that_is_0_three_times_in_four_is_there_or_not():
    X = np.column_stack([column(29), column(30), -column(30), column(0), column(40)])
    expected = "linear", "present", "linear", "linear", "present"
    assert encodings(X) == expected
    assert encodings(X[::-1]) == expected
    # a single negative value, wherever it is
    long = np.tile(column(38), 30)[:, np.newaxis]
    assert encodings(long) == ("present",)
    long[-1] = -0.1
    assert encodings(long) == ("linear",)


def test_what_is_missing_or_not_used_does_not_count():
    X = np.column_stack([column(30), column(30)])
    X[:10, 0] = np.nan
    X[-1, 1] = -3
    assert encodings(X) == ("linear", "linear")
    weights = np.where(np.arange(40) == 39, 0, 0.1)
    for layout in (np.array, sparse.csr_array, sparse.csc_array):
        assert encodings(layout(X), weights=weights)[1] == "present"
        thin = layout(np.column_stack([X, np.zeros((40, 2))]))
        assert encodings(thin, weights=weights)[1] == "present"
        assert encodings(thin)[1] == "linear"


@pytest.mark.parametrize("layout", [sparse.csr_array, sparse.csc_array])
def test_what_a_sparse_table_does_not_store_is_not_there(layout):
    X = np.column_stack([column(10), column(0), column(40), column(30)])
    X[5, 3], X[16, 0] = -1, np.nan
    assert encodings(layout(X)) == ("linear", "linear", "present", "linear")
    # with one value less it stores half of them
    X[17, 0] = 0
    assert encodings(layout(X)) == ("present", "present", "present", "linear")
    values = [None, tuple("ab"), None, None]
    X[:, 1] = X[:, 1] > 2
    assert encodings(layout(X), values=values) == ("present", None, "present", "linear")


def test_frequent_words_are_words_where_most_are_rare():
    rare, frequent = [column(35)] * 10, [column(2)] * 5 + [column(0)] * 4
    negative = [column(0) - 1]
    assert encodings(np.column_stack(rare + frequent + negative)) == (
        ("present",) * 19 + ("linear",)
    )
    # of fewer than 20 features, or of less than half, nothing can be told of the others
    fewer = encodings(np.column_stack(rare + frequent))
    assert fewer == ("present",) * 10 + ("linear",) * 9
    other = encodings(np.column_stack(rare[:9] + [column(2)] * 11))
    assert other == ("present",) * 9 + ("linear",) * 11


def test_each_feature_is_what_it_is_in_its_own_encoding():
    X = np.column_stack([column(33), column(4), column(35), np.arange(40) % 3])
    X[3, 1] = np.nan
    values = [None, None, None, tuple("abc")]
    is_positive = np.arange(40) % 7 < 3
    mixed = class_signature(X, is_positive, values=values, encoding="automatic")
    assert mixed.encodings == ("present", "linear", "present", None)
    assert "2 present, 1 linear" in repr(mixed)
    for name in ("present", "linear"):
        single = class_signature(X, is_positive, values=values, encoding=name)
        which = mixed.is_encoded(name) | np.isin(mixed.features, 3)
        for key, expected in single.measures().items():
            if key != "q_value":
                found = mixed.measures()[key]
                np.testing.assert_allclose(found[which], expected[which], err_msg=key)
    again = class_signature(X, is_positive, values=values, encoding=mixed.encodings)
    np.testing.assert_array_equal(again.rates, mixed.rates)
    each = class_signature(
        X, is_positive, values=values, encoding=("ranks", "best cut", "linear", None)
    )
    for feature, name in enumerate(("ranks", "best cut", "linear")):
        single = class_signature(X, is_positive, values=values, encoding=name)
        assert each.delta[feature] == single.delta[feature]
        ends = np.array(each.interval())[:, feature]
        np.testing.assert_allclose(ends, np.array(single.interval())[:, feature])


def test_the_encoding_is_chosen_once_for_all_samples():
    """Near three quarters of zeros, some samples would choose otherwise."""
    X = np.column_stack([column(30), np.arange(40.0) - 3])
    is_positive = np.arange(40) % 3 == 0
    automatic, present = (
        np.array(list(bootstrap_ranks(X, is_positive, encoding=encoding, replicates=30)))
        for encoding in ("automatic", ("present", "linear"))
    )
    np.testing.assert_array_equal(automatic, present)


def test_words_about_encodings():
    assert (
        explain_encodings(["present"] * 10_474) == "present/absent for 10,474 of 10,474 features"
    )
    assert explain_encodings([None, None]) == ""
    told = explain_encodings(["ranks", None])
    assert told == "by ranks for 1 of 1 numeric features"
    assert all(each.title and each.tip for each in ENCODINGS.values())


# --- each class


@pytest.mark.parametrize("encoding", ["automatic", "present", "linear", "best cut", "ranks"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_each_class_in_one_pass_is_each_by_itself(encoding, layout, is_weighted):
    X, _, weights = words(120)
    X = np.column_stack([X, np.arange(120) % 4])
    values = [None] * 6 + [tuple("abcd")]
    random = np.random.default_rng(2)
    classes = random.choice([0, 1, 3, 4], 120, p=[0.5, 0.25, 0.15, 0.1])
    weights = weights if is_weighted else None
    table = LAYOUTS[layout](X)
    how = {"values": values, "encoding": encoding, "weights": weights}
    shares = []
    found = class_signatures(table, classes, **how, progress=shares.append)
    assert list(found) == [0, 1, 3, 4]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    for number, signature in found.items():
        own = class_signature(table, classes == number, **how)
        assert signature.names == own.names
        assert signature.encodings == own.encodings
        assert signature.prevalence == pytest.approx(own.prevalence)
        for key, expected in own.measures().items():
            np.testing.assert_allclose(
                signature.measures()[key], expected, rtol=1e-8, atol=1e-12, err_msg=key
            )


def test_each_class_of_a_single_one():
    with pytest.raises(ValueError, match="negative and positive"):
        class_signatures(np.arange(4.0)[:, None], [1, 1, 1, 1])


# --- equal columns


@pytest.mark.parametrize("scale", [1, 1e9])
def test_columns_that_differ(scale):
    rows = scale * np.random.default_rng(0).integers(0, 3, (4, 500)).astype(float)
    first, which = distinct_columns(rows)
    np.testing.assert_array_equal(rows[:, first][:, which], rows)
    assert len(first) == len(set(map(tuple, rows.T)))
