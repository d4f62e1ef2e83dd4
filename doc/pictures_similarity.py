"""Draw the picture of the Feature Similarity's page: python -I doc/pictures_similarity.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint
from Orange.data import Table
from Orange.widgets.tests.base import WidgetTest

from orangecontrib.phidelta.widgets.owfeaturesimilarity import OWFeatureSimilarity


def main():
    """The widget with brown-selected, its parts numbered as in the text."""
    WidgetTest.setUpClass()
    test = WidgetTest()
    test.setUp()
    widget = test.create_widget(OWFeatureSimilarity, {"limit": 0.6})
    test.send_signal(widget.Inputs.data, Table("brown-selected"), widget=widget)
    test.wait_until_finished(widget=widget)
    widget.selected = widget.shown.names(max(widget.shown.blocks(0.6), key=len))
    widget.tell()
    widget.resize(1060, 760)
    drawing.grabbed(widget)
    picture = drawing.grabbed(widget)
    controls = [widget.controls.encoding, widget.controls.limit, widget.whole_check]
    places = [c.mapTo(widget, QPoint(c.width() - 34, 12)) for c in controls]
    places += [widget.view.mapTo(widget, QPoint(x, 50)) for x in (60, 500)]
    places.append(widget.sentence.mapTo(widget, QPoint(widget.sentence.width() - 40, 8)))
    drawing.save(drawing.stamped(picture, places), "widgets/images/featuresimilarity.png")


if __name__ == "__main__":
    drawing.start(main)
