"""Find what in a world names a thing of that world, and give things another id."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from graphs.basics.frozen import JsonValue
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.kinds.declarations.parameter import Parameter
from graphs.worlds.edits.squad_references import squads_with_references
from graphs.worlds.kinds.sensors import SENSOR_KINDS
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
from graphs.worlds.model.world_file import AgentEntry, ModifierEntry, SensorEntry, WorldDocument

EntityVariables = Mapping[str, frozenset[str]]
"""The variables that hold entities, by the mind as the world names it; their overrides are ids."""

Rewrite = Callable[[Group, str], str]
"""Give the id to be in place of an id of a group; "agents" stands for all entities."""

Found = Callable[[str, Group, str], None]

FILTER = "looks_for"
"""The parameter that holds the terms of a filter: teams, tags, ids of entities, with commas between."""

_TERM = re.compile(r"[^,\s-][^,]*[^,\s]|[^,\s-]")

LONGEST_ID = 60


def group_named_by(parameter: Parameter) -> Group | None:
    """Return what a literal of a parameter names: "paths", "agents" for any entity, or None for nothing."""
    if parameter.type == "path":
        return "paths"
    return "agents" if parameter.type in ("entity", "point") else None


def references_to(
    world: WorldDocument, element: Element, entity_variables: EntityVariables | None = None
) -> tuple[str, ...]:
    """Return the places in the file that name a thing, such as `agents.tank_1.sensors.2.params.path`."""
    wanted: Group = "agents" if element.group in ENTITY_GROUPS else element.group
    found: list[str] = []

    def note(where: str, group: Group, named: str) -> None:
        if group == wanted and named == element.id:
            found.append(where)

    _rewritten(world, _same, entity_variables or {}, note)
    if element.group == "waypoints":
        for path_id, path in world.paths.items():
            found += [
                f"paths.{path_id}.waypoints.{place}"
                for place, stop in enumerate(path.waypoints)
                if stop == element.id
            ]
        found += [
            f"waypoints.{name}.links.{place}"
            for name, waypoint in world.waypoints.items()
            for place, link in enumerate(waypoint.links)
            if link == element.id
        ]
    if element.group == "zones":
        found += [
            f"agents.{name}.area_costs.{element.id}"
            for name, agent in world.agents.items()
            if element.id in agent.area_costs
        ]
    if element.group == "agents" and world.player == element.id:
        found.append("player")
    return tuple(found)


def with_references(
    world: WorldDocument, rewrite: Rewrite, entity_variables: EntityVariables | None = None
) -> WorldDocument:
    """Return the world with `rewrite` made to every id that agents name; what stays equal stays shared."""
    return _rewritten(world, rewrite, entity_variables or {}, _ignore)


def agent_with_references(
    entry: AgentEntry, rewrite: Rewrite, entity_variables: EntityVariables | None = None
) -> AgentEntry:
    """Return an agent with `rewrite` made to every id it names."""
    return _agent(entry, rewrite, entity_variables or {}, "", _ignore)


def _rewritten(
    world: WorldDocument, rewrite: Rewrite, entity_variables: EntityVariables, found: Found
) -> WorldDocument:
    changed: dict[str, AgentEntry] = {}
    for agent_id, entry in world.agents.items():
        new = _agent(entry, rewrite, entity_variables, f"agents.{agent_id}.", found)
        if new is not entry:
            changed[agent_id] = new
    if changed:
        world = put(world, agents={**world.agents, **changed})
    world = squads_with_references(
        world,
        lambda entity: rewrite("agents", entity),
        entity_variables,
        lambda where, entity: found(where, "agents", entity),
    )
    return _with_layers(_with_measures(world, rewrite, found), rewrite, found)


def _with_layers(world: WorldDocument, rewrite: Rewrite, found: Found) -> WorldDocument:
    """Return the world with the ids in the filters of its layers' sources rewritten."""
    layers = dict(world.layers)
    for name, layer in layers.items():
        sources = tuple(
            put(source, who=_filter(source.who, rewrite, f"layers.{name}.sources.{place}.who", found))
            for place, source in enumerate(layer.sources)
        )
        layers[name] = put(layer, sources=sources) if sources != layer.sources else layer
    return put(world, layers=layers) if layers != world.layers else world


def _with_measures(world: WorldDocument, rewrite: Rewrite, found: Found) -> WorldDocument:
    measures = dict(world.measures)
    for name, measure in measures.items():
        if measure.agent is not None:
            found(f"measures.{name}.agent", "agents", measure.agent)
            measures[name] = put(measure, agent=rewrite("agents", measure.agent))
    return put(world, measures=measures) if measures != world.measures else world


