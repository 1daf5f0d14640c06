"""Say what happened in one world step (rule 7.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from graphs.expressions.types import Value
from runtime.basics.status import Status, TransitionOutcome
from runtime.records.decision_record import DecisionRecord
from runtime.records.reasons import Reason, sentence_of
from runtime.records.sense_records import SensorExplanation
from runtime.records.swap_record import SwapRecord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class RunError:
    """Record something that went wrong at a row and did not end the run (rules 2.6, 3.12)."""

    row: int
    message: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """Record one visit of a tree node: its outcome and what decided it."""

    row: int
    outcome: int
    reason: Reason | None = None

    @property
    def sentence(self) -> str:
        """Return the reason in words, "" for none."""
        return sentence_of(self.reason)


PassageKind = Literal["enter", "exit", "halt"]

Passage = tuple[int, PassageKind]
"""A row that was entered, exited with a result, or halted (rule 3.2). States have no halts."""


@dataclass(frozen=True, slots=True)
class GuardPart:
    """Mark a stretch of a guard's text as true, false or not decisive."""

    text: str
    start: int
    end: int
    value: Literal["true", "false", "neutral"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Record one transition that was considered: what became of it and why (rule 4.14)."""

    row: int
    outcome: TransitionOutcome
    parts: tuple[GuardPart, ...] = ()
    reason: Reason | None = None

    @property
    def sentence(self) -> str:
        """Return the reason in words, "" for none."""
        return sentence_of(self.reason)


@dataclass(frozen=True, slots=True)
class VariableWrite:
    """Record a write: the variable, its new value, and the row that wrote it (-1: a sensor or an input)."""

    variable: str
    value: Value
    row: int = -1


class BrainFrame(NamedTuple):
    """Say what one brain did in one step.

    `outcomes` holds one outcome byte per row of the program, and is empty when the brain did not tick in
    this step. `taken` lists transition rows in the order they were taken. `visits`, `passages`, `candidates`,
    `decisions` and writes of floats are there for watched agents only. `expired` are the triggers that died
    unconsumed (rule 2.3), each by its name, behind the path of its graph's call where it has one.
    """

    agent: str
    outcomes: bytes
    status: Status
    ended: bool = False
    taken: tuple[int, ...] = ()
    errors: tuple[RunError, ...] = ()
    visits: tuple[Visit, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    writes: tuple[VariableWrite, ...] = ()
    passages: tuple[Passage, ...] = ()
    decisions: tuple[DecisionRecord, ...] = ()
    expired: tuple[str, ...] = ()

    @property
    def is_logged(self) -> bool:
        """Tell whether the brain was watched: one that did anything visited its root at least."""
        return bool(self.visits) or not any(self.outcomes)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Record an event that reached a brain or was raised in it, and whether any machine took it."""

    agent: str
    name: str
    payload: tuple[tuple[str, Value], ...] = ()
    handled: bool = True


@dataclass(frozen=True, slots=True)
class TraceFrame:
    """Say what happened in one world step.

    `poses` has one row (x, y, heading in degrees) per agent, in ascending agent id. `swaps` tell what was
    done before the step to agents whose mind was edited (rule 8.1); their rows are of the new program.
    `inputs` are what was asked of the session since the step before, in the order it was applied. `senses`
    tell of watched agents what each sensor that was due found, and what it did not find and why.
    """

    tick: int
    brains: Mapping[str, BrainFrame]
    poses: NDArray[np.float64]
    events: tuple[EventRecord, ...] = field(default=())
    swaps: tuple[SwapRecord, ...] = ()
    inputs: tuple[object, ...] = ()
    senses: Mapping[str, tuple[SensorExplanation, ...]] = field(default_factory=dict)
