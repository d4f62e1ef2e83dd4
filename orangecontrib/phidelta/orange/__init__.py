"""The adapters: Orange's tables, results and models on one side, `core` on the other. No GUI."""


class UnfitError(ValueError):
    """Input that cannot be used; the message tells the user what is wrong and what to do."""
