"""Do one piece of the endurance soak in this process and print its row: `python -m tests.endurance.piece`."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.endurance.memory import Row

ROOT = Path(__file__).parents[2]

PIECES = {
    "samples alone": "tests.endurance.samples:alone",
    "samples in the window": "tests.endurance.samples:in_window",
    "documents": "tests.endurance.documents:documents",
    "autosaves": "tests.endurance.autosaves:autosaves",
    "undo": "tests.endurance.undo:undo",
    "batches": "tests.endurance.batches:batches",
}
"""The function of each part: given a subject and a number, it returns a row."""


def in_own_process(part: str, subject: str, amount: int) -> Row:
    """Do one piece in a process of its own, so that nothing else is in its memory."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.endurance.piece", part, subject, str(amount)]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return Row(part, subject, str(amount), 0, 0, 0, 0, 0, f"ended with code {done.returncode}")
    return Row(**json.loads(done.stdout.splitlines()[-1]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the piece that the arguments name: part, subject, amount."""
    part, subject, amount = arguments or sys.argv[1:]
    module, _, function = PIECES[part].partition(":")
    row = getattr(importlib.import_module(module), function)(subject, int(amount))
    print(json.dumps(asdict(row)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
