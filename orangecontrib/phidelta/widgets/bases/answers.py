"""Work in the background that is not done twice: a result carries the question it answers."""


class AskingMixin:
    """Computes what lacks an answer, and shows what answers the questions of now.

    To be put before a widget that has Orange's `ConcurrentWidgetMixin`.

    A question has a name and a key of all that the answer depends on; of each name the last
    answer is kept. The widget gives its `questions` (a dict of name to key), says which answers
    are not whole yet (`is_whole`), starts a task (`ask`), whose partial results are pairs of a
    name and an answer, and shows these (`show_answer`).
    """

    def __init__(self):
        self._answers = {}
        self._asked = {}

    def forget_answers(self):
        """Keep no answer: they are about other data."""
        self._answers = {}

    def answer(self, name):
        """The answer to the question of now, or None."""
        key, answer = self._answers.get(name, (None, None))
        return answer if name in self.questions and key == self.questions[name] else None

    def work(self):
        """Have computed what is not known, and nothing else."""
        questions, asked = self.questions, self._asked if self.task is not None else {}
        missing = {n: k for n, k in questions.items() if not self.is_whole(n, self.answer(n))}
        if not missing.items() <= asked.items() <= questions.items():
            self.cancel()
            if missing:
                self._asked = questions
                self.ask(missing)

    def on_partial_result(self, result):
        name, answer = result
        self._answers[name] = self._asked[name], answer
        self.show_answer(name)
