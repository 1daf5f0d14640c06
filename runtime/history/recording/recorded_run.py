"""Record a run as it goes, and go to and fro in it (rule 7.1)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import ceil

from runtime.basics.garbage_collection import collection_paused
from runtime.history.recording.key_frames import KeyFrame
from runtime.history.recording.recording import MEMORY_LIMIT, Cast, Recording
from runtime.history.recording.rerun import go_before, step_again
from runtime.minds.brain.brain import NotResumable
from runtime.records.trace_frame import TraceFrame
from runtime.session.inputs import SessionInput
from runtime.session.session import Session

SECONDS_TO_RUN_AGAIN = 0.065
"""How long the stretch between two key frames takes to be run again, but for its last tick."""

MOST_OF_THE_STEPS = 0.12
"""The share of the time of the steps that key frames may take, if they stand farther apart for it."""

FEWEST_TICKS, MOST_TICKS = 4, 600
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
        again: float = SECONDS_TO_RUN_AGAIN,
    ) -> None:
        """Record `session` from where it is; `recording` is gone on with, which must end there."""
        self._again = again
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
        if len(self.session.agent_ids) > len(self.recording.cast.agents):
            self.recording.widen(Cast.of(self.session))
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
        # Few are measured, and what is slow about one is mostly other work of the machine.
        taken, before = self._clock() - started, self._key_seconds
        self._key_seconds = min(taken, 1.1 * before) if before else taken
        step = self._step_seconds
        ticks = ticks_between(step, self._key_seconds, self._again) if step > 0.0 else FEWEST_TICKS
        self._next_key = self.session.tick + ticks


def ticks_between(step_seconds: float, key_seconds: float, again: float = SECONDS_TO_RUN_AGAIN) -> int:
    """Return how many ticks to leave between two key frames, so that `again` seconds run them again.

    A step of no time counts as a tenth of a ms.
    """
    step = max(step_seconds, 1e-4)
    soon = again / step
    cheap = key_seconds / (MOST_OF_THE_STEPS * step)
    return ceil(min(max(soon, cheap, FEWEST_TICKS), MOST_TICKS))


def _smoothed(before: float, seconds: float) -> float:
    """Return what a step takes when nothing else is done: of slower ones the machine is to blame at first."""
    if before == 0.0:
        return seconds
    return before + (0.3 if seconds < before else 0.03) * (min(seconds, 3.0 * before) - before)


class InThePast(Exception):
    """Say that something was asked of a tick of the past, where only a branch can take it."""

    def __init__(self, tick: int) -> None:
        super().__init__(f"The run is at tick {tick}, in its past. Branch there to change what happens.")
        self.tick = tick


class RecordedRun:
    """Hold a session, its recording, and where in the recording the session stands.

    `takes` are the recordings that branching has left behind, oldest first. `recording` is one of this world
    that was read from a file, anywhere in which the session may stand.
    """

    def __init__(
        self,
        session: Session,
        *,
        limit: int = MEMORY_LIMIT,
        recording: Recording | None = None,
        again: float = SECONDS_TO_RUN_AGAIN,
    ) -> None:
        self._limit, self._again = limit, again
        self._recorder = Recorder(session, limit=limit, recording=recording, again=again)
        self.takes: list[Recording] = []
        self._left_at_end: tuple[SessionInput, ...] = ()

    @property
    def session(self) -> Session:
        """Return the session; its state is exact wherever it is."""
        return self._recorder.session

    @property
    def recording(self) -> Recording:
        """Return the recording of the run so far, what lies ahead of the session included."""
        return self._recorder.recording

    @property
    def is_past(self) -> bool:
        """Tell whether the session stands before the end of the recording."""
        return self.session.tick < self.recording.end_tick

    def step(self) -> TraceFrame:
        """Do one step: a new one at the end, in the past the recorded one again.

        Raises `InThePast` when something was asked of the session there, and `CannotRunAgain`.
        """
        session = self.session
        if not self.is_past:
            return self._recorder.step()
        if self._is_touched():
            raise InThePast(session.tick)
        if session.tick < self.recording.first_tick:
            go_before(self.recording, session, self.recording.first_tick)
        frame = self._step_again()
        self._ask_what_was_left()
        return frame

    def go_to(self, tick: int) -> Iterator[TraceFrame]:
        """Bring the session to just after step `tick`, exactly, step by step; -1 is the start of the run.

        Each step made again is yielded, so that the work can be sliced and given up: the session then stands
        at the last one. A session that is not there already makes step `tick` again at least, so that
        everything it tells of its last step is there. What was asked at the end of the run, for the step to
        come, is asked again when the session is back there. Raises `TickNotRecorded` and `CannotRunAgain`.
        """
        session, recording = self.session, self.recording
        if session.tick == tick + 1 and not self._is_touched():
            return
        if not self.is_past:
            self._left_at_end = session.asked_inputs
        key = recording.key_frames.before(tick)
        ahead = recording.first_tick <= session.tick <= tick and (key is None or key.tick <= session.tick)
        if not ahead or self._is_touched():
            go_before(recording, session, max(tick, recording.first_tick))
        while session.tick <= tick:
            frame = self._step_again()
            self._ask_what_was_left()
            yield frame

    def _ask_what_was_left(self) -> None:
        if not self.is_past:
            left, self._left_at_end = self._left_at_end, ()
            for asked in left:
                self.session.ask(asked)

    def _step_again(self) -> TraceFrame:
        """Make a recorded step again; where states to run on from are far apart, as in a file, keep one."""
        session, recording = self.session, self.recording
        frame = step_again(recording, session, session.tick)
        key = recording.key_frames.before(session.tick)
        if key is not None and session.tick - key.tick >= MOST_TICKS:
            recording.add_key_frame(KeyFrame.of(session.snapshot()))
        return frame

    def _is_touched(self) -> bool:
        """Tell whether something was asked of the session where it is that the recording has not."""
        if self.session.has_waiting_inputs:
            return True
        if not self.is_past:
            return False
        if self.session.tick < self.recording.first_tick:
            return False
        applied = self.session.applied_inputs
        return self.recording.notes(self.session.tick).inputs[: len(applied)] != applied

    def branch(self) -> Recording:
        """Let another future begin where the session stands, and return the recording of the one left.

        What was asked of the session there is the first input of the new one. At the end of the recording
        nothing is left and the recording itself is returned.
        """
        left = self.recording
        if not self.is_past:
            return left
        tick = self.session.tick
        kept = left.up_to(tick - 1) if tick > left.first_tick else left.emptied()
        self.takes.append(left)
        self._left_at_end = ()
        self._recorder = Recorder(self.session, limit=self._limit, recording=kept, again=self._again)
        return left

    def take_up(self, place: int) -> Recording:
        """Go on with one of the `takes`, and return the recording left behind, which takes its place there.

        The session is at a state of the take at or before the tick it stood at; go to the one wanted.
        Raises IndexError, and `CannotRunAgain` where no state of the take is left.
        """
        taken, left = self.takes[place], self.recording
        go_before(taken, self.session, min(self.session.tick, taken.end_tick))
        self.takes[place] = left
        self._left_at_end = ()
        self._recorder = Recorder(self.session, limit=self._limit, recording=taken, again=self._again)
        return left
