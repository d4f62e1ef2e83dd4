from pathlib import Path
from shutil import rmtree

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

PACKAGE = "orangecontrib.phidelta"
# what the command line reads files with, and shows tables with
FILES = ["pyarrow>=14", "rich>=13"]
# what spreads the work over processes or machines
DASK = [*FILES, "dask[array,dataframe]>=2024.8", "distributed>=2024.8"]


class BuildWithHelp(build_py):
    """Build the package and, from doc/, the pages behind F1."""

    def run(self):
        if not self.editable_mode:
            # a file deleted since the last build would stay in the wheel
            rmtree(Path(self.build_lib, "orangecontrib"), ignore_errors=True)
        super().run()
        if not self.editable_mode:
            self.build_help()

    def build_help(self):
        from sphinx.cmd.build import main as sphinx_build

        doctrees = Path(self.get_finalized_command("build").build_temp, "doctrees")
        target = Path(self.build_lib, *PACKAGE.split("."), "help")
        options = ["-q", "-E", "-b", "html", "-d", str(doctrees)]
        if sphinx_build([*options, "doc", str(target)]):
            raise RuntimeError("The help pages in doc/ could not be built: see above.")
        (target / ".buildinfo").unlink(missing_ok=True)


setup(
    name="Orange3-PhiDelta",
    version="0.1.0",
    description="Phi-delta diagrams for Orange: see what accuracy hides",
    long_description=Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    author="Orange3-PhiDelta developers",
    license="GPL-3.0-or-later",
    keywords=[
        "orange3 add-on",
        "phi-delta diagram",
        "classifier evaluation",
        "class imbalance",
        "threshold tuning",
        "feature ranking",
        "ROC",
    ],
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: X11 Applications :: Qt",
        "Intended Audience :: Education",
        "Intended Audience :: Science/Research",
        "Operating System :: OS Independent",
        "Programming Language :: Python :: 3",
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Topic :: Scientific/Engineering :: Visualization",
    ],
    python_requires=">=3.10",
    install_requires=[
        "Orange3>=3.38.0",
        "AnyQt>=0.2.0",
        "pyqtgraph>=0.13.5",
        "numpy>=1.22.4",
        "scipy>=1.12",
        "scikit-learn>=1.5.1",
        "contourpy>=1.0.7",
    ],
    extras_require={
        "files": FILES,
        "dask": DASK,
        "test": [
            *DASK,
            "build",
            "hypothesis",
            "Orange3-Educational",
            "pytest>=8",
            "pytest-xdist",
            "ruff",
            "setuptools>=70.1",
            "sphinx>=7",
        ],
        "mutants": ["cosmic-ray>=8.3"],
    },
    packages=[*find_packages(include=["orangecontrib*"]), f"{PACKAGE}.tutorials"],
    package_dir={f"{PACKAGE}.tutorials": "tutorials"},
    package_data={
        f"{PACKAGE}.widgets": ["icons/*.svg"],
        f"{PACKAGE}.tutorials": ["*.md", "*.ows"],
    },
    cmdclass={"build_py": BuildWithHelp},
    zip_safe=False,
    entry_points={
        "console_scripts": [f"phidelta = {PACKAGE}.files.main:main"],
        "orange3.addon": [f"Phi-Delta = {PACKAGE}"],
        "orange.widgets": [f"Phi-Delta = {PACKAGE}.widgets"],
        "orange.widgets.tutorials": [f"Phi-Delta = {PACKAGE}.tutorials"],
        "orange.canvas.help": [f"html-index = {PACKAGE}.widgets:WIDGET_HELP_PATH"],
    },
)
