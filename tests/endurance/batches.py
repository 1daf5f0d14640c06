"""Kill a batch again and again and resume it to its end; the bytes are those of one call."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from graphs.files.whole_file import remove_abandoned_parts
from tests.endurance.memory import MemoryWatch, Row, resident_mb
from tests.runtime.session_of import SAMPLES

BETWEEN = 150
"""About so many runs are finished between two kills."""


def command(sample: str, runs: int, out: Path) -> list[str]:
    """Return the call of a batch: short runs from drawn seeds, played by one process."""
    world = str(SAMPLES / f"{sample}.world.json")
    call = ["simulate", world, "--ticks", "20", "--runs", str(runs), "--jobs", "1", "--out", str(out)]
    return [sys.executable, "-m", "editor.command_line", *call]


def finished_runs(out: Path) -> int:
    """Return how many runs are kept of a batch under way."""
    progress = out.with_name(f"{out.name}.progress")
    return max(0, progress.read_bytes().count(b"\n") - 1) if progress.exists() else 0


def batches(sample: str, runs: int, watch: MemoryWatch | None = None, *, between: int = BETWEEN) -> Row:
    """Kill a batch after so many more runs, drawn at random; its memory is taken just before.

    Of finished runs it holds only where they begin in the file.
    """
    watch = watch or MemoryWatch()
    source = Random(f"{sample} {runs}")
    killed = 0
    with tempfile.TemporaryDirectory() as name:
        whole, out = Path(name) / "whole.csv", Path(name) / "killed.csv"
        subprocess.run(command(sample, runs, whole), check=True, capture_output=True)
        code = None
        while code is None:
            wanted = finished_runs(out) + source.randrange(between // 2, 3 * between // 2)
            with subprocess.Popen(
                command(sample, runs, out), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            ) as process:
                while (code := process.poll()) is None and finished_runs(out) < wanted:
                    time.sleep(0.01)
                if code is None:
                    done = finished_runs(out)
                    watch.taken.append((done / runs, resident_mb(process.pid)))
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    killed += 1
        wrong = "" if code == 0 else f"ended with code {code}"
        if not wrong and out.read_bytes() != whole.read_bytes():
            wrong = "the results are other bytes than those of one call"
        for part in Path(name).glob(".*.part"):
            os.utime(part, (0, 0))  # As if a minute had passed since it was killed.
        remove_abandoned_parts(Path(name))
        if left := [path.name for path in Path(name).iterdir() if path.suffix in (".part", ".progress")]:
            wrong = wrong or f"left behind: {left}"
    return watch.row("batches", sample, f"{runs:,} runs, killed {killed} times", wrong)
