"""Settings that came from elsewhere are checked once, before a widget reads them.

A workflow may be damaged, or of a later version; what does not fit the kind of its setting (the
option `kind` of its declaration) is replaced by the default, with a line in the log. Orange writes
the settings of widgets back as defaults of later ones, so the defaults are good as well.
"""

import copy
import logging
import reprlib
import sys
from functools import cache

from Orange.widgets.evaluate.contexthandlers import EvaluationResultsContextHandler
from Orange.widgets.settings import (
    Context,
    ContextHandler,
    ContextSetting,
    PerfectDomainContextHandler,
)
from orangewidget.settings import VERSION_KEY

from orangecontrib.phidelta.plot.settings import ParameterSetter
from orangecontrib.phidelta.widgets.controls.kinds import Flag, OneOf, Record, Text, Whole

log = logging.getLogger(__name__)

_CONTEXTS = "context_settings"
_VERSION = Whole(0, sys.maxsize)
_PLAIN = (str, bytes, int, float, bool, type(None))


class CheckedContextHandler(ContextHandler):
    """Gives a widget only settings that fit their kinds.

    The kind of a context setting may be a callable: it gets the widget, when that has the values
    that are usual for what came, and returns the kind.
    """

    #: What a context must have to be compared with what came.
    compared = ()

    def read_defaults(self):
        """Also read the contexts of other widgets, as far as they are some."""
        super().read_defaults()
        self.global_contexts = self._contexts(self.global_contexts)

    def initialize(self, instance, data=None):
        """Set all settings to what fits."""
        super().initialize(instance, None if data is None else self._readable(data))
        for name, setting in self.provider.settings.items():
            value = copy.deepcopy(setting.default)
            if not is_in_context(setting):
                value = self._mended(instance, setting, getattr(instance, name), value)
            setattr(instance, name, value)

    def settings_to_widget(self, widget, *args):
        """Set what fits of the current context; for the rest, what is usual stays."""
        values = widget.current_context.values
        for name, setting in self.provider.settings.items():
            if is_in_context(setting) and name in values:
                value, usual = self.decode_setting(setting, values[name]), getattr(widget, name)
                values[name] = self._mended(widget, setting, value, usual)
        super().settings_to_widget(widget, *args)

    def _mended(self, widget, setting, value, default):
        kind = getattr(setting, "kind", None)
        if callable(kind):
            kind = kind(widget)
        if kind is None:  # of a setting that some later Orange gives to all widgets
            return value
        return kind.mended(value, default, self._tell, setting.name)

    def _readable(self, data):
        """The part of stored settings that Orange can read, if only to migrate it."""
        if not isinstance(data, dict):
            self._tell("stored settings", data, {})
            return {}
        data = dict(data)
        if VERSION_KEY in data:
            data[VERSION_KEY] = _VERSION.mended(data[VERSION_KEY], 0, self._tell, VERSION_KEY)
        if _CONTEXTS in data:
            data[_CONTEXTS] = self._contexts(data[_CONTEXTS])
        return data

    def _contexts(self, contexts):
        if not isinstance(contexts, list):
            self._tell(_CONTEXTS, contexts, [])
            return []
        good = [context for context in contexts if self._is_context(context)]
        if len(good) < len(contexts):
            self._tell(_CONTEXTS, contexts, good)
        for context in good:
            foreign = {n: value for n, value in context.values.items() if not is_plain(value)}
            for name, value in foreign.items():
                self._tell(f"{name} in a context", value, None)
                del context.values[name]
        return good

    def _is_context(self, context):
        if not isinstance(context, Context):
            return False
        parts = dict(vars(context))
        values = parts.pop("values", None)
        is_comparable = parts.keys() >= set(self.compared) and is_plain(parts)
        return is_comparable and isinstance(values, dict)

    def _tell(self, name, value, instead):
        told = self.widget_class.name, name, short(value), short(instead)
        log.warning("%s: %s cannot be %s; instead: %s", *told)


class ResultsContextHandler(CheckedContextHandler, EvaluationResultsContextHandler):
    """Contexts for results of the same models about the same classes."""

    compared = ("classes", "classifier_names")


class TableContextHandler(CheckedContextHandler, PerfectDomainContextHandler):
    """Contexts for tables of the same variables and values."""

    compared = ("attributes", "class_vars", "metas")

    def __init__(self):
        super().__init__(match_values=PerfectDomainContextHandler.MATCH_VALUES_ALL)

    def decode_setting(self, setting, value, *args):
        """Orange marks what is no list by a number; nothing here is a variable."""
        return value[0] if isinstance(value, tuple) and len(value) == 2 else value


def rename_in(settings, names, renamed):
    """Rename what these stored settings contain, whatever they are, for `migrate_settings`."""
    for name in names:
        if name in settings:
            settings[name] = _with_names(settings[name], renamed)


def _with_names(value, renamed):
    def new(name):
        return renamed.get(name, name) if isinstance(name, str) else name

    if isinstance(value, dict):
        return {new(key): part for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return (tuple if isinstance(value, tuple) else list)(map(new, value))
    return new(value)


@cache
def visual_kind():
    """The kind of what is changed by Orange's dialog; fonts are those of the machine."""
    settings = ParameterSetter(None).initial_settings
    return Record(
        {
            (box, label, name): _kind_of_control(*each)
            for box, labels in settings.items()
            for label, parameters in labels.items()
            for name, each in parameters.items()
        }
    )


def _kind_of_control(values, default):
    if isinstance(values, range):
        return Whole(values.start, values.stop)
    if isinstance(values, list):
        return OneOf(value for value in values if value)  # one is empty, to part fonts
    return Flag() if isinstance(default, bool) else Text()


def is_in_context(setting):
    """Whether contexts keep the setting: it is about what came."""
    return isinstance(setting, ContextSetting)


def is_plain(value, depth=6):
    """Whether it consists of values that compare to True or False, and of nothing else."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple)):
        return depth > 0 and all(is_plain(part, depth - 1) for part in value)
    return isinstance(value, _PLAIN)


def short(value):
    """What a value is like, for the log."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python writes no whole number of thousands of digits
        return "a very long number"
