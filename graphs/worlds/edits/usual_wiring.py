"""Let sensors write and raise what they usually do, and declare that in the mind."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.basics.ids import free_name
from graphs.edits.events import add_event
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.edits.variables import add_variable
from graphs.model import Document
from graphs.model.variables_and_events import Event, VariableType
from graphs.worlds.checks.world_mind_check import takes_output
from graphs.worlds.edits.agent_parts import bind_event, bind_output
from graphs.worlds.kinds.sensor_kind import SensorEvent, SensorKind, SensorOutput
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import need_agent
from graphs.worlds.model.world_file import SensorEntry, WorldDocument

Joint = tuple[WorldDocument, Document]
"""A world and the mind of one of its agents, edited together."""


def lacks_usual(sensor: SensorEntry) -> bool:
    """Tell whether a sensor does not write or raise something that its kind usually does."""
    kind = SENSOR_KINDS.get(sensor.kind)
    return kind is not None and bool(_outputs_left(kind, sensor) or _events_left(kind, sensor))


def wire_usual(world: WorldDocument, mind: Document, agent_id: str, index: int) -> Joint:
    """Let a sensor of an agent write and raise what its kind usually does, under the usual names.

    What the mind has by these names is used where it fits; what it has not is declared. An output that is
    written already stays as it is. Refuses a name that means something else in the mind, with nothing done.
    """
    agent = need_agent(world, agent_id)
    if not 0 <= index < len(agent.sensors):
        raise EditRefused("This sensor is no longer there.", "Choose another one.")
    sensor = agent.sensors[index]
    kind = SENSOR_KINDS.get(sensor.kind)
    if kind is None or not kind.has_usual:
        title = kind.title if kind is not None else sensor.kind
        raise EditRefused(
            f"{title} has no usual names.", "Choose in its rows which variable each output is written to."
        )
    others = [each for place, each in enumerate(agent.sensors) if place != index]
    written = {name for each in others for name in each.writes}
    for output in _outputs_left(kind, sensor):
        # Numbered where another sensor writes it: two would take turns in one variable.
        name = free_name(output.usual, written)
        mind = with_variable(mind, name, output, kind)
        world = bind_output(world, agent_id, index, output.name, name, None)
    for event in _events_left(kind, sensor):
        mind = with_event(mind, event.usual, event, kind)
        world = bind_event(world, agent_id, index, event.name, event.usual, None)
    return world, mind


def wire_all_usual(world: WorldDocument, mind: Document, agent_id: str) -> Joint:
    """Wire every sensor of an agent that has usual names; refuses where there is nothing to do."""
    sensors = need_agent(world, agent_id).sensors
    left = [index for index, sensor in enumerate(sensors) if lacks_usual(sensor)]
    if not sensors:
        raise EditRefused("This agent has no sensor.", "Add one under Sensors first.")
    if not left:
        raise EditRefused("All its sensors tell what they usually do.", "Change single rows by hand.")
    for index in left:
        world, mind = wire_usual(world, mind, agent_id, index)
    return world, mind


def with_variable(mind: Document, name: str, output: SensorOutput, kind: SensorKind) -> Document:
    """Return the mind with a variable that takes an output; refuse one of the name that cannot."""
    known = mind.variables.get(name)
    if known is None:
        return add_variable(mind, name, output.type)[0]
    if known.scope != "agent":
        raise EditRefused(
            f"{name} is shared by the whole world; a sensor writes variables of its own agent.",
            f"Rename {name} in the mind, or choose another variable for {output.name}.",
        )
    if not takes_output(known, output.type):
        raise EditRefused(
            f"The mind has a variable {name} of type {known.type}; {kind.title.lower()} writes "
            f"{_worded(output.type)} there.",
            f"Rename {name} in the mind, or choose another variable for {output.name}.",
        )
    return mind


def with_event(mind: Document, name: str, event: SensorEvent, kind: SensorKind) -> Document:
    """Return the mind with an event that carries what a sensor tells; refuse one that carries other types."""
    known = mind.events.get(name)
    if known is None:
        mind, free = add_event(mind, name)
        return put(mind, events={**mind.events, free: Event(payload=dict(event.payload))})
    for field, type_name in event.payload.items():
        declared = known.payload.get(field, type_name)
        if declared != type_name:
            raise EditRefused(
                f"The event {name} of the mind carries {field} as {_worded(declared)}; "
                f"{kind.title.lower()} gives {_worded(type_name)}.",
                f"Rename {name} in the mind, or choose another event for {event.name}.",
            )
    return mind


def _outputs_left(kind: SensorKind, sensor: SensorEntry) -> list[SensorOutput]:
    written = set(sensor.writes.values())
    return [output for output in kind.outputs if output.usual and output.name not in written]


def _events_left(kind: SensorKind, sensor: SensorEntry) -> list[SensorEvent]:
    raised = set(sensor.raises.values())
    return [event for event in kind.events if event.usual and event.name not in raised]


def _worded(type_name: VariableType) -> str:
    article = "an" if type_name[0] in "aeiou" else "a"
    return f"{article} {type_name}"


@dataclass(frozen=True, slots=True)
class Writer:
    """Name a sensor that could write a variable: its agent, its place there, its kind and the output."""

    agent: str
    index: int
    kind: SensorKind
    output: SensorOutput


def usual_writers(world: WorldDocument, file: str, name: str) -> tuple[Writer, ...]:
    """Return the first sensor of each agent that thinks with a file which usually writes a variable `name`.

    An agent in which something writes `name` already has none.
    """
    found = []
    for agent_id, agent in sorted(world.agents.items()):
        if (agent.mind or "").partition("#")[0] != file or any(name in each.writes for each in agent.sensors):
            continue
        writers = (
            Writer(agent_id, index, kind, output)
            for index, sensor in enumerate(agent.sensors)
            if (kind := SENSOR_KINDS.get(sensor.kind)) is not None
            for output in kind.outputs
            if output.usual == name
        )
        found += [writer for writer in (next(writers, None),) if writer is not None]
    return tuple(found)


def let_write(world: WorldDocument, mind: Document, file: str, name: str) -> Joint:
    """Let the sensors that usually write a variable do so, in all agents that think with a file."""
    writers = usual_writers(world, file, name)
    if not writers:
        raise EditRefused(f"No sensor writes {name} usually.", "Add a sensor, or declare the variable.")
    for writer in writers:
        mind = with_variable(mind, name, writer.output, writer.kind)
        world = bind_output(world, writer.agent, writer.index, writer.output.name, name, None)
    return world, mind
