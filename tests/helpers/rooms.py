"""What holds in every room of core; each asks it of its own modules in test_whole_room.py."""

import dataclasses
import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping

import numpy as np
import pytest

#: Types of what can be compared and be a key, or a part of one.
PLAIN = (
    *(str, float, float | None, int, bool, Mapping[str, float]),
    *(tuple[float, float], tuple[float, float] | None, tuple[str, ...]),
    Callable | None,
)
#: What other cases can be added to.
GROWING = ("Moments", "Presence")


def modules_of(room):
    """Names of the modules of a package."""
    return [module.name for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}.")]


def results_of(room):
    """Names "module:class" of the dataclasses of a package."""
    return [
        f"{name}:{kind.__name__}"
        for name in modules_of(room)
        for kind in vars(importlib.import_module(name)).values()
        if inspect.isclass(kind) and dataclasses.is_dataclass(kind) and kind.__module__ == name
    ]


def check_examples(name):
    """The examples in the docstrings of a module tell what there is; arguments have names."""
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
    kinds = [kind for kind in vars(module).values() if inspect.isclass(kind)]
    for owner in (module, *kinds):
        for function in vars(owner).values():
            if inspect.isfunction(function) and function.__module__ == name:
                parameters = inspect.signature(function).parameters.values()
                assert not any(each.kind is each.POSITIONAL_ONLY for each in parameters)


def check_result(name):
    """It cannot be changed; with arrays, which are no keys and are not equal, it is itself."""
    module, kind = name.split(":")
    kind = getattr(importlib.import_module(module), kind)
    values = {
        field.name: 1.0 if field.type in PLAIN else np.zeros(2)
        for field in dataclasses.fields(kind)
    }
    result, other = object.__new__(kind), object.__new__(kind)
    for each in (result, other):
        vars(each).update(values)
    if kind.__name__ not in GROWING:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, next(iter(values)), None)
    has_arrays = any(isinstance(value, np.ndarray) for value in values.values())
    assert {result: 1}.get(other) == (None if has_arrays else 1)


def check_underflow(work):
    """What is too small for a number is 0, and nobody who wants numpy to raise hears of it."""
    usual = work()
    with np.errstate(under="raise"):
        np.testing.assert_array_equal(work(), usual)
