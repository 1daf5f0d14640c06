"""Save and open a recording as large as there may be: `python3 dev.py soak large_recording`.

The swarm is recorded, and what it did is recorded again and again until no more is held. A window
opens the file in a process of its own, whose most memory is told; it may be 1.5 GB.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import run

import numpy as np

from editor.window.parts.recordings import WindowRecordings
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.recording import MEMORY_LIMIT
from runtime.history.recording.recording_file import save_recording
from tests.runtime.session_of import sample_session

MOST_MEMORY = 1_500_000_000
TICKS = 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Save and open the recording; return 1 if that took too much memory."""
    parser = argparse.ArgumentParser(prog="dev.py soak large_recording", description=__doc__)
    parser.add_argument("--only", nargs=2, metavar=("WHAT", "FILE"), help="only `save` or `open` it, here")
    asked = parser.parse_args(arguments)
    if asked.only:
        (_save if asked.only[0] == "save" else _open)(Path(asked.only[1]))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(
            f"{asked.only[0]}: {time.process_time():.0f} s of CPU, {memory / 1e6:.0f} MB at most", flush=True
        )
        return 1 if asked.only[0] == "open" and memory > MOST_MEMORY else 0
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "large.trace")
        command = [sys.executable, "-m", "tests.soak.large_recording", "--only"]
        return any(run([*command, what, file], check=False).returncode for what in ("save", "open"))


def _save(file: Path) -> None:
    recorder = Recorder(sample_session("swarm"))
    for _ in range(TICKS):
        recorder.step()
    recording, session = recorder.recording, recorder.session
    first = [
        (
            block.codes.astype(np.int64),
            np.array([block.poses_at(tick) for tick in range(block.first, block.end)]),
        )
        for block in recording.blocks
    ]
    while recording.byte_count < MEMORY_LIMIT - len(first) * 2_000_000:
        for codes, poses in first:
            recording.take_stretch(codes, poses, {})
    save_recording(file, recording, session)
    with zipfile.ZipFile(file) as archive:
        unpacked = sum(part.file_size for part in archive.infolist())
    print(
        f"{recording.end_tick - recording.first_tick:,} ticks of {len(recording.cast.agents):,} agents, "
        f"{recording.byte_count / 2**20:.0f} MiB in memory, {unpacked / 2**20:.0f} MiB unpacked, "
        f"{file.stat().st_size / 2**20:.0f} MiB in the file"
    )


def _open(file: Path) -> None:
    from tests.mutations.desk import Desk

    desk = Desk(file.parent)
    with desk.window() as window:
        shares: list[float] = []
        window.part(WindowRecordings).reading.work.progressed.connect(shares.append)
        opens = window.open_file(file)
        window.part(WindowRecordings).reading.finish()
        recording = window.run.time.recording
        if not opens or recording is None:
            raise SystemExit(f"It is not opened: {desk.dialogs.told}")
        print(f"opened with {len(shares):,} slices of progress, up to tick {recording.end_tick - 1:,}")
    desk.close()


if __name__ == "__main__":
    sys.exit(main())
