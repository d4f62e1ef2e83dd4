"""What costs time and is not what is tried."""

from unittest.mock import patch

import pytest

_SAMPLING = "orangecontrib.phidelta.widgets.bases.sampling"


@pytest.fixture(scope="module", autouse=True)
def cheaply():
    """Fewer bootstrap samples; and Orange draws no icon for each message."""
    from AnyQt.QtGui import QIcon

    with (
        patch(f"{_SAMPLING}.REPLICATES", 20),
        patch(f"{_SAMPLING}._FOR_MAP", 4),
        patch("orangewidget.utils.messagewidget.message_icon", lambda message: QIcon()),
        patch("orangewidget.utils.messagewidget.image_data", lambda *_: ""),
    ):
        yield
