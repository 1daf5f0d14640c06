"""Read from a session the marks of all overlays that are chosen, for the agents they are chosen for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from editor.preview.overlays.marks import Mark
from editor.preview.overlays.overlay_catalogue import OVERLAYS
from editor.preview.overlays.overlay_choice import OverlayChoice
from editor.preview.overlays.overlay_kind import AgentSight, OverlayKind, Whom
from editor.preview.trail import Trail
from editor.preview.world_picture import AgentsPicture

if TYPE_CHECKING:
    from runtime.session import Session

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


def read_marks(
    session: Session,
    agents: AgentsPicture,
    picked: int,
    choice: OverlayChoice,
    name_of: Callable[[str], str],
    trail: Trail | None = None,
    window: Window | None = None,
) -> ReadMarks:
    """Return the marks of every kind that `choice` draws.

    `picked` is a row or -1; `window` is what is seen, None for all of the world.
    """
    of_agents = [kind for kind in OVERLAYS if kind.of_agent is not None and choice.shows(kind)]
    for_all = any(choice.shown_for(kind) is Whom.ALL for kind in of_agents)
    seen = _seen_rows(agents, window) if for_all else []
    rows = _nearest(agents, seen, window) if for_all else []
    if picked >= 0 and of_agents:
        rows = [row for row in rows if row != picked] + [picked]
    sights = [_sight(session, agents, row, name_of, trail) for row in rows]
    marks: list[Mark] = []
    for kind in OVERLAYS:
        if choice.shows(kind):
            marks += _marks_of(session, kind, choice, sights, picked)
    return ReadMarks(tuple(marks), len(sights), max(len(seen), len(sights)))


def _marks_of(
    session: Session, kind: OverlayKind, choice: OverlayChoice, sights: list[AgentSight], picked: int
) -> Iterator[Mark]:
    if kind.of_world is not None:
        yield from kind.of_world(session)
    if kind.of_agent is not None:
        for sight in sights:
            if choice.shows(kind, picked=sight.index == picked):
                yield from kind.of_agent(sight)


def _sight(
    session: Session, agents: AgentsPicture, row: int, name_of: Callable[[str], str], trail: Trail | None
) -> AgentSight:
    line, dots = np.empty((0, 2)), np.empty((0, 2))
    if trail is not None:
        line, dots = trail.line(row), trail.dots(row, session.rate)
    overlay = session.world.overlay(agents.ids[row])
    return AgentSight(row, overlay, int(agents.teams[row]), line, dots, name_of)


def _seen_rows(agents: AgentsPicture, window: Window | None) -> list[int]:
    if window is None:
        return list(range(len(agents.ids)))
    x, y = agents.positions[:, 0], agents.positions[:, 1]
    inside = (x >= window.left) & (x <= window.right) & (y >= window.bottom) & (y <= window.top)
    return [int(row) for row in np.flatnonzero(inside)]


def _nearest(agents: AgentsPicture, seen: list[int], window: Window | None) -> list[int]:
    """Return the rows of the agents nearest to the middle, in their order."""
    if len(seen) <= MOST_AGENTS or window is None:
        return seen[:MOST_AGENTS]
    middle = np.array([(window.left + window.right) / 2, (window.bottom + window.top) / 2])
    offset = agents.positions[seen] - middle
    order = np.argsort((offset * offset).sum(axis=1), kind="stable")[:MOST_AGENTS]
    return sorted(seen[int(place)] for place in order)
