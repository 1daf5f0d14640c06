"""Break executors in small ways and see whether the suite finds it: `python3 dev.py soak conformance_faults`.

Each fault of `conformance_faults.tsv` (executor, what it is, the text that is replaced, the text in its
place) is put into a copy of an executor, which then answers the cases of the suite until one fails that the
executor passes as it is. Which case found which fault goes to a table in
`tests/soak/results/conformance_faults.md`.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from editor.command_line.conformance import CannotWork, ConformanceWish, answered, first_differences

EXECUTORS = Path(__file__).resolve().parents[2] / "resources" / "executors"
FAULTS = Path(__file__).with_name("conformance_faults.tsv")
RESULTS = Path(__file__).parent / "results" / "conformance_faults.md"
RUNNERS = {"python": (sys.executable, "conformance.py"), "javascript": ("node", "conformance.mjs")}
FILES = {"python": "mindloom_mind.py", "javascript": "mindloom.mjs"}
MOST_SECONDS, MOST_MISSED = 300.0, 1
_HEAD = """# Faults that the suite finds

`python3 dev.py soak conformance_faults`: one small fault at a time in a copy of an executor, and the first
case of the suite that tells it.

| executor | fault | found by | answered before |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Fault:
    """Hold one fault: what is replaced in an executor, at the only place where it is."""

    executor: str
    what: str
    old: str
    new: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all faults; return 1 where more than one is not found, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak conformance_faults", description=__doc__)
    parser.add_argument("--processes", type=int, default=2, help="how many executors run at a time (2)")
    parser.add_argument("--executor", choices=sorted(FILES), help="only the faults of this one")
    asked = parser.parse_args(arguments)
    faults = [fault for fault in read_faults() if asked.executor in (None, fault.executor)]
    texts = [with_fault(fault) for fault in faults]
    wrong = {name: {case for case, _ in failures(name, plain_text(name))} for name in _executors(faults)}
    rows = []
    with ThreadPoolExecutor(asked.processes) as pool:
        found = pool.map(
            lambda pair: _found(pair[0].executor, pair[1], wrong), zip(faults, texts, strict=True)
        )
        for fault, (case, number) in zip(faults, found, strict=True):
            rows.append(f"| {fault.executor} | {fault.what} | {case or '**none**'} | {number:,} |")
            print(rows[-1], flush=True)
    missed = sum("**none**" in row for row in rows)
    told = [f"Found {len(rows) - missed} of {len(rows)}."]
    told += [f"Without a fault, {name} fails {len(cases)} cases." for name, cases in wrong.items() if cases]
    RESULTS.write_text(_HEAD + "\n".join([*rows, "", *told]) + "\n", encoding="utf-8")
    print("\n".join(told))
    return 1 if missed > MOST_MISSED else 0


def _executors(faults: Sequence[Fault]) -> list[str]:
    return sorted({fault.executor for fault in faults})


def read_faults() -> list[Fault]:
    """Return the faults of the table."""
    with FAULTS.open(encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Fault(*(part.replace("\\n", "\n") for part in row)) for row in rows]


def plain_text(executor: str) -> str:
    """Return an executor as it is."""
    return (EXECUTORS / executor / FILES[executor]).read_text("utf-8")


def with_fault(fault: Fault) -> str:
    """Return an executor with a fault; raise ValueError where its place is not there, or there twice."""
    text = plain_text(fault.executor)
    if text.count(fault.old) != 1:
        times = text.count(fault.old)
        raise ValueError(f"{fault.executor}, {fault.what}: its text is there {times} times: {fault.old!r}")
    return text.replace(fault.old, fault.new)


def _found(executor: str, text: str, wrong: dict[str, set[str]]) -> tuple[str, int]:
    """Return the first case that tells a fault, "" for none, and the number of those before it."""
    number = 0
    for case, number in failures(executor, text):
        if case not in wrong[executor]:
            return case, number
    return "", number


def failures(executor: str, text: str) -> Iterator[tuple[str, int]]:
    """Yield the cases that an executor of this text fails, each with the number of those before it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / executor
        shutil.copytree(EXECUTORS / executor, copy)
        (copy / FILES[executor]).write_text(text, "utf-8")
        program, runner = RUNNERS[executor]
        number = -1
        try:
            wish = ConformanceWish((program, str(copy / runner)), seconds=MOST_SECONDS)
            for number, (case, answer) in enumerate(answered(wish)):
                if first_differences(case, answer):
                    yield case["id"], number
        except CannotWork as problem:
            yield f"the runner: {str(problem)[:80]}", number + 1


if __name__ == "__main__":
    sys.exit(main())
