"""All figures of speed in one run, beside those of other libraries: benchmarks/RESULTS.md.

QT_QPA_PLATFORM=offscreen python benchmarks/bench.py [--quick] [--out RESULTS.md]

What is compared takes turns, five times each; told are medians of the clock. `--quick` takes a
hundredth of the sizes, to see that everything runs.
"""

import argparse
import importlib
import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

RUNS = 5
HEAD = "| what | size | ours | the other | ratio | aim |\n|---|---|---|---|---|---|\n"
GROWN = "| what | size | time | of a value |\n|---|---|---|---|\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("RESULTS.md"))
    options = parser.parse_args()
    scale = 100 if options.quick else 1
    text = [f"# Speeds\n\nMade by `make bench`. {machine()}.\n\n## Beside others\n\n{HEAD}"]
    with options.out.open("w", encoding="utf-8") as file:
        write(file, text)
        for room in ("scores", "features", "widgets"):
            rows = importlib.import_module(f"bench_{room}")
            write(file, (compared(*row) for row in rows.compared(scale)))
        write(file, [f"\n## Growth\n\n{GROWN}"])
        for room in ("scores", "features", "widgets"):
            rows = importlib.import_module(f"bench_{room}")
            write(file, (grown(*row) for row in rows.growing(scale)))


def write(file, lines):
    """To the file and the screen, as they come."""
    for line in lines:
        file.write(line)
        file.flush()
        sys.stdout.write(line)


def machine():
    names = "numpy", "scipy", "scikit-learn", "Orange3", "pyqtgraph", "Orange3-PhiDelta"
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    python = f"Python {platform.python_version()} on {platform.system()}"
    return f"{python}, {os.cpu_count()} cores; {versions}"


def compared(what, size, ours, other_name, other, aim=None):
    """A row of two calls that take turns."""
    times = [], []
    for _ in range(RUNS):
        for call, taken in zip((ours, other), times, strict=True):
            taken.append(clock(call))
    own, others = map(median, times)
    told = "" if aim is None else f"at most {aim:g}"
    cells = what, size, ms(own), f"{other_name} {ms(others)}", f"{own / others:.2f}", told
    return f"| {' | '.join(cells)} |\n"


def grown(what, size, count, call):
    """A row of one call."""
    took = median(clock(call) for _ in range(RUNS))
    return f"| {what} | {size} | {ms(took)} | {1e9 * took / count:.3g} ns |\n"


def clock(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def ms(seconds):
    return f"{1000 * seconds:.3g} ms"


if __name__ == "__main__":
    main()
