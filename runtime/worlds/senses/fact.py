"""Know a field of an entity, walls or not: the deliberate cheat (SENSE-17).

| the field holds | output |
|---|---|
| a number | `number` |
| a text, such as a team | `text` |
| true or false | `flag` |
| a vector | `vector` |
| the entity or the field is not there | none of them; `known` is false |

Outputs of other types keep what they held last, and are not written before they held anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, cast

import numpy as np

from graphs.worlds.kinds.sensors import FACT
from runtime.basics.context import EvaluationError
from runtime.basics.values import Value
from runtime.basics.vectors import IntArray, length
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.senses.sensor import Sensor
from runtime.worlds.senses.sensor_group import (
    UNKNOWN,
    Column,
    Happening,
    Moment,
    SensorGroup,
    Surroundings,
)


class ValueArray(Protocol):
    """Be an array of values of any kind."""

    def __setitem__(self, place: int, value: Value, /) -> None: ...


_OUTPUTS = ("number", "text", "flag", "vector")


class FactSensors(SensorGroup):
    """Run all fact sensors.

    Memory: `known` (s,) whether the field was there, and by the name of each other output what it holds.
    """

    kind = FACT.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: Surroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self.memory = {name: np.full(count, UNKNOWN, dtype=object) for name in _OUTPUTS}
        self.memory["known"] = np.zeros(count, dtype=np.bool_)

    def sense(self, due: IntArray, moment: Moment) -> list[Happening]:
        """Read the fields."""
        for place in due.tolist():
            value = self._read(place, moment)
            output = output_of(value)
            self.flags("known")[place] = output is not None
            if output is not None:
                self.values(output)[place] = value if not isinstance(value, int) else number_of(value)
        return []

    def outputs(self, places: IntArray, names: Collection[str], moment: Moment) -> Mapping[str, Column]:
        """Return what was read."""
        del moment
        columns: dict[str, Column] = {
            name: self.memory[name][places].tolist() for name in _OUTPUTS if name in names
        }
        columns["known"] = self.flags("known")[places].tolist()
        return columns

    def explain(self, place: int, moment: Moment) -> tuple[SenseCandidate, ...]:
        """Tell what the field holds, or why it does not."""
        sensor = self.sensors[place]
        entity, field = sensor.text("of"), sensor.text("field")
        known = bool(self.flags("known")[place])
        held = [value for name in _OUTPUTS if (value := self.memory[name].tolist()[place]) is not UNKNOWN]
        verdict = f"{field} is {held[0] if len(held) == 1 else 'known'}" if known else f"has no {field}"
        entities = self.around.entities
        try:
            there = entities.positions(self.around.agents)[entities.row(entity)]
        except EvaluationError:
            there = np.zeros(2)
        at = (float(there[0]), float(there[1]))
        distance = float(length(there[None, :] - self.positions(np.array([place])))[0])
        return (SenseCandidate(entity, distance, at, visible=known, in_range=known, verdict=verdict),)

    def values(self, output: str) -> ValueArray:
        """Return what is held for an output; writing to it remembers."""
        return cast(ValueArray, self.memory[output])

    def _read(self, place: int, moment: Moment) -> Value:
        sensor = self.sensors[place]
        try:
            return moment.read_field(sensor.text("of"), sensor.text("field"))
        except EvaluationError:
            return None


def number_of(value: int) -> float | bool:
    """Return an int as a float, and true and false as they are."""
    return value if isinstance(value, bool) else float(value)


def output_of(value: Value) -> str | None:
    """Return the output that a value belongs to, None for no value."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, (int, float)):
        return "number"
    return "text" if isinstance(value, str) else "vector"
