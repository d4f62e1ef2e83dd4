"""The table of features with a filter above it, a menu of columns, and what is selected."""

from AnyQt.QtGui import QKeySequence
from AnyQt.QtWidgets import QGridLayout, QLabel, QLineEdit, QShortcut, QWidget
from Orange.widgets.utils.localization import pl

from orangecontrib.phidelta.widgets.tables.features import FeatureView


class FeaturePanel(QWidget):
    """A `FeatureView`, with what is around it.

    Parameters
    ----------
    shown : dict of str to bool
        As of `FeatureView`.
    """

    def __init__(self, shown):
        super().__init__()
        self.view = FeatureView(shown)
        self.view.setAccessibleName("Features")
        self.filter = QLineEdit(placeholderText="Filter…", clearButtonEnabled=True)
        self.filter.setToolTip("Show only features with this text in their name (Ctrl+F)")
        self.filter.setAccessibleName("Filter")
        self.columns = self.view.columns_button()
        self.label = QLabel(wordWrap=True)
        self._why = ""
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.filter, 0, 0)
        layout.addWidget(self.columns, 0, 1)
        layout.addWidget(self.view, 1, 0, 1, 2)
        layout.addWidget(self.label, 2, 0, 1, 2)
        self.filter.textChanged.connect(self._on_filter_changed)
        self.view.selection_changed.connect(self.show_count)
        self.view.looked_at.connect(self.show_count)
        QShortcut(QKeySequence.Find, self, self.filter.setFocus)

    def select(self, features, why=""):
        """Select exactly these features, without a signal; `why` is told with their number."""
        self._why = why
        self.view.select(features)
        self.show_count()

    def show_count(self):
        """Tell how many features are selected, why, and which are out of sight or looked at."""
        count, looked = self.view.feature_model.count, len(self.view.looked)
        selected, hidden = len(self.view.selection), len(self.view.hidden_selection())
        text = f"{selected:,} of {count:,} features selected"
        text += f", {hidden:,} of them hidden by the filter" if hidden else ""
        text += f": {self._why}" if self._why else ""
        if looked:
            rows = f"{looked:,} {pl(looked, 'row')}"
            text += f" {rows} looked at (Ctrl+C copies); to select rows, choose “By hand”."
        self.label.setText(text if count else "")

    def _on_filter_changed(self, text):
        self.view.feature_model.set_filter(text)
        self.show_count()
