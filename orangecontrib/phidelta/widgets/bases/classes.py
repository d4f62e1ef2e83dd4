"""What all widgets have in common: controls bound to settings, an input, classes, contexts."""

from contextlib import contextmanager

from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.localization import pl
from Orange.widgets.widget import Msg, OWWidget
from orangewidget.utils.signals import summarize

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass, usual_positive
from orangecontrib.phidelta.widgets.bases.messages import TextMessages
from orangecontrib.phidelta.widgets.bases.reports import TextReport
from orangecontrib.phidelta.widgets.controls.against import AgainstControl
from orangecontrib.phidelta.widgets.controls.classratio import CLASS_RATIO, ClassRatioControl
from orangecontrib.phidelta.widgets.controls.kinds import Bytes, Either, Flag, ListOf, OneOf
from orangecontrib.phidelta.widgets.controls.shared import NameList


class Binding:
    """Keeps settings of a widget and a control the same, and tells who shows what they mean.

    Parameters
    ----------
    widget : OWWidget
    settings : str or tuple of str
        Of several settings, the state of the control is a tuple.
    control : QWidget
        With `state()`, `set_state(state)`, which emits nothing, and a signal `changed`.
    shows : tuple of callable
        Called one after the other when the user has changed the control.
    """

    def __init__(self, widget, settings, control, shows):
        self.widget, self.settings, self.shows = widget, settings, shows
        self.control = control  # by this name, Orange's `widget.controls` finds it
        self._is_writing = False
        self.read()
        for setting in (settings,) if isinstance(settings, str) else settings:
            widget.connect_control(setting, self)
        control.changed.connect(self.write)

    def __call__(self, _):
        """A setting has got another value, from a context or by the widget."""
        if not self._is_writing:
            self.read()

    def read(self):
        """Show the settings."""
        if isinstance(self.settings, str):
            state = getattr(self.widget, self.settings)
        else:
            state = tuple(getattr(self.widget, setting) for setting in self.settings)
        self.control.set_state(state)

    def write(self):
        """Put into the settings what the user has chosen, and have it shown."""
        self._is_writing = True
        if isinstance(self.settings, str):
            setattr(self.widget, self.settings, self.control.state())
        else:
            for setting, value in zip(self.settings, self.control.state(), strict=True):
                setattr(self.widget, setting, value)
        self._is_writing = False
        for show in self.shows:
            show()


def _positive(values):
    """The kind of a positive class: one value or more, and where there are several, not all."""
    return ListOf(OneOf(values), least=min(len(values), 1), most=max(len(values) - 1, 1))


def handles(signal):
    """Decorator: as an input of Orange, but without its summary, which unfit objects let fail."""

    def register(method):
        signal(method)
        return method

    return register


@contextmanager
def unfit_told(message):
    """Turn an `UnfitError` inside into this message, and clear the message otherwise."""
    message.clear()
    try:
        yield
    except UnfitError as error:
        message(str(error))


class OWBoundWidget(TextReport, TextMessages, OWWidget, openclass=True):
    """Base of all widgets: binds controls to settings, and sends when it is asked to.

    It has no settings handler: Orange would share the contexts of an inherited one among the
    subclasses. Every setting has a `kind`, see `controls.kinds`.
    """

    auto_commit = Setting(True, kind=Flag())
    # Orange's own
    savedWidgetGeometry = Setting(None, kind=Either(Bytes(), None))
    controlAreaVisible = Setting(True, schema_only=True, kind=Flag())

    def bind(self, settings, control, *shows, title="", box=None):
        """Put a control into a box, or a new one of this title, and bind it; see `Binding`.

        A control that is part of another one is in its place already.
        """
        box = gui.vBox(self.controlArea, title) if title else box
        if box is not None:
            box.layout().addWidget(control)
        Binding(self, settings, control, shows)

    def summarise(self, signal, value):
        """Show the summary of what came, once it is known to be fit; of None, none."""
        self.set_partial_input_summary(signal.name, summarize(value))

    def end_controls(self):
        """Leave the rest of the column free, and add the button that sends."""
        gui.rubber(self.controlArea)
        gui.auto_send(self.buttonsArea, self, "auto_commit")


class OWClassesWidget(OWBoundWidget, openclass=True):
    """Base of the widgets that have a positive class and a class ratio."""

    class Information(OWBoundWidget.Information):
        neither = Msg("{} {} of neither class left out.")

    positive = ContextSetting([], kind=lambda widget: _positive(widget.positive_list.names()))
    # none: all the rest
    negative = ContextSetting([], kind=lambda widget: ListOf(OneOf(widget.positive_list.names())))
    class_ratio = ContextSetting(None, kind=Either(CLASS_RATIO, None))

    def add_positive_list(self, tip, *shows):
        """Add the list of class values, and what they are against."""
        self.positive_list, self.against = NameList(lines=3), AgainstControl()
        self.positive_list.setToolTip(tip)
        self.bind("positive", self.positive_list, self.part_sides, *shows, title="Positive class")
        self.bind("negative", self.against, *shows, box=self.positive_list.parentWidget())
        self.part_sides()

    def part_sides(self):
        """Offer as negative what is not positive; what has become positive is not negative."""
        values = self.positive_list.names()
        others = [value for value in values if value not in self.positive]
        self.against.offer(others, is_seen=len(values) > 2)
        self.negative = [value for value in self.negative if value in others]

    @property
    def positive_class(self):
        """Both sides, as they are chosen; all others are all the rest."""
        others = [value for value in self.positive_list.names() if value not in self.positive]
        negatives = tuple(value for value in others if value in self.negative)
        is_all = len(negatives) == len(others)
        return PositiveClass(tuple(self.positive), negatives=() if is_all else negatives)

    def tell_neither(self, count, noun):
        """Count the cases, called so, that are on neither side."""
        self.Information.neither(count, pl(count, noun), shown=count > 0)

    def add_class_ratio(self, *shows, settled):
        """Add the class ratio; `settled` is called when it no longer moves."""
        self.ratio_control = ClassRatioControl()
        title = "Class ratio (negatives : positives)"
        self.bind("class_ratio", self.ratio_control, *shows, title=title)
        self.ratio_control.settled.connect(settled)

    def show_standard(self):
        """Change to the standard view."""
        self.view = "standard"
        self.show_space()

    def open_choices(self, values, *context, occurring=None, **choices):
        """Begin with the choices for these class values: the usual ones, or those of a context.

        Parameters
        ----------
        values : sequence of str
            Class values to choose from.
        *context
            What the context is opened for; nothing for none.
        occurring : sequence of str, optional
            Those that occur, of which the usual choice is one; None: all.
        **choices
            Further settings that contexts keep, and their usual values.
        """
        self.closeContext()
        self.positive_list.set_names(values)
        occurring = values if occurring is None else occurring
        self.positive, self.negative = usual_positive(occurring), []
        self.class_ratio = None
        for setting, value in choices.items():
            setattr(self, setting, value)
        if context:
            self.openContext(*context)
        self.part_sides()
