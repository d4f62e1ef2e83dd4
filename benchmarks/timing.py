"""Time calls against each other within one run."""

import time


def seconds(call, runs=7):
    """The least time of some runs of a call, in seconds of this process's CPU."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def report(title, ours, theirs, limit):
    """Print how long two calls take, and their ratio beside what it should not exceed."""
    one, other = seconds(ours), seconds(theirs)
    print(f"{title}: {1000 * one:.1f} ms / {1000 * other:.1f} ms = {one / other:.3f}", end="")
    print(f" (at most {limit})")
