"""Hold what all brains did in one step as columns; a frame is made when somebody asks for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

from runtime.basics.status import Status
from runtime.records.trace_frame import BrainFrame, RunError


class BrainFrames(Mapping[str, BrainFrame]):
    """Hold the frames of one step by agent.

    `agents` are those with a frame, in ascending id, each with its outcome bytes and result. Of most brains
    there is nothing else to tell; the whole frames of the others are in `told`.
    """

    __slots__ = ("agents", "outcomes", "statuses", "told")

    def __init__(self) -> None:
        self.agents: list[str] = []
        self.outcomes: list[bytes] = []
        self.statuses: list[Status] = []
        self.told: dict[str, BrainFrame] = {}

    def put(self, frame: BrainFrame) -> None:
        """Take a whole frame, in place of what was told of its brain."""
        if frame.agent not in self:
            place = bisect_left(self.agents, frame.agent)
            self.agents.insert(place, frame.agent)
            self.outcomes.insert(place, frame.outcomes)
            self.statuses.insert(place, frame.status)
        self.told[frame.agent] = frame

    def add_error(self, agent: str, error: RunError) -> bool:
        """Add an error to the frame of an agent; return False where it has none."""
        frame = self.get(agent)
        if frame is None:
            return False
        self.put(frame._replace(errors=(*frame.errors, error)))
        return True

    def __getitem__(self, agent: str) -> BrainFrame:
        frame = self.told.get(agent)
        if frame is not None:
            return frame
        place = bisect_left(self.agents, agent)
        if self.agents[place : place + 1] != [agent]:
            raise KeyError(agent)
        return BrainFrame(agent, self.outcomes[place], self.statuses[place])

    def __iter__(self) -> Iterator[str]:
        return iter(self.agents)

    def __len__(self) -> int:
        return len(self.agents)


def told_frames(frames: Mapping[str, BrainFrame]) -> Iterator[BrainFrame]:
    """Return the frames that may hold more than outcomes and a result, in ascending id of their agents."""
    if isinstance(frames, BrainFrames):
        return (frames.told[agent] for agent in sorted(frames.told))
    return iter(frames.values())


def outcomes_by_agent(frames: Mapping[str, BrainFrame]) -> Iterable[tuple[str, bytes]]:
    """Return each agent that ticked with its outcome bytes, in ascending id."""
    if isinstance(frames, BrainFrames):
        return zip(frames.agents, frames.outcomes, strict=True)
    return ((agent, frame.outcomes) for agent, frame in frames.items() if frame.outcomes)
