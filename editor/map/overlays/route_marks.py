"""Read what ways cost, and what bars them now: doors that are closed, links that are off or shut by one."""

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
from runtime.basics.values import Vector
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
LINK_OFF = MarkStyle(
    "link.off", "a link that is off or shut by a door", "status.failure.line", Sample.LINE, 1.5, (5.0, 4.0)
)
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
    """Yield doors by whether their way is free, links by whether they are usable, and shut waypoints."""
    world = session.document
    doors, links = session.world.part(Doors), session.world.part(Links)
    standing = doors.standing() if doors is not None else {}
    for door, is_free in zip(doors.ids, doors.ways, strict=True) if doors is not None else ():
        name = world.doors[door].name or door
        outline = tuple((float(x), float(y)) for x, y in world.doors[door].polygon)
        if is_free:
            yield AreaMark(OPEN, outline, f"Door {name}: open")
            continue
        # One without a slide that waits to close is nowhere yet.
        there = (
            tuple((float(x), float(y)) for x, y in standing[door].tolist()) if door in standing else outline
        )
        yield AreaMark(CLOSED, there, f"Door {name}: closed, no way leads through")
    for link, is_active in zip(links.ids, links.active, strict=True) if links is not None else ():
        entry, name = world.links[link], world.links[link].name or link
        (x1, y1), (x2, y2) = entry.start, entry.end
        ends = (float(x1), float(y1)), (float(x2), float(y2))
        if is_active:
            yield LineMark(LINK_ON, ends, f"Link {name}: {entry.kind}, costs {entry.cost:g} times its length")
        else:
            yield from _barred(ends, f"Link {name}: off until an action switches it on")
    ground = session.world.navigator.grounds
    for first, second in ground.waypoints.shut_links(ground.to_come.solid):
        (x1, y1), (x2, y2) = world.waypoints[first].at, world.waypoints[second].at
        words = f"Waypoints {first} and {second}: a closed door is between them"
        yield from _barred(((float(x1), float(y1)), (float(x2), float(y2))), words)


def _barred(ends: tuple[Vector, Vector], words: str) -> Iterator[Mark]:
    """Yield a dashed line with a cross in its middle, for a link that no agent can use now."""
    (x1, y1), (x2, y2) = ends
    yield LineMark(LINK_OFF, ends, words)
    yield CrossMark(BARRED, ((x1 + x2) / 2, (y1 + y2) / 2), words)
