"""List documents with warnings and notes, each with one almost like it."""

from __future__ import annotations

from tests.graphs.builders import document_of, machine, tree
from tests.graphs.validation.coded_documents import LEAF, Case, asked, branches, one_node, two_states

WARNINGS: list[Case] = [
    ("W201", "graphs.g.nodes.n.kind", one_node("wate"), one_node("wait")),
    (
        "W202",
        "graphs.g.nodes.n.params.second",
        one_node({"kind": "wait", "params": {"second": 1}}),
        one_node({"kind": "wait", "params": {"seconds": 1}}),
    ),
    ("W203", "graphs.g.nodes.b", two_states({"targets": ["a"]}), two_states({"targets": ["b"]})),
    (
        "W205",
        "graphs.g.nodes.n.gaurd",
        one_node({"kind": "wait", "gaurd": {}}),
        one_node({"kind": "wait", "note": "x"}),
    ),
    (
        "W206",
        "graphs.g.nodes.n.test",
        one_node({"kind": "wait", "test": "seen"}),
        one_node({"kind": "wait_until", "test": "seen"}),
    ),
    ("W206", "graphs.g.edges.t.else", two_states({"else": True}), two_states({})),
    (
        "W208",
        "variables.v.default",
        document_of(tree(LEAF), variables={"v": {"type": "int", "max": 3, "default": 4}}),
        document_of(tree(LEAF), variables={"v": {"type": "int", "max": 3, "default": 3}}),
    ),
    (
        "W209",
        "variables.distance",
        document_of(tree(LEAF), variables={"distance": {"type": "int"}}),
        document_of(tree(LEAF), variables={"range": {"type": "int"}}),
    ),
    (
        "W210",
        "graphs.g.nodes.b.name",
        document_of(machine({"a": {"kind": "state", "name": "x"}, "b": {"kind": "state", "name": "x"}})),
        document_of(machine({"a": "state", "b": "state"})),
    ),
    (
        "W211",
        "graphs.g.nodes.r.branches",
        asked({"kind": "random", "branches": branches({"weight": 0})}),
        asked({"kind": "random", "branches": branches({})}),
    ),
    (
        "W227",
        "graphs.g.nodes.h.kind",
        document_of(machine({"a": "state", "h": {"kind": "history", "default": "a"}})),
        document_of(
            machine(
                {
                    "p": {"kind": "state", "children": ["a", "h"], "initial": "a"},
                    "a": "state",
                    "h": {"kind": "history", "default": "a"},
                }
            )
        ),
    ),
    (
        "I302",
        "graphs.g.nodes.b",
        document_of(
            machine({"a": {"kind": "state", "transitions": ["t"]}, "b": "state"}, {"t": {"targets": ["b"]}})
        ),
        two_states({}),
    ),
    (
        "I303",
        "graphs.g.nodes.n",
        document_of(tree({"r": "wait", "n": "wait"}, loose=["n"])),
        document_of(tree(LEAF)),
    ),
]
