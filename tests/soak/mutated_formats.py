"""Damage files of other programs and read them: `python3 dev.py soak mutated_formats --format gdx`.

The seeds are the files of `tests/formats/NAME/` that the format knows. What escapes other than a refusal in
words, takes longer than 2 s or more than 300 MB is told with the number of its file; `--seed SEED --first
NUMBER --count 1` makes it again. What is read must be a document that can be written, read again and checked.
The figures go to a table in `tests/soak/results/formats.md`.
"""

from __future__ import annotations

import argparse
import re
import resource
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes
from graphs.formats.basics.format_record import Format
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import FORMATS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import ManifestFile
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_check import check_in_project
from tests.mutations.json_texts import mutated_bytes

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).parent / "results" / "formats.md"
MOST_SECONDS, MOST_MEMORY = 2.0, 300_000_000
_WORD = re.compile(rb"[A-Za-z_]\w*|[-\d.]+|\"[^\"\n]*\"|[^\s\w]")


@dataclass
class ReadFormat:
    """Count what became of the damaged files of a format."""

    format: Format
    read: int = 0
    refused: int = 0
    faults: int = 0
    slowest: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Damage files of the formats asked for; return 1 if anything escaped or took too much, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak mutated_formats", description=__doc__)
    readable = [name for name, each in FORMATS.items() if each.read]
    parser.add_argument("--format", choices=readable, action="append", help="only this format, or these")
    parser.add_argument("--count", type=int, default=20_000, help="files of each format (20000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first (0)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (1)")
    asked = parser.parse_args(arguments)
    failed = False
    for name in asked.format or readable:
        counted = ReadFormat(FORMATS[name])
        seeds = seeds_of(FORMATS[name])
        with_bounded_memory()
        for number in range(asked.first, asked.first + asked.count):
            fault = read_damaged(counted, damaged(seeds, asked.seed, number))
            if fault:
                print(f"{name} {number}: {fault}", flush=True)
        failed = failed or counted.faults > 0
        row = _row(counted)
        print(row, flush=True)
        _write(name, row)
    return 1 if failed else 0


def seeds_of(form: Format) -> list[Source]:
    """Return the files of a format's folder of tests that it knows."""
    folder = ROOT / "tests" / "formats" / form.id
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".py")
    return [source for source in map(Source.at, paths) if form.recognizes(source)]


def with_bounded_memory() -> None:
    """Let the process have at most so much more memory than it has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MOST_MEMORY, most))


def damaged(seeds: Sequence[Source], seed: int, number: int) -> Source:
    """Return one damaged file, always the same for the same numbers."""
    rng = Random(f"{seed} {number}")
    chosen = rng.choice(seeds)
    data = chosen.data
    for _ in range(rng.randint(1, 4)):
        data = rng.choice(_DAMAGES)(data, rng.choice(seeds).data, rng)
    return Source(chosen.name, data, chosen.folder)


def _other_lines(data: bytes, other: bytes, rng: Random) -> bytes:
    """Take out, double, move or bring in some lines."""
    lines, others = data.split(b"\n"), other.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    count = rng.randint(1, 4)
    part = lines[at : at + count]
    which = rng.randrange(4)
    if which != 1:
        del lines[at : at + count]
    if which == 3:
        part = others[rng.randrange(len(others)) :][:count]
    if which:
        lines[to:to] = part
    return b"\n".join(lines)


def _other_words(data: bytes, other: bytes, rng: Random) -> bytes:
    """Put a word of another file, a great number or a mark in the place of a word."""
    places, words = [*_WORD.finditer(data)], _WORD.findall(other)
    if not places or not words:
        return data
    found = rng.choice(places)
    odd = [
        b"",
        b"1e999",
        b"-1",
        b"99999999999999999999",
        b"nan",
        b'"\\ud800"',
        b"[" * 300,
        b"(" * 300,
        b"\xff",
    ]
    return data[: found.start()] + rng.choice([rng.choice(words), rng.choice(odd)]) + data[found.end() :]


def _other_indent(data: bytes, _other: bytes, rng: Random) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    lines[at] = rng.choice([b" " * rng.randint(0, 9), b"\t"]) + lines[at].lstrip()
    return b"\n".join(lines)


def _other_bytes(data: bytes, _other: bytes, rng: Random) -> bytes:
    return mutated_bytes(data, rng)


_DAMAGES = (_other_lines, _other_words, _other_words, _other_indent, _other_bytes)


def read_damaged(counted: ReadFormat, source: Source) -> str:
    """Read a damaged file; return what is wrong with how that went, "" for nothing."""
    begin = time.process_time()
    fault = ""
    try:
        _read(counted.format, source)
        counted.read += 1
    except FileProblem as problem:
        counted.refused += 1
        fault = "" if problem.message and problem.remedy else f"A refusal without words: {problem!r}"
    except Exception:
        fault = traceback.format_exc()[-1500:]
    took = time.process_time() - begin
    counted.slowest = max(counted.slowest, took)
    if not fault and took > MOST_SECONDS:
        fault = f"It took {took:.1f} s."
    counted.faults += bool(fault)
    return fault


def _read(form: Format, source: Source) -> None:
    form.recognizes(source)
    assert form.read is not None
    imported = form.read([source], builtin_registry())
    assert document_from_bytes(document_to_bytes(imported.document)) == imported.document
    manifests = [ManifestFile(None, imported.manifest)] if imported.manifest else []
    try:
        check_in_project(imported.document, None, registry_with(manifests, builtin_registry()))
    except FileProblem as problem:
        raise AssertionError(f"The manifest does not fit: {problem}") from None


def _row(counted: ReadFormat) -> str:
    count = counted.read + counted.refused + counted.faults
    return (
        f"| {counted.format.id} | {count:,} | {counted.read:,} | {counted.refused:,} | {counted.faults} "
        f"| {counted.slowest:.2f} s |"
    )


def _write(name: str, row: str) -> None:
    """Write the row of a format into the table; what else is on the page stays."""
    text = RESULTS.read_text() if RESULTS.exists() else f"# Files of other programs\n\n{_HEAD}"
    if _HEAD not in text:
        text = f"{text.rstrip()}\n\n{_HEAD}"
    before, after = text.split(_HEAD)
    table, rest = _rows(after)
    table = sorted({*(line for line in table if not line.startswith(f"| {name} |")), row})
    RESULTS.write_text(before + _HEAD + "".join(f"{line}\n" for line in table) + rest)


def _rows(text: str) -> tuple[list[str], str]:
    lines = text.splitlines(keepends=True)
    count = next((at for at, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return [line.rstrip("\n") for line in lines[:count]], "".join(lines[count:])


_HEAD = """\
## Damaged files

`python3 dev.py soak mutated_formats`: files of `tests/formats/`, damaged and read with at most 300 MB more
memory. A fault is anything but a document that can be written, read again and checked, or a refusal in words.

| format | files | read | refused | faults | slowest |
|---|---|---|---|---|---|
"""


def slice_of(form: Format, numbers: range) -> Iterator[str]:
    """Yield what went wrong with some damaged files of a format."""
    seeds = seeds_of(form)
    counted = ReadFormat(form)
    for number in numbers:
        if fault := read_damaged(counted, damaged(seeds, 7, number)):
            yield f"{form.id} {number}: {fault}"


if __name__ == "__main__":
    sys.exit(main())
