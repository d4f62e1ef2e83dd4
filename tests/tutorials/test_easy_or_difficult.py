"""The lab sheet on easy and difficult problems, step by step."""

import re
from pathlib import Path

import pytest
from AnyQt.QtCore import QPointF, QRectF, Qt
from labsheet import agree
from Orange.data import Table

WORKFLOW = "easy-or-difficult"
HEART, TITANIC = "Signature: heart disease", "Signature: Titanic"
TEST, TEST_TITANIC = "Test: heart disease", "Test: Titanic"
LOGISTIC, BAYES, TREE = "Logistic Regression", "Naive Bayes", "Tree"
ONE_CLASS, SCALED = "The positive class", "Numeric values, scaled"
BEST_CUT, RANKS = "Best cut of numeric values", "Ranks of numeric values"
BEST_FIVE = ("thal", "chest pain", "exerc ind ang", "slope peak exc ST", "major vessels colored")


@pytest.fixture
def heart(lab):
    screen = lab[HEART]
    yield screen
    screen.select("Positive class", "1")
    encode(lab, screen, SCALED)


def encode(lab, screen, encoding):
    screen.choose(encoding)
    lab.wait()


def marks(screen):
    """What the diagram tells of each feature, by its name."""
    [diagram] = screen.widget.diagrams
    told = {}
    for layer in diagram.layers:
        for variable, *place in zip(layer.variables, layer.fpr, layer.tpr, strict=True):
            told.setdefault(variable, []).append(screen.point_at(diagram, *place))
    return told


def told(screen, name):
    """The one sentence that begins with the name of a feature, or of its best values."""
    [text] = {text for texts in marks(screen).values() for text in texts if text.startswith(name)}
    return text


def axes(sentence):
    """φ and δ that a sentence tells."""
    return re.search(r"φ (-?[\d.]+), δ (-?[\d.]+)", sentence).groups()


def strengths(screen):
    """|δ| of each feature, the greatest first."""
    found = {name: abs(float(axes(texts[0])[1])) for name, texts in marks(screen).items()}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def draw_rectangle(screen, names):
    """Draw a rectangle around features, as small as can be."""
    [diagram] = screen.widget.diagrams
    diagram.scene().prepareForPaint()
    [layer] = diagram.layers
    places = [
        diagram.square.sceneTransform().map(QPointF(fpr, tpr))
        for variable, fpr, tpr in zip(layer.variables, layer.fpr, layer.tpr, strict=True)
        if variable in names
    ]
    x, y = [p.x() for p in places], [p.y() for p in places]
    drawn = QRectF(min(x) - 5, min(y) - 5, max(x) - min(x) + 10, max(y) - min(y) + 10)
    diagram.getViewBox().rectangle_drawn.emit(drawn, Qt.NoModifier)


class TestAFeatureIsAClassifier:
    def test_asymptomatic_pain(self, lab, heart):
        lab.sheet.asks("Rest the pointer on chest pain = asymptomatic.")
        text = told(heart, "chest pain = asymptomatic")
        shares = re.search(r"true for ([\d.]+)% of ‘1’ and ([\d.]+)% of others", text).groups()
        words = "{} % of the ill and {} % of the others: δ = {}, φ = {}."
        lab.sheet.tells(words, *shares, *reversed(axes(text)))
        right = re.search(r"right for ([\d.]+)% of a balanced population", text)[1]
        lab.sheet.tells("b) {} %, that is", right)
        lab.sheet.tells("it is right for {} % of a balanced population", right)
        strongest, strength = next(iter(strengths(heart).items()))
        right = re.search(r"right for ([\d.]+)%", told(heart, strongest))[1]
        lab.sheet.tells(f"The greatest |δ| of all is {{}}, {strongest}: {{}} %.", strength, right)

    def test_rare_and_characteristic(self, lab, heart):
        lab.sheet.asks("Find fasting blood sugar > 120 and gender.")
        for name, words in (
            ("fasting blood sugar > 120", "seldom in both classes ({} % and {} %)"),
            ("gender = male", "male are most patients in both ({} % and {} %)"),
        ):
            shares = re.search(r"true for ([\d.]+)% .* and ([\d.]+)% ", told(heart, name)).groups()
            lab.sheet.tells(words, *shares)

    def test_the_lowest(self, lab, heart):
        lab.sheet.asks("Which feature lies lowest?")
        delta = {name: float(axes(texts[0])[1]) for name, texts in marks(heart).items()}
        lowest = min(delta, key=delta.get)
        lab.sheet.tells(f"d) {lowest}, δ = {{}}.", delta[lowest])

    def test_the_other_class(self, lab, heart):
        lab.sheet.asks("Select 0 as Positive class.")
        before = {name: list(map(float, axes(texts[0]))) for name, texts in marks(heart).items()}
        heart.select("Positive class", "0")
        lab.wait()
        after = {name: list(map(float, axes(texts[0]))) for name, texts in marks(heart).items()}
        stay = {name for name in before if before[name][1] * after[name][1] > 0}
        assert stay == {"thal", "chest pain", "slope peak exc ST", "rest ECG"}
        lab.sheet.tells("thal, chest pain, slope peak exc ST and rest ECG stay above")
        for name, (phi, delta) in before.items():
            expected = [-phi, delta] if name in stay else [phi, -delta]
            assert after[name] == pytest.approx(expected, abs=1e-9), name
        assert "thal = normal" in told(heart, "thal")


