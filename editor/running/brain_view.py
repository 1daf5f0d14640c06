"""Make the view of an agent in the middle of a run, so that it shows at once how its brain stands; no Qt."""

from __future__ import annotations

from runtime.history.recording.agent_view import AgentView
from runtime.minds.machines.machine_rows import StateRow
from runtime.session.session import Session


def view_of_brain(session: Session, agent: str, old: AgentView | None = None) -> AgentView:
    """Return a view of a thinking agent as it stands now, held or running.

    `old` is the view shown until now: of the same agent and a program of the same rows, as after a number
    was changed, it hands over the last results. Before the first step nothing is shown as visited.
    """
    brain = session.brains[agent]
    view = AgentView(brain.program, agent)
    if session.tick == 0:
        return view
    if old is not None:
        view.carry_over(old)
    entered = {
        row.index: brain.ints[row.entered_slot]
        for row in brain.program.rows
        if isinstance(row, StateRow) and row.active(brain)
    }
    view.take_state(session.tick - 1, bytes(brain.outcomes), entered)
    view.ended = brain.ended
    return view
