"""The widget category "Phi-Delta"."""

from pathlib import Path

from orangecontrib.phidelta.orange import scores  # noqa: F401  registers φ, δ in Test and Score

NAME = "Phi-Delta"
DESCRIPTION = "See what accuracy hides: bias, class ratio, costs and thresholds."
ICON = "icons/category.svg"
BACKGROUND = "#DCCFF2"
PRIORITY = 7
WIDGET_HELP_PATH = ((str(Path(__file__).parents[1] / "help" / "index.html"), None),)
