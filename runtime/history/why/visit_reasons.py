"""Hold every reason that a visit of a tree node can have, each in one form (rule 3.15).

What a node says in its own words is not here: the message of a `log`, of an expression that failed, of an
action that says why it failed, and what a test saw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache


class VisitReason(StrEnum):
    """Say what decided a visit; the parts in braces are filled in with `format`."""

    DISABLED = "disabled"
    FORCED = "forced"
    GUARD = "guard: {test}"
    GUARD_ERROR = "its guard could not be evaluated: {message}"
    CHILD_GAVE = "child {number} gave {result}"
    ALL_GAVE = "all {count} children gave {result}"
    OTHERS_GAVE = "the {count} children that were not skipped gave {result}"
    ONLY_OTHER_GAVE = "child {number}, the only one that was not skipped, gave {result}"
    NOT_SKIPPED_GAVE = "every child that was not skipped gave {result}"
    ALL_SKIPPED = "every child was skipped"
    ALL_WEIGHTS_0 = "all weights are 0"
    FAILURES = "{failures} of {count} children{counted} failed, {successes} succeeded"
    SUCCESSES = "{successes} of {count} children{counted} succeeded, {needed} were needed"
    HIGHEST_SCORE = "child {number} scored highest with {score} of {scores}"
    CHOSEN_CHILD = "the chosen child {number} gave {result}"
    EVERY_CHILD_FAILED = "every child failed"
    NO_SCORE = "no child has a score"
    THEN_GAVE = "the then branch gave {result}"
    ELSE_GAVE = "the else branch gave {result}"
    NO_ELSE = "the condition failed and there is no else"
    CASE_GAVE = "{text} is {value}: child {number} gave {result}"
    NO_CASE = "{text} is {value}, which no case names"
    FIRST_GAVE = "the first child gave {result}"
    NO_ATTEMPT = "the first child failed and no attempt is left"
    RECOVERY_GAVE = "the recovery gave {result}"
    ONLY_CHILD_GAVE = "the child gave {result}"
    CHILD_GAVE_TIMES = "the child gave {result} {count} times"
    CHILD_SKIPPED = "the child was skipped"
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
    BUDGET_SPENT = "The budget of {budget} visits in one tick is spent; the tree was halted."


_FIELDS: Mapping[str, str] = {
    "result": "SUCCESS|FAILURE|SKIPPED",
    "number": r"\d+",
    "count": r"\d+",
    "counted": "(?: that were not skipped)?",
    "line": r"\d+",
    "failures": r"\d+",
    "successes": r"\d+",
    "needed": r"\d+",
    "budget": r"\d+",
    "seconds": r"[\d.]+",
    "score": r"\S+",
}


def read_reason(text: str) -> tuple[VisitReason, Mapping[str, str]] | None:
    """Return the form of a reason with its parts, None for what a node says in its own words."""
    for form in VisitReason:
        found = _pattern(form).fullmatch(text)
        if found is not None:
            return form, found.groupdict()
    return None


@cache
def _pattern(form: VisitReason) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form.value)
    pieces = [
        f"(?P<{part}>{_FIELDS.get(part, '.*')})" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    ]
    return re.compile("".join(pieces), re.DOTALL)
