"""Say who is in a run, who thinks with what, and where in its time the run is."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.running.time_travel import TimeTravel
from graphs.model import Document
from graphs.worlds.minds.world_choice import WorldChoice
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.squad_minds import entry_of, thinking_entries
from runtime.minds.program.program import Program
from runtime.session.session import Session


class MindVersions:
    """Know which versions of the minds of a world there are: the newest, and what ran at the tick shown."""

    def __init__(self, time_travel: TimeTravel) -> None:
        self._time = time_travel
        self.newest: dict[str, Document] = {}
        """By file name."""
        self.of_take: dict[str, Document] = {}
        """The versions that a take brought along, which are not the newest."""

    @property
    def may_differ(self) -> bool:
        """Tell whether another version than the newest may be what runs at the tick shown."""
        return self._time.is_past or bool(self.of_take)

    def document(self, mind: str) -> Document | None:
        """Return the document of this file name that agents of this world think with, None for another."""
        return self.newest.get(mind)

    def shown(self, mind: str) -> Document | None:
        """Return the version of a mind that ran at the tick shown; None where it is the newest by nature."""
        recording = self._time.recording
        if recording is None or not self._time.is_past:
            return self.of_take.get(mind)
        return recording.segment_at(max(self._time.shown_tick, 0)).minds.documents.get(mind)

    def keep(self) -> None:
        """Take the versions that a branch begins with for the newest."""
        if self._time.run is not None:
            self.newest.update(self._time.run.session.segments[-1].minds.documents)
        self.of_take = {}

    def newest_at_start(self) -> Session | None:
        """Return a session at the start with the newest minds, None where they have to be compiled."""
        run, recording = self._time.run, self._time.recording
        if run is None or recording is None or self.of_take:
            return None
        if not self._time.is_past:
            return run.session.at_start()
        minds = recording.segments[-1].minds
        same = all(minds.documents.get(name) is mind for name, mind in self.newest.items())
        return run.session.at_start(minds) if same else None


class RunAgents(QObject):
    """Hold the session that runs with its world and minds, and answer questions about its agents."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self.time = TimeTravel(self, clock)
        self.choice: WorldChoice | None = None
        self.versions = MindVersions(self.time)

    @property
    def session(self) -> Session | None:
        """Return the session; while a seek is under way it is on its way to the tick shown."""
        return self.time.run.session if self.time.run is not None else None

    @property
    def tick(self) -> int:
        """Return how many steps have been made up to what is shown, 0 without a world."""
        return self.time.shown_tick + 1

    @property
    def tick_words(self) -> str:
        """Return which tick is shown, counted from 0 as in logs and traces; "start" before the first."""
        return f"tick {self.time.shown_tick:,}" if self.time.shown_tick >= 0 else "start"

    @property
    def seconds(self) -> float:
        """Return the simulated time in seconds."""
        return self.tick / self.session.rate if self.session is not None else 0.0

    def mind_of(self, agent_id: str | None) -> str | None:
        """Return the file name of an agent's mind, or None when it has none."""
        entry = entry_of(self.choice.world, agent_id) if self.choice and agent_id else None
        return mind_file(entry.mind) if entry is not None and entry.mind else None

    def agent_title(self, agent_id: str) -> str:
        """Return an agent's name, or its id when it has none."""
        entry = entry_of(self.choice.world, agent_id) if self.choice is not None else None
        return (entry.name if entry is not None else "") or agent_id

    def thinking_agents(self) -> tuple[str, ...]:
        """Return the agents that have a mind, in the order of their ids."""
        return tuple(agent for agent in self._agents() if self.mind_of(agent) is not None)

    def _agents(self) -> tuple[str, ...]:
        return self.session.agent_ids if self.session is not None else ()

    def _default_agent(self, mind_name: str) -> str | None:
        """Return the first agent with this mind: one that runs its root before one that runs a part of it."""
        thinking = [agent for agent in self._agents() if self.mind_of(agent) == mind_name]
        agents = thinking_entries(self.choice.world) if self.choice is not None else {}
        whole = [agent for agent in thinking if agents[agent].mind == mind_name]
        return next(iter((*whole, *thinking)), None)

    def _program_of(self, agent_id: str) -> Program | None:
        brain = self.session.brains.get(agent_id) if self.session is not None else None
        return brain.program if brain is not None else None

    def _mind_of_agent(self, agent_id: str) -> tuple[str, Document] | None:
        name = self.mind_of(agent_id)
        document = self.versions.document(name) if name is not None else None
        return (name, document) if name is not None and document is not None else None
