"""Say what the inspector shows of all that is no agent: walls, zones, waypoints, sources and the others."""

from __future__ import annotations

import math

from editor.panels.inspector.field_builders import label_of
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.way_contents import (
    cost_row,
    door_rows,
    link_rows,
    waypoint_actions,
    waypoint_rows,
)
from editor.panels.world.world_fields import (
    WorldAction,
    WorldContent,
    WorldContext,
    WorldField,
    WorldFields,
    WorldSection,
    further_section,
    id_row,
    model_rows,
    name_row,
)
from graphs.basics.frozen import JsonValue
from graphs.worlds.edits.reshaping import reverse_path, set_stops, users_of_waypoint
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.model.elements import WORDS, Element, Entry, entries_of, title_of
from graphs.worlds.model.world_file import (
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

ICONS = {
    "walls": "polygon",
    "obstacles": "circle",
    "doors": "door",
    "links": "jump",
    "zones": "zone",
    "waypoints": "pin",
    "paths": "path",
    "sources": "noise",
    "projectiles": "ball",
    "agents": "entity",
}
MODES = (("open", "ends"), ("loop", "goes round"), ("ping_pong", "there and back"))

_SHOWN = {
    Wall: {"polygon", "name"},
    Door: {"polygon", "name", "open", "slide", "seconds", "opens_on", "closes_on"},
    Link: {"start", "end", "name", "kind", "both_ways", "cost", "active"},
    Zone: {"polygon", "name", "cost", "fields"},
    Obstacle: {"center", "radius", "name"},
    Waypoint: {"at", "name", "links", "condition", "fields"},
    WorldPath: {"waypoints", "mode", "name"},
    Source: {"at", "kind", "name", "params", "fields"},
    ProjectileEntry: {"at", "velocity", "name"},
}
"""Fields that have rows made by hand; the others' are made from the models."""


def thing_content(context: WorldContext, element: Element) -> WorldContent | None:
    """Return the rows of a thing that is no agent; None when it is gone."""
    entry = entries_of(context.world, element.group).get(element.id)
    if entry is None:
        return None
    fields = WorldFields(context, element)
    own = (id_row(fields, element), name_row(fields, entry), *_rows(fields, entry))
    more = model_rows(fields, entry, _SHOWN.get(type(entry), frozenset()))
    word = WORDS[element.group]
    sections = [WorldSection("thing", word.capitalize(), (*own, *more), _actions(element))]
    if isinstance(entry, Source):
        sections.append(_emitter_section(fields, entry))
    if isinstance(entry, (Waypoint, Zone, Source)):
        sections.append(further_section(fields, entry))
    title, words = title_of(context.world, element), _words(context.world, element, entry)
    icon = ICONS[element.group]
    return WorldContent(title[:1].upper() + title[1:], words, icon, "world", tuple(sections))


def _rows(fields: WorldFields, entry: Entry) -> tuple[WorldField, ...]:
    if isinstance(entry, (Wall, Door, Zone)):
        corners = fields.corners("polygon", "Corners", entry.polygon)
        if isinstance(entry, Zone):
            return cost_row(fields, entry), corners
        return (*(door_rows(fields, entry) if isinstance(entry, Door) else ()), corners)
    if isinstance(entry, Obstacle):
        return (
            fields.place("center", "Center", entry.center, hint="In units, from the lower left."),
            fields.number("radius", "Radius", entry.radius, unit="units", minimum=0.05, required=True),
        )
    if isinstance(entry, WorldPath):
        return _path_rows(fields, entry)
    if isinstance(entry, Source):
        kinds = [(kind.id, kind.title) for kind in EMITTER_KINDS.values()]
        return (
            fields.place("at", "Place", entry.at, hint="In units, from the lower left."),
            fields.choice("kind", "Gives off", entry.kind, kinds, required=True, hint="What comes from it."),
        )
    if isinstance(entry, Link):
        return link_rows(fields, entry)
    if isinstance(entry, Waypoint):
        return waypoint_rows(fields, fields.element.id if fields.element is not None else "", entry)
    if isinstance(entry, ProjectileEntry):
        return (
            fields.place("at", "Start", entry.at, hint="In units, from the lower left."),
            fields.place("velocity", "Velocity", entry.velocity, hint="At the start, in units per second."),
        )
    return ()


def _path_rows(fields: WorldFields, entry: WorldPath) -> tuple[WorldField, ...]:
    path_id = fields.element.id if fields.element is not None else ""

    def set_them(world: WorldDocument, lines: JsonValue) -> WorldDocument:
        stops = tuple(str(line).strip() for line in lines) if isinstance(lines, list) else ()
        return set_stops(world, path_id, stops)

    hint = "What happens at the last waypoint."
    mode = fields.choice("mode", "At the end", entry.mode, MODES, "loop", hint=hint)
    hint, stops = "The waypoints in order, a line each.", list[JsonValue](entry.waypoints)
    row = WorldField("waypoints", "Waypoints", FieldKind.LINES, stops, set_them, required=True, help=hint)
    return mode, row


def _emitter_section(fields: WorldFields, source: Source) -> WorldSection:
    kind = EMITTER_KINDS.get(source.kind)
    declared = kind.parameters if kind is not None else ()
    rows = fields.parameters(declared, source.params, "params")
    note = "" if kind is not None else "unknown kind"
    return WorldSection("emitter", kind.title if kind else label_of(source.kind), rows, note=note)


def _actions(element: Element) -> tuple[WorldAction, ...]:
    if element.group == "waypoints":
        return waypoint_actions(element.id)
    if element.group != "paths":
        return ()
    return (WorldAction("Reverse", "path", lambda world: reverse_path(world, element.id)),)


def _words(world: WorldDocument, element: Element, entry: Entry) -> str:
    word = WORDS[element.group]
    if isinstance(entry, (Wall, Zone)):
        return f"{word} with {len(entry.polygon)} corners"
    if isinstance(entry, WorldPath):
        return f"{word} along {len(entry.waypoints)} waypoints"
    if isinstance(entry, Door):
        return f"{word}, {'open' if entry.open else 'closed'} at the start"
    if isinstance(entry, Link):
        return f"{entry.kind} of {math.dist(entry.start, entry.end):.3g} units"
    if isinstance(entry, Waypoint):
        users = users_of_waypoint(world, element.id)
        return f"{word} of {', '.join(users)}" if users else f"{word} of no path"
    return word
