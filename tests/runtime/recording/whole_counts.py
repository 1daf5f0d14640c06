"""Count a recording at once, and read the bytes of one."""

from __future__ import annotations

import io
from collections.abc import Iterable

from runtime.history.counts.run_counter import UNTIL_NOW, RunCounter
from runtime.history.counts.statistics import RowStatistics
from runtime.history.recording import recording_file
from runtime.history.recording.recording import Recording
from runtime.history.recording.recording_file import OpenedRecording
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.program.program import Program


def statistics_of(
    recording: Recording, agents: Iterable[str], program: Program, first: int = 0, end: int = UNTIL_NOW
) -> RowStatistics:
    """Count at once what agents with the mind of `program` did in ticks first ≤ tick < end."""
    counter = RunCounter(recording, agents, program, first, end)
    for _ in counter.go_on():
        pass
    return counter.statistics


def recording_from_bytes(data: bytes, game: GameBehaviors) -> OpenedRecording:
    """Read a recording that is in no file."""
    return recording_file._read(io.BytesIO(data), game, None, None)
