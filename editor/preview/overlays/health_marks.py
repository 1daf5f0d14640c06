"""Read how much agents can still take: a bar above everyone who is not as well as at the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from editor.preview.overlays.marks import MarkStyle, MeterMark, Sample
from runtime.worlds.health import health_of

if TYPE_CHECKING:
    from runtime.session import Session

HEALTH = MarkStyle("health.left", "health that is left", "status.success.line", Sample.METER, over=True)
LOW = MarkStyle("health.low", "health below a third", "status.failure.line", Sample.METER, over=True)

_LOW = 1 / 3


def health_marks(session: Session) -> Iterator[MeterMark]:
    """Yield a bar for every agent whose health is not what its world began with."""
    agents = session.document.agents
    for row, agent_id in enumerate(session.agent_ids):
        left = session.world.entities.health.of(agent_id)
        full = health_of(agents[agent_id].fields) if agent_id in agents else left
        if left == full or full <= 0.0:
            continue
        share = min(1.0, left / full)
        words = f"{agent_id}: health {left:g} of {full:g}"
        yield MeterMark(LOW if share < _LOW else HEALTH, row, share, words)
