"""Say what the inspector shows of an agent: who it is, its mind with its variables, its body."""

from __future__ import annotations

from dataclasses import replace

from editor.panels.world.list_sections import emitter_sections, modifier_sections, sensor_sections
from editor.panels.world.mind_rows import mind_rows, variable_rows
from editor.panels.world.new_names import team_choices
from editor.panels.world.squad_sections import squad_of_agent
from editor.panels.world.way_contents import area_cost_section
from editor.panels.world.world_fields import (
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
from graphs.worlds.edits.setting import set_world_field, steer_agent
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import AgentEntry, Limits, WorldDocument
from graphs.worlds.model.world_schema import WORLD_DESCRIPTIONS

COMBINERS = (("weight", "by weight"), ("priority", "by priority"), ("running_sum", "running sum"))
STOPS = (("hard_stop", "stands at once"), ("brake", "brakes"), ("coast", "goes on"))
FACINGS = (("travel", "the way it goes"), ("free", "where it looked"))

_MIND_HINT = "The document it thinks with, or none for an agent that only stands or is steered."
_SHOWN = frozenset(
    {
        *("at", "heading", "mind", "name", "team", "radius", "limits", "combiner", "stop", "facing"),
        *("tick_every", "phase", "tick_on", "variables", "fields", "sensors", "emits", "modifiers"),
    }
)
_UNITS = {
    "max_speed": "units/s",
    "max_acceleration": "units/s²",
    "max_rotation": "°/s",
    "max_angular_acceleration": "°/s²",
}
_LABELS = {
    "max_speed": "Top speed",
    "max_acceleration": "Acceleration",
    "max_rotation": "Turn speed",
    "max_angular_acceleration": "Turn accel.",
}


def agent_content(context: WorldContext, element: Element) -> WorldContent | None:
    """Return the rows of an agent; None when it is gone."""
    entry = context.world.agents.get(element.id)
    if entry is None:
        return None
    fields = WorldFields(context, element)
    sections = (
        WorldSection("agent", "Agent", _agent_rows(fields, entry)),
        WorldSection("mind", "Mind", mind_rows(fields, entry.mind, "Document", hint=_MIND_HINT)),
        variables_section(fields, entry),
        *sensor_sections(fields, entry),
        *emitter_sections(fields, entry),
        WorldSection("body", "Body", _body_rows(fields, entry)),
        *modifier_sections(fields, entry),
        area_cost_section(fields, entry),
        *squad_of_agent(fields),
        WorldSection("ticks", "When it thinks", _tick_rows(fields, entry), open=_has_own_ticks(entry)),
        further_section(fields, entry),
    )
    return WorldContent(entry.name or element.id, _words(entry), "entity", "world", sections)


def _agent_rows(fields: WorldFields, entry: AgentEntry) -> tuple[WorldField, ...]:
    element = fields.element
    assert element is not None
    team = fields.text("team", "Team", entry.team, hint="Who belongs together; sensors look for teams.")
    return (
        id_row(fields, element),
        name_row(fields, entry),
        replace(team, choices=team_choices(fields.world), on_map=frozenset({"team"})),
        fields.place("at", "Start", entry.at, hint="Where it starts, in units from the lower left."),
        fields.number("heading", "Heading", entry.heading, 0, unit="°", hint="Where it looks at the start."),
        fields.number("radius", "Radius", entry.radius, 0.5, unit="units", minimum=0.01),
        _steered_row(fields, element),
        *model_rows(fields, entry, _SHOWN),
    )


def _steered_row(fields: WorldFields, element: Element) -> WorldField:
    def steer(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return steer_agent(world, element.id) if value is True else set_world_field(world, "player", None)

    hint = (
        "The arrow keys and the mouse drive it while the world runs. Where all are of one team, it gets "
        "another, so that those who look for foes see it."
    )
    is_player = fields.world.player == element.id
    return fields.switch("player", "You steer it", is_player, False, hint=hint, edit=steer)


def _body_rows(fields: WorldFields, entry: AgentEntry) -> tuple[WorldField, ...]:
    help_of, usual = WORLD_DESCRIPTIONS["Limits"], Limits()
    rows = []
    for name in Limits.model_fields:
        label, value, default = _LABELS.get(name, name), getattr(entry.limits, name), getattr(usual, name)
        hint = f"The most it does. {help_of.get(name, '')}".strip()
        limit = fields.number(f"limits.{name}", label, value, default, minimum=0, hint=hint)
        rows.append(replace(limit, unit=_UNITS.get(name, "")))
    hint = "What it does when nothing steers it."
    rows.append(fields.choice("stop", "Unsteered", entry.stop, STOPS, "hard_stop", hint=hint))
    hint = "Where it looks while nothing turns it."
    rows.append(fields.choice("facing", "Looks", entry.facing, FACINGS, "travel", hint=hint))
    hint = (
        "How what several behaviors ask for becomes one: by weight, the first of the highest priority, or "
        "one after the other until the acceleration is used up."
    )
    rows.append(fields.choice("combiner", "Combines", entry.combiner, COMBINERS, "weight", hint=hint))
    return tuple(rows)


def _tick_rows(fields: WorldFields, entry: AgentEntry) -> tuple[WorldField, ...]:
    hint = "Its mind ticks every so many steps; 0 only when it is asked or an event comes."
    every = fields.number("tick_every", "Every", entry.tick_every, 1, minimum=0, whole=True, hint=hint)
    hint = "The step of its first tick; left out, agents spread evenly."
    first = fields.number("phase", "First tick", entry.phase, minimum=0, whole=True, hint=hint)
    hint = "Events that make its mind tick with every 0, a line each."
    events = fields.words("tick_on", "On events", entry.tick_on, hint=hint)
    return replace(every, unit="steps"), replace(first, placeholder="by its id"), events


def _has_own_ticks(entry: AgentEntry) -> bool:
    return entry.tick_every != 1 or entry.phase is not None or bool(entry.tick_on)


def _words(entry: AgentEntry) -> str:
    mind = f"thinks with {entry.mind}" if entry.mind else "without a mind"
    return f"agent of {entry.team} · {mind}" if entry.team else f"agent · {mind}"


def variables_section(fields: WorldFields, entry: AgentEntry) -> WorldSection:
    """Return a row for each variable of the mind; those the world sets are marked and can be taken back."""
    rows, count = variable_rows(fields, entry.mind, entry.variables), len(entry.variables)
    note = f"{count} set here" if count else "as the mind says" if rows else "none"
    return WorldSection("variables", "Variables", rows, note=note, open=bool(count))
