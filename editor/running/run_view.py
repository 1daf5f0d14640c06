"""Keep what is shown of a run: the picked agent's view, labels and logs, live or of a past tick."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from editor.running.agent_labels import ActiveState, AgentLabels
from editor.running.run_agents import RunAgents
from editor.running.run_log import RunLog
from editor.running.transition_log import TransitionLog
from graphs.kinds.declarations.registry import Registry
from runtime.history.recording.agent_view import AgentView, view_at
from runtime.minds.machines.machine_rows import StateRow
from runtime.records.trace_frame import TraceFrame
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


class RunView(RunAgents):
    """Merge frames into the view of the picked agent, and show past ticks when time is traveled.

    `last_frame` is the frame of the tick shown, where the session stands there.
    """

    frame_shown = Signal()
    """Emitted once per frame after merging: canvas, preview and panels repaint from `view` and `session`."""
    stepped = Signal()
    """Emitted after every single step, between two frames of the window; keep what is done on it small."""
    agent_changed = Signal()
    edit_taken = Signal(str)
    """Carries in words what became of the run when an edit was taken up or a branch begun."""

    def __init__(
        self,
        registry: Registry,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(parent, clock)
        self.view: AgentView | None = None
        self.picked_agent: str | None = None
        self.changed_rows: frozenset[int] = frozenset()
        self.last_frame: TraceFrame | None = None
        self.transitions = TransitionLog()
        self.log = RunLog(registry, self._program_of, self._mind_of_agent)
        self._labels = AgentLabels(registry)
        self._merged: set[int] = set()
        self._logged_until = 0
        self._also_logged: frozenset[str] = frozenset()
        self.time.sought.connect(self._show_recorded)
        self.time.arrived.connect(self._show_exact)
        self.time.branched.connect(self._take_branch)

    def log_also(self, agents: frozenset[str]) -> None:
        """Have these agents logged besides the picked one (rule 7.1)."""
        self._also_logged = agents
        self._watch()

    def pick_agent(self, agent_id: str | None) -> None:
        """Show this agent on canvas, preview and panels."""
        agent = agent_id if agent_id in self._agents() else None
        self.picked_agent = agent
        self._watch()
        self._renew_view()
        self.agent_changed.emit()
        self.frame_shown.emit()

    def active_words(self, agent_id: str) -> str:
        """Return what an agent is doing, in a word or two: its active state or running leaf."""
        return self._labels.label(agent_id, self._program_of, self._mind_of_agent)

    def active_state(self, agent_id: str) -> ActiveState | None:
        """Return the outermost active state or running branch of an agent, with its tint."""
        return self._labels.state(agent_id, self._program_of, self._mind_of_agent)

    def follow_mind(self, mind_name: str) -> None:
        """Pick an agent with this mind unless the picked one has it."""
        if self.mind_of(self.picked_agent) != mind_name:
            self.pick_agent(self._default_agent(mind_name))

    def show_instead(self, view: AgentView) -> None:
        """Show another view of the picked agent in the place of its tick's, until a frame is shown again."""
        self.view = view
        self._show_all_rows()

    def show_tick_again(self) -> None:
        """Show the tick the session stands at as a whole."""
        self._show_exact(self.last_frame)

    def _watch(self) -> None:
        if self.session is not None:
            picked = {self.picked_agent} if self.picked_agent is not None else set()
            self.session.watch(picked | (self._also_logged & set(self._agents())))

    def _forget_shown(self) -> None:
        """Begin again with another session."""
        self._logged_until = 0
        self.last_frame = None
        self.transitions.clear()
        self.log.start(self.session)
        self._labels.clear()
        self._merged.clear()

    def _take_frame(self, frame: TraceFrame) -> None:
        """Merge the frame of a step; what the past had logged already is not logged again."""
        if self.view is not None and self.picked_agent is not None:
            self._follow_program()
            self._merged |= self.view.merge(frame)
        self.last_frame = frame
        self.stepped.emit()
        self._labels.add_frame(frame)
        if not self.time.is_past and frame.tick >= self._logged_until:
            self._logged_until = frame.tick + 1
            self.log.add_frame(frame)
            self.transitions.add_frame(frame, self._program_of, self._mind_of_agent)

    def _renew_view(self) -> None:
        program = None
        if self.session is not None and self.picked_agent is not None:
            program = self._program_of(self.picked_agent)
        old, self.view = self.view, None
        if self.session is not None and program is not None and self.picked_agent is not None:
            self.view = view_of_brain(self.session, self.picked_agent, old)
            self.view.take_errors(self.log.errors_of(self.picked_agent, program))
        self.changed_rows = frozenset(range(len(program.rows))) if program else frozenset()

    def _show_recorded(self, tick: int) -> None:
        """Show what was recorded of a tick while the session is on its way to it."""
        recording = self.time.recording
        if recording is None or tick not in recording:
            return
        self._labels.add_frame(recording.frame(tick))
        agent = self.picked_agent
        if agent is not None and agent in recording.cast.minds:
            self.view = view_at(recording, agent, tick)
        self._show_all_rows()

    def _show_exact(self, frame: TraceFrame | None) -> None:
        """Show a tick of the past now that the session stands there, with its log."""
        recording = self.time.recording
        if recording is None:
            return
        self.last_frame = frame
        agent = self.picked_agent
        if frame is None:
            self._renew_view()
        elif agent is not None and agent in recording.cast.minds:
            before = frame.tick - 1
            if before in recording and recording.segment_at(before) is recording.segment_at(frame.tick):
                self.view = view_at(recording, agent, before)
            else:
                self._renew_view()
            if self.view is not None:
                self.view.merge(frame)
        self._show_all_rows()

    def _show_all_rows(self) -> None:
        self._merged.clear()
        self.changed_rows = (
            frozenset(range(len(self.view.program.rows))) if self.view is not None else frozenset()
        )
        self.frame_shown.emit()

    def _take_branch(self, tick: int) -> None:
        self._logged_until = tick
        self.transitions.forget_from(tick)
        self.log.forget_from(tick)
        self.edit_taken.emit(f"A new branch begins at tick {tick:,}. The run until now is kept.")

    def _follow_program(self) -> None:
        """Show the new program once the session has taken it over."""
        if self.session is None or self.picked_agent is None or self.view is None:
            return
        program = self._program_of(self.picked_agent)
        if program is not None and program is not self.view.program:
            self._renew_view()
            self._merged = set(self.changed_rows)

    def _show_frame(self) -> None:
        self.changed_rows = frozenset(self._merged)
        self._merged.clear()
        self.frame_shown.emit()
