"""Have the log of any recorded tick of an agent, made again where it was not watched (rule 7.1)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence

from graphs.expressions.types import Value
from graphs.kinds.declarations.registry import Registry
from graphs.worlds.model.squad_minds import entry_of
from graphs.worlds.model.world_file import WorldDocument
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import run_again
from runtime.records.trace_frame import BrainFrame, EventRecord, TraceFrame
from runtime.session.session import Session

KEPT_TICKS = 256
"""How many logged ticks are kept at hand."""


class LoggedTicks:
    """Make frames of one agent again, with visits, reasons, candidates and all writes.

    `session` is of the same world as the recording; it is used up for running again. The logs of `others`
    are made with it.
    """

    def __init__(
        self, recording: Recording, session: Session, agent: str, others: tuple[str, ...] = ()
    ) -> None:
        self.recording = recording
        self.agent = agent
        self._others = others
        self._session = session
        self._frames: OrderedDict[int, TraceFrame] = OrderedDict()
        self._variables: dict[int, Mapping[str, Value]] = {}

    @property
    def agent_title(self) -> str:
        """Return the agent's name in its world, its id where it has none."""
        return self.title_of(self.agent)

    def title_of(self, agent: str) -> str:
        """Return the name of any agent in its world, its id where it has none."""
        entry = entry_of(self.world, agent)
        return (entry.name if entry is not None else "") or agent

    def with_logs_of(self, others: tuple[str, ...]) -> LoggedTicks:
        """Return ticks of the same recording with the logs of others too."""
        if not set(others) - {self.agent}:
            return self
        return LoggedTicks(self.recording, self._session, self.agent, others)

    @property
    def registry(self) -> Registry:
        """Return the kinds that the minds of the run are made of."""
        return self._session.registry

    @property
    def world(self) -> WorldDocument:
        """Return the world of the run."""
        return self._session.document

    def brain(self, tick: int) -> BrainFrame | None:
        """Return what the agent's brain did at a tick, None where it did not tick.

        Raises `TickNotRecorded` and `CannotRunAgain`.
        """
        return self.frame(tick).brains.get(self.agent)

    def variables(self, tick: int) -> Mapping[str, Value]:
        """Return the values of the agent's variables after a tick; raise as `brain` does."""
        if tick not in self._variables:
            for found in values_again(self.recording, self._session, (self.agent,), tick, tick):
                if found is not None:
                    self._variables[tick] = found[1].get(self.agent, {})
        return self._variables.get(tick, {})

    def events(self, tick: int) -> tuple[EventRecord, ...]:
        """Return the events that reached the agent at a tick or were raised in it."""
        return tuple(event for event in self.recording.notes(tick).events if event.agent == self.agent)

    def keep(self, frame: TraceFrame) -> None:
        """Take a frame in which the agent was watched, so that it need not be made again."""
        self._frames[frame.tick] = frame
        while len(self._frames) > KEPT_TICKS:
            self._frames.popitem(last=False)

    def made(self, first: int, last: int) -> Iterator[int]:
        """Make the ticks first ≤ tick ≤ last again where one is not at hand, in one run; yield each.

        Raises `TickNotRecorded` and `CannotRunAgain`.
        """
        if all(tick in self._frames for tick in range(first, last + 1)):
            return
        self._session.watch([self.agent, *self._others])
        for frame in run_again(self.recording, self._session, first, last):
            self.keep(frame)
            yield frame.tick

    def frame(self, tick: int) -> TraceFrame:
        """Return what happened at a tick, with the logs made; raise as `brain` does."""
        known = self._frames.get(tick)
        if known is None:
            for _ in self.made(tick, tick):
                pass
            known = self._frames[tick]
        return known


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
