"""Save in every order and kill while saving: `python3 dev.py soak saving --interleavings 200 --kills 300`.

Two editors and an outside writer change, move, delete and save one document or world in a random order, with
random answers to every question. What somebody wrote must be in a file or in an editor afterwards, unless an
answer gave it up. Then programs that save in a loop are killed at random moments: the file has to hold the
old or the new content byte for byte, and the next start removes what was left. The table of a whole soak is
written to `tests/soak/results/saving.md`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "saving.md"


def table(counts: Counter[str], seed: int) -> str:
    """Return what happened as a page."""
    killed = sum(times for name, times in counts.items() if name.startswith("kills: "))
    rows = "".join(f"| {name} | {counts[name]:,} |\n" for name in sorted(counts))
    return (
        "# Soak of saving\n\n"
        f"`python3 dev.py soak saving --interleavings {counts['interleavings']} "
        f"--kills {killed} --seed {seed}`\n\n"
        "Two editors and an outside writer on one file in random order (every fourth file is a world), then "
        "programs killed while they save. Lost without an answer that gave it up: 0. Half written: 0. "
        "`.part` left after the next start: 0.\n\n"
        f"| what happened | times |\n|---|---|\n{rows}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak and write the table; return 1 with the first loss, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak saving", description=__doc__)
    parser.add_argument("--interleavings", type=int, default=200, help="how many random orders (200)")
    parser.add_argument("--kills", type=int, default=300, help="how many killed programs (300)")
    parser.add_argument("--seed", type=int, default=1, help="of the first order; each has the next (1)")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.editor.documents.killed_saves import kills
    from tests.editor.window.interleaved_saves import interleavings

    with tempfile.TemporaryDirectory() as name:
        try:
            counts = interleavings(Path(name), asked.interleavings, asked.seed)
            print(f"{asked.interleavings} interleavings: nothing lost", flush=True)
            counts += kills(Path(name), asked.kills, asked.seed)
        except AssertionError as lost:
            print(f"LOST: {lost}", flush=True)
            return 1
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(table(counts, asked.seed), encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
