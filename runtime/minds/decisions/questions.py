"""Ask the questions of a decision tree (rule 5.1).

| kind | takes the branch |
|---|---|
| test | for true, or for false |
| ranges | of the interval that the number lies in |
| switch | whose case equals the value, else the default |
| first_of | of the first condition that is true, else the last |
| table | of the first row that matches, or of the only one; else the default |
| tree | none of its own: it leads to the root of another decision tree |

A failing expression is no answer (rule 2.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from graphs.expressions.typed import Comparison, Conditional, Constant, Logical, Not
from graphs.expressions.types import Value
from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_weighted
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.expressions.explain import Explanation, PartOutcome, format_value
from runtime.minds.program.row_fields import Meaning, Sort, counts_draws, given, remembers
from runtime.minds.program.rows import RowPage
from runtime.minds.trees.subtree import Binding, bind_parameters
from runtime.records.trace_frame import NO_BRANCH, DecisionStep

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain


Seen = tuple[tuple[str, Value], ...]


@dataclass(slots=True, eq=False, kw_only=True)
class TestQuestion(QuestionRow):
    """Ask one condition; `on_true` and `on_false` are positions of branches."""

    about: ClassVar[RowPage] = RowPage("ask_test", ("test",), "Asks whether an expression is true.")

    test: Expression = given(Sort.TEST, "What is asked.")
    on_true: int = given(Sort.ROW_OR_NONE, "The branch for true; null for none.")
    on_false: int = given(Sort.ROW_OR_NONE, "The branch for false; null for none.")

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Ask."""
        return self.on_true if self.test.run(brain) else self.on_false

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell what the condition saw."""
        seen, margin, sentence = _explained(self.test, brain)
        return DecisionStep(self.index, branch, seen, margin, sentence)


@dataclass(slots=True, eq=False, kw_only=True)
class RangesQuestion(QuestionRow):
    """Ask which interval a number lies in.

    `bounds` are the upper ends of all branches but the last, rising; a closed one belongs to its branch,
    the others to the next one.
    """

    about: ClassVar[RowPage] = RowPage("ask_ranges", ("ranges",), "Asks in which interval a number lies.")

    value: Expression = given(Sort.NUMBER, "The number.")
    bounds: tuple[tuple[float, bool], ...] = given(
        Sort.BOUNDS, "The upper ends of all branches but the last."
    )

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the first branch whose upper end is above the number."""
        value = cast(float, self.value.run(brain))
        for branch, (end, closed) in enumerate(self.bounds):
            if value < end or (closed and value == end):
                return branch
        return len(self.bounds)

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell the number and the nearest end of its interval."""
        value = cast(float, self.value.run(brain))
        ends = [end for end, _ in self.bounds[max(branch - 1, 0) : branch + 1]]
        seen = ((self.value.text, value),)
        if not ends:
            return DecisionStep(self.index, branch, seen, None, _words(seen))
        end = min(ends, key=lambda bound: abs(value - bound))
        margin = abs(value - end)
        side = "below" if branch < len(self.bounds) and end == self.bounds[branch][0] else "above"
        said = f"{_words(seen)}, {format_value(margin)} {side} {format_value(float(end))}"
        return DecisionStep(self.index, branch, seen, margin, said)


@dataclass(slots=True, eq=False, kw_only=True)
class SwitchQuestion(QuestionRow):
    """Compare a value with cases, one per branch, None for the default's.

    `default` is the position of the branch that takes what no case matched, or `NO_BRANCH`.
    """

    about: ClassVar[RowPage] = RowPage("ask_switch", ("switch",), "Asks which case a value equals.")

    value: Expression = given(Sort.EXPRESSION, "The value.")
    cases: tuple[Value, ...] = given(Sort.CASES, "The case of each branch; null for the default's.")
    default: int = given(Sort.ROW_OR_NONE, "The branch for what no case equals; null for none.")

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the branch of the case."""
        value = self.value.run(brain)
        for branch, case in enumerate(self.cases):
            if case is not None and branch != self.default and case == value:
                return branch
        return self.default

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell the value."""
        seen = ((self.value.text, self.value.run(brain)),)
        return DecisionStep(self.index, branch, seen, None, _words(seen))


@dataclass(slots=True, eq=False, kw_only=True)
class FirstOfQuestion(QuestionRow):
    """Ask conditions in order; `tests` has one per branch, None for the default's."""

    about: ClassVar[RowPage] = RowPage(
        "ask_first_of", ("first_of",), "Asks conditions in order until one is true."
    )

    tests: tuple[Expression | None, ...] = given(
        Sort.TESTS, "The condition of each branch; null for the default's."
    )
    default: int = given(Sort.ROW_OR_NONE, "The branch for when none is true; null for none.")

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the branch of the first condition that is true; later ones are not asked."""
        for branch, test in enumerate(self.tests):
            if test is not None and branch != self.default and test.run(brain):
                return branch
        return self.default

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell what the conditions asked saw: the one that was true, or all where none was."""
        seen: dict[str, Value] = {}
        margins: list[float | None] = []
        said, false = "", list[str]()
        for position, test in enumerate(self.tests):
            if test is None or position == self.default:
                continue
            values, margin, sentence = _explained(test, brain)
            margins.append(margin)
            seen.update((text, value) for text, value in values if text not in seen)
            if position == branch:
                said = sentence
                break
            false.append(sentence)
        said = said or f"no condition is true ({'; '.join(dict.fromkeys(false))})"
        return DecisionStep(self.index, branch, tuple(seen.items()), nearest_of(margins), said)


