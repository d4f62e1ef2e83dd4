"""What costs time and is not what is tried."""

from unittest.mock import patch

import pytest

_BASES = "orangecontrib.phidelta.widgets.bases"


@pytest.fixture(scope="module", autouse=True)
def cheaply():
    """Fewer bootstrap samples; and Orange draws no icon for each message."""
    from AnyQt.QtGui import QIcon

    with (
        patch(f"{_BASES}.sampling.REPLICATES", 20),
        patch(f"{_BASES}.sampling._FOR_MAP", 4),
        patch("orangewidget.utils.messagewidget.message_icon", lambda message: QIcon()),
        patch("orangewidget.utils.messagewidget.image_data", lambda *_: ""),
    ):
        yield
