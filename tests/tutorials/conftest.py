"""A lab sheet is followed: controls by the words that a student sees, numbers as they are shown.

What a sheet states and what a widget shows are both read and compared; the tests know the words of
the sheet and of the screen, and as few numbers of their own as they can.
"""

from importlib.resources import files
from pathlib import Path

import pytest
from labsheet import Sheet
from orangecanvas.document.interactions import add_links_plan
from orangecanvas.scheme import SchemeLink, SchemeNode
from orangecanvas.utils import name_lookup
from screen import Screen

from orangecontrib.phidelta.tutorials.runner import (
    close,
    discover,
    errors_in_slots,
    run,
    shown_errors,
    wait,
)

FOLDER = Path(str(files("orangecontrib.phidelta.tutorials")))


@pytest.fixture(scope="module")
def lab(app, request):
    """The workflow named `WORKFLOW` in the test module, open, and its sheet."""
    name = request.module.WORKFLOW
    forget_contexts()
    widgets = run(FOLDER / f"{name}.ows")
    assert [(title, *shown_errors(widget)) for title, widget in widgets.items()] == [
        (title,) for title in widgets
    ]
    yield Lab(name, widgets)
    close(widgets)


def forget_contexts():
    """As for somebody who has not opened our widgets yet; the rest is in the workflows."""
    for description in discover().widgets():
        if description.package.startswith("orangecontrib.phidelta"):
            name_lookup(description.qualified_name).settingsHandler.global_contexts.clear()


class Lab:
    """A workflow as a student opens it: windows by their titles, lines drawn by hand."""

    def __init__(self, name, widgets):
        self.sheet = Sheet(name)
        self.scheme = next(iter(widgets.values())).signalManager.scheme()
        self._screens = {}

    def __getitem__(self, title):
        """The window of this title."""
        if title not in self._screens:
            self._screens[title] = Screen(self.scheme.widget_for_node(self.node(title)))
        return self._screens[title]

    def node(self, title):
        [node] = [node for node in self.scheme.nodes if node.title == title]
        return node

    def wait(self):
        """Until all widgets have done their work."""
        with errors_in_slots():
            wait(self.scheme.signal_manager, 60)

    def add(self, widget, title):
        """Put another widget on the canvas."""
        [description] = [w for w in discover().widgets() if w.name == widget]
        self.scheme.add_node(SchemeNode(description, title=title))
        self.scheme.widget_for_node(self.node(title))

    def remove(self, title):
        """Remove a widget from the canvas; its lines go with it."""
        self._screens.pop(title, None)
        self.scheme.remove_node(self.node(title))

    def lines(self, source, sink):
        """What is written along the lines between two widgets."""
        links = self.scheme.find_links(self.node(source), None, self.node(sink), None)
        names = [(link.source_channel.name, link.sink_channel.name) for link in links]
        return [" → ".join(dict.fromkeys(each)) for each in names]

    def disconnect(self, source, sink):
        """Remove the lines between two widgets."""
        for link in self.scheme.find_links(self.node(source), None, self.node(sink), None):
            self.scheme.remove_link(link)

    def connect(self, source, sink):
        """Draw a line from one widget to another, as Orange makes it; what is written along it."""
        nodes = self.node(source), self.node(sink)
        (output, input_, weight), *others = self.scheme.propose_links(*nodes)
        assert all(weight > other for *_, other in others), "Orange would ask which is meant"
        drawn = SchemeLink(nodes[0], output, nodes[1], input_)
        added, removed = add_links_plan(self.scheme, [drawn])
        for link in removed:
            self.scheme.remove_link(link)
        for link in added:
            self.scheme.add_link(link)
        return self.lines(source, sink)[-1]
