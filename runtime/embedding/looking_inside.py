"""Find nodes of an exported mind by name, and say what it waits for and which final state ended it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Literal, NamedTuple

from runtime.basics.status import StateOutcome, Status
from runtime.embedding.embedding_error import EmbeddingError
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily

_HAVE_STATUS = (RowFamily.TREE_NODE, RowFamily.MACHINE, RowFamily.STATE)


class Waiting(NamedTuple):
    """Say what a mind waits for: a `posted` event, a `delayed` one, or a `pending` transition.

    `name` is that of the event, or the call path of the transition; `seconds` are left until it is due.
    """

    sort: Literal["posted", "delayed", "pending"]
    name: str
    seconds: float


class FinalState(NamedTuple):
    """Say which final state a mind ended in: its name, its call path, and whether that is a success.

    Without names in the export both are the number of its row.
    """

    name: str
    path: str
    status: Status


def node_row(program: Program, name: str) -> Row:
    """Return the row that a call path or a node's id names; raise `EmbeddingError` where none or several."""
    known = [row for row in program.rows if row.family in _HAVE_STATUS]
    found = {row.path: row for row in reversed(known) if name in (row.path, row.node)}
    if name in found:
        return found[name]
    if len(found) > 1:
        paths = ", ".join(sorted(found)[:5])
        raise EmbeddingError(f"The node {name!r} is in {len(found)} places; name its path: {paths}.")
    if found:
        return next(iter(found.values()))
    for row in program.rows:
        if name and name in (row.path, row.node):
            raise EmbeddingError(f"{name!r} is a {row.family.value}; only nodes and states have a status.")
    near = get_close_matches(name, {part for row in known for part in (row.path, row.node)}, 3, 0.5)
    hint = f" Is it {' or '.join(near)}?" if near else " The ids of nodes are in the document."
    raise EmbeddingError(f"The mind has no node {name!r}.{hint}")


def stored_status(row: Row, brain: Brain) -> Status:
    """Return the status that a brain remembers of a row: RUNNING for a state that is active."""
    stored = brain.bytes_[row.index]
    return Status(stored) if row.family is not RowFamily.STATE else Status(bool(stored))


def final_state_of(brain: Brain) -> StateRow | None:
    """Return the final state that ended a brain in its last tick, None where it goes on."""
    root = brain.program.root
    if not brain.ended or not isinstance(root, MachineRow):
        return None
    finals = [state for state in root.child_states if state.final_status is not None]
    return next((one for one in finals if brain.outcomes[one.index] != StateOutcome.INACTIVE), None)


def told_of(state: StateRow) -> FinalState:
    """Return what is told of the final state that ended a mind."""
    assert state.final_status is not None
    return FinalState(state.name, state.path, Status(state.final_status))


def waiting_of(brain: Brain) -> Iterator[Waiting]:
    """Yield what waits in a brain: what is posted, delayed events, pending transitions by their time."""
    now, rate = brain.host.tick, brain.host.rate
    for event in brain.posted:
        yield Waiting("posted", event.name, 0.0)
    machines = brain.machines.snapshot()
    for delayed in machines.delayed:
        yield Waiting("delayed", delayed.event.name, max(delayed.due - now, 0) / rate)
    for _, pending in sorted(machines.pending, key=lambda entry: entry[1].due):
        path = brain.program.rows[pending.transition].path
        yield Waiting("pending", path, max(pending.due - now, 0) / rate)
