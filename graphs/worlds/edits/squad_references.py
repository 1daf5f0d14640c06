"""Let squads and fighting circles follow what becomes of the things of a world that they name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from graphs.basics.frozen import JsonValue
from graphs.edits.replacing import put
from graphs.worlds.model.ground_and_squads import Squad
from graphs.worlds.model.world_file import WorldDocument

RenameEntity = Callable[[str, str], str]
"""Give the id to be in place of an entity's at a place in the file."""

AnyValue = TypeVar("AnyValue")


def squads_with_references(
    world: WorldDocument, rename: RenameEntity, entity_variables: Mapping[str, frozenset[str]]
) -> WorldDocument:
    """Return the world with `rename` made to what squads and circles name."""
    squads: dict[str, Squad] = {}
    for squad_id, squad in world.squads.items():
        holding = entity_variables.get(squad.mind or "", frozenset())
        squads[squad_id] = _squad(squad, rename, holding, f"squads.{squad_id}.")
    circles = {
        circle_id: put(circle, around=rename(f"circles.{circle_id}.around", circle.around))
        for circle_id, circle in world.circles.items()
    }
    return put(
        world,
        squads=unless_equal(squads, world.squads),
        circles=unless_equal(circles, world.circles),
    )


def _squad(squad: Squad, rename: RenameEntity, holding: Collection[str], where: str) -> Squad:
    changed = put(
        squad,
        members=tuple(
            rename(f"{where}members.{place}", member) for place, member in enumerate(squad.members)
        ),
        leader=None if squad.leader is None else rename(f"{where}leader", squad.leader),
        roles={rename(f"{where}roles.{member}", member): role for member, role in squad.roles.items()},
        variables=variables_with_references(
            squad.variables, holding, lambda spot, named: rename(f"{where}{spot}", named)
        ),
    )
    return unless_equal(changed, squad)


def variables_with_references(
    variables: dict[str, JsonValue], holding: Collection[str], rename: RenameEntity
) -> dict[str, JsonValue]:
    """Return variables with `rename` made to those among them that hold entities."""
    changed = dict(variables)
    for name in sorted(variables.keys() & holding):
        value = variables[name]
        if isinstance(value, str):
            changed[name] = rename(f"variables.{name}", value)
    return unless_equal(changed, variables)


def unless_equal(new: AnyValue, old: AnyValue) -> AnyValue:
    """Return a value, or the former one where it is the same: what stays equal stays shared."""
    return old if new == old else new


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
