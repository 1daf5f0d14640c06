"""Find the last error of what one element of a graph does, the action of a state included; no Qt."""

from __future__ import annotations

from runtime.basics.status import RESULT_MASK, NodeOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.program import Program
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import RunError

NEVER = -1
"""The tick of an error that never was."""


def action_row(program: Program, row: int) -> ActionRow | None:
    """Return the action that a leaf is, or that is the activity of a state; None for anything else."""
    found = program.rows[row]
    if isinstance(found, StateRow) and found.activity is not None:
        found = found.activity.row
    return found if isinstance(found, ActionRow) else None


def last_error(view: AgentView, row: int) -> tuple[RunError | None, int]:
    """Return the last error of an element and its tick: of its row, or of the action of the state it is."""
    acting = action_row(view.program, row)
    rows = (row,) if acting is None else (row, acting.index)
    latest = max(rows, key=lambda one: view.error_ticks.get(one, NEVER))
    return view.errors.get(latest), view.error_ticks.get(latest, NEVER)


def ended_in_error(view: AgentView, row: int) -> bool:
    """Tell whether the last result of a tree node is a failure by an error in that same tick."""
    failed = view.last_result[row] & RESULT_MASK == NodeOutcome.FAILURE
    return failed and view.error_ticks.get(row, NEVER) == view.last_tick[row]


def erred_while_active(view: AgentView, row: int) -> bool:
    """Tell whether an error came in a state that is active, since it was entered."""
    return view.active(row) and last_error(view, row)[1] >= max(view.active_since(row), 0)
