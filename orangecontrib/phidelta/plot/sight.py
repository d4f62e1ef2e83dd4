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


def longest_in_sight(points, sight):
    """The longest part of a polyline (k, 2) that lies within a QRectF; all of it for None."""
    if len(points):
        points = points[np.append(True, np.any(np.diff(points, axis=0), axis=1))]
    if sight is None or len(points) < 2:
        return points
    low = np.array([sight.left(), sight.top()])
    high = np.array([sight.right(), sight.bottom()])
    if np.all((points >= low) & (points <= high)):
        return points
    parts = _parts_within(points, low, high)
    length = [np.hypot(*np.diff(part, axis=0).T).sum() for part in parts]
    return parts[int(np.argmax(length))] if parts else points[:0]


def _parts_within(points, low, high):
    """The parts of a polyline (k, 2) between two corners: a list of arrays."""
    start, step = points[:-1], np.diff(points, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        bounds = np.sort([(low - start) / step, (high - start) / step], axis=0)
    is_still = step == 0
    is_between = (start >= low) & (start <= high)
    enter = np.where(is_still, np.where(is_between, 0, 2), bounds[0]).max(axis=1).clip(0, None)
    leave = np.where(is_still, np.where(is_between, 1, -1), bounds[1]).min(axis=1).clip(None, 1)
    parts, last = [], -2
    for i in np.flatnonzero(leave > enter):
        ends = start[i] + np.outer([enter[i], leave[i]], step[i])
        if i == last + 1 and enter[i] == 0 and leave[last] == 1:
            parts[-1].append(ends[1])
        else:
            parts.append(list(ends))
        last = i
    return [np.array(part) for part in parts]
