"""The lab sheet on selecting features without cheating, step by step."""

import re
from pathlib import Path

from AnyQt.QtCore import Qt

WORKFLOW = "selecting-features"
RANKER, NOISE, RANK = "Feature Ranker", "Noise", "Rank"
BEFORE, INSIDE = "Selected before the test", "Selected inside the test"
LOGISTIC, BAYES = "Logistic Regression", "Naive Bayes"


def accuracies(lab, *models):
    """CA of the models in the test selected before, then in the test selected inside."""
    return [lab[test].cell(model, "CA") for test in (BEFORE, INSIDE) for model in models]


def below(shown, limit):
    """How many are below the limit, which one that is shown as the limit may be or not."""
    values = [float(text) for text in shown]
    return sum(v < limit for v in values), sum(v <= limit for v in values)


def run_noise(lab, old, new):
    lab[NOISE].edit(old, new)
    lab[NOISE].click("Run")
    lab.wait()


def select_best(lab, count):
    """The same number in Rank and in the Feature Ranker."""
    lab[RANK].click("Best ranked")
    lab[RANK].type("Select Attributes", count)
    assert lab[RANK].field("Select Attributes") == str(count)
    lab[RANKER].type("Best", count)
    lab.wait()


class TestARankingOfNothing:
    def test_the_best_of_a_thousand(self, lab):
        lab.sheet.asks("Which feature is the best, and what is its |δ|?")
        ranker = lab[RANKER]
        best, strength = ranker.column("Feature")[0], ranker.column("|δ|")[0]
        lab.sheet.tells(f"{best}, |δ| = {{}}, {{}} %.", strength, 50 * (1 + float(strength)))
        assert len(ranker.column("Feature")) == 1000

    def test_p_and_q(self, lab):
        lab.sheet.asks("Show the column p (button Columns) and sort by it.")
        ranker = lab[RANKER]
        ranker.show_column("p")
        ranker.sort("p")
        shown = [float(text) for text in ranker.column("p")]
        assert shown == sorted(shown)
        lab.sheet.tells("b) {}. By chance", below(shown, 0.05))
        lab.sheet.asks("What is the lowest q?")
        ranker.sort("q")
        name = ranker.column("Feature")[0]
        lab.sheet.tells(f"c) {{}} ({name}).", ranker.column("q")[0])
        ranker.sort("#")

    def test_rank_intervals(self, lab):
        lab.sheet.asks("Tick Rank intervals.")
        ranker = lab[RANKER]
        ranker.tick("Rank intervals (bootstrap)")
        lab.wait()
        ends = re.fullmatch(r"(\d+) to (\d+)", ranker.column("Ranks")[0]).groups()
        lab.sheet.tells("From {} to {}, with 100 samples.", *ends)
        ranker.tick("Rank intervals (bootstrap)", are_ticked=False)
        lab.wait()

    def test_looking_at_a_row_changes_nothing(self, lab):
        before = accuracies(lab, LOGISTIC, BAYES)
        lab[RANKER].click_row("7", "Feature")
        lab.wait()
        assert accuracies(lab, LOGISTIC, BAYES) == before
        assert lab[RANKER].field("Best") == "5"


class TestTwoTests:
    def test_accuracies(self, lab):
        lab.sheet.asks("Write down the accuracies (CA) of both models in both tests.")
        shown = accuracies(lab, LOGISTIC, BAYES)
        lab.sheet.tells("Selected before the test: {} for both models.", shown[0])
        assert shown[0] == shown[1]
        words = "Selected inside: {} for Logistic Regression and {} for Naive Bayes."
        lab.sheet.tells(words, *shown[2:])

    def test_other_noise(self, lab):
        lab.sheet.asks("change the 3 in seed = 3 and press Run")
        found, seed = [accuracies(lab, LOGISTIC, BAYES)], 3
        for other in (1, 2):
            run_noise(lab, f"seed = {seed} ", f"seed = {other} ")
            found.append(accuracies(lab, LOGISTIC, BAYES))
            seed = other
        lab[NOISE].edit(f"seed = {seed} ", "seed = 3 ")
        lab[NOISE].click("Run")
        before = [float(text) for row in found for text in row[:2]]
        inside = [float(text) for row in found for text in row[2:]]
        lab.sheet.tells("Before: {} to {} for the numbers 1 to 3.", min(before), max(before))
        lab.sheet.tells("Inside: {} to {}. That is less than", min(inside), max(inside))


