"""Move a run to and fro in its recording, in slices, and branch from where it stands (rule 7.3)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from runtime.history.recording.recorded_run import InThePast, RecordedRun
from runtime.history.recording.recording import MEMORY_LIMIT, Recording, TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

SLICE = 0.03
"""Seconds that running again may hold the window at a time."""

SCRUBBING = 0.15
"""Who looks at another tick within so many seconds is scrubbing: what was recorded is shown meanwhile."""

REST = 60
"""Milliseconds of rest after which the tick that was scrubbed to is made exact."""


class TimeTravel(QObject):
    """Hold the recorded run of the world shown, and where in it the window looks.

    `shown_tick` is the tick looked at, -1 before the first. While a seek is under way the session is still on
    its way there; `arrived` is emitted with the frame of the tick when it is exact. A tick that cannot be
    made exact is looked at all the same, as it was recorded; nothing can be done there.
    """

    sought = Signal(int)
    """Emitted at once when another tick is to be shown: what was recorded of it can be shown already."""
    arrived = Signal(object)
    """Emitted with the frame of the tick when the session stands there, None for the start of the run."""
    branched = Signal(int)
    """Emitted with the first tick of the new branch."""
    failed = Signal(str)
    """Carries why a tick cannot be made exact."""
    took_up = Signal()
    """Emitted when another take is shown, just before `recording_changed`."""
    recording_changed = Signal()
    """Emitted when another recording is shown: of another run, or of a branch."""

    def __init__(self, parent: QObject, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self.run: RecordedRun | None = None
        self.limit = MEMORY_LIMIT
        self._clock = clock
        self._target: int | None = None
        self._way: Iterator[TraceFrame] | None = None
        self._last: TraceFrame | None = None
        self._inexact: tuple[int, str] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        self._sought_at = -1.0
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._timer.start)

    @property
    def recording(self) -> Recording | None:
        """Return the recording of the run shown."""
        return self.run.recording if self.run is not None else None

    @property
    def is_past(self) -> bool:
        """Tell whether the window looks at a tick before the end of the run, or is on its way to one."""
        elsewhere = self._target is not None or self._inexact is not None
        return self.run is not None and (self.run.is_past or elsewhere)

    @property
    def is_seeking(self) -> bool:
        """Tell whether the session is on its way to the tick shown."""
        return self._target is not None

    @property
    def shown_tick(self) -> int:
        """Return the tick looked at, -1 before the first."""
        if self._target is not None:
            return self._target
        if self._inexact is not None:
            return self._inexact[0]
        return self.run.session.tick - 1 if self.run is not None else -1

    @property
    def takes(self) -> tuple[Recording, ...]:
        """Return the recordings that branches have left behind, oldest first."""
        return tuple(self.run.takes) if self.run is not None else ()

    def start(self, session: Session | None) -> None:
        """Record another session from where it stands; None for none."""
        self.give_up()
        self.run = RecordedRun(session, limit=self.limit) if session is not None else None
        self.recording_changed.emit()

    def show(self, run: RecordedRun) -> None:
        """Show a run that was recorded elsewhere, where its session stands."""
        self.give_up()
        self.run = run
        self.recording_changed.emit()

    def take_up(self, place: int) -> None:
        """Go on with one of the `takes`; the run shown takes its place among them. Raises IndexError."""
        self.finish()
        if self.run is None:
            return
        try:
            self.run.take_up(place)
        except CannotRunAgain as error:
            self.failed.emit(str(error))
            return
        self._inexact = None
        self.took_up.emit()
        self.recording_changed.emit()

    def step(self) -> TraceFrame:
        """Let the session do one step, in the past the recorded one again.

        What was asked of it in the past begins a branch. Raises `CannotRunAgain`.
        """
        assert self.run is not None
        self.finish()
        if self._inexact is not None:
            raise CannotRunAgain(self._inexact[1])
        try:
            return self.run.step()
        except InThePast:
            self.branch()
            return self.run.step()

    def go_to(self, tick: int) -> None:
        """Look at a tick, -1 for the start; what lies outside the recording is brought inside."""
        if self.run is None:
            return
        recording = self.run.recording
        least = -1 if recording.first_tick == 0 else recording.first_tick
        tick = min(max(tick, least), recording.end_tick - 1)
        if tick == self.shown_tick:
            return
        self._target, self._inexact = tick, None
        self._way = self.run.go_to(tick)
        self._last = None
        self._timer.stop()
        self.sought.emit(tick)
        now = self._clock()
        if now - self._sought_at < SCRUBBING:
            self._rest.start()
        else:
            self._timer.start()
        self._sought_at = now

    def finish(self) -> None:
        """Go all the way at once, however long it takes, if the session is on its way."""
        while self._target is not None:
            self._go_on()

    def give_up(self) -> None:
        """Stay where the session has come to."""
        self._timer.stop()
        self._rest.stop()
        self._target, self._way, self._last, self._inexact = None, None, None, None

    def branch(self) -> None:
        """Let another future begin at the tick shown; the run until now is kept among `takes`."""
        self.finish()
        if self._inexact is not None:
            self.failed.emit(self._inexact[1])
            return
        if self.run is None or not self.run.is_past:
            return
        self.run.branch()
        self.recording_changed.emit()
        self.branched.emit(self.run.session.tick)

    def _go_on(self) -> None:
        """Make steps again for a slice of time."""
        if self._way is None or self._target is None:
            self._timer.stop()
            return
        end = self._clock() + SLICE
        try:
            for frame in self._way:
                self._last = frame
                if self._clock() >= end:
                    return
        except (CannotRunAgain, TickNotRecorded) as error:
            looked_at = self._target
            self.give_up()
            self._inexact = (looked_at, str(error))
            self.failed.emit(str(error))
            return
        frame_there = self._last if self._last is not None and self._last.tick == self._target else None
        self.give_up()
        self.arrived.emit(frame_there)
