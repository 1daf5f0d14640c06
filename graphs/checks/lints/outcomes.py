"""Say with what each node of a behavior tree can end: what section 3 of the rules leaves possible.

The answer may be too wide, never too narrow: a node that is said always to succeed does. Calls, actions and
unknown kinds can end in any way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntFlag
from functools import reduce
from typing import cast

from graphs.basics.frozen import JsonValue
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.rules.reached_states import REACHED
from graphs.kinds.declarations.parameter import expression_text, is_number
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import TreeNode
from graphs.structure.queries import parents_of


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

_GIVEN: Mapping[str, Outcome] = {"skip": K, "while": K, "succeed": S, "fail": F}
"""What a node gives where a precondition decides (rule 3.9)."""

_Rule = Callable[[TreeNode, Sequence[Outcome]], Outcome]


def find_outcome(lint: GraphLint, node_id: str) -> Outcome:
    """Find with what a node can end, from what is known of its children.

    One that is missing or loose, or is in several lists of a broken tree, can end in any way.
    """
    graph = lint.graph
    if not _is_sole(lint, node_id):
        return ANY
    node = graph.nodes[node_id]
    assert isinstance(node, TreeNode)
    outcomes = [cast(Outcome, lint.memo.value(("outcome", child))) for child in node.children]
    return node_outcome(node, outcomes, lint.registry)


def _is_sole(lint: GraphLint, node_id: str) -> bool:
    """Tell whether a node can be reached and is in one list only, once; no circle is among those."""
    return lint.memo.holds(REACHED, node_id) and len(parents_of(lint.graph, node_id)) == 1


def node_outcome(node: TreeNode, children: Sequence[Outcome], registry: Registry) -> Outcome:
    """Return what a node can give, from what its children can."""
    if node.disabled:
        return K
    if node.kind == "action":
        declared = registry.actions.get(node.action or "")
        found = ENDED if declared is not None and declared.instant else ENDED | R
    else:
        rule = _RULES.get(node.kind)
        found = ANY if rule is None else rule(node, children)
    if any(expression_text(value) is not None for value in node.params.values()):
        found |= F  # a failing parameter fails its node (rule 2.6)
    if node.guard is not None:
        found |= K if node.guard.refused == "skipped" else F
    return found | _all([_GIVEN[each.gives] for each in node.preconditions])


def number_of(node: TreeNode, name: str, default: int | float | None) -> int | float | None:
    """Return a parameter that is a plain number, its default if it is not given, None for an expression."""
    value: JsonValue = node.params.get(name, default)
    return value if is_number(value) and isinstance(value, (int, float)) else None


def _all(children: Sequence[Outcome]) -> Outcome:
    return reduce(Outcome.__or__, children, NONE)


def _in_order(children: Sequence[Outcome], ends: Outcome, goes_on: Outcome) -> Outcome:
    """Follow children of which one result ends the composite and the other leads to the next."""
    found = NONE
    for child in children:
        found |= child & (R | ends)
        if not child & (goes_on | K):
            return found
    if any(child & goes_on for child in children):
        found |= goes_on
    if all(child & K for child in children):
        found |= K
    return found


def _sequence(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _in_order(children, F, S) | _yielding(node) if children else ANY


def _selector(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _in_order(children, S, F) | _yielding(node) if children else ANY


def _yielding(node: TreeNode) -> Outcome:
    return R if node.params.get("yield") is True and len(node.children) > 1 else NONE


def _random_sequence(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    found = _all(children)
    return found if all(child & (S | K) for child in children) else found & ~(S | K)


def _random_selector(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    found = _all(children)
    return found if all(child & (F | K) for child in children) else found & ~(F | K)


def _random_child(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _all(children) | F  # all weights may be 0


def _parallel(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    success = node.params.get("success", "all")
    found = _all(children) & (ENDED | R)
    if success in ("all", -1):
        if not all(child & (S | K) for child in children):
            found &= ~S
    else:
        found |= F
        if not isinstance(success, (int, str)) or (isinstance(success, int) and success < 1):
            found |= S
    skips = any if success == "chosen" else all
    return found | K if skips(child & K for child in children) else found


def _simple_parallel(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    if not children:
        return ANY
    waits = node.params.get("finish") == "delayed"
    return children[0] | (_all(children[1:]) & R if waits else NONE)


def _utility(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _all(children) | F


def _if_else(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    if not 2 <= len(children) <= 3:
        return ANY
    asked = children[0]
    found = asked & R
    if asked & S:
        found |= children[1]
    if asked & (F | K):
        found |= children[2] if len(children) == 3 else F
    return found


def _switch(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _all(children) | F


def _try_recover(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    if len(children) != 2:
        return ANY
    first = children[0]
    return first | R if first & F else first


def _one(children: Sequence[Outcome]) -> Outcome:
    return children[0] if len(children) == 1 else ANY


def _inverter(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    return (child & (R | K)) | (F if child & S else NONE) | (S if child & F else NONE)


def _force_success(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    return (child & (R | K)) | (S if child & ENDED else NONE)


def _force_failure(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    return (child & (R | K)) | (F if child & ENDED else NONE)


def _repeat(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    if node.params.get("on_failure") == "count":
        child = (child & (R | K)) | (S if child & ENDED else NONE)
    if node.params.get("count") is None:
        endless = F if node.params.get("pace") == "same_tick" else NONE
        return (child & (R | F | K)) | (R | endless if child & S else NONE)
    count = number_of(node, "count", None)
    if count is None:
        return child | S | R
    if count <= 0:
        return S
    return child if count == 1 or not child & S else child | R


def _retry(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    count = number_of(node, "count", 1)
    if count is None:
        return child | F | R
    if count <= 0:
        return F
    return child if count == 1 or not child & F else child | R


def _until_success(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    again = (R | F if node.params.get("pace") == "same_tick" else R) if child & F else NONE
    return (child & (S | R | K)) | again


def _until_failure(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = _one(children)
    again = (R | F if node.params.get("pace") == "same_tick" else R) if child & S else NONE
    return (child & (R | K)) | (S if child & F else NONE) | again


def _timeout(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _one(children) | F


def _delay(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    seconds = number_of(node, "seconds", 1)
    found = _one(children)
    if seconds == 0:
        return found
    return found | R | (F if seconds is None else NONE)


def _refusing(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _one(children) | (K if node.params.get("refused") == "skipped" else F)


def _rate_limit(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _one(children) | F | K | (R if node.params.get("between") == "running" else NONE)


def _limited(_node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return _one(children) | F | K


def _fixed(node: TreeNode, _children: Sequence[Outcome]) -> Outcome:
    return {"failure": F, "running": R, "skipped": K}.get(str(node.params.get("status")), S)


def _wait(node: TreeNode, _children: Sequence[Outcome]) -> Outcome:
    seconds, jitter = number_of(node, "seconds", 1), number_of(node, "jitter", 0)
    if seconds is None or jitter is None:
        return S | R | F
    return S if seconds == 0 and jitter == 0 else S | R


def _leaf(outcome: Outcome) -> _Rule:
    return lambda _node, _children: outcome


_RULES: Mapping[str, _Rule] = {
    "sequence": _sequence,
    "selector": _selector,
    "random_sequence": _random_sequence,
    "random_selector": _random_selector,
    "random_child": _random_child,
    "parallel": _parallel,
    "simple_parallel": _simple_parallel,
    "utility_selector": _utility,
    "if_else": _if_else,
    "switch": _switch,
    "try_recover": _try_recover,
    "inverter": _inverter,
    "force_success": _force_success,
    "force_failure": _force_failure,
    "repeat": _repeat,
    "retry": _retry,
    "until_success": _until_success,
    "until_failure": _until_failure,
    "for_each": lambda _node, children: S | (_one(children) & (R | F)),
    "timeout": _timeout,
    "delay": _delay,
    "cooldown": _refusing,
    "rate_limit": _rate_limit,
    "run_limit": _limited,
    "run_once": _limited,
    "probability": _refusing,
    "breakpoint": lambda _node, children: _one(children),
    "fixed_status": _fixed,
    "condition": _leaf(ENDED),
    "wait_until": _leaf(ENDED | R),
    "set": _leaf(S),
    "raise": _leaf(S),
    "claim": _leaf(ENDED),
    "release": _leaf(S),
    "log": _leaf(S),
    "wait": _wait,
    "succeed": _leaf(S),
    "fail": _leaf(F),
}