def _agent(
    entry: AgentEntry, rewrite: Rewrite, entity_variables: EntityVariables, where: str, found: Found
) -> AgentEntry:
    sensors: list[SensorEntry] = []
    for place, sensor in enumerate(entry.sensors):
        kind = SENSOR_KINDS.get(sensor.kind)
        declared = kind.parameters if kind is not None else ()
        params = _values(declared, sensor.params, rewrite, f"{where}sensors.{place}.params.", found)
        sensors.append(sensor if params is sensor.params else put(sensor, params=params))
    modifiers: list[ModifierEntry] = []
    for place, modifier in enumerate(entry.modifiers):
        behavior = BEHAVIORS.get(modifier.behavior)
        declared = behavior.parameters if behavior is not None else ()
        spot = f"{where}modifiers.{place}.arguments."
        arguments = _values(declared, modifier.arguments, rewrite, spot, found)
        modifiers.append(modifier if arguments is modifier.arguments else put(modifier, arguments=arguments))
    variables = dict(entry.variables)
    for name in sorted(entity_variables.get(entry.mind or "", frozenset()) & variables.keys()):
        value = variables[name]
        if isinstance(value, str):
            found(f"{where}variables.{name}", "agents", value)
            variables[name] = rewrite("agents", value)
    update: dict[str, object] = {}
    if any(new is not old for new, old in zip(sensors, entry.sensors, strict=True)):
        update["sensors"] = tuple(sensors)
    if any(new is not old for new, old in zip(modifiers, entry.modifiers, strict=True)):
        update["modifiers"] = tuple(modifiers)
    if variables != entry.variables:
        update["variables"] = variables
    return put(entry, **update)


def _values(
    declared: Sequence[Parameter], values: dict[str, JsonValue], rewrite: Rewrite, where: str, found: Found
) -> dict[str, JsonValue]:
    changed: dict[str, JsonValue] = {}
    for parameter in declared:
        value = values.get(parameter.name)
        if not isinstance(value, str):
            continue
        spot = f"{where}{parameter.name}"
        group = group_named_by(parameter)
        new = value
        if group is not None:
            found(spot, group, value)
            new = rewrite(group, value)
        elif parameter.name == FILTER:
            new = _filter(value, rewrite, spot, found)
        if new != value:
            changed[parameter.name] = new
    return {**values, **changed} if changed else values


def _filter(text: str, rewrite: Rewrite, where: str, found: Found) -> str:
    """Return a filter with its terms rewritten; commas, blanks and the minus in front stay as they are."""

    def term(match: re.Match[str]) -> str:
        found(where, "agents", match[0])
        return rewrite("agents", match[0])

    return _TERM.sub(term, text)


def _same(group: Group, named: str) -> str:
    del group
    return named


def _ignore(where: str, group: Group, named: str) -> None:
    del where, group, named


@edit
def rename_element(
    world: WorldDocument, element: Element, new_id: str, entity_variables: EntityVariables | None = None
) -> WorldDocument:
    """Give a thing another id; paths, links, costs, sensors, modifiers, overrides, squads, sources of layers
    and the player that name it follow.

    Refuses an id that is taken, and one that cannot be written as one word. What minds say of the id by name
    is not in the world: `graphs.worlds.checks.world_mind_check` finds it.
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
    if element.group == "zones":
        world = _with_costs(world, element.id, new_id)
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
    if group in ENTITY_GROUPS and new_id in world.squads:
        raise EditRefused(f"{new_id} is the id of a squad already.", "Choose another one.")


def _renamed(entries: dict[str, Entry], old: str, new: str) -> dict[str, Entry]:
    """Return a mapping with one key replaced at its place."""
    return {new if key == old else key: entry for key, entry in entries.items()}


def _with_stops(world: WorldDocument, old: str, new: str) -> WorldDocument:
    changed = {
        path_id: put(path, waypoints=tuple(new if stop == old else stop for stop in path.waypoints))
        for path_id, path in world.paths.items()
        if old in path.waypoints
    }
    linked = {
        name: put(point, links=tuple(new if link == old else link for link in point.links))
        for name, point in world.waypoints.items()
        if old in point.links
    }
    if linked:
        world = put(world, waypoints={**world.waypoints, **linked})
    return put(world, paths={**world.paths, **changed}) if changed else world


def _with_costs(world: WorldDocument, old: str, new: str) -> WorldDocument:
    changed = {
        name: put(
            agent,
            area_costs={new if zone == old else zone: cost for zone, cost in agent.area_costs.items()},
        )
        for name, agent in world.agents.items()
        if old in agent.area_costs
    }
    return put(world, agents={**world.agents, **changed}) if changed else world
