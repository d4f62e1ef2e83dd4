"""The lab sheet on what accuracy hides, step by step."""

import re

import pytest
from AnyQt.QtCore import QPointF

WORKFLOW = "phi-delta-diagram"
DIAGRAM, TEST = "φ/δ Diagram", "Test and Score"
LOGISTIC, BAYES = "Logistic Regression", "Naive Bayes"
MODELS = (LOGISTIC, BAYES, "SVM", "Tree", "AdaBoost")
DOCTORS = ("Nobody is ill", "Sharp", "Careful")
CASES = 303


@pytest.fixture
def diagram(lab):
    yield lab[DIAGRAM]
    lab[DIAGRAM].click("As in the data")
    lab[DIAGRAM].tick("Baselines", are_ticked=False)


def errors(sentence):
    """False positives, false negatives, positives and negatives that a sentence tells."""
    found = re.search(r"misses (\d+) of (\d+) .*calls (\d+) of (\d+) ", sentence)
    missed, positives, called, negatives = map(int, found.groups())
    return called, missed, positives, negatives


def told_number(words, sentence):
    return re.search(rf"{words} (-?[\d.]+\d)", sentence)[1]


def accuracy_of(baseline, diagram, place):
    """What the diagram tells of somebody who always says the same."""
    text = diagram.point_at(diagram.widget.diagram, *place)
    assert text.startswith(baseline)
    return told_number("accuracy", text)


class TestFourNumbers:
    def test_confusion_matrices_by_pointing(self, lab, diagram):
        lab.sheet.asks("choose 1 as the target class", "Rest the pointer on the point")
        lab[TEST].choose("1", of="Evaluation results for target")
        rows = dict(lab.sheet.rows("model"))
        assert set(rows) == set(MODELS)
        for model, row in rows.items():
            [sentence] = diagram.told(name=f"{model}:")
            fp, fn, positives, negatives = errors(sentence)
            assert [row[key] for key in ("TP", "FP", "FN", "TN")] == [
                str(count) for count in (positives - fn, fp, fn, negatives - fp)
            ]
            assert positives + negatives == CASES
            for header, key, by_hand in (
                ("Acc", "accuracy", 1 - (fp + fn) / CASES),
                ("φ_b", "φ_b", 2 * (fp - fn) / CASES),
                ("δ_b", "δ_b", 1 - 2 * (fp + fn) / CASES),
            ):
                assert row[key] == diagram.cell(model, header) == f"{by_hand:.3f}"

    def test_who_says_ill_too_rarely(self, lab, diagram):
        bias = {model: float(diagram.cell(model, "φ_b")) for model in MODELS}
        lab.sheet.tells("Only AdaBoost lies to the right of the line break-even, by two cases")
        assert [model for model, value in bias.items() if value > 0] == ["AdaBoost"]
        assert round(bias["AdaBoost"] * CASES / 2) == 2
        lab.sheet.tells("Logistic Regression lies farthest to the left")
        assert min(bias, key=bias.get) == LOGISTIC

    def test_the_other_class_mirrors(self, lab, diagram):
        lab.sheet.asks("Select 0 in Positive class.")
        before = {h: [diagram.cell(m, h) for m in MODELS] for h in ("φ_b", "δ_b")}
        diagram.select("Positive class", "0")
        assert [diagram.cell(m, "δ_b") for m in MODELS] == before["δ_b"]
        mirrored = [str(-float(text)) for text in before["φ_b"]]
        assert [str(float(diagram.cell(m, "φ_b"))) for m in MODELS] == mirrored
        diagram.select("Positive class", "1")
        assert [diagram.cell(m, "φ_b") for m in MODELS] == before["φ_b"]

    def test_bias_by_target(self, lab, diagram):
        lab.sheet.asks("Compare φ in Test and Score for the targets 1 and 0.")
        test, shown = lab[TEST], []
        for target in ("1", "0"):
            test.choose(target, of="Evaluation results for target")
            shown.append(test.cell(LOGISTIC, "φ"))
        test.choose("1", of="Evaluation results for target")
        lab.sheet.tells("For Logistic Regression {} and {}.", *shown)
        areas = diagram.cell(LOGISTIC, "AUC"), test.cell(LOGISTIC, "AUC")
        lab.sheet.tells("once a target is chosen, {} and {}.", *areas)


