"""Run on until something happens to one element: it acts, or what becomes of it changes."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal

from editor.running.row_looks import instance_shown
from editor.running.run_controller import RunController
from runtime.basics.status import RESULT_MASK, NodeOutcome, StateOutcome, TransitionOutcome
from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.row_history import NEVER, next_change
from runtime.minds.program.rows import RowFamily

Wish = Literal["acts", "changes"]

_STATE_ACTS = (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED)


class RunUntil(QObject):
    """Go to the next tick in which an element of the picked agent's mind acts or changes.

    What is recorded is looked up; beyond its end the world runs until it happens, or until it is held by
    anything else. `wish` is what is waited for, None for nothing.
    """

    changed = Signal()

    def __init__(self, run: RunController) -> None:
        super().__init__(run)
        self.wish: Wish | None = None
        self._run = run
        self._agent = ""
        self._row = -1
        self._before = 0
        run.stepped.connect(self._look)
        run.state_changed.connect(self._follow)
        run.world_changed.connect(self._give_up)

    def row_of(self, graph_id: str, element: str) -> int | None:
        """Return the row of an element in the mind of the picked agent, None where it does not run."""
        view = self._run.view
        instance = instance_shown(view, graph_id) if view is not None else None
        return instance.row_of.get(element) if instance is not None else None

    def go(self, graph_id: str, element: str, wish: Wish) -> bool:
        """Go on to where an element acts or changes; False where it is no part of what runs."""
        run, row = self._run, self.row_of(graph_id, element)
        if row is None or run.view is None or run.session is None:
            return False
        self._agent, self._row, self._before = run.view.agent, row, run.view.outcome[row]
        if wish == "changes" and self.go_to_change(graph_id, element, forwards=True):
            return True
        self.wish = wish
        run.run()
        self.changed.emit()
        return True

    def go_to_change(self, graph_id: str, element: str, *, forwards: bool) -> bool:
        """Look at the nearest recorded tick in which what became of an element changed; False for none."""
        run, row = self._run, self.row_of(graph_id, element)
        recording, view = run.time.recording, run.view
        if row is None or recording is None or view is None:
            return False
        shown = max(run.time.shown_tick, recording.first_tick)
        try:
            tick = next_change(recording, view.agent, row, shown, forwards=forwards)
        except (TickNotRecorded, KeyError, StopIteration):
            return False
        if tick == NEVER:
            return False
        run.look_at(tick)
        return True

    def _look(self) -> None:
        """Hold the run where the wish has come true."""
        view = self._run.view
        if self.wish is None or view is None:
            return
        if view.agent != self._agent or self._row >= len(view.outcome):
            self._give_up()
            return
        before, self._before = self._before, view.outcome[self._row]
        family = view.program.rows[self._row].family
        comes_true = before != self._before if self.wish == "changes" else _acts(family, before, self._before)
        if comes_true:
            self.wish = None
            self._run.hold()
            self.changed.emit()

    def _follow(self) -> None:
        """Wait for nothing any more once the run is held by something else."""
        if not self._run.is_running:
            self._give_up()

    def _give_up(self) -> None:
        if self.wish is not None:
            self.wish = None
            self.changed.emit()


def _acts(family: RowFamily, before: int, now: int) -> bool:
    """Tell by its outcome bytes whether a row began to do something in this tick."""
    if family is RowFamily.STATE:
        return now in _STATE_ACTS
    if family is RowFamily.TRANSITION:
        return now == TransitionOutcome.TAKEN
    if family is RowFamily.DECISION:
        return bool(now)
    return bool(now & RESULT_MASK) and before & RESULT_MASK != NodeOutcome.RUNNING
