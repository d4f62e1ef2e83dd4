"""The lab sheet on words, step by step."""

import re

import pytest
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QListView

from orangecontrib.phidelta.tutorials.runner import output

WORKFLOW = "words"
TEXTS, RANKER = "Texts", "Feature Ranker"
OUTSIDE, INSIDE = "Without the selected words", "Selected inside the test"
KNN, LOGISTIC = "kNN", "Logistic Regression"
AUTOMATIC, SCALED = "Numeric values, automatic", "Numeric values, scaled"
REGIONS = "Discriminant", "Characteristic", "Rare", "Indifferent"


@pytest.fixture
def screen(lab):
    """Words present or absent in texts about cooking."""
    screen = lab["Class Signature"]
    screen.select("Positive class", "cooking")
    screen.choose(AUTOMATIC)
    lab.wait()
    return screen


def told(screen, word):
    """The sentence about a word."""
    [diagram] = screen.widget.diagrams
    [layer] = diagram.layers
    mark = list(layer.variables).index(word)
    text = screen.point_at(diagram, layer.fpr[mark], layer.tpr[mark])
    assert text.startswith(f"{word}: ")
    return text


def shares(sentence):
    """In how many per cent of the positives and of the others it is."""
    return re.search(r"present in ([\d.]+)% of .* and ([\d.]+)% of others", sentence).groups()


def axes(sentence):
    """φ and δ that a sentence tells."""
    return re.search(r"φ (-?[\d.]+), δ (-?[\d.]+)", sentence).groups()


def region_counts(screen):
    """How many words each region has, as its box says."""
    boxes = screen.widget.regions_control.boxes.values()
    return [int(box.text().rpartition(": ")[2]) for box in boxes]


def choose_regions(lab, screen, *names):
    """Have exactly these regions ticked."""
    for name, box in zip(REGIONS, screen.widget.regions_control.boxes.values(), strict=True):
        assert box.text().startswith(name)
        screen.tick(box.text(), are_ticked=name in names)
    lab.wait()


def selected(screen):
    return [variable.name for variable in output(screen.widget, "Features") or ()]


def accuracies(lab, test):
    return [float(lab[test].cell(model, "CA")) for model in (KNN, LOGISTIC)]


def about(values):
    """What is near enough: ties among neighbours and rounding may differ by version."""
    return [(value - 0.03, value + 0.03) for value in values]


class TestShape:
    def test_where_words_lie(self, lab, screen):
        lab.sheet.asks("Which words lie to the right, which to the left")
        for word in ("the", "of"):
            assert float(axes(told(screen, word))[0]) > 0.9
        for word, side in (("oven", 1), ("flour", 1), ("salt", 1), ("butter", 1), ("boat", -1)):
            assert side * float(axes(told(screen, word))[1]) > 0.5

    def test_the_best(self, lab, screen):
        strength, right = screen.read("The greatest |δ| is {} (water): alone it is right for {}%")
        both = [axes(told(screen, word))[1] for word in ("oven", "water")]
        assert float(both[0]) == -float(both[1]) == pytest.approx(float(strength), abs=0.005)
        lab.sheet.tells("oven and water, |δ| = {} both: right for {} %", both[0], right)

    def test_search(self, lab, screen):
        lab.sheet.asks("Type the into the field above the picture.")
        screen.widget.find_field.edit.setText("the")
        QTest.qWait(2000)
        screen.read("{} of 1,029")
        lab.sheet.tells("In the right corner, in {} % and {} %.", *shares(told(screen, "the")))
        screen.widget.find_field.edit.clear()

    def test_you(self, lab, screen):
        sentence = told(screen, "you")
        words = "{} % of the texts about cooking and {} % of the others: characteristic (φ = {})"
        phi, delta = axes(sentence)
        lab.sheet.tells(words, *shares(sentence), phi)
        lab.sheet.tells("tells something (δ = {})", delta)


def test_counts(lab, screen):
    lab.sheet.asks("The headline says Present/absent", f"Choose {SCALED}.", f"Choose {AUTOMATIC}")
    assert "Present/absent for 1,029 of 1,029 features." in screen.text
    before, _ = axes(told(screen, "the"))
    screen.choose(SCALED)
    lab.wait()
    lab.sheet.tells("φ of the is {} in place of {}.", axes(told(screen, "the"))[0], before)


