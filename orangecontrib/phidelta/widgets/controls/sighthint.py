"""One line above a diagram that is hard to see, with clicks that help."""

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QLabel

_NARROW = "Narrow diamond: <a href='standard'>standard view</a>"
_ENLARGE = " (same measures) or <a href='enlarge'>zoom to the models</a>"
_WHY = (
    "At this class ratio, the diamond is too narrow for labels. In the standard view, shape and "
    "places are as if there were as many positives as negatives; "
)
_MEASURES = "isometrics and measures stay at the class ratio."
_NO_MODELS = "isometrics and background, too."
_ENLARGED = "Zoomed to the models, axes not in proportion: <a href='fit'>whole diamond</a>"


class SightHint(QLabel):
    """Tells that diamonds are too narrow for labels, or enlarged; hidden otherwise.

    Signals
    -------
    standard_wanted :
        By the user: show the standard view instead.
    """

    standard_wanted = Signal()

    def __init__(self, has_models=True):
        super().__init__(wordWrap=True, textFormat=Qt.RichText, margin=4)
        self.setToolTip(_WHY + (_MEASURES if has_models else _NO_MODELS))
        self.setTextInteractionFlags(Qt.LinksAccessibleByMouse | Qt.LinksAccessibleByKeyboard)
        self._diagrams = []
        self._has_models = has_models
        self.linkActivated.connect(self._on_clicked)
        self.hide()

    def watch(self, diagrams):
        """Tell about these diagrams from now on."""
        for diagram in diagrams:
            if diagram not in self._diagrams:
                diagram.sight_changed.connect(self.update_text)
        self._diagrams = list(diagrams)
        self.update_text()

    def update_text(self):
        """Say what there is to say, if anything."""
        text = ""
        if any(diagram.is_enlarged for diagram in self._diagrams):
            text = _ENLARGED
        elif any(diagram.is_narrow for diagram in self._diagrams):
            text = _NARROW + (_ENLARGE if self._has_models else "")
        self.setText(text)
        self.setVisible(bool(text))

    def _on_clicked(self, link):
        if link == "standard":
            self.standard_wanted.emit()
            return
        for diagram in self._diagrams:
            if link == "enlarge":
                diagram.enlarge()
            else:
                diagram.fit()
