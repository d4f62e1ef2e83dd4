"""A field to type a name in, and how many features have it."""

from AnyQt.QtCore import Qt, QTimer
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QKeySequence
from AnyQt.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QShortcut, QWidget

from orangecontrib.phidelta.core.words import count
from orangecontrib.phidelta.orange.finding import Finder

#: So many milliseconds after the last key, it is sought.
_PAUSE = 150


class FindField(QWidget):
    """Finds marks while a name is typed. Enter chooses them, Escape clears the field.

    Signals
    -------
    found : list of int arrays, or None
        Marks of each signature, the best first; None: nothing is sought.
    chosen : list of str
        Names of the features that are found.
    """

    found = Signal(object)
    chosen = Signal(object)

    def __init__(self):
        super().__init__()
        self._finder, self._found = Finder(), None
        self.edit = _Edit(placeholderText="Find a feature…", clearButtonEnabled=True)
        self.edit.setAccessibleName("Find a feature")
        self.edit.setToolTip(
            "Type a part of its name (Ctrl+F). Enter selects what is found, Escape clears the text"
        )
        self.label = QLabel(textFormat=Qt.PlainText)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.find)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 0, 6, 0)
        layout.addWidget(self.edit, stretch=1)
        layout.addWidget(self.label)
        self.edit.textChanged.connect(self._on_typed)
        self.edit.entered.connect(self._choose)
        QShortcut(QKeySequence.Find, self, self.edit.setFocus)

    def set_finder(self, finder):
        """Seek what is typed among other marks: those of a `Finder`."""
        self._finder = finder
        self.find()

    def find(self):
        """Seek what is typed, and tell what is found."""
        self._pause.stop()
        self._found = self._finder.find(self.edit.text()) if self.edit.text().strip() else None
        features = self._features()
        self.label.setText(f"{count(len(features))} of {count(self._finder.count)}")
        self.label.setVisible(self._found is not None)
        self.found.emit(self._found)

    def _on_typed(self, text):
        if text.strip():
            self._pause.start()
        else:
            self.find()

    def _features(self):
        return [] if self._found is None else self._finder.variables(self._found)

    def _choose(self):
        self.find()
        if self._features():
            self.chosen.emit(self._features())


class _Edit(QLineEdit):
    """Keeps Enter and Escape, which would close or operate the window around.

    Signals
    -------
    entered :
        Enter was pressed.
    """

    entered = Signal()

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key_Return, Qt.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
