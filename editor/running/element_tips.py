"""Say in a few lines what became of an element in the tick shown: for the words beside the pointer; no Qt."""

from __future__ import annotations

from editor.running.row_looks import instance_shown, row_words
from runtime.program.rows import RowFamily
from runtime.status import TransitionOutcome
from runtime.trace.agent_view import AgentView

_OUTCOMES = {
    TransitionOutcome.GUARD_FALSE: "refused",
    TransitionOutcome.TRUE_BUT_LOST: "held, but another was taken",
    TransitionOutcome.PENDING: "pending",
    TransitionOutcome.TAKEN: "taken",
}


def element_tip(view: AgentView, graph: str, element: str) -> str:
    """Return what became of an element for the agent shown, "" for one that its mind does not run."""
    instance = instance_shown(view, graph)
    row = instance.row_of.get(element) if instance is not None else None
    if row is None or view.tick < 0:
        return ""
    if view.program.rows[row].family is not RowFamily.TRANSITION:
        return row_words(view, row)
    return _transition_tip(view, row)


def _transition_tip(view: AgentView, row: int) -> str:
    """Return what became of a transition, with the values its guard saw, and when it was taken last."""
    lines = []
    candidate = view.candidates.get(row)
    if candidate is not None:
        said = _OUTCOMES.get(candidate.outcome, "")
        lines.append(": ".join(part for part in (said, candidate.sentence) if part))
    else:
        lines.append("not asked in this tick")
    taken = view.taken_tick(row)
    if taken == view.tick:
        lines.append("taken in this tick")
    else:
        lines.append(f"last taken at tick {taken:,}" if taken >= 0 else "never taken so far")
    return "\n".join(lines)
