"""Write goal selectors and strategies as utility selectors (rules 10.9, 10.10).

Both become utility selectors. Each child of a goal selector gets a score made of its slot, and lines behind
its SUCCESS for its effects. Each child of a strategy, which tries the next on FAILURE, is put into a `retry`:
the guard of that says that the goal is feasible and not set aside, and its FAILURE sets it aside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from graphs.basics.frozen import JsonValue, NumberOrExpression
from graphs.model import BehaviorTreeGraph, ChildSlot, Guard, TreeNode, Variable
from graphs.model.curves import LARGEST

GOAL_KINDS = frozenset({"goal_selector", "strategy"})
"""Kinds that are written as others."""

GOAL = "~goal"
"""Behind the id of a goal's plan: the node around it."""

_NEVER = "-1e308 * 10.0"
"""A score below all others: minus infinity."""

_FOR_GOOD = "1e300"
_STEADY = ("inertia", "lock", "momentum")


def expanded_tree(graph: BehaviorTreeGraph, variables: Mapping[str, Variable]) -> BehaviorTreeGraph:
    """Return a tree without goal selectors and strategies; `variables` are those of its document."""
    nodes = dict(graph.nodes)
    own = dict(graph.variables)
    known = {**variables, **graph.variables}
    for node_id, node in graph.nodes.items():
        # What a parent has put into its slot and its lines by now stays.
        current = nodes[node_id]
        if node.kind == "goal_selector":
            nodes[node_id] = current.model_copy(
                update={"kind": "utility_selector", "params": _goal_params(node)}
            )
            _weigh_children(node, nodes, known)
        elif node.kind == "strategy":
            plans = [child for child in node.children if child in graph.nodes]
            goals = tuple(f"{child}{GOAL}" for child in plans)
            params = {name: node.params[name] for name in _STEADY if name in node.params}
            update = {
                "kind": "utility_selector",
                "children": goals,
                "params": {**params, "on_failure": "next"},
            }
            nodes[node_id] = current.model_copy(update=update)
            for child in plans:
                own[_aside(child)] = Variable(type="float", default=-1)
                nodes[f"{child}{GOAL}"] = _goal(child, nodes[child], node.params)
    return graph.model_copy(update={"nodes": nodes, "variables": own})


# -- goal selectors -----------------------------------------------------------------------------------


def _goal_params(node: TreeNode) -> dict[str, JsonValue]:
    params = {name: value for name, value in node.params.items() if name != "by"}
    return {"reconsider": "enter", **params}


def _weigh_children(node: TreeNode, nodes: dict[str, TreeNode], known: Mapping[str, Variable]) -> None:
    """Give each child its score, and lines that change the needs once it has succeeded."""
    by = node.params.get("by", "discontentment")
    for child_id in node.children:
        child = nodes.get(child_id)
        if child is None:
            continue
        slot = child.slot or ChildSlot()
        if by == "discontentment":
            score = discontentment_score(node.needs, slot, known)
        else:
            score = considered_score(str(by), slot)
        lines = tuple(
            f"{need} = {_bounded(f'{need} + {_text(effect)}', known.get(need))}"
            for need, effect in slot.effects.items()
        )
        nodes[child_id] = child.model_copy(
            update={
                "slot": slot.model_copy(update={"score": score}),
                "on_success": (*lines, *child.on_success),
            }
        )


def discontentment_score(needs: tuple[str, ...], slot: ChildSlot, known: Mapping[str, Variable]) -> str:
    """Return the expression of minus the sum of squares of all needs after a child (DEC-30)."""
    squares = []
    for need in needs:
        variable = known.get(need)
        after = f"{need} + {_text(slot.effects.get(need, 0))}"
        if variable is not None and variable.rise:
            after += f" + {_text(slot.duration)} * {_number(variable.rise)}"
        least = f"max(0.0, {after})"
        squares.append(f"{least} * {least}")
    return f"-({' + '.join(squares)})" if squares else "0.0"


def considered_score(by: str, slot: ChildSlot) -> str:
    """Return the expression that combines the considerations of a child; 0 without any."""
    scores = [f"clamp({each.score}, 0.0, 1.0)" for each in slot.considerations]
    if not scores:
        return "0.0"
    if by == "minimum":
        return scores[0] if len(scores) == 1 else f"min({', '.join(scores)})"
    if by == "sum":
        weights = [_number(each.weight) for each in slot.considerations]
        pairs = zip(scores, weights, strict=True)
        total = " + ".join(f"{score} * {weight}" for score, weight in pairs)
        return f"({total}) / ({' + '.join(weights)})"
    share = _number(1.0 - 1.0 / len(scores))
    return " * ".join(f"({score} * (1.0 + (1.0 - {score}) * {share}))" for score in scores)


def _bounded(text: str, variable: Variable | None) -> str:
    """Keep a need within what it declares, and at 0 or above where it declares no least."""
    least = 0.0 if variable is None or variable.min is None else variable.min
    text = f"max({_number(least)}, {text})"
    return text if variable is None or variable.max is None else f"min({_number(variable.max)}, {text})"


# -- strategies ---------------------------------------------------------------------------------------


def _goal(child: str, plan: TreeNode, params: Mapping[str, JsonValue]) -> TreeNode:
    """Return the node around a goal's plan, disabled with it."""
    slot = plan.slot or ChildSlot()
    aside = _aside(child)
    test = f"time >= {aside}"
    if slot.feasible:
        test = f"({slot.feasible}) and {test}"
    later = params.get("later", 5)
    seconds = later.get("expr") if isinstance(later, dict) else later
    until = _FOR_GOOD if slot.dropped else f"time + ({seconds})"
    return TreeNode(
        kind="retry",
        children=(child,),
        params={"count": slot.attempts},
        guard=Guard(test=test, abort="self"),
        slot=slot.model_copy(update={"score": f"({slot.score or '0'}) if {test} else {_NEVER}"}),
        on_failure=(f"{aside} = {until}",),
        disabled=plan.disabled,
    )


def _aside(child: str) -> str:
    """Return the variable of the graph with the time until which a goal is set aside."""
    return "__aside_" + re.sub(r"[^A-Za-z0-9]", lambda other: f"_{ord(other[0]):x}_", child)


def _text(value: NumberOrExpression) -> str:
    return f"({value['expr']})" if isinstance(value, dict) else _number(value)


def _number(value: float) -> str:
    """Return a number as a float literal; one below 0 in brackets."""
    text = repr(float(min(max(value, -LARGEST), LARGEST)))
    return f"({text})" if value < 0 else text
