"""Keep the user's breakpoints and stop the run where one is met."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace

from pydantic import TypeAdapter, ValidationError
from PySide6.QtCore import QObject, Signal

from editor.basics.user_state import UserState
from editor.running.run_controller import RunController
from graphs.model import Document, StateMachineGraph
from runtime.history.why.breakpoints import Breakpoint, BreakpointWatch, Stop, StopMoment

STATE_KEY = "breakpoints"
_READ = TypeAdapter(Breakpoint)


class BreakpointList(QObject):
    """Hold all breakpoints, of all documents by their file names; they are the user's, not the document's.

    `stop` is why the run stopped last, None once it goes on.
    """

    changed = Signal()
    stopped = Signal(object)
    """Carries the `Stop` when the run was held by a breakpoint."""

    def __init__(self, run: RunController, state: UserState) -> None:
        super().__init__(run)
        self.stop: Stop | None = None
        self._run = run
        self._state = state
        self._watch = BreakpointWatch(run.registry, tuple(_read(state)))
        run.stepped.connect(self._check)
        run.time.recording_changed.connect(self._start)
        run.agent_changed.connect(self._log_what_is_needed)
        run.state_changed.connect(self._go_on)
        run.time.sought.connect(lambda _tick: self._forget_stop())
        self._start()

    @property
    def all(self) -> tuple[Breakpoint, ...]:
        """Return all breakpoints in the order they were set."""
        return self._watch.breakpoints

    def of(self, mind: str, graph: str) -> frozenset[str]:
        """Return the elements of a graph that have a breakpoint which is on."""
        return frozenset(
            each.element for each in self.all if (each.mind, each.graph) == (mind, graph) and each.enabled
        )

    def hits(self, one: Breakpoint) -> int:
        """Return how often a breakpoint was met in this run."""
        return self._watch.hits.get(one, 0)

    def toggle(self, mind: str, document: Document, graph: str, element: str) -> bool:
        """Set a breakpoint where an element begins to act, or take all its own away; tell which."""
        there = [each for each in self.all if (each.mind, each.graph, each.element) == (mind, graph, element)]
        if there:
            self._set(item for item in self.all if item not in there)
            return False
        moment: StopMoment = "taken" if _is_edge(document, graph, element) else "enter"
        self._set((*self.all, Breakpoint(mind, moment, graph, element)))
        return True

    def add(self, one: Breakpoint) -> None:
        """Set a breakpoint, unless it is there already."""
        if one not in self.all:
            self._set((*self.all, one))

    def change(self, old: Breakpoint, new: Breakpoint) -> None:
        """Put another in the place of one."""
        self._set(new if each == old else each for each in self.all)

    def switch(self, one: Breakpoint, *, on: bool) -> None:
        """Let a breakpoint stop the run, or not for now."""
        self.change(one, replace(one, enabled=on))

    def remove(self, one: Breakpoint) -> None:
        """Take a breakpoint away."""
        self._set(other for other in self.all if other != one)

    def clear(self) -> None:
        """Take all away."""
        self._set(())

    def _set(self, wanted: Iterable[Breakpoint]) -> None:
        self._watch.breakpoints = tuple(dict.fromkeys(wanted))
        self._state.set(STATE_KEY, [json.dumps(asdict(each), sort_keys=True) for each in self.all])
        self._log_what_is_needed()
        self.changed.emit()

    def _start(self) -> None:
        self._watch.registry = self._run.registry
        if self._run.session is not None:
            self._watch.start(self._run.session)
        self._log_what_is_needed()
        self._forget_stop()

    def _log_what_is_needed(self) -> None:
        session = self._run.session
        self._run.log_also(self._watch.agents_to_log(session) if session is not None else frozenset())

    def _check(self) -> None:
        session, frame = self._run.session, self._run.last_frame
        if session is None or frame is None or not self.all:
            return
        stops = self._watch.stops(frame, session)
        if stops:
            self.stop = stops[0]
            self._run.hold()
            self.stopped.emit(stops[0])

    def _go_on(self) -> None:
        if self._run.is_running:
            self._forget_stop()

    def _forget_stop(self) -> None:
        if self.stop is not None:
            self.stop = None
            self.changed.emit()


def stop_words(stop: Stop, element: str, agent: str) -> tuple[str, str]:
    """Return what a banner says of a stop: a sentence and a quieter note, with the titles of both."""
    one = stop.breakpoint
    verbs: dict[StopMoment, str] = {
        "enter": f"{element} was entered",
        "exit": f"{element} ended",
        "success": f"{element} succeeded",
        "failure": f"{element} failed",
        "running": f"{element} began to run",
        "halt": f"{element} was halted",
        "considered": f"{element} was asked",
        "taken": f"{element} was taken",
        "change": f"{one.name} changed",
        "event": f"{one.name} arrived",
        "error": "Something went wrong",
    }
    note = f"tick {stop.tick:,} · {agent}"
    return f"Paused: {verbs[one.moment]}", f"{note} · {stop.said}" if stop.said else note


def _is_edge(document: Document, graph: str, element: str) -> bool:
    found = document.graphs.get(graph)
    return isinstance(found, StateMachineGraph) and element in found.edges


def _read(state: UserState) -> Iterable[Breakpoint]:
    """Return the breakpoints kept; what cannot be read is left out."""
    for text in state.texts(STATE_KEY):
        try:
            yield _READ.validate_json(text)
        except ValidationError:
            continue
