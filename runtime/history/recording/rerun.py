"""Make a tick of a recording exact again: restore the key frame before it and run on (rule 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.basics.garbage_collection import collection_paused
from runtime.history.recording.recording import RULES, Recording, TickNotRecorded
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session


class CannotRunAgain(Exception):
    """Say why a tick cannot be made exact: only what was recorded of it can be shown."""


class RunsDifferently(CannotRunAgain):
    """Say that the same inputs led to something else this time, and where first."""

    def __init__(self, tick: int, agent: str) -> None:
        super().__init__(
            f"Run again from the recording, {agent} does something else at tick {tick}: an action or "
            "condition depends on more than its inputs, such as the clock. Only what was recorded can "
            "be shown."
        )
        self.tick = tick
        self.agent = agent


def run_again(recording: Recording, session: Session, first: int, last: int) -> Iterator[TraceFrame]:
    """Bring `session` to just after tick `last`, one step per frame returned; frames begin at `first`.

    `session` is of the same world and minds as the recorded one, in any state. The steps between the key
    frame before `first` and `first` are made too, and yielded as well, so that the work can be sliced or
    given up between any two: check `frame.tick >= first`. Watch agents on `session` to have their logs.
    Raises `CannotRunAgain`, and `TickNotRecorded` for ticks outside the recording.
    """
    go_before(recording, session, first)
    for tick in range(session.tick, last + 1):
        yield step_again(recording, session, tick)


def go_before(recording: Recording, session: Session, tick: int) -> None:
    """Restore the last key frame from which `tick` can be stepped to; `session.tick` says where it is.

    `tick` may be the one after the last. Raises `CannotRunAgain` where no key frame is left, and
    `TickNotRecorded`.
    """
    _check_rules(recording)
    if not recording.first_tick <= tick <= recording.end_tick:
        raise TickNotRecorded(tick, recording.first_tick, recording.end_tick)
    key = recording.key_frames.before(tick)
    if key is None or key.tick < recording.first_tick:
        raise CannotRunAgain(_nothing_to_run_on_from(session, tick))
    with collection_paused():
        session.restore(key.snapshot())


def _check_rules(recording: Recording) -> None:
    """Refuse a run of other rules, whose results would be others; raise `CannotRunAgain`."""
    if recording.rules != RULES:
        age = "an older" if recording.rules < RULES else "a newer"
        raise CannotRunAgain(
            f"The run was recorded by {age} Mindloom, by rules number {recording.rules}; this one runs by "
            f"{RULES}. Only what was recorded can be shown."
        )


def _nothing_to_run_on_from(session: Session, tick: int) -> str:
    if all(program.resumable for program in session.programs.values()):
        said = "what came before was let go of to spare memory."
    else:
        said = "an action written with yield was under way all the time."
    left = f"No state from before tick {tick} is left to run on from"
    return f"{left}: {said} Only what was recorded can be shown."


def step_again(recording: Recording, session: Session, tick: int) -> TraceFrame:
    """Make the session's next step, `tick`, again with the inputs it had; raise `RunsDifferently`."""
    ask_again(recording, session, tick)
    frame = session.step()
    agent = recording.first_difference(frame)
    if agent is not None:
        raise RunsDifferently(tick, agent)
    return frame


def ask_again(recording: Recording, session: Session, tick: int) -> None:
    """Ask of a session what was asked before `tick`, but for what it has applied already.

    Raises `CannotRunAgain` for a recording of other rules.
    """
    _check_rules(recording)
    inputs = recording.notes(tick).inputs
    for asked in inputs[len(session.applied_inputs) :]:
        session.ask(asked)
