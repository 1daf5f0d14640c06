"""Go on for long, and see that memory stays flat: `python3 dev.py soak endurance --part samples`.

| part | what is done, in processes of their own |
|---|---|
| samples | an hour of every sample: its session alone, and in the window with what it records |
| documents | 10,000 documents opened and closed: their files alone, and in the window |
| autosaves | a day in which something is changed every two seconds, each change kept in a side file |
| undo | 1,000 times twenty random steps undone and redone, on the canvas |
| batches | a batch of 10,000 runs that is killed again and again, and resumed |

Each result is a line in `results/endurance.tsv`, in the place of an older one of the same name; the table
`results/endurance.md` is written from it. `--share 0.1` does a tenth of everything.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from pathlib import Path

from tests.endurance.memory import ALLOWED_MB, Row, can_measure
from tests.endurance.piece import in_own_process
from tests.endurance.samples import sample_names

RESULTS = Path(__file__).parent / "results"
PARTS: dict[str, tuple[tuple[str, tuple[str, ...], int], ...]] = {
    "samples": (
        ("samples alone", tuple(sample_names()), 3600),
        ("samples in the window", tuple(sample_names()), 3600),
    ),
    "documents": (("documents", ("files", "window"), 10_000),),
    "autosaves": (("autosaves", ("a mind and its world",), 43_200),),
    "undo": (("undo", ("tank", "basic_guard", "math_tree"), 1_000),),
    "batches": (("batches", ("tank",), 10_000),),
}
"""What each part does: the pieces, their subjects, and how much of each."""

HEAD = """# Endurance

`python3 dev.py soak endurance` does everything; `--part`, `--way alone`, `--only NAME` and `--share` do some
of it. Memory is the resident set after two full collections, taken 60 times; the first tenth is warm-up, and
from there it may go ±{allowed:.0f} MB. In the window a recording may take 0.5 MB instead of 512, so
that a long run fills it and it lets go of its oldest ticks; alone nothing is recorded. A batch is measured
from outside, just before it is killed.

{good} of {count} are flat and right. The whole is 60 minutes of each sample both ways, 10,000 documents,
43,200 changes, 1,000 cycles and 10,000 runs; a row that says less
was cut short, and what has no row was not run yet; the command does it whole.

| part | subject | how much | seconds | MB after warm-up | lowest | highest | at the end | found |
|---|---|---|---|---|---|---|---|---|
"""


def pieces(asked: argparse.Namespace) -> Iterator[tuple[str, str, int]]:
    """Yield what is to be done."""
    for part in asked.part or PARTS:
        for piece, subjects, amount in PARTS[part]:
            for subject in subjects:
                if (not asked.only or subject in asked.only) and asked.way in piece:
                    yield piece, subject, max(1, round(amount * asked.share))


def kept_rows(path: Path) -> dict[tuple[str, str], Row]:
    """Return the results of a file by piece and subject."""
    if not path.exists():
        return {}
    rows = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        part, subject, amount, *numbers, wrong = line.split("\t")
        seconds, warm, lowest, highest, last = map(float, numbers)
        rows[part, subject] = Row(part, subject, amount, seconds, warm, lowest, highest, last, wrong)
    return rows


def keep(row: Row, path: Path) -> None:
    """Put a result in the place of the older one, and write the table again."""
    rows = kept_rows(path) | {(row.part, row.subject): row}
    lines = ["\t".join(field.name for field in fields(Row))]
    for _, each in sorted(rows.items()):
        cells = (f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in astuple(each))
        lines.append("\t".join(cells))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(table(list(rows.values())), encoding="utf-8")


def table(rows: Sequence[Row]) -> str:
    """Return the results as a page."""
    good = sum(row.is_flat and not row.wrong for row in rows)
    head = HEAD.format(allowed=ALLOWED_MB, good=good, count=len(rows))
    lines = []
    for row in sorted(rows, key=lambda each: (each.part, each.subject)):
        found = row.wrong or ("flat" if row.is_flat else "not flat")
        moved = f"{row.lowest:+.1f} | {row.highest:+.1f} | {row.last:+.1f}"
        did = f"{row.part} | {row.subject} | {row.amount} | {row.seconds:.0f} | {row.warm:.0f}"
        lines.append(f"| {did} | {moved} | {found} |\n")
    return head + "".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; return 1 if memory grew or anything else was wrong, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak endurance", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--part", action="append", choices=PARTS, help="a part, several times for several")
    parser.add_argument("--way", default="", help="only pieces with this in their name, as: alone, window")
    parser.add_argument("--only", action="append", help="a subject, as a sample, several times for several")
    parser.add_argument("--share", type=float, default=1.0, help="how much of everything (1)")
    parser.add_argument("--results", type=Path, default=RESULTS / "endurance.tsv", help="the file of results")
    asked = parser.parse_args(arguments)
    if not can_measure():
        print("This system does not say how much memory a process holds.")
        return 2
    bad = 0
    for piece, subject, amount in pieces(asked):
        row = in_own_process(piece, subject, amount)
        keep(row, asked.results)
        good = row.is_flat and not row.wrong
        bad += not good
        moved = f"{row.lowest:+.2f} to {row.highest:+.2f} MB from {row.warm:.0f}, {row.seconds:.0f} s"
        print(
            f"{piece}, {subject}, {row.amount}: {moved}", "" if good else row.wrong or "not flat", flush=True
        )
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
