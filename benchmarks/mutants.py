"""How many small faults in core the tests notice: the share of killed mutants of its modules.

python benchmarks/mutants.py core/features/subsets.py ...           every mutant of these modules
python benchmarks/mutants.py --sample 400 --seed 1 [core/... ...]   so many, drawn from all of them

A folder stands for its modules, and core if none is named (see make mutants). cosmic-ray changes a
copy of the package in build/mutants in one place at a time. Of the tests of the module's room, or
of those that bear its name elsewhere, those run against it that call what has been changed, the
fastest first. Mutants that do what the original does are listed with reasons in
tests/equivalent_mutants.txt and do not count. Exits with 1 below 95 %. Ctrl+C ends it sooner, with
the share of those tried so far.
"""

import argparse
import random
import re
import shutil
import sys
from collections import Counter

from cosmic_ray.commands import init
from cosmic_ray.work_db import use_db
from mutantbench import COPY, PACKAGE, ROOT, fates_of
from scipy.stats import binomtest

EQUIVALENT = ROOT / "tests" / "equivalent_mutants.txt"
ENOUGH = 0.95
# no faults that anybody makes: shifts and bits of floats raise an error at once, "is" with a
# literal is a warning of Python's
UNLIKELY = re.compile(
    "core/(ReplaceBinaryOperator_.*_(LShift|RShift|BitOr|BitAnd|BitXor)"
    "|ReplaceComparisonOperator_.*_(Is|IsNot))$"
)


def copy_package():
    """A fresh copy of the package that mutants can be made of."""
    shutil.rmtree(COPY, ignore_errors=True)
    for folder in ("core", "orange", "plot"):
        shutil.copytree(ROOT / PACKAGE / folder, COPY / PACKAGE / folder)
    for path in (ROOT / PACKAGE / "__init__.py", ROOT / "orangecontrib" / "__init__.py"):
        shutil.copy(path, COPY / path.relative_to(ROOT))


def modules_of(names):
    """Paths in the copy; of folders, all modules below."""
    for path in (COPY / PACKAGE / name for name in names):
        found = [path] if path.is_file() else sorted(path.rglob("*.py"))
        yield from (module for module in found if module.name != "__init__.py")


def mutants_of(modules):
    """All mutants of some modules, in an order that is always the same."""
    with use_db(str(COPY / "session.sqlite")) as session:
        init(modules, session, {})
        found = session.work_items

    def place(mutant):
        (mutation,) = mutant.mutations
        return str(mutation.module_path), mutation.operator_name, mutation.occurrence

    return sorted((each for each in found if not UNLIKELY.match(place(each)[1])), key=place)


def equivalents():
    """The listed changes, without their reasons."""
    rows = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {row for row in rows if " => " in row}


def told(name, count):
    """How many of what counts were killed, and between what the share of all may lie."""
    killed, trials = count["killed"], count["killed"] + count["alive"]
    low, high = binomtest(killed, trials).proportion_ci() if trials else (0, 1)
    return (
        f"{name}: {killed} of {trials} killed, {killed / max(trials, 1):.1%} "
        f"(of all {low:.1%} to {high:.1%}), {count['equivalent']} equivalent"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", default=["core"], help="files or folders")
    parser.add_argument("--sample", type=int, help="at most so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    copy_package()
    mutants = mutants_of(list(modules_of(options.modules)))
    drawn = mutants
    if options.sample is not None and options.sample < len(mutants):
        drawn = random.Random(options.seed).sample(mutants, options.sample)
    print(f"{len(drawn)} of {len(mutants)} mutants, seed {options.seed}", flush=True)
    counts = fates_of([mutation for each in drawn for mutation in each.mutations], equivalents())
    if not counts:
        sys.exit("no mutant was tried: the tests have to pass without one")
    tried = sum(map(Counter.total, counts.values()))
    if tried < len(drawn):
        print(f"stopped after {tried}: what was drawn first is a smaller sample")
    for folder in sorted(counts):
        print(told(folder, counts[folder]))
    together = sum(counts.values(), Counter())
    print(told("all", together))
    killed, trials = together["killed"], together["killed"] + together["alive"]
    return 0 if killed >= ENOUGH * trials else 1


if __name__ == "__main__":
    sys.exit(main())
