"""Copy things of a world as JSON, paste them with new ids, duplicate them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from pydantic import ValidationError

from graphs.basics.frozen import JsonValue, Point
from graphs.basics.ids import new_id as random_id
from graphs.basics.ids import numbered_name
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import plain_json
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.moving import box_of, move_elements
from graphs.worlds.edits.references import with_references
from graphs.worlds.model.elements import (
    ENTITY_GROUPS,
    GROUPS,
    Element,
    Group,
    all_elements,
    entries_of,
    need_entry,
    with_elements,
)
from graphs.worlds.model.world_file import WorldDocument, WorldPath, empty_world

FRAGMENT_FORMAT = "mindloom-world-fragment"

MOST_PASTED = 20_000
"""Most things of one fragment."""

_NUMBER_AT_END = re.compile(r"_?\d+$")


def copy_elements(world: WorldDocument, elements: Iterable[Element]) -> str:
    """Return things as text for the clipboard; a path takes its waypoints along, all of a squad the squad."""
    chosen: dict[Element, None] = {}
    for element in elements:
        entry = need_entry(world, element)
        chosen[element] = None
        if isinstance(entry, WorldPath):
            chosen.update((Element("waypoints", stop), None) for stop in entry.waypoints)
    if not chosen:
        raise EditRefused("Nothing is selected.", "Select what to copy.")
    groups: dict[str, JsonValue] = {}
    for group in GROUPS:
        entries = entries_of(world, group)
        held: dict[str, JsonValue] = {
            element.id: plain_json(entries[element.id])
            for element in chosen
            if element.group == group and element.id in entries
        }
        if held:
            groups[group] = held
    squads: dict[str, JsonValue] = {
        squad_id: plain_json(squad)
        for squad_id, squad in world.squads.items()
        if squad.members and all(Element("agents", member) in chosen for member in squad.members)
    }
    if squads:
        groups["squads"] = squads
    return json.dumps({"format": FRAGMENT_FORMAT, **groups}, indent=2, sort_keys=True)


def is_fragment(text: str) -> bool:
    """Tell whether a text is a fragment of a world, without looking at all of it."""
    return text.lstrip().startswith("{") and FRAGMENT_FORMAT in text


@edit
def paste_elements(
    world: WorldDocument, text: str, dx: float = 0.0, dy: float = 0.0
) -> tuple[WorldDocument, tuple[Element, ...]]:
    """Add the things of a fragment, moved by units, under new ids; return the world and what was added.

    What the things name of each other, they go on naming of each other; other ids stay. Waypoints that a path
    of the fragment leads along and that are not in it must be in the world. Refuses any other text.
    """
    pasted = _read(text)
    new_ids = _new_ids(world, pasted)

    def rewrite(where: str, group: Group, named: str) -> str:
        groups = ENTITY_GROUPS if group == "agents" else (group,)
        found = next(
            (new_ids[Element(each, named)] for each in groups if Element(each, named) in new_ids), None
        )
        return found.id if found is not None else named

    adapted = with_references(pasted, rewrite)
    added = {element: need_entry(adapted, old) for old, element in new_ids.items()}
    changed = _with_squads(with_elements(world, added), pasted, adapted)
    for element in added:
        _refuse_lost_stops(changed, element)
    paths = [element for element in added if element.group == "paths"]
    of_paths = {stop for path in paths for stop in changed.paths[path.id].waypoints}
    shown = tuple(element for element in added if element.group != "waypoints" or element.id not in of_paths)
    moved = [element for element in added if element.group != "paths"]
    if dx or dy:
        changed = move_elements(changed, moved, dx, dy)
    return changed, shown


@edit
def duplicate_elements(
    world: WorldDocument, elements: Iterable[Element], dx: float, dy: float
) -> tuple[WorldDocument, tuple[Element, ...]]:
    """Copy things beside themselves; return the world and the copies."""
    return paste_elements(world, copy_elements(world, elements), dx, dy)


def _read(text: str) -> WorldDocument:
    remedy = "Copy something of a world first."
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise EditRefused("The clipboard holds nothing of a world.", remedy) from None
    if not isinstance(value, dict) or value.get("format") != FRAGMENT_FORMAT:
        raise EditRefused("The clipboard holds nothing of a world.", remedy)
    groups = {group: value[group] for group in (*GROUPS, "squads") if group in value}
    frame = empty_world().model_dump(mode="json", exclude_defaults=True)
    try:
        world = WorldDocument.model_validate_json(json.dumps({**frame, **groups}))
    except (ValidationError, ValueError):
        raise EditRefused("The fragment on the clipboard is damaged.", remedy) from None
    count = sum(len(entries_of(world, group)) for group in GROUPS)
    if not count:
        raise EditRefused("The clipboard holds nothing of a world.", remedy)
    if count > MOST_PASTED:
        raise EditRefused(f"{count} things are too many at once.", f"Paste at most {MOST_PASTED}.")
    return world


def _new_ids(world: WorldDocument, pasted: WorldDocument) -> dict[Element, Element]:
    """Give ids like the old ones, `tank_4` for `tank_1`; short and random ones to walls and obstacles."""
    taken = {element.id for element in all_elements(world)} | world.squads.keys()
    numbers: dict[str, int] = {}
    new_ids: dict[Element, Element] = {}
    for element in all_elements(pasted):
        if element.group in (*ENTITY_GROUPS, "paths"):
            stem = _NUMBER_AT_END.sub("", element.id) or element.id
            number = numbers.get(stem, 1)
            while f"{stem}_{number}" in taken:
                number += 1
            numbers[stem] = number + 1
            new_id = f"{stem}_{number}"
        else:
            new_id = random_id(taken)
        taken.add(new_id)
        new_ids[element] = Element(element.group, new_id)
    return new_ids


def _with_squads(world: WorldDocument, pasted: WorldDocument, adapted: WorldDocument) -> WorldDocument:
    """Return the world with the squads of which a fragment has all members, under ids like the old ones.

    They are as `adapted` has them, where all of the fragment goes by its new ids.
    """
    squads = dict(world.squads)
    for squad_id, squad in pasted.squads.items():
        if not pasted.agents.keys() >= set(squad.members):
            continue
        stem = _NUMBER_AT_END.sub("", squad_id) or squad_id
        taken = {*squads, *world.circles, *(element.id for element in all_elements(world))}
        squads[numbered_name(stem, taken)] = adapted.squads[squad_id]
    return put(world, squads=squads) if len(squads) > len(world.squads) else world


def _refuse_lost_stops(world: WorldDocument, element: Element) -> None:
    path = world.paths.get(element.id) if element.group == "paths" else None
    for stop in path.waypoints if path is not None else ():
        if stop not in world.waypoints:
            raise EditRefused(
                f"The path leads to the waypoint {stop}, which is not here.", "Copy it with its waypoints."
            )


def fragment_middle(text: str) -> Point:
    """Return the middle of what a fragment holds, in units; refuse any other text."""
    pasted = _read(text)
    box = box_of(pasted, tuple(all_elements(pasted)))
    return box.middle if box is not None else (0.0, 0.0)
