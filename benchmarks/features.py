"""Class signatures against one pass over the data, scikit-learn's f_classif and Orange's InfoGain.

Times are of the clock, the least of some runs; the calls that are compared take turns. Our pass
over a dense table uses two threads, so the ratios are for two free cores; the CPU time of all
threads stands beside. Memory is the greatest extra amount that Python traces, results included.

python benchmarks/features.py
"""

import time
import tracemalloc

import numpy as np
from Orange.data import DiscreteVariable, Domain, Table
from Orange.preprocess.score import InfoGain
from scipy import sparse
from sklearn.feature_selection import chi2, f_classif

from orangecontrib.phidelta.core import class_signature, class_signatures


def least_times(*calls, runs=9):
    """For each call its least time, of the clock and of the CPU, in seconds; calls take turns."""
    times = np.full((len(calls), 2), np.inf)
    for _ in range(runs):
        for i, call in enumerate(calls):
            start = np.array([time.perf_counter(), time.process_time()])
            call()
            times[i] = np.minimum(times[i], [time.perf_counter(), time.process_time()] - start)
    return times


def report(title, ours, others):
    """Print our time, and its ratio to those of others: a dict of title to (call, limit)."""
    calls = [call for call, _ in others.values()]
    times = least_times(ours, *calls)
    print(f"{title}: {1000 * times[0, 0]:.1f} ms (CPU {1000 * times[0, 1]:.1f})")
    for (name, (_, limit)), other in zip(others.items(), times[1:], strict=True):
        clock, cpu = times[0] / other
        print(
            f"    / {name} {1000 * other[0]:.1f} ms = {clock:.2f} (at most {limit}; CPU {cpu:.2f})"
        )


def report_memory(title, call, size):
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"    extra memory {title}: {peak / size:.1%} of the data (at most 5%)")


def dense(random, cases=200_000, features=200):
    X = random.normal(size=(cases, features))
    is_positive = random.random(cases) < 0.3
    for order, table in (("C", X), ("F", np.asfortranarray(X))):
        others = {
            "X.sum()": (table.sum, 4),
            "f_classif": (lambda: f_classif(X, is_positive), 0.25),
        }
        report(
            f"dense, {order} order, {cases:,} x {features}",
            lambda table=table: class_signature(table, is_positive),
            others,
        )
        report_memory(
            "of the pass", lambda table=table: class_signature(table, is_positive), X.nbytes
        )


def sparse_matrix(cases=20_000, features=50_000, density=0.01):
    X = sparse.random(cases, features, density, format="csr", random_state=0)
    is_positive = np.random.default_rng(0).random(cases) < 0.3
    for matrix in (X, X.tocsc()):
        report(
            f"sparse, {matrix.format.upper()}, {cases:,} x {features:,} at {density:.0%}",
            lambda matrix=matrix: class_signature(matrix, is_positive),
            {"f_classif": (lambda matrix=matrix: f_classif(matrix, is_positive), 1)},
        )
        report_memory(
            "of the pass",
            lambda matrix=matrix: class_signature(matrix, is_positive),
            matrix.data.nbytes + matrix.indices.nbytes,
        )


def medians(*calls, runs=7):
    """For each call the median of its CPU times in seconds; calls take turns."""
    times = np.empty((runs, len(calls)))
    for run in range(runs):
        for i, call in enumerate(calls):
            start = time.process_time()
            call()
            times[run, i] = time.process_time() - start
    return np.median(times, axis=0)


def words(cases=20_000, features=50_000, density=0.01, classes=20):
    """Present or absent: against χ², and each class against one. CPU times, medians."""
    random = np.random.default_rng(0)
    X = sparse.random(cases, features, density, format="csr", random_state=random)
    is_positive, numbers = random.random(cases) < 0.3, random.integers(0, classes, cases)

    def one(encoding):
        return lambda: class_signature(X, is_positive, encoding=encoding)

    def each():
        class_signatures(X, numbers, encoding="present")

    calls = one("present"), one("automatic"), each, lambda: chi2(X, is_positive)
    present, automatic, many, other = medians(*calls)
    size = f"{cases:,} x {features:,} at {density:.0%}"
    print(f"present/absent, {size}: {1000 * present:.0f} ms of CPU")
    print(f"    / chi2 {1000 * other:.0f} ms = {present / other:.2f} (at most 0.8)")
    print(f"    chosen by automatic: {1000 * automatic:.0f} ms = {automatic / other:.2f}")
    times = many / present
    print(f"    each of {classes} classes / one: {1000 * many:.0f} ms = {times:.1f} (at most 3)")


def nominal(random, cases=500_000, features=20, values=10):
    X = random.integers(0, values, size=(cases, features)).astype(float)
    y = (random.random(cases) < 0.3).astype(float)
    names = tuple(map(str, range(values)))
    attributes = [DiscreteVariable(f"x{i}", values=names) for i in range(features)]
    data = Table.from_numpy(Domain(attributes, DiscreteVariable("y", values=("a", "b"))), X, y)
    gain = InfoGain()
    for subsets in ("single", "best"):
        report(
            f"nominal, {cases:,} x {features} of {values} values, {subsets} subsets",
            lambda subsets=subsets: class_signature(
                X, y == 1, values=[names] * features, subsets=subsets
            ),
            {"InfoGain": (lambda: gain(data), 0.5)},
        )
    report_memory(
        "of the pass", lambda: class_signature(X, y == 1, values=[names] * features), X.nbytes
    )


def growth(random, features=20):
    print(f"growth, dense, {features} features:")
    for cases in (10_000, 100_000, 1_000_000):
        X = random.normal(size=(cases, features))
        is_positive = random.random(cases) < 0.3
        ((clock, _),) = least_times(lambda X=X, y=is_positive: class_signature(X, y))
        per_value = 1e9 * clock / X.size
        print(f"    {cases:,} rows: {1000 * clock:.2f} ms, {per_value:.2f} ns a value")


def main():
    random = np.random.default_rng(0)
    dense(random)
    sparse_matrix()
    words()
    nominal(random)
    growth(random)


if __name__ == "__main__":
    main()
