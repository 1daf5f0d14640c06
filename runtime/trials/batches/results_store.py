"""Keep the results of a batch on disk, run by run, so that a killed call can go on.

While a call runs, every finished run is a line of `OUT.progress`, whose first line says which call it belongs
to. At the end `OUT` is written as a whole, in the order of the runs, and `OUT.call.json` beside it says which
call made it and what came of it. So the bytes of `OUT` depend on the call alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import cast

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import Value
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import ABSENT, content_hash, write_whole
from runtime.trials.batches.batch_call import BatchCall
from runtime.trials.batches.batch_summary import FIRST, LAST, results_bytes
from runtime.trials.batches.episode import EpisodeResult
from runtime.trials.batches.refusal import BatchRefused

FORMAT = "mindloom-batch"

SUFFIXES = (".csv", ".jsonl")

REMEDY = "Name another file, or add --restart to throw away what is there."
FOREIGN_REMEDY = "Name another file, or add --force to write over it."

_WORDS = {
    "game": "the game's own actions",
    "measures": "the measures",
    "minds": "a mind",
    "program": "the version of Mindloom",
    "runs": "the number of runs",
    "seed": "the seed",
    "ticks": "the length of a run",
    "until": "what ends a run",
    "vary": "what varies",
    "world": "the world",
}


def progress_path(out: Path) -> Path:
    """Return the file in which finished runs wait until all are done."""
    return out.with_name(f"{out.name}.progress")


def call_path(out: Path) -> Path:
    """Return the file that says which call made the results."""
    return out.with_name(f"{out.name}.call.json")


class FinishedRuns(Mapping[int, EpisodeResult]):
    """Read finished runs from the progress file; in memory is only where each of them begins."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._starts: dict[int, int] = {}
        self._unlike: dict[int, EpisodeResult] = {}

    def __len__(self) -> int:
        """Return how many runs have finished."""
        return len(self._starts)

    def __iter__(self) -> Iterator[int]:
        """Yield their numbers, in the order in which they finished."""
        return iter(self._starts)

    def __contains__(self, run: object) -> bool:
        """Tell whether a run has finished, without reading it."""
        return run in self._starts

    def __getitem__(self, run: int) -> EpisodeResult:
        """Read a run; raise OSError where the file was changed from outside."""
        if run in self._unlike:
            return self._unlike[run]
        with plain_file(self._path).open("rb") as stream:
            stream.seek(self._starts[run])
            found = _result(stream.readline())
        if found is None or found.run != run:
            raise OSError(f"{self._path.name} was changed while the batch ran")
        return found

    def in_order(self) -> Iterator[EpisodeResult]:
        """Yield the runs by their numbers, one in memory at a time."""
        return (self[run] for run in sorted(self._starts))

    def note(self, run: int, start: int) -> None:
        """Remember where the line of a run begins."""
        self._starts[run] = start

    def append(self, results: Sequence[EpisodeResult]) -> None:
        """Write runs behind the others; one that a line does not give back as it was stays in memory too."""
        lines = [_line(_record(result)) for result in results]
        with plain_file(self._path).open("ab") as stream:
            start = stream.seek(0, os.SEEK_END)
            stream.write(b"".join(lines))
        for result, line in zip(results, lines, strict=True):
            if _result(line) != result:
                self._unlike[result.run] = result
            self.note(result.run, start)
            start += len(line)


