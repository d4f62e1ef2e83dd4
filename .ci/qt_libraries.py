"""Does Qt load? If not, say in one line what the system lacks and what brings it.

Root need not be told: then the libraries are installed.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

MODULES = ["QtSvg", "QtTest", "QtWidgets", "QtWebEngineWidgets"]
# what Qt and its web view need on Debian and Ubuntu; newer releases add t64 to some of the names
PACKAGES = (
    "libasound2 libbrotli1 libdbus-1-3 libegl1 libexpat1 libfontconfig1 libfreetype6 libgbm1 "
    "libgl1 libglib2.0-0 libgssapi-krb5-2 libnss3 libudev1 libx11-xcb1 libxcb-cursor0 "
    "libxcb-dri3-0 libxcb-glx0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 "
    "libxcb-render-util0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xinerama0 "
    "libxcb-xkb1 libxcomposite1 libxdamage1 libxext6 libxfixes3 libxkbcommon-x11-0 "
    "libxkbfile1 libxrandr2 libxtst6"
).split()


def qt_loads():
    """Try it in a process of its own, with the plugin for X11 where there is a display."""
    code = f"from {qt()} import {', '.join(MODULES)}"
    if x11_plugin():
        code += f"; import ctypes; ctypes.CDLL({x11_plugin()[0]!r})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def x11_plugin():
    """The file of the plugin, in a list; empty where it is not needed."""
    needed = sys.platform == "linux" and os.environ.get("DISPLAY")
    return [str(qt_folder() / "plugins" / "platforms" / "libqxcb.so")] if needed else []


def qt():
    return "PyQt6" if find_spec("PyQt6") else "PyQt5"


def qt_folder():
    """Where the libraries are."""
    return Path(find_spec(qt()).origin).parent / qt().removeprefix("Py")


def missing_libraries():
    """The names of the shared libraries that Qt asks for and the system has not, on Linux."""
    if not which("ldd"):
        return []
    number = qt()[-1]
    names = [f"lib{name.replace('Qt', f'Qt{number}')}.so.{number}" for name in MODULES]
    files = [qt_folder() / "lib" / name for name in names]
    found = subprocess.run(["ldd", *files, *x11_plugin()], capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"(\S+) => not found", found)))


def apt_command():
    """The command that installs PACKAGES, under the names that this release has for them."""
    done = subprocess.run(["apt-cache", "pkgnames"], capture_output=True, text=True)
    known = done.stdout.split()
    names = [f"{name}t64" if f"{name}t64" in known else name for name in PACKAGES]
    return ["apt-get", "install", "-y", "--no-upgrade", "--no-install-recommends", *names]


def main():
    """None if Qt loads, at last; else one line that says why it does not."""
    if is_root() and which("apt-get") and qt_loads().returncode:
        subprocess.run(["apt-get", "update"], check=True)
        subprocess.run(apt_command(), check=True)
    attempt = qt_loads()
    if not attempt.returncode:
        return None
    lacks = ", ".join(missing_libraries()) or attempt.stderr.strip().splitlines()[-1]
    advice = f" On Debian and Ubuntu: sudo {' '.join(apt_command())}" if which("apt-get") else ""
    return f"Qt does not load, the system lacks {lacks}.{advice}"


def is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.exit(main())
