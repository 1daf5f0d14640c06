"""Step many sessions together: their brains one by one, their bodies and senses as one array program.

The sessions are of one world that differ in their starts alone. Each gives the frames of single steps.
"""

from __future__ import annotations

from collections.abc import Sequence

from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from runtime.worlds.many_worlds import MOST_AGENTS as MOST_AGENTS
from runtime.worlds.many_worlds import ManyWorlds


class ManySessions:
    """Step sessions that are all in the same tick."""

    def __init__(self) -> None:
        self._worlds = ManyWorlds()

    def step(self, sessions: Sequence[Session]) -> list[TraceFrame]:
        """Do one step of each; return their frames in the same order."""
        if not sessions:
            return []
        for session in sessions:
            session.apply_inputs()
        worlds = [session.world for session in sessions]
        sensed = self._worlds.sense(worlds, [session.read_variable for session in sessions])
        thoughts = [session.think(senses) for session, senses in zip(sessions, sensed, strict=True)]
        happened = self._worlds.step(worlds)
        return [
            session.end_step(thought, events)
            for session, thought, events in zip(sessions, thoughts, happened, strict=True)
        ]