class TestRegions:
    @pytest.fixture(autouse=True)
    def _see_regions(self, screen):
        screen.tick("Regions")

    def test_numbers(self, lab, screen):
        counts = region_counts(screen)
        words = "{} discriminant, {} characteristic, {} rare, {} indifferent: {} % are rare."
        lab.sheet.tells(words, *counts, 100 * counts[2] / sum(counts))

    def test_what_may_be_chance(self, lab, screen):
        lab.sheet.asks("Three of the selected words are not about any topic.")
        choose_regions(lab, screen, "Discriminant")
        hollow = [word for word in selected(screen) if "chance may give" in told(screen, word)]
        lab.sheet.tells("{}, {} and {} are hollow".format(*hollow))
        choose_regions(lab, screen)

    def test_another_limit(self, lab, screen):
        lab.sheet.asks("or type, until |φ| ≤ is 0.80.")
        screen.type("|φ| ≤", 0.8)
        lab.sheet.tells("8. {}. Words", region_counts(screen)[0])
        screen.type("|φ| ≤", 0.4)


class TestWithoutStopWords:
    def test_remaining_data(self, lab, screen):
        lab.sheet.asks("Note the accuracies (CA). Tick Characteristic (stop words).")
        before = accuracies(lab, OUTSIDE)
        lab.sheet.tells("Before: about {} (kNN) and {} (Logistic Regression)", *about(before))
        choose_regions(lab, screen, "Characteristic")
        after = accuracies(lab, OUTSIDE)
        words = "without {} of {} words about {} and {}."
        lab.sheet.tells(words, len(selected(screen)), 1029, *about(after))
        assert after[0] > before[0]

    def test_inside(self, lab, screen):
        lab.sheet.asks("Untick Characteristic, and tick the other three.")
        choose_regions(lab, screen, "Discriminant", "Rare", "Indifferent")
        shown = accuracies(lab, INSIDE)
        lab.sheet.tells("by the other four parts alone: about {} and {}.", *about(shown))
        assert lab[INSIDE].widget.fold_feature.name == "part"

    def test_discriminant_only(self, lab, screen):
        choose_regions(lab, screen, "Discriminant")
        lab.sheet.tells("11. About {} and {}.", *about(accuracies(lab, INSIDE)))
        choose_regions(lab, screen)


def test_beyond_chance(lab):
    ranker = lab[RANKER]
    by_p, by_q = ranker.read("{} with p ≤ 0.05, {} with q ≤ 0.05")
    words = "12. {}; of {} words one would expect up to {}. {} have q of 0.05 at most"
    count = len(ranker.column("Feature"))
    lab.sheet.tells(words, by_p, count, 0.05 * count, by_q)
    ranker.sort("q")
    lists = lab[TEXTS].widget.console.locals["about"]
    assert set(ranker.column("Feature")[: int(by_q)]) == {w for own in lists.values() for w in own}
    shown = [float(ranker.cell("anchor", head)) for head in ("φ", "|δ|")]
    lab.sheet.tells("(anchor: φ = {}, |δ| = {})", *shown)


def test_siblings(lab, screen):
    lab.sheet.asks("Choose Against chosen classes below the list, and there sailing.")
    screen.select("Positive class", "rowing")
    lab.wait()
    found = [[axes(told(screen, word))[1] for word in ("boat", "oar")]]
    screen.choose("Against chosen classes")
    screen.select("Negative classes", "sailing")
    lab.wait()
    found.append([axes(told(screen, word))[1] for word in ("boat", "oar")])
    boat, oar = zip(*found, strict=True)
    lab.sheet.tells("boat: {} against all others, {} against sailing.", *boat)
    lab.sheet.tells("oar: {} and {}.", *oar)
    screen.choose("Against all others")
    lab.wait()


def test_real_texts(lab):
    lab.sheet.asks("choose Help texts in its list, and press Run.")
    for title in (OUTSIDE, INSIDE):
        lab.remove(title)
    texts = lab[TEXTS]
    [scripts] = [
        view
        for view in texts.widget.findChildren(QListView)
        if view.model() is texts.widget.libraryList
    ]
    scripts.setCurrentIndex(texts.widget.libraryList.index(1))
    texts.edit('["Orange", "numpy", "sklearn"]', '["Orange", "numpy"]')  # all take long
    texts.click("Run")
    lab.wait()
    screen = lab["Class Signature"]
    assert output(screen.widget, "Remaining Data").domain.class_var.values == ("Orange", "numpy")
    assert float(axes(told(screen, "the"))[0]) > 0.4
