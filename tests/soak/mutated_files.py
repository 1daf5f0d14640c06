"""Damage files of users and have them read: `python3 dev.py soak mutated_files --count 30000`.

Each file goes through the command line and a window, in processes whose memory is bounded. What escapes other
than a refusal in words is told with the number of its file; `--first NUMBER --count 1` makes it again. The
heaviest files are read once more by a command of its own, measured by the system. The figures go to a table
in `tests/soak/results/mutated_files.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.mutations.kinds import KINDS, mutant

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).parent / "results" / "mutated_files.md"
CHUNK = 500
"""Files that one process reads."""

MOST_SECONDS, MOST_MEMORY, MOST_BYTES = 2.0, 500_000_000, 1_000_000
"""What a file of at most so many bytes may take."""

HEAVIEST = 5


@dataclass(frozen=True)
class Fed:
    """Hold what reading one damaged file took; `escaped` is "" where it was read or refused in words."""

    number: int
    bytes: int = 0
    seconds: float = 0.0
    memory: int = 0
    escaped: str = ""

    @property
    def is_fault(self) -> bool:
        """Tell whether something escaped, or a small file took too much."""
        too_much = self.seconds > MOST_SECONDS or self.memory > MOST_MEMORY
        return bool(self.escaped) or (too_much and self.bytes <= MOST_BYTES)


def main(arguments: Sequence[str] | None = None) -> int:
    """Damage files of the kinds asked for; return 1 if anything escaped or took too much, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak mutated_files", description=__doc__)
    parser.add_argument("--count", type=int, default=6000, help="files of each kind (6000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first (0)")
    parser.add_argument("--kind", choices=sorted(KINDS), action="append", help="only this kind, or these")
    parser.add_argument("--processes", type=int, default=2, help="how many read at a time (2)")
    asked = parser.parse_args(arguments)
    rows, failed = [], False
    for name in asked.kind or sorted(KINDS):
        fed = soak(name, range(asked.first, asked.first + asked.count), asked.processes)
        rows.append(_row(name, fed, *_alone(name, fed)))
        failed = failed or any(each.is_fault for each in fed)
        print(rows[-1], flush=True)
    _write(rows)
    return 1 if failed else 0


def soak(name: str, numbers: range, processes: int) -> list[Fed]:
    """Have the files with these numbers read, several at a time; print faults, return what each took."""
    parts = [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]
    with ThreadPoolExecutor(processes) as pool:
        return [fed for part in pool.map(lambda part: _told_part(name, part), parts) for fed in part]


def _told_part(name: str, numbers: range) -> list[Fed]:
    """Have some files read by a process of their own; print the faults, since a soak may be stopped."""
    fed = list(_part(name, numbers))
    for fault in (file for file in fed if file.is_fault):
        took = f"{fault.seconds:.2f} s, {_megabytes(fault.memory)}"
        print(f"{name} {fault.number}: {took}; {fault.escaped[-500:]}")
    print(f"{name}: up to {numbers.stop:,}", flush=True)
    return fed


def _part(name: str, numbers: range) -> Iterator[Fed]:
    """Have files read by a process; where it dies, the file at fault is told and another goes on."""
    first = numbers.start
    while first < numbers.stop:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "tests.mutations.worker", name, str(first), str(numbers.stop)]
            done = subprocess.run(
                [*command, folder],
                cwd=ROOT,
                env={**os.environ, "HYPOTHESIS_PROFILE": "deep"},
                capture_output=True,
                text=True,
                check=False,
            )
        found = [Fed(**json.loads(line)) for line in done.stdout.splitlines()]
        yield from found
        first += len(found)
        if first < numbers.stop:
            yield Fed(first, escaped=f"The process ended with {done.returncode}: {done.stderr[-2000:]}")
            first += 1


def _alone(name: str, fed: Sequence[Fed]) -> tuple[float, int]:
    """Read the heaviest files once more, each by a command of its own; return its most seconds and bytes."""
    if not KINDS[name].command:
        return 0.0, 0
    small = [each for each in fed if each.bytes <= MOST_BYTES]
    heavy = sorted(small, key=lambda entry: entry.seconds)[-HEAVIEST:]
    heavy += sorted(small, key=lambda value: value.memory)[-HEAVIEST:]
    seeds, seconds, memory = KINDS[name].seeds(), 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        KINDS[name].prepare(Path(folder))
        for number in {item.number for item in heavy}:
            path = Path(folder) / KINDS[name].file_name
            path.write_bytes(mutant(KINDS[name], name, number, seeds))
            command = [sys.executable, "-m", "editor.command_line", *KINDS[name].command, str(path)]
            process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            _, _, used = os.wait4(process.pid, 0)
            seconds = max(seconds, used.ru_utime + used.ru_stime)
            memory = max(memory, used.ru_maxrss * 1024)
    return seconds, memory


def _row(name: str, fed: Sequence[Fed], seconds: float, memory: int) -> str:
    small = [each for each in fed if each.bytes <= MOST_BYTES]
    escaped = sum(bool(item.escaped) for item in fed)
    too_much = sum(thing.is_fault for thing in fed) - escaped
    slowest = max((entry.seconds for entry in small), default=0.0)
    largest = max((value.memory for value in small), default=0)
    return (
        f"| {name} | {len(fed):,} | {escaped} | {too_much} | {slowest:.2f} s | {_megabytes(largest)} "
        f"| {seconds:.2f} s | {_megabytes(memory)} |"
    )


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.0f} MB"


def _write(rows: Sequence[str]) -> None:
    """Write the table; rows of kinds that were not asked for stay."""
    RESULTS.parent.mkdir(exist_ok=True)
    kept = {line.split("|")[1].strip(): line for line in _lines() if line.startswith("| ")}
    kept |= {row.split("|")[1].strip(): row for row in rows}
    RESULTS.write_text(_HEAD + "".join(f"{kept[name]}\n" for name in sorted(kept) if name in KINDS))


def _lines() -> list[str]:
    return RESULTS.read_text().splitlines() if RESULTS.exists() else []


_HEAD = """\
# Damaged files

What `dev.py soak mutated_files` saw. Each file was read by the command line and by a window in one process:
CPU seconds and the most memory of that process, of which some 250 MB are the window itself. "Alone" is the
heaviest of them read by a command of its own, the start of Python included. Counted are files of at most
1 MB; "too much" is more than 2 s or 500 MB.

| kind | files | escaped | too much | slowest | most memory | slowest alone | most memory alone |
|---|---|---|---|---|---|---|---|
"""


if __name__ == "__main__":
    sys.exit(main())