class TestTheMoreTheMerrier:
    def test_more_features(self, lab):
        lab.sheet.asks("Select the 100 best features, in Rank as well as in the Feature Ranker.")
        select_best(lab, 100)
        shown = accuracies(lab, LOGISTIC, BAYES)
        lab.sheet.tells("a) Before: {} and {}. Inside: {} and {}.", *shown)
        lab.sheet.asks("Choose All in both.", "Return to the 5 best in both.")
        lab[RANK].click("All")
        lab.wait()
        shown = accuracies(lab, LOGISTIC, BAYES)
        lab.sheet.tells("Nothing is selected any more: {} and {} in both.", *shown[:2])
        lab[RANKER].click("All")  # and the same test, of the same data, would begin
        [told] = [message.formatted for message in lab[RANKER].widget.Information.active]
        assert told.startswith("No preprocessor: “All” leaves the features as they are.")
        select_best(lab, 5)

    def test_more_numbers(self, lab):
        lab.sheet.asks("change the 1000 in n = 1000", "remove [::5]")
        found, numbers = {1000: accuracies(lab, LOGISTIC)}, 1000
        for other in (10, 100, 5000):
            run_noise(lab, f"n = {numbers} ", f"n = {other} ")
            assert len(lab[RANKER].column("Feature")) == other
            found[other] = accuracies(lab, LOGISTIC)
            numbers = other
        before, inside = zip(*(found[n] for n in sorted(found)), strict=True)
        words = "Logistic Regression {}, {}, {} and {}; inside {}, {}, {} and {}."
        lab.sheet.tells(words, *before, *inside)
        lab[NOISE].edit(f"n = {numbers} ", "n = 1000 ")
        run_noise(lab, "in_data[::5]", "in_data")
        words = "With all 303 patients: {} before, {} inside."
        lab.sheet.tells(words, *accuracies(lab, LOGISTIC))


class TestRealData:
    def test_lines_to_the_file(self, lab):
        lab.sheet.asks("Open brown-selected in File", "Each of them must read Data.")
        lab["File"].open_data(Path("brown-selected.tab"))
        lab.remove(NOISE)
        assert [lab.connect("File", sink) for sink in (RANK, RANKER, INSIDE)] == ["Data"] * 3
        lab.wait()
        lab.sheet.asks("There are 79 features")
        assert len(lab[RANKER].column("Feature")) == 79
        lab.sheet.tells("a) {} of 79", below(lab[RANKER].column("q"), 0.05))
        shown = accuracies(lab, LOGISTIC, BAYES)
        lab.sheet.tells("b) Before: {} and {}. Inside: {} and {}.", *shown)

    def test_similar_features(self, lab):
        lab.sheet.asks("Tick Similarity at most", "(column Similar to)")
        ranker = lab[RANKER]
        before = lab[INSIDE].cell(BAYES, "CA")
        ranker.tick("Similarity at most")
        lab.wait()
        pairs = list(zip(ranker.column("Feature"), ranker.column("Similar to"), strict=True))
        similar = dict(pairs)
        for name in ("spo- early", "spo 5", "spo 7"):
            assert re.fullmatch(r"spo- mid \(0\.\d\d\)", similar[name])
        kept = [name for name, better in pairs if not better][:5]
        lab.sheet.tells(f"The features kept are {', '.join(kept[:4])} and {kept[4]}")
        after = lab[INSIDE].cell(BAYES, "CA")
        lab.sheet.tells("Naive Bayes gains ({} to {})", before, after)
        lab.sheet.tells("stays at {}.", lab[INSIDE].cell(LOGISTIC, "CA"))
        lab[RANK].click_row(kept[0], "#")
        for name in kept[1:]:
            lab[RANK].click_row(name, "#", Qt.ControlModifier)
        lab.wait()
        words = "(Select these five in Rank, before the test, and it has {}:"
        lab.sheet.tells(words, lab[BEFORE].cell(LOGISTIC, "CA"))
