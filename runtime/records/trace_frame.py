"""Say what happened in one world step: visits, decisions, writes, swaps (rules 3.2, 5.4, 7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from graphs.expressions.types import Value
from runtime.basics.status import Status, TransitionOutcome
from runtime.records.reasons import Reason, sentence_of
from runtime.records.sense_records import SensorExplanation

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


NO_BRANCH = -1
"""In place of a branch: the question had no answer."""

NO_LEAF = -1
"""In place of a row: the tree answered `none`."""


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """Record one question on the path.

    `branch` is the position of the branch taken, `NO_BRANCH` for none. `values` are what was asked about, by
    its text. `margin` is how far the nearest compared number may move before another branch is taken (0 or
    more), None where no number was compared. `sentence` says it in words: "d is 2.1, 0.9 below 3".
    """

    row: int
    branch: int
    values: tuple[tuple[str, Value], ...] = ()
    margin: float | None = None
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """Record one evaluation: the row of the tree, the questions from its root down, the row of the leaf.

    `leaf` is `NO_LEAF` where the tree answered `none`; `value` is what a value leaf answers.
    """

    tree: int
    leaf: int
    steps: tuple[DecisionStep, ...] = ()
    value: Value = None


@dataclass(frozen=True, slots=True)
class SwapRecord:
    """Hold what a swap kept and what it could not keep.

    `kept` counts the nodes that went on running and the states that stayed active. `halted` and `exited` are
    paths of nodes and states of the old program, `entered` of states of the new one, in the order in which it
    happened. `made_anew` are the variables that took their default because they are new or of another type
    now (rule 8.4).
    """

    agent: str
    kept: int = 0
    halted: tuple[str, ...] = ()
    exited: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    made_anew: tuple[str, ...] = ()

    @property
    def kept_all(self) -> bool:
        """Tell whether nothing that ran was stopped."""
        return not self.halted and not self.exited


class Counts(NamedTuple):
    """Hold how often a row was entered, exited and halted; a state is never halted."""

    enter: int = 0
    exit: int = 0
    halt: int = 0


class PassageCounts:
    """Add up the passages of a program's rows; `counts[row]` are the counts so far."""

    def __init__(self, row_count: int) -> None:
        self._counts = [Counts()] * row_count

    def __getitem__(self, row: int) -> Counts:
        return self._counts[row]

    def carry_over(self, old: PassageCounts, old_of: Sequence[int]) -> None:
        """Go on from the counts of another version of the program; `old_of` are its rows, -1 for none."""
        for row, place in enumerate(old_of):
            if place >= 0:
                self._counts[row] = old._counts[place]

    def add(self, passages: Iterable[Passage]) -> None:
        """Add the passages of one tick."""
        for row, kind in passages:
            entered, exited, halted = self._counts[row]
            if kind == "enter":
                self._counts[row] = Counts(entered + 1, exited, halted)
            elif kind == "exit":
                self._counts[row] = Counts(entered, exited + 1, halted)
            else:
                self._counts[row] = Counts(entered, exited, halted + 1)
