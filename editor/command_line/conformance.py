"""`mindloom conformance RUNNER`: hold an executor of exported minds against the suite of cases."""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
import threading
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, Any

from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    print_error,
    print_line,
    print_lines,
)

BESIDE_A_CHECKOUT = Path(__file__).resolve().parents[2] / "tools" / "conformance" / "cases.jsonl.gz"
_MOST_TOLD, _MOST_DIFFERENCES, _MOST_LETTERS = 10, 12, 300
_MAY_BE_LEFT_OUT = frozenset(
    {"agents", "ahead", "armed", "arguments", "asked", "delayed", "effects", "ended", "event", "fields"}
    | {"final", "pending", "posted", "quiet", "requests", "save", "sent", "shared", "variables"}
)
"""Fields of what is told that may be missing where they are empty; values by name never are."""

Case = dict[str, Any]


class CannotWork(Exception):
    """Say why the suite cannot be run."""


@dataclass(frozen=True)
class ConformanceWish:
    """Hold what was asked for; `seconds` are how long a runner may be silent."""

    runner: tuple[str, ...] = ()
    suite: Path | None = None
    only: str = ""
    case: str = ""
    seconds: float = 600.0


@dataclass
class Tally:
    """Count what passed, by kind (`ops`, `lines`, `functions`) and name."""

    of: Counter[tuple[str, str]] = field(default_factory=Counter)
    passed: Counter[tuple[str, str]] = field(default_factory=Counter)
    cases: int = 0
    failed: list[tuple[str, list[str]]] = field(default_factory=list)

    def add(self, case: Case, differences: list[str]) -> None:
        """Count a case; without differences it passed."""
        used = [(kind, name) for kind, names in uses(case).items() for name in names]
        self.cases += 1
        self.of.update(used)
        if differences:
            self.failed.append((case["id"], differences))
        else:
            self.passed.update(used)

    def lines(self) -> Iterator[str]:
        """Yield the table of what passed."""
        for kind in ("ops", "lines", "functions"):
            names = sorted(name for sort, name in self.of if sort == kind)
            if names:
                yield f"{kind:<20} passed      of"
            for name in names:
                passed, of = self.passed[kind, name], self.of[kind, name]
                yield f"  {name:<18} {passed:6} {of:7}{'' if passed == of else '  !'}"


def run_conformance(chosen: argparse.Namespace) -> int:
    """Run the suite; return 0 when all cases pass, 1 when some fail, 2 when it cannot work."""
    wish = ConformanceWish(tuple(chosen.runner), chosen.suite, chosen.only, chosen.case, chosen.seconds)
    try:
        if chosen.list:
            print_lines(_listed(case) for case in cases_of(wish))
            return WELL
        tally = Tally()
        for case, answer in answered(wish):
            tally.add(case, first_differences(case, answer))
    except CannotWork as problem:
        print_error(f"conformance: error: {problem}")
        return WRONG_USE
    if not wish.case:
        print_lines(tally.lines())
    for name, differences in tally.failed[:_MOST_TOLD]:
        print_line(f"{name}: {differences[0]}")
        print_lines(f"  {line}" for line in differences[1 : None if wish.case else 3])
    if len(tally.failed) > _MOST_TOLD:
        print_line(f"… and {len(tally.failed) - _MOST_TOLD:,} more")
    print_line(f"{tally.cases - len(tally.failed):,} of {tally.cases:,} cases passed")
    if tally.failed and not wish.case:
        print_line(f"--case {tally.failed[0][0]} tells more of the first one that failed")
    return FOUND_PROBLEMS if tally.failed else WELL


