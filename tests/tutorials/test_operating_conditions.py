"""The lab sheet on operating conditions, step by step."""

import pytest

WORKFLOW = "operating-conditions"
BAYES, LOGISTIC, TREE = "Naive Bayes", "Logistic Regression", "Tree"


@pytest.fixture
def screen(lab):
    """Class ratio of the data, a miss costs 5, each model with its best cut, no range."""
    screen = lab["Operating Conditions"]
    screen.select("Positive class", "1")
    screen.choose("Each model with its best cut")
    screen.click("As in the data")
    screen.tick("Known only roughly", "Bands and certainty", are_ticked=False)
    set_cost(screen, 5)
    return screen


def set_cost(screen, cost):
    screen.type("Cost of a false negative", cost)


def set_range(screen, *ends):
    screen.tick("Known only roughly")
    names = "Class ratio from", "Class ratio to", "Cost of a miss from", "Cost of a miss to"
    for name, end in zip(names, ends, strict=True):
        screen.type(name, end)


def line(screen):
    return screen.widget.conditions_view.costs.line.value()


def costs(screen, *names):
    return [screen.cell(name, "Cost now") for name in names]


class TestALineOfConditions:
    def test_who_and_where(self, lab, screen):
        lab.sheet.asks("Cost of a false negative 5.", "(column Cost now)")
        words = f"{LOGISTIC} with cut {{}} costs least where a miss costs {{}} to {{}} false"
        told = screen.read(words)
        lab.sheet.tells(f"{LOGISTIC} with cut {{}}, where a miss costs {{}} to {{}} false", *told)
        shown = costs(screen, LOGISTIC, BAYES, TREE)
        lab.sheet.tells("It costs {} per patient, Naive Bayes {}, Tree {}.", *shown)

    def test_other_costs(self, lab, screen):
        places = []
        for cost, row in lab.sheet.rows("cost of a false negative"):
            lab.sheet.asks(f"{cost}")
            set_cost(screen, cost)
            name = row["costs least"]
            assert f"{name} with cut" in screen.text
            assert float(screen.cell(name, "Cut now")) == float(row["its cut"])
            assert costs(screen, name) == [row["cost per patient"]]
            places.append(line(screen))
        assert len(places) == 5
        assert places == sorted(places)

    def test_another_class_ratio(self, lab, screen):
        lab.sheet.asks("Type the class ratio 9 : 1.")
        before = line(screen)
        screen.type("Class ratio", "9 : 1")
        told = screen.read(f"{LOGISTIC} with cut {{}} costs least")
        lab.sheet.tells(f"{LOGISTIC} with cut {{}}; the line goes to the left.", *told)
        assert line(screen) < before

    def test_a_tree_that_is_not_used(self, lab, screen):
        lab.sheet.asks("“below all”".replace("“", '"').replace("”", '"'))
        assert screen.cell(TREE, "Cut now") == "below all"
        assert costs(screen, TREE) == costs(screen, "always positive")
        lab.sheet.tells("to call everybody ill, which costs {}:", *costs(screen, TREE))


def test_as_they_are(lab, screen):
    lab.sheet.asks("Choose Each model as it decides.")
    screen.choose("Each model as it decides")
    set_cost(screen, 1)
    assert f"{LOGISTIC} costs least" in screen.text
    set_cost(screen, 5)
    assert f"{BAYES} costs least" in screen.text
    shown = costs(screen, BAYES, LOGISTIC, TREE, "always positive")
    lab.sheet.tells('cost {}, {} and Tree {}; "always positive" costs {}.', *shown)


class TestOneCutForARange:
    def test_best_on_average(self, lab, screen):
        lab.sheet.asks("class ratio from 1 to 4, cost of a miss from 2 to 10")
        set_range(screen, 1, 4, 2, 10)
        told = screen.read(f"{LOGISTIC} with cut {{}} costs least on average ({{}} per case")
        share = screen.read("is best in {}% of the range, and never costs more than {} above")
        words = f"{LOGISTIC} with cut {{}}, {{}} per patient; best in {{}} % of the range, and"
        lab.sheet.tells(f"{words} never more than {{}} above the best.", *told, *share)

    def test_a_mean_and_a_share(self, lab, screen):
        lab.sheet.asks("Now class ratio from 2 to 10.")
        set_range(screen, 2, 10, 2, 10)
        shown = [screen.cell(n, h) for h in ("Mean cost", "Best in") for n in (BAYES, LOGISTIC)]
        words = "Mean cost {} of Naive Bayes, {} of Logistic Regression; best in {} % and {} %."
        lab.sheet.tells(words, *shown)
        shown = [screen.cell(LOGISTIC, h) for h in ("its regret", "Safest cut")]
        words = "Logistic Regression, {} with cut {}, against {} of Naive Bayes."
        lab.sheet.tells(words, *shown, screen.cell(BAYES, "its regret"))


def test_chance(lab, screen):
    lab.sheet.asks("Tick Bands and certainty.", "Range on again, class ratio 1 to 4.")
    screen.tick("Bands and certainty")
    lab.wait()
    words = f"bootstrap samples of the cases, {{}}% would choose {LOGISTIC}."
    now = screen.read(words)
    set_range(screen, 1, 4, 2, 10)
    lab.sheet.tells("9. {} %. It is not", *now)
    lab.sheet.tells("10. {} %. The range", *screen.read(words))


def test_the_choice_goes_on(lab, screen):
    lab.wait()
    [name] = lab["φ/δ Diagram"].column("Model")
    assert name.startswith(f"{LOGISTIC}, cut 0.2")
