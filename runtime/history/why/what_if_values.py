"""Name what a guard or a decision reads, and let a copy of a brain read other values instead.

| reading | how another value is given |
|---|---|
| a variable of the agent, of the world or of a graph, a parameter | written into buffers of the copy |
| a field of an entity, or a coordinate of one | told by the copy's host |
| a distance between two places | the second entity is so far away, in the direction in which it is now |
| a condition | its answer is there already |

Nothing of the run changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Literal, cast

from graphs.expressions import typed as nodes
from graphs.expressions.typed import TypedExpression, walk_typed
from graphs.expressions.types import Type, Value, ValueType
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.host import Host
from runtime.minds.brain.brain import Brain
from runtime.minds.expressions.evaluate import evaluate
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program

TRIED = (ValueType.BOOL, ValueType.TRIGGER, ValueType.INT, ValueType.FLOAT, ValueType.ENUM)
"""Types whose values can be tried."""

Kind = Literal["agent", "world", "graph", "fact"]

_AGENT, _WORLD = "agent:", "world:"
_OF_GRAPHS = ("graph:", "parameter:")
_POSITION = "position"


@dataclass(frozen=True, slots=True)
class TriedReading:
    """Hold one thing that is read: its name, as in the text of the test, and where it comes from.

    Of kind "agent" and "world" are variables, "graph" those of a graph with its parameters, "fact" is
    everything else that the world tells.
    """

    name: str
    kind: Kind
    type: Type
    typed: TypedExpression
    slots: Mapping[str, Slot]

    @property
    def slot(self) -> Slot | None:
        """Return where a variable lies, None for a fact."""
        return self.slots.get(self.typed.slot_key) if isinstance(self.typed, nodes.VariableRead) else None

    def now(self, brain: Brain) -> Value:
        """Return its value, None where it has none: who is meant is lost, or no entity is."""
        try:
            return evaluate(self.typed, self.slots, brain)
        except EvaluationError:
            return None


def readings_of(program: Program, tests: Iterable[Expression]) -> tuple[TriedReading, ...]:
    """Return what some tests read whose values can be tried, each once, in the order they are read."""
    return tuple(reading for reading in all_readings(program, tests) if reading.type.kind in TRIED)


def all_readings(program: Program, tests: Iterable[Expression]) -> tuple[TriedReading, ...]:
    """Return what some tests read, each once, in the order they are read."""
    found: dict[str, TriedReading] = {}
    for test in tests:
        for node in walk_typed(test.typed):
            reading = _reading(program, test, node)
            if reading is not None:
                found.setdefault(reading.name, reading)
    return tuple(found.values())


def brain_reading(brain: Brain, readings: Iterable[TriedReading], values: Mapping[str, Value]) -> Brain:
    """Return a copy of a brain that reads these values, by the names of readings; others are variables."""
    known = {reading.name: reading for reading in readings}
    trial = brain.copy_for_trial()
    host = _TellingHost(brain.host)
    for name, value in values.items():
        reading = known.get(name)
        if reading is None or reading.kind == "agent":
            trial.put(brain.program.variables[name], value)
        elif reading.slot is not None:
            if not reading.slot.shared:
                trial.put(reading.slot, value)
                continue
            if trial.world is brain.world:
                trial.world = _copied(brain.world)
            trial.world.write(reading.slot, value)
        else:
            _tell(reading, value, brain, trial, host)
    if host.fields:
        trial.host = cast(Host, host)
    return trial


class _TellingHost:
    """Be the host of a brain, but for some fields of entities."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.fields: dict[tuple[str, str], Value] = {}

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return the field given, else that of the world."""
        known = self.fields.get((entity or "", field))
        return self._host.entity_field(entity, field) if known is None else known

    def __getattr__(self, name: str) -> object:
        return getattr(self._host, name)


def _reading(program: Program, test: Expression, node: TypedExpression) -> TriedReading | None:
    name = test.text[node.start : node.end]
    if isinstance(node, nodes.VariableRead):
        for prefix, kind, places in (
            (_AGENT, "agent", program.variables),
            (_WORLD, "world", program.world_variables),
        ):
            own = node.slot_key.removeprefix(prefix)
            if node.slot_key.startswith(prefix) and own in places:
                return TriedReading(own, cast(Kind, kind), places[own].type, node, test.slots)
        slot = test.slots.get(node.slot_key)
        if node.slot_key.startswith(_OF_GRAPHS) and slot is not None:
            return TriedReading(node.slot_key.partition(":")[2], "graph", slot.type, node, test.slots)
        return None
    is_fact = (
        isinstance(node, (nodes.EntityField, nodes.ConditionCall))
        or (isinstance(node, nodes.VectorComponent) and isinstance(node.vector, nodes.EntityField))
        or (isinstance(node, nodes.FunctionCall) and _other_end(node) is not None)
    )
    # What reads the event taken cannot be told apart from it.
    is_free = "event" not in name
    return TriedReading(name, "fact", node.type, node, test.slots) if is_fact and is_free else None


def _other_end(node: nodes.FunctionCall) -> nodes.EntityField | None:
    """Return the end of a distance that can be moved: the second, or the first where that is no entity."""
    if node.function != "distance":
        return None
    ends = (
        argument
        for argument in reversed(node.arguments)
        if isinstance(argument, nodes.EntityField) and argument.field == _POSITION
    )
    return next(ends, None)


def _tell(reading: TriedReading, value: Value, brain: Brain, trial: Brain, host: _TellingHost) -> None:
    node = reading.typed
    if isinstance(node, nodes.ConditionCall):
        arguments = tuple(evaluate(argument, reading.slots, brain) for argument in node.arguments)
        trial.condition_answers[node.condition, arguments] = bool(value)
    elif isinstance(node, nodes.EntityField):
        host.fields[_entity(node, reading, brain), node.field] = value
    elif isinstance(node, nodes.VectorComponent) and isinstance(node.vector, nodes.EntityField):
        x, y = _vector(node.vector, reading, brain)
        number = float(cast(float, value))
        moved = (number, y) if node.component == "x" else (x, number)
        host.fields[_entity(node.vector, reading, brain), node.vector.field] = moved
    elif isinstance(node, nodes.FunctionCall):
        end = _other_end(node)
        assert end is not None
        other = next(argument for argument in node.arguments if argument is not end)
        host.fields[_entity(end, reading, brain), _POSITION] = _moved(
            _vector(other, reading, brain), _vector(end, reading, brain), float(cast(float, value))
        )


def _entity(node: nodes.EntityField, reading: TriedReading, brain: Brain) -> str:
    return cast(str, evaluate(node.entity, reading.slots, brain) or "")


def _vector(node: TypedExpression, reading: TriedReading, brain: Brain) -> tuple[float, float]:
    return cast("tuple[float, float]", evaluate(node, reading.slots, brain))


def _moved(start: tuple[float, float], end: tuple[float, float], far: float) -> tuple[float, float]:
    """Return the place so far from `start` towards `end`; to the right where both are one place."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    if length == 0.0:
        return start[0] + far, start[1]
    return start[0] + dx * far / length, start[1] + dy * far / length


def _copied(state: AgentState) -> AgentState:
    return AgentState(bytearray(state.bytes_), list(state.ints), list(state.floats), list(state.objects))
