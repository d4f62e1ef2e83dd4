"""Is there a virtual display? If not, say in one line what the tests leave out for that.

Root need not be told: then it is installed, with what Qt needs for it.
"""

import os
import subprocess
import sys
from shutil import which

import qt_libraries


def main():
    """None if there is one, or if it cannot be; else one line for the reader."""
    if sys.platform != "linux":
        return None
    if not is_there() and qt_libraries.is_root() and which("apt-get"):
        subprocess.run(["apt-get", "update"], check=True)
        install = ["apt-get", "install", "-y", "--no-install-recommends", "xvfb", "xdotool"]
        subprocess.run(install, check=True)
    if not is_there():
        return (
            "There is no virtual display (Xvfb, xdotool): Orange's own window is not tested. "
            "On Debian and Ubuntu: sudo apt-get install xvfb xdotool"
        )
    os.environ.setdefault("DISPLAY", ":0")  # so that Qt's plugin for X11 is looked at, too
    return qt_libraries.main()


def is_there():
    """The display, and the hand that moves its mouse."""
    return which("Xvfb") and which("xdotool")


if __name__ == "__main__":
    told = main()
    if told:
        sys.stderr.write(f"{told}\n")  # the other tests need none
