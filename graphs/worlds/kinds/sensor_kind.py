"""Say what a kind of sensor is: what it takes, what it can write and what it can raise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.kinds.declarations.parameter import HasParameters, Parameter
from graphs.model.variables_and_events import VariableType


@dataclass(frozen=True, slots=True)
class SensorOutput:
    """Declare one output of a sensor: a value that a variable can be bound to.

    `usual` is the name that the variable usually has; "" for an output that is usually not written.
    """

    name: str
    type: VariableType
    help: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class SensorEvent:
    """Declare one event that a sensor can raise, with the names and types of what it carries.

    `usual` is the name that the mind usually has for it; "" for one that is usually not raised.
    """

    name: str
    help: str
    payload: Mapping[str, VariableType] = field(default_factory=dict)
    usual: str = ""


@dataclass(frozen=True, slots=True)
class SensorKind(HasParameters):
    """Declare one kind of sensor.

    One that `cheats` knows what no one at its place could know (SENSE-17); the editor marks it.
    """

    id: str
    title: str
    summary: str
    catalogue_id: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[SensorOutput, ...]
    events: tuple[SensorEvent, ...] = ()
    cheats: bool = False

    @property
    def has_usual(self) -> bool:
        """Tell whether anything it knows usually has a name in minds."""
        return any(output.usual for output in self.outputs) or any(event.usual for event in self.events)

    def output(self, name: str) -> SensorOutput | None:
        """Return the output called `name`, or None."""
        return next((output for output in self.outputs if output.name == name), None)

    def event(self, name: str) -> SensorEvent | None:
        """Return the event called `name`, or None."""
        return next((event for event in self.events if event.name == name), None)


_TERMS = (
    "A team, a tag or the id of an agent or source; anyone, anything, foes or friends. Several with commas, "
    "a minus in front takes out."
)

FILTER_WORDS = ("anyone", "anything", "foes", "friends")
"""Terms of a filter that are no names."""

LOOKS_FOR = Parameter("looks_for", "string", help=_TERMS)
"""What a sensor looks for; it must be given."""


def looks_for(default: str) -> Parameter:
    """Return the parameter that says what a sensor looks for, with a default."""
    return Parameter("looks_for", "string", default, _TERMS)


def filter_terms(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the terms of a filter, each with whether it takes in (True) or out (False)."""
    terms = [term.strip() for term in text.split(",")]
    return tuple((term.removeprefix("-").strip(), not term.startswith("-")) for term in terms if term)


def cone_angle(name: str, default: float, text: str) -> Parameter:
    """Return a parameter that holds a half angle in degrees, 0 to 180."""
    return Parameter(name, "float", default, text, minimum=0, maximum=180, unit="degrees")


def reach(name: str, default: float, text: str) -> Parameter:
    """Return a parameter that holds a distance in units, 0 or more."""
    return Parameter(name, "float", default, text, minimum=0, unit="units")


def seconds(name: str, default: float, text: str) -> Parameter:
    """Return a parameter that holds a time in seconds, 0 or more."""
    return Parameter(name, "float", default, text, minimum=0, maximum=3600, unit="s")


def at_target(*more: tuple[str, VariableType]) -> Mapping[str, VariableType]:
    """Return the payload of an event about a thing: where, what and how far, and `more`."""
    return {"at": "vector", "target": "entity", "distance": "float", **dict(more)}
