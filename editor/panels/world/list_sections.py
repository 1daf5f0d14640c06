"""Build the sections for the ordered lists of an agent: sensors, what it gives off, always-on steering."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from editor.panels.inspector.field_builders import Choices, label_of
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.new_names import new_event, new_variable, picked_name
from editor.panels.world.world_fields import (
    MindAction,
    WorldAction,
    WorldField,
    WorldFieldEdit,
    WorldFields,
    WorldSection,
)
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.model import Document
from graphs.worlds.checks.world_mind_check import takes_output
from graphs.worlds.edits.agent_parts import (
    Part,
    add_emitter,
    add_modifier,
    add_sensor,
    bind_event,
    bind_output,
    change_sensor_kind,
    move_part,
    remove_part,
)
from graphs.worlds.edits.usual_wiring import Joint, lacks_usual, wire_usual
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.kinds.sensor_kind import SensorKind
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.world_file import AgentEntry, SensorEntry, WorldDocument

Item = tuple[str, tuple[WorldField, ...], str]
"""Title, rows and note of one entry of a list."""

_NO_ACTIONS: Mapping[int, tuple[WorldAction, ...]] = {}


def sensor_sections(fields: WorldFields, entry: AgentEntry) -> tuple[WorldSection, ...]:
    """Return a section for each sensor in its order, and one to add another."""
    document = fields.context.minds.get(mind_file(entry.mind or ""))
    items: list[Item] = []
    for index, sensor in enumerate(entry.sensors):
        kind = SENSOR_KINDS.get(sensor.kind)
        rows = _sensor_rows(fields, index, sensor, kind, document)
        note = "cheats" if kind is not None and kind.cheats else _used(sensor)
        items.append((kind.title if kind is not None else label_of(sensor.kind), rows, note))
    kinds = tuple((kind.id, kind.title) for kind in SENSOR_KINDS.values())
    own = _wiring_actions(_agent(fields), entry) if document is not None else {}
    return _sections(fields, "sensors", "Sensors", items, kinds, add_sensor, is_open=True, own_actions=own)


def _wiring_actions(agent_id: str, entry: AgentEntry) -> Mapping[int, tuple[WorldAction, ...]]:
    """Return for each sensor that does not tell what it usually does the button that lets it."""
    return {
        index: (_wiring_action(agent_id, index),)
        for index, sensor in enumerate(entry.sensors)
        if lacks_usual(sensor)
    }


def _wiring_action(agent_id: str, index: int) -> WorldAction:
    def wire(world: WorldDocument, mind: Document) -> Joint:
        return wire_usual(world, mind, agent_id, index)

    row = f"sensors.{index}.kind"
    return MindAction("Wire the usual", "link", lambda world: world, joint=wire, agent=agent_id, row=row)


def emitter_sections(fields: WorldFields, entry: AgentEntry) -> tuple[WorldSection, ...]:
    """Return a section for each thing an agent gives off, and one to add another."""
    items: list[Item] = []
    for index, emitter in enumerate(entry.emits):
        kind, path = EMITTER_KINDS.get(emitter.kind), f"emits.{index}"
        hint = "Else an action begins it."
        active = fields.switch(f"{path}.active", "Active", emitter.active, True, hint=hint)
        declared = kind.parameters if kind is not None else ()
        rows = (active, *fields.parameters(declared, emitter.params, f"{path}.params"))
        items.append((kind.title if kind is not None else label_of(emitter.kind), rows, ""))
    kinds = tuple((kind.id, kind.title) for kind in EMITTER_KINDS.values())
    return _sections(fields, "emits", "Gives off", items, kinds, add_emitter)


def modifier_sections(fields: WorldFields, entry: AgentEntry) -> tuple[WorldSection, ...]:
    """Return a section for each always-on behavior, and one to add another."""
    items: list[Item] = []
    for index, modifier in enumerate(entry.modifiers):
        behavior, path = BEHAVIORS.get(modifier.behavior), f"modifiers.{index}"
        hint = "How much it counts beside what the mind asks for."
        weight = fields.number(f"{path}.weight", "Weight", modifier.weight, 1, hint=hint)
        hint = "Smaller is earlier, where the agent combines by priority or as a running sum."
        rank = fields.number(f"{path}.priority", "Priority", modifier.priority, 0, whole=True, hint=hint)
        declared = behavior.parameters if behavior is not None else ()
        rows = (weight, rank, *fields.parameters(declared, modifier.arguments, f"{path}.arguments"))
        items.append((behavior.title if behavior is not None else label_of(modifier.behavior), rows, ""))
    kinds = tuple(
        (behavior.id, behavior.title) for behavior in BEHAVIORS.values() if behavior.steering.modifier
    )
    return _sections(fields, "modifiers", "Always steers", items, kinds, add_modifier, items_open=False)


def _sections(
    fields: WorldFields,
    part: Part,
    title: str,
    items: Sequence[Item],
    kinds: Choices,
    add: Callable[[WorldDocument, str, str], WorldDocument],
    *,
    is_open: bool = False,
    items_open: bool = True,
    own_actions: Mapping[int, tuple[WorldAction, ...]] = _NO_ACTIONS,
) -> tuple[WorldSection, ...]:
    """Return a section that adds an entry to a list, and one for each there is, to be moved and removed."""
    agent_id, count = _agent(fields), len(items)

    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if not isinstance(value, str):
            raise EditRefused("Nothing was chosen.", "Choose a kind.")
        return add(world, agent_id, value)

    adder = WorldField(f"{part}.add", "Add", FieldKind.CHOICE, None, edit, choices=tuple(kinds))
    adder, note = replace(adder, placeholder="choose a kind"), str(count) if count else "none"
    sections = [WorldSection(part, title, (adder,), note=note, open=is_open or bool(count))]
    for index, (words, rows, note) in enumerate(items):
        actions, heading = _list_actions(agent_id, part, index, count), f"{index + 1}  {words}"
        actions = (*actions, *own_actions.get(index, ()))
        section = WorldSection(f"{part}.{index}", heading, rows, actions, note, open=items_open, in_line=True)
        sections.append(section)
    return tuple(sections)


def _sensor_rows(
    fields: WorldFields, index: int, sensor: SensorEntry, kind: SensorKind | None, document: Document | None
) -> tuple[WorldField, ...]:
    path, agent_id = f"sensors.{index}", _agent(fields)
    kinds = tuple((kind.id, kind.title) for kind in SENSOR_KINDS.values())

    def change(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return change_sensor_kind(world, agent_id, index, str(value))

    hint, declared = (kind.summary, kind.parameters) if kind is not None else ("", ())
    rows = [fields.choice(f"{path}.kind", "Kind", sensor.kind, kinds, required=True, hint=hint, edit=change)]
    indexes = (*_variables(document, ("int",)), *new_variable(document, "waypoint", "int"))
    rows += fields.parameters(declared, sensor.params, f"{path}.params", indexes)
    hint = "The time between two looks; 0 looks in every step."
    every = fields.number(f"{path}.every", "Every", sensor.every, 0, unit="s", minimum=0, hint=hint)
    rows.append(replace(every, maximum=3600))
    if kind is None:
        return tuple(rows)
    for output in kind.outputs:
        new = new_variable(document, output.usual or output.name, output.type)
        choices = (*_takers(document, output.type), *new)
        written = [name for name, written_output in sensor.writes.items() if written_output == output.name]
        for number, name in enumerate(written or [None]):
            rows.append(_write_row(agent_id, index, output.name, name, choices, output.help, number))
    for event in kind.events:
        new = new_event(document, event.usual or event.name, event.payload)
        events = (*_events(document), *new)
        raised = [name for name, raised_event in sensor.raises.items() if raised_event == event.name]
        for number, name in enumerate(raised or [None]):
            rows.append(_raise_row(agent_id, index, event.name, name, events, event.help, number))
    return tuple(rows)


def _write_row(
    agent_id: str, index: int, output: str, variable: str | None, choices: Choices, hint: str, number: int
) -> WorldField:
    """Return the row that says which variable an output is written to; a second one has a row of its own."""

    def bind(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return bind_output(world, agent_id, index, output, picked_name(value), variable)

    key = f"sensors.{index}.writes.{output}" + (f".{number}" if number else "")
    return _name_row(key, label_of(output), variable, choices, bind, hint, "not written")


def _raise_row(
    agent_id: str,
    index: int,
    event: str,
    raised: str | None,
    choices: Choices,
    hint: str,
    number: int,
) -> WorldField:
    def bind(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return bind_event(world, agent_id, index, event, picked_name(value), raised)

    key = f"sensors.{index}.raises.{event}" + (f".{number}" if number else "")
    return _name_row(key, f"⚡ {label_of(event)}", raised, choices, bind, hint, "not raised")


def _name_row(
    key: str, label: str, value: str | None, choices: Choices, edit: WorldFieldEdit, hint: str, nothing: str
) -> WorldField:
    offered = ((None, nothing), *choices)
    if value is not None and all(value != choice for choice, _ in offered):
        offered = (*offered, (value, value))
    row = WorldField(key, label, FieldKind.CHOICE, value, edit, choices=offered, help=hint)
    return replace(row, placeholder=nothing)


def _takers(document: Document | None, output_type: str) -> Choices:
    """Return the variables that can take an output."""
    if document is None:
        return ()
    return tuple(
        (name, name)
        for name, variable in sorted(document.variables.items())
        if variable.scope == "agent" and takes_output(variable, output_type)
    )


def _events(document: Document | None) -> Choices:
    return [(known, known) for known in sorted(document.events)] if document is not None else []


def _variables(document: Document | None, types: Sequence[str]) -> Choices:
    variables = document.variables if document is not None else {}
    return tuple((name, name) for name, variable in sorted(variables.items()) if variable.type in types)


def _list_actions(agent_id: str, part: Part, index: int, count: int) -> tuple[WorldAction, ...]:
    up = WorldAction("Earlier", "up", lambda world: move_part(world, agent_id, part, index, -1))
    down = WorldAction("Later", "down", lambda world: move_part(world, agent_id, part, index, 1))
    remove = WorldAction("Remove", "trash", lambda world: remove_part(world, agent_id, part, index))
    return (*((up,) if index > 0 else ()), *((down,) if index < count - 1 else ()), remove)


def _agent(fields: WorldFields) -> str:
    return fields.element.id if fields.element is not None else ""


def _used(sensor: SensorEntry) -> str:
    count = len(sensor.writes) + len(sensor.raises)
    return "" if count else "no agent is told"
