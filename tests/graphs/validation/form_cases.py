"""List documents with problems of form and of calls, each with one almost like it."""

from __future__ import annotations

from tests.graphs.builders import document_of, machine, tree
from tests.graphs.validation.coded_documents import (
    A_AND_B,
    LEAF,
    OUT,
    SPEED,
    Case,
    calls,
    one_node,
    two_states,
)

FORM: list[Case] = [
    (
        "E001",
        "graphs.g.nodes.n",
        document_of(
            tree(
                {
                    "r": {"kind": "sequence", "children": ["n", "m"]},
                    "m": {"kind": "inverter", "children": ["n"]},
                    "n": "wait",
                }
            )
        ),
        document_of(
            tree(
                {
                    "r": {"kind": "sequence", "children": ["n", "m"]},
                    "m": {"kind": "inverter", "children": ["o"]},
                    "n": "wait",
                    "o": "wait",
                }
            )
        ),
    ),
    (
        "E002",
        "graphs.g.nodes.r.children",
        document_of(
            tree({"r": {"kind": "sequence", "children": ["n"]}, "n": {"kind": "inverter", "children": ["r"]}})
        ),
        document_of(
            tree(
                {
                    "r": {"kind": "sequence", "children": ["n"]},
                    "n": {"kind": "inverter", "children": ["o"]},
                    "o": "wait",
                }
            )
        ),
    ),
    (
        "E003",
        "graphs.g.nodes.r.children",
        document_of(tree({"r": {"kind": "sequence", "children": ["n"]}})),
        one_node("wait"),
    ),
    ("E003", "graphs.g.edges.t.targets.0", two_states({"targets": ["gone"]}), two_states({})),
    (
        "E004",
        "graphs.g.nodes.n",
        document_of(tree({"r": "wait", "n": "wait"})),
        document_of(tree({"r": "wait", "n": "wait"}, loose=["n"])),
    ),
    (
        "E005",
        "graphs.g.edges.t.targets",
        two_states({"targets": ["b", "b"]}),
        two_states({"targets": ["b", "a"]}),
    ),
    (
        "E006",
        "graphs.g.edges.v",
        document_of(
            machine(A_AND_B, {"t": {"targets": ["b"]}, "u": {"targets": ["a"]}, "v": {"targets": ["a"]}})
        ),
        two_states({}),
    ),
    ("E007", "graphs.g.edges.t", two_states({}, transitions=["t"]), two_states({})),
    ("E009", "graphs.g.initial", two_states({}, initial="gone"), two_states({}, initial="b")),
    (
        "E010",
        "graphs.g.nodes.b.initial",
        document_of(
            machine({"a": "state", "b": {"kind": "state", "children": ["c"], "initial": "a"}, "c": "state"})
        ),
        document_of(
            machine({"a": "state", "b": {"kind": "state", "children": ["c"], "initial": "c"}, "c": "state"})
        ),
    ),
    (
        "E011",
        "graphs.g.nodes.b.initial",
        document_of(machine({"b": {"kind": "state", "children": ["c"]}, "c": "state"})),
        document_of(machine({"b": {"kind": "parallel", "children": ["c"]}, "c": "state"})),
    ),
    ("E011", "graphs.g.initial", two_states({}, initial=None), two_states({})),
    (
        "E012",
        "graphs.g.nodes.a/b",
        document_of(tree({"a/b": "wait"}, "a/b")),
        document_of(tree({"a.b": "wait"}, "a.b")),
    ),
    ("E013", "graphs.g.root", document_of(tree({"r": "wait"}, None, loose=["r"])), document_of(tree(LEAF))),
    ("E013", "root", document_of(tree(LEAF), root="gone"), document_of(tree(LEAF))),
    (
        "E014",
        "graphs.g.nodes.n.children",
        one_node("inverter"),
        document_of(
            tree(
                {
                    "r": {"kind": "sequence", "children": ["n"]},
                    "n": {"kind": "inverter", "children": ["m"]},
                    "m": "wait",
                }
            )
        ),
    ),
]

CALLS: list[Case] = [
    (
        "E015",
        "graphs.g.nodes.r.graph",
        calls({"kind": "subtree", "graph": "hh"}, tree(LEAF)),
        calls({"kind": "subtree", "graph": "h"}, tree(LEAF)),
    ),
    (
        "E015",
        "graphs.g.nodes.r.graph",
        calls({"kind": "subtree", "graph": "/a.mind.json#g"}, tree(LEAF)),
        calls({"kind": "subtree", "graph": "a.mind.json#g"}, tree(LEAF)),
    ),
    (
        "E016",
        "graphs.g.nodes.r.graph",
        calls({"kind": "run_machine", "graph": "h"}, tree(LEAF)),
        calls({"kind": "subtree", "graph": "h"}, tree(LEAF)),
    ),
    (
        "E017",
        "graphs.g.nodes.r.graph",
        calls({"kind": "subtree", "graph": "h"}, tree({"r": {"kind": "subtree", "graph": "g"}})),
        calls({"kind": "subtree", "graph": "h"}, tree(LEAF)),
    ),
    (
        "E018",
        "graphs.g.nodes.r.arguments",
        calls({"kind": "subtree", "graph": "h"}, tree(LEAF, parameters=SPEED)),
        calls({"kind": "subtree", "graph": "h", "arguments": {"speed": 2}}, tree(LEAF, parameters=SPEED)),
    ),
    (
        "E018",
        "graphs.g.nodes.r.arguments.sped",
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"speed": 1, "sped": 2}},
            tree(LEAF, parameters=SPEED),
        ),
        calls({"kind": "subtree", "graph": "h", "arguments": {"speed": 2}}, tree(LEAF, parameters=SPEED)),
    ),
    (
        "E018",
        "graphs.g.nodes.r.arguments.speed",
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"speed": "fast"}}, tree(LEAF, parameters=SPEED)
        ),
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"speed": {"expr": "count"}}},
            tree(LEAF, parameters=SPEED),
        ),
    ),
    (
        "E018",
        "graphs.g.nodes.r.arguments.found.variable",
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"found": {"variable": "count"}}},
            tree(LEAF, parameters=OUT),
        ),
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"found": {"variable": "health"}}},
            tree(LEAF, parameters=OUT),
        ),
    ),
    (
        "E102",
        "graphs.g.nodes.r.arguments.found.variable",
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"found": {"variable": "helth"}}},
            tree(LEAF, parameters=OUT),
        ),
        calls(
            {"kind": "subtree", "graph": "h", "arguments": {"found": {"variable": "health"}}},
            tree(LEAF, parameters=OUT),
        ),
    ),
]
