"""Decide by the document alone, as naively as the rules read (section 5): the oracle of random tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphs.basics.frozen import JsonValue
from graphs.model import DecisionNode, DecisionTreeGraph, Document
from runtime.basics.random_numbers import draw_float, fnv1a_32

Step = tuple[str, int | None]
"""A question by its path and the branch it took, None for no answer."""


@dataclass
class Draw:
    """Hold what a random question drew: its branch, when, and the evaluation that reached it last."""

    branch: int
    drawn: int
    reached: int
    lasts: float


@dataclass
class NaiveDecider:
    """Evaluate one decision tree of a document again and again, in one run."""

    document: Document
    graph: str
    seed: int
    agent: str
    evaluation: int = 0
    draws: dict[str, int] = field(default_factory=dict)
    kept: dict[str, Draw] = field(default_factory=dict)

    def decide(self, values: dict[str, Any]) -> tuple[str | None, list[Step]]:
        """Return the path of the leaf, None for no answer, and the steps to it."""
        self.evaluation += 1
        steps: list[Step] = []
        return self._tree(self.graph, "", dict(values), steps), steps

    def _tree(self, graph_id: str, call: str, values: dict[str, Any], steps: list[Step]) -> str | None:
        graph = self.document.graphs[graph_id]
        assert isinstance(graph, DecisionTreeGraph)
        node_id = graph.root
        while node_id is not None:
            node = graph.nodes[node_id]
            path = f"{call}{node_id}"
            if node.kind in ("action", "outcome", "value"):
                return path if _answers(node, values) else None
            if node.kind == "tree":
                inner = {**values, "y": float(values["x"] - values["n"])}
                steps.append((path, 0))
                return self._tree(node.graph or "", f"{path}/", inner, steps)
            try:
                branch = self._branch(node, path, values)
            except (ZeroDivisionError, LookupError):
                branch = None
            steps.append((path, branch))
            node_id = None if branch is None else node.branches[branch].child
        return None

    def _branch(self, node: DecisionNode, path: str, values: dict[str, Any]) -> int | None:
        branches = node.branches
        default = next((place for place, each in enumerate(branches) if each.else_), None)
        if node.kind == "test":
            answer = _value(node.test or "", values)
            return next(place for place, entry in enumerate(branches) if entry.when is answer)
        if node.kind == "ranges":
            number = _value(_text(node.value), values)
            return sum(
                branch.upto is not None
                and (number > branch.upto or (number == branch.upto and not branch.closed))
                for branch in branches
            )
        if node.kind == "switch":
            found = _value(_text(node.value), values)
            return next((place for place, value in enumerate(branches) if value.case == found), default)
        if node.kind == "first_of":
            asked = (
                place for place, item in enumerate(branches) if item.else_ or _value(item.test or "", values)
            )
            return next(asked)
        if node.kind == "random":
            return self._drawn(node, path, values)
        hits = _hits(node, values)
        if node.policy == "unique" and len(hits) > 1:
            raise LookupError("a second hit")
        return hits[0] if hits else default

    def _drawn(self, node: DecisionNode, path: str, values: dict[str, Any]) -> int | None:
        kept = self.kept.get(path)
        consecutive = kept is not None and kept.reached == self.evaluation - 1
        if kept is not None and consecutive and self.evaluation - kept.drawn < kept.lasts:
            kept.reached = self.evaluation
            return kept.branch
        timeout = node.timeout
        lasts = float("inf") if timeout is None else timeout
        if isinstance(timeout, dict):
            lasts = values["n"]
        number = self.draws.get(path, 0)
        self.draws[path] = number + 1
        weights = [1 if each.weight is None else each.weight for each in node.branches]
        if not sum(weights):
            return None
        drawn = draw_float(self.seed, fnv1a_32(self.agent), fnv1a_32(path), number) * sum(weights)
        sums = [sum(weights[: place + 1]) for place in range(len(weights))]
        branch = next(place for place, reached in enumerate(sums) if reached > drawn)
        assert isinstance(lasts, (int, float))
        self.kept[path] = Draw(branch, self.evaluation, self.evaluation, lasts)
        return branch


def _text(value: JsonValue) -> str:
    assert isinstance(value, dict)
    return str(value["expr"])


def _answers(node: DecisionNode, values: dict[str, Any]) -> bool:
    if node.kind == "value" and isinstance(node.value, dict):
        try:
            _value(_text(node.value), values)
        except ZeroDivisionError:
            return False
    return True


def _hits(node: DecisionNode, values: dict[str, Any]) -> list[int]:
    """Return the rows that match; with policy first none after the first is looked at."""
    found: list[int] = []
    for place, branch in enumerate(node.branches):
        if branch.else_ or branch.row is None:
            continue
        if all(_holds(text, cell, values) for text, cell in zip(node.inputs, branch.row, strict=True)):
            found.append(place)
            if node.policy == "first":
                return found
    return found


def _holds(text: str, cell: str, values: dict[str, Any]) -> bool:
    if not cell:
        return True
    compared = cell if cell[0] in "<>!=" else f"== {cell}"
    return bool(_value(f"({text}) {compared}", values))


def _value(text: str, values: dict[str, Any]) -> Any:
    """Evaluate an expression by Python, which agrees with the language on what these tests write."""
    names = {"true": True, "false": False}
    return eval(text, {"__builtins__": {}}, {**values, **names})
