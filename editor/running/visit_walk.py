"""Go through the tick shown visit by visit, on the canvas."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.running.run_controller import RunController
from runtime.basics.status import StateOutcome
from runtime.history.recording.agent_view import AgentView, view_at
from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.recording.row_words import RowWords
from runtime.history.why.tick_steps import MidTick, TickStep, TickSteps
from runtime.minds.program.rows import RowFamily
from runtime.records.reasons import sentence_of
from runtime.records.trace_frame import Visit

_ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)


class VisitWalk(QObject):
    """Hold where in a tick of the picked agent one looks; nothing of the run is touched by it.

    `steps` is None while whole ticks are shown. Position 0 is before the brain ticked.
    """

    changed = Signal()

    def __init__(self, run: RunController) -> None:
        super().__init__(run)
        self.steps: TickSteps | None = None
        self.position = 0
        self.middle: MidTick | None = None
        self._run = run
        self._shows = False
        run.frame_shown.connect(self._follow)

    @property
    def step(self) -> TickStep | None:
        """Return the step looked at, None before the first."""
        return self.steps.steps[self.position - 1] if self.steps is not None and self.position else None

    def forward(self) -> None:
        """Look at the next step; from a whole tick at the first of the tick that follows."""
        if self.steps is None:
            self._enter_next_tick()
        elif self.position < len(self.steps.steps):
            self._show(self.position + 1)
        else:
            self.leave()

    def back(self) -> None:
        """Look at the step before; from a whole tick at the last of its own steps, from the first one at
        the last of the tick before.
        """
        if self.steps is None:
            self._enter(self._run.time.shown_tick, last=True)
        elif self.position > 0:
            self._show(self.position - 1)
        else:
            self._enter_tick_before(self.steps.tick - 1)

    def over(self) -> None:
        """Look at the end of the node that the next step enters."""
        if self.steps is None:
            self._enter_next_tick()
        else:
            self._show(self.steps.over(self.position))

    def out(self) -> None:
        """Look at the end of the parent of the node looked at."""
        if self.steps is not None:
            self._show(self.steps.out(self.position))

    def leave(self) -> None:
        """Show the whole tick again."""
        if self.steps is None:
            return
        self.steps, self.middle, self.position = None, None, 0
        self._run.show_tick_again()
        self.changed.emit()

    def words(self) -> tuple[str, str]:
        """Return what the step looked at was, and where in the tick it is."""
        steps, step = self.steps, self.step
        if steps is None:
            return "", ""
        where = f"step {self.position} of {len(steps.steps)} in tick {steps.tick:,}"
        if step is None:
            return "Before the mind ticks", where
        recording = self._run.time.recording
        assert recording is not None
        mind = recording.cast.minds[steps.agent].partition("#")[0]
        document = recording.segment_at(steps.tick).minds.documents[mind]
        title = RowWords(steps.program, document, self._run.registry).title(step.row)
        if step.kind == "visit":
            result = _RESULTS[step.outcome & 7]
            said = sentence_of(step.reason)
            return f"{title} {result}" + (f": {said}" if said else ""), where
        return f"{title} {_PASSAGES[step.kind]}", where

    def place(self) -> tuple[str, str]:
        """Return graph and element of the step looked at, "" for none."""
        if self.steps is None or self.step is None:
            return "", ""
        row = self.steps.program.rows[self.step.row]
        return row.graph, row.element

    def _enter_tick_before(self, tick: int) -> None:
        recording = self._run.time.recording
        if recording is not None and tick in recording:
            self._run.look_at(tick)
            self._run.time.finish()
            self._enter(tick, last=True)

    def _enter_next_tick(self) -> None:
        self._run.advance(1)
        self._enter(self._run.time.shown_tick, last=False)

    def _enter(self, tick: int, *, last: bool) -> None:
        run = self._run.time.run
        agent = self._run.picked_agent
        if run is None or agent is None or tick < 0 or agent not in run.recording.cast.minds:
            return
        scratch = run.session.at_start(run.recording.segments[0].minds)
        try:
            steps = TickSteps(run.recording, scratch, agent, tick)
        except (CannotRunAgain, TickNotRecorded) as error:
            self._run.refused.emit("This tick cannot be gone through.", str(error))
            return
        self.steps = steps
        self._show(len(steps.steps) if last else min(1, len(steps.steps)))

    def _show(self, position: int) -> None:
        if self.steps is None:
            return
        self.position = position
        self.middle = self.steps.at(position)
        self._shows = True
        self._run.show_instead(self._view(self.steps, self.middle))
        self._shows = False
        self.changed.emit()

    def _view(self, steps: TickSteps, middle: MidTick) -> AgentView:
        """Return the view of the tick before with what this tick has done so far."""
        recording = self._run.time.recording
        assert recording is not None
        before = steps.tick - 1
        in_segment = before in recording and recording.segment_at(before) is recording.segment_at(steps.tick)
        view = (
            view_at(recording, steps.agent, before) if in_segment else AgentView(steps.program, steps.agent)
        )
        outcomes = bytearray(middle.outcomes)
        for row in steps.program.rows:
            # A state that nothing has happened to yet is as it was.
            if (
                row.family is RowFamily.STATE
                and not outcomes[row.index]
                and view.outcome[row.index] in _ACTIVE
            ):
                outcomes[row.index] = StateOutcome.ACTIVE
        view.take_state(steps.tick, bytes(outcomes), {})
        done = steps.steps[: self.position]
        view.visits = tuple(
            Visit(each.row, each.outcome, each.reason) for each in done if each.kind == "visit"
        )
        return view

    def _follow(self) -> None:
        """Stop going through a tick when the run goes elsewhere."""
        if self.steps is not None and not self._shows:
            self.steps, self.middle, self.position = None, None, 0
            self.changed.emit()


_RESULTS = {0: "was visited", 1: "is running", 2: "succeeded", 3: "failed", 4: "was skipped"}
_PASSAGES = {"enter": "was entered", "exit": "ended", "halt": "was halted"}
