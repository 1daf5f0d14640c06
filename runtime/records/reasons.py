"""Hold why a visit ended or a transition was not taken: a form and its parts (rules 3.15, 4.14).

A tick makes the value, and only where the brain is logged. It becomes a sentence where it is shown.
"""

from __future__ import annotations

import math
from enum import StrEnum
from functools import cache
from string import Formatter
from typing import NamedTuple, Protocol

from runtime.basics.host import Claimed
from runtime.basics.status import Status


class ReasonForm(StrEnum):
    """Say what decided; the names in braces are filled in with the parts of a reason, in this order."""

    OWN_WORDS = "{text}"
    """In words of its own: what a test saw, what an action or a log says, what went wrong."""

    # Visits of tree nodes.
    DISABLED = "disabled"
    FORCED = "forced"
    GUARD = "guard: {test}"
    GUARD_ERROR = "its guard could not be evaluated: {message}"
    PRECONDITION = "precondition {order}: {test}"
    PRECONDITION_ERROR = "precondition {order} could not be evaluated: {message}"
    CHILD_GAVE = "child {number} gave {result}"
    ALL_GAVE = "all {count} children gave {result}"
    OTHERS_GAVE = "the {count} children that were not skipped gave {result}"
    ONLY_OTHER_GAVE = "child {number}, the only one that was not skipped, gave {result}"
    NOT_SKIPPED_GAVE = "every child that was not skipped gave {result}"
    ALL_SKIPPED = "every child was skipped"
    ALL_WEIGHTS_0 = "all weights are 0"
    FAILURES = "{failures} of {count} children failed, {successes} succeeded"
    FAILURES_OF_OTHERS = "{failures} of {count} children that were not skipped failed, {successes} succeeded"
    SUCCESSES = "{successes} of {count} children succeeded, {needed} were needed"
    SUCCESSES_OF_OTHERS = (
        "{successes} of {count} children that were not skipped succeeded, {needed} were needed"
    )
    FAILURES_OF_CHOSEN = "{failures} of {count} chosen children failed, {successes} succeeded"
    SUCCESSES_OF_CHOSEN = "{successes} of {count} chosen children succeeded, {needed} were needed"
    CHOSEN_SKIPPED = "every chosen child was skipped"
    MAIN_GAVE = "child {number}, the main one, gave {result}"
    DRAWN_CHILD = "child {number}, which was drawn, gave {result}"
    HIGHEST_SCORE = "child {number} scored highest with {score} of {scores}"
    DRAWN_SCORE = "child {number} was drawn by its score {score} of {scores}"
    CHOSEN_CHILD = "the chosen child {number} gave {result}"
    EVERY_CHILD_FAILED = "every child failed"
    NO_SCORE = "no child has a score"
    THEN_GAVE = "the then branch gave {result}"
    ELSE_GAVE = "the else branch gave {result}"
    NO_ELSE = "the condition failed and there is no else"
    CASE_RUNS = "{text} is {value}"
    CASE_GAVE = "{text} is {value}: child {number} gave {result}"
    NO_CASE = "{text} is {value}, which no case names"
    FIRST_GAVE = "the first child gave {result}"
    NO_ATTEMPT = "the first child failed and no attempt is left"
    RECOVERY_GAVE = "the recovery gave {result}"
    ONLY_CHILD_GAVE = "the child gave {result}"
    CHILD_GAVE_TIMES = "the child gave {result} {count} times"
    CHILD_ENDED_TIMES = "the child ended {count} times"
    CHILD_SKIPPED = "the child was skipped"
    ITEM_GAVE = "item {item} of {count} gave {result}"
    ALL_ITEMS = "all {count} items were gone through"
    COUNT_OF_0 = "the count is 0"
    GRAPH_GAVE = "the called graph gave {result}"
    LEAF_GAVE = "the chosen leaf gave {result}"
    NO_ANSWER = "there is no answer and nothing runs"
    FINAL_STATE = "a final state was entered"
    TIME_OVER = "the time is over"
    COOLING_DOWN = "cooling down for {seconds} s more"
    TOO_EARLY = "it is too early for another start"
    COMPLETED = "it has completed {count} times, the limit"
    DRAW_MISSED = "the draw missed"
    BLOCK_RAN = "the block ran"
    BLOCK_DECIDED = "the block ran; {tests}"
    LINE_FAILED = "line {line} of the block failed"
    ALWAYS = "it always gives this"
    ACTION_SUCCEEDED = "the action succeeded"
    ACTION_FAILED = "the action failed"
    TOOK = "it took {place}"
    HOLDS = "it holds {place} already"
    NO_PLACE = "no place of {place} is free: held by {agents}"
    NO_PLACE_LEFT = "no place of {place} is free, and no agent holds one"
    NO_ENTITY = "{variable} names no entity"
    GAVE_BACK = "it gave {place} back"
    HELD_NONE = "it did not hold {place}"
    HELD_NO_ENTITY = "it did not hold an entity"
    BUDGET_SPENT = "The budget of {budget} visits in one tick is spent; the tree was halted."

    # Transitions that were considered.
    NO_GUARD = "no guard"
    LOST = "lost to the transition {edge} of {source}"
    LOST_TO_ANY_STATE = "lost to the any-state transition {edge} of {source}"
    ALREADY_THERE = "its target is active already"
    WAITS = "{seconds} s to go"
    WEIGHT_0 = "its weight is 0"
    DRAWN = "weight {weight} of {total}, drawn"
    NOT_DRAWN = "weight {weight} of {total}, {edge} was drawn"
    DECIDED = "the decision tree gave {outcome}"
    NO_OUTCOME = "the decision tree gave no outcome"
    CANCELED = "was pending; its guard is false by now"


