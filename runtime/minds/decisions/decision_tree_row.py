"""Run a decision tree: evaluate it, keep the chosen leaf running, change leaves (rules 5.5, 5.7, 6.3).

| moment | what happens |
|---|---|
| enter | a run begins; it is evaluated at once |
| every n ticks, or when it was asked for | evaluated again; with `commit` not while a leaf runs |
| the same leaf node is picked | it goes on |
| another leaf node is picked | the former is halted, then the new one is entered |
| no answer, a leaf runs | it goes on |
| no answer, nothing runs | FAILURE in a behavior tree; an activity or a brain's root waits, RUNNING |
| the leaf gives a result | that is the result of the run |

An answer that runs nothing, an outcome or a value, is no answer here.

Deciding is a walk from the root of the tree to its answer (5.3, 5.4). It changes nothing but the memory of
`random` nodes, the count of evaluations they live by, and the parameters of decision trees that are asked on
the way, which belong to those trees alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from runtime.basics.context import EvaluationError
from runtime.basics.status import ANSWERED, FIRST_BRANCH, NO_ANSWER, Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.decisions.question_row import AnswerRow, QuestionRow
from runtime.minds.program.code import ControlValue
from runtime.minds.program.row_fields import Meaning, PartPage, Sort, given, holds, remembers
from runtime.minds.program.rows import RowPage
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.subtree import Binding, bind_parameters
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import Reason, ReasonForm
from runtime.records.trace_frame import NO_BRANCH, NO_LEAF, DecisionRecord, DecisionStep

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.decisions.questions import RandomQuestion
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


NOTHING_RUNS = -1
"""In place of a leaf: nothing runs."""

ON_DEMAND = 0
"""In place of ticks from one evaluation to the next: evaluated only when entered or asked for."""


@dataclass(slots=True, frozen=True)
class DecisionPace:
    """Say when a decision tree is evaluated, and what it is to its caller.

    `every` are ticks, `ON_DEMAND` for none. With `commit` a running leaf is not called in question. `waits`
    tells that no answer with nothing running is waited out instead of being a failure.
    """

    about: ClassVar[PartPage] = PartPage("Pace", "When a decision tree is evaluated.")

    every: ControlValue = given(Sort.COUNT, "Every so many ticks; 0 only on enter or when asked for.")
    commit: bool = given(Sort.BOOL, "Not while a leaf runs.", default=False)
    waits: bool = given(Sort.BOOL, "No answer with nothing running is RUNNING, not FAILURE.", default=True)


EVERY_TICK = DecisionPace(ControlValue(constant=1))
"""The pace of a decision tree that is not called, a brain's root."""


@dataclass(slots=True, eq=False, kw_only=True)
class DecisionTreeRow(TreeRow):
    """Be one use of a decision tree; its `child_rows` are the leaves that can run, of trees it asks as well.

    `top` is the root of its questions. `rebound` are, by leaf, the calls of other trees on the way to it:
    their parameters are bound again before the leaf is ticked (rule 2.2).
    """

    about: ClassVar[RowPage] = RowPage(
        "decision_tree",
        ("decision_tree",),
        "Evaluates a decision tree and runs the leaf that it picks.",
    )

    pace: DecisionPace = holds(DecisionPace, "When it is evaluated.")
    top: Row = given(Sort.ROW, "The root of its questions.")
    child_rows: tuple[TreeRow, ...] = given(Sort.NODES, "The leaves that can run.", name="leaves", default=())
    rebound: tuple[tuple[tuple[QuestionRow, tuple[Binding, ...]], ...], ...] = given(
        Sort.CALLS, "For each leaf, the trees asked on the way to it.", default=()
    )
    random_questions: tuple[RandomQuestion, ...] = given(
        Sort.RANDOM_QUESTIONS, "The questions that draw.", name="random", default=()
    )
    current: int = remembers(
        Meaning.CHILD,
        "The leaf that runs, by its place in `leaves`; -1 for none.",
        names=("leaf",),
        only_child=True,
        optional=True,
    )
    due: int = remembers(Meaning.TICK, "The tick of the next evaluation.")
    interval: int = remembers(Meaning.NUMBER, "The ticks between two, fixed on enter.")
    evaluations: int = remembers(Meaning.NUMBER, "Counts the evaluations of the run.")
    asked: int = remembers(Meaning.FLAG, "1 when an evaluation was asked for.")

    def can_run(self) -> bool:
        """Tell that a leaf may run on, or that it waits for an answer."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Begin a run."""
        every = self.pace.every.value(brain, self)
        if not isinstance(every, int) or every < 0:
            raise EvaluationError(f"A decision tree is evaluated every so many ticks; it is {every!r}.")
        brain.ints[self.interval] = every
        brain.ints[self.current] = NOTHING_RUNS
        brain.ints[self.due] = brain.tick_now
        brain.bytes_[self.asked] = 0
        begin_run(self, brain)

    def tick(self, brain: TickingBrain) -> Status:
        """Evaluate where it is time, then tick the leaf."""
        current = brain.ints[self.current]
        if self._is_due(brain, current):
            current = self._choose(brain, current)
        elif current != NOTHING_RUNS:
            self._rebind(brain, current)
        if current == NOTHING_RUNS:
            if brain.log is not None:
                brain.reason = Reason(ReasonForm.NO_ANSWER)
            return Status.RUNNING if self.pace.waits else Status.FAILURE
        result = visit(self.child_rows[current], brain)
        if brain.log is not None and result != Status.RUNNING:
            brain.reason = Reason(ReasonForm.LEAF_GAVE, (result,))
        return result

    def _is_due(self, brain: TickingBrain, current: int) -> bool:
        if self.pace.commit and current != NOTHING_RUNS:
            return False
        return brain.tick_now >= brain.ints[self.due] or bool(brain.bytes_[self.asked])

    def _choose(self, brain: TickingBrain, former: int) -> int:
        """Evaluate; halt the former leaf where another one is picked. Return the leaf that runs now."""
        interval = brain.ints[self.interval]
        brain.ints[self.due] = MOST_TICKS if interval == ON_DEMAND else brain.due_after(interval)
        brain.bytes_[self.asked] = 0
        leaf, _ = evaluate(self, brain)
        if not isinstance(leaf, TreeRow):
            if former != NOTHING_RUNS:
                self._rebind(brain, former)
            return former
        chosen = self.child_rows.index(leaf)
        if former not in (NOTHING_RUNS, chosen):
            halt(self.child_rows[former], brain)
        brain.ints[self.current] = chosen
        return chosen

    def _rebind(self, brain: TickingBrain, leaf: int) -> None:
        """Let the arguments of the trees around a leaf follow; where one fails the old values stay."""
        for row, bindings in self.rebound[leaf]:
            try:
                bind_parameters(bindings, brain, row)
            except EvaluationError as error:
                if all(known.row != row.index for known in brain.errors):
                    brain.record_error(row, str(error), error.detail)


