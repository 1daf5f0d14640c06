"""Write what a place of memory holds as a plain value, and put such a value back.

| meaning | plain value |
|---|---|
| flag | true, false |
| result | `success`, `failure`, `skipped`, null for none |
| number | an int |
| tick | an int, null for never |
| child, place in order | the id of a child, null for none |
| order | ids of all children |
| branch | the id of the node that a branch leads to, null for one that is gone |
| results | results of finished children by id |
| tests | by id of a child whether its guard held at its last test |
| states | the ids of the states that a history stands for |
| field | a value of the field's type, a vector as a list |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import name_remedy
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Value, fits_type, plain_value
from runtime.basics.context import Slot
from runtime.basics.status import Status
from runtime.minds.compile.compiler import declared_value
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.row_fields import Meaning, Memory
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow

NONE = -1
"""How no child, and no tick, is kept in an int place."""

_RESULTS: Mapping[str, Status] = {
    "success": Status.SUCCESS,
    "failure": Status.FAILURE,
    "skipped": Status.SKIPPED,
}


class MemoryRefused(Exception):
    """Say that a value cannot be what a place holds, and what could."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class ChildGone(Exception):
    """Say that the child which a node was at is not there any more (rule 8.2)."""


def read_memory(memory: Memory, row: Row, state: AgentState) -> JsonValue:
    """Return what an agent remembers there as a plain value."""
    index = memory.index
    match memory.meaning:
        case Meaning.FLAG:
            return bool(state.bytes_[index])
        case Meaning.RESULT:
            return _result_word(state.bytes_[index])
        case Meaning.NUMBER:
            return state.ints[index]
        case Meaning.TICK:
            return None if state.ints[index] == NONE else state.ints[index]
        case Meaning.CHILD:
            return _child_id(row, state.ints[index])
        case Meaning.BRANCH:
            return _branch_id(row, state.ints[index])
        case Meaning.STATES:
            return [each.node for each, place in _states(row) if state.bytes_[place]]
        case Meaning.FIELD:
            assert memory.slot is not None
            return plain_value(state.read(memory.slot))
        case _:
            return _read_of_children(memory, row, state)


def _read_of_children(memory: Memory, row: Row, state: AgentState) -> JsonValue:
    """Return what is in one place per child, or counts along such places."""
    index = memory.index
    if memory.meaning is Meaning.PLACE_IN_ORDER:
        return _child_id(row, state.ints[memory.order + state.ints[index]])
    if memory.meaning is Meaning.ORDER:
        return [_child_id(row, state.ints[index + place]) for place in range(len(_children(row)))]
    if memory.meaning is Meaning.RESULTS:
        return _by_child(row, lambda place: _result_word(state.bytes_[index + place]))
    return _by_child(row, lambda place: (None, False, True)[state.bytes_[index + place]])


def write_memory(memory: Memory, row: Row, state: AgentState, value: JsonValue) -> None:
    """Put a plain value back.

    Raises `ChildGone` where it names a child that is not there, `MemoryRefused` where it is no such value.
    """
    index = memory.index
    match memory.meaning:
        case Meaning.FLAG:
            state.bytes_[index] = _flag(memory, value)
        case Meaning.RESULT:
            state.bytes_[index] = _result(memory, value)
        case Meaning.NUMBER:
            state.ints[index] = _number(memory, value)
        case Meaning.TICK:
            state.ints[index] = NONE if value is None else _tick(memory, value)
        case Meaning.CHILD:
            none = value is None and memory.optional
            state.ints[index] = NONE if none else _child(memory, row, value)
        case Meaning.BRANCH:
            state.ints[index] = _branch(memory, row, value)
        case Meaning.STATES:
            _write_states(memory, row, state, value)
        case Meaning.FIELD:
            assert memory.slot is not None
            state.write(memory.slot, checked_plain(memory.slot, value, memory.name))
        case _:
            _write_of_children(memory, row, state, value)


def _write_of_children(memory: Memory, row: Row, state: AgentState, value: JsonValue) -> None:
    """Put back what is in one place per child, or counts along such places."""
    index = memory.index
    if memory.meaning is Meaning.PLACE_IN_ORDER:
        order = list(state.ints[memory.order : memory.order + len(child_ids(row))])
        state.ints[index] = order.index(_child(memory, row, value))
    elif memory.meaning is Meaning.ORDER:
        for place, child in enumerate(_order(memory, row, value)):
            state.ints[index + place] = child
    else:
        for place, each in _children_in(memory, row, value):
            tested = memory.meaning is Meaning.TESTS
            state.bytes_[index + place] = 1 + _flag(memory, each) if tested else _result(memory, each)