class TestFourViews:
    VIEWS = {
        "φ-δ at the class ratio (generalised)": "2 accuracy - 1",
        "φ-δ standard (as if 1 : 1)": "balanced",
        "ROC": "true positive rate",
        "Coverage": "true positives",
    }

    def test_corners_and_axes(self, lab, diagram):
        lab.sheet.asks("Tick Baselines. Go through the four views.")
        diagram.tick("Baselines")
        picture = diagram.widget.diagram
        corners = {
            (0, 1): "oracle",
            (0, 0): "always negative",
            (1, 1): "always positive",
            (0.5, 0.5): "coin",
        }
        for view in self.VIEWS:
            diagram.choose(view)
            for place, name in corners.items():
                assert name in diagram.point_at(picture, *place), (view, name)
        diagram.choose("φ-δ at the class ratio (generalised)")

    def test_one_corner_only(self, lab, diagram):
        lab.sheet.asks("The curve of AdaBoost has one corner only.")
        diagram.select("Models", "AdaBoost")
        assert len(diagram.told("curves", "AdaBoost")) == 3  # both ends and the corner
        diagram.select("Models", LOGISTIC)
        assert len(diagram.told("curves", f"{LOGISTIC}, cut")) > 20
        diagram.select("Models", *MODELS)


class TestARarerDisease:
    HEADERS = ("Sens", "Spec", "AUC", "Acc", "Prec", "NPV", "F", "MCC", "κ", "Info", "φ_b", "δ_b")

    def test_which_columns_change(self, lab, diagram):
        lab.sheet.asks("Type the class ratio 9 : 1")
        before = {h: [diagram.cell(m, h) for m in MODELS] for h in self.HEADERS}
        diagram.type("Class ratio", "9 : 1")
        after = {h: [diagram.cell(m, h) for m in MODELS] for h in self.HEADERS}
        lab.sheet.tells("Sensitivity, specificity and AUC stay; the rest changes.")
        assert [h for h in self.HEADERS if before[h] == after[h]] == ["Sens", "Spec", "AUC"]
        for model, row in lab.sheet.rows("model"):
            assert row["accuracy at 9 : 1"] == diagram.cell(model, "Acc")

    def test_better_than_nobody_is_ill(self, lab, diagram):
        precision = diagram.cell(LOGISTIC, "Prec")
        diagram.type("Class ratio", "9 : 1")
        diagram.tick("Baselines")
        never = accuracy_of("always negative", diagram, (0, 0))
        lab.sheet.tells("Not by accuracy ({} to {}).", diagram.cell(LOGISTIC, "Acc"), never)
        kappa, bits = (diagram.cell(LOGISTIC, header) for header in ("κ", "Info"))
        lab.sheet.tells("kappa ({} to 0) and information ({} bits to 0)", kappa, bits)
        words = "Its precision has fallen from {} to {}."
        lab.sheet.tells(words, precision, diagram.cell(LOGISTIC, "Prec"))

    def test_as_accurate_as_nobody_is_ill(self, lab, diagram):
        lab.sheet.asks("Find it again by computing tpr / fpr.")
        rates = {}
        for model in (LOGISTIC, "Tree"):
            tpr, fpr = float(diagram.cell(model, "Sens")), 1 - float(diagram.cell(model, "Spec"))
            rates[model] = tpr, fpr, tpr / fpr
        tpr, fpr, ratio = rates[LOGISTIC]
        words = "At {} : 1 ({} / {}). For Tree at {} : 1."
        lab.sheet.tells(words, ratio, tpr, fpr, rates["Tree"][2])
        diagram.tick("Baselines")
        for model, (*_, ratio) in rates.items():
            is_better = []
            for typed in (0.95 * ratio, 1.05 * ratio):
                diagram.type("Class ratio", f"{typed:.3f} : 1")
                never = accuracy_of("always negative", diagram, (0, 0))
                is_better.append(diagram.cell(model, "Acc") > never)
            assert is_better == [True, False]

    def test_most_patients_are_ill(self, lab, diagram):
        lab.sheet.asks("Type 1 : 4. Who is the most accurate now?")
        diagram.type("Class ratio", "1 : 4")
        shown = {model: diagram.cell(model, "Acc") for model in MODELS}
        assert max(shown, key=shown.get) == BAYES
        words = "Naive Bayes, {} to {} for Logistic Regression"
        lab.sheet.tells(words, shown[BAYES], shown[LOGISTIC])
        found = re.search(r"The two change places at 1\s+:\s+([\d.]+)\.", lab.sheet.answers)
        is_better = []
        for typed in (float(found[1]) - 0.1, float(found[1]) + 0.1):
            diagram.type("Class ratio", f"1 : {typed:g}")
            is_better.append(diagram.cell(BAYES, "Acc") > diagram.cell(LOGISTIC, "Acc"))
        assert is_better == [False, True]


