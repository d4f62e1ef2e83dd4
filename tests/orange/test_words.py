"""Words of real texts lie where the papers have them, however the bag of words is made.

2014 paper, section 4; 2018 paper, section 6.2.2: stop words to the right, rare words to the left,
words of the subject above. Documents are docstrings of at least 60 words, classes their packages.
"""

import numpy as np
import pytest
from docstrings import PACKAGES, corpus
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures
from orangecontrib.phidelta.orange.signatures import class_table_signatures
from orangecontrib.phidelta.orange.signaturesets import SignatureSet

VALUES = {
    "counts": lambda counts: counts,
    "tf-idf": lambda counts: TfidfTransformer().fit_transform(counts),
    "binary": lambda counts: (counts > 0).astype(float),
}
STORED = {"sparse": sparse.csr_matrix, "dense": lambda matrix: matrix.toarray()}


def bag_of_words(values="counts", stored="sparse"):
    texts, packages = corpus()
    vectorizer = CountVectorizer()
    counts = vectorizer.fit_transform(texts).astype(float)
    classes = sorted(set(packages))
    words = [ContinuousVariable(word) for word in vectorizer.get_feature_names_out()]
    domain = Domain(words, DiscreteVariable("class: package", classes))
    X = STORED[stored](VALUES[values](counts))
    return Table.from_numpy(domain, X, np.array([classes.index(each) for each in packages]))


def signatures(*how):
    found = class_table_signatures(bag_of_words(*how))
    return {each.positive.text: each.signature for each in found}


@pytest.fixture(scope="module")
def usual():
    return signatures()


def documents_with():
    """For each word, the packages of the documents that have it; by sets, for it is the oracle."""
    texts, packages = corpus()
    analyse, found = CountVectorizer().build_analyzer(), {}
    for text, package in zip(texts, packages, strict=True):
        for word in set(analyse(text)):
            found.setdefault(word, []).append(package)
    return found


def test_rates_are_shares_of_documents(usual):
    _, packages = corpus()
    found = documents_with()
    for package, signature in usual.items():
        own = np.sum(packages == package)
        tpr = [found[name].count(package) / own for name in signature.names]
        others = [len(found[name]) - found[name].count(package) for name in signature.names]
        np.testing.assert_allclose(signature.tpr, tpr)
        np.testing.assert_allclose(signature.fpr, np.array(others) / (len(packages) - own))


def test_stop_words_are_characteristic_and_rare_words_rare(usual):
    found = documents_with()
    assert len(usual) >= 5
    for signature in usual.values():
        phi = dict(zip(signature.names, signature.phi, strict=True))
        assert min(phi["the"], phi["of"]) > 0.4
        rare = [phi[word] for word, those in found.items() if len(those) == 2]
        assert len(rare) > 500
        assert max(rare) < -0.9
        # the half-moon: most words are rare, few are characteristic
        assert np.mean(signature.phi < -0.8) > 0.8
        assert 0 < np.mean(signature.phi > 0.4) < 0.01


def test_words_of_the_subject_are_discriminant(usual):
    for package, signature in usual.items():
        best = np.argsort(-np.abs(signature.delta))[:10]
        known = PACKAGES[package][1].split()
        told = [signature.names[mark] for mark in best if signature.delta[mark] > 0]
        assert len(set(told) & set(known)) >= 3, (package, told)


@pytest.mark.parametrize("stored", STORED)
@pytest.mark.parametrize("values", VALUES)
def test_the_picture_is_the_same_however_the_bag_is_made(usual, values, stored):
    for package, signature in signatures(values, stored).items():
        np.testing.assert_array_equal(signature.rates, usual[package].rates)
        np.testing.assert_array_equal(signature.p_value, usual[package].p_value)
        assert set(signature.encodings) == {"present"}


def test_scores_and_selection_are_of_the_same_words():
    for values in ("counts", "tf-idf"):
        data = bag_of_words(values)
        scores = Scoring(positive="numpy", criterion="phi").scores(data)
        names = [data.domain.attributes[feature].name for feature in scores.order[:40]]
        assert {"the", "of"} <= set(names)
        best = SelectFeatures(count=10, positive="numpy")(data)
        assert {"numpy", "np"} <= {variable.name for variable in best.domain.attributes}
        found = FeatureScorer(criterion="phi", positive="numpy")(data, data.domain["the"])
        assert found > 0.4


def test_the_headline_says_what_was_chosen():
    shown = SignatureSet(class_table_signatures(bag_of_words()), [None] * 6)
    count = len(shown.signatures[0].variables)
    assert shown.headline.endswith(f" Present/absent for {count:,} of {count:,} features.")