def _states(row: Row) -> tuple[tuple[StateRow, int], ...]:
    """Return the states that a history can stand for, each with its place."""
    return row.history.places if isinstance(row, StateRow) and row.history is not None else ()


def _write_states(memory: Memory, row: Row, state: AgentState, value: JsonValue) -> None:
    """Let a history stand for states again; those that are gone are left out."""
    if not isinstance(value, list):
        raise MemoryRefused(f"{memory.name} is a list of the ids of states, not {value!r}.")
    for each, place in _states(row):
        state.bytes_[place] = each.node in value


def checked_plain(slot: Slot, value: JsonValue, name: str) -> Value:
    """Return a plain value as one of a variable or field; raise `MemoryRefused` where it does not fit."""
    wanted: Value = None if value is None else declared_value(value, slot.type)
    if not fits_type(wanted, slot.type) or (wanted is None and value is not None):
        raise MemoryRefused(
            f"{name} is {slot.type.phrase} and cannot be {value!r}.", "Write a value of that type."
        )
    return wanted


def child_ids(row: Row) -> list[str]:
    """Return the ids of the children of a row, in order.

    A leaf of a decision tree is named by its path below that tree, since other trees that it asks may have
    leaves of the same id.
    """
    return [_child_name(row, child) for child in _children(row)]


def _child_name(row: Row, child: TreeRow) -> str:
    return child.path.removeprefix(row.path) if isinstance(row, DecisionTreeRow) else child.node


def _children(row: Row) -> tuple[TreeRow, ...]:
    return row.child_rows if isinstance(row, TreeRow) else ()


def _child_id(row: Row, place: int) -> str | None:
    return None if place == NONE else _child_name(row, _children(row)[place])


def _branch_id(row: Row, place: int) -> str | None:
    return row.branches[place].node if isinstance(row, QuestionRow) and place != NONE else None


def _branch(memory: Memory, row: Row, value: JsonValue) -> int:
    """Return the first branch that leads to a node, `NONE` where none does any more."""
    if not isinstance(value, str | None):
        raise MemoryRefused(f"{memory.name} is the id of the node that a branch leads to, not {value!r}.")
    known = [branch.node for branch in row.branches] if isinstance(row, QuestionRow) else []
    return known.index(value) if value in known else NONE


def _by_child(row: Row, value_at: Callable[[int], JsonValue]) -> dict[str, JsonValue]:
    values = {child.node: value_at(place) for place, child in enumerate(_children(row))}
    return {name: value for name, value in values.items() if value is not None}


def _result_word(status: int) -> str | None:
    return next((word for word, known in _RESULTS.items() if known == status), None)


def _flag(memory: Memory, value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise MemoryRefused(f"{memory.name} is true or false, not {value!r}.")
    return value


def _number(memory: Memory, value: JsonValue) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not INT_MINIMUM <= value <= INT_MAXIMUM:
        raise MemoryRefused(f"{memory.name} is a whole number of 32 bits, not {value!r}.")
    return value


def _tick(memory: Memory, value: JsonValue) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= INT_MAXIMUM:
        raise MemoryRefused(f"{memory.name} is a tick, a whole number from 0 on, not {value!r}.")
    return value


def _result(memory: Memory, value: JsonValue) -> int:
    if value is None:
        return 0
    status = _RESULTS.get(value) if isinstance(value, str) else None
    if status is None:
        raise MemoryRefused(
            f"{memory.name} holds a result, not {value!r}.", f"Write one of {', '.join(_RESULTS)}."
        )
    return int(status)


def _child(memory: Memory, row: Row, value: JsonValue) -> int:
    if not isinstance(value, str):
        raise MemoryRefused(
            f"{memory.name} is the id of a child, not {value!r}.", name_remedy("", child_ids(row))
        )
    known = child_ids(row)
    if value not in known:
        raise ChildGone(f"{memory.name} is at {value}, which is no child here.")
    return known.index(value)


def _order(memory: Memory, row: Row, value: JsonValue) -> list[int]:
    if not isinstance(value, list):
        raise MemoryRefused(f"{memory.name} is a list of the ids of all children, not {value!r}.")
    order = [_child(memory, row, each) for each in value]
    if sorted(order) != list(range(len(_children(row)))):
        raise ChildGone(f"{memory.name} does not name every child once.")
    return order


def _children_in(memory: Memory, row: Row, value: JsonValue) -> list[tuple[int, JsonValue]]:
    """Return the values by position of the children that are still there; the others count afresh."""
    if not isinstance(value, dict):
        raise MemoryRefused(f"{memory.name} holds a value by the id of each child, not {value!r}.")
    known = child_ids(row)
    return [(known.index(name), key) for name, key in value.items() if name in known]
