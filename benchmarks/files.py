"""A signature of a file against reading the file: time and memory.

python benchmarks/files.py [--rows 20000000] [--folder build]

Writes a Parquet file of 20 columns of numbers and a class, once, and runs each of these in a
process of its own: reading the columns block by block with pyarrow and nothing else; the
signature; the sweep of one score. Printed are seconds of CPU and of the clock, and the most memory
held.
"""

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

FEATURES = [f"f{number}" for number in range(20)]
BLOCK = 500_000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--folder", type=Path, default=Path("build"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--step", choices=STEPS)
    options = parser.parse_args()
    path = options.folder / f"phidelta-{options.rows}.parquet"
    if options.step:
        measure(STEPS[options.step], str(path))
        return
    options.folder.mkdir(exist_ok=True)
    if not path.exists():
        write(path, options.rows)
    print(f"{options.rows:,} rows x {len(FEATURES)}, {path.stat().st_size / 1e9:.2f} GB")
    command = [sys.executable, __file__, "--rows", str(options.rows), "--folder", options.folder]
    for _ in range(options.runs):
        for step in STEPS:
            subprocess.run([*command, "--step", step], check=True)


def write(path, rows):
    random = np.random.default_rng(0)
    writer = None
    for _ in range(0, rows, BLOCK):
        is_ill = random.random(BLOCK) < 0.1
        columns = {name: random.normal(size=BLOCK) + 0.1 * is_ill for name in FEATURES}
        table = pa.table(columns | {"class": np.where(is_ill, "ill", "well")})
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    writer.close()


def measure(step, path):
    wall, cpu = time.perf_counter(), time.process_time()
    said = step(path)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    name = step.__name__
    print(f"{name:10} {cpu:7.2f} s CPU {wall:7.2f} s, at most {memory:.2f} GB; {said}", flush=True)


def read(path):
    file = pq.ParquetFile(path, buffer_size=2**20, pre_buffer=False)
    batches = file.iter_batches(batch_size=2**16, columns=[*FEATURES, "class"])
    return f"{sum(batch.num_rows for batch in batches):,} rows"


def signature(path):
    from orangecontrib.phidelta.files.cases import Features, Target
    from orangecontrib.phidelta.files.passes import feature_statistics
    from orangecontrib.phidelta.files.sources import Source

    source = Source([path])
    target = Target.of(source, "class", ["ill"])
    statistics, _ = feature_statistics(source, target, Features.of(source, FEATURES))
    return repr(statistics.signature())


def sweep(path):
    from orangecontrib.phidelta.files.cases import Target
    from orangecontrib.phidelta.files.passes import score_statistics
    from orangecontrib.phidelta.files.sources import Source

    source = Source([path])
    (found,), _ = score_statistics(source, Target.of(source, "class", ["ill"]), [FEATURES[0]])
    return repr(found.sweep())


STEPS = {step.__name__: step for step in (read, signature, sweep)}

if __name__ == "__main__":
    main()
