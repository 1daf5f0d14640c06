"""Run benches here and at an older commit by turns: medians of what they print.

`python -m tests.bench.beside_older [--turns 7] FILE...` checks the older commit out into a temporary folder
and runs the files of `tests/bench` that both have, each time in a process of its own. A printed line such as
"making a tick exact: 60 ms, the longest 125" is a row; each of its numbers is the median of all turns.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.test_small_worlds import BEFORE, ROOT, checkout_of

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
LINE = re.compile(r"^([^:]*[a-z][^:]*): (.*\d.*)$")

Told = Mapping[str, str]
"""What is said of each thing that is measured."""


def lines_of(printed: str) -> Told:
    """Return the measured things in what benches print."""
    found = (LINE.match(line.lstrip(".F")) for line in printed.splitlines())
    return {each[1].strip(): each[2] for each in found if each is not None}


def printed_in(checkout: Path, files: Sequence[str]) -> Told:
    """Return what benches tell in a checkout, whether they hold their limits or not."""
    own = {"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "pytest", "-q", "-s", "--tb=no", "-p", "no:cacheprovider", *files]
    done = subprocess.run(
        command, cwd=checkout, env=os.environ | own, stdout=subprocess.PIPE, text=True, check=False
    )
    return lines_of(done.stdout)


def medians_of(turns: Sequence[Told]) -> Told:
    """Return what is said of each thing with the medians in place of its numbers."""
    found = {}
    for what, said in turns[-1].items():
        told = [turn[what] for turn in turns if what in turn]
        numbers = [[float(text.replace(",", "")) for text in NUMBER.findall(each)] for each in told]
        alike = [each for each in numbers if len(each) == len(numbers[-1])]
        middles = iter([statistics.median(column) for column in zip(*alike, strict=True)])
        found[what] = NUMBER.sub(lambda _match, middles=middles: f"{next(middles):.4g}", said)  # type: ignore[misc]
    return found


def table(before: Told, now: Told) -> str:
    """Return both as a table of markdown."""
    lines = ["| what | before | now |", "|---|---|---|"]
    lines += [f"| {what} | {before.get(what, '–')} | {now.get(what, '–')} |" for what in {**now, **before}]
    return "\n".join(lines)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("files", nargs="+", help="names such as test_recording_speed")
    given = parser.parse_args()
    files = [f"tests/bench/{name}.py" for name in given.files]
    with checkout_of(BEFORE) as older:
        turns = [(printed_in(older, files), printed_in(ROOT, files)) for _ in range(given.turns)]
    before, now = zip(*turns, strict=True)
    print(table(medians_of(before), medians_of(now)))


if __name__ == "__main__":
    main()
