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
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.decisions.decide import begin_run, evaluate
from runtime.minds.program.code import ControlValue
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.subtree import Binding, bind_parameters
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.decisions.question_row import QuestionRow
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

    every: ControlValue
    commit: bool = False
    waits: bool = True


EVERY_TICK = DecisionPace(ControlValue(constant=1))
"""The pace of a decision tree that is not called, a brain's root."""


@dataclass(slots=True, eq=False, kw_only=True)
class DecisionTreeRow(TreeRow):
    """Be one use of a decision tree; its `child_rows` are the leaves that can run, of trees it asks as well.

    `top` is the root of its questions. `rebound` are, by leaf, the calls of other trees on the way to it:
    their parameters are bound again before the leaf is ticked (rule 2.2). Int slots: `current` is the
    leaf that runs, `due` the tick of the next evaluation, `interval` the ticks between two, `evaluations`
    counts those of the run. Byte slot: `asked` tells that an evaluation was asked for.
    """

    pace: DecisionPace
    current: int
    due: int
    interval: int
    evaluations: int
    asked: int
    top: Row
    random_questions: tuple[RandomQuestion, ...] = ()
    rebound: tuple[tuple[tuple[QuestionRow, tuple[Binding, ...]], ...], ...] = ()

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
