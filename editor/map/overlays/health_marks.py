"""Read how much agents can still take: a bar above everyone who is not as well as at the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from editor.map.picture.marks import MarkStyle, MeterMark, Sample
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
        agents = session.document.agents
        fields = [agents[agent].fields for agent in session.agent_ids]
        own = [
            {HEALTH_FIELD: value_of_json(each[HEALTH_FIELD])} if HEALTH_FIELD in each else {}
            for each in fields
        ]
        found = _FULL[session] = np.array([health_of(each) for each in own])
    return found