# -- the archive --------------------------------------------------------------------------------------


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of an archive, JSON lines or these zipped; raise `CannotWork` for anything else."""
    try:
        with path.open("rb") as plain:
            zipped = plain.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if zipped else path.open("rb") as stream:
            for line in stream:
                case = json.loads(line)
                if not isinstance(case, dict) or not {"id", "program", "ticks", "expect"} <= set(case):
                    raise ValueError("a line is no case")
                yield case
    except (OSError, EOFError, ValueError, zlib.error, RecursionError) as error:
        raise CannotWork(f"{path} is no archive of cases: {error}.") from None


def cases_of(wish: ConformanceWish) -> Iterator[Case]:
    """Yield the cases that are asked for; raise `CannotWork` where there is no archive or no such case."""
    path, found = wish.suite or BESIDE_A_CHECKOUT, 0
    if not path.is_file():
        raise CannotWork(
            f"There is no {path}. The suite is not installed with Mindloom: take tools/conformance/"
            "cases.jsonl.gz from its source, or make it there by python -m tools.conformance, and name it "
            "with --suite FILE."
        )
    for case in read_cases(path):
        is_about = wish.only in case["id"] or any(wish.only in names for names in uses(case).values())
        if case["id"] == wish.case if wish.case else is_about:
            found += 1
            yield case
    if not found:
        asked = f"called {wish.case!r}" if wish.case else f"about {wish.only!r}"
        raise CannotWork(f"There is no case {asked}. --list names all.")


def uses(case: Case) -> Mapping[str, list[str]]:
    """Return the ops, lines and functions that the program of a case uses."""
    found: Mapping[str, list[str]] = case["program"].get("uses", {})
    return found


def _listed(case: Case) -> str:
    return f"{case['id']}  {len(case['ticks'])} ticks  {' '.join(uses(case).get('ops', ()))}"


# -- the runner ---------------------------------------------------------------------------------------


def answered(wish: ConformanceWish) -> Iterator[tuple[Case, Case]]:
    """Yield each case with what the runner answers; raise `CannotWork` for a runner that cannot."""
    if not wish.runner:
        raise CannotWork("Name the program that answers the cases: mindloom conformance RUNNER [ARGS…].")
    command = wish.runner if Path(wish.runner[0]).suffix != ".py" else (sys.executable, *wish.runner)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        for case in cases_of(wish):
            told = {name: value for name, value in case.items() if name != "expect"}
            given.write(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        given.seek(0)
        try:
            runner = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=said)
        except OSError as error:
            raise CannotWork(f"{command[0]} cannot be run: {error.strerror or error}.") from None
        with runner:
            try:
                for number, case in enumerate(cases_of(wish)):
                    line = _next_line(runner, wish.seconds, case)
                    yield case, _answer(line, case, number, runner, said)
            finally:
                runner.kill()


def _next_line(runner: subprocess.Popen[bytes], seconds: float, case: Case) -> bytes:
    """Return what the runner prints next, nothing once it has ended; raise `CannotWork` for a silent one."""
    assert runner.stdout is not None
    silent = threading.Event()

    def stop() -> None:
        silent.set()
        runner.kill()

    watch = threading.Timer(seconds, stop)
    watch.start()
    line = next(filter(bytes.strip, runner.stdout), b"")
    watch.cancel()
    if silent.is_set() and not line:
        said = f"The runner said nothing for {seconds:g} seconds, at the case {case['id']}."
        raise CannotWork(f"{said} --seconds N lets it take longer.")
    return line


def _answer(line: bytes, case: Case, number: int, runner: subprocess.Popen[bytes], said: IO[bytes]) -> Case:
    """Return what the runner printed for a case; raise `CannotWork` where that is no answer to it."""
    if not line:
        said.seek(0)
        words = said.read().decode("utf-8", "replace").strip().splitlines()[-3:]
        told = f" It said: {' / '.join(words)[-_MOST_LETTERS:]}" if words else ""
        raise CannotWork(
            f"The runner ended with {runner.wait()} behind {number:,} answers, before {case['id']}.{told}"
        )
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or answer.get("id") != case["id"]:
        shown = line.decode("utf-8", "replace").strip()[:80]
        wanted = f'{{"id": "{case["id"]}", "ticks": […]}}'
        raise CannotWork(f"The runner printed {shown!r} in place of {wanted}, one line for each case.")
    return answer


# -- what differs -------------------------------------------------------------------------------------


def first_differences(case: Case, answer: Case) -> list[str]:
    """Return the first tick that differs and what differs there, in words; nothing where all is right."""
    if "refused" in answer:
        return [f"refused: {answer['refused']}"]
    ticks, wanted = answer.get("ticks"), case["expect"]
    if not isinstance(ticks, list) or len(ticks) != len(wanted):
        came = f"{len(ticks)} ticks" if isinstance(ticks, list) else "no ticks"
        return [f"expected {len(wanted)} ticks, came {came}"]
    for tick, (right, came) in enumerate(zip(wanted, ticks, strict=True)):
        if found := [*islice(differences(right, came, ()), _MOST_DIFFERENCES)]:
            return [f"differs in tick {tick}, given {_shown(case['ticks'][tick])}", *found]
    return []


def differences(right: Any, came: Any, place: tuple[str, ...]) -> Iterator[str]:
    """Yield where two values differ: "me › outcomes › 3: expected 2, came 1"."""
    if isinstance(right, dict) and isinstance(came, dict):
        for name in [*right, *(name for name in came if name not in right)]:
            if name in right and name in came:
                yield from differences(right[name], came[name], (*place, name))
            elif name not in _MAY_BE_LEFT_OUT or right.get(name) or came.get(name):
                yield _told(right.get(name, "nothing"), came.get(name, "nothing"), (*place, name))
    elif isinstance(right, list) and isinstance(came, list) and len(right) == len(came):
        for number, pair in enumerate(zip(right, came, strict=True)):
            yield from differences(*pair, (*place, str(number)))
    elif not _is_same(right, came):
        yield _told(right, came, place)


def _is_same(right: Any, came: Any) -> bool:
    """Tell whether two values are the same; a float may be written without a point, with any digits."""
    if isinstance(right, float) and isinstance(came, int) and not isinstance(came, bool):
        return abs(came) < 1 << 1023 and right == float(came)
    return isinstance(right, bool) is isinstance(came, bool) and bool(right == came)


def _told(right: Any, came: Any, place: tuple[str, ...]) -> str:
    at = " › ".join(place[1:] if place[:1] == ("agents",) else place) or "all"
    return f"{at}: expected {_shown(right)}, came {_shown(came)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}…"
