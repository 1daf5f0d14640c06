"""List documents with problems of nodes, declarations and texts, each with one almost like it."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.model import Document
from tests.graphs.builders import document_of, machine, tree
from tests.graphs.validation.coded_documents import ABOUT, LEAF, Case, asked, branches, one_node, two_states


def _two(params: Mapping[str, object], kind: str = "parallel") -> Document:
    """Return a tree whose root has these parameters and two children."""
    return document_of(
        tree({"r": {"kind": kind, "children": ["n", "m"], "params": params}, "n": "wait", "m": "wait"})
    )


NODES: list[Case] = [
    (
        "E021",
        "graphs.g.nodes.n.params",
        one_node({"kind": "action", "action": "seek"}),
        one_node({"kind": "action", "action": "seek", "params": {"target": "foe"}}),
    ),
    (
        "E022",
        "graphs.g.nodes.n.params.seconds",
        one_node({"kind": "wait", "params": {"seconds": -1}}),
        one_node({"kind": "wait", "params": {"seconds": 0}}),
    ),
    (
        "E022",
        "graphs.g.nodes.n.params.seconds",
        one_node({"kind": "wait", "params": {"seconds": "1"}}),
        one_node({"kind": "wait", "params": {"seconds": {"expr": "1"}}}),
    ),
    ("E022", "graphs.g.edges.t.after", two_states({"after": -2}), two_states({"after": {"expr": "health"}})),
    ("E022", "graphs.g.edges.t.after", two_states({"after": {"exp": "2"}}), two_states({"after": 2})),
    ("E023", "graphs.g.nodes.n.test", one_node("condition"), one_node({"kind": "condition", "test": "seen"})),
    (
        "E023",
        "graphs.g.nodes.n.slot.score",
        one_node("wait", "utility_selector"),
        one_node({"kind": "wait", "slot": {"score": "health"}}, "utility_selector"),
    ),
    (
        "E024",
        "graphs.g.nodes.n.action",
        one_node({"kind": "action", "action": "sek"}),
        one_node({"kind": "action", "action": "stop"}),
    ),
    (
        "E026",
        "graphs.g.nodes.a.activity",
        document_of(machine({"a": {"kind": "state", "activity": {"loop": True}}})),
        document_of(machine({"a": {"kind": "state", "activity": {"action": "stop"}}})),
    ),
    (
        "E027",
        "graphs.g.nodes.n.services.0",
        one_node({"kind": "wait", "services": [{"every": 1}]}),
        one_node({"kind": "wait", "services": [{"every": 1, "actions": ["count = 1"]}]}),
    ),
    (
        "E027",
        "graphs.g.nodes.n.services.0.action",
        one_node({"kind": "wait", "services": [{"every": 1, "action": "stop"}]}),
        one_node({"kind": "wait", "services": [{"every": 1, "action": "fire"}]}),
    ),
    (
        "E030",
        "graphs.g.nodes.n.guard.abort",
        one_node({"kind": "wait", "guard": {"test": "seen", "abort": "lower"}}),
        one_node({"kind": "wait", "guard": {"test": "seen", "abort": "lower"}}, "selector"),
    ),
    (
        "E031",
        "graphs.g.nodes.r.params.success",
        document_of(
            tree({"r": {"kind": "parallel", "children": ["n"], "params": {"success": 2}}, "n": "wait"})
        ),
        document_of(
            tree({"r": {"kind": "parallel", "children": ["n"], "params": {"success": 1}}, "n": "wait"})
        ),
    ),
    *(
        ("E031", f"graphs.g.nodes.r.params.{name}", _two(wrong), _two(right))
        for name, wrong, right in (
            ("success", {"success": -3}, {"success": -2}),
            ("failure", {"failure": 0}, {"success": 0}),
            ("failure", {"failure": -3}, {"failure": -2}),
            ("success", {"success": "chosen"}, {"success": "all"}),
        )
    ),
    (
        "E033",
        "graphs.g.nodes.r.params.yield",
        _two({"yield": True, "memory": "none"}, "sequence"),
        _two({"yield": True, "memory": "keep"}, "sequence"),
    ),
    (
        "E038",
        "graphs.g.nodes.n.params.variable",
        one_node({"kind": "claim", "params": {"variable": "count"}}),
        one_node({"kind": "claim", "params": {"variable": "tokens"}}),
    ),
    (
        "E038",
        "graphs.g.nodes.n.params.variable",
        one_node({"kind": "release", "params": {"variable": "mood"}}),
        one_node({"kind": "release", "params": {"variable": "foe"}}),
    ),
]

DECLARATIONS: list[Case] = [
    (
        "E060",
        "variables.v.default",
        document_of(tree(LEAF), variables={"v": {"type": "int", "default": 1.5}}),
        document_of(tree(LEAF), variables={"v": {"type": "float", "default": 1}}),
    ),
    (
        "E060",
        "variables.v.values",
        document_of(tree(LEAF), variables={"v": {"type": "enum"}}),
        document_of(tree(LEAF), variables={"v": {"type": "enum", "values": ["a"]}}),
    ),
    (
        "E060",
        "variables.v.min",
        document_of(tree(LEAF), variables={"v": {"type": "int", "min": 3, "max": 1}}),
        document_of(tree(LEAF), variables={"v": {"type": "int", "min": 1, "max": 1}}),
    ),
    (
        "E060",
        "variables.v.scope",
        document_of(tree(LEAF), variables={"v": {"type": "trigger", "scope": "world"}}),
        document_of(tree(LEAF), variables={"v": {"type": "bool", "scope": "world"}}),
    ),
    (
        "E061",
        "variables.two words",
        document_of(tree(LEAF), variables={"two words": {"type": "int"}}),
        document_of(tree(LEAF), variables={"two_words": {"type": "int"}}),
    ),
]

TEXTS: list[Case] = [
    (
        "E101",
        "graphs.g.nodes.n.test",
        one_node({"kind": "condition", "test": "health >"}),
        one_node({"kind": "condition", "test": "health > 1"}),
    ),
    (
        "E102",
        "graphs.g.nodes.n.guard.test",
        one_node({"kind": "wait", "guard": {"test": "helth > 1"}}),
        one_node({"kind": "wait", "guard": {"test": "health > 1"}}),
    ),
    (
        "E102",
        "graphs.g.edges.t.actions.1",
        two_states({"actions": ["count = 1", "cout = 2"]}),
        two_states({"actions": ["count = 1", "count = 2"]}),
    ),
    (
        "E102",
        "graphs.g.nodes.r.params.variable",
        document_of(
            tree(
                {
                    "r": {"kind": "switch", "children": ["n"], "params": {"variable": "cont"}},
                    "n": {"kind": "wait", "slot": {"default": True}},
                }
            ),
            **ABOUT,
        ),
        document_of(
            tree(
                {
                    "r": {"kind": "switch", "children": ["n"], "params": {"variable": "count"}},
                    "n": {"kind": "wait", "slot": {"default": True}},
                }
            ),
            **ABOUT,
        ),
    ),
    ("E103", "graphs.g.edges.t.guard", two_states({"guard": "health"}), two_states({"guard": "health > 0"})),
    (
        "E103",
        "graphs.g.edges.t.guard",
        two_states({"guard": "event.loudness > 1"}),
        two_states({"guard": "event.loudness > 1", "event": "noise"}),
    ),
    (
        "E103",
        "graphs.g.nodes.n.params.target.expr",
        one_node({"kind": "action", "action": "seek", "params": {"target": {"expr": "health"}}}),
        one_node({"kind": "action", "action": "seek", "params": {"target": {"expr": "foe"}}}),
    ),
    (
        "E103",
        "graphs.g.nodes.r.value",
        asked({"kind": "switch", "value": {"expr": "health"}, "branches": branches({"else": True})}),
        asked({"kind": "switch", "value": {"expr": "count"}, "branches": branches({"else": True})}),
    ),
]
