"""Make random decision trees of every kind of question, with merged branches and a tree that is asked."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from graphs.model import Document
from tests.runtime.lone_brain import document, scripted

VARIABLES: dict[str, dict[str, Any]] = {
    "x": {"type": "float"},
    "y": {"type": "float"},
    "n": {"type": "int"},
    "on": {"type": "bool"},
    "mode": {"type": "enum", "values": ["calm", "alert", "angry"]},
}

VALUES = st.fixed_dictionaries(
    {
        "x": st.integers(-8, 24).map(lambda quarter: quarter / 2),
        "y": st.integers(-3, 3).map(float),
        "n": st.integers(0, 3),
        "on": st.booleans(),
        "mode": st.sampled_from(["calm", "alert", "angry"]),
    }
)
"""Values of all variables for one evaluation."""

TESTS = st.one_of(
    st.builds(
        lambda name, operator, number: f"{name} {operator} {number}",
        st.sampled_from(["x", "y", "n", "x + y"]),
        st.sampled_from(["<", "<=", ">", ">=", "==", "!="]),
        st.integers(-2, 8),
    ),
    st.sampled_from(["on", "not on", "on and x > 2", "x < 0 or y < 0", "1 / n > 0.4", "mode == 'calm'"]),
)


def _child(draw: st.DrawFn, below: list[str]) -> str:
    return draw(st.sampled_from(below))


def _test(draw: st.DrawFn, below: list[str]) -> dict[str, Any]:
    branches = [{"when": when, "child": _child(draw, below)} for when in draw(st.permutations([True, False]))]
    return {"kind": "test", "test": draw(TESTS), "branches": branches}


def _ranges(draw: st.DrawFn, below: list[str]) -> dict[str, Any]:
    ends = sorted(draw(st.sets(st.integers(-4, 10), max_size=3)))
    branches: list[dict[str, Any]] = [
        {"upto": end, "closed": draw(st.booleans()), "child": _child(draw, below)} for end in ends
    ]
    branches.append({"child": _child(draw, below)})
    value = draw(st.sampled_from(["x", "y", "n", "x * 2", "1 / n"]))
    return {"kind": "ranges", "value": {"expr": value}, "branches": branches}


_CASES: dict[str, list[Any]] = {"mode": ["calm", "angry"], "n": [0, 2], "on": [True]}


def _switch(draw: st.DrawFn, below: list[str]) -> dict[str, Any]:
    asked = draw(st.sampled_from(["mode", "n", "on"]))
    cases = _CASES[asked]
    branches: list[dict[str, Any]] = [{"case": case, "child": _child(draw, below)} for case in cases]
    branches.append({"else": True, "child": _child(draw, below)})
    return {"kind": "switch", "value": {"expr": asked}, "branches": branches}


def _first_of(draw: st.DrawFn, below: list[str]) -> dict[str, Any]:
    tests = draw(st.lists(TESTS, min_size=1, max_size=3))
    branches: list[dict[str, Any]] = [{"test": test, "child": _child(draw, below)} for test in tests]
    return {"kind": "first_of", "branches": [*branches, {"else": True, "child": _child(draw, below)}]}


def _random(draw: st.DrawFn, below: list[str]) -> dict[str, Any]:
    weights = draw(st.lists(st.sampled_from([None, 0, 1, 2.5]), min_size=1, max_size=3))
    branches = [
        {"child": _child(draw, below), **({} if weight is None else {"weight": weight})} for weight in weights
    ]
    timeout = draw(st.sampled_from([None, 0, 1, 2, 3, {"expr": "n"}]))
    return {"kind": "random", "branches": branches, **({} if timeout is None else {"timeout": timeout})}


def _table(draw: st.DrawFn, below: list[str]) -> dict[str, Any]:
    rows = draw(
        st.lists(
            st.tuples(
                st.sampled_from(["", "< 3", ">= 3", "1"]), st.sampled_from(["", "true", "false", "!= on"])
            ),
            min_size=1,
            max_size=3,
        )
    )
    branches: list[dict[str, Any]] = [{"row": list(row), "child": _child(draw, below)} for row in rows]
    if draw(st.booleans()):
        branches.append({"else": True, "child": _child(draw, below)})
    inputs = [draw(st.sampled_from(["x", "y", "1 / n"])), "on"]
    policy = draw(st.sampled_from(["first", "unique"]))
    return {"kind": "table", "inputs": inputs, "policy": policy, "branches": branches}


_ANSWERS: list[dict[str, Any]] = [
    {"kind": "outcome", "outcome": "left"},
    {"kind": "value", "value": {"expr": "1 / n"}},
    {"kind": "value", "value": 3},
]
_QUESTIONS = (_test, _ranges, _switch, _first_of, _random, _table)


@st.composite
def decision_trees(draw: st.DrawFn, asks: str = "") -> dict[str, Any]:
    """Draw a decision tree whose questions lead to later ones or to leaves; `asks` is another tree."""
    leaves = [f"l{number}" for number in range(draw(st.integers(1, 4)))]
    nodes: dict[str, Any] = {}
    for leaf in leaves:
        answer = draw(st.sampled_from([None, None, None, *_ANSWERS]))
        nodes[leaf] = answer or scripted(draw(st.text("RS", max_size=3)), leaf)
    below = list(leaves)
    if asks and draw(st.booleans()):
        nodes["t"] = {"kind": "tree", "graph": asks, "arguments": {"y": {"expr": "x - n"}}}
        below.append("t")
    for number in reversed(range(draw(st.integers(0, 6)))):
        name = f"q{number}"
        nodes[name] = draw(st.sampled_from(_QUESTIONS))(draw, below)
        below.append(name)
    return {"kind": "decision_tree", "root": below[-1], "nodes": _reached(nodes, below[-1])}


def _reached(nodes: dict[str, Any], root: str) -> dict[str, Any]:
    """Return the nodes that stand in a list: the others would be an error of the document."""
    found = [root]
    for each in found:
        found += [to["child"] for to in nodes[each].get("branches", ()) if to["child"] not in found]
    return {name: node for name, node in nodes.items() if name in found}


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Draw a document whose root is a decision tree `d` that may ask another one, `e`."""
    asked = draw(decision_trees())
    asked["parameters"] = {"y": {"type": "float", "direction": "in"}}
    return document({"d": draw(decision_trees(asks="e")), "e": asked}, root="d", variables=VARIABLES)
