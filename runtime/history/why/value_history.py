"""Make the values that an agent's variables had over a stretch of a recording again: floats are not kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphs.expressions.types import Value
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import run_again
from runtime.session.session import Session

AgentValues = Mapping[str, Mapping[str, Value]]
"""The values of variables by agent and name."""


def values_again(
    recording: Recording, session: Session, agents: Sequence[str], first: int, last: int
) -> Iterator[tuple[int, AgentValues] | None]:
    """Yield each tick first ≤ tick ≤ last with the values after it, in order; None for a step on the way.

    `session` is of the same world as the recording and used up by it. The work can be sliced and given up
    between any two. Raises `TickNotRecorded` and `CannotRunAgain`.
    """
    session.watch([])
    for frame in run_again(recording, session, first, last):
        if frame.tick < first:
            yield None
            continue
        yield frame.tick, {agent: session.variables(agent) for agent in agents if agent in session.brains}
