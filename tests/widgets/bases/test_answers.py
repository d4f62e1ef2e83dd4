"""What is asked, what is answered, and what is not asked twice."""

import pytest

from orangecontrib.phidelta.widgets.bases.answers import AskingMixin


class Asker(AskingMixin):
    """Asks what it is told to; answers are whole from 10 on."""

    def __init__(self, **questions):
        super().__init__()
        self.questions = questions
        self.task = None
        self.log = []

    def is_whole(self, name, answer):
        return answer is not None and answer >= 10

    def ask(self, missing):
        self.task = object()
        self.log.append(("ask", *sorted(missing)))

    def cancel(self):
        if self.task is not None:
            self.log.append(("cancel",))
        self.task = None

    def show_answer(self, name):
        self.log.append(("show", name, self.answer(name)))


@pytest.fixture
def asker():
    asker = Asker(scores="a", intervals=("a", 40))
    asker.work()
    return asker


def test_what_lacks_an_answer_is_asked_once(asker):
    asker.work()
    assert asker.log == [("ask", "intervals", "scores")]
    asker.on_partial_result(("scores", 10))
    asker.work()
    assert asker.log[1:] == [("show", "scores", 10)]


def test_an_answer_is_one_to_its_own_question_only(asker):
    asker.on_partial_result(("scores", 10))
    asker.questions = {"scores": "b"}
    assert asker.answer("scores") is None
    asker.questions = {}
    assert asker.answer("scores") is None
    asker.questions = {"scores": "a"}
    assert asker.answer("scores") == 10


def test_work_that_is_no_longer_wanted_is_stopped(asker):
    asker.on_partial_result(("scores", 10))
    asker.questions = {"scores": "a"}
    asker.work()
    assert asker.log[-1] == ("cancel",)


def test_a_new_question_is_asked_instead_of_the_old_one(asker):
    asker.on_partial_result(("scores", 10))
    asker.on_partial_result(("intervals", 5))
    asker.questions = {"scores": "a", "intervals": ("a", 80)}
    asker.work()
    assert asker.log[-2:] == [("cancel",), ("ask", "intervals")]
    assert asker.answer("intervals") is None


def test_an_answer_that_is_not_whole_is_asked_for_again(asker):
    asker.on_partial_result(("scores", 10))
    asker.on_partial_result(("intervals", 5))
    asker.cancel()
    asker.work()
    assert asker.log[-1] == ("ask", "intervals")
    assert asker.answer("intervals") == 5


def test_other_data_have_no_answers(asker):
    asker.on_partial_result(("scores", 10))
    asker.forget_answers()
    assert asker.answer("scores") is None
