"""Take what comes to a brain from outside: results to force, states to enter (rule 7.4), events posted.

Events with words that mean nothing to whoever they are posted to are refused; worlds post theirs without
asking.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphs.expressions.names import name_remedy
from graphs.expressions.types import FLOAT, Type, Value, fits_type
from runtime.basics.status import Status
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.orders import orders_of
from runtime.minds.program.rows import Row, RowFamily, row_path
from runtime.minds.program.tree_row import TreeRow
from runtime.records.trace_frame import RunError

if TYPE_CHECKING:
    from runtime.minds.brain.brain import Brain
    from runtime.minds.program.program import Program


def state_at(program: Program, path: str) -> StateRow | None:
    """Return the state at a path that can be entered, None where there is none or it is disabled."""
    found = (row for row in program.rows if isinstance(row, StateRow) and row.path == path)
    return next((row for row in found if not row.disabled), None)


def node_at(program: Program, path: str) -> TreeRow | None:
    """Return the node at a path that can be forced, the action of a state included; None for none.

    A disabled node is none: it is skipped whatever it is told.
    """
    found = next((row for row in program.rows if row_path(row) == path and _is_node(row)), None)
    return found if isinstance(found, TreeRow) and not found.disabled else None


def _is_node(row: Row) -> bool:
    return isinstance(row, TreeRow) and row.family is RowFamily.TREE_NODE


def order_result(brain: Brain, path: str, result: Status | None) -> None:
    """Let the node at a path give a result at its next visit, None to take that back.

    Where there is no such node by now, that is recorded and nothing else happens.
    """
    row = node_at(brain.program, path)
    if row is not None and not brain.ended:
        brain.take_orders(orders_of(brain).forcing(row.index, result) or None)
    elif result is not None:
        said = f"Nothing at {path} can be forced to give {result.name}; the order is dropped."
        brain.outside_errors.append(RunError(-1 if row is None else row.index, said))


def order_entry(brain: Brain, path: str) -> None:
    """Let the state at a path be entered in the brain's next tick; where there is none, record that."""
    row = state_at(brain.program, path)
    if row is not None and not brain.ended:
        brain.take_orders(orders_of(brain).entering(row.index))
    else:
        said = f"No state at {path} can be entered; the order is dropped."
        brain.outside_errors.append(RunError(-1 if row is None else row.index, said))


def order_row(brain: Brain, index: int, word: str | None) -> str:
    """Order one of `ORDER_WORDS` of a row, None to take back what it was forced to give.

    Returns why that cannot be, "" where it can.
    """
    if brain.ended:
        return "The mind has ended; it takes no orders."
    row = brain.program.rows[index] if index < len(brain.program.rows) else None
    if word == "enter":
        if not isinstance(row, StateRow) or row.disabled:
            return f"Row {index} is no state that can be entered."
    elif not isinstance(row, TreeRow) or not _is_node(row) or row.disabled:
        return f"Row {index} is no node that can be forced."
    brain.take_orders(orders_of(brain).with_word(index, word) or None)
    return ""


KnownEvents = Mapping[str, Mapping[str, Type]]
"""The events that a mind knows, with the types of what each carries."""


def unknown_event(name: str, known: KnownEvents) -> str:
    """Return why an event cannot be posted that no mind knows."""
    return f"No mind it is posted to has the event {name!r}. {name_remedy(name, known)}"


def posted_payload(name: str, payload: Mapping[str, Value], known: KnownEvents) -> dict[str, Value]:
    """Return what a posted event carries, ints as floats where they are declared so; raise ValueError.

    A field that is not given is missing where it is read, as it is from a sensor.
    """
    if name not in known:
        raise ValueError(unknown_event(name, known))
    found: dict[str, Value] = {}
    for field, value in payload.items():
        declared = known[name].get(field)
        if declared is None:
            raise ValueError(f"The event {name} carries no {field!r}. {name_remedy(field, known[name])}")
        value = float(value) if declared == FLOAT and type(value) is int else value
        if not fits_type(value, declared):
            raise ValueError(f"{name}.{field} is {declared.phrase} and cannot take {value!r}.")
        found[field] = value
    return found
