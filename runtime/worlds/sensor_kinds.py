"""Declare the kinds of sensors: what they take, what they can write and what they can raise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.kinds.parameter import Parameter
from graphs.model.variables import VariableType


@dataclass(frozen=True, slots=True)
class SensorOutput:
    """Declare one output of a sensor: a value that a variable can be bound to."""

    name: str
    type: VariableType
    help: str


@dataclass(frozen=True, slots=True)
class SensorEvent:
    """Declare one event that a sensor can raise, with the names and types of what it carries."""

    name: str
    help: str
    payload: Mapping[str, VariableType] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SensorKind:
    """Declare one kind of sensor."""

    id: str
    title: str
    summary: str
    catalogue_id: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[SensorOutput, ...]
    events: tuple[SensorEvent, ...] = ()

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter called `name`, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    def output(self, name: str) -> SensorOutput | None:
        """Return the output called `name`, or None."""
        return next((output for output in self.outputs if output.name == name), None)

    def event(self, name: str) -> SensorEvent | None:
        """Return the event called `name`, or None."""
        return next((event for event in self.events if event.name == name), None)


_SEEN: Mapping[str, VariableType] = {"at": "vector", "target": "entity", "distance": "float"}

_SIGHT = SensorKind(
    "sight",
    "Sight",
    "Sees what is inside a cone, in range and not behind a wall.",
    "SENSE-02",
    (
        Parameter(
            "half_angle", "float", 45.0, "From the middle of the cone to its edge.", 0, 180, unit="degrees"
        ),
        Parameter("range", "float", 6.0, "How far it sees.", minimum=0, unit="units"),
        Parameter("looks_for", "string", help="A team, or the id of one agent."),
    ),
    (
        SensorOutput("visible", "bool", "Whether anything looked for is in view."),
        SensorOutput("target", "entity", "The nearest in view, else the one seen last."),
        SensorOutput("position", "vector", "Where the target is, else where it was seen last."),
        SensorOutput("distance", "float", "Distance to that position."),
        SensorOutput("unseen_for", "float", "Seconds since anything was in view, or since the start."),
    ),
    (
        SensorEvent("seen", "Something came into view.", _SEEN),
        SensorEvent("lost", "Nothing is in view any more.", _SEEN),
    ),
)
_DISTANCE = SensorKind(
    "distance",
    "Distance",
    "Knows how far an entity is, walls or not.",
    "SENSE-17",
    (Parameter("to", "entity", help="The entity to measure to."),),
    (
        SensorOutput("distance", "float", "Distance from middle to middle."),
        SensorOutput("position", "vector", "Where the entity is."),
    ),
)
_WAYPOINT = SensorKind(
    "waypoint",
    "Waypoint",
    "Knows where the waypoint is that a variable of the agent counts to.",
    "STEER-18",
    (
        Parameter("path", "path", help="The path whose waypoints are counted."),
        Parameter("index", "variable", help="The int variable that holds the index; it wraps round."),
    ),
    (
        SensorOutput("distance", "float", "Distance to the waypoint."),
        SensorOutput("position", "vector", "Where the waypoint is."),
        SensorOutput("entity", "entity", "The waypoint."),
        SensorOutput("count", "int", "How many waypoints the path has."),
    ),
)

SENSOR_KINDS: Mapping[str, SensorKind] = {kind.id: kind for kind in (_SIGHT, _DISTANCE, _WAYPOINT)}
"""All kinds of sensors by id."""
