"""What every test runs with: Qt without a screen, settings of its own, and no warning lost."""

import os
import sys
from pathlib import Path
from tempfile import mkdtemp
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # threads cost more than they bring on small data
os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium aborts if root has a sandbox

import pytest
from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QApplication
from hypothesis import settings
from orangewidget.settings import set_widget_settings_dir_components

# how long an example takes is for benchmarks to say, not for a busy machine
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

# before any widget class is made: it reads the defaults that its user last left
set_widget_settings_dir_components(mkdtemp(), "tests")

CORE = Path(__file__).parent / "core"


@pytest.fixture(scope="session", autouse=True)
def app():
    """The one QApplication; WidgetTest would make one that has the last word after the tests."""
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)
    return QApplication.instance() or QApplication(["tests"])


@pytest.fixture(scope="module")
def gui(app):
    """Orange's widget test case, for functions."""
    from Orange.widgets.tests.base import WidgetTest  # here: tests of core need no widgets

    class Case(WidgetTest):
        def runTest(self):
            """Nothing of its own."""

    Case.setUpClass()
    case = Case()
    case.setUp()
    yield case
    case.tearDown()
    Case.tearDownClass()


def pytest_collection_modifyitems(items):
    """In tests of core the warnings that numpy and scipy raise for it are ours, too."""
    for item in items:
        if CORE in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("error::RuntimeWarning"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """An exception in a Qt slot fails the test; Qt itself would abort the whole run."""
    errors = []
    with patch.object(sys, "excepthook", lambda kind, error, trace: errors.append(error)):
        result = yield
    if errors:
        raise errors[0]
    return result
