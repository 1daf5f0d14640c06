"""Read from a session the marks of all overlays that are chosen, for the agents they are chosen for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.map.overlays.overlay_catalogue import OVERLAYS
from editor.map.overlays.overlay_kind import AgentSight, OverlayChoice, OverlayKind
from editor.map.picture.marks import Mark
from editor.map.picture.trail import Trail
from editor.map.picture.world_picture import AgentsPicture, Whom
from graphs.worlds.kinds.sensors import SENSOR_KINDS

if TYPE_CHECKING:
    from runtime.session.session import Session

MOST_AGENTS = 100
"""Overlays of all agents are drawn for at most so many, those nearest to the middle of what is seen."""


@dataclass(frozen=True, slots=True)
class Window:
    """Hold the part of the world that is seen: left, bottom, right and top in units."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class ReadMarks:
    """Hold the marks to paint, bottom to top, and for how many of the agents seen they were read."""

    marks: tuple[Mark, ...] = ()
    agents_read: int = 0
    agents_seen: int = 0


class OverlayReader:
    """Read one session again and again, keeping what does not change: who senses with what."""

    def __init__(self, session: Session, name_of: Callable[[str], str]) -> None:
        self._session = session
        self._name_of = name_of
        self._sensing: dict[str, NDArray[np.int64]] = {}
        sensors: dict[str, set[int]] = {}
        for row, agent_id in enumerate(session.agent_ids):
            entry = session.document.agents.get(agent_id)
            for sensor in entry.sensors if entry is not None else ():
                sensors.setdefault(sensor.kind, set()).add(row)
        self._sensing = {kind: np.array(sorted(rows), dtype=np.int64) for kind, rows in sensors.items()}

    def read(
        self,
        agents: AgentsPicture,
        picked: int,
        choice: OverlayChoice,
        trail: Trail | None = None,
        window: Window | None = None,
    ) -> ReadMarks:
        """Return the marks of every kind that `choice` draws.

        `picked` is a row or -1; `window` is what is seen, None for all of the world.
        """
        seen = np.zeros(len(agents.ids), dtype=bool)
        drawn: list[tuple[OverlayKind, list[int]]] = []
        kinds: dict[int, list[OverlayKind]] = {}
        nearest: dict[tuple[str, ...], list[int]] = {}
        for kind in OVERLAYS:
            whom, rows = choice.shown_for(kind), set[int]()
            if whom is Whom.ALL and kind.of_agent is not None:
                senses = kind.shows if all(name in SENSOR_KINDS for name in kind.shows) else ()
                if senses not in nearest:
                    found = _seen_rows(agents, self._rows_of(senses, len(agents.ids)), window)
                    seen[found] = True
                    nearest[senses] = _nearest(agents, found, window)
                rows.update(nearest[senses])
            if whom is not Whom.NONE:
                if picked >= 0 and kind.of_agent is not None:
                    rows.add(picked)
                # The picked agent's marks come last, so that they lie on top.
                drawn.append((kind, sorted(rows, key=lambda row: (row == picked, row))))
            for row in rows:
                kinds.setdefault(row, []).append(kind)
        sights = {row: self._sight(agents, row, kinds[row], trail, row == picked) for row in kinds}
        marks: list[Mark] = []
        for kind, of_rows in drawn:
            if kind.of_world is not None:
                marks += kind.of_world(self._session)
            elif kind.of_agent is not None:
                for row in of_rows:
                    marks += kind.of_agent(sights[row])
        return ReadMarks(tuple(marks), len(kinds), max(int(np.count_nonzero(seen)), len(kinds)))

    def _rows_of(self, senses: tuple[str, ...], count: int) -> NDArray[np.int64]:
        """Return the agents that have any of these sensors; all where none is named."""
        if not senses:
            return np.arange(count)
        rows = [self._sensing[name] for name in senses if name in self._sensing]
        return np.unique(np.concatenate(rows)) if rows else np.empty(0, dtype=np.int64)

    def _sight(
        self,
        agents: AgentsPicture,
        row: int,
        kinds: Iterable[OverlayKind],
        trail: Trail | None,
        is_picked: bool,
    ) -> AgentSight:
        line, dots = np.empty((0, 2)), np.empty((0, 2))
        if trail is not None and any(kind.takes_trail for kind in kinds):
            line, dots = trail.line(row), trail.dots(row, self._session.rate)
        parts = {part for kind in kinds for part in kind.parts}
        overlay = self._session.world.overlay(agents.ids[row], parts)
        team = int(agents.teams[row])
        return AgentSight(row, overlay, team, line, dots, self._name_of, is_picked)


def _seen_rows(agents: AgentsPicture, rows: NDArray[np.int64], window: Window | None) -> NDArray[np.int64]:
    if window is None or not len(rows):
        return rows
    x, y = agents.positions[rows, 0], agents.positions[rows, 1]
    inside = (x >= window.left) & (x <= window.right) & (y >= window.bottom) & (y <= window.top)
    seen: NDArray[np.int64] = rows[inside]
    return seen


def _nearest(agents: AgentsPicture, seen: NDArray[np.int64], window: Window | None) -> list[int]:
    """Return the rows of the agents nearest to the middle, in their order."""
    if len(seen) <= MOST_AGENTS or window is None:
        return [int(row) for row in seen[:MOST_AGENTS]]
    middle = np.array([(window.left + window.right) / 2, (window.bottom + window.top) / 2])
    offset = agents.positions[seen] - middle
    order = np.argsort((offset * offset).sum(axis=1), kind="stable")[:MOST_AGENTS]
    return sorted(int(row) for row in seen[order])
