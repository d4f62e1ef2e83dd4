"""The lab sheet on groups, step by step."""

import numpy as np
import pytest

WORKFLOW = "groups"
BAYES, LOGISTIC = "Naive Bayes", "Logistic Regression"


@pytest.fixture
def screen(lab):
    """Both models, as in the data, in no groups."""
    screen = lab["φ/δ Diagram"]
    screen.select("Positive class", "1")
    screen.choose("Group by: none")
    screen.select("Models", BAYES, LOGISTIC)
    screen.click("As in the data")
    screen.tick("Confidence", are_ticked=False)
    return screen


def by_gender(screen):
    screen.choose("Group by: gender")


def counts(screen, row):
    return [int(screen.cell(row, header)) for header in ("TP", "FP", "FN", "TN")]


def ill_and_healthy(screen, group):
    tp, fp, fn, tn = counts(screen, f"{LOGISTIC}: {group}")
    return tp + fn, fp + tn


class TestWomenAndMen:
    def test_accuracy(self, lab, screen):
        shown = [screen.cell(name, "Acc") for name in (BAYES, LOGISTIC)]
        lab.sheet.tells("1. Naive Bayes {}, Logistic Regression {}.", *shown)
        by_gender(screen)
        rows = dict(lab.sheet.rows("group"))
        assert list(rows) == screen.column("Model")
        assert len(rows) == 4
        for group, row in rows.items():
            for header in ("Acc", "Sens", "Spec"):
                assert row[header] == screen.cell(group, header)
        screen.type("Class ratio", "1 : 1")
        assert [row["at 1 : 1"] for row in rows.values()] == screen.column("Acc")

    def test_how_many_are_ill(self, lab, screen):
        by_gender(screen)
        told = []
        for group in ("female", "male"):
            ill, healthy = ill_and_healthy(screen, group)
            told += [ill, ill + healthy]
        lab.sheet.tells("{} of {} women and {} of {} men.", *told)
        assert f"{told[1]} women and {told[3]} men" in lab.sheet.questions

    def test_by_hand(self, lab, screen):
        lab.sheet.asks("finds 70 % of the ill and recognises 95 % of the healthy")
        by_gender(screen)
        for group, words in (("female", "Women"), ("male", "; men")):
            ill, healthy = ill_and_healthy(screen, group)
            both = ill + healthy
            value = (0.7 * ill + 0.95 * healthy) / both
            template = f"{words}: ({{}} · {{}} + {{}} · {{}}) / {{}} = {{}}"
            lab.sheet.tells(template, 0.7, ill, 0.95, healthy, both, value)

    def test_whose_the_difference_is(self, lab, screen):
        by_gender(screen)
        for name in (BAYES, LOGISTIC):
            words = f"{name}: Accuracy {{}} in ‘female’, {{}} in ‘male’: the class ratio explains "
            *_, ratio, model = screen.read(f"{words}{{}} of the difference, the model {{}}.")
            lab.sheet.tells(f"{name}: the class ratio {{}}, the model {{}}.", ratio, model)
        shares = []
        for group in ("male", "female"):
            _, fp, _, tn = counts(screen, f"{BAYES}: {group}")
            shares.append(100 * fp / (fp + tn))
        words = "it calls {} % of the healthy men ill, and {} % of the healthy women."
        lab.sheet.tells(words, *shares)


class TestWhatAccuracyHides:
    def test_who_is_missed(self, lab, screen):
        by_gender(screen)
        told, shares = [], []
        for group in ("female", "male"):
            tp, _, fn, _ = counts(screen, f"{LOGISTIC}: {group}")
            told += [fn, tp + fn]
            shares.append(100 * fn / (tp + fn))
        lab.sheet.tells("{} of {} women, but {} of {} men: {} % against {} %.", *told, *shares)
        accuracies = [float(screen.cell(f"{LOGISTIC}: {g}", "Acc")) for g in ("female", "male")]
        assert accuracies[0] > accuracies[1]
        assert shares[0] > shares[1]

    def test_at_equal_classes(self, lab, screen):
        lab.sheet.asks("Type the class ratio 1 : 1.")
        by_gender(screen)
        kept = [screen.column(each) for each in ("Sens", "Spec", "TP", "FP")]
        screen.type("Class ratio", "1 : 1")
        assert [screen.column(each) for each in ("Sens", "Spec", "TP", "FP")] == kept
        rows = [f"{LOGISTIC}: {group}" for group in ("female", "male")]
        lab.sheet.tells("6. {} and {}: nearly the same.", *(screen.cell(r, "Acc") for r in rows))
        lab.sheet.tells("compare φ_b, {} and {}.", *(screen.cell(r, "φ_b") for r in rows))
        for row in rows:
            mean = (float(screen.cell(row, "Sens")) + float(screen.cell(row, "Spec"))) / 2
            assert float(screen.cell(row, "Acc")) == pytest.approx(mean, abs=0.001)


class TestChance:
    def test_regions(self, lab, screen):
        lab.sheet.asks("Tick Confidence.")
        by_gender(screen)
        screen.tick("Confidence")
        groups = screen.widget.comparison.classifiers
        (fprs, tprs) = np.ptp([each.region() for each in groups], axis=1).T
        assert groups[np.argmax(tprs)].name == f"{LOGISTIC}: female"
        assert tprs.max() > fprs.max()
        ill, _ = ill_and_healthy(screen, "female")
        lab.sheet.tells("there are only {} ill women.", ill)

    def test_intervals(self, lab, screen):
        by_gender(screen)
        ends = []
        for group in ("female", "male"):
            tip = screen.tip(f"{LOGISTIC}: {group}", "Sens")
            ends += tip.split("95 % interval ")[1].split(" to ")
        lab.sheet.tells("Women {} to {}, men {} to {}: they overlap.", *ends)
        assert float(ends[1]) > float(ends[2])
        tp, _, fn, _ = counts(screen, f"{LOGISTIC}: female")
        wanted = round(float(screen.cell(f"{LOGISTIC}: male", "Sens")) * (tp + fn))
        lab.sheet.asks(f"found for {screen.cell(f'{LOGISTIC}: male', 'Sens')}?")
        words = "{} of the {} ill women would have to be found, {} more than the {} that are."
        lab.sheet.tells(words, wanted, tp + fn, wanted - tp, tp)


class TestByAge:
    def test_quarters(self, lab, screen):
        lab.sheet.asks("Choose Group by: age, and select only Logistic Regression.")
        screen.choose("Group by: age")
        screen.select("Models", LOGISTIC)
        names = [name.removeprefix(f"{LOGISTIC}: ") for name in screen.column("Model")]
        bounds = [name.rpartition(" ")[2] for name in names]
        assert bounds[2:] == ["61", "61"]
        lab.sheet.tells("up to {}, up to {}, up to {}, and older.", *bounds[:3])
        first, last = screen.read(f"Accuracy fell from {{}} in ‘{names[0]}’ to {{}} in ‘> 61’")
        shown = screen.column("Acc")
        words = '"Accuracy fell from {} to {}"; but the lowest is the third quarter, {}, and the'
        lab.sheet.tells(f"{words} highest the second, {{}}.", first, last, shown[2], shown[1])
        assert (min(shown), max(shown)) == (shown[2], shown[1])

    def test_unknown_values(self, lab, screen):
        screen.choose("Group by: thal")
        [count] = screen.read("{} test cases of unknown thal are in no group")
        lab.sheet.tells("Of {} patients the value is not known", count)
        lab.sheet.asks("about two patients?")
