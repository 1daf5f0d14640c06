"""Break an executor in small ways and see whether the suite finds it: `python3 dev.py soak conformance_faults`.

Each fault replaces one piece of text in a copy of the executor, which then answers the cases of the suite until
one differs. The faults are in `conformance_faults.tsv`; which were found, and by which case, goes to a table
in `tests/soak/results/conformance_faults.md`.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from editor.command_line.conformance import CannotWork, ConformanceWish, answered, first_differences

ROOT = Path(__file__).resolve().parents[2]
EXECUTORS = ROOT / "resources" / "executors"
FAULTS = Path(__file__).with_name("conformance_faults.tsv")
RESULTS = Path(__file__).parent / "results" / "conformance_faults.md"
RUNNERS = {"python": (sys.executable, "conformance.py"), "javascript": ("node", "conformance.mjs")}
FILES = {"python": "mindloom_mind.py", "javascript": "mindloom.mjs"}
MOST_SECONDS = 300.0
_HEAD = """# Faults that the suite finds

`python3 dev.py soak conformance_faults`: one small fault at a time in a copy of an executor, and the first case of
the suite that tells it.

| executor | fault | found by | of so many cases |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Fault:
    """Hold one fault: what is replaced in an executor, at the only place where it is written."""

    executor: str
    what: str
    old: str
    new: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all faults; return 1 where more than one was not found, or an executor is wrong as it is, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak conformance_faults", description=__doc__)
    parser.add_argument("--processes", type=int, default=2, help="how many executors run at a time (2)")
    parser.add_argument("--executor", choices=sorted(FILES), help="only the faults of this one")
    asked = parser.parse_args(arguments)
    faults = [fault for fault in read_faults() if asked.executor in (None, fault.executor)]
    for executor in sorted({fault.executor for fault in faults}):
        found, _ = first_failure(executor, (EXECUTORS / executor / FILES[executor]).read_text("utf-8"))
        if found:
            print(f"{executor}: it is wrong as it is: {found}")
            return 1
    rows = []
    with ThreadPoolExecutor(asked.processes) as pool:
        for fault, (found, cases) in zip(faults, pool.map(_tried, faults), strict=True):
            rows.append(f"| {fault.executor} | {fault.what} | {found or '**none**'} | {cases:,} |")
            print(rows[-1], flush=True)
    missed = sum("**none**" in row for row in rows)
    told = f"\nFound {len(rows) - missed} of {len(rows)}.\n"
    RESULTS.write_text(_HEAD + "\n".join(rows) + "\n" + told, encoding="utf-8")
    return 1 if missed > 1 else 0


def read_faults() -> list[Fault]:
    """Return the faults of the table."""
    with FAULTS.open(encoding="utf-8", newline="") as stream:
        return [
            Fault(*(part.replace("\\n", "\n") for part in row)) for row in csv.reader(stream, delimiter="\t")
        ]


def with_fault(fault: Fault) -> str:
    """Return the executor with a fault in it; raise ValueError where its place is not there, or there twice."""
    text = (EXECUTORS / fault.executor / FILES[fault.executor]).read_text("utf-8")
    if text.count(fault.old) != 1:
        times = text.count(fault.old)
        raise ValueError(f"{fault.executor}: {fault.what}: its text is there {times} times: {fault.old!r}")
    return text.replace(fault.old, fault.new)


def _tried(fault: Fault) -> tuple[str, int]:
    return first_failure(fault.executor, with_fault(fault))


def first_failure(executor: str, text: str) -> tuple[str, int]:
    """Return the first case that an executor of this text fails, "" for none, and how many it was asked."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / executor
        shutil.copytree(EXECUTORS / executor, copy)
        (copy / FILES[executor]).write_text(text, "utf-8")
        program, runner = RUNNERS[executor]
        asked = 0
        try:
            for case, answer in answered(
                ConformanceWish((program, str(copy / runner)), seconds=MOST_SECONDS)
            ):
                asked += 1
                if first_differences(case, answer):
                    return case["id"], asked
        except CannotWork as problem:
            return f"the executor itself: {str(problem)[:60]}", asked
    return "", asked


if __name__ == "__main__":
    sys.exit(main())
