"""Build the sections for the ordered lists of an agent: sensors, what it gives off, always-on steering."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from editor.panels.inspector.field_builders import Choices, label_of
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.world_fields import (
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
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.kinds.sensor_kind import SensorKind
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import AgentEntry, SensorEntry, WorldDocument


def sensor_sections(fields: WorldFields, entry: AgentEntry) -> tuple[WorldSection, ...]:
    """Return a section for each sensor in its order, and one to add another."""
    agent_id = _agent(fields)
    document = fields.context.minds.get((entry.mind or "").partition("#")[0])
    sections = []
    for index, sensor in enumerate(entry.sensors):
        kind = SENSOR_KINDS.get(sensor.kind)
        title = kind.title if kind is not None else label_of(sensor.kind)
        rows = _sensor_rows(fields, agent_id, index, sensor, kind, document)
        actions = _list_actions(agent_id, "sensors", index, len(entry.sensors))
        note = "cheats" if kind is not None and kind.cheats else _used(sensor)
        sections.append(
            WorldSection(f"sensors.{index}", f"{index + 1}  {title}", rows, actions, note, in_line=True)
        )
    kinds = tuple((one.id, one.title) for one in SENSOR_KINDS.values())
    adder = _adder("sensors.add", "Add", kinds, lambda world, one: add_sensor(world, agent_id, one))
    head = WorldSection("sensors", "Sensors", (adder,), note=_counted(len(entry.sensors)))
    return (head, *sections)


def emitter_sections(fields: WorldFields, entry: AgentEntry) -> tuple[WorldSection, ...]:
    """Return a section for each thing an agent gives off, and one to add another."""
    agent_id = _agent(fields)
    sections = []
    for index, emitter in enumerate(entry.emits):
        kind = EMITTER_KINDS.get(emitter.kind)
        path = f"emits.{index}"
        rows = (
            fields.switch(f"{path}.active", "Active", emitter.active, True, hint="Else an action begins it."),
            *fields.parameters(kind.parameters if kind else (), emitter.params, f"{path}.params"),
        )
        actions = _list_actions(agent_id, "emits", index, len(entry.emits))
        title = kind.title if kind is not None else label_of(emitter.kind)
        sections.append(WorldSection(path, f"{index + 1}  {title}", rows, actions, in_line=True))
    kinds = tuple((one.id, one.title) for one in EMITTER_KINDS.values())
    adder = _adder("emits.add", "Add", kinds, lambda world, one: add_emitter(world, agent_id, one))
    count = len(entry.emits)
    head = WorldSection("emits", "Gives off", (adder,), note=_counted(count), open=bool(count))
    return (head, *sections)


def modifier_sections(fields: WorldFields, entry: AgentEntry) -> tuple[WorldSection, ...]:
    """Return a section for each always-on behavior, and one to add another."""
    agent_id = _agent(fields)
    sections = []
    for index, modifier in enumerate(entry.modifiers):
        behavior = BEHAVIORS.get(modifier.behavior)
        path = f"modifiers.{index}"
        title = behavior.title if behavior is not None else label_of(modifier.behavior)
        rows = (
            fields.number(
                f"{path}.weight",
                "Weight",
                modifier.weight,
                1,
                hint="How much it counts beside what the mind asks for.",
            ),
            fields.number(
                f"{path}.priority",
                "Priority",
                modifier.priority,
                0,
                whole=True,
                hint="Smaller is earlier, where the agent combines by priority or as a running sum.",
            ),
            *fields.parameters(
                behavior.parameters if behavior else (), modifier.arguments, f"{path}.arguments"
            ),
        )
        actions = _list_actions(agent_id, "modifiers", index, len(entry.modifiers))
        sections.append(WorldSection(path, f"{index + 1}  {title}", rows, actions, open=False, in_line=True))
    kinds = tuple((one.id, one.title) for one in BEHAVIORS.values() if one.modifier)
    adder = _adder("modifiers.add", "Add", kinds, lambda world, one: add_modifier(world, agent_id, one))
    count = len(entry.modifiers)
    head = WorldSection("modifiers", "Always steers", (adder,), note=_counted(count), open=bool(count))
    return (head, *sections)


def _sensor_rows(
    fields: WorldFields,
    agent_id: str,
    index: int,
    sensor: SensorEntry,
    kind: SensorKind | None,
    document: Document | None,
) -> tuple[WorldField, ...]:
    path = f"sensors.{index}"
    kinds = tuple((one.id, one.title) for one in SENSOR_KINDS.values())
    rows = [
        fields.choice(
            f"{path}.kind",
            "Kind",
            sensor.kind,
            kinds,
            required=True,
            hint=kind.summary if kind is not None else "",
            edit=lambda world, value: change_sensor_kind(world, agent_id, index, str(value)),
        )
    ]
    rows += fields.parameters(
        kind.parameters if kind is not None else (),
        sensor.params,
        f"{path}.params",
        _variables(document, ("int",)),
    )
    rows.append(
        fields.number(
            f"{path}.every",
            "Every",
            sensor.every,
            0,
            unit="s",
            minimum=0,
            maximum=3600,
            hint="The time between two looks; 0 looks in every step.",
        )
    )
    if kind is None:
        return tuple(rows)
    for output in kind.outputs:
        choices = _takers(document, output.type)
        written = [name for name, one in sensor.writes.items() if one == output.name]
        for number, name in enumerate(written or [None]):
            rows.append(_write_row(agent_id, index, output.name, name, choices, output.help, number))
    for event in kind.events:
        raised = [name for name, one in sensor.raises.items() if one == event.name]
        for number, name in enumerate(raised or [None]):
            rows.append(_raise_row(agent_id, index, event.name, name, document, event.help, number))
    return tuple(rows)


def _write_row(
    agent_id: str, index: int, output: str, variable: str | None, choices: Choices, hint: str, number: int
) -> WorldField:
    """Return the row that says which variable an output is written to; a second one has a row of its own."""

    def bind(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return bind_output(world, agent_id, index, output, None if value is None else str(value), variable)

    key = f"sensors.{index}.writes.{output}" + (f".{number}" if number else "")
    return _name_row(key, label_of(output), variable, choices, bind, hint, "not written")


def _raise_row(
    agent_id: str,
    index: int,
    event: str,
    raised: str | None,
    document: Document | None,
    hint: str,
    number: int,
) -> WorldField:
    def bind(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return bind_event(world, agent_id, index, event, None if value is None else str(value), raised)

    known = sorted(document.events) if document is not None else []
    key = f"sensors.{index}.raises.{event}" + (f".{number}" if number else "")
    names = [(one, one) for one in known]
    return _name_row(key, f"⚡ {label_of(event)}", raised, names, bind, hint, "not raised")


def _name_row(
    key: str, label: str, value: str | None, choices: Choices, edit: WorldFieldEdit, hint: str, nothing: str
) -> WorldField:
    offered = ((None, nothing), *choices)
    if value is not None and all(value != one for one, _ in offered):
        offered = (*offered, (value, value))
    return WorldField(
        key, label, FieldKind.CHOICE, value, edit, choices=offered, help=hint, placeholder=nothing
    )


def _takers(document: Document | None, output_type: str) -> Choices:
    """Return the variables that can take an output."""
    if document is None:
        return ()
    return tuple(
        (name, name)
        for name, variable in sorted(document.variables.items())
        if variable.scope == "agent" and takes_output(variable, output_type)
    )


def _variables(document: Document | None, types: Sequence[str]) -> Choices:
    variables = document.variables if document is not None else {}
    return tuple((name, name) for name, one in sorted(variables.items()) if one.type in types)


def _list_actions(agent_id: str, part: Part, index: int, count: int) -> tuple[WorldAction, ...]:
    actions = []
    if index > 0:
        actions.append(
            WorldAction("Earlier", "up", lambda world: move_part(world, agent_id, part, index, -1))
        )
    if index < count - 1:
        actions.append(WorldAction("Later", "down", lambda world: move_part(world, agent_id, part, index, 1)))
    actions.append(WorldAction("Remove", "trash", lambda world: remove_part(world, agent_id, part, index)))
    return tuple(actions)


def _adder(
    key: str, label: str, kinds: Choices, add: Callable[[WorldDocument, str], WorldDocument]
) -> WorldField:
    """Return a row that adds an entry of the kind that is chosen."""

    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if not isinstance(value, str):
            raise EditRefused("Nothing was chosen.", "Choose a kind.")
        return add(world, value)

    return WorldField(
        key, label, FieldKind.CHOICE, None, edit, choices=tuple(kinds), placeholder="choose a kind"
    )


def _agent(fields: WorldFields) -> str:
    return fields.element.id if fields.element is not None else ""


def _counted(count: int) -> str:
    return str(count) if count else "none"


def _used(sensor: SensorEntry) -> str:
    count = len(sensor.writes) + len(sensor.raises)
    return "" if count else "tells nobody"