class ResultsStore:
    """Keep the finished runs of one call on disk."""

    def __init__(
        self,
        out: Path,
        call: BatchCall,
        columns: Iterable[str],
        *,
        restart: bool = False,
        force: bool = False,
    ) -> None:
        """Open the results at `out`, with what an earlier run of the same call has left there.

        `restart` throws away results of a batch, `force` whatever is there. Raises `BatchRefused` where
        another call's results are, or no results, and OSError where nothing can be written.
        """
        if out.suffix not in SUFFIXES:
            said = f"{out.name} is neither a .csv nor a .jsonl file."
            raise BatchRefused("out", said, "Give it one of these endings.")
        self.out = out
        self.call = call
        self.columns = tuple(columns)
        self.runs = FinishedRuns(progress_path(out))
        _check_names(call, self.columns)
        described = call.described()
        if restart and not force:
            self._check_foreign()
        if restart or force:
            for path in (progress_path(out), call_path(out), out):
                path.unlink(missing_ok=True)
        self._base = content_hash(plain_file(out).read_bytes()) if out.exists() else ABSENT
        self.is_complete = self._is_complete(described)
        if not self.is_complete:
            self._open_progress(described)

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the runs that have not finished yet."""
        return tuple(run for run in range(self.call.runs) if run not in self.runs)

    def add(self, results: Iterable[EpisodeResult]) -> None:
        """Keep finished runs, on disk as soon as this returns."""
        self.runs.append([result for result in results if result.run not in self.runs])

    def finish(self, summary: JsonValue) -> None:
        """Write the results as a whole, and which call made them; then the progress is not needed."""
        names = [variation.key for variation in self.call.variations]
        data = results_bytes(self.out.suffix, self.runs.in_order(), names, self.columns)
        write_whole(self.out, data, based_on=self._base)
        told = {"call": self.call.described(), "format": FORMAT, "summary": summary, "version": 1}
        text = json.dumps(told, indent=2, sort_keys=True, ensure_ascii=False)
        write_whole(call_path(self.out), f"{text}\n".encode())
        progress_path(self.out).unlink(missing_ok=True)

    def summary_there(self) -> JsonValue:
        """Return the summary of results that are complete already."""
        told = json.loads(plain_file(call_path(self.out)).read_bytes())
        found: JsonValue = told.get("summary")
        return found

    def _is_complete(self, described: dict[str, JsonValue]) -> bool:
        if progress_path(self.out).exists() or not self.out.exists():
            return False
        self._check_foreign()
        known = _call_in(plain_file(call_path(self.out)).read_bytes())
        if known is None:
            said = f"{call_path(self.out).name} cannot be read, so whose results they are is not known."
            raise BatchRefused(str(self.out), said, REMEDY)
        _check_same(self.out, known, described)
        return True

    def _check_foreign(self) -> None:
        """Refuse a file that no batch has written."""
        if self.out.exists() and not call_path(self.out).exists() and not progress_path(self.out).exists():
            said = "There is a file already, of another making."
            raise BatchRefused(str(self.out), said, FOREIGN_REMEDY)

    def _open_progress(self, described: dict[str, JsonValue]) -> None:
        path = progress_path(self.out)
        kept: dict[int, bytes] = {}
        if path.exists():
            first, *rest = plain_file(path).read_bytes().split(b"\n")
            known = _call_in(first)
            if known is not None:
                # What is behind the last line's end was being written when the call was killed.
                kept = {result.run: line for line in rest[:-1] if (result := _result(line)) is not None}
                if kept:
                    _check_same(path, known, described)
            elif rest:
                raise BatchRefused(str(path), "It is not the progress of a batch.", REMEDY)
        lines = [_line({"call": described, "format": FORMAT, "version": 1})]
        start = len(lines[0])
        for run, line in sorted(kept.items()):
            lines.append(line + b"\n")
            self.runs.note(run, start)
            start += len(line) + 1
        write_whole(path, b"".join(lines))


def _check_names(call: BatchCall, columns: Sequence[str]) -> None:
    names = [*FIRST, *(variation.key for variation in call.variations), *columns, *LAST]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BatchRefused("measures", f"Two columns are called {twice!r}.", "Give the measure another name.")


def _call_in(text: bytes) -> dict[str, JsonValue] | None:
    """Return the call that a header names, None for a text that is none."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    known = told.get("call") if isinstance(told, dict) and told.get("format") == FORMAT else None
    return known if isinstance(known, dict) else None


def _check_same(path: Path, known: Mapping[str, JsonValue], wanted: Mapping[str, JsonValue]) -> None:
    differing = sorted(name for name in known.keys() | wanted.keys() if known.get(name) != wanted.get(name))
    if not differing:
        return
    parts = []
    for name in differing:
        words = _WORDS.get(name, name)
        was, now = known.get(name), wanted.get(name)
        shown = not isinstance(was, dict) and name not in ("world", "game")
        parts.append(f"{words} ({_short(was)}, now {_short(now)})" if shown else words)
    said = f"It belongs to another call: what differs is {', '.join(parts)}."
    raise BatchRefused(str(path), said, REMEDY)


def _short(value: JsonValue) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode() + b"\n"


def _record(result: EpisodeResult) -> dict[str, object]:
    return {**asdict(result), "reached": {mind: f"{bits:x}" for mind, bits in result.reached.items()}}


def _result(line: bytes) -> EpisodeResult | None:
    """Return the run that a line of the progress holds, None for a damaged line."""
    try:
        record = json.loads(line)
        measured = {name: _value(value) for name, value in record["measured"].items()}
        reached = {mind: int(bits, 16) for mind, bits in record["reached"].items()}
        return EpisodeResult(**{**record, "measured": measured, "reached": reached})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _value(value: JsonValue) -> Value:
    """Return a value as it was before JSON: a list of two numbers is a vector."""
    if isinstance(value, list):
        return cast(Value, tuple(value))
    if isinstance(value, dict):
        raise TypeError("no value of a measure is an object")
    return value
