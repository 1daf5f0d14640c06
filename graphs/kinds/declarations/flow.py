"""Say what nodes of a kind make of the results of their children, as far as checks and lints ask.

It is what section 3 of the rules leaves possible. The answer may be too wide, never too narrow: a node that
is said always to succeed does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntFlag
from functools import reduce

from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.parameter import is_number
from graphs.model.behavior_tree import TreeNode


class Outcome(IntFlag):
    """List what a tick of a node can give, now or later."""

    SUCCESS = 1
    FAILURE = 2
    SKIPPED = 4
    RUNNING = 8


NONE = Outcome(0)
ENDED = Outcome.SUCCESS | Outcome.FAILURE
ANY = ENDED | Outcome.SKIPPED | Outcome.RUNNING

S, F, K, R = Outcome.SUCCESS, Outcome.FAILURE, Outcome.SKIPPED, Outcome.RUNNING

OutcomeRule = Callable[[TreeNode, Sequence[Outcome]], Outcome]
"""Return what a node can give, from what its children can."""

NodeTest = Callable[[TreeNode, Sequence[Outcome]], bool]
"""Tell something of a node, from what its children can give."""


def gives(outcome: Outcome) -> OutcomeRule:
    """Return the rule of a kind that can always give the same, whatever its children do."""
    return lambda _node, _children: outcome


ANYTHING = gives(ANY)


def always(_node: TreeNode, _children: Sequence[Outcome]) -> bool:
    """Tell yes."""
    return True


@dataclass(frozen=True, slots=True)
class Flow:
    """Hold what a kind makes of its children's results; one that says nothing may do anything.

    An ordered composite goes on to its next child after the end in `goes_on`, one that `picks_one` ends with
    the child that it picked or that succeeded; the first child of one that `asks_first` is its question. Both
    ends of one that `answers` are to be expected. One
    that is `pointless_alone` does no more than its child if it has one only, two that are `undoing`, one
    above the other, do nothing at all. A loop whose child ends with `loops_on` begins again.

    `needless` returns why a decorator changes nothing over what its child can give, "" if it does; `{child}`
    is the title of the child. `needs_children` tells that it cannot succeed without its children, those with
    `goes_on: FAILURE` aside; `takes_time` that it surely runs for a tick.
    """

    outcomes: OutcomeRule = ANYTHING
    goes_on: Outcome = NONE
    picks_one: bool = False
    asks_first: bool = False
    answers: bool = False
    pointless_alone: bool = False
    undoing: bool = False
    loops_on: Outcome = NONE
    needless: Callable[[TreeNode, Outcome], str] = lambda _node, _child: ""
    needs_children: NodeTest = lambda _node, _children: False
    takes_time: Callable[[TreeNode], bool] = lambda _node: False


FREE = Flow()
"""That of a kind of which nothing is known."""


def number_of(node: TreeNode, name: str, default: int | float | None) -> int | float | None:
    """Return a parameter that is a plain number, its default if it is not given, None for an expression."""
    value: JsonValue = node.params.get(name, default)
    return value if is_number(value) and isinstance(value, (int, float)) else None


def all_of(children: Sequence[Outcome]) -> Outcome:
    """Return all that some children can give."""
    return Outcome(reduce(int.__or__, children, 0))  # As numbers: flags are slow to join.


def decorates(success: Outcome = S, failure: Outcome = F, also: Outcome = NONE) -> OutcomeRule:
    """Return the rule of a decorator: what both ends of its child become, and what it can give besides."""

    def outcomes(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
        child = only(children)
        return child & (R | K) | (success if child & S else NONE) | (failure if child & F else NONE) | also

    return outcomes


def any_of(also: Outcome) -> OutcomeRule:
    """Return the rule of a composite that gives what one child gives, or something besides."""
    return lambda _node, children: all_of(children) | also


def only(children: Sequence[Outcome]) -> Outcome:
    """Return what the child of a decorator can give, anything where it has not one."""
    return children[0] if len(children) == 1 else ANY


def unless(can: Outcome, says: str) -> Callable[[TreeNode, Outcome], str]:
    """Return what says why a decorator is needless, unless its child can give one of some ends."""
    return lambda _node, child: "" if child & can else says


def refusing(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    """Return what a decorator can give that refuses as its parameter `refused` says."""
    return only(children) | (K if node.params.get("refused") == "skipped" else F)
