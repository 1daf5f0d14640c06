"""Try other values of variables and facts on a guard or a decision; nothing of the run changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from graphs.expressions.types import Value, ValueType
from graphs.model import Variable
from runtime.basics.context import EvaluationError, Slot
from runtime.history.recording.row_words import parts_of
from runtime.history.why.what_if_values import (
    TRIED,
    Kind,
    TriedReading,
    all_readings,
    brain_reading,
    readings_of,
)
from runtime.minds.brain.brain import Brain
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow, preview_decision
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.subtree import Binding
from runtime.records.trace_frame import DecisionStep

_ROOM = 0.5
"""How far beyond the values of interest a range reaches, as a share of what lies between them."""


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """Hold what some values lead to: an answer to compare, a sentence, and for a decision leaf and path.

    `answer` is None where there is none; `leaf` is its row, -1 for none.
    """

    answer: Hashable
    sentence: str
    leaf: int = -1
    steps: tuple[DecisionStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """Hold what can be tried of a row: the test it puts, or the decision tree it belongs to.

    `readings` are what the answer may depend on: variables and facts of the world, in the order of the text.
    """

    row: int
    readings: tuple[TriedReading, ...]
    expression: Expression | None = None
    tree: DecisionTreeRow | None = None

    @property
    def reads(self) -> tuple[str, ...]:
        """Return the names of the agent variables among them."""
        return tuple(reading.name for reading in self.readings if reading.kind == "agent")

    def ask(self, brain: Brain) -> Ask:
        """Return how to ask for the answer with other values."""

        def ask(values: Mapping[str, Value]) -> Hashable:
            return self._answer(brain_reading(brain, self.readings, values))

        return ask

    def values_now(self, brain: Brain) -> dict[str, Value]:
        """Return the values there are, without those of what cannot be read now."""
        found = ((reading.name, reading.now(brain)) for reading in self.readings)
        return {name: value for name, value in found if value is not None}

    def places(self) -> dict[str, Slot]:
        """Return the type of each reading, as a place to look for changes of it."""
        return {reading.name: Slot("byte", 0, reading.type) for reading in self.readings}

    def outcome(self, brain: Brain, values: Mapping[str, Value]) -> TrialOutcome:
        """Return what the values lead to, with what each question or test sees."""
        trial = brain_reading(brain, self.readings, values)
        if self.tree is not None:
            decision = preview_decision(self.tree, trial)
            leaf = -1 if decision.leaf is None else decision.leaf.index
            said = decision.steps[-1].sentence if decision.steps else ""
            return TrialOutcome(None if leaf < 0 else leaf, said, leaf, decision.steps)
        assert self.expression is not None
        try:
            return TrialOutcome(self.expression.run(trial), self.expression.sentence(trial))
        except EvaluationError as error:
            return TrialOutcome(None, str(error))

    def _answer(self, trial: Brain) -> Hashable:
        if self.tree is not None:
            leaf = preview_decision(self.tree, trial).leaf
            return None if leaf is None else leaf.index
        assert self.expression is not None
        try:
            return self.expression.run(trial)
        except EvaluationError:
            return None


@dataclass(frozen=True, slots=True)
class TriedVariable:
    """Hold what can be tried: its type, its value now, and its range or its choices.

    `origin` tells where the value comes from: only variables of the agent or the world can be written.
    """

    name: str
    kind: ValueType
    now: Value
    low: float = 0.0
    high: float = 1.0
    choices: tuple[str, ...] = ()
    origin: Kind = "agent"


def trial_of(program: Program, row: int) -> Trial | None:
    """Return what can be tried of a row, None where nothing is decided by values of variables alone."""
    node = program.rows[row]
    tree = _tree_of(program, node)
    if tree is not None:
        inside = program.rows[tree.index : tree.end]
        given = frozenset(binding.slot for row in inside for binding in parts_of(row, Binding))
        readings = readings_of(program, _tests_inside(inside))
        return Trial(row, tuple(reading for reading in readings if reading.slot not in given), tree=tree)
    test = _test_of(node)
    return None if test is None else Trial(row, readings_of(program, (test,)), test)


def read_for(program: Program, row: int) -> tuple[TriedReading, ...]:
    """Return what the test of a row, or the decision tree it belongs to, reads; nothing for other rows.

    That is variables of any type, and what can be tried of what the world tells.
    """
    node = program.rows[row]
    tree, test = _tree_of(program, node), _test_of(node)
    tests = (test,) if test is not None else ()
    inside = program.rows[tree.index : tree.end] if tree is not None else ()
    found = all_readings(program, _tests_inside(inside) if tree is not None else tests)
    return tuple(reading for reading in found if reading.slot is not None or reading.type.kind in TRIED)


def tried_variables(
    trial: Trial, brain: Brain, declared: Mapping[str, Variable], changes: tuple[Change, ...]
) -> tuple[TriedVariable, ...]:
    """Return the variables to try with their ranges: the declared one, else one around all that matters."""
    found = []
    for reading in trial.readings:
        name, now, kind = reading.name, reading.now(brain), reading.type.kind
        if now is None:
            continue
        if kind in (ValueType.INT, ValueType.FLOAT) and isinstance(now, (int, float)):
            needed = [number for each in changes if each.variable == name for number in _numbers(each.needed)]
            own = declared.get(name) if reading.kind != "graph" else None
            low, high = _range(float(now), needed, own)
            found.append(TriedVariable(name, kind, now, low, high, origin=reading.kind))
        elif kind in TRIED:
            choices = tuple(reading.type.values or ())
            found.append(TriedVariable(name, kind, now, choices=choices, origin=reading.kind))
    return tuple(found)


def _numbers(value: Value) -> list[float]:
    return [float(value)] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def _range(now: float, needed: list[float], declared: Variable | None) -> tuple[float, float]:
    points = [now, *needed]
    low, high = min(points), max(points)
    room = max((high - low) * _ROOM, abs(now) * _ROOM, 1.0)
    low, high = low - room, high + room
    if declared is not None and declared.min is not None:
        low = min(now, float(declared.min))
    if declared is not None and declared.max is not None:
        high = max(now, float(declared.max))
    if now >= 0 and (declared is None or declared.min is None) and min(points) >= 0:
        low = max(low, 0.0)
    return low, high


def _test_of(row: Row) -> Expression | None:
    """Return the test that a row puts; one that reads the event taken cannot be asked apart from it."""
    if isinstance(row, TransitionRow):
        guard = row.guard
        return guard if guard is not None and "event." not in guard.text else None
    if isinstance(row, TreeRow):
        own = getattr(row, "test", None)
        if isinstance(own, Expression):
            return own
        tests = (*((row.guard,) if row.guard is not None else ()), *row.preconditions)
        return tests[0].test if tests else None
    return None


def _tree_of(program: Program, row: Row) -> DecisionTreeRow | None:
    """Return the decision tree a row is a question or an answer of, or itself."""
    above: Row | None = row
    while above is not None:
        if isinstance(above, DecisionTreeRow):
            return above
        if above is not row and above.family is not RowFamily.DECISION:
            return None
        above = program.rows[above.parent] if above.parent >= 0 else None
    return None


def _tests_inside(rows: Iterable[Row]) -> Iterator[Expression]:
    """Yield the expressions that the questions of a decision tree hold, in the order of their fields."""
    for row in rows:
        if row.family is RowFamily.DECISION:
            yield from parts_of(row, Expression)


Ask = Callable[[Mapping[str, Value]], Hashable]
"""Give the answer with some variables changed, by name; None where there is none."""

_GROWTH = 1.2
_SMALLEST = 1e-3
_FARTHEST = 1e6
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one change: the variable, its value now, the nearest that gives another answer, and that answer.

    `distance` is how far a number has to move; 1 for another choice. `share` is the distance as a share of
    the variable's range, of its size where it has none: by it the nearest come first.
    """

    variable: str
    now: Value
    needed: Value
    answer: Hashable
    distance: float
    share: float


