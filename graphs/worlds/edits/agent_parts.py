"""Edit the ordered lists of an agent: its sensors with what they write and raise, its always-on steering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.kinds.declarations.parameter import Parameter
from graphs.worlds.edits.references import FILTER, group_named_by
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import Element, need_agent, with_element
from graphs.worlds.model.world_file import AgentEntry, EmitterEntry, ModifierEntry, SensorEntry, WorldDocument

Part = Literal["sensors", "emits", "modifiers"]
"""The ordered lists of an agent."""

_WORDS = {"sensors": "sensor", "emits": "emitter", "modifiers": "behavior"}


@edit
def add_sensor(world: WorldDocument, agent_id: str, kind_id: str) -> WorldDocument:
    """Add a sensor at the end; what it must be told is filled in with what the world has, if anything."""
    kind = SENSOR_KINDS.get(kind_id)
    if kind is None:
        known = ", ".join(sorted(SENSOR_KINDS))
        raise EditRefused(f"There is no sensor {kind_id!r}.", f"Known sensors: {known}.")
    agent = need_agent(world, agent_id)
    sensor = SensorEntry(kind=kind_id, params=_completed(world, agent_id, kind.parameters, {}))
    return _with_agent(world, agent_id, put(agent, sensors=(*agent.sensors, sensor)))


@edit
def add_emitter(world: WorldDocument, agent_id: str, kind_id: str) -> WorldDocument:
    """Let an agent give something off."""
    if kind_id not in EMITTER_KINDS:
        known = ", ".join(sorted(EMITTER_KINDS))
        raise EditRefused(f"There is no kind of emitter {kind_id!r}.", f"Known kinds: {known}.")
    agent = need_agent(world, agent_id)
    return _with_agent(world, agent_id, put(agent, emits=(*agent.emits, EmitterEntry(kind=kind_id))))


@edit
def add_modifier(world: WorldDocument, agent_id: str, behavior_id: str) -> WorldDocument:
    """Let an always-on behavior steer an agent."""
    behavior = BEHAVIORS.get(behavior_id)
    if behavior is None or not behavior.steering.modifier:
        known = ", ".join(sorted(each.id for each in BEHAVIORS.values() if each.steering.modifier))
        raise EditRefused(f"{behavior_id!r} is no always-on behavior.", f"Known ones: {known}.")
    agent = need_agent(world, agent_id)
    modifier = ModifierEntry(behavior=behavior_id)
    return _with_agent(world, agent_id, put(agent, modifiers=(*agent.modifiers, modifier)))


@edit
def remove_part(world: WorldDocument, agent_id: str, part: Part, index: int) -> WorldDocument:
    """Take one entry out of a list of an agent."""
    agent = need_agent(world, agent_id)
    entries = _entries(agent, part, index)
    return _with_agent(world, agent_id, put(agent, **{part: entries[:index] + entries[index + 1 :]}))


@edit
def move_part(world: WorldDocument, agent_id: str, part: Part, index: int, step: int) -> WorldDocument:
    """Let an entry of a list of an agent come earlier (-1) or later (+1)."""
    agent = need_agent(world, agent_id)
    entries = list(_entries(agent, part, index))
    goal = index + step
    if not 0 <= goal < len(entries):
        place = "first" if step < 0 else "last"
        raise EditRefused(f"It is the {place} {_WORDS[part]} already.", "Move another one.")
    entries.insert(goal, entries.pop(index))
    return _with_agent(world, agent_id, put(agent, **{part: tuple(entries)}))


@edit
def bind_output(
    world: WorldDocument, agent_id: str, index: int, output: str, variable: str | None, former: str | None
) -> WorldDocument:
    """Let an output of a sensor be written to a variable in place of `former`; None writes it nowhere.

    Refuses a variable that another output of the same sensor is written to.
    """
    sensor = _sensor(world, agent_id, index)
    said = "{} holds the output {} of this sensor already."
    writes = _bound(sensor.writes, output, variable, former, said, "Choose another variable.")
    return _with_sensor(world, agent_id, index, put(sensor, writes=writes))


@edit
def bind_event(
    world: WorldDocument, agent_id: str, index: int, event: str, raised: str | None, former: str | None
) -> WorldDocument:
    """Let an event of a sensor be raised as `raised` in place of `former`; None raises nothing."""
    sensor = _sensor(world, agent_id, index)
    said = "{} is raised by {} of this sensor already."
    raises = _bound(sensor.raises, event, raised, former, said, "Choose another event.")
    return _with_sensor(world, agent_id, index, put(sensor, raises=raises))


def _bound(
    known: Mapping[str, str], own: str, name: str | None, former: str | None, said: str, remedy: str
) -> dict[str, str]:
    """Return what names are bound to, with `own` bound to `name` in place of `former`, None to nothing."""
    bound = {other: key for other, key in known.items() if other != former}
    if name:
        if bound.get(name, own) != own:
            raise EditRefused(said.format(name, bound[name]), remedy)
        bound[name] = own
    return bound


@edit
def change_sensor_kind(world: WorldDocument, agent_id: str, index: int, kind_id: str) -> WorldDocument:
    """Make another kind of sensor of one; parameters, writes and events stay where the kind has them too."""
    kind = SENSOR_KINDS.get(kind_id)
    if kind is None:
        raise EditRefused(f"There is no sensor {kind_id!r}.", f"Known sensors: {', '.join(SENSOR_KINDS)}.")
    sensor = _sensor(world, agent_id, index)
    params = {name: value for name, value in sensor.params.items() if kind.parameter(name) is not None}
    changed = put(
        sensor,
        kind=kind_id,
        params=_completed(world, agent_id, kind.parameters, params),
        writes={name: write for name, write in sensor.writes.items() if kind.output(write) is not None},
        raises={name: key for name, key in sensor.raises.items() if kind.event(key) is not None},
    )
    return _with_sensor(world, agent_id, index, changed)


def _completed(
    world: WorldDocument, agent_id: str, declared: Sequence[Parameter], params: dict[str, JsonValue]
) -> dict[str, JsonValue]:
    """Return parameters with what must be given filled in, where the world has something that fits."""
    completed = dict(params)
    for parameter in declared:
        if parameter.required and parameter.name not in completed:
            value = _first_value(world, agent_id, parameter)
            if value is not None:
                completed[parameter.name] = value
    return completed


def _first_value(world: WorldDocument, agent_id: str, parameter: Parameter) -> JsonValue:
    """Return a value for what must be given, from what there is in the world; None for nothing.

    Whoever looks, looks for foes, if nothing else is said.
    """
    if parameter.name == FILTER:
        return "foes"
    group = group_named_by(parameter)
    if group == "paths":
        return next(iter(world.paths), None)
    if group == "agents":
        if world.player is not None and world.player != agent_id:
            return world.player
        return next((key for key in world.agents if key != agent_id), None)
    return None


def _sensor(world: WorldDocument, agent_id: str, index: int) -> SensorEntry:
    agent = need_agent(world, agent_id)
    _entries(agent, "sensors", index)
    return agent.sensors[index]


def _with_sensor(world: WorldDocument, agent_id: str, index: int, sensor: SensorEntry) -> WorldDocument:
    agent = need_agent(world, agent_id)
    sensors = (*agent.sensors[:index], sensor, *agent.sensors[index + 1 :])
    return _with_agent(world, agent_id, put(agent, sensors=sensors))


def _entries(agent: AgentEntry, part: Part, index: int) -> tuple[object, ...]:
    entries: tuple[object, ...] = getattr(agent, part)
    if not 0 <= index < len(entries):
        raise EditRefused(f"This {_WORDS[part]} is no longer there.", "Choose another one.")
    return entries


def _with_agent(world: WorldDocument, agent_id: str, agent: AgentEntry) -> WorldDocument:
    return with_element(world, Element("agents", agent_id), agent)