@dataclass(slots=True, eq=False, kw_only=True)
class TableQuestion(QuestionRow):
    """Compare inputs with rows, cell by cell.

    `cells` has, for each branch, the conditions of its row from left to right, None for the default's;
    empty cells put none. `unique` makes a second row that matches an error.
    """

    about: ClassVar[RowPage] = RowPage("ask_table", ("table",), "Asks which row of a table matches.")

    inputs: tuple[Expression, ...] = given(Sort.EXPRESSIONS, "What the columns are of; for people.")
    cells: tuple[tuple[Expression, ...] | None, ...] = given(
        Sort.CELLS, "What must hold for each branch; null for the default."
    )
    default: int = given(Sort.ROW_OR_NONE, "The branch for when no row matches; null for none.")
    unique: bool = given(Sort.BOOL, "A second row that matches is an error.")

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the branch of the row that matches."""
        hit = NO_BRANCH
        for branch, row in enumerate(self.cells):
            if row is None or not all(cell.run(brain) for cell in row):
                continue
            if not self.unique:
                return branch
            if hit != NO_BRANCH:
                raise EvaluationError(f"Rows {hit + 1} and {branch + 1} both match; only one may.")
            hit = branch
        return self.default if hit == NO_BRANCH else hit

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell the inputs and the row that matched."""
        seen = tuple((value.text, _value_or_none(value, brain)) for value in self.inputs)
        margins: list[float | None] = []
        for position, row in enumerate(self.cells):
            if row is not None:
                margins.append(_row_margin(row, brain))
            if position == branch and not self.unique:
                break
        said = f"{_words(seen)}: {self.branch_words(branch)}"
        return DecisionStep(self.index, branch, seen, nearest_of(margins), said)


@dataclass(slots=True, eq=False, kw_only=True)
class TreeQuestion(QuestionRow):
    """Ask another decision tree: its root is the only branch."""

    about: ClassVar[RowPage] = RowPage("ask_tree", ("tree",), "Asks another decision tree.")

    bindings: tuple[Binding, ...] = given(
        Sort.BINDINGS, "Its parameters, bound when it is asked.", default=()
    )

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Bind the parameters of the tree that is asked."""
        bind_parameters(self.bindings, brain, self)
        return 0

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell the arguments."""
        seen = tuple((binding.name, brain.state.read(binding.slot)) for binding in self.bindings)
        return DecisionStep(self.index, branch, seen, None, _words(seen))


def _words(seen: Seen) -> str:
    return ", ".join(f"{text} is {format_value(value)}" for text, value in seen)


def _explained(test: Expression, brain: TickingBrain) -> tuple[Seen, float | None, str]:
    """Return what a condition saw, its distance to the nearest threshold, and both in words."""
    explanation = test.explanation(brain)
    seen = seen_values(explanation, test.text)
    return seen, nearest_threshold(explanation), test.sentence_of(explanation)


def _row_margin(row: tuple[Expression, ...], brain: TickingBrain) -> float | None:
    """Return how far a row of a table is from matching, or from no longer doing so."""
    margins = []
    for cell in row:
        explanation = cell.explanation(brain)
        if not explanation.value:
            return nearest_threshold(explanation)
        margins.append(nearest_threshold(explanation))
    return nearest_of(margins)


def _value_or_none(expression: Expression, brain: TickingBrain) -> Value:
    """Return an input's value; one that no row looked at may fail."""
    try:
        return expression.run(brain)
    except EvaluationError:
        return None


