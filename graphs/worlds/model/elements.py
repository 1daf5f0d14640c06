"""Name the things in a world, and read, replace and take them out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import new_id, numbered_name
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.expressions.types import Value
from graphs.kinds.declarations.parameter import is_number
from graphs.worlds.model.world_file import (
    AgentEntry,
    Door,
    Link,
    Obstacle,
    ProjectileEntry,
    Source,
    Wall,
    Waypoint,
    WorldDocument,
    WorldPath,
    Zone,
)

Group = Literal[
    "walls",
    "obstacles",
    "doors",
    "zones",
    "links",
    "waypoints",
    "paths",
    "sources",
    "projectiles",
    "agents",
]
Entry: TypeAlias = (
    Wall | Obstacle | Door | Zone | Link | Waypoint | WorldPath | Source | ProjectileEntry | AgentEntry
)

GROUPS: tuple[Group, ...] = get_args(Group)
"""Groups of a world file, from the bottom of the picture to its top."""

ENTITY_GROUPS: tuple[Group, ...] = (
    "agents",
    "waypoints",
    "zones",
    "sources",
    "projectiles",
    "doors",
    "links",
)
"""Groups whose ids minds can name; an id stands in one of them only."""

WORDS: Mapping[Group, str] = {group: group.removesuffix("s") for group in GROUPS}
"""What one thing of each group is called."""


@dataclass(frozen=True, slots=True, order=True)
class Element:
    """Name one thing in a world. `key` is its place in the file: "agents.tank_1"."""

    group: Group
    id: str

    @property
    def key(self) -> str:
        """Return the name as one text."""
        return f"{self.group}.{self.id}"


def element_of(key: str) -> Element | None:
    """Return what a key names, None for what names nothing; further parts of a path in the file are dropped
    by the caller, since an id may hold dots.
    """
    group, dot, element_id = key.partition(".")
    if group not in GROUPS or not dot:
        return None
    return Element(group, element_id)


def entries_of(world: WorldDocument, group: Group) -> dict[str, Entry]:
    """Return the things of one group by id."""
    return cast("dict[str, Entry]", getattr(world, group))


def all_elements(world: WorldDocument) -> Iterator[Element]:
    """Yield everything in a world, from the bottom of the picture to its top."""
    for group in GROUPS:
        for element_id in entries_of(world, group):
            yield Element(group, element_id)


def holds(world: WorldDocument, element: Element) -> bool:
    """Tell whether a world has this thing."""
    return element.id in entries_of(world, element.group)


def need_entry(world: WorldDocument, element: Element) -> Entry:
    """Return a thing, or refuse."""
    entry = entries_of(world, element.group).get(element.id)
    if entry is None:
        raise EditRefused(
            f"The {WORDS[element.group]} {element.id} is no longer in the world.", "Choose another one."
        )
    return entry


def need_agent(world: WorldDocument, agent_id: str) -> AgentEntry:
    """Return an agent, or refuse."""
    entry = need_entry(world, Element("agents", agent_id))
    assert isinstance(entry, AgentEntry)
    return entry


def need_path(world: WorldDocument, path_id: str) -> WorldPath:
    """Return a path, or refuse."""
    entry = need_entry(world, Element("paths", path_id))
    assert isinstance(entry, WorldPath)
    return entry


def with_element(world: WorldDocument, element: Element, entry: Entry) -> WorldDocument:
    """Return the world with one thing replaced or added."""
    return with_elements(world, {element: entry})


def with_elements(world: WorldDocument, changed: Mapping[Element, Entry]) -> WorldDocument:
    """Return the world with some things replaced or added; the same one if nothing changes."""
    groups: dict[str, dict[str, Entry]] = {}
    for element, entry in changed.items():
        entries = entries_of(world, element.group)
        if entries.get(element.id) is not entry:
            groups.setdefault(element.group, dict(entries))[element.id] = entry
    return put(world, **groups)


def without_elements(world: WorldDocument, elements: Collection[Element]) -> WorldDocument:
    """Return the world without some things; what names them is not looked at."""
    groups: dict[str, dict[str, Entry]] = {}
    for element in elements:
        if holds(world, element):
            groups.setdefault(element.group, dict(entries_of(world, element.group))).pop(element.id)
    return put(world, **groups)


def title_of(world: WorldDocument, element: Element) -> str:
    """Return what people call a thing: its name, else its id; "wall w1" for what has no name to speak of."""
    entry = entries_of(world, element.group).get(element.id)
    name = entry.name if entry is not None else ""
    return name or (element.id if element.group == "agents" else f"{WORDS[element.group]} {element.id}")


def group_of_entity(world: WorldDocument, entity: str) -> Group | None:
    """Return the group that holds an entity, None for an id that no entity has."""
    return next((group for group in ENTITY_GROUPS if entity in entries_of(world, group)), None)


def free_id(world: WorldDocument, group: Group, stem: str = "") -> str:
    """Return an id that nothing it could be taken for has.

    With a stem the id can be read, as in `agent_2`, since minds name such things; without one it is short and
    random.
    """
    groups = ENTITY_GROUPS if group in ENTITY_GROUPS else (group,)
    taken: set[str] = set()
    for each in groups:
        taken.update(entries_of(world, each))
    if group in ENTITY_GROUPS:
        taken.update(world.squads)
    return numbered_name(stem, taken) if stem else new_id(taken)


def value_of_json(value: JsonValue) -> Value:
    """Return a literal of a file as a value: a list of two numbers is a vector.

    Raises ValueError for a list of anything else and for an object.
    """
    if isinstance(value, (list, tuple)):
        if len(value) == 2 and all(is_number(part) for part in value):
            return (float(value[0]), float(value[1]))  # type: ignore[arg-type]
        raise ValueError(f"{value!r} is neither a number, a text, true, false nor [x, y]")
    if isinstance(value, dict):
        raise ValueError("an object is no value")
    return value