class TestANumberAsAClassifier:
    def test_three_encodings(self, lab, heart):
        lab.sheet.asks("Write down |δ| of max HR and cholesterol")
        shown = {}
        for encoding in (SCALED, RANKS, BEST_CUT):
            encode(lab, heart, encoding)
            for name in ("max HR", "cholesterol"):
                text = told(heart, name)
                shown.setdefault(name, []).append(abs(float(axes(text)[1])))
                if encoding == BEST_CUT:
                    shown[name].append(re.search(rf"^{name} > ([\d.]+):", text)[1])
        lab.sheet.tells("max HR: {} scaled, {} ranks, {} best cut (> {}).", *shown["max HR"])
        lab.sheet.tells("cholesterol: {}, {} and {} (> {}).", *shown["cholesterol"])

    def test_why_scaled_values_are_weak(self, lab):
        lab.sheet.asks("Look at the values in a Data Table, or with Distributions.")
        data = Table("heart_disease")
        values = data.get_column("max HR")
        low, high = values.min(), values.max()
        words = "The means of max HR are {} and {}; the range, {}, is set by two patients"
        means = (values[data.Y == value].mean() for value in (1, 0))
        lab.sheet.tells(words, *means, high - low)
        lab.sheet.tells("({} and {})", low, high)
        cuts = (len(set(data.get_column(name))) - 1 for name in ("max HR", "cholesterol"))
        lab.sheet.tells("{} different cuts have been tried for max HR, {} for cholesterol", *cuts)

    def test_q_of_the_best_of_many(self, lab):
        lab.add("Feature Ranker", "Ranker")
        assert lab.connect("Heart disease", "Ranker") == "Data"
        encode(lab, lab["Ranker"], BEST_CUT)
        name = next(n for n in lab["Ranker"].column("Feature") if n.startswith("cholesterol >"))
        lab.sheet.tells(f"{{}} for {name}.", lab["Ranker"].cell(name, "q"))
        lab.remove("Ranker")

    def test_features_not_to_be_missed(self, lab, heart):
        lab.sheet.asks("Which of them have a hollow mark")
        weakest = dict(reversed(list(strengths(heart).items())))
        names = list(weakest)[:3]
        assert sorted(names) == ["cholesterol", "fasting blood sugar > 120", "rest SBP"]
        lab.sheet.tells("(δ of {}, {} and {})", *(weakest[name] for name in names))
        chance = {name: re.search(r"q ([\d.]+)", told(heart, name)).group(1) for name in names}
        hollow = ("fasting blood sugar > 120", "cholesterol")
        lab.sheet.tells("(q of {} and {}).", *(chance[name] for name in hollow))
        lab.sheet.tells("rest SBP is filled (q {})", chance["rest SBP"])
        assert [float(q) > 0.05 for q in chance.values()] == [n in hollow for n in names]


class TestTheTitanic:
    def test_sex(self, lab):
        lab.sheet.asks("What decided about life and death?")
        text = told(lab[TITANIC], "sex")
        phi, delta = axes(text)
        lab.sheet.tells("a) sex = male, δ = {}, φ = {}:", delta, phi)
        shares = re.search(r"true for ([\d.]+)% .* and ([\d.]+)% ", text).groups()
        lab.sheet.tells("true for {} % of the survivors and for {} % of the others", *shares)

    def test_status(self, lab):
        lab.sheet.asks("Select Single values. Order the four values of status by δ.")
        titanic = lab[TITANIC]
        encode(lab, titanic, "Single values")
        delta = [
            axes(told(titanic, f"status = {value}:"))[1]
            for value in ("first", "second", "third", "crew")
        ]
        lab.sheet.tells("first {}, second {}, third {}, crew {}.", *delta)
        encode(lab, titanic, "Best subset of values")

    def test_height_is_accuracy(self, lab):
        lab.sheet.asks("Select φ-δ at the class ratio.", "Read the height of sex = male.")
        titanic = lab[TITANIC]
        titanic.choose("φ-δ at the class ratio")
        [diagram] = titanic.widget.diagrams
        assert "2 accuracy - 1" in diagram.getAxis("left").labelText
        [layer] = diagram.layers
        place = layer.variables.index("sex")
        height = diagram.square.transform().map(QPointF(layer.fpr[place], layer.tpr[place])).y()
        lab.sheet.tells("c) {}. Saying the opposite", height)
        lab.sheet.tells("/ 2 = {} %.", 50 * (1 - height))
        corner = diagram.square.transform().map(QPointF(0, 0)).y()
        lab.sheet.tells('"nobody", lies at {}: {} %.', corner, 50 * (1 + corner))
        titanic.choose("φ-δ standard (as if 1 : 1)")


