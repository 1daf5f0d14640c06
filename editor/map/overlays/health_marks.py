"""Read how much agents can still take, as bars, and how crowded the world is, as a field of heat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from editor.map.picture.marks import HeatMark, Mark, MarkStyle, MeterMark, Sample
from graphs.worlds.model.elements import value_of_json
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.health import HEALTH as HEALTH_FIELD
from runtime.worlds.bodies.health import health_of

if TYPE_CHECKING:
    from runtime.session.session import Session

HEALTH = MarkStyle("health.left", "health that is left", "status.success.line", Sample.METER, over=True)
LOW = MarkStyle("health.low", "health below a third", "status.failure.line", Sample.METER, over=True)

MOST_BARS = 200
_LOW = 1 / 3


def health_marks(session: Session) -> Iterator[MeterMark]:
    """Yield a bar for every agent whose health is not what its world began with, at most two hundred."""
    full = _full_health(session)
    left = session.world.entities.health.left
    for row in np.flatnonzero((left != full) & (full > 0.0))[:MOST_BARS].tolist():
        has, had = float(left[row]), float(full[row])
        share = min(1.0, has / had)
        words = f"{session.agent_ids[row]}: health {has:g} of {had:g}"
        yield MeterMark(LOW if share < _LOW else HEALTH, row, share, words)


_FULL: WeakKeyDictionary[Session, FloatArray] = WeakKeyDictionary()
"""What the agents of a session had at its start."""


def _full_health(session: Session) -> FloatArray:
    found = _FULL.get(session)
    if found is None:
        agents = session.world.document.agents
        fields = [agents[agent].fields for agent in session.agent_ids]
        own = [
            {HEALTH_FIELD: value_of_json(each[HEALTH_FIELD])} if HEALTH_FIELD in each else {}
            for each in fields
        ]
        found = _FULL[session] = np.array([health_of(each) for each in own])
    return found


CROWD = MarkStyle("crowd", "how crowded each square is", "family.tree.line", Sample.HEAT, fill=0.5)

LEAST_CELL = 1.0
MOST_CELLS = 96
"""Cells along the longer side at most."""

FULL_CELL = 4.0
"""So many agents in a cell of one unit are as dark as it gets, or the fullest cell where that has more."""


def crowd_marks(session: Session) -> Iterator[Mark]:
    """Yield the field of all agents' places."""
    positions = session.world.agents.position
    if not len(positions):
        return
    width, height = (float(side) for side in session.document.size)
    cell = max(LEAST_CELL, max(width, height) / MOST_CELLS)
    columns, rows = max(1, math.ceil(width / cell)), max(1, math.ceil(height / cell))
    column = np.clip((positions[:, 0] / cell).astype(np.int64), 0, columns - 1)
    row = np.clip((positions[:, 1] / cell).astype(np.int64), 0, rows - 1)
    counts = np.bincount(row * columns + column, minlength=rows * columns).reshape(rows, columns)
    fullest = float(counts.max())
    levels = np.minimum(counts / max(FULL_CELL, fullest), 1.0)
    most = f"{fullest:.0f} in the fullest square of {cell:g} units"
    yield HeatMark(CROWD, (0.0, 0.0), cell, levels, f"Agents: {most}")
