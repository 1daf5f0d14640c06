"""Run a session and record it as it goes, always (rule 7.1)."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil

from runtime.basics.garbage_collection import collection_paused
from runtime.history.recording.key_frames import KeyFrame
from runtime.history.recording.recording import MEMORY_LIMIT, Cast, Recording
from runtime.minds.brain.brain import NotResumable
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

SECONDS_TO_RUN_AGAIN = 0.115
"""How long the stretch between two key frames takes to be run again, but for its last tick."""

MOST_OF_THE_STEPS = 0.2
"""The share of the time of the steps that key frames may take, if they stand farther apart for it."""

FEWEST_TICKS, MOST_TICKS = 8, 600
"""How close to each other and how far apart key frames may be."""


class Recorder:
    """Step a session and keep what happened in `recording`.

    Key frames stand as far apart as the measured costs of a step and of a key frame suggest. `clock` gives
    seconds.
    """

    def __init__(
        self,
        session: Session,
        *,
        limit: int = MEMORY_LIMIT,
        clock: Callable[[], float] = time.perf_counter,
        recording: Recording | None = None,
    ) -> None:
        """Record `session` from where it is; `recording` is gone on with, which must end there."""
        self.session = session
        self.recording = recording or Recording(Cast.of(session), session.segments, limit, session.tick)
        self._clock = clock
        self._step_seconds = 0.0
        self._key_seconds = 0.0
        self._next_key = session.tick
        if recording is None:
            self._take_key_frame()

    def step(self) -> TraceFrame:
        """Do one step, record it, and return its frame."""
        started = self._clock()
        frame = self.session.step()
        self._step_seconds = _smoothed(self._step_seconds, self._clock() - started)
        self.recording.add(frame, self.session.segments)
        if self.session.tick >= self._next_key:
            self._take_key_frame()
        return frame

    def _take_key_frame(self) -> None:
        started = self._clock()
        try:
            with collection_paused():
                self.recording.add_key_frame(KeyFrame.of(self.session.snapshot()))
        except NotResumable:
            # An action written with yield is under way: a later tick may do.
            self._next_key = self.session.tick + FEWEST_TICKS
            return
        self._key_seconds = _smoothed(self._key_seconds, self._clock() - started)
        measured = self._step_seconds > 0.0
        ticks = ticks_between(self._step_seconds, self._key_seconds) if measured else FEWEST_TICKS
        self._next_key = self.session.tick + ticks


def ticks_between(step_seconds: float, key_seconds: float) -> int:
    """Return how many ticks to leave between two key frames; a step of no time counts as a tenth of a ms."""
    step = max(step_seconds, 1e-4)
    soon = SECONDS_TO_RUN_AGAIN / step
    cheap = key_seconds / (MOST_OF_THE_STEPS * step)
    return ceil(min(max(soon, cheap, FEWEST_TICKS), MOST_TICKS))


def _smoothed(before: float, seconds: float) -> float:
    return seconds if before == 0.0 else before + 0.1 * (seconds - before)
