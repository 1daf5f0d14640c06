"""Let some random documents use curves, bell draws, a variable that rises, and choices that last.

The documents themselves are drawn elsewhere; what is added is drawn by the same seed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

Data = dict[str, Any]

CHANCE, CHANCE_OF_SCORED, CHANCE_OF_EACH = 0.2, 0.7, 0.3
"""How many documents get anything, without and with choices by scores, and how many of their parts."""

CURVES: Mapping[str, Data] = {
    "urge": {"shape": "logistic", "at": [2], "high": 5},
    "stair": {"shape": "steps", "points": [[-1, 0.2], [0, 3], [2, 0]]},
    "hill": {"shape": "bell", "at": [1], "low": -2, "high": 4, "top": 2.5},
    "jagged": {"shape": "points", "points": [[-1, 2], [0, 0.5], [0, 1], [4, -3]]},
}

RISING: tuple[Data, ...] = (
    {"rise": 5, "max": 3},
    {"rise": -4, "default": 1},
    {"rise": 0.75, "min": -1, "max": 2.5, "default": -1},
)

SCORED, ORDERED = "utility_selector", ("sequence", "selector")
BLOCKS = frozenset({"actions", "entry", "exit", "update", "on_success", "on_failure", "on_halt", "on_end"})
"""Fields with lines."""

TESTS = frozenset({"test", "guard"})
"""Fields that are a test where they are a text."""

LINES = ("drift = bell(1, 0.5)", "drift = bell(drift, 2)", "drift = curve jagged(drift) + 1")
SCORES = ("curve urge(drift)", "curve hill(drift)", "drift - 0.5", "1 / drift", "0.8")
KEPT: Mapping[str, tuple[Any, ...]] = {"lock": (0, 0.05), "momentum": (0, 0.1), "top": (1, 2, 3)}
"""Parameters of utility selectors, and what they may be."""


def gets_curves(document: Data, seed: str) -> bool:
    """Tell by its seed whether a document gets some of all that."""
    scored = any(
        node["kind"] == SCORED for graph in document["graphs"].values() for node in graph["nodes"].values()
    )
    return random.Random(f"gets curves {seed}").random() < (CHANCE_OF_SCORED if scored else CHANCE)


def with_curves(document: Data, seed: str) -> Data:
    """Return a document with what its seed draws of all that."""
    rng = random.Random(f"curves {seed}")
    graphs = {name: _changed(_choosing(graph, rng), rng) for name, graph in document["graphs"].items()}
    variables = {**document.get("variables", {}), "drift": {"type": "float", **rng.choice(RISING)}}
    return {**document, "curves": dict(CURVES), "variables": variables, "graphs": graphs}


def _choosing(graph: Data, rng: random.Random) -> Data:
    """Return a graph some of whose selectors and sequences choose by scores instead."""
    nodes: Data = dict(graph["nodes"])
    for name, node in graph["nodes"].items():
        children = [nodes[child] for child in node.get("children", ())]
        aborts = any(child.get("guard", {}).get("abort", "none") in ("lower", "both") for child in children)
        if node["kind"] not in ORDERED or aborts or rng.random() < 0.5:
            continue
        choice = {"reconsider": rng.choice(["tick", "tick", "enter"]), "inertia": rng.choice([0, 0.5, 2])}
        nodes[name] = {**nodes[name], "kind": SCORED, "params": choice}
        for child in node["children"]:
            nodes[child] = {**nodes[child], "slot": {"score": rng.choice(SCORES)}}
    return {**graph, "nodes": nodes}


def _changed(data: Any, rng: random.Random, field: str = "") -> Any:
    """Return a part of a graph, the value of a field, with some of its own parts changed."""
    if isinstance(data, list):
        items = [_changed(item, rng) for item in data]
        begins = field in BLOCKS and rng.random() < CHANCE_OF_EACH
        return [rng.choice(LINES), *items] if begins else items
    if isinstance(data, dict):
        found = {name: _changed(value, rng, name) for name, value in data.items()}
        if data.get("kind") == "ranges" and rng.random() < CHANCE_OF_EACH:
            found["value"] = {"expr": f"{_any_curve(rng)}({data['value']['expr']}) + drift"}
        return _kept(found, rng) if data.get("kind") == SCORED else found
    if isinstance(data, str) and field in {*TESTS, "score"} and rng.random() < CHANCE_OF_EACH:
        curve = _any_curve(rng)
        return f"{curve}({data})" if field == "score" else f"{curve}(drift) > 0.4 or ({data})"
    return data


def _any_curve(rng: random.Random) -> str:
    return f"curve {rng.choice([*CURVES])}"


def _kept(node: Data, rng: random.Random) -> Data:
    """Return a utility selector that keeps or draws its choice."""
    more = {name: rng.choice(values) for name, values in KEPT.items()}
    return {**node, "params": {**node.get("params", {}), **more}}
