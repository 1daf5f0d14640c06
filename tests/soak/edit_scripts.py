"""Record what a monkey does in a window and make it again from the script: `dev.py soak edit_scripts`.

Each story opens a sample, records random gestures, keys and commands, saves the script through the window,
reads it and makes its edits on the document there was. The bytes must be those of the document in the window.
The figures go to a table in `tests/soak/results/edit_scripts.md`; `--seed` tells a story again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from graphs.scripts.recorded_steps import PARTS_EDIT

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).parent / "results" / "edit_scripts.md"
CHUNK = 20
"""Stories that one process tells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell all stories; return 1 if any script made other bytes or anything broke, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak edit_scripts", description=__doc__)
    parser.add_argument("--stories", type=int, default=200, help="how many (200)")
    parser.add_argument("--acts", type=int, default=40, help="what is done in each (40)")
    parser.add_argument("--seed", type=int, default=1, help="of the first (1)")
    asked = parser.parse_args(arguments)
    stories: list[tuple[int, str, list[str], bool]] = []
    broken = 0
    for first in range(asked.seed, asked.seed + asked.stories, CHUNK):
        count = min(CHUNK, asked.seed + asked.stories - first)
        found = told(first, count, asked.acts)
        broken += count - len(found)
        stories += found
        print(f"{len(stories)} of {asked.stories}", flush=True)
    unequal = [seed for seed, _, _, is_equal in stories if not is_equal]
    if unequal:
        print(f"Other bytes: seeds {unequal}", flush=True)
    write_table(f"--stories {asked.stories} --acts {asked.acts} --seed {asked.seed}", stories, unequal)
    return 1 if unequal or broken else 0


def told(first: int, count: int, acts: int) -> list[tuple[int, str, list[str], bool]]:
    """Return the stories with these seeds, told in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "lines"
        lines.touch()
        environment = {
            **os.environ,
            "MINDLOOM_STORIES": str(count),
            "MINDLOOM_STORY_SEED": str(first),
            "MINDLOOM_STORY_ACTS": str(acts),
            "MINDLOOM_STORY_LINES": str(lines),
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        }
        test = "tests/editor/monkey/test_recorded_stories.py"
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", test]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout[-4000:], flush=True)
        return [tuple(json.loads(line)) for line in lines.read_text(encoding="utf-8").splitlines()]


def write_table(
    options: str, stories: Sequence[tuple[int, str, list[str], bool]], unequal: Sequence[int]
) -> None:
    """Write what came of it."""
    names = Counter(name for _, _, edits, _ in stories for name in edits)
    parts = sum(names[name] for name in PARTS_EDIT.values())
    rows = [f"| `{name}` | {count:,} |" for name, count in sorted(names.items())]
    text = [
        "# Soak of scripts of edits",
        "",
        f"`python3 dev.py soak edit_scripts {options}`",
        "",
        "A monkey edits samples in a window while its edits are recorded; the script then makes them again.",
        "",
        "| what | times |",
        "|---|---|",
        f"| stories | {len(stories):,} |",
        f"| stories with the same bytes | {len(stories) - len(unequal):,} |",
        f"| stories with no edit left | {sum(not edits for _, _, edits, _ in stories):,} |",
        f"| edits in scripts | {sum(names.values()):,} |",
        f"| of them said as parts, no narrower edit having made them | {parts:,} |",
        "",
        "| edit | times |",
        "|---|---|",
        *rows,
    ]
    RESULTS.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
