"""Compiled pieces of text that rows carry: expressions, values of parameters, action blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from graphs.expressions.typed import Constant, TypedExpression
from graphs.expressions.types import Value
from runtime.basics.context import EvaluationContext, EvaluationError, Slot
from runtime.basics.time_ticks import DurationError, duration_to_ticks
from runtime.minds.expressions.evaluate import evaluate
from runtime.minds.expressions.explain import Explanation, describe, explain, guard_parts
from runtime.minds.expressions.generate import compile_expression
from runtime.minds.expressions.tested_values import BufferPlace, readings_of
from runtime.records.trace_frame import GuardPart

if TYPE_CHECKING:
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, frozen=True, eq=False)
class Expression:
    """Hold an expression: its text, its typed tree, and the function made from the tree.

    `run` makes the function after some calls, until then it walks the tree: most expressions are only ever
    written into the source of a tree. `triggers` are the places of all triggers that it may read.
    """

    text: str
    typed: TypedExpression
    slots: Mapping[str, Slot]
    triggers: tuple[int, ...] = ()
    run: Callable[[EvaluationContext], Value] = field(init=False, repr=False)
    _readings: tuple[BufferPlace, ...] | Literal["unknown"] | None = field(
        init=False, repr=False, default="unknown"
    )

    @property
    def readings(self) -> tuple[BufferPlace, ...] | None:
        """Return the places of all that it may read, None where it asks the host or an event."""
        if self._readings == "unknown":
            object.__setattr__(self, "_readings", readings_of(self.typed, self.slots))
        found = self._readings
        assert found != "unknown"
        return found

    def __post_init__(self) -> None:
        object.__setattr__(self, "run", self._compiled_run if self.triggers else self._first_run)

    def _first_run(self, context: EvaluationContext) -> Value:
        object.__setattr__(self, "run", self._second_run)
        return evaluate(self.typed, self.slots, context)

    def _second_run(self, context: EvaluationContext) -> Value:
        object.__setattr__(self, "run", self._compiled_run)
        return evaluate(self.typed, self.slots, context)

    def _compiled_run(self, context: EvaluationContext) -> Value:
        run = compile_expression(self.typed, self.slots)
        object.__setattr__(self, "run", run)
        return run(context)

    def explanation(self, context: EvaluationContext) -> Explanation:
        """Return the value of the expression and of each of its parts."""
        return explain(self.typed, self.slots, context)

    def sentence(self, context: EvaluationContext) -> str:
        """Say what the expression came to and with which values: "d is 6.4, 3.4 too high"."""
        return self.sentence_of(self.explanation(context))

    def sentence_of(self, explanation: Explanation) -> str:
        """Put an explanation of this expression into words."""
        return describe(explanation, self.text)

    def parts_of(self, explanation: Explanation) -> tuple[GuardPart, ...]:
        """Return the stretches of the text with the truth that an explanation gives each."""
        return guard_parts(self.text, explanation)


@dataclass(slots=True, frozen=True)
class NamedSlot:
    """Hold the place of a variable and the name that writes to it are told by."""

    name: str
    slot: Slot


@dataclass(slots=True, frozen=True)
class ControlValue:
    """Hold the value of one parameter: a constant, or an expression that is evaluated on use.

    `constant_ticks` is the constant as a duration, computed exactly when compiled (rule 1.1).
    """

    constant: Value = None
    constant_ticks: int = 0
    expression: Expression | None = None

    @property
    def is_left_out(self) -> bool:
        """Tell whether nothing was given, and there is no default."""
        if self.expression is None:
            return self.constant is None
        typed = self.expression.typed
        return isinstance(typed, Constant) and typed.value is None

    def value(self, brain: TickingBrain, row: Row) -> Value:
        """Return the value; raise `EvaluationError` where the expression fails."""
        return self.constant if self.expression is None else self.expression.run(brain)

    def ticks(self, brain: TickingBrain, row: Row) -> int:
        """Return the value, in seconds, as ticks; raise `EvaluationError` for a negative duration."""
        if self.expression is None:
            return self.constant_ticks
        seconds = self.expression.run(brain)
        assert isinstance(seconds, (int, float))
        try:
            return duration_to_ticks(seconds, brain.rate)
        except DurationError as error:
            raise EvaluationError(f"{self.expression.text}: {error}") from None


@dataclass(slots=True, frozen=True)
class LineCode:
    """Be one compiled line; `number` counts from 0 in its block."""

    number: int

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Do what the line says; raise `EvaluationError` where an expression fails."""
        raise NotImplementedError


class InnerLineFailed(Exception):
    """Tell a block that a line below one of its conditions failed, and was recorded."""

    def __init__(self, line: LineCode) -> None:
        super().__init__(line)
        self.line = line


@dataclass(slots=True, frozen=True)
class ActionBlock:
    """Hold the compiled lines of an action block (rule 2.5)."""

    lines: tuple[LineCode, ...] = ()

    def run(self, brain: TickingBrain, row: Row) -> LineCode | None:
        """Run the lines in order; a failing line ends the block, is recorded, and is returned."""
        for line in self.lines:
            try:
                line.run(brain, row)
            except InnerLineFailed as inner:
                return inner.line
            except EvaluationError as error:
                brain.record_error(row, f"line {line.number + 1}: {error}", error.detail)
                return line
        return None


@dataclass(slots=True, frozen=True)
class ConditionCode(LineCode):
    """Run the lines of one of two blocks; the test reads triggers without consuming them (rule 2.3)."""

    test: Expression
    then: ActionBlock
    otherwise: ActionBlock

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Test and run; what fails inside ends the blocks around it too."""
        holds = self.test.run(brain)
        if brain.log is not None:
            brain.log.tests.append((self.number + 1, self.test.sentence(brain)))
        failed = (self.then if holds else self.otherwise).run(brain, row)
        if failed is not None:
            raise InnerLineFailed(failed)
