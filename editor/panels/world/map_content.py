"""Say what the inspector shows of the world itself, what it measures, and of several things at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from editor.panels.inspector.field_spec import FieldKind, merged
from editor.panels.inspector.field_text import expression_check
from editor.panels.world.agent_contents import agent_content
from editor.panels.world.layer_sections import layer_sections
from editor.panels.world.squad_sections import squad_sections
from editor.panels.world.thing_contents import ICONS, thing_content
from editor.panels.world.way_contents import ways_section
from editor.panels.world.world_fields import (
    PartFields,
    WorldAction,
    WorldContent,
    WorldContext,
    WorldField,
    WorldFields,
    WorldSection,
)
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import document_scope
from graphs.edits.refusal import EditRefused
from graphs.expressions.types import BOOL
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from graphs.worlds.checks.world_check import LARGEST_SIZE
from graphs.worlds.edits.measures import add_measure, remove_measure, rename_measure, set_measure_field
from graphs.worlds.edits.setting import set_world_field
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.elements import GROUPS, WORDS, Element, entries_of
from graphs.worlds.model.world_file import MeasureEntry, MeasureKind, WorldDocument

MOST_MERGED = 60
"""So many things at once show rows; more than that only how many they are."""

_OWN = frozenset(
    {
        "world.id",
        "name",
        "at",
        "center",
        "polygon",
        "waypoints",
        "links",
        "start",
        "end",
        "world.new_field",
        "player",
    }
)
"""Fields that belong to one thing alone."""


def world_content(context: WorldContext, selected: Sequence[Element]) -> WorldContent | None:
    """Return the rows of what is selected, of the world itself where nothing is."""
    if not selected:
        return map_content(context)
    if len(selected) == 1:
        return element_content(context, selected[0])
    return _several(context, selected)


def element_content(context: WorldContext, element: Element) -> WorldContent | None:
    """Return the rows of one thing; None when it is gone."""
    if element.group == "agents":
        return agent_content(context, element)
    return thing_content(context, element)


def map_content(context: WorldContext) -> WorldContent:
    """Return the rows of the world: its size, its seed, who the user steers."""
    world = context.world
    fields = WorldFields(context, None)
    agents = [(agent_id, entry.name or agent_id) for agent_id, entry in sorted(world.agents.items())]
    hint = "The agent that the arrow keys and the mouse drive while the world runs."
    rows = (
        fields.text("title", "Title", world.title, placeholder="untitled"),
        _side(fields, 0, "Width"),
        _side(fields, 1, "Height"),
        fields.choice("player", "You steer", world.player, ((None, "no agent"), *agents), hint=hint),
        fields.note(world.note),
    )
    hint = "Where all random draws come from: the same seed gives the same run."
    seed = fields.number("seed", "Seed", world.seed, 0, minimum=0, maximum=2**32 - 1, whole=True, hint=hint)
    hint = "Steps of the world in a second."
    rate = fields.number("rate", "Rate", world.rate, 60, unit="per s", minimum=1, whole=True, hint=hint)
    run = WorldSection("run", "Run", (seed, replace(rate, maximum=1000)))
    sections = (
        WorldSection("map", "Map", rows),
        run,
        ways_section(fields),
        *layer_sections(fields),
        *squad_sections(fields),
        *measure_sections(fields),
    )
    return WorldContent(world.title or "World", _counted(world), "world", "world", sections)


def _side(fields: WorldFields, axis: int, label: str) -> WorldField:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise EditRefused("A map has a size.", "Give a number of units.")
        size = list(world.size)
        size[axis] = value
        return set_world_field(world, "size", size)

    value = fields.world.size[axis]
    row = fields.number(f"size.{axis}", label, value, unit="units", required=True, edit=edit)
    return replace(row, minimum=0.1, maximum=LARGEST_SIZE)


def _several(context: WorldContext, selected: Sequence[Element]) -> WorldContent:
    counts = {group: sum(element.group == group for element in selected) for group in GROUPS}
    words = ", ".join(_plural(count, WORDS[group]) for group, count in counts.items() if count)
    groups = [group for group, count in counts.items() if count]
    sections: tuple[WorldSection, ...] = ()
    if len(groups) == 1 and len(selected) <= MOST_MERGED:
        found = [element_content(context, element) for element in selected]
        contents = tuple(content for content in found if content is not None)
        sections = merged(contents, _OWN) if contents else ()
    if not sections:
        words += ". A few things of one kind can be changed together here."
    icon = ICONS[groups[0]] if len(groups) == 1 else "group"
    return WorldContent(f"{len(selected)} selected", words, icon, "world", sections)


def _counted(world: WorldDocument) -> str:
    parts = [_plural(len(entries_of(world, group)), WORDS[group]) for group in ("agents", "walls", "paths")]
    return f"{world.size[0]:g} × {world.size[1]:g} units · {', '.join(parts)}"


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


KIND_TITLES: Mapping[MeasureKind, str] = {
    "end": "value at the end",
    "mean": "mean over the run",
    "min": "least over the run",
    "max": "most over the run",
    "share": "share of the time",
    "first": "first time it holds",
    "time_in": "time in a node",
    "first_in": "first time in a node",
    "entries": "entries of a node",
    "events": "number of events",
    "first_event": "first event",
}
_OF_NODES = ("time_in", "first_in", "entries")
_OF_EVENTS = ("events", "first_event")


def measure_sections(fields: WorldFields) -> tuple[WorldSection, ...]:
    """Return a section to add a measure, and one for each there is."""
    measures = fields.world.measures
    count = str(len(measures)) if measures else "none"
    adder, title = _adder(fields), "Measures of batch runs"
    head = WorldSection("measures", title, (adder,), note=count, open=bool(measures))
    return (head, *(_section(fields, name, entry) for name, entry in measures.items()))


def _section(fields: WorldFields, name: str, entry: MeasureEntry) -> WorldSection:
    path = f"measures.{name}"
    entries = sorted(fields.world.agents.items())
    agents = [(agent_id, agent.name or agent_id) for agent_id, agent in entries if agent.mind]

    def rename(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return rename_measure(world, name, str(value or ""))

    own = _of_measure(fields, name)
    hint = "Heads the column of the results."
    named = WorldField(f"{path}.name", "Name", FieldKind.TEXT, name, rename, required=True, help=hint)
    kinds = tuple(KIND_TITLES.items())
    kind = own.choice(f"{path}.kind", "Measures", entry.kind, kinds, required=True)
    hint, choices = "Every agent: all whose mind can answer.", ((None, "every agent"), *agents)
    agent = own.choice(f"{path}.agent", "Of agent", entry.agent, choices, hint=hint)
    rows = (named, kind, _of_row(own, path, entry), agent)
    remove = WorldAction("Remove", "trash", lambda world: remove_measure(world, name))
    return WorldSection(path, name, rows, (remove,), in_line=True)


def _of_row(fields: WorldFields, path: str, entry: MeasureEntry) -> WorldField:
    if entry.kind in _OF_NODES:
        label, hint = "Node", "The name, title or id of a state or a tree node."
    elif entry.kind in _OF_EVENTS:
        label, hint = "Event", "An event that reaches the agent or is raised in it."
    else:
        label, hint = "Expression", "Over the variables of the mind, asked at every tick."
    is_expression = label == "Expression"
    mind = _mind_asked(fields, entry) if is_expression else None
    expected = BOOL if entry.kind in ("share", "first") else None
    check = None
    if mind is not None:
        check = expression_check(document_scope(mind, fields.context.registry), expected, required=True)
    row_kind, edit = FieldKind.EXPRESSION if is_expression else FieldKind.TEXT, fields.setter(f"{path}.of")
    return WorldField(f"{path}.of", label, row_kind, entry.of, edit, required=True, help=hint, check=check)


def _mind_asked(fields: WorldFields, entry: MeasureEntry) -> Document | None:
    """Return the mind of the agent that is measured; without an agent the only one there is."""
    world, minds = fields.world, fields.context.minds
    ids = [entry.agent] if entry.agent is not None else list(world.agents)
    agents = [world.agents[agent_id] for agent_id in ids if agent_id in world.agents]
    named = {mind_file(agent.mind or "") for agent in agents}
    there = [minds[file] for file in sorted(named) if file in minds]
    return there[0] if len(there) == 1 else None


def _something_of(fields: WorldFields, kind: MeasureKind) -> str:
    """Return a node or event that a mind of the world has, to begin a measure with; "" for none."""
    for _, document in sorted(fields.context.minds.items()):
        if kind in _OF_EVENTS and document.events:
            return next(iter(document.events))
        root = document.graphs.get(document.root or "")
        if kind in _OF_NODES and root is not None and root.nodes:
            node = next(iter(root.nodes))
            return node_title(root.nodes[node], root.kind, fields.context.registry, document) or node
    return ""


def _of_measure(fields: WorldFields, name: str) -> PartFields:
    def put(world: WorldDocument, field: str, value: JsonValue) -> WorldDocument:
        return set_measure_field(world, name, field, value)

    return PartFields(fields, f"measures.{name}", put)


def _adder(fields: WorldFields) -> WorldField:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        kind = next((known for known in KIND_TITLES if known == value), None)
        if kind is None:
            raise EditRefused("Nothing was chosen.", "Choose what is measured.")
        return add_measure(world, kind, _something_of(fields, kind))

    hint, kinds = "What `mindloom simulate` tells of every run of this world.", tuple(KIND_TITLES.items())
    row = WorldField("measures.add", "Add", FieldKind.CHOICE, None, edit, choices=kinds, help=hint)
    return replace(row, placeholder="choose what")