class TestWasTheSignatureRight:
    def test_models(self, lab, heart):
        lab.sheet.asks("Write down CA and δ of the three models.")
        rows = dict(lab.sheet.rows(""))
        assert len(rows) == 6
        for name, row in rows.items():
            problem, model = name.split(": ")
            screen = lab[f"Test: {problem}"]
            for header in ("CA", "δ"):
                assert agree(row[header], screen.cell(model, header)), (name, header)
            if row["greatest |δ|"]:
                signature = lab[f"Signature: {problem}"]
                assert agree(row["greatest |δ|"], next(iter(strengths(signature).values())))

    def test_titanic_says_no(self, lab):
        lab.sheet.asks("the model with the best accuracy does not have the best δ")
        test = lab[TEST_TITANIC]
        by = {h: dict(zip(test.column("Model"), test.column(h), strict=True)) for h in ("CA", "δ")}
        assert max(by["CA"], key=by["CA"].get) != max(by["δ"], key=by["δ"].get)
        test.choose("yes", of="Evaluation results for target")
        recall = float(test.cell(TREE, "Recall"))
        called = recall - float(test.cell(TREE, "δ"))
        words = "(it finds {} % of the survivors and calls {} % of the others so)"
        lab.sheet.tells(words, 100 * recall, 100 * called)

    def test_lines_to_the_test(self, lab):
        """The old line has to go first, or the new one lands on Test Data."""
        lab.sheet.asks("First remove the line", "It must read Selected Data → Data.")
        assert lab.connect(HEART, TEST) == "Selected Data → Test Data"
        lab.disconnect(HEART, TEST)
        lab.disconnect("Heart disease", TEST)
        assert lab.connect(HEART, TEST) == "Selected Data → Data"
        lab.wait()

    def test_the_best_features_alone(self, lab, heart):
        lab.sheet.asks("draw a rectangle around the five best features")
        assert tuple(strengths(heart))[:5] == BEST_FIVE
        draw_rectangle(heart, BEST_FIVE)
        lab.wait()
        assert heart.widget.selected == sorted(BEST_FIVE)
        shown = [lab[TEST].cell(model, "CA") for model in (LOGISTIC, BAYES, TREE)]
        lab.sheet.tells("{} Logistic Regression, {} Naive Bayes, {} Tree.", *shown)
        lab.sheet.asks("Try the three best, with Best cut.")
        encode(lab, heart, BEST_CUT)
        best = list(strengths(heart))[:3]
        assert sorted(best) == ["chest pain", "major vessels colored", "thal"]
        draw_rectangle(heart, best)
        lab.wait()
        shown = [lab[TEST].cell(model, "CA") for model in (LOGISTIC, BAYES, TREE)]
        lab.sheet.tells("are thal, chest pain and major vessels colored: {}, {} and {}.", *shown)

    def test_thal_alone_and_the_weakest_three(self, lab, heart):
        test = lab[TEST]
        draw_rectangle(heart, ["thal"])
        lab.wait()
        [shown] = {(test.cell(m, "CA"), test.cell(m, "δ")) for m in (LOGISTIC, BAYES, TREE)}
        lab.sheet.tells("all three models have an accuracy of {} and δ = {}.", *shown)
        weakest = ["fasting blood sugar > 120", "cholesterol", "rest SBP"]
        draw_rectangle(heart, weakest)
        lab.wait()
        assert heart.widget.selected == sorted(weakest)
        shown = [test.cell(model, "CA") for model in (LOGISTIC, BAYES, TREE)]
        words = "(The three alone: accuracies of {} to {}."
        lab.sheet.tells(words, min(shown, key=float), max(shown, key=float))


class TestWhatASignatureDoesNotSee:
    def test_iris(self, lab):
        lab.sheet.asks("Open Titanic (the File) and choose the data set iris.")
        lab["Titanic"].open_data(Path("iris.tab"))
        lab.wait()
        screen = lab[TITANIC]
        lab.sheet.asks("Select Each class, side by side and scaled.")
        screen.choose("Each class, side by side")
        lab.wait()
        assert "Iris-versicolor" in screen.widget.headline.text()
        words = "the greatest |δ| are {}, {} and {}, but"
        lab.sheet.tells(words, *(title(diagram)[1] for diagram in screen.widget.diagrams))
        encode(lab, screen, BEST_CUT)
        words = "{} for setosa, {} for virginica, {} for versicolor."
        found = dict(title(diagram) for diagram in screen.widget.diagrams)
        classes = (f"Iris-{name}" for name in ("setosa", "virginica", "versicolor"))
        lab.sheet.tells(words, *(found[name] for name in classes))

    def test_versicolor_is_not_difficult(self, lab):
        test = lab[TEST_TITANIC]
        test.choose("Iris-versicolor", of="Evaluation results for target")
        shown = [test.cell(model, "δ") for model in (LOGISTIC, TREE, BAYES)]
        words = "versicolor: {} for Logistic Regression, {} for Tree, {} for Naive Bayes."
        lab.sheet.tells(words, *shown)


def title(diagram):
    """Class and greatest |δ| above a picture."""
    return re.match(r"(.*): \|δ\| ([\d.]+)", diagram.plotItem.titleLabel.text).groups()
