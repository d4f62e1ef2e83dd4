"""python -m orangecontrib.phidelta.tutorials: see `runner`."""

import sys

from orangecontrib.phidelta.tutorials.runner import start

if __name__ == "__main__":
    sys.exit(start())
