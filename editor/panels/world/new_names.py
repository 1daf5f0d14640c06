"""Offer at the end of a list what is not there yet, with a name and a type proposed; no Qt.

A list of names of the mind ends with a variable or an event to declare, a list of things of the world with a
thing to add. Such an entry stands for a JSON object, which says what is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

from editor.panels.inspector.field_spec import TYPED
from graphs.basics.frozen import JsonValue
from graphs.edits.events import add_event
from graphs.edits.replacing import put
from graphs.edits.variables import add_variable
from graphs.model import Document
from graphs.model.variables_and_events import Event, VariableType
from graphs.worlds.edits.new_nearby import NEW_WORDS, NewGroup, add_nearby
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument

_NEW = "new"

NewEntry: TypeAlias = tuple[tuple[JsonValue, str], ...]
"""One entry of a list, or none where there is nothing to declare in."""


def new_variable(mind: Document | None, wanted: str, type_name: VariableType) -> NewEntry:
    """Return the entry that declares a variable."""
    if mind is None:
        return ()
    name = _free(wanted, mind.variables)
    return (({_NEW: "variable", "name": name, "type": type_name}, f"+ New {name} ({type_name})"),)


def new_event(mind: Document | None, wanted: str, payload: Mapping[str, VariableType]) -> NewEntry:
    """Return the entry that declares an event."""
    if mind is None:
        return ()
    name = _free(wanted, mind.events)
    return (({_NEW: "event", "name": name, "payload": {**payload}}, f"+ New {name} (event)"),)


def new_thing(group: NewGroup) -> NewEntry:
    """Return the entry that adds a thing to the world."""
    return (({_NEW: group}, f"+ New {NEW_WORDS[group]}"),)


_TEAMS = ("red", "blue", "green", "gold")


def team_choices(world: WorldDocument) -> NewEntry:
    """Return the teams of a world, and a new one."""
    teams = sorted({agent.team for agent in world.agents.values() if agent.team})
    free = next((name for name in _TEAMS if name not in teams), "") or _free("team", dict.fromkeys(teams))
    return (*((team, team) for team in teams), (free, f"+ New team {free}"))


def tag_choices(world: WorldDocument) -> NewEntry:
    """Return the tags in a world, and a new one."""
    found = [agent.tags for agent in world.agents.values()]
    found += [source.tags for source in world.sources.values()]
    tags = sorted({tag for each in found for tag in each})
    free = _free("tag", dict.fromkeys(tags))
    return (*((tag, tag) for tag in tags), (free, f"+ New tag {free}"))


def new_term(world: WorldDocument) -> NewEntry:
    """Return the entry of a list of terms after which a new tag is typed, one proposed."""
    free = tag_choices(world)[-1][0]
    return (({TYPED: free}, "+ New tag…"),)


def picked_name(value: JsonValue) -> str | None:
    """Return the name that was picked in a list, one there is or a new one; None for nothing."""
    if isinstance(value, dict):
        return str(value.get("name", ""))
    return None if value is None else str(value)


def declares(value: JsonValue) -> bool:
    """Tell whether what was picked is to be declared in the mind."""
    return isinstance(value, dict) and value.get(_NEW) in ("variable", "event")


def with_declared(mind: Document, value: JsonValue) -> Document:
    """Return the mind with what was picked declared."""
    assert isinstance(value, dict)
    name = str(value["name"])
    if value[_NEW] == "variable":
        return add_variable(mind, name, cast(VariableType, value["type"]))[0]
    mind, name = add_event(mind, name)
    payload = cast("dict[str, VariableType]", value["payload"])
    return put(mind, events={**mind.events, name: Event(payload=payload)})


def with_thing(
    world: WorldDocument, value: JsonValue, element: Element | None
) -> tuple[WorldDocument, JsonValue]:
    """Return the world with what was picked added, and its id; any other value as it is."""
    if not isinstance(value, dict) or value.get(_NEW) not in NEW_WORDS:
        return world, value
    world, added = add_nearby(world, cast(NewGroup, value[_NEW]), element)
    return world, added.id


def _free(wanted: str, taken: Mapping[str, object]) -> str:
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    return name