class TestAMissCostsMore:
    @pytest.fixture
    def diagram(self, lab, diagram):
        lab.sheet.asks(
            "In Isometrics, deselect Accuracy and select Expected cost per case.",
            "Let the lines go Through the selected models",
            "Select only Naive Bayes and Logistic Regression.",
        )
        diagram.select("Isometrics", "Expected cost per case")
        diagram.choose("Through the selected models")
        diagram.select("Models", BAYES, LOGISTIC)
        yield diagram
        diagram.type("Cost of a false negative", 1)
        diagram.select("Models", *MODELS)

    def lines(self, diagram):
        """The ends (x, y) of each line, on the axes."""
        picture = diagram.widget.diagram
        return [
            [picture.square.transform().map(QPointF(*end)) for end in line.points]
            for line in picture.isometrics.lines()
        ]

    def test_one_line_through_both_points(self, lab, diagram):
        lab.sheet.asks("At which cost do the two lines become one?")
        told = [errors(*diagram.told(name=f"{model}:"))[:2] for model in (BAYES, LOGISTIC)]
        (fp, fn), (fewer_fp, more_fn) = told
        costs = {}
        for cost in ("2", "2.5", "3", "5"):
            diagram.type("Cost of a false negative", cost)
            costs[cost] = [diagram.cell(model, "Cost") for model in (BAYES, LOGISTIC)]
            assert len(self.lines(diagram)) == (1 if cost == "2.5" else 2)
        assert costs["2"][0] > costs["2"][1]
        assert costs["3"][0] < costs["3"][1]
        lab.sheet.tells("At {}, cost {}: Naive Bayes has", "2.5", costs["2.5"][0])
        lab.sheet.tells("{} FP more and {} FN fewer", fp - fewer_fp, more_fn - fn)
        assert costs["2.5"][0] == costs["2.5"][1]

    def test_the_class_ratio_does_not_tilt_the_lines(self, lab, diagram):
        lab.sheet.asks("Leave the cost at 2.5 and move the class ratio.")
        diagram.type("Cost of a false negative", "2.5")
        slopes = []
        for ratio in ("2 : 1", "1 : 3"):
            diagram.type("Class ratio", ratio)
            for start, end in self.lines(diagram):
                slopes.append((end.y() - start.y()) / (end.x() - start.x()))
        assert len(slopes) == 4
        for slope in slopes:
            lab.sheet.tells("(1 - 2.5) / (1 + 2.5) = {}.", slope)

    def test_the_lowest_cost_on_the_curve(self, lab, diagram):
        lab.sheet.asks("Walk along the curve of Logistic Regression with the pointer.")
        diagram.type("Cost of a false negative", "5")
        told = diagram.told("curves", f"{LOGISTIC}, cut")
        by_cost = {told_number("Cost", text): text for text in told}
        lowest = min(by_cost, key=float)
        cut = float(told_number("cut", by_cost[lowest]))
        fp, fn, *_ = errors(by_cost[lowest])
        assert float(lowest) == pytest.approx((fp + 5 * fn) / CASES, abs=5e-4)
        lab.sheet.tells("Near {}: {} FP and {} FN, cost {}.", cut, fp, fn, lowest)
        fp, fn, *_ = errors(*diagram.told(name=f"{LOGISTIC}:"))
        shown = diagram.cell(LOGISTIC, "Cost")
        lab.sheet.tells("(cut 0.5): {} FP and {} FN, {}.", fp, fn, shown)


