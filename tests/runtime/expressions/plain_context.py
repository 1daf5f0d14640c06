"""Give expressions a context of plain lists and dicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.curves.curve_tables import Table
from graphs.expressions.types import Type, Value, ValueType
from runtime.basics.context import BufferName, EvaluationError, Slot

BUFFERS: dict[ValueType, BufferName] = {
    ValueType.BOOL: "byte",
    ValueType.TRIGGER: "byte",
    ValueType.INT: "int",
    ValueType.ENUM: "int",
    ValueType.FLOAT: "float",
    ValueType.VECTOR: "float",
    ValueType.STRING: "object",
    ValueType.ENTITY: "object",
}


@dataclass
class PlainContext:
    """Hold what an expression reads, all of it settable by a test."""

    bytes_: list[int] = field(default_factory=list)
    ints: list[int] = field(default_factory=list)
    floats: list[float] = field(default_factory=list)
    objects: list[Value] = field(default_factory=list)
    world_bytes: list[int] = field(default_factory=list)
    world_ints: list[int] = field(default_factory=list)
    world_floats: list[float] = field(default_factory=list)
    world_objects: list[Value] = field(default_factory=list)
    curves: dict[str, Table] = field(default_factory=dict)
    time: float = 12.5
    state_time: float = 0.75
    self_entity: str = "me"
    event_name: str = "noise"
    event_fields: Mapping[str, Value] = field(default_factory=dict)
    taken: dict[str, Mapping[str, Value]] = field(default_factory=dict)
    entities: dict[str, Mapping[str, Value]] = field(default_factory=dict)
    answers: dict[str, bool] = field(default_factory=dict)
    asked: list[tuple[str, tuple[Value, ...]]] = field(default_factory=list)
    slots: dict[str, Slot] = field(default_factory=dict)
    held_triggers: tuple[int, ...] = ()
    armed_reads: list[int] = field(default_factory=list)

    def note_armed(self, index: int) -> bool:
        """Note it, and return True."""
        self.armed_reads.append(index)
        return True

    def condition(self, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer as set, and note the question."""
        self.asked.append((name, arguments))
        if name not in self.answers:
            raise EvaluationError(f"Nobody answers '{name}'.")
        return self.answers[name]

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of a known entity."""
        if entity is None or entity not in self.entities:
            raise EvaluationError(f"The entity {entity} is lost.")
        return self.entities[entity][field]

    def received(self, event: str) -> bool:
        """Tell whether the event was taken."""
        return event in self.taken

    def last_field(self, event: str, field: str) -> Value:
        """Return a field of a taken event."""
        if event not in self.taken:
            raise EvaluationError(f"No event '{event}' in this tick.")
        return self.taken[event][field]

    def declare(self, key: str, declared: Type, value: Value, *, shared: bool = False) -> None:
        """Give a variable a slot and a value."""
        name = BUFFERS[declared.kind]
        attribute = {"byte": "bytes_", "int": "ints", "float": "floats", "object": "objects"}[name]
        buffer: list[Value] = getattr(self, f"world_{attribute.rstrip('_')}" if shared else attribute)
        self.slots[key] = Slot(name, len(buffer), declared, shared)
        if declared.kind is ValueType.ENUM:
            buffer.append(declared.values.index(str(value)))
        elif isinstance(value, tuple):
            buffer.extend(value)
        elif isinstance(value, bool):
            buffer.append(int(value))
        else:
            buffer.append(value)
