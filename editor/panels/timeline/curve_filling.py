"""Fill curves with what was before an agent was looked at, by running the recording again in slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from editor.panels.timeline.curves import Curves
from editor.running.run_controller import RunController
from graphs.expressions.types import Value
from runtime.history.recording.recording import Recording, TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.why.logged_ticks import AgentValues, values_again
from runtime.session.session import Session

SLICE = 0.012
"""Seconds that running again may hold the window at a time."""

CHUNK = 240
"""Ticks that are made again before they are shown: the latest come first."""


class CurveFilling(QObject):
    """Fill the curves of the agents wanted back to the start of the recording, while the world is held."""

    filled = Signal()
    """Emitted when another stretch is there."""

    def __init__(
        self, run: RunController, curves: Curves, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(run)
        self.trouble = ""
        self._run, self._curves, self._clock = run, curves, clock
        self._recording: Recording | None = None
        self._scratch: Session | None = None
        self._chunk: tuple[tuple[str, ...], int] | None = None
        self._rows: dict[str, list[Mapping[str, Value]]] = {}
        self._work: Iterator[tuple[int, AgentValues] | None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    def follow(self) -> None:
        """Go on where something is missing and the world is held; give up where it moves."""
        run = self._run.time.run
        if run is None or self._run.is_running:
            self._give_up()
            return
        if run.recording is not self._recording:
            self._give_up()
            self._recording, self.trouble = run.recording, ""
            self._scratch = None
        if self._work is None and not self.trouble:
            self._begin()

    def finish(self) -> None:
        """Fill everything at once, for tests and pictures."""
        self.follow()
        while self._work is not None:
            self._go_on()

    def _begin(self) -> None:
        run, recording = self._run.time.run, self._recording
        if run is None or recording is None or recording.end_tick == 0:
            return
        end = recording.end_tick
        wanted = [agent for agent in self._curves.wanted if agent in recording.cast.minds]
        known = {agent: self._curves.known_from(agent, end) for agent in wanted}
        missing = max((tick for tick in known.values()), default=recording.first_tick)
        if missing <= recording.first_tick:
            return
        agents = tuple(agent for agent, tick in known.items() if tick == missing)
        first = max(recording.first_tick, missing - CHUNK)
        if self._scratch is None:
            self._scratch = run.session.at_start(recording.segments[0].minds)
        self._chunk = (agents, first)
        self._rows = {agent: [] for agent in agents}
        self._work = values_again(recording, self._scratch, agents, first, missing - 1)
        self._timer.start()

    def _go_on(self) -> None:
        if self._work is None:
            self._timer.stop()
            return
        end = self._clock() + SLICE
        try:
            for found in self._work:
                if found is not None:
                    for agent, values in found[1].items():
                        self._rows[agent].append(values)
                if self._clock() >= end:
                    return
        except (CannotRunAgain, TickNotRecorded) as error:
            self.trouble = str(error)
            self._give_up()
            return
        assert self._chunk is not None
        for agent in self._chunk[0]:
            self._curves.put_before(agent, self._chunk[1], self._rows[agent])
        self._give_up()
        self.filled.emit()
        self.follow()

    def _give_up(self) -> None:
        self._timer.stop()
        self._work, self._chunk, self._rows = None, None, {}
