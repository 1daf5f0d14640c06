"""Count whole recordings by the documents of their minds, for lists and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from graphs.model import Document
from runtime.history.counts.element_statistics import ElementKey, ElementStatistics, elements_of
from runtime.history.counts.run_counter import UNTIL_NOW, RunCounter
from runtime.history.recording.recording import Recording


@dataclass(frozen=True, slots=True)
class MindStatistics:
    """Hold what was counted of one document: who thinks with it, and its elements in document order."""

    mind: str
    document: Document
    agents: tuple[str, ...]
    elements: Mapping[ElementKey, ElementStatistics]

    @property
    def ticks(self) -> int:
        """Return how many brain ticks were counted, of two agents twice as many."""
        return max((one.ticks for one in self.elements.values()), default=0)


def counters_of(
    recording: Recording,
    agents: Iterable[str] | None = None,
    first: int = 0,
    end: int = UNTIL_NOW,
) -> tuple[RunCounter, ...]:
    """Return a counter for the agents of each mind, None being all; a mind may be one graph of a document."""
    wanted = recording.cast.minds if agents is None else set(agents)
    by_mind: dict[str, list[str]] = {}
    for agent, mind in recording.cast.minds.items():
        if agent in wanted:
            by_mind.setdefault(mind, []).append(agent)
    programs = recording.segments[-1].minds.programs
    return tuple(
        RunCounter(recording, members, programs[mind], first, end)
        for mind, members in by_mind.items()
        if mind in programs
    )


def mind_statistics(
    recordings: Iterable[Recording],
    agent: str | None = None,
    first: int = 0,
    end: int = UNTIL_NOW,
) -> tuple[MindStatistics, ...]:
    """Count runs of the same minds together, one entry per document, ascending; `agent` None means all."""
    agents = None if agent is None else (agent,)
    counters = [one for run in recordings for one in counters_of(run, agents, first, end)]
    for counter in counters:
        for _ in counter.go_on():
            pass
    return tuple(_by_document(counters))


def _by_document(counters: list[RunCounter]) -> Iterator[MindStatistics]:
    files: dict[str, list[RunCounter]] = {}
    for one in counters:
        files.setdefault(one.mind_file, []).append(one)
    for mind, members in sorted(files.items()):
        agents = dict.fromkeys(agent for one in members for agent in one.agents)
        documents = members[-1].recording.segments[-1].minds.documents
        elements = elements_of(one.statistics for one in members)
        yield MindStatistics(mind, documents[mind], tuple(agents), elements)
