"""Measure one run, step by step: each meter reads what its probe looks at and keeps one value."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from graphs.expressions.types import Value
from runtime.basics.context import EvaluationError
from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome, TransitionOutcome
from runtime.history.why.watch_expression import value_on
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from runtime.trials.batches.probes import OF_EVENTS, OF_NODES, Probe

_AFTER = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
_ENTERED = (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED)


class Meter:
    """Take the frames of one run; `value` is what was measured so far, None where nothing could be."""

    def __init__(self, probe: Probe, session: Session) -> None:
        self.probe = probe
        self.session = session

    @property
    def value(self) -> Value:
        """Return what was measured so far."""
        raise NotImplementedError

    def take(self, frame: TraceFrame) -> None:
        """Take what one step did; called after it."""
        raise NotImplementedError


class EndMeter(Meter):
    """Evaluate an expression when it is asked for: at the end of the run."""

    @property
    def value(self) -> Value:
        """Return the value now, None where it has none (nobody is there to ask, a division by zero)."""
        return _evaluated(self)

    def take(self, frame: TraceFrame) -> None:
        """Do nothing: only the end counts."""


class NumberMeter(Meter):
    """Keep the mean, the smallest or the largest value of a number over the steps in which it has one."""

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._count, self._sum = 0, 0.0
        self._least, self._most = float("inf"), float("-inf")

    @property
    def value(self) -> Value:
        """Return the mean, the least or the most, None before the first value."""
        if not self._count:
            return None
        kept = {"mean": self._sum / self._count, "min": self._least, "max": self._most}
        return kept[self.probe.kind]

    def take(self, frame: TraceFrame) -> None:
        """Take the value after this step."""
        found = _evaluated(self)
        if isinstance(found, (int, float)) and isfinite(found):
            self._count += 1
            self._sum += found
            self._least, self._most = min(self._least, float(found)), max(self._most, float(found))


class ConditionMeter(Meter):
    """Keep the share of the steps in which a condition holds, and when it first does, in seconds."""

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._steps = self._held = 0
        self._first: float | None = None

    @property
    def value(self) -> Value:
        """Return the share, 0 to 1, or the time."""
        if self.probe.kind == "first":
            return self._first
        return self._held / self._steps if self._steps else None

    def take(self, frame: TraceFrame) -> None:
        """Take the answer after this step; a condition that cannot be evaluated does not hold."""
        self._steps += 1
        if _evaluated(self) is True:
            self._held += 1
            if self._first is None:
                self._first = frame.tick / self.session.rate


class NodeMeter(Meter):
    """Keep how long a node was active, when it first was, and how often it was entered.

    A state counts as active after a step in which it is; a tree node in a step in which it was visited, from
    one brain tick to the next; a transition when it was taken.
    """

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._program: Program = session.brains[probe.agent].program
        self._active: set[int] = set()
        self._running: set[int] = set()
        self._steps = self._entries = 0
        self._first: float | None = None

    @property
    def value(self) -> Value:
        """Return the seconds, or the count."""
        if self.probe.kind == "time_in":
            return self._steps / self.session.rate
        return self._entries if self.probe.kind == "entries" else self._first

    def take(self, frame: TraceFrame) -> None:
        """Take what became of the node in this step."""
        brain = frame.brains.get(self.probe.agent)
        if brain is not None:
            entered = sum(self._entered(row, brain.outcomes) for row in self.probe.rows)
            self._entries += entered
            if entered and self._first is None:
                self._first = frame.tick / self.session.rate
        if self._active:
            self._steps += 1

    def _entered(self, row: int, outcomes: bytes) -> bool:
        """Note whether a row is active now, and tell whether it was entered in this brain tick."""
        byte = outcomes[row] if outcomes else 0
        family = self._program.rows[row].family
        if family is RowFamily.STATE:
            active, entered = byte in _AFTER, byte in _ENTERED
        elif family is RowFamily.TRANSITION:
            active = entered = byte == TransitionOutcome.TAKEN
        elif family is RowFamily.DECISION:
            active = entered = byte != 0
        else:
            result = byte & RESULT_MASK
            active = result not in (NodeOutcome.NOT_VISITED, NodeOutcome.SKIPPED)
            entered = active and row not in self._running
            _put(self._running, row, result == NodeOutcome.RUNNING and not byte & HALTED)
        _put(self._active, row, active)
        return entered


class EventMeter(Meter):
    """Count an event of the agent, whole or by its first parts, and keep when the first one came."""

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._count = 0
        self._first: float | None = None

    @property
    def value(self) -> Value:
        """Return the count, or the time of the first."""
        return self._count if self.probe.kind == "events" else self._first

    def take(self, frame: TraceFrame) -> None:
        """Take the events of this step."""
        wanted = self.probe.event
        for event in frame.events:
            if event.agent == self.probe.agent and (
                event.name == wanted or event.name.startswith(f"{wanted}.")
            ):
                self._count += 1
                if self._first is None:
                    self._first = frame.tick / self.session.rate


def meter_of(probe: Probe, session: Session) -> Meter:
    """Return a fresh meter for a probe in a session at its start."""
    if probe.kind in OF_NODES:
        return NodeMeter(probe, session)
    if probe.kind in OF_EVENTS:
        return EventMeter(probe, session)
    if probe.kind in ("share", "first"):
        return ConditionMeter(probe, session)
    return EndMeter(probe, session) if probe.kind == "end" else NumberMeter(probe, session)


def measured(meters: Iterable[Meter]) -> dict[str, Value]:
    """Return what each meter measured, by its column."""
    return {meter.probe.column: meter.value for meter in meters}


def _evaluated(meter: Meter) -> Value:
    expression = meter.probe.expression
    assert expression is not None
    try:
        return value_on(expression, meter.session.brains[meter.probe.agent])
    except EvaluationError:
        return None


def _put(rows: set[int], row: int, there: bool) -> None:
    if there:
        rows.add(row)
    else:
        rows.discard(row)
