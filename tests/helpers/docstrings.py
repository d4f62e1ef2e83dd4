"""Real texts without a network: the docstrings of installed packages, one class a package."""

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

#: Where the docstrings come from, and words that everybody knows each package by.
PACKAGES = {
    "numpy": (("lib", "linalg", "ma"), "numpy np array array_like ndarray"),
    "scipy": (
        ("stats", "signal", "optimize"),
        "probability random density distribution continuous variable",
    ),
    "sklearn": (
        ("linear_model", "ensemble", "cluster"),
        "n_features n_samples model fit sklearn sparse matrix coefficients",
    ),
    "Orange": (
        ("data", "preprocess", "classification", "widgets"),
        "orange table attribute attributes domain variable variables",
    ),
    "pyqtgraph": (
        ("graphicsItems", "widgets", "parametertree"),
        "pyqtgraph item items displayed pen ticks tick widget",
    ),
    "matplotlib": (
        ("axes", "figure.py", "collections.py", "ticker.py"),
        "matplotlib kwargs axes plot color artist",
    ),
}
#: In shorter documents even "the" need not occur.
LEAST_WORDS, DOCUMENTS = 60, 60


@cache
def corpus():
    """Documents of at least 60 words, 60 a package, and the package of each.

    Returns
    -------
    documents : list of str
    packages : array (documents,) of str
    """
    texts, packages = [], []
    for package, (parts, _) in PACKAGES.items():
        if find_spec(package) is not None:
            found = _documents(Path(find_spec(package).origin).parent, parts)
            texts += found
            packages += [package] * len(found)
    return texts, np.array(packages)


def _documents(root, parts):
    found = {}
    for path in (path for part in parts for path in _files(root / part)):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                text = ast.get_docstring(node) or ""
                if len(text.split()) >= LEAST_WORDS:
                    found[text] = None
        if len(found) >= DOCUMENTS:
            break
    return list(found)[:DOCUMENTS]


def _files(path):
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    return [each for each in files if "tests" not in each.parts]