class Reason(NamedTuple):
    """Hold a form with its parts.

    Parts are numbers, those of children and lines from 1 on, results, texts, what was claimed, a tuple of
    agents, the lines of a block with what each test there saw, or the score of each child: a number, None
    where it has none, "failed" where the child failed.
    `other` is the row of the transition that came first, -1 for none.
    """

    form: ReasonForm
    parts: tuple[object, ...] = ()
    other: int = -1

    @property
    def named(self) -> dict[str, object]:
        """Return the parts by their names."""
        return dict(zip(_names(self.form), self.parts, strict=True))

    @property
    def words(self) -> dict[str, str]:
        """Return the parts as they are shown, by their names."""
        return {name: shown(name, part) for name, part in zip(_names(self.form), self.parts, strict=True)}

    @property
    def sentence(self) -> str:
        """Return the form filled in."""
        return self.form.value.format(**self.words)


class Logged(Protocol):
    """Be a brain that may be logged; `reason` is said of the visit under way."""

    reason: Reason | None

    @property
    def log(self) -> object:
        """Return the log, None where there is none."""


def say(brain: Logged, form: ReasonForm, *parts: object) -> None:
    """Give the visit under way a reason, where the brain is logged."""
    if brain.log is not None:
        brain.reason = Reason(form, parts)


def own_words(text: str) -> Reason:
    """Return a reason in words of its own."""
    return Reason(ReasonForm.OWN_WORDS, (text,))


def sentence_of(reason: Reason | None) -> str:
    """Return a reason as a sentence, "" for none."""
    return "" if reason is None else reason.sentence


@cache
def _names(form: ReasonForm) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(form) if name)


_DIGITS = {"seconds": ".2f", "weight": "g", "total": "g", "score": ".4g", "scores": ".4g"}
"""How numbers are shown that are not counts, by the names of parts."""


def shown(name: str, part: object) -> str:
    """Return a part in words; `name` is its name in the form."""
    if isinstance(part, Status):
        return part.name
    if part == -math.inf:
        return "none"
    if isinstance(part, (int, float)):
        return format(part, _DIGITS.get(name, ""))
    if isinstance(part, Claimed):
        return part.name if part.sort == "entity" else f"a place of {part.name}"
    if name == "tests" and isinstance(part, tuple):
        return ", ".join(f"line {line}: {said}" for line, said in part)
    if isinstance(part, tuple):
        each = [shown(name, inner) for inner in part]
        if name == "agents":
            return " and ".join(filter(None, (", ".join(each[:-1]), each[-1])))
        return ", ".join(each)
    return "none" if part is None else str(part)
