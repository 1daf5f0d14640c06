"""Make random minds in which machines, behavior trees and decision trees run one inside the other."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from graphs.model import Document
from graphs.model.document import FEWEST_ROUNDS
from tests.runtime.behavior_trees import random_trees
from tests.runtime.lone_brain import document, scripted
from tests.runtime.state_machines import random_machines
from tests.runtime.state_machines.called_graphs import CALLED

VARIABLES = {**random_machines.VARIABLES, **random_trees.VARIABLES}

DEEPEST: dict[str, Any] = {"machine": CALLED["inner"], "tree": CALLED["tree"], "ask": CALLED["ask"]}
"""What the called graphs call themselves."""

LEAVES = st.sampled_from(
    [
        {"kind": "run_machine", "graph": "machine"},
        {"kind": "run_machine", "graph": "middle machine"},
        {"kind": "subtree", "graph": "tree"},
        {"kind": "decide", "graph": "middle run"},
        {"kind": "decide", "graph": "middle run", "params": {"every": 2}},
        {"kind": "decide", "graph": "middle run", "params": {"commit": "until_done"}},
        {"kind": "raise", "actions": ["raise two.more"]},
        {"kind": "raise", "actions": ["raise two after 0.03 as late", "raise one(x = n)"]},
        {"kind": "condition", "test": "received(one) or alarm"},
    ]
)

_NESTED = st.recursive(
    random_trees._dressed(st.one_of(random_trees.LEAVES, LEAVES, LEAVES)),
    lambda inner: random_trees._dressed(random_trees._composites(inner)),
    max_leaves=5,
)

TREES = _NESTED.map(random_trees.flattened).map(
    lambda nodes: {"kind": "behavior_tree", "root": "root", "nodes": nodes}
)


def _beside_a_machine(graph: dict[str, Any]) -> dict[str, Any]:
    """Return a tree that runs a machine beside all else."""
    both = {"kind": "parallel", "params": {"failure": "all"}, "children": ["machine", "rest"]}
    machine = {"kind": "run_machine", "graph": "middle machine"}
    nodes = {**graph["nodes"], "rest": graph["nodes"]["root"], "root": both, "machine": machine}
    return {**graph, "nodes": nodes}


_QUESTIONS = st.sampled_from(
    [
        {"kind": "random", "timeout": 2, "branches": [{"child": "act"}, {"weight": 2, "child": "graph"}]},
        {
            "kind": "test",
            "test": "n % 2 == 0",
            "branches": [{"when": True, "child": "act"}, {"when": False, "child": "graph"}],
        },
        {
            "kind": "first_of",
            "branches": [{"test": "1 / n > 0.3", "child": "graph"}, {"else": True, "child": "act"}],
        },
    ]
)


@st.composite
def runs(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a decision tree that runs an action or a graph."""
    leaf = {"kind": "run", "graph": draw(st.sampled_from(["machine", "tree"]))}
    nodes = {"q": draw(_QUESTIONS), "act": scripted(draw(st.sampled_from(["RRS", "F", "RF"])), "act")}
    return {"kind": "decision_tree", "root": "q", "nodes": {**nodes, "graph": leaf}}


@st.composite
def machines(draw: st.DrawFn, called: list[str]) -> dict[str, Any]:
    """Draw a machine whose activities are actions and the graphs `called`, with any loop."""
    graph: dict[str, Any] = draw(random_machines.machines() | random_machines.waiting_machines())
    for node in graph["nodes"].values():
        if node["kind"] not in ("state", "parallel"):
            continue
        if "graph" in node.get("activity", {}) or draw(st.integers(0, 3)) == 0:
            loop = draw(st.sampled_from([{}, {"loop": True}, {"loop": False}]))
            node["activity"] = {"graph": draw(st.sampled_from(called)), **loop}
    return graph


@st.composite
def minds(draw: st.DrawFn) -> Document:
    """Draw a mind with a root of any kind over two more levels of graphs."""
    middle = ["middle machine", "middle tree", "middle run"]
    root = draw(st.sampled_from([machines(middle), TREES.map(_beside_a_machine), runs()]))
    graphs = {
        "g": draw(root),
        "middle machine": draw(machines(["machine", "tree"])),
        "middle tree": draw(TREES_OF_DEEPEST),
        "middle run": draw(runs()),
        **DEEPEST,
    }
    given: dict[str, Any] = {"events": random_machines.EVENTS, "rounds": FEWEST_ROUNDS}
    return document(graphs, variables=VARIABLES, **given)


def _deeper(graph: dict[str, Any]) -> dict[str, Any]:
    """Return a tree that calls nothing of its own level."""
    nodes = {
        key: {**node, "graph": "machine"} if node.get("graph") == "middle machine" else node
        for key, node in graph["nodes"].items()
    }
    return {**graph, "nodes": nodes}


TREES_OF_DEEPEST = TREES.map(_deeper)
