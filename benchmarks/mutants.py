"""How many small faults in core the tests notice: the share of killed mutants of its modules.

python benchmarks/mutants.py [--tests PATH ...] core/features/subsets.py ...   (or: make mutants)

A copy of the package in build/mutants is changed in one place at a time by cosmic-ray, and the
tests of the module's room run against it, then the other tests of core. Mutants that do what the
original does are listed with reasons in tests/equivalent_mutants.txt and do not count. Exits with
1 below 95 %.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants"
PACKAGE = Path("orangecontrib", "phidelta")
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.txt"
ENOUGH = 0.95
CONFIG = """[cosmic-ray]
module-path = "{module}"
timeout = 120.0
excluded-modules = []
test-command = "{command}"

[cosmic-ray.distributor]
name = "local"
"""


def copy_package():
    """A fresh copy of the package that mutants can be made of."""
    shutil.rmtree(COPY, ignore_errors=True)
    for folder in ("core", "orange", "plot"):
        shutil.copytree(ROOT / PACKAGE / folder, COPY / PACKAGE / folder)
    for path in (ROOT / PACKAGE / "__init__.py", ROOT / "orangecontrib" / "__init__.py"):
        shutil.copy(path, COPY / path.relative_to(ROOT))


def mutants(module, tests):
    """Yield (mutated line before and after, is it killed) for each mutant of a module."""
    path = COPY / PACKAGE / module
    session = COPY / f"{module.replace('/', '-')}.sqlite"
    config = session.with_suffix(".toml")
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider {' '.join(tests)}"
    config.write_text(CONFIG.format(module=path, command=command), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(COPY), "PYTHONDONTWRITEBYTECODE": "1"}
    for step in ("init", "exec"):
        arguments = [sys.executable, "-m", "cosmic_ray.cli", step, str(config), str(session)]
        subprocess.run(arguments, cwd=ROOT, env=environment, check=True)
    dump = [sys.executable, "-m", "cosmic_ray.cli", "dump", str(session)]
    done = subprocess.run(dump, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        _, result = json.loads(line)
        if result is not None and result["worker_outcome"] == "normal":
            yield changed(result["diff"]), result["test_outcome"] != "survived"


def changed(diff):
    """The lines that a diff removes and adds, in one line."""
    lines = [
        line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    return " => ".join(line[1:].strip() for line in lines)


def equivalents():
    """The listed changes, without their reasons."""
    rows = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {row for row in rows if " => " in row}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="+", help="below orangecontrib/phidelta")
    parser.add_argument("--tests", nargs="+", help="instead of those of core")
    options = parser.parse_args()
    copy_package()
    listed, is_enough = equivalents(), True
    for module in options.modules:
        room = ROOT / "tests" / Path(module).parent
        found = list(mutants(module, options.tests or [str(room), str(ROOT / "tests" / "core")]))
        survivors = [change for change, is_killed in found if not is_killed]
        alive = [change for change in survivors if f"{module}: {change}" not in listed]
        counted = len(found) - (len(survivors) - len(alive))
        killed = 1 - len(alive) / max(counted, 1)
        is_enough &= killed >= ENOUGH
        print(f"{module}: {killed:.1%} of {counted} killed, {len(found) - counted} equivalent")
        print(*(f"  {change}\n" for change in alive), sep="", end="", flush=True)
    return 0 if is_enough else 1


if __name__ == "__main__":
    sys.exit(main())
