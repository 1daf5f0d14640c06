"""Write a question for a place as an action, and lines that read what was found (rules 11.20, 11.24)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from graphs.basics.frozen import JsonValue
from graphs.curves.curve_tables import curve_table
from graphs.kinds.actions.finding import NUMBERS, POINTS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import expression_text
from graphs.model import BehaviorTreeGraph, TreeNode
from graphs.model.curves import Curve

PLACE_KINDS = frozenset({"best_place"})
"""Kinds that are written as others."""


def with_questions(graph: BehaviorTreeGraph, curves: Mapping[str, Curve]) -> BehaviorTreeGraph:
    """Return a tree with an action in place of each question; its parts are gone."""
    nodes = dict(graph.nodes)
    for node_id, node in graph.nodes.items():
        if node.kind in PLACE_KINDS:
            parts = [graph.nodes[child] for child in node.children if child in graph.nodes]
            for child in node.children:
                nodes.pop(child, None)
            nodes[node_id] = _asking(nodes.get(node_id, node), parts, curves)
    return graph.model_copy(update={"nodes": nodes})


def _asking(node: TreeNode, parts: list[TreeNode], curves: Mapping[str, Curve]) -> TreeNode:
    name = str(node.params.get("name", "place"))
    take, top = node.params.get("take", "best"), node.params.get("top", 3)
    given = _Given()
    asked: dict[str, JsonValue] = {"take": take, "top": top if take != "best" else 1}
    asked["parts"] = [_part(part, given, curves) for part in parts if not part.disabled]
    question = json.dumps(asked, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    params: dict[str, JsonValue] = {"name": name, "question": question, **given.params}
    return node.model_copy(
        update={
            "kind": "action",
            "action": "find_place",
            "children": (),
            "params": params,
            "on_success": (*_lines(name, node.params.get("into"), take, top), *node.on_success),
        }
    )


class _Given:
    """Give each expression of a question a parameter of the action."""

    def __init__(self) -> None:
        self.params: dict[str, JsonValue] = {}
        self._free = {"point": list(POINTS), "number": list(NUMBERS)}

    def place(self, value: JsonValue, sort: str) -> JsonValue:
        """Return what stands in the question for a value: the value, or "$" and the parameter it is in."""
        if expression_text(value) is None:
            return value
        if not self._free[sort]:
            return None  # an error of the document (E093), which does not run
        name = self._free[sort].pop(0)
        self.params[name] = value
        return f"${name}"


def _part(part: TreeNode, given: _Given, curves: Mapping[str, Curve]) -> dict[str, JsonValue]:
    kind = _kind(part)
    said: dict[str, JsonValue] = {"part": part.kind}
    for parameter in kind.parameters:
        value = part.params.get(parameter.name, parameter.default)
        if parameter.evaluated != "never":
            value = given.place(value, "point" if parameter.type == "point" else "number")
        said[parameter.name] = value
    curve = curves.get(str(said.get("curve")))
    if curve is not None:
        xs, ys = curve_table(curve)
        said["curve"] = [[x, y] for x, y in zip(xs, ys, strict=True)]
    return said


def _kind(part: TreeNode) -> NodeKind:
    kind = builtin_registry().kind("behavior_tree", part.kind)
    assert kind is not None
    return kind


def _lines(name: str, into: JsonValue, take: JsonValue, top: JsonValue) -> tuple[str, ...]:
    """Return the lines that read what was found into a variable."""
    if not isinstance(into, str):
        return ()
    if take != "list":
        return (f"{into} = place(self, {json.dumps(name)})",)
    lines = [f"clear {into}"]
    for number in range(top if isinstance(top, int) else 0):
        lines += [
            f"if places_found(self, {json.dumps(name)}) > {number}.0:",
            f"    append place(self, {json.dumps(f'{name}#{number}')}) to {into}",
        ]
    return tuple(lines)
