"""Say what the inspector shows of ways: doors, links, costs of zones, the graph of waypoints, the search."""

from __future__ import annotations

from dataclasses import dataclass, replace

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.inspector.field_text import ExpressionCheck, expression_check, number_of
from editor.panels.world.world_fields import (
    WorldAction,
    WorldField,
    WorldFieldEdit,
    WorldFields,
    WorldSection,
)
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.checks.rules.scopes import document_scope
from graphs.edits.refusal import EditRefused
from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import BOOL, FLOAT
from graphs.model import Document
from graphs.worlds.edits.linking import link_waypoints, linked_with, set_waypoint_link
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.world_file import AgentEntry, Door, Link, Waypoint, WorldDocument, Zone

NEVER = "never"
COSTS: tuple[tuple[JsonValue, str], ...] = (
    (1, "as all ground"),
    (0.5, "half, so it is sought"),
    (2, "twice"),
    (5, "five times, so it is shunned"),
    (NEVER, "never: no way leads through"),
)
"""Costs that a list beside the field offers."""

_KINDS = (("walk", "walked"), ("jump", "jumped"), ("ladder", "climbed"))
_GUESSES = (
    ("straight", "straight line (A*)"),
    ("manhattan", "columns and rows"),
    ("none", "no guess (Dijkstra)"),
)


@dataclass(frozen=True, eq=False)
class CostCheck(ExpressionCheck):
    """Check a cost of an agent: a number, an expression of its mind, or the word `never`."""

    def error(self, text: str) -> ExpressionError | None:
        """Return the first error of an expression, None for a right cost."""
        return None if text.strip() == NEVER else super().error(text)


def door_rows(fields: WorldFields, entry: Door) -> tuple[WorldField, ...]:
    """Return the rows of how a door opens and closes."""
    events = sorted({event for mind in fields.context.minds.values() for event in mind.events})
    offered = tuple((event, event) for event in events)
    slide = WorldField("slide", "Slides by", FieldKind.VALUE, _list(entry.slide), fields.setter("slide"))
    hint = "How far it goes aside, x and y in units. Left out, nothing stands in the way once it is open."
    slide = replace(slide, literal="vector", help=hint, placeholder="opens at its place", on_map=frozenset())
    hint = "How long it takes to open or close. It waits while a body is where it would stand."
    seconds = fields.number("seconds", "Takes", entry.seconds, 0.5, unit="s", minimum=0, hint=hint)
    hint = "An event that is sent to all. Without one an action opens it."
    opens = fields.text("opens_on", "Opens on", entry.opens_on, hint=hint, placeholder="no event")
    hint = "An event that is sent to all. Without one an action closes it."
    closes = fields.text("closes_on", "Closes on", entry.closes_on, hint=hint, placeholder="no event")
    return (
        fields.switch("open", "Open at start", entry.open, False, hint="Whether the way is free at first."),
        slide,
        seconds,
        replace(opens, choices=offered),
        replace(closes, choices=offered),
    )


def link_rows(fields: WorldFields, entry: Link) -> tuple[WorldField, ...]:
    """Return the rows of where a link leads, and how it is gone along."""
    hint = "Who jumps or climbs is carried straight to the other end."
    kind = fields.choice("kind", "Gone along", entry.kind, _KINDS, "jump", hint=hint)
    hint = "Whether it leads from its end to its start too."
    both = fields.switch("both_ways", "Both ways", entry.both_ways, True, hint=hint)
    hint = "How many times its length a way along it costs."
    cost = fields.number("cost", "Cost", entry.cost, 1, unit="× length", hint=hint)
    hint = "One that is off counts as if it were not there, until an action switches it on."
    active = fields.switch("active", "On at start", entry.active, True, hint=hint)
    return (
        fields.place("start", "Start", entry.start, hint="In units, from the lower left."),
        fields.place("end", "End", entry.end, hint="In units, from the lower left."),
        *(kind, both, cost, active),
    )


def cost_row(fields: WorldFields, entry: Zone) -> WorldField:
    """Return the row of what ways through a zone cost: a number or never."""
    setter = fields.setter("cost")
    shown = None if entry.cost == 1 else entry.cost
    row = WorldField("cost", "Cost of ways", FieldKind.VALUE, shown, _cost_edit(setter), default=1)
    hint = "How many times its length a way through it costs, or never. An agent may have its own costs."
    return replace(row, literal="any", choices=COSTS, help=hint)


def _cost_edit(setter: WorldFieldEdit) -> WorldFieldEdit:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if isinstance(value, (bool, list)) or (isinstance(value, str) and value.strip() != NEVER):
            raise EditRefused(f"{_typed(value)} is no cost of a zone.", "Type a number, such as 5, or never.")
        return setter(world, value.strip() if isinstance(value, str) else value)

    return edit


