"""Read from the view of an agent how each node, state and transition of a graph looks. Qt-free, pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from editor.canvas.items.pictures import NOT_ASKED, NOT_RUN, VALUE_KINDS, RunLook, TransitionLook
from editor.canvas.painting.pictures import GuardLook, GuardPiece, LabelState
from editor.running.row_looks import ended_in_error, erred_while_active
from editor.theme.tokens import StatusLook
from runtime.basics.status import (
    FIRST_BRANCH,
    NO_ANSWER,
    NOT_REACHED,
    RESULT_MASK,
    NodeOutcome,
    TransitionOutcome,
)
from runtime.history.recording.agent_view import AgentView
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.expressions.explain import format_value
from runtime.minds.program.program import Instance
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import Candidate, DecisionStep

FADE_SECONDS = 1.0
"""A taken transition goes back to idle in this much simulated time."""

_RESULTS = {
    NodeOutcome.RUNNING: StatusLook.RUNNING,
    NodeOutcome.SUCCESS: StatusLook.SUCCESS,
    NodeOutcome.FAILURE: StatusLook.FAILURE,
    NodeOutcome.SKIPPED: StatusLook.SKIPPED,
}
_STRENGTH = {
    StatusLook.SKIPPED: 1,
    StatusLook.SUCCESS: 2,
    StatusLook.FAILURE: 3,
    StatusLook.RUNNING: 4,
    StatusLook.ERROR: 5,
}
_GUARD_LOOKS = {"true": GuardLook.TRUE, "false": GuardLook.FALSE, "neutral": GuardLook.NEUTRAL}


def shown_instance(view: AgentView, graph_id: str) -> Instance | None:
    """Return the use of a graph to show: the first live one, else the one visited last."""
    instances = view.program.instances_of(graph_id)
    best: tuple[bool, int, Instance] | None = None
    for instance in instances:
        rows = instance.row_of.values()
        live = any(view.outcome[row] and _is_live(view, row) for row in rows)
        last = max((view.last_tick[row] for row in rows), default=-1)
        if best is None or (live, last) > (best[0], best[1]):
            best = (live, last, instance)
    return None if best is None else best[2]


def _is_live(view: AgentView, row: int) -> bool:
    family = view.program.rows[row].family
    if family is RowFamily.DECISION:
        return view.outcome[row] != NOT_REACHED
    if family is RowFamily.TREE_NODE:
        return view.outcome[row] & RESULT_MASK == NodeOutcome.RUNNING
    return family is RowFamily.STATE and view.active(row)


def tree_node_look(view: AgentView, row: int) -> RunLook:
    """Return the look of a tree node: its result of the last brain tick, or its last result."""
    outcome = view.outcome[row] & RESULT_MASK
    if ended_in_error(view, row) and outcome == NodeOutcome.FAILURE:
        return RunLook(StatusLook.ERROR)
    live = _RESULTS.get(NodeOutcome(outcome))
    if live is not None:
        return RunLook(live)
    if ended_in_error(view, row):
        return RunLook(last=StatusLook.ERROR)
    last = _RESULTS.get(NodeOutcome(view.last_result[row] & RESULT_MASK))
    return RunLook(last=last) if last is not None else NOT_RUN


def decision_look(view: AgentView, row: int) -> RunLook:
    """Return the look of a question or answer of a decision tree: the branch it took, and what it saw."""
    outcome = view.outcome[row]
    question = view.program.rows[row]
    if outcome == NOT_REACHED:
        last = view.last_result[row]
        ghost = StatusLook.FAILURE if last == NO_ANSWER else StatusLook.SUCCESS
        return RunLook(last=ghost) if last else NOT_RUN
    if outcome == NO_ANSWER:
        return RunLook(StatusLook.ERROR if row in view.errors else StatusLook.FAILURE)
    if not isinstance(question, QuestionRow):
        return RunLook(StatusLook.SUCCESS)
    branch = outcome - FIRST_BRANCH
    if branch >= len(question.branches):
        # Until the next step the outcome is that of the question before an edit, which had more branches.
        return RunLook(last=StatusLook.SUCCESS)
    step = view.steps.get(row)
    return RunLook(
        StatusLook.SUCCESS,
        value=_value_seen(question, step) if step is not None else "",
        number=_number_seen(question, step) if step is not None else None,
        taken=question.branches[branch].node,
        branch=branch,
    )


def _value_seen(question: QuestionRow, step: DecisionStep) -> str:
    """Return the one value that a question is about, "" for those about several or none."""
    if question.kind == "test":
        return question.branch_words(step.branch)
    return format_value(step.values[0][1]) if question.kind in VALUE_KINDS else ""


def _number_seen(question: QuestionRow, step: DecisionStep) -> float | None:
    """Return the number that `ranges` is about."""
    value = step.values[0][1] if question.kind == "ranges" else None
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def state_look(view: AgentView, row: int) -> RunLook:
    """Return the look of a state: active with the time it has been so, was active, or plain."""
    if not view.ended and view.active(row):
        status = StatusLook.ERROR if erred_while_active(view, row) else StatusLook.RUNNING
        return RunLook(status, dwell=dwell_text(view.dwell(row)))
    if row in view.was_active:
        return RunLook(last=StatusLook.RUNNING)
    return NOT_RUN


def dwell_text(seconds: float) -> str:
    """Return a time in a state: two decimals below a second, then one."""
    return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"


def transition_look(view: AgentView, row: int, *, shows_candidate: bool) -> TransitionLook:
    """Return the look of a transition: taken and fading, in error, pending, or refused with judged parts."""
    taken = view.taken_tick(row)
    if taken >= 0:
        age = (view.tick - taken) / view.program.rate
        if 0.0 <= age < FADE_SECONDS:
            return TransitionLook(LabelState.TAKEN, fade=age / FADE_SECONDS)
    if row in view.errors:
        return TransitionLook(LabelState.ERROR)
    if view.outcome[row] == TransitionOutcome.PENDING:
        return TransitionLook(LabelState.PENDING)
    candidate = view.candidates.get(row)
    if not shows_candidate or candidate is None:
        return NOT_ASKED
    if candidate.outcome == TransitionOutcome.GUARD_FALSE:
        return TransitionLook(LabelState.REFUSED, parts=_parts(candidate))
    if candidate.outcome == TransitionOutcome.TRUE_BUT_LOST:
        return TransitionLook(LabelState.IDLE, parts=_parts(candidate))
    return NOT_ASKED


def _parts(candidate: Candidate) -> tuple[GuardPiece, ...]:
    return tuple(GuardPiece(part.text, _GUARD_LOOKS[part.value]) for part in candidate.parts)


def is_fading(view: AgentView, row: int) -> bool:
    """Tell whether a transition was taken less than a second of simulated time ago, or just after that."""
    taken = view.taken_tick(row)
    return taken >= 0 and (view.tick - taken) / view.program.rate < FADE_SECONDS + 0.5


def strength(look: RunLook) -> int:
    """Return how much a live status says: error, running, failure, success, skipped, then nothing."""
    return _STRENGTH.get(look.status, 0)


def strongest(looks: Iterable[RunLook]) -> RunLook:
    """Return the look with the strongest live status, for what hides others; else a last result."""
    best = NOT_RUN
    for look in looks:
        if strength(look) > strength(best):
            best = RunLook(look.status)
        elif best.status == StatusLook.IDLE and best.last is None and look.last is not None:
            best = RunLook(last=look.last)
    return best


def rolled_up(own: RunLook, inside: Collection[RunLook]) -> RunLook:
    """Return the look of a collapsed tree node: the strongest status of it and of what it hides."""
    return strongest((own, *inside))
