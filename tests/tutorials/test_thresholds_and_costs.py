"""The lab sheet on thresholds and costs, step by step."""

import re

import pytest
from AnyQt.QtCore import QPointF
from labsheet import agree

WORKFLOW = "thresholds-and-costs"
TUNER, DIAGRAM, TUNED = "Threshold Tuner", "φ/δ Diagram", "Test and Score, tuned"
LOGISTIC, BAYES = "Logistic Regression", "Naive Bayes"
TUNED_BAYES = "Naive Bayes, cut tuned for cost"
MEASURE = "Expected cost per case"


@pytest.fixture
def tuner(lab):
    """Naive Bayes with costs 1 and 5, as most exercises have it."""
    screen = lab[TUNER]
    screen.select("Model", BAYES)
    screen.select("Positive class", "1")
    screen.choose(MEASURE)
    screen.click("As in the data")
    set_costs(screen, 1, 5)
    screen.type("Flat zone", 1)
    return screen


def set_costs(tuner, false_positive, false_negative):
    tuner.type("Cost of a false positive", false_positive)
    tuner.type("Cost of a false negative", false_negative)


def decisions(tuner):
    """TP, FN, FP, TN of the read-out, as texts."""
    return tuner.read("called ‘1’ called ‘0’ is ‘1’ {} {} is ‘0’ {} {}")


def cut(tuner):
    [text] = tuner.read("Cut {} called")
    return text


def cost(tuner):
    [text] = tuner.read(f"{MEASURE}: {{}} at cut")
    return text


def others(tuner):
    """The cost at cut 0.5, for "always 1" and for "never"."""
    return tuner.read("at cut 0.5: {}; always ‘1’: {}; never: {} Expected")


def theory(tuner):
    """What is written at the dotted line."""
    line = tuner.widget.tuner_view.plot.theory
    assert line.isVisible()
    return line.label.toPlainText().removeprefix("theory ")


