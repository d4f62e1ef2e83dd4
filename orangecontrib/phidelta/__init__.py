"""Phi-delta diagrams for Orange: classifiers and features as points of a diamond."""


def __getattr__(name):
    if name == "__version__":  # here, for it is seldom asked and reads files
        from importlib.metadata import version

        return version("Orange3-PhiDelta")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
