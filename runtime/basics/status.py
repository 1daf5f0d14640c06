"""Name the results of a tick and the outcome bytes of a trace (rules 3.1, 7.2)."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """Say how a node, or a whole brain, stands.

    IDLE, RUNNING, SUCCESS and FAILURE are stored; SKIPPED is told to the parent and never stored.
    """

    IDLE = 0
    RUNNING = 1
    SUCCESS = 2
    FAILURE = 3
    SKIPPED = 4


class NodeOutcome(IntEnum):
    """Say what happened to a tree node in one tick: the low three bits of its outcome byte."""

    NOT_VISITED = 0
    RUNNING = 1
    SUCCESS = 2
    FAILURE = 3
    SKIPPED = 4


HALTED = 8
"""Bit of a node's outcome byte: the node was halted in this tick."""

RESULT_MASK = 7
"""The bits of a node's outcome byte that hold its `NodeOutcome`."""


class StateOutcome(IntEnum):
    """Say what happened to a state in one tick."""

    INACTIVE = 0
    ACTIVE = 1
    ENTERED = 2
    EXITED = 3
    REENTERED = 4
    PASSED = 5


class TransitionOutcome(IntEnum):
    """Say what became of a transition in one tick; the strongest of several considerations stands."""

    NOT_CONSIDERED = 0
    GUARD_FALSE = 1
    TRUE_BUT_LOST = 2
    PENDING = 3
    TAKEN = 4


NOT_REACHED = 0
"""A decision node's outcome byte: no evaluation reached it in this tick (rule 7.2)."""

NO_ANSWER = 1
"""A decision node's outcome byte: reached, and it had no answer."""

FIRST_BRANCH = 2
"""A decision node's outcome byte for its first branch; the second has the next number, and so on."""

ANSWERED = 255
"""The outcome byte of a leaf that runs nothing, an outcome or a value: it was the answer."""
