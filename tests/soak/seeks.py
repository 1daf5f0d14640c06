"""Seek at random in long recordings: `python3 dev.py soak seeks`, for all samples `--samples`.

A thousand agents of a tree of 50 nodes run for ten minutes; then ticks are sought at random, each is held to
the hash of the straight run, and so is the state some steps later. With `--samples` every sample is sought
in, with inputs, forced results and entered states on the way.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from runtime.history.recording.rerun import CannotRunAgain
from runtime.session.session import Session
from tests.bench.test_recording_speed import crowd
from tests.runtime.recording.seeking import OtherState, SeekRun
from tests.runtime.recording.test_random_seeks import act
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import sample_session


def main(arguments: Sequence[str] | None = None) -> int:
    """Seek; return 1 at the first state that is another one, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak seeks", description=__doc__)
    parser.add_argument("--ticks", type=int, default=36_000, help="ticks of the run (36000)")
    parser.add_argument("--seeks", type=int, default=200, help="seeks in each run (200)")
    parser.add_argument("--seed", type=int, default=1, help="draws the ticks (1)")
    parser.add_argument("--undisturbed", action="store_true", help="nobody acts on the run")
    parser.add_argument("--samples", action="store_true", help="every sample in place of the crowd")
    asked = parser.parse_args(arguments)
    names = NAMES if asked.samples else ("a thousand agents of 50 nodes",)
    for name in names:
        session = sample_session(name) if asked.samples else crowd()
        begun = time.monotonic()
        try:
            acting = _nothing if asked.undisturbed else act
            made = SeekRun.straight(session, asked.ticks, asked.seeks, acting, further=30, seed=asked.seed)
            recording = made.run.recording
            print(
                f"{name}: {asked.ticks:,} ticks in {time.monotonic() - begun:.0f} s, held are "
                f"{recording.first_tick:,} to {recording.end_tick - 1:,} in "
                f"{recording.byte_count / 2**20:.0f} MB, {len(recording.key_frames)} key frames",
                flush=True,
            )
            begun = time.monotonic()
            done = made.seek_all(
                lambda count: print(f"{count} seeks", flush=True) if count % 50 == 0 else None
            )
        except (OtherState, CannotRunAgain) as failure:
            print(f"{name}, seed {asked.seed}: {failure}", flush=True)
            return 1
        print(f"{name}: {done} seeks exact in {time.monotonic() - begun:.0f} s", flush=True)
    return 0


def _nothing(_session: Session) -> None:
    """Ask for nothing."""


if __name__ == "__main__":
    raise SystemExit(main())
