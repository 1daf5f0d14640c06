"""A slice of the soak of damaged files: each is read or refused in words, and none takes what it declares."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.example_counts import daily
from tests.mutations.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
FILES = daily(10, deep=25)
"""Files of each kind; `dev.py soak mutated_files` reads thousands."""


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is bounded and read as on Linux")
def test_damaged_files_are_read_or_refused_in_words(tmp_path):
    command = [sys.executable, "-m", "tests.mutations.worker", ",".join(KINDS), "0", str(FILES)]
    done = subprocess.run([*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    fed = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["number"], each["escaped"]) for each in fed if each["escaped"]] == []
    assert (done.returncode, len(fed)) == (0, FILES * len(KINDS)), done.stderr
