"""Several signatures, and what is computed of them before they are shown."""

import numpy as np
import pytest
from Orange.data import Table

from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.orange import headlines, signatures, signaturesets, tablesignature
from orangecontrib.phidelta.orange.signatures import (
    best_cuts,
    feature_scores_table,
    table_signature,
)
from orangecontrib.phidelta.orange.signaturesets import SignatureSet


def signature_set(name, subsets="pairs"):
    data = Table(name)
    each = [
        table_signature(data, value, "linear", subsets) for value in data.domain.class_var.values
    ]
    return SignatureSet(each, [best_cuts(data, one) for one in each])


@pytest.mark.parametrize("name", ["zoo", "heart_disease", "iris"])
def test_scores_at_a_class_ratio_are_as_if_computed_anew(name):
    shown = signature_set(name)
    usual = shown.scores_table()
    before = usual.X.copy()
    for prevalence in (0.03, 0.6):
        expected = feature_scores_table(shown.signatures, prevalence=prevalence)
        found = shown.scores_table(prevalence)
        np.testing.assert_array_equal(found.X, expected.X)
        assert found.metas.tolist() == expected.metas.tolist()
        assert (found.name, found.domain) == (expected.name, usual.domain)
    np.testing.assert_array_equal(usual.X, before)
    assert shown.scores_table() is usual


def test_nothing_has_no_scores():
    assert SignatureSet().prepare().scores_table() is None
    assert SignatureSet().scores_table(0.2) is None


@pytest.mark.parametrize(("name", "has_band"), [("zoo", True), ("heart_disease", False)])
def test_what_is_prepared_is_not_computed_when_shown(monkeypatch, name, has_band):
    shown, asked = signature_set(name), []
    for home, function in (
        (signatures, "q_values"),
        (headlines, "q_values"),
        (tablesignature, "chance_band"),
        (tablesignature, "kind_of"),
        (signaturesets, "feature_scores_table"),
        (Signature, "interval"),
        (Signature, "name"),
    ):
        own = getattr(home, function)
        monkeypatch.setattr(
            home, function, lambda *a, f=own, n=function, **k: asked.append(n) or f(*a, **k)
        )
    assert shown.prepare() is shown
    expected = {"q_values", "chance_band", "kind_of", "feature_scores_table", "interval", "name"}
    expected -= set() if has_band else {"chance_band"}
    assert set(asked) == expected
    asked.clear()
    for number, each in enumerate(shown.signatures):
        assert shown.is_chance(number).shape == (len(each.signature),)
        assert len(each.mark_words[0]) == len(each.signature)
        assert shown.have_band == has_band
        if has_band:
            shown.band(number)
    assert shown.headline
    assert len(shown.undefined) <= 1
    assert len(shown.scores_table()) == sum(len(each.signature) for each in shown.signatures)
    assert asked == []
    shown.explain(0, 3)
    assert asked == ["name"]


def test_the_words_of_marks():
    shown = signature_set("heart_disease")
    for each in shown.signatures:
        signature = each.signature
        names, variables, kinds = each.mark_words
        assert names == list(signature.names)
        for mark, feature in enumerate(signature.features):
            variable = each.variables[feature]
            assert variables[mark] == variable.name
            assert kinds[mark] == ("categorical" if variable.is_discrete else "numeric")
            row = [names[mark], variable.name, each.positive.names[0], int(variable.is_discrete)]
            assert each.metas[mark].tolist() == row
