"""Read from an agent's view how a node, state or transition stands: for lists and panels; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.basics.status import FIRST_BRANCH, NO_ANSWER, NOT_REACHED, RESULT_MASK, NodeOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import RowFamily
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import NO_BRANCH, RunError

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
    latest = max(rows, key=lambda each: view.error_ticks.get(each, NEVER))
    return view.errors.get(latest), view.error_ticks.get(latest, NEVER)


def ended_in_error(view: AgentView, row: int) -> bool:
    """Tell whether the last result of a tree node is a failure by an error in that same tick."""
    failed = view.last_result[row] & RESULT_MASK == NodeOutcome.FAILURE
    return failed and view.error_ticks.get(row, NEVER) == view.last_tick[row]


def erred_while_active(view: AgentView, row: int) -> bool:
    """Tell whether an error came in a state that is active, since it was entered."""
    return view.active(row) and last_error(view, row)[1] >= max(view.active_since(row), 0)


_LOOKS = {
    NodeOutcome.RUNNING: "running",
    NodeOutcome.SUCCESS: "success",
    NodeOutcome.FAILURE: "failure",
    NodeOutcome.SKIPPED: "skipped",
}


@dataclass(frozen=True, slots=True)
class RowLook:
    """Hold a look by its name in the themes; `ghost` is a last result, shown as an outline."""

    look: str = ""
    ghost: bool = False


NOTHING = RowLook()


def instance_shown(view: AgentView, graph_id: str) -> Instance | None:
    """Return the use of a graph that is shown: of several the one that ran last."""
    instances = view.program.instances_of(graph_id)
    if len(instances) < 2:
        return instances[0] if instances else None

    def last_active(instance: Instance) -> int:
        return max((_last_tick(view, row) for row in instance.row_of.values()), default=-1)

    return max(instances, key=last_active)


def row_look(view: AgentView, row: int) -> RowLook:
    """Return how the row stands: live in the last brain tick, else its last result, else nothing."""
    family = view.program.rows[row].family
    if family is RowFamily.STATE:
        if view.active(row):
            return RowLook("error" if erred_while_active(view, row) else "running")
        return RowLook("running", ghost=True) if row in view.was_active else NOTHING
    if family is RowFamily.TRANSITION:
        return NOTHING
    if family is RowFamily.DECISION:
        return _decision_look(view, row)
    now = view.outcome[row] & RESULT_MASK
    if ended_in_error(view, row) and now in (0, NodeOutcome.FAILURE):
        return RowLook("error", ghost=not now)
    if now:
        return RowLook(_LOOKS[NodeOutcome(now)])
    last = view.last_result[row] & RESULT_MASK
    return RowLook(_LOOKS[NodeOutcome(last)], ghost=True) if last else NOTHING


def row_words(view: AgentView, row: int) -> str:
    """Return in words how a row stands: "active for 0.93 s", "failure: d is 6.4, 3.4 too far", or ""."""
    family = view.program.rows[row].family
    if family is RowFamily.STATE:
        return f"active for {view.dwell(row):.2f} s" if view.active(row) else ""
    if family is RowFamily.DECISION:
        return _decision_words(view, row)
    if family is not RowFamily.TREE_NODE:
        return ""
    now = view.outcome[row] & RESULT_MASK
    if now:
        reason = next((visit.sentence for visit in reversed(view.visits) if visit.row == row), "")
        return ": ".join(part for part in (_LOOKS[NodeOutcome(now)], reason) if part)
    last = view.last_result[row] & RESULT_MASK
    return f"{_LOOKS[NodeOutcome(last)]} at tick {view.last_tick[row]:,}" if last else "not visited yet"


def _decision_look(view: AgentView, row: int) -> RowLook:
    told = view.outcome[row] or view.last_result[row]
    if told == NOT_REACHED:
        return NOTHING
    ghost = view.outcome[row] == NOT_REACHED
    return RowLook("failure" if told == NO_ANSWER else "success", ghost=ghost)


def _decision_words(view: AgentView, row: int) -> str:
    """Return the branch a question took and why: "30 or more: health is 42, 12 above 30"."""
    now, last, question = view.outcome[row], view.last_result[row], view.program.rows[row]
    told = now or last
    if told == NOT_REACHED:
        return "not reached yet"
    branch = NO_BRANCH if told == NO_ANSWER else told - FIRST_BRANCH
    words = question.branch_words(branch) if isinstance(question, QuestionRow) else "answered"
    if now == NOT_REACHED:
        return f"{words} at tick {view.last_tick[row]:,}"
    step = view.steps.get(row)
    return f"{words}: {step.sentence}" if step is not None and step.sentence else words


def looks_of(view: AgentView | None, graph_id: str) -> dict[str, RowLook]:
    """Return the looks of all nodes of a graph that have one."""
    instance = instance_shown(view, graph_id) if view is not None else None
    if view is None or instance is None:
        return {}
    found = ((node_id, row_look(view, row)) for node_id, row in instance.row_of.items() if node_id)
    return {node_id: look for node_id, look in found if look.look}


def _last_tick(view: AgentView, row: int) -> int:
    if view.program.rows[row].family is RowFamily.STATE:
        return view.tick if view.active(row) else view.active_since(row)
    return view.last_tick[row]