def waypoint_rows(fields: WorldFields, name: str, entry: Waypoint) -> tuple[WorldField, ...]:
    """Return the rows of the place of a waypoint, what it is linked with, and for whom it counts."""
    linked = linked_with(fields.world, name)

    def set_them(world: WorldDocument, lines: JsonValue) -> WorldDocument:
        wanted = {str(line).strip() for line in lines} if isinstance(lines, list) else set()
        for other in sorted({*wanted, *linked_with(world, name)}):
            world = set_waypoint_link(world, name, other, other in wanted)
        return world

    shown: JsonValue = list(linked) or None
    others = [each for each in sorted(fields.world.waypoints) if each != name and each not in linked]
    hint = "Waypoints to which a way leads from here, and back, a line each."
    links = WorldField("links", "Linked with", FieldKind.LINES, shown, set_them, default=[], help=hint)
    links = replace(links, choices=tuple((each, each) for each in others), placeholder="no waypoint")
    hint = "What who asks for a place must be like for this one to count. Left out, it counts for all."
    row = WorldField(
        "condition", "Counts if", FieldKind.EXPRESSION, entry.condition or None, fields.setter("condition")
    )
    mind, check = _only_mind(fields), None
    if mind is not None:
        check = expression_check(document_scope(mind, fields.context.registry), BOOL)
    condition = replace(row, default="", help=hint, check=check, placeholder="always")
    return (fields.place("at", "Place", entry.at, hint="In units, from the lower left."), links, condition)


def waypoint_actions(name: str) -> tuple[WorldAction, ...]:
    """Return the button that links a waypoint with all it sees."""

    def link(world: WorldDocument) -> WorldDocument:
        return link_waypoints(world, (), around=name)

    return (WorldAction("Link with all it sees", "waypoints", link),)


def area_cost_section(fields: WorldFields, entry: AgentEntry) -> WorldSection:
    """Return a row for what each zone costs an agent; those of its own are marked and can be taken back."""
    mind = fields.context.minds.get(mind_file(entry.mind or ""))
    names = sorted({*fields.world.zones, *entry.area_costs})
    rows = tuple(_area_row(fields, name, entry.area_costs.get(name), mind) for name in names)
    count = len(entry.area_costs)
    note = f"{count} of its own" if count else "as the zones say" if rows else "no zones"
    return WorldSection("area_costs", "Costs of zones", rows, note=note, open=bool(count))


def _area_row(fields: WorldFields, zone: str, value: JsonValue, mind: Document | None) -> WorldField:
    element = fields.element
    assert element is not None
    own = fields.world.zones.get(zone)

    def edit(world: WorldDocument, typed: JsonValue) -> WorldDocument:
        number = number_of(typed) if isinstance(typed, str) else None
        given = shortest_number(number) if number is not None else typed
        return set_element_field(world, element, f"area_costs.{zone}", given)

    title = own.name or zone if own is not None else zone
    row = WorldField(f"area_costs.{zone}", title, FieldKind.EXPRESSION, value, edit)
    hint = (
        "A number of times its length, never, or an expression of its mind, asked once a second. Left out, "
    )
    hint += "what the zone says."
    check = None
    if mind is not None:
        check = CostCheck(document_scope(mind, fields.context.registry), FLOAT)
    placeholder = "no such zone" if own is None else f"{own.cost}"
    return replace(row, help=hint, check=check, placeholder=placeholder)


def ways_section(fields: WorldFields) -> WorldSection:
    """Return the rows of how ways are searched in a world."""
    ways = fields.world.ways
    hint = "How a search guesses what is left of a way. A guess makes it quick."
    guess = fields.choice("ways.heuristic", "Guesses by", ways.heuristic, _GUESSES, "straight", hint=hint)
    hint = "How many cells all searches together work on in a step: with fewer, ways come later."
    cells = fields.number(
        "ways.cells_per_step", "Cells per step", ways.cells_per_step, 400, minimum=1, whole=True, hint=hint
    )
    is_usual = (ways.heuristic, ways.cells_per_step) == ("straight", 400)
    return WorldSection("ways", "Search of ways", (guess, cells), open=not is_usual)


def _only_mind(fields: WorldFields) -> Document | None:
    """Return the mind that all agents of the world think with, None where they have several or none."""
    named = {mind_file(agent.mind) for agent in fields.world.agents.values() if agent.mind}
    return fields.context.minds.get(next(iter(named))) if len(named) == 1 else None


def _list(point: tuple[int | float, int | float] | None) -> JsonValue:
    return None if point is None else list(point)


def _typed(value: JsonValue) -> str:
    return repr(value) if isinstance(value, str) else str(value)
