"""Give things in a world another id, and let what names them follow."""

from __future__ import annotations

from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.references import EntityVariables, with_references
from graphs.worlds.model.elements import (
    ENTITY_GROUPS,
    WORDS,
    Element,
    Entry,
    Group,
    entries_of,
    group_of_entity,
    need_entry,
)
from graphs.worlds.model.world_file import WorldDocument

LONGEST_ID = 60


def rename_element(
    world: WorldDocument, element: Element, new_id: str, entity_variables: EntityVariables | None = None
) -> WorldDocument:
    """Give a thing another id; paths, sensors, modifiers, overrides and the player that name it follow.

    Refuses an id that is taken, and one that cannot be written as one word. What minds say of the id by name
    is not in the world: `graphs.worlds.checks.mind_names` finds it.
    """
    new_id = new_id.strip()
    need_entry(world, element)
    if new_id == element.id:
        return world
    _refuse_bad_id(world, element.group, new_id)
    world = put(world, **{element.group: _renamed(entries_of(world, element.group), element.id, new_id)})
    named: Group = "agents" if element.group in ENTITY_GROUPS else element.group

    def rewrite(group: Group, value: str) -> str:
        return new_id if group == named and value == element.id else value

    if element.group in (*ENTITY_GROUPS, "paths"):
        world = with_references(world, rewrite, entity_variables)
    if element.group == "waypoints":
        world = _with_stops(world, element.id, new_id)
    if element.group == "agents" and world.player == element.id:
        world = put(world, player=new_id)
    return world


def _refuse_bad_id(world: WorldDocument, group: Group, new_id: str) -> None:
    if not new_id:
        raise EditRefused(f"A {WORDS[group]} needs an id.", "Type one, such as gate_2.")
    if len(new_id) > LONGEST_ID or any(not (sign.isalnum() or sign in "_-") for sign in new_id):
        raise EditRefused(
            f"{new_id[:LONGEST_ID]!r} cannot be an id.", "Use letters, digits, - and _, as in gate_2."
        )
    holder = group if group not in ENTITY_GROUPS else group_of_entity(world, new_id)
    if holder is not None and new_id in entries_of(world, holder):
        word = WORDS[holder]
        article = "an" if word[0] in "aeiou" else "a"
        raise EditRefused(f"{new_id} is the id of {article} {word} already.", "Choose another one.")


def _renamed(entries: dict[str, Entry], old: str, new: str) -> dict[str, Entry]:
    """Return a mapping with one key replaced at its place."""
    return {new if key == old else key: entry for key, entry in entries.items()}


def _with_stops(world: WorldDocument, old: str, new: str) -> WorldDocument:
    changed = {
        path_id: put(path, waypoints=tuple(new if stop == old else stop for stop in path.waypoints))
        for path_id, path in world.paths.items()
        if old in path.waypoints
    }
    return put(world, paths={**world.paths, **changed}) if changed else world
