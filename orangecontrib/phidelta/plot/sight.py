"""Which part of the unit square is in sight, and whether it is wide enough to be read."""

import numpy as np


def rates_in_sight(space, view):
    """Decisions seen through a `Space` in a QRectF of the plot: array (2, k) of fpr and tpr."""
    x, y = np.meshgrid(
        np.linspace(view.left(), view.right(), 33), np.linspace(view.top(), view.bottom(), 33)
    )
    seen = np.array(space.unproject(x.ravel(), y.ravel()))
    is_decision = np.all((seen >= 0) & (seen <= 1), axis=0)
    # A diamond may be narrower than the steps of this grid; hence a grid of the square, too.
    square = np.reshape(np.meshgrid(*[np.linspace(0, 1, 17)] * 2), (2, -1))
    x, y = space.project(fpr=square[0], tpr=square[1])
    is_seen = (x >= view.left()) & (x <= view.right()) & (y >= view.top()) & (y <= view.bottom())
    return np.hstack([seen[:, is_decision], square[:, is_seen]])


def level_width(space):
    """Width of a φ-δ diagram, measured level from edge to edge, in its own units."""
    return np.sqrt(2) * np.hypot(*np.diff(space.outline, axis=0).T).min()


def neighbourhood(space, rates):
    """Points (k + 2, 2) of the plot: decisions (fpr, tpr), and the shortest edge near them.

    With the edge, decisions at one place are seen as well, and where they stand.
    """
    edges = np.stack([space.outline, np.roll(space.outline, -1, axis=0)], axis=1)
    lengths = np.hypot(*(edges[:, 1] - edges[:, 0]).T)
    fpr, tpr = np.transpose(rates)
    points = np.column_stack(space.project(fpr=fpr, tpr=tpr))
    far = np.hypot(*(edges.mean(axis=1) - points.mean(axis=0)).T)
    far[lengths > 1.001 * lengths.min()] = np.inf
    return np.vstack([points, edges[np.argmin(far)]])
