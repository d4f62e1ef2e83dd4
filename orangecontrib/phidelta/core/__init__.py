"""The science: geometry, measures, counts and sweeps. No Orange, no Qt.

Everything here works on plain arrays. The unit square of (fpr, tpr) is the common ground: a
decision is a point in it, a measure is a field on it, a diagram is an affine picture of it.
"""
