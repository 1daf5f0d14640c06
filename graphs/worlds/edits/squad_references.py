"""Let squads and fighting circles follow what becomes of the things of a world that they name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from graphs.basics.frozen import JsonValue
from graphs.edits.replacing import put
from graphs.worlds.model.ground_and_squads import FightingCircle, Squad
from graphs.worlds.model.world_file import WorldDocument

RenameEntity = Callable[[str], str]
"""Give the id to be in place of an entity's."""


def squads_with_references(
    world: WorldDocument,
    rename: RenameEntity,
    entity_variables: Mapping[str, frozenset[str]],
    found: Callable[[str, str], None],
) -> WorldDocument:
    """Return the world with `rename` made to what squads and circles name; `found` hears of each place."""
    if not world.squads and not world.circles:
        return world
    squads: dict[str, Squad] = {}
    for squad_id, squad in world.squads.items():
        where = f"squads.{squad_id}"
        for place, member in enumerate(squad.members):
            found(f"{where}.members.{place}", member)
        if squad.leader is not None:
            found(f"{where}.leader", squad.leader)
        for member in squad.roles:
            found(f"{where}.roles.{member}", member)
        holding = entity_variables.get(squad.mind or "", frozenset())
        for name in sorted(holding & squad.variables.keys()):
            value = squad.variables[name]
            if isinstance(value, str):
                found(f"{where}.variables.{name}", value)
        squads[squad_id] = squad_with_references(squad, rename, holding)
    circles: dict[str, FightingCircle] = {}
    for circle_id, circle in world.circles.items():
        found(f"circles.{circle_id}.around", circle.around)
        around = rename(circle.around)
        circles[circle_id] = circle if around == circle.around else put(circle, around=around)
    if squads != world.squads:
        world = put(world, squads=squads)
    return put(world, circles=circles) if circles != world.circles else world


def squad_with_references(squad: Squad, rename: RenameEntity, holding: Collection[str] = ()) -> Squad:
    """Return a squad with `rename` made to its members, and to what its variables `holding` entities name."""
    variables: dict[str, JsonValue] = {
        name: rename(value) if name in holding and isinstance(value, str) else value
        for name, value in squad.variables.items()
    }
    changed = put(
        squad,
        members=tuple(rename(member) for member in squad.members),
        leader=None if squad.leader is None else rename(squad.leader),
        roles={rename(member): role for member, role in squad.roles.items()},
        variables=variables,
    )
    return squad if changed == squad else changed


def without_members(squad: Squad, gone: Collection[str]) -> Squad:
    """Return a squad without some agents, with what it said of them."""
    if not set(gone).intersection({*squad.members, *squad.roles}):
        return squad
    return put(
        squad,
        members=tuple(member for member in squad.members if member not in gone),
        leader=None if squad.leader in gone else squad.leader,
        roles={member: role for member, role in squad.roles.items() if member not in gone},
    )


def without_entities(world: WorldDocument, gone: Collection[str]) -> WorldDocument:
    """Return the world with squads without entities that are gone, and without circles around them.

    A squad whose last member went goes too.
    """
    squads: dict[str, Squad] = {}
    for squad_id, squad in world.squads.items():
        left = without_members(squad, gone)
        if left is squad or left.members:
            squads[squad_id] = left
    circles = {key: circle for key, circle in world.circles.items() if circle.around not in gone}
    if squads != world.squads:
        world = put(world, squads=squads)
    return put(world, circles=circles) if len(circles) < len(world.circles) else world
