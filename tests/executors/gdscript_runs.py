"""Run the executor for GDScript where only Godot 3 is: its scripts are written for Godot 3 first.

As a program it answers cases of the suite: a JSON line each in, a JSON line each out. With `--link PORT
TOKEN` each case is told to the editor at that port. With a script it plays that.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.other_programs import path_of  # noqa: E402
from tools.godot3_variant import write_variants  # noqa: E402

EXECUTOR = ROOT / "resources" / "executors" / "gdscript"
BATCH = 200  # cases that one run of Godot answers
LONGEST = 600  # seconds that it may take


def run_godot(folder: Path, script: str, given: Mapping[str, str] | None = None) -> str:
    """Run a script of a folder without a window, and return what it prints; fail where Godot complains."""
    said, odd = _godot(folder, script, given or {})
    assert odd == [], "\n".join(odd)[-2000:]
    return said


def _godot(folder: Path, script: str, given: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return what a script prints, and the mistakes in scripts: Godot tells these and goes on."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [path_of("godot3-server"), "--path", str(folder), "-s", script],
        env={**os.environ, **home, **given},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, f"Godot: {done.stderr[-2000:]}"
    return done.stdout, [line for line in done.stderr.split("\n") if "SCRIPT ERROR" in line]


def answers(lines: Iterable[str], folder: Path, link: str = "") -> Iterator[str]:
    """Yield the answers to cases, some hundred in each run of Godot; `link` is a port, a space and a token."""
    write_variants(EXECUTOR, folder)
    (folder / "project.godot").write_text("config_version=4\n", "utf-8")
    waiting = (line for line in lines if line.strip())
    while batch := list(islice(waiting, BATCH)):
        told, odd = _answers_of(batch, folder, link)
        if odd:  # each alone: a case in which a script fails, as by a damaged program, counts as refused
            told = [answer for line in batch for answer in _answer_alone(line, folder)]
        yield from told


def _answers_of(batch: list[str], folder: Path, link: str = "") -> tuple[list[str], list[str]]:
    cases, told = folder / "cases.jsonl", folder / "answers.jsonl"
    cases.write_text("".join(f"{line.rstrip()}\n" for line in batch), "utf-8")
    given = {"MINDLOOM_CASES": str(cases), "MINDLOOM_ANSWERS": str(told), "MINDLOOM_LINK": link}
    _, odd = _godot(folder, "conformance.gd", given)
    return told.read_text("utf-8").rstrip("\n").split("\n"), odd


def _answer_alone(line: str, folder: Path) -> list[str]:
    told, odd = _answers_of([line], folder)
    return [json.dumps({"id": json.loads(line)["id"], "refused": odd[0]})] if odd else told


def play(script: Path) -> Iterator[str]:
    """Yield what a script for Godot 4 prints in Godot 3, without Godot's own lines before it."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "game"
        shutil.copytree(script.parent, folder)
        write_variants(script.parent, folder)
        (folder / "project.godot").write_text("config_version=4\n", "utf-8")
        lines = run_godot(folder, script.name).rstrip("\n").split("\n")
        yield from lines[lines.index(" " if " " in lines else "") + 1 :]


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] != "--link":
        print(*play(Path(sys.argv[1])), sep="\n")
    else:
        with tempfile.TemporaryDirectory() as made:
            for answer in answers(sys.stdin, Path(made), " ".join(sys.argv[2:])):
                print(answer, flush=True)
