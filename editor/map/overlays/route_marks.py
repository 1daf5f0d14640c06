"""Read what ways cost, and what bars them now: doors that are closed, and links that are off."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.picture.marks import (
    AreaMark,
    CrossMark,
    DotMark,
    LineMark,
    Mark,
    MarkStyle,
    PlateMark,
    Sample,
)
from runtime.worlds.parts.doors import Doors
from runtime.worlds.parts.links import Links

if TYPE_CHECKING:
    from runtime.session.session import Session

COST_LEFT = MarkStyle("way.cost", "what its way still costs", "world.target", Sample.LINE, 1.0, (2.0, 5.0))
CLOSED = MarkStyle(
    "door.closed", "a closed door", "status.failure.line", Sample.AREA, 2.0, fill=0.25, over=True
)
OPEN = MarkStyle("door.open", "an open door", "status.success.line", Sample.AREA, 1.5, (4.0, 3.0), over=True)
LINK_ON = MarkStyle("link.on", "a link that can be used", "status.success.line", Sample.LINE, 1.5)
LINK_OFF = MarkStyle("link.off", "a link that is off", "status.failure.line", Sample.LINE, 1.5, (5.0, 4.0))
BARRED = MarkStyle("link.barred", "no way here", "status.failure.line", Sample.CROSS, over=True)


def cost_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield what is left to pay of the route an agent walks, beside its longest leg and at its end."""
    overlay = sight.overlay
    if overlay.cost_left < 0.0 or len(overlay.path_ahead) < 2:
        return
    way = sum(math.dist(start, end) for start, end in pairwise(overlay.path_ahead))
    words = f"Its way costs {overlay.cost_left:.1f} from here, over {way:.1f} units"
    start, end = max(pairwise(overlay.path_ahead), key=lambda leg: math.dist(*leg))
    yield PlateMark(COST_LEFT, start, end, f"cost {overlay.cost_left:.1f}", words, f"{overlay.cost_left:.1f}")
    yield DotMark(COST_LEFT, overlay.path_ahead[-1], words, size=4.0, hollow=True)


def gate_marks(session: Session) -> Iterator[Mark]:
    """Yield each door by whether its way is free, and each link by whether it can be used."""
    world = session.document
    doors, links = session.world.part(Doors), session.world.part(Links)
    standing = doors.standing() if doors is not None else {}
    for door, is_free in zip(doors.ids, doors.ways, strict=True) if doors is not None else ():
        name = world.doors[door].name or door
        if is_free:
            outline = tuple((float(x), float(y)) for x, y in world.doors[door].polygon)
            yield AreaMark(OPEN, outline, f"Door {name}: open")
            continue
        there = tuple((float(x), float(y)) for x, y in standing[door].tolist())
        yield AreaMark(CLOSED, there, f"Door {name}: closed, no way leads through")
    for link, is_active in zip(links.ids, links.active, strict=True) if links is not None else ():
        entry, name = world.links[link], world.links[link].name or link
        (x1, y1), (x2, y2) = entry.start, entry.end
        ends = (float(x1), float(y1)), (float(x2), float(y2))
        if is_active:
            yield LineMark(LINK_ON, ends, f"Link {name}: {entry.kind}, costs {entry.cost:g} times its length")
            continue
        words = f"Link {name}: off until an action switches it on"
        yield LineMark(LINK_OFF, ends, words)
        yield CrossMark(BARRED, ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2), words)
