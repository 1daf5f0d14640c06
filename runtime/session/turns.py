"""Find the brains that tick in a step: by their turns, because they are asked, or by events (rule 1.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from graphs.model.variables_and_events import matching_events
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from runtime.basics.random_numbers import fnv1a_32
from runtime.minds.brain.brain import Brain


class Due(NamedTuple):
    """Hold brains that tick in a step, each with its agent and the row of its body, in ascending id."""

    agents: Sequence[str]
    brains: Sequence[Brain]
    rows: Sequence[int]


class Turns:
    """Know when each brain of a world ticks."""

    def __init__(self, world: WorldDocument, agents: Sequence[str]) -> None:
        """Read the turns from `world`, whose bodies are those of `agents`."""
        self._rows = {agent: row for row, agent in enumerate(agents)}
        self._entries = thinking_entries(world)
        self._turns = {agent: _turn(agent, entry) for agent, entry in self._entries.items()}
        self._is_plain = all(every == 1 for every, _ in self._turns.values())
        self._brains: Mapping[str, Brain] = {}
        self._all = Due((), (), ())

    def due(
        self, brains: Mapping[str, Brain], tick: int, gone: Collection[str], asked: Collection[str]
    ) -> Due:
        """Return which of `brains` tick in this step; `gone` are agents that left, `asked` those to tick."""
        if self._brains is not brains:
            self._brains = brains
            self._all = self._of(brains)
        if self._is_plain and not gone:
            return self._all  # Ten thousand agents: nothing is looked up for any of them.
        present = (agent for agent in brains if agent not in gone)
        return self._of(
            {agent: brains[agent] for agent in present if self._is_due(agent, brains[agent], tick, asked)}
        )

    def _of(self, brains: Mapping[str, Brain]) -> Due:
        return Due(tuple(brains), tuple(brains.values()), [self._rows[agent] for agent in brains])

    def _is_due(self, agent: str, brain: Brain, tick: int, asked: Collection[str]) -> bool:
        every, phase = self._turns[agent]
        if every > 0:
            return (tick - phase) % every == 0
        wakes = self._entries[agent].tick_on
        return agent in asked or bool(matching_events(wakes, (event.name for event in brain.posted)))


def _turn(agent: str, entry: AgentEntry) -> tuple[int, int]:
    """Return every how many steps a brain ticks, and in which of them; 0 is without turns of its own."""
    every = entry.tick_every
    phase = fnv1a_32(agent) % every if entry.phase is None and every > 0 else entry.phase or 0
    return every, phase