def nearest_changes(
    ask: Ask, variables: Mapping[str, Slot], now: Mapping[str, Value], declared: Mapping[str, Variable]
) -> tuple[Change, ...]:
    """Return the nearest change of each variable, in each direction for numbers, nearest first."""
    present = ask({})
    found: list[Change] = []
    for name, slot in variables.items():
        if name in now:
            found += _changes_of(name, slot, now[name], declared.get(name), ask, present)
    return tuple(sorted(found, key=lambda change: (change.share, change.variable)))


def _changes_of(
    name: str, slot: Slot, now: Value, declared: Variable | None, ask: Ask, present: Hashable
) -> Iterator[Change]:
    kind = slot.type.kind
    if kind in (ValueType.BOOL, ValueType.TRIGGER):
        yield from _choices(name, now, (not now,), ask, present)
    elif kind is ValueType.ENUM:
        yield from _choices(name, now, [value for value in slot.type.values if value != now], ask, present)
    elif kind in (ValueType.INT, ValueType.FLOAT) and isinstance(now, (int, float)):
        low = declared.min if declared is not None and declared.min is not None else -_FARTHEST
        high = declared.max if declared is not None and declared.max is not None else _FARTHEST
        size = high - low if high - low < _FARTHEST else max(abs(float(now)), 1.0)
        whole = kind is ValueType.INT
        for limit in (low, high):
            turned = _turn(name, float(now), float(limit), whole, ask, present)
            if turned is not None:
                needed, answer = turned
                distance = abs(needed - now)
                yield Change(name, now, needed, answer, distance, distance / size)


def _choices(name: str, now: Value, others: Iterable[Value], ask: Ask, present: Hashable) -> Iterator[Change]:
    for value in others:
        answer = ask({name: value})
        if answer != present:
            yield Change(name, now, value, answer, 1.0, 1.0)


def _turn(
    name: str, now: float, limit: float, whole: bool, ask: Ask, present: Hashable
) -> tuple[float | int, Hashable] | None:
    """Return the nearest value towards `limit` with another answer, and that answer; None for none."""
    if limit == now:
        return None
    sign = 1.0 if limit > now else -1.0
    inside, reach = 0.0, 1.0 if whole else _SMALLEST
    furthest = abs(limit - now)
    while True:
        reach = min(reach, furthest)
        if ask({name: _value(now + sign * reach, whole)}) != present:
            break
        if reach >= furthest:
            return None
        inside = reach
        reach = max(reach * _GROWTH, reach + 1.0) if whole else reach * _GROWTH
    outside = reach
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if whole:
            middle = math.floor(middle)
        if middle in (inside, outside):
            break
        if ask({name: _value(now + sign * middle, whole)}) != present:
            outside = middle
        else:
            inside = middle
    needed = _value(now + sign * outside, whole)
    return needed, ask({name: needed})


def _value(number: float, whole: bool) -> float | int:
    return round(number) if whole else number
