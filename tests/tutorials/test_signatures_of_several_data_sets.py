"""The lab sheet on several data sets, step by step."""

import re

import pytest

WORKFLOW = "signatures-of-several-data-sets"
STRENGTHS = "|δ| scaled", "|δ| best cut", "|δ| ranks"


@pytest.fixture
def screen(lab):
    """The usual positive class, numbers scaled, as in the workflow."""
    screen = lab["Signature Collection"]
    screen.choose("The usual one")
    screen.choose("Numeric values, scaled")
    lab.wait()
    return screen


class TestFiveSignatures:
    def test_the_table(self, lab, screen):
        lab.sheet.asks("Note |δ| scaled, |δ| best cut and |δ| ranks of each data set.")
        names = []
        for name, row in lab.sheet.rows("data set"):
            names.append(name)
            assert screen.cell(name, "Looks") == row["looks"]
            shown = [screen.cell(name, head) for head in STRENGTHS]
            assert shown == [row["scaled"], row["best cut"], row["ranks"]]
        assert names == screen.column("Data set")

    def test_the_greatest(self, lab, screen):
        shown = {
            name: float(screen.cell(name, STRENGTHS[0])) for name in screen.column("Data set")
        }
        first, second = sorted(shown, key=shown.get)[:-3:-1]
        words = f"{first}, {{}}, before {second} with {{}} ({{}} and {{}})"
        strengths = shown[first], shown[second]
        lab.sheet.tells(words, *strengths, *strengths)

    def test_what_may_be_chance(self, lab, screen):
        lab.sheet.asks("Which share of the features of zoo is beyond chance?", "|δ| of 0.67")
        negatives, positives = (screen.cell("zoo", each) for each in ("Negatives", "Positives"))
        lab.sheet.tells("3. {} %. The positive", screen.cell("zoo", "Beyond chance"))
        total = int(negatives) + int(positives)
        lab.sheet.tells("amphibian, {} animals among {}", positives, total)
        assert screen.cell("zoo", "Positive class") == "amphibian"
        zoo = lab["Signature Collection"].widget.diagrams[3].layers[0]
        assert zoo.is_chance.all()


def test_another_positive_class(lab, screen):
    lab.sheet.asks("Choose The most frequent as positive class.")
    screen.choose("The most frequent")
    lab.wait()
    assert screen.cell("zoo", "Positive class") == "mammal"
    lab.sheet.tells("Positive is mammal, and |δ| is {}:", screen.cell("zoo", STRENGTHS[0]))
    lab.sheet.tells("|δ| is {} as before", screen.cell("titanic", STRENGTHS[0]))


class TestModelsAndFeatures:
    def gains(self, screen, name):
        heads = "Gain of the best model", "Gain low", "Gain high"
        return [screen.cell(name, head) for head in heads]

    def test_gains(self, lab, screen):
        lab.sheet.asks("Sort by Gain of the best model.")
        screen.sort("Gain of the best model")
        assert screen.column("Data set")[:2] == ["heart_disease", "iris"]
        lab.sheet.tells("5. {}, from {} to {}.", *self.gains(screen, "heart_disease"))
        lab.sheet.tells("6. {}, from {} to {}:", *self.gains(screen, "iris"))
        screen.choose("Best cut of numeric values")
        lab.wait()
        gain, *_ = self.gains(screen, "iris")
        lab.sheet.tells("With best cuts the gain is {}.", gain)

    def test_who_is_below(self, lab):
        lab.sheet.asks("Read the second sentence.")
        widget = lab["Signature: heart disease"].widget
        told = widget.meeting_line.text()
        tree = re.search(r"Tree ([\d.]+): gain (\S+) \((\S+) to (\S+)\)", told).groups()
        best = re.search(r"reaches δ ([\d.]+);", told)[1]
        words = (
            "7. Tree: {} against {}. It is not sure; its gain is {}, and may lie between {} and {}"
        )
        lab.sheet.tells(words, tree[0], best, *tree[1:])
        assert "chance may explain: Tree" in str(widget.Information.worse)
