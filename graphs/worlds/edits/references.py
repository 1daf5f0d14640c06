"""Find what in a world names a thing of that world, and give things another id."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from graphs.basics.frozen import JsonValue
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.kinds.declarations.parameter import Parameter
from graphs.structure.expression_places import shared
from graphs.worlds.edits.squad_references import (
    squads_with_references,
    unless_equal,
    variables_with_references,
)
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import (
    ENTITY_GROUPS,
    WORDS,
    Element,
    Group,
    entries_of,
    group_of_entity,
    need_entry,
)
from graphs.worlds.model.ground_and_squads import Layer
from graphs.worlds.model.world_file import AgentEntry, ModifierEntry, SensorEntry, WorldDocument

EntityVariables = Mapping[str, frozenset[str]]
"""The variables that hold entities, by the mind as the world names it; their overrides are ids."""

Rewrite = Callable[[str, Group, str], str]
"""Give the id to be in place of one at a place in the file, of a group; "agents" stands for all entities."""

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
    groups = _named_as(element)
    found: list[str] = []

    def note(where: str, group: Group, named: str) -> str:
        if group in groups and named == element.id:
            found.append(where)
        return named

    with_references(world, note, entity_variables)
    if element.group == "agents" and world.player == element.id:
        found.append("player")
    return tuple(found)


def _named_as(element: Element) -> tuple[Group, ...]:
    """Return the groups that a thing is named as one of: "agents" stands for all entities."""
    return (element.group, "agents") if element.group in ENTITY_GROUPS else (element.group,)


def with_references(
    world: WorldDocument, rewrite: Rewrite, entity_variables: EntityVariables | None = None
) -> WorldDocument:
    """Return the world with `rewrite` made to every id that a thing of it names, but for the player.

    What stays equal stays shared.
    """
    variables = entity_variables or {}
    agents = {key: _agent(entry, rewrite, variables, f"agents.{key}.") for key, entry in world.agents.items()}
    world = put(world, agents=shared(agents, world.agents))
    world = squads_with_references(world, lambda where, named: rewrite(where, "agents", named), variables)
    measures = dict(world.measures)
    for name, measure in measures.items():
        if measure.agent is not None:
            measures[name] = put(measure, agent=rewrite(f"measures.{name}.agent", "agents", measure.agent))
    layers = {name: _layer(layer, rewrite, f"layers.{name}.sources.") for name, layer in world.layers.items()}
    paths = {
        name: put(path, waypoints=_waypoints(path.waypoints, rewrite, f"paths.{name}.waypoints."))
        for name, path in world.paths.items()
    }
    waypoints = {
        name: put(waypoint, links=_waypoints(waypoint.links, rewrite, f"waypoints.{name}.links."))
        for name, waypoint in world.waypoints.items()
    }
    return put(
        world,
        measures=unless_equal(measures, world.measures),
        layers=shared(layers, world.layers),
        paths=shared(paths, world.paths),
        waypoints=shared(waypoints, world.waypoints),
    )


def _layer(layer: Layer, rewrite: Rewrite, where: str) -> Layer:
    """Return a layer with the ids in the filters of its sources rewritten."""
    sources = tuple(
        put(source, who=_filter(source.who, rewrite, f"{where}{place}.who"))
        for place, source in enumerate(layer.sources)
    )
    return put(layer, sources=unless_equal(sources, layer.sources))


def _waypoints(ids: tuple[str, ...], rewrite: Rewrite, where: str) -> tuple[str, ...]:
    changed = tuple(rewrite(f"{where}{place}", "waypoints", each) for place, each in enumerate(ids))
    return unless_equal(changed, ids)


def _agent(entry: AgentEntry, rewrite: Rewrite, entity_variables: EntityVariables, where: str) -> AgentEntry:
    sensors: list[SensorEntry] = []
    for place, sensor in enumerate(entry.sensors):
        kind = SENSOR_KINDS.get(sensor.kind)
        declared = kind.parameters if kind is not None else ()
        params = _values(declared, sensor.params, rewrite, f"{where}sensors.{place}.params.")
        sensors.append(put(sensor, params=params))
    modifiers: list[ModifierEntry] = []
    for place, modifier in enumerate(entry.modifiers):
        behavior = BEHAVIORS.get(modifier.behavior)
        declared = behavior.parameters if behavior is not None else ()
        arguments = _values(declared, modifier.arguments, rewrite, f"{where}modifiers.{place}.arguments.")
        modifiers.append(put(modifier, arguments=arguments))
    holding = entity_variables.get(entry.mind or "", frozenset())
    variables = variables_with_references(
        entry.variables, holding, lambda spot, named: rewrite(f"{where}{spot}", "agents", named)
    )
    costs = {
        rewrite(f"{where}area_costs.{zone}", "zones", zone): cost for zone, cost in entry.area_costs.items()
    }
    return put(
        entry,
        sensors=unless_equal(tuple(sensors), entry.sensors),
        modifiers=unless_equal(tuple(modifiers), entry.modifiers),
        variables=variables,
        area_costs=unless_equal(costs, entry.area_costs),
    )


def _values(
    declared: Sequence[Parameter], values: dict[str, JsonValue], rewrite: Rewrite, where: str
) -> dict[str, JsonValue]:
    changed: dict[str, JsonValue] = {}
    for parameter in declared:
        value = values.get(parameter.name)
        if not isinstance(value, str):
            continue
        spot = f"{where}{parameter.name}"
        group = group_named_by(parameter)
        if group is not None:
            changed[parameter.name] = rewrite(spot, group, value)
        elif parameter.name == FILTER:
            changed[parameter.name] = _filter(value, rewrite, spot)
    return unless_equal({**values, **changed}, values)


def _filter(text: str, rewrite: Rewrite, where: str) -> str:
    """Return a filter with its terms rewritten; commas, blanks and the minus in front stay as they are."""
    return _TERM.sub(lambda term: rewrite(where, "agents", term[0]), text)


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
    world = put(world, **{element.group: renamed(entries_of(world, element.group), element.id, new_id)})
    groups = _named_as(element)

    def rewrite(where: str, group: Group, value: str) -> str:
        return new_id if group in groups and value == element.id else value

    world = with_references(world, rewrite, entity_variables)
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
