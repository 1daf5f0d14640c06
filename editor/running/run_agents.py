"""Say who is in a run, who thinks with what, and where in its time the run is."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.documents.open.world_choice import WorldChoice
from editor.documents.open.world_minds import mind_file
from editor.running.time_travel import TimeTravel
from graphs.model import Document
from runtime.minds.program.program import Program
from runtime.session.session import Session


class RunAgents(QObject):
    """Hold the session that runs with its world and minds, and answer questions about its agents."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self.time = TimeTravel(self, clock)
        self.choice: WorldChoice | None = None
        self._minds: dict[str, Document] = {}
        """The newest versions, by file name."""
        self._of_take: dict[str, Document] = {}
        """The versions that a take brought along, which are not the newest."""

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
        if self.choice is None or agent_id is None or agent_id not in self.choice.world.agents:
            return None
        mind = self.choice.world.agents[agent_id].mind
        return mind_file(mind) if mind else None

    def mind_document(self, mind: str) -> Document | None:
        """Return the document of this file name that agents of this world think with, None for another."""
        return self._minds.get(mind)

    def version_shown(self, mind: str) -> Document | None:
        """Return the version of a mind that ran at the tick shown; None where it is the newest by nature."""
        recording = self.time.recording
        if recording is None or not self.time.is_past:
            return self._of_take.get(mind)
        return recording.segment_at(max(self.time.shown_tick, 0)).minds.documents.get(mind)

    @property
    def is_of_other_versions(self) -> bool:
        """Tell whether another version than the newest may be what runs at the tick shown."""
        return self.time.is_past or bool(self._of_take)

    def _keep_versions(self, _tick: int) -> None:
        """Take the versions that a branch begins with for the newest."""
        if self.session is not None:
            self._minds.update(self.session.segments[-1].minds.documents)
        self._of_take = {}

    def _newest_at_start(self) -> Session | None:
        """Return a session at the start with the newest minds, None where they have to be compiled."""
        recording = self.time.recording
        if self.session is None or recording is None or self._of_take:
            return None
        if not self.time.is_past:
            return self.session.at_start()
        newest = recording.segments[-1].minds
        same = all(newest.documents.get(name) is mind for name, mind in self._minds.items())
        return self.session.at_start(newest) if same else None

    def agent_title(self, agent_id: str) -> str:
        """Return an agent's name, or its id when it has none."""
        entry = self.choice.world.agents.get(agent_id) if self.choice is not None else None
        return (entry.name if entry is not None else "") or agent_id

    def thinking_agents(self) -> tuple[str, ...]:
        """Return the agents that have a mind, in the order of their ids."""
        return tuple(agent for agent in self._agents() if self.mind_of(agent) is not None)

    def _agents(self) -> tuple[str, ...]:
        return self.session.agent_ids if self.session is not None else ()

    def _default_agent(self, mind_name: str) -> str | None:
        """Return the first agent with this mind: one that runs its root before one that runs a part of it."""
        thinking = [agent for agent in self._agents() if self.mind_of(agent) == mind_name]
        agents = self.choice.world.agents if self.choice is not None else {}
        whole = [agent for agent in thinking if agents[agent].mind == mind_name]
        return next(iter((*whole, *thinking)), None)

    def _program_of(self, agent_id: str) -> Program | None:
        brain = self.session.brains.get(agent_id) if self.session is not None else None
        return brain.program if brain is not None else None

    def _mind_of_agent(self, agent_id: str) -> tuple[str, Document] | None:
        name = self.mind_of(agent_id)
        return (name, self._minds[name]) if name is not None and name in self._minds else None