def ruler(tuner):
    """Slope of the dashed line, and its length in pixels."""
    diagram = tuner.widget.diagram
    diagram.scene().prepareForPaint()
    [line] = diagram.isometrics.lines()
    ends = [QPointF(*point) for point in line.points]
    (start, end), (a, b) = (
        [transform.map(point) for point in ends]
        for transform in (diagram.square.transform(), diagram.square.sceneTransform())
    )
    slope = (end.y() - start.y()) / (end.x() - start.x())
    return slope, ((a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2) ** 0.5


class TestACutIsADecision:
    @pytest.fixture
    def tuner(self, tuner):
        set_costs(tuner, 1, 1)
        return tuner

    def drag(self, tuner, share):
        """Drag the ring along the curve to one of its ends."""
        handle = tuner.widget.diagram.handle
        handle.setPos(share, share)
        handle.sigPositionChangeFinished.emit(handle)

    def test_ends_of_the_curve(self, lab, tuner):
        lab.sheet.asks("Drag the ring along the curve to its left end, then to its right end.")
        self.drag(tuner, 0)
        tp, fn, fp, tn = decisions(tuner)
        assert "Cut above all scores" in tuner.text
        lab.sheet.tells('(TP {}, FP {}, FN {}, TN {}), "always negative"', tp, fp, fn, tn)
        self.drag(tuner, 1)
        tp, fn, fp, tn = decisions(tuner)
        assert "Cut below all scores" in tuner.text
        assert (fn, tn) == ("0", "0")
        lab.sheet.tells("everybody is (TP {}, FP {})", tp, fp)
        tuner.click("Best")

    def test_the_cut_typed(self, lab, tuner):
        lab.sheet.asks("Type the cut 0.5.", "compared with the filled point?")
        tuner.type("Cut", "0.5")
        picture = tuner.widget.diagram
        [point] = [item.position for item in picture.classifiers.values()]
        ring = picture.handle.pos()
        assert (ring.x(), ring.y()) == pytest.approx(point)
        always, never = others(tuner)[1:]
        lab.sheet.tells("{}; always {}; never {}.", cost(tuner), always, never)
        assert cost(tuner) == others(tuner)[0]
        lab.sheet.tells("it is the error, 1 - accuracy ({})", 1 - float(cost(tuner)))
        tuner.click("Best")

    def test_what_best_saves(self, lab, tuner):
        lab.sheet.asks("Press Best.")
        tuner.type("Cut", "0.5")
        _, fn, fp, _ = map(int, decisions(tuner))
        tuner.click("Best")
        _, best_fn, best_fp, _ = map(int, decisions(tuner))
        lab.sheet.tells(
            "Best cut {}, cost {} in place of {}", cut(tuner), cost(tuner), others(tuner)[0]
        )
        [saved] = tuner.read("per case, {} less than at cut 0.5")
        lab.sheet.tells("{} for each patient, two errors fewer", saved)
        assert fn + fp - best_fn - best_fp == 2
        lab.sheet.tells("({} in place of {})", best_fn + best_fp, fn + fp)
        lab.sheet.tells(
            "the ten folds chose anything from {} to {}", *tuner.read("10 folds chose {} to {};")
        )


class TestCostsTiltTheRuler:
    def test_table_of_costs(self, lab, tuner):
        slopes = []
        rows = list(lab.sheet.rows("c_FP"))
        assert len(rows) == 4
        for false_positive, row in rows:
            set_costs(tuner, false_positive, row["c_FN"])
            _, fn, fp, _ = decisions(tuner)
            assert (row["FP"], row["FN"]) == (fp, fn)
            for header, shown in (
                ("best cut", cut(tuner)),
                ("cost per patient", cost(tuner)),
                ("at cut 0.5", others(tuner)[0]),
                ("theoretical cut", theory(tuner)),
            ):
                assert agree(row[header], shown), header
            slope, length = ruler(tuner)
            assert length > 100  # it can be seen
            slopes.append(slope)
        lab.sheet.tells("(c_FP - c_FN) / (c_FP + c_FN): {}, {}, {}, {})", *slopes)

    def test_always_and_half(self, lab, tuner):
        half, always, _ = others(tuner)
        lab.sheet.tells('"Always 1" costs {}. Cut 0.5 costs {}:', always, half)

    def test_theory_and_probabilities(self, lab, tuner):
        tuner.type("Cut", "0.167")
        naive = cost(tuner)
        tuner.select("Model", LOGISTIC)
        lab.sheet.tells("Logistic Regression: best {}, theory {};", cut(tuner), theory(tuner))
        tuner.type("Cut", "0.167")
        words = "At the theoretical cut 0.167 Naive Bayes costs {} and Logistic Regression {}."
        lab.sheet.tells(words, naive, cost(tuner))
        tuner.click("Best")
        area = lab[DIAGRAM].cell(BAYES, "AUC")
        lab.sheet.tells("AUC of Naive Bayes is {}.", area)


class TestTheClassRatioShapesTheDiamond:
    def test_a_general_practice(self, lab, tuner):
        lab.sheet.asks("Type the class ratio 2 : 1.", "does the dashed line turn?")
        tuner.type("Class ratio", "2 : 1")
        slope, length = ruler(tuner)
        lab.sheet.tells("its slope stays {}.", slope)
        assert length > 100
        lab.sheet.asks("Then type 9 : 1", "what has become of the best cut?")
        tuner.type("Class ratio", "9 : 1")
        lab.sheet.tells("The best cut rises to {}:", cut(tuner))
        lab.sheet.tells("Theoretical cut {}.", theory(tuner))

    def test_costs_in_place_of_a_ratio(self, lab, tuner):
        before, spent = decisions(tuner), cost(tuner)
        tp, fn, fp, tn = before
        lab.sheet.tells(
            "Cut {} and TP {}, FP {}, FN {}, TN {}, exactly", cut(tuner), tp, fp, fn, tn
        )
        set_costs(tuner, 1, 1)
        lab.sheet.asks("type the class ratio 164 : 695")
        tuner.type("Class ratio", "164 : 695")
        assert decisions(tuner) == before
        assert ruler(tuner)[0] == pytest.approx(0)
        lab.sheet.tells("the cost per patient is {} in place of {}", cost(tuner), spent)


class TestHowSureIsTheCut:
    ZONE = "any cut in {} to {} is at most"

    def test_naive_bayes(self, lab, tuner):
        lab.sheet.asks("read the last sentence of the read-out", "lower picture (ticks)")
        lab.sheet.tells("Ten folds chose {} to {};", *tuner.read("10 folds chose {} to {};"))
        assert tuner.widget.tuner_view.plot.ticks.isVisible()
        narrow = tuner.read(self.ZONE)
        lab.sheet.asks("Change Flat zone to 10 %.")
        tuner.type("Flat zone", 10)
        words = "at most 1 % worse is only {} to {}, and at most 10 % worse {} to {}."
        lab.sheet.tells(words, *narrow, *tuner.read(self.ZONE))

    def test_logistic_regression(self, lab, tuner):
        lab.sheet.asks("whose zone is wide enough to be seen (shaded, around the best cut)")
        tuner.select("Model", LOGISTIC)
        folds, narrow = tuner.read("10 folds chose {} to {};"), tuner.read(self.ZONE)
        tuner.type("Flat zone", 10)
        zone = tuner.widget.tuner_view.plot.zone
        low, high = (
            tuner.widget.tuner_view.plot.getViewBox().mapViewToDevice(QPointF(x, 0))
            for x in zone.getRegion()
        )
        assert zone.isVisible()
        assert high.x() - low.x() > 8
        words = "Folds {} to {}; within 1 % {} to {}, within 10 % {} to {}; theory {}."
        lab.sheet.tells(words, *folds, *narrow, *tuner.read(self.ZONE), theory(tuner))
        best = cost(tuner)
        tuner.type("Cut", "0.2")
        lab.sheet.tells("It costs {}, the best cut {}.", cost(tuner), best)
        tuner.click("Best")


class TestDoesItKeepItsPromise:
    @pytest.fixture(autouse=True)
    def tunes_inside(self, lab, tuner):
        tuner.tick("Learner that tunes inside")
        lab.wait()

    def test_confusion_matrix(self, lab, tuner):
        lab.sheet.asks("Open Confusion Matrix.")
        matrix = lab["Confusion Matrix"]
        (tn, fp, _), (fn, tp, _), (*_, cases) = (
            map(int, row[-3:]) for row in matrix.cells() if row[-1].isdigit()
        )
        assert tn + fp + fn + tp == cases
        words = "({} · 1 + {} · 5) / {} = {}, the same."
        lab.sheet.tells(words, fp, fn, cases, (fp + 5 * fn) / cases)
        assert cost(tuner) == f"{(fp + 5 * fn) / cases:.3f}"

    def test_the_column_cost(self, lab, tuner):
        lab.sheet.asks("find the column Cost of the table below the picture")
        diagram = lab[DIAGRAM]
        kept, half = diagram.cell(TUNED_BAYES, "Cost"), diagram.cell(BAYES, "Cost")
        promised = others(tuner)[0], cost(tuner)
        assert promised[0] == half
        [sentence] = diagram.told(name=f"{TUNED_BAYES}:")
        fn, fp = re.search(r"misses (\d+) of .*calls (\d+) of", sentence).groups()
        lab.sheet.tells("{} (FP {}, FN {}) against {}.", kept, fp, fn, half)
        [saving] = tuner.read("per case, {} less than at cut 0.5")
        words = "Promised was a saving of {} and kept {}, less than half."
        lab.sheet.tells(words, saving, float(half) - float(kept))

    def test_columns_can_be_chosen(self, lab):
        lab.sheet.asks("the button Columns has all others")
        for header in ("TP", "FP", "FN", "TN"):
            lab[DIAGRAM].show_column(header)
            assert lab[DIAGRAM].column(header)

    def test_this_cut_flatters(self, lab, tuner):
        lab.sheet.asks("choose Learner with this cut. What does the column Cost say now?")
        kept = lab[DIAGRAM].cell(TUNED_BAYES, "Cost")
        tuner.click("Learner with this cut")
        lab.wait()
        [model] = {*lab[DIAGRAM].column("Model")} - {BAYES}
        lab.sheet.tells("{}, as promised, for the same reason", lab[DIAGRAM].cell(model, "Cost"))
        lab.sheet.tells("The honest figure is the {}.", kept)


class TestIfThereIsTime:
    def test_beds_for_thirty(self, lab, tuner):
        lab.sheet.asks("tick Keep, below the costs, and set PPR ≤ 0.3")
        tuner.tick("Keep")
        tuner.choose("PPR")
        tuner.choose("≤")
        tuner.type("Bound", "0.3")
        tp, fn, fp, _ = map(int, decisions(tuner))
        words = (
            "Naive Bayes: cut {}, {} of 303 are sent to the hospital, {} ill ones are sent home"
        )
        lab.sheet.tells(f"{words}, cost {{}}.", cut(tuner), tp + fp, fn, cost(tuner))
        lab.sheet.asks("(Sens ≥ 0.9)")
        tuner.choose("Sens")
        tuner.choose("≥")
        tuner.type("Bound", "0.9")
        tuner.choose("Precision (positive predictive value)")
        [precision] = tuner.read("Precision (positive predictive value): {} at cut")
        words = "precision: cut {}, precision {}, {} of 139 found."
        lab.sheet.tells(words, cut(tuner), precision, decisions(tuner)[0])
        tuner.tick("Keep", are_ticked=False)

    def test_logistic_regression_keeps_it_better(self, lab, tuner):
        lab.sheet.asks("remove the lines from Naive Bayes", "both must read Learner")
        for sink in (TUNER, TUNED):
            lab.disconnect(BAYES, sink)
            assert lab.connect(LOGISTIC, sink) == "Learner"
        tuner.select("Model", LOGISTIC)
        tuner.click("Learner that tunes inside")
        lab.wait()
        diagram = lab[DIAGRAM]
        name = TUNED_BAYES.replace(BAYES, LOGISTIC)
        assert {*diagram.column("Model")} == {LOGISTIC, name}
        assert not tuner.widget.Warning.active
        [sentence] = diagram.told(name=f"{name}:")
        fn, fp = re.search(r"misses (\d+) of .*calls (\d+) of", sentence).groups()
        words = "Logistic Regression: promised {}, kept {} (FP {}, FN {}), cut 0.5 costs {};"
        shown = cost(tuner), diagram.cell(name, "Cost"), fp, fn, diagram.cell(LOGISTIC, "Cost")
        lab.sheet.tells(words, *shown)
