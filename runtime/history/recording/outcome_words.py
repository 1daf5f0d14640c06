"""Say in a word what an outcome byte tells (rule 7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.basics.status import (
    ANSWERED,
    FIRST_BRANCH,
    HALTED,
    NO_ANSWER,
    NOT_REACHED,
    RESULT_MASK,
    NodeOutcome,
    StateOutcome,
    Status,
    TransitionOutcome,
)
from runtime.minds.program.rows import RowFamily

_NODE_WORDS: Mapping[int, str] = {
    NodeOutcome.NOT_VISITED: "none",
    NodeOutcome.RUNNING: "running",
    NodeOutcome.SUCCESS: "success",
    NodeOutcome.FAILURE: "failure",
    NodeOutcome.SKIPPED: "skipped",
}

_STATE_WORDS: Mapping[int, str] = {
    StateOutcome.INACTIVE: "inactive",
    StateOutcome.ACTIVE: "active",
    StateOutcome.ENTERED: "entered",
    StateOutcome.EXITED: "exited",
    StateOutcome.REENTERED: "re-entered",
    StateOutcome.PASSED: "passed",
}

_TRANSITION_WORDS: Mapping[int, str] = {
    TransitionOutcome.NOT_CONSIDERED: "none",
    TransitionOutcome.GUARD_FALSE: "false",
    TransitionOutcome.TRUE_BUT_LOST: "lost",
    TransitionOutcome.PENDING: "pending",
    TransitionOutcome.TAKEN: "taken",
}

_DECISION_WORDS: Mapping[int, str] = {NOT_REACHED: "none", NO_ANSWER: "no answer", ANSWERED: "answered"}


def outcome_word(family: RowFamily, outcome: int) -> str:
    """Return the word of an outcome byte, such as `running+halted`, `halted`, `re-entered`, `taken`."""
    if family is RowFamily.STATE:
        return _STATE_WORDS[outcome]
    if family is RowFamily.TRANSITION:
        return _TRANSITION_WORDS[outcome]
    if family is RowFamily.DECISION:
        return _DECISION_WORDS.get(outcome) or f"branch {outcome - FIRST_BRANCH + 1}"
    word = _NODE_WORDS[outcome & RESULT_MASK]
    if not outcome & HALTED:
        return word
    return "halted" if word == "none" else f"{word}+halted"


def result_word(status: Status) -> str:
    """Return the word of a brain's result; IDLE is that of a brain that has ended."""
    return "ended" if status is Status.IDLE else status.name.lower()
