"""Read how squads stand around their leaders, and who has a place in a fighting circle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.picture.marks import DotMark, LineMark, Mark, MarkStyle, PlateMark, RingMark, Sample
from runtime.basics.values import Vector
from runtime.records.world_records import FormationPlace, ShownFormation
from runtime.worlds.squads.budgets import Budget
from runtime.worlds.squads.fighting_circle import RunningCircle
from runtime.worlds.squads.squads_part import SquadsPart

if TYPE_CHECKING:
    from runtime.session.session import Session

HELD = MarkStyle("formation.held", "a follower's place", "world.vector.seek", Sample.RING, 1.75)
FREE = MarkStyle("formation.free", "a place that is free", "text.tertiary", Sample.RING, 1.25, (3.0, 3.0))
WAY = MarkStyle("formation.way", "who has which place", "world.vector.seek", Sample.LINE, 1.0)

RING = MarkStyle("circle.ring", "a fighting circle", "world.target", Sample.RING, 1.25, (6.0, 4.0))
OPEN = MarkStyle("circle.free", "a place of it that is free", "world.target", Sample.RING, 1.5)
TAKEN = MarkStyle("circle.taken", "one that is taken", "world.target", Sample.DOT, over=True)
ATTACKS = MarkStyle("circle.attacks", "one of who attacks", "status.failure.line", Sample.DOT, over=True)
BUDGETS = MarkStyle("circle.budgets", "what is taken of its budgets", "world.target", Sample.LINE, over=True)

PLACE_RADIUS = 0.22
"""Radius of the ring at a place, in units."""

_DOT, _WORDS_BELOW, _LEAST_HALF = 5.0, 0.6, 3.0


def formation_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the places of the picked agent's squad; of any other its own, and of a leader the free ones."""
    formation = sight.overlay.formation
    if formation is None:
        return
    own = sight.overlay.agent_id
    for place in formation.places:
        if sight.is_picked or place.holder == own or (not place.holder and own == formation.leader):
            yield from _place(sight, formation, place)


def _place(sight: AgentSight, formation: ShownFormation, place: FormationPlace) -> Iterator[Mark]:
    stands = f"{formation.squad_id}, {formation.shape} around {sight.name_of(formation.leader)}"
    if place.holder_at is None:
        yield RingMark(FREE, place.at, PLACE_RADIUS, f"a free place of {stands}")
        return
    words = f"the place of {sight.name_of(place.holder)} in {stands}"
    yield LineMark(WAY, (place.holder_at, place.at), words)
    yield RingMark(HELD, place.at, PLACE_RADIUS, words)


def circle_marks(session: Session) -> Iterator[Mark]:
    """Yield each fighting circle around whom it is: its places, and what is taken of its budgets."""
    part = session.world.part(SquadsPart)
    for circle in part.circles.by_id.values() if part is not None else ():
        assert part is not None
        if part.is_there(circle.entry.around):
            yield from _circle(circle, *part.pose_of(circle.entry.around))


def _circle(circle: RunningCircle, at: Vector, heading: float) -> Iterator[Mark]:
    radius = float(circle.entry.radius)
    name = circle.entry.name or circle.circle_id
    told = f"slots {_of(circle.slots)}, attacks {_of(circle.attacks)}"
    yield RingMark(RING, at, radius, f"{name}: {told}")
    holders = {index: agent for agent, index in circle.taken.items()}
    for index, spot in enumerate(circle.spots(at, heading)):
        holder = holders.get(index)
        if holder is None:
            yield DotMark(OPEN, spot, f"a free place of {name}", _DOT, hollow=True)
            continue
        attacks = holder in circle.attacks.held
        doing = f"{holder} attacks" if attacks else f"{holder} stands"
        weight = circle.slots.held.get(holder, 0.0)
        words = f"{doing} in {name}, weighs {weight:g}"
        yield DotMark(ATTACKS if attacks else TAKEN, spot, words, _DOT)
    # The words lie under the ring, in its middle: a plate lies at two thirds of its line.
    length, below = 2 * max(radius, _LEAST_HALF), at[1] - radius - _WORDS_BELOW
    start, end = (at[0] - length * 2 / 3, below), (at[0] + length / 3, below)
    short = f"{_of(circle.slots, '/')} · {_of(circle.attacks, '/')}"
    yield PlateMark(BUDGETS, start, end, told, f"{name}: {told}", short)


def _of(budget: Budget, between: str = " of ") -> str:
    return f"{budget.most - budget.left:g}{between}{budget.most:g}"
