"""Check the squads, fighting circles and tokens of a world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.worlds.model.ground_and_squads import FightingCircle, Formation, Squad
from graphs.worlds.model.world_file import WorldDocument
from graphs.worlds.model.world_problem import WorldProblem, known_names

MOST_PLACES = 1000
"""Most places of a formation or a fighting circle."""

FURTHEST_APART = 10_000
"""Largest distance between the places of a formation, and radius of a circle, in units."""

HEAVIEST = 1_000_000
"""Largest budget."""


def squad_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield what is wrong with squads, circles and tokens."""
    squad_of: dict[str, str] = {}
    for squad_id, squad in world.squads.items():
        where = f"squads.{squad_id}"
        yield from _id_problems(world, squad_id, where)
        yield from _member_problems(world, where, squad, squad_of)
        yield from _formation_problems(f"{where}.formation", squad.formation)
        yield from _places_problems(where, squad)
        for member in squad.members:
            squad_of.setdefault(member, squad_id)
    for circle_id, circle in world.circles.items():
        yield from _circle_problems(world, circle_id, circle)
    for name, most in world.tokens.items():
        yield from _range_problems(f"tokens.{name}", "budget", float(most), 0, HEAVIEST, "Write 1.")


def _id_problems(world: WorldDocument, squad_id: str, where: str) -> Iterator[WorldProblem]:
    for group in ("agents", "waypoints", "zones", "sources", "projectiles", "circles"):
        if squad_id in getattr(world, group):
            remedy = "Give one of the two another id; whatever a mind can name needs its own."
            yield WorldProblem(where, f"The id {squad_id!r} is taken in {group} already.", remedy)


def _member_problems(
    world: WorldDocument, where: str, squad: Squad, squad_of: Mapping[str, str]
) -> Iterator[WorldProblem]:
    if not squad.members:
        yield WorldProblem(f"{where}.members", "The squad has no members.", "Add one, or remove the squad.")
    for index, member in enumerate(squad.members):
        place = f"{where}.members.{index}"
        if member not in world.agents:
            known = known_names("agents", world.agents)
            yield WorldProblem(place, f"There is no agent {member!r}.", known)
        elif member in squad.members[:index]:
            yield WorldProblem(place, f"{member} is in the squad twice.", "Take it out once.")
        elif member in squad_of:
            said = f"{member} is in the squad {squad_of[member]} already."
            yield WorldProblem(place, said, "Take it out of one of the two.")
    if squad.leader is not None and squad.leader not in squad.members:
        yield WorldProblem(
            f"{where}.leader",
            f"The leader {squad.leader!r} is no member.",
            known_names("members", squad.members),
        )
    for member in squad.roles:
        if member not in squad.members:
            yield WorldProblem(
                f"{where}.roles.{member}",
                f"{member!r} has a role and is no member.",
                known_names("members", squad.members),
                "warning",
            )


def _formation_problems(where: str, formation: Formation) -> Iterator[WorldProblem]:
    far = FURTHEST_APART
    yield from _range_problems(f"{where}.spacing", "spacing", float(formation.spacing), 0, far, "Write 1.5.")
    yield from _range_problems(f"{where}.size", "size", formation.size, 0, MOST_PLACES, "Write 6.")
    for index, (x, y) in enumerate(formation.slots):
        if max(abs(x), abs(y)) > far:
            said = f"({x}, {y}) is too far from the leader; expected at most {far}."
            yield WorldProblem(f"{where}.slots.{index}", said, "Write units ahead and to the left.")


def _places_problems(where: str, squad: Squad) -> Iterator[WorldProblem]:
    formation = squad.formation
    own = formation.shape == "own"
    places, followers = len(formation.slots) if own else formation.size, len(set(squad.members)) - 1
    if followers > places:
        part, remedy = ("slots", "Add slots") if own else ("size", f"Write at least {followers}")
        yield WorldProblem(
            f"{where}.formation.{part}",
            f"The formation has {places} places beside the leader, for {followers} members.",
            f"{remedy}, or take members out.",
        )


def _circle_problems(world: WorldDocument, circle_id: str, circle: FightingCircle) -> Iterator[WorldProblem]:
    where = f"circles.{circle_id}"
    entities = (
        {*world.agents, *world.waypoints, *world.zones} | world.sources.keys() | world.projectiles.keys()
    )
    if circle.around not in entities:
        said = f"There is no entity {circle.around!r} to stand around."
        yield WorldProblem(f"{where}.around", said, known_names("agents", world.agents))
    radius, slots, attacks = float(circle.radius), float(circle.slots), float(circle.attacks)
    yield from _range_problems(f"{where}.radius", "radius", radius, 0, FURTHEST_APART, "Write 2.5.")
    yield from _range_problems(f"{where}.slots", "budget of slots", slots, 1, MOST_PLACES, "Write 8.")
    yield from _range_problems(f"{where}.attacks", "budget of attacks", attacks, 0, HEAVIEST, "Write 4.")


def _range_problems(
    where: str, what: str, value: float, low: float, high: float, remedy: str
) -> Iterator[WorldProblem]:
    if not low <= value <= high:
        said = f"The {what} is {value:g}; expected {low:g} to {high:g}."
        yield WorldProblem(where, said, remedy)