def ask_anew(brain: TickingBrain) -> None:
    """Ask for an evaluation of every decision tree that runs, in the brain's next tick (rule 5.5)."""
    for row in brain.program.rows:
        if isinstance(row, DecisionTreeRow) and brain.bytes_[row.index] == Status.RUNNING:
            brain.bytes_[row.asked] = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold an answer: the leaf (None for `none`), what it says if it is a value or an outcome, the path."""

    leaf: Row | None
    value: Value
    steps: tuple[DecisionStep, ...]

    def record(self, tree: int) -> DecisionRecord:
        """Return it as a trace keeps it; `tree` is the row of the decision tree."""
        leaf = NO_LEAF if self.leaf is None else self.leaf.index
        return DecisionRecord(tree, leaf, self.steps, self.value)


def begin_run(tree: DecisionTreeRow, brain: TickingBrain) -> None:
    """Begin a run: its evaluations are counted from 1 and its `random` nodes have drawn nothing (5.6)."""
    brain.ints[tree.evaluations] = 0
    for question in tree.random_questions:
        question.forget(brain)


def decide(tree: DecisionTreeRow, brain: TickingBrain) -> Decision:
    """Evaluate the tree once more in its run, and say how it came to its answer."""
    steps: list[DecisionStep] = []
    leaf, value = _walk(tree, brain, steps)
    return Decision(leaf, value, tuple(steps))


def evaluate(tree: DecisionTreeRow, brain: TickingBrain) -> tuple[Row | None, Value]:
    """Do what `decide` does, and keep the path only where the brain is logged."""
    if brain.log is None:
        return _walk(tree, brain, None)
    decision = decide(tree, brain)
    brain.log.decisions.append(decision.record(tree.index))
    return decision.leaf, decision.value


def _walk(
    tree: DecisionTreeRow, brain: TickingBrain, steps: list[DecisionStep] | None
) -> tuple[Row | None, Value]:
    evaluation = brain.ints[tree.evaluations] + 1
    brain.ints[tree.evaluations] = evaluation
    row: Row = tree.top
    while isinstance(row, QuestionRow):
        try:
            branch = row.answer(brain, evaluation)
        except EvaluationError as error:
            branch = NO_BRANCH
            brain.record_error(row, str(error), error.detail)
            if steps is not None:
                steps.append(DecisionStep(row.index, branch, sentence=str(error)))
        else:
            if steps is not None:
                steps.append(row.step(brain, branch, evaluation))
        if branch == NO_BRANCH:
            brain.outcomes[row.index] = NO_ANSWER
            return None, None
        brain.outcomes[row.index] = FIRST_BRANCH + branch
        row = row.branches[branch]
    return (row, None) if not isinstance(row, AnswerRow) else _answer_of(row, brain)


def _answer_of(leaf: AnswerRow, brain: TickingBrain) -> tuple[Row | None, Value]:
    try:
        value = leaf.answer_value(brain)
    except EvaluationError as error:
        brain.record_error(leaf, str(error), error.detail)
        brain.outcomes[leaf.index] = NO_ANSWER
        return None, None
    brain.outcomes[leaf.index] = ANSWERED
    return leaf, value


def preview_decision(
    tree: DecisionTreeRow, brain: TickingBrain, values: Mapping[str, Value] | None = None
) -> Decision:
    """Return what the next evaluation would answer, with its path.

    Of a tree that runs it is the next one of its run, else the first of a new one. `values` take the place
    of agent variables, by name; each must fit its variable.
    """
    trial = brain.copy_for_trial()
    for name, value in (values or {}).items():
        trial.put(brain.program.variables[name], value)
    if brain.bytes_[tree.index] != Status.RUNNING:
        begin_run(tree, trial)
    return decide(tree, trial)
