"""CPU time that importing our widget package adds to Orange's own start.

QT_QPA_PLATFORM=offscreen python benchmarks/start.py
"""

import subprocess
import sys

CODE = """
import sys, time
import Orange.canvas.__main__
import Orange.canvas.mainwindow
start = time.process_time()
import orangecontrib.phidelta.widgets
print(time.process_time() - start)
"""

CORE = """
import importlib, pkgutil, sys
import orangecontrib.phidelta.core as core
for module in pkgutil.iter_modules(core.__path__):
    importlib.import_module(f"{core.__name__}.{module.name}")
print([name for name in sys.modules if name.split(".")[0] in ("AnyQt", "PyQt6", "Orange")])
"""


def run(code):
    command = [sys.executable, "-W", "ignore", "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main():
    added = min(float(run(CODE)) for _ in range(5))
    print(f"import of our widgets after Orange's start: {1000 * added:.0f} ms (at most 100)")
    print(f"Qt and Orange modules imported by core: {run(CORE)} (none expected)")


if __name__ == "__main__":
    main()