@dataclass(slots=True, eq=False, kw_only=True)
class RandomQuestion(QuestionRow):
    """Draw by weight.

    What a draw left behind is told although no question ever runs; each run forgets it. `kept` is `NO_BRANCH`
    once an edit took the branch away.
    """

    about: ClassVar[RowPage] = RowPage(
        "ask_random", ("random",), "Draws a branch, and keeps it while consecutive evaluations reach it."
    )

    weights: tuple[float, ...] = given(Sort.WEIGHTS_OF_BRANCHES, "The weight of each branch.")
    timeout: ControlValue | None = given(
        Sort.COUNT, "After how many evaluations it draws again; null for never.", optional=True
    )
    kept: int = remembers(Meaning.BRANCH, "The branch drawn last.", names=("branch",), lasting=True)
    seen: int = remembers(
        Meaning.NUMBER, "The evaluation that reached it last; 0 for none of this run.", lasting=True
    )
    drawn: int = remembers(Meaning.NUMBER, "The evaluation of the draw.", lasting=True)
    due: int = remembers(Meaning.NUMBER, "The evaluation that draws again.", lasting=True)
    draws: int = counts_draws()

    def forget(self, brain: TickingBrain) -> None:
        """Begin a run: nothing was drawn in it yet."""
        brain.ints[self.seen] = 0

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the branch that is kept, or draw one."""
        ints = brain.ints
        seen, kept = ints[self.seen], ints[self.kept]
        if seen and seen == evaluation - 1 and evaluation < ints[self.due] and kept != NO_BRANCH:
            ints[self.seen] = evaluation
            return kept
        lasts = self._timeout(brain)
        count = brain.draw_count(self.draws)
        branch = draw_weighted(brain.seed, brain.agent_hash, self.draw_key, count, self.weights)
        if branch is None:
            return NO_BRANCH
        ints[self.kept], ints[self.drawn] = branch, evaluation
        ints[self.seen], ints[self.due] = evaluation, min(evaluation + lasts, MOST_TICKS)
        return branch

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell whether the branch was drawn or kept, and for how long."""
        if branch == NO_BRANCH:
            return DecisionStep(self.index, branch, sentence="all weights are 0")
        drawn, due = brain.ints[self.drawn], brain.ints[self.due]
        if drawn == evaluation:
            share = self.weights[branch] / sum(self.weights)
            said = f"drew {self.branch_words(branch)}, a chance of {share:.3g}"
        else:  # An edit may have taken all weights away since.
            said = f"keeps {self.branch_words(branch)}, drawn {evaluation - drawn} evaluations ago"
        if due < MOST_TICKS:
            said += f"; draws again in {due - evaluation}"
        return DecisionStep(self.index, branch, sentence=said)

    def _timeout(self, brain: TickingBrain) -> int:
        """Return for how many evaluations a draw lasts."""
        if self.timeout is None:
            return MOST_TICKS
        lasts = self.timeout.value(brain, self)
        if not isinstance(lasts, int) or lasts < 0:
            raise EvaluationError(f"A timeout is a number of evaluations from 0 on; it is {lasts!r}.")
        return lasts


def seen_values(explanation: Explanation, text: str) -> tuple[tuple[str, Value], ...]:
    """Return what was compared or asked, by its text, each once, in the order of evaluation."""
    found: dict[str, Value] = {}
    for part in _asked(explanation):
        found.setdefault(text[part.start : part.end].strip(), part.value)
    return tuple(found.items())


def _asked(part: Explanation) -> Iterator[Explanation]:
    if part.outcome is PartOutcome.NOT_EVALUATED:
        return
    if isinstance(part.node, (Logical, Not, Conditional, Comparison)):
        for inner in part.parts:
            yield from _asked(inner)
    elif part.outcome is PartOutcome.VALUE and not isinstance(part.node, Constant):
        yield part


def nearest_threshold(explanation: Explanation) -> float | None:
    """Return how far the nearest compared number is from changing a condition; None without one.

    Where `and` or `or` stopped at the part that decided, only that part counts; else the nearest of all.
    """
    node = explanation.node
    if explanation.outcome is not PartOutcome.VALUE:
        return None
    if isinstance(node, Comparison):
        return None if explanation.margin is None else abs(explanation.margin)
    if isinstance(node, Not):
        return nearest_threshold(explanation.parts[0])
    if isinstance(node, Logical):
        evaluated = [part for part in explanation.parts if part.outcome is PartOutcome.VALUE]
        if explanation.value is (node.operator == "or"):
            return nearest_threshold(evaluated[-1])
        return nearest_of(map(nearest_threshold, evaluated))
    if isinstance(node, Conditional):
        return nearest_of(map(nearest_threshold, explanation.parts))
    return None


def nearest_of(margins: Iterable[float | None]) -> float | None:
    """Return the smallest of those that are known."""
    return min((margin for margin in margins if margin is not None), default=None)
