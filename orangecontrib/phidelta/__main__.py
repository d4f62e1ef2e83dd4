"""python -m orangecontrib.phidelta: see `files.main`."""

import sys

from orangecontrib.phidelta.files.main import main

if __name__ == "__main__":
    sys.exit(main())