class TestHowSure:
    def test_folds(self, lab, diagram):
        lab.sheet.asks("Select only Tree and Logistic Regression, without isometrics.")
        diagram.select("Models", "Tree", LOGISTIC)
        diagram.select("Isometrics")
        lab.sheet.asks("Tick Folds and Fold spread.")
        diagram.tick("Folds", "Fold spread")
        folds = {
            float(told_number("accuracy", text)): int(re.search(r"fold (\d+)", text)[1])
            for text in diagram.told("folds", f"{LOGISTIC}, fold")
        }
        worst, best = min(folds), max(folds)
        words = "Fold {} with {}, and fold {} with {}."
        lab.sheet.tells(words, folds[worst], worst, folds[best], best)
        diagram.tick("Folds", "Fold spread", are_ticked=False)

    def test_intervals(self, lab, diagram):
        lab.sheet.asks("Tick Confidence instead.", "Rest the pointer on the accuracies")
        diagram.tick("Confidence")
        diagram.select("Models", "Tree", LOGISTIC, BAYES)
        ends = []
        for model in (LOGISTIC, BAYES):
            tip = diagram.tip(model, "Acc")
            ends += re.search(r"95 % interval ([\d.]+) to ([\d.]+)", tip).groups()
        lab.sheet.tells("c) {} to {} and {} to {}:", *ends)

    def test_random_sampling(self, lab, diagram):
        lab.sheet.asks("Choose Random sampling in Test and Score.")
        lab[TEST].choose("2", of="Repeat train/test")  # two are as good as ten, and quick
        lab[TEST].click("Random sampling")
        lab.wait()
        [told] = [message.formatted for message in diagram.widget.Information.active]
        assert "tested more than once" in told
        assert "no interval" in diagram.tip(LOGISTIC, "Acc")
        lab.sheet.tells("there are neither regions nor intervals")


class TestYourOwnClassifier:
    def test_doctors(self, lab, tmp_path):
        lines = re.search(r"(?:^ {4}\S.*\n)+", lab.sheet.questions, re.M)[0]
        path = tmp_path / "doctors.csv"
        path.write_text(re.sub("^ {4}", "", lines, flags=re.M))
        lab.sheet.asks("open it with a second File and connect that to Data of a new φ/δ Diagram")
        lab.add("File", "Doctors")
        lab.add(DIAGRAM, "Diagram of doctors")
        assert lab.connect("Doctors", "Diagram of doctors") == "Data"
        lab["Doctors"].open_data(path)
        lab.wait()
        diagram = lab["Diagram of doctors"]
        accuracy = {doctor: diagram.cell(doctor, "Acc") for doctor in DOCTORS}
        order = sorted(DOCTORS, key=accuracy.get, reverse=True)
        assert order == ["Sharp", "Nobody is ill", "Careful"]
        words = "Sharp ({}), just before Nobody is ill ({}); Careful has {}."
        lab.sheet.tells(words, *(accuracy[doctor] for doctor in order))
        diagram.choose("φ-δ standard (as if 1 : 1)")
        delta = [diagram.cell(doctor, "δ") for doctor in reversed(DOCTORS)]
        words = "δ is {} for Careful, {} for Sharp, {} for Nobody is ill."
        lab.sheet.tells(words, *delta)
        diagram.select("Isometrics", "Expected cost per case")
        diagram.type("Cost of a false negative", 10)
        diagram.type("Class ratio", "19 : 1")
        costs = [diagram.cell(doctor, "Cost") for doctor in reversed(DOCTORS)]
        lab.sheet.tells("at ten times a false alarm, {}, {} and {} for each person.", *costs)
