"""The command line: signature, rank, thresholds, compare.

Tables are read block by block, so they may be larger than memory. Wrong input ends with one line
and exit code 2; files are written as a whole or not at all.
"""

import argparse
import importlib.util
import sys
from importlib.metadata import version

from orangecontrib.phidelta.core import CRITERIA, MEASURES

#: What the command line needs beside what the widgets need.
NEEDED = ("pyarrow", "rich")
TABLES = (".csv", ".parquet")
PICTURES = (".svg", ".png", ".pdf")


def main(arguments=None):
    """Answer a command line; gives the exit code."""
    options = parser().parse_args(arguments)
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        return _fail(
            f'{" and ".join(missing)} not found: python -m pip install "Orange3-PhiDelta[files]"'
        )
    from orangecontrib.phidelta.files import FileError

    try:
        answer(options)
    except FileError as error:
        return _fail(str(error))
    except BrokenPipeError:  # whoever reads has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        return 130
    return 0


def answer(options):
    """Do what the options say."""
    from orangecontrib.phidelta.files import output
    from orangecontrib.phidelta.files.sources import Source

    if options.out:
        output.check_writable(options.out, TABLES)
    picture = getattr(options, "picture", None)
    if picture:
        output.check_writable(picture, PICTURES)
    source = Source(options.files)
    if options.scheduler:
        found = _spread(source, options)
    else:
        with output.progress_bar(source.count_rows()) as progress:
            found = options.command(source, options, progress)
    if options.out:
        output.write(found, options.out)
    if picture:
        from orangecontrib.phidelta.files.pictures import save_picture

        save_picture(found.signature, options.class_ratio, picture)
    if options.json:
        sys.stdout.write(f"{output.as_json(found)}\n")
    else:
        output.show(found, options.rows)


def _spread(source, options):
    """What the command answers when the workers of a cluster read the files."""
    from orangecontrib.phidelta.files import FileError

    if importlib.util.find_spec("distributed") is None:
        raise FileError('distributed not found: python -m pip install "Orange3-PhiDelta[dask]"')
    from distributed import Client

    from orangecontrib.phidelta.files.spread import Spread

    try:
        client = Client(options.scheduler, timeout=10)
    except (OSError, ValueError, TypeError) as error:
        raise FileError(f"{options.scheduler}: no scheduler answers ({error})") from error
    with client:
        return options.command(Spread(source, client), options, None)


def parser():
    """The parser of the command line."""
    whole = argparse.ArgumentParser(
        prog="phidelta",
        description="φ-δ analysis of tables in files, also of those that are larger than memory.",
    )
    whole.add_argument("--version", action="version", version=version("Orange3-PhiDelta"))
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    of_features = _shared("--target", "the column of the class"), _features()
    of_scores = _shared("--actual", "the column of the true class"), _cuts()
    add = commands.add_parser
    add("signature", parents=of_features, help="every feature as a classifier").set_defaults(
        command=_command("signature")
    )
    ranked = add("rank", parents=of_features, help="the same, the best first")
    ranked.add_argument("--by", choices=CRITERIA, default="delta", help="criterion (delta)")
    ranked.set_defaults(command=_command("ranking"))
    cuts = add("thresholds", parents=of_scores, help="the best cut of a score")
    cuts.add_argument("--score", required=True, help="column; more means more positive")
    cuts.set_defaults(command=_command("thresholds"))
    compared = add("compare", parents=of_scores, help="several scores of the same rows")
    compared.add_argument(
        "--score", required=True, action="append", help="column; give two or more"
    )
    compared.set_defaults(command=_command("compare"))
    return whole


def _command(name):
    def run(*args):
        from orangecontrib.phidelta.files import commands

        return getattr(commands, name)(*args)

    return run


def _shared(target, what):
    """What all commands take."""
    found = argparse.ArgumentParser(add_help=False)
    found.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="csv, tsv (also .gz, .bz2, .zst), parquet, arrow, feather, tab, xlsx; or a pattern",
    )
    found.add_argument(target, required=True, metavar="COLUMN", help=what)
    found.add_argument(
        "--positive", type=_names, default=(), metavar="A,B", help="positive values of the class"
    )
    found.add_argument(
        "--negative", type=_names, default=(), metavar="A,B", help="negative ones, if not the rest"
    )
    found.add_argument("--weights", metavar="COLUMN", help="weights of the rows")
    found.add_argument(
        "--class-ratio",
        type=_positive,
        metavar="R",
        help="negatives : positives, if not as in the data",
    )
    found.add_argument(
        "--scheduler", metavar="ADDRESS", help="let a cluster of dask read, e.g. tcp://host:8786"
    )
    found.add_argument("--out", metavar="FILE", help="write the table: .csv or .parquet")
    found.add_argument("--json", action="store_true", help="one line of JSON instead of text")
    found.add_argument("--rows", type=_count, default=20, metavar="N", help="rows to show (20)")
    return found


def _features():
    found = argparse.ArgumentParser(add_help=False)
    found.add_argument(
        "--without", type=_names, default=(), metavar="A,B", help="columns that are no features"
    )
    found.add_argument(
        "--encoding",
        choices=("linear", "present"),
        default="linear",
        help="of numbers: scaled, or present where not 0 (linear)",
    )
    found.add_argument(
        "--subsets",
        choices=("best", "single", "pairs", "all"),
        default="best",
        help="of nominal values (best)",
    )
    found.add_argument("--picture", metavar="FILE", help="the diamond: .svg, .png or .pdf")
    return found


def _cuts():
    found = argparse.ArgumentParser(add_help=False)
    found.add_argument(
        "--measure", choices=sorted(MEASURES), default="cost", help="what is best (cost)"
    )
    found.add_argument("--cost-fp", type=_positive, default=1.0, help="of a false alarm (1)")
    found.add_argument("--cost-fn", type=_positive, default=1.0, help="of a miss (1)")
    found.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="'M >= X'",
        help="what a cut must reach, e.g. 'sensitivity >= 0.9'",
    )
    found.add_argument(
        "--probabilities", action="store_true", help="scores are in [0, 1]: finer near 1"
    )
    found.add_argument("--bins", type=_count, default=2**16, help="scores told apart (65536)")
    found.add_argument("--cuts", type=_count, default=1000, help="rows of the table (1000)")
    return found


def _names(text):
    return tuple(name for name in text.split(",") if name)


def _positive(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0. Got {text}")
    return value


def _count(text):
    value = int(text)
    if value < 3:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 3. Got {text}")
    return value


def _fail(text):
    sys.stderr.write(f"phidelta: {text}\n")
    return 2
