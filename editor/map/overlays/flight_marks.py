"""Read where things that fly will come down or arrive: the way to go, the landing, the reach of a blast.

Heights are drawn as way up the map, so a thing at a height is above its shadow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from editor.map.picture.marks import CrossMark, LineMark, Mark, MarkStyle, PlateMark, RingMark, Sample
from runtime.basics.context import EvaluationError
from runtime.basics.values import Vector
from runtime.worlds.flight.arrivals import Arrivals
from runtime.worlds.flight.projectiles import Projectile

if TYPE_CHECKING:
    from runtime.session.session import Session

ARC = MarkStyle("flight.arc", "the arc it has to go", "world.target", Sample.LINE, 1.5, (2.0, 4.0), over=True)
LANDING = MarkStyle("flight.landing", "where it will land", "world.target", Sample.CROSS, 1.5, over=True)
HEIGHT = MarkStyle("flight.height", "height over its shadow", "text.tertiary", Sample.LINE, 1.0, over=True)
BLAST = MarkStyle(
    "flight.blast", "reach of the blast", "status.failure.line", Sample.RING, 1.0, (6.0, 4.0), 0.08
)
BOUNCES = MarkStyle(
    "flight.bounces",
    "the way it will go, with bounces",
    "world.target",
    Sample.LINE,
    1.5,
    (2.0, 4.0),
    over=True,
)
ARRIVES = MarkStyle("flight.arrives", "where it will arrive", "world.target", Sample.CROSS, 1.5, over=True)

LIFT = 0.6
"""Units up the map for each unit of height."""

MOST_FLIGHTS = 60
_ARC_POINTS = 17


def lifted(at: Vector, height: float) -> Vector:
    """Return where something at a height is drawn."""
    return at[0], at[1] + height * LIFT


def flight_marks(session: Session) -> Iterator[Mark]:
    """Yield for each thing that falls its height, its arc, its landing and its blast."""
    falling = [each for each in session.world.projectiles if each.gravity > 0.0]
    for projectile in falling[:MOST_FLIGHTS]:
        if projectile.blast_radius > 0.0:
            yield from _blast(session, projectile)
        seconds = projectile.landing_in
        if projectile.resting or seconds <= 0.0:
            continue
        words = f"{projectile.id}: {projectile.height:.1f} units high, lands in {seconds:.1f} s"
        top = lifted(projectile.position, projectile.height)
        yield LineMark(HEIGHT, (projectile.position, top), words)
        yield LineMark(ARC, arc_of(projectile, seconds), words)
        yield CrossMark(LANDING, projectile.landing, words)
        yield PlateMark(ARC, top, projectile.landing, f"lands in {seconds:.1f} s", words, f"{seconds:.1f} s")


def arrival_marks(session: Session) -> Iterator[Mark]:
    """Yield the way of each moving thing to the zone that minds have just asked about (rule 11.41)."""
    arrivals = session.world.part(Arrivals)
    for entity, question in sorted(arrivals.asked)[:MOST_FLIGHTS] if arrivals is not None else ():
        assert arrivals is not None
        try:
            found = arrivals.arrival(entity, question)
        except EvaluationError:
            continue
        if found is None or found.seconds <= 0.0:
            continue
        zone = question.partition(":")[0]
        words = f"{entity}: comes to {zone} in {found.seconds:.1f} s, bounces {len(found.way) - 2} times"
        yield LineMark(BOUNCES, found.way, words)
        yield CrossMark(ARRIVES, found.at, words)


def arc_of(projectile: Projectile, seconds: float) -> tuple[Vector, ...]:
    """Return the way something falls within so many seconds, as it is drawn."""
    points = []
    for step in range(_ARC_POINTS):
        time = seconds * step / (_ARC_POINTS - 1)
        height = projectile.height + projectile.climb * time - projectile.gravity * time * time / 2
        place = (
            projectile.position[0] + projectile.velocity[0] * time,
            projectile.position[1] + projectile.velocity[1] * time,
        )
        points.append(lifted(place, max(0.0, height)))
    return tuple(points)


def _blast(session: Session, projectile: Projectile) -> Iterator[Mark]:
    """Yield how far an explosion will reach: around the landing, or where it lies."""
    center = projectile.position if projectile.resting else projectile.landing
    left = (projectile.due - session.tick) / session.rate if projectile.due >= 0 else math.nan
    when = f" in {max(0.0, left):.1f} s" if projectile.due >= 0 else " where it lands"
    words = f"{projectile.id} explodes{when}, {projectile.blast_radius:g} units far"
    yield RingMark(BLAST, center, projectile.blast_radius, words)
