"""What follows from new input, in stages: at once where it is little, else in the background."""

from AnyQt.QtCore import QObject
from AnyQt.QtCore import pyqtSignal as Signal
from Orange.widgets.utils.concurrent import ConcurrentMixin

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.widgets.bases.features import progress_of

#: Of more predictions, the window would be seen to stand still.
MOST_AT_ONCE = 50_000
#: The stages, in their order; each is done with what the ones before it have brought.
OPEN, EVALUATE, MODEL, TUNE, WORK, SEND = range(6)


class Stages(ConcurrentMixin, QObject):
    """Does steps of stages, one after the other.

    Steps are a generator: between its lines, which show things, it yields what takes long, as a
    callable of `progress`, and gets back what this returns; or the `UnfitError` that it raises.
    While much is to be done (`is_large`), the callables run in the background, and each stage
    waits for those before it. Otherwise all is done when `follow` returns.

    Signals
    -------
    changed : bool
        Whether anything is at work, or about to be.
    progressed : float
        The share done of what is at work, in per cent.
    failed : Exception
        What nobody expects was raised in the background; nothing is at work any longer.
    """

    changed = Signal(bool)
    progressed = Signal(float)
    failed = Signal(object)

    def __init__(self, parent):
        QObject.__init__(self, parent)
        ConcurrentMixin.__init__(self)
        self.is_large = False
        self._wanted = {}
        self._at = self._steps = self._result = None
        self._is_showing = False

    @property
    def is_at_work(self):
        """Whether results are to come."""
        return self._at is not None or bool(self._wanted)

    def follow(self, stage, make):
        """Do the steps of a stage: those that `make` gives, or what it does if it gives None.

        They replace those of the same stage; what is at work in later ones is done again after it.
        """
        if not self.is_large:
            do_at_once(make())
            return
        self._wanted[stage] = make
        if self._at is not None and not self._is_showing and stage <= self._at[0]:
            later, again = self._at
            self._wanted.setdefault(later, again)
            self._leave()
        self._go_on()

    def stop(self):
        """Do nothing of what is wanted."""
        self._wanted.clear()
        self._leave()
        self.changed.emit(False)

    def shutdown(self):
        """Stop for good, when the widget is deleted."""
        self.stop()
        super().shutdown()

    def start(self, task, *args, **kwargs):
        super().start(task, *args, **kwargs)
        self.task.setParent(None)  # or each would live as long as this, with what it has brought

    def on_done(self, result):
        self._result = result, None

    def on_exception(self, ex):
        self._result = None, ex

    def _connect_signals(self, state):
        super()._connect_signals(state)
        state.progress_changed.connect(self.progressed)

    def _disconnect_signals(self, state):
        super()._disconnect_signals(state)
        state.progress_changed.disconnect(self.progressed)

    def _on_task_done(self, future):
        super()._on_task_done(future)
        (result, error), self._result = self._result, None
        if error is None:
            self._advance(lambda steps: steps.send(result))
        elif isinstance(error, UnfitError):
            self._advance(lambda steps: steps.throw(error))
        else:
            self.stop()
            self.failed.emit(error)
        self._go_on()

    def _leave(self):
        """Leave the steps at work where they are."""
        self.cancel()
        if self._steps is not None:
            self._steps.close()
        self._at = self._steps = None

    def _go_on(self):
        """Begin the first stage wanted, unless one is at work."""
        while self._at is None and self._wanted:
            stage = min(self._wanted)
            self._at = stage, self._wanted.pop(stage)
            self._advance(self._begin)
        self.changed.emit(self.is_at_work)

    def _begin(self, _):
        self._steps = self._at[1]() or iter(())
        return next(self._steps)

    def _advance(self, resume):
        """Let the steps show what they have got, and begin what they ask for next."""
        work, self._is_showing = None, True
        try:
            work = resume(self._steps)
        except StopIteration:
            pass
        finally:
            self._is_showing = False
            if work is None:
                self._at = self._steps = None
        if work is not None:
            self.start(_worked, work)


def do_at_once(steps):
    """Do steps here and now."""
    try:
        work = next(steps or iter(()))
        while True:
            try:
                found = work(_ignored)
            except UnfitError as error:
                work = steps.throw(error)
            else:
                work = steps.send(found)
    except StopIteration:
        pass


def _worked(work, state):
    return work(progress_of(state))


def _ignored(_share):
    pass
