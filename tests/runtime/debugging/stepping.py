"""Go through the ticks of a run visit by visit, forwards and back, and hold that to the straight run."""

from __future__ import annotations

from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.why.tick_steps import TickSteps
from runtime.records.trace_frame import Passage, Visit
from runtime.session.session import Session
from tests.runtime.recording.seeking import Act

Seen = tuple[tuple[Visit, ...], tuple[Passage, ...]]


class OtherVisits(AssertionError):
    """Say in which tick other visits were made, or made in another order."""


def watched_run(session: Session, agent: str, ticks: int, act: Act) -> tuple[RecordedRun, list[Seen]]:
    """Run straight on with an agent watched; return the run and what was visited in each tick."""
    session.watch([agent])
    run = RecordedRun(session)
    seen: list[Seen] = []
    for _ in range(ticks):
        act(session)
        frame = run.step().brains.get(agent)
        seen.append((frame.visits, frame.passages) if frame is not None else ((), ()))
    return run, seen


def step_through(run: RecordedRun, agent: str, seen: list[Seen], ticks: range, *, thoroughly: bool) -> int:
    """Go through ticks visit by visit forwards, then back; return how many steps there were.

    `thoroughly` looks at every position both ways, else at the ends and the middle of each tick. Raises
    `OtherVisits`.
    """
    scratch = run.session.at_start(run.recording.segments[0].minds)
    count = 0
    steps: TickSteps | None = None
    for tick in ticks:
        follows = steps is not None and steps.tick == tick - 1
        steps = steps.following() if steps and follows else TickSteps(run.recording, scratch, agent, tick)
        _compare(tick, steps, seen[tick])
        last = len(steps.steps)
        places = list(range(last + 1)) if thoroughly else sorted({0, last // 2, last})
        forwards = [steps.at(place) for place in places]
        back = [steps.at(place) for place in reversed(places)]
        if forwards != back[::-1]:
            raise OtherVisits(f"tick {tick}: going back leads through other states than going forwards")
        outcome = run.recording.outcome(agent, tick)
        if outcome is not None and not outcome.ended and not _covers(forwards[-1].outcomes, outcome.outcomes):
            raise OtherVisits(f"tick {tick}: after the last step the outcomes are others than recorded")
        count += last
    return count


def _compare(tick: int, steps: TickSteps, seen: Seen) -> None:
    visits = tuple(Visit(step.row, step.outcome, step.reason) for step in steps.steps if step.kind == "visit")
    passages = tuple((each.row, each.kind) for each in steps.steps if each.kind != "visit")
    if visits != seen[0]:
        raise OtherVisits(f"tick {tick}: visits are {visits}, in the straight run {seen[0]}")
    if passages != tuple(seen[1]):
        raise OtherVisits(f"tick {tick}: passages are {passages}, in the straight run {seen[1]}")


def _covers(stepped: bytes, recorded: bytes) -> bool:
    """Tell whether outcomes agree where stepping has left any; what comes after the last step is left out."""
    return all(first in (0, other) for first, other in zip(stepped, recorded, strict=True))
