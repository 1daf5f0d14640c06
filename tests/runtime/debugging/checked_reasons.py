"""Read every sentence that answers why in a run, and hold its numbers against what was recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from graphs.expressions.types import Value, ValueType
from runtime.history.recording.recorded_run import Recorder
from runtime.history.why.asked_tick import MOST_REASONS
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.who_wrote import who_wrote, writer_reason
from runtime.history.why.why import Inquiry
from runtime.history.why.why_forms import WhyReason
from runtime.minds.expressions.explain import format_value
from runtime.session.session import Session

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
SEEN = re.compile(rf"(?:(?<=: )|(?<=, )|(?<=; )|(?<=\())([a-z_]+) is ({_NUMBER})\b(?!, not)")
MARGIN = re.compile(rf"[:,;(] ?[a-z_]+ is ({_NUMBER}), ({_NUMBER}) (above|below) ({_NUMBER})")
NOT_SAID = re.compile(r"unknown|None|[{}]|  |''|\bNaN\b|<[A-Z]|\.\.|: :|::")
NEAR = 2e-3
"""Numbers are shown with four digits: so far from each other may two be, as a share of the larger."""


class Run:
    """Hold a recorded run of one agent, with the values its variables had after each tick."""

    def __init__(self, session: Session, agent: str) -> None:
        self.session, self.agent = session, agent
        self.recorder = Recorder(session)
        self.before: Mapping[str, Value] = dict(session.variables(agent))
        self.values: list[Mapping[str, Value]] = []
        self.ticks = LoggedTicks(self.recorder.recording, session.at_start(), agent)

    def step(self) -> None:
        """Make a step and keep the values after it."""
        self.recorder.step()
        known = self.agent in self.session.brains
        self.values.append(dict(self.session.variables(self.agent)) if known else self.values[-1])

    def seen_in(self, tick: int, name: str) -> set[str]:
        """Return how the values would be shown that a variable had during a tick."""
        first = self.recorder.recording.first_tick
        before = self.values[tick - first - 1] if tick > first else self.before
        brain = self.ticks.brain(tick)
        written = [
            write.value for write in (brain.writes if brain is not None else ()) if write.variable == name
        ]
        values = [before.get(name), self.values[tick - first].get(name), *written]
        return {format_value(value) for value in values}


def check_run(run: Run, ticks: Iterable[int], rows: Sequence[int] | None = None) -> list[WhyReason]:
    """Ask why of all rows, or of some, after some ticks; return all reasons. Raises AssertionError."""
    found: list[WhyReason] = []
    for tick in ticks:
        asked = Inquiry(run.ticks, tick, run.session.registry)
        for row in rows if rows is not None else range(len(asked.program.rows)):
            reasons = asked.why(row)
            assert 0 < len(reasons) <= MOST_REASONS, (tick, row)
            assert reasons[0].row == row, (tick, row, reasons)
            said = [reason.sentence for reason in reasons]
            assert len(set(said)) == len(said), (tick, said)
            for reason in reasons:
                check_sentence(run, tick, reason)
            found += reasons
    return found


def check_writers(run: Run, tick: int, variables: Iterable[str]) -> list[WhyReason]:
    """Ask who wrote some variables last; a write in the tick itself left the value of now."""
    found = []
    for name in variables:
        last = next((each for each in who_wrote(run.ticks, name, tick) if each is not None), None)
        now = run.values[tick - run.recorder.recording.first_tick][name]
        reason = writer_reason(run.ticks, name, last, now, run.session.registry)
        check_words(reason)
        if (
            last is not None
            and run.ticks.recording.program(run.agent, tick).variables[name].type.kind is ValueType.TRIGGER
        ):
            continue
        shown = re.split(r" became | has been | at tick | from the start| since before", reason.sentence)[1]
        entry = run.session.document.agents.get(str(now))
        assert shown in (format_value(now), entry.name if entry else ""), (tick, reason.sentence, now)
        found.append(reason)
    return found


def check_words(reason: WhyReason) -> None:
    """Check that a sentence is one."""
    said = reason.sentence
    assert said.endswith("."), said
    assert said[0] in "'" or said[0].isalpha(), said
    assert NOT_SAID.search(said) is None, said
    assert said.count("'") % 2 == 0 or "n't" in said, said
    assert reason.forms, said


def check_sentence(run: Run, tick: int, reason: WhyReason) -> None:
    """Check that a sentence is one, and that its numbers are those that were."""
    check_words(reason)
    said = reason.sentence
    for value, margin, side, end in MARGIN.findall(said):
        distance = float(value) - float(end) if side == "above" else float(end) - float(value)
        assert abs(distance - float(margin)) <= NEAR * max(1.0, abs(float(value)), abs(float(end))), said
    told_of = tick
    back = re.search(r"(?:since|at) tick ([\d,]+)", said)
    if back is not None:
        told_of = int(back[1].replace(",", ""))
    for name, value in SEEN.findall(said):
        if name in run.before:
            ticks = {tick, told_of} & set(range(len(run.values)))
            seen = set().union(*(run.seen_in(each, name) for each in ticks))
            assert value in seen, (tick, said, seen)
