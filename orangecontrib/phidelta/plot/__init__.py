"""The looks: pyqtgraph items that picture results of `core` and compute nothing.

Items are given unit-square coordinates (fpr, tpr); the `Space` of the diagram is the Qt transform
of the group they all live in, so a change of class ratio or view moves them without touching them.
"""
