"""Every code has a minimal document that triggers it and one that almost does."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model import Document
from graphs.model.decision_tree import MOST_BRANCHES
from graphs.validation import check_document, json_path
from tests.graphs.builders import REGISTRY, decision, document_of, documents_of, machine, tree

VARIABLES: dict[str, Any] = {
    "health": {"type": "float"},
    "count": {"type": "int"},
    "seen": {"type": "bool"},
    "mood": {"type": "enum", "values": ["calm", "angry"]},
    "spot": {"type": "vector"},
    "foe": {"type": "entity"},
}
EVENTS: dict[str, Any] = {"noise": {"payload": {"loudness": "float"}}, "hit.hard": {}}
ABOUT = {"variables": VARIABLES, "events": EVENTS}

A_AND_B: dict[str, Any] = {
    "a": {"kind": "state", "transitions": ["t"]},
    "b": {"kind": "state", "transitions": ["u"]},
}


REGIONS: dict[str, Any] = {
    "p": {"kind": "parallel", "children": ["a", "b"]},
    "a": {"kind": "state", "children": ["c", "d"], "initial": "c"},
    "b": {"kind": "state", "transitions": ["t"]},
    "c": "state",
    "d": "state",
}


def two_states(edge: dict[str, Any], **fields: Any) -> Document:
    edges = {"t": {"targets": ["b"], **edge}, "u": {"targets": ["a"]}}
    return document_of(machine(A_AND_B, edges, **fields), **ABOUT)


def one_node(node: dict[str, Any] | str, parent: str = "sequence") -> Document:
    nodes = {"r": {"kind": parent, "children": ["n"]}, "n": node}
    return document_of(tree(nodes), **ABOUT)


def choice(branches: dict[str, Any], **fields: Any) -> Document:
    nodes = {
        "a": {"kind": "state", "transitions": ["t"]},
        "c": {"kind": "choice", "transitions": list(branches), **fields},
        "off": {"kind": "state", "disabled": True},
    }
    return document_of(machine(nodes, {"t": {"targets": ["c"]}, **branches}), **ABOUT)


def asked(node: dict[str, Any], more: dict[str, Any] | None = None) -> Document:
    return document_of(
        decision({"r": node, "x": {"kind": "outcome", "outcome": "x"}, **(more or {})}), **ABOUT
    )


def branches(*entries: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"child": "x", **entry} for entry in entries]


def calls(node: dict[str, Any], callee: dict[str, Any]) -> Document:
    return documents_of({"g": tree({"r": node}), "h": callee}, **ABOUT)


SPEED = {"speed": {"type": "float", "direction": "in"}}
OUT = {"found": {"type": "float", "direction": "out"}}
LEAF = {"r": "wait"}

Case = tuple[str, str, Document, Document]
"""A code, the path at which it stands, a document with it, one almost like it without."""

CASES: list[Case] = [
    # Form
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
    # Calls
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
    # Nodes
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
    # Machines
    (
        "E032",
        "graphs.g.nodes.c.transitions",
        choice({"u": {"targets": ["a"]}}),
        choice({"u": {"targets": ["a"], "else": True}}),
    ),
    (
        "E032",
        "graphs.g.nodes.c.transitions",
        choice({"u": {"targets": ["a"], "else": True}, "v": {"targets": ["a"], "else": True}}),
        choice({"u": {"targets": ["a"]}, "v": {"targets": ["a"], "else": True}}),
    ),
    (
        "E034",
        "graphs.g.edges.u.targets",
        choice({"u": {"else": True}}),
        choice({"u": {"targets": ["a"], "else": True}}),
    ),
    (
        "E035",
        "graphs.g.edges.u.event",
        choice({"u": {"targets": ["a"], "else": True, "event": "noise"}}),
        choice({"u": {"targets": ["a"], "else": True}}),
    ),
    (
        "E035",
        "graphs.g.edges.u.after",
        choice({"u": {"targets": ["a"], "after": 1}, "v": {"targets": ["a"], "else": True}}),
        choice({"u": {"targets": ["a"], "guard": "seen"}, "v": {"targets": ["a"], "else": True}}),
    ),
    (
        "E035",
        "graphs.g.edges.u.guard",
        choice({"u": {"targets": ["a"], "else": True, "guard": "seen"}}),
        choice({"u": {"targets": ["a"], "else": True}}),
    ),
    ("E036", "graphs.g.edges.t.event", two_states({"event": "noize"}), two_states({"event": "noise"})),
    (
        "E036",
        "graphs.g.edges.t.event.1",
        two_states({"event": ["hit", "done.now"]}),
        two_states({"event": ["hit", "done.success"]}),
    ),
    ("E036", "graphs.g.edges.t.event", two_states({"event": []}), two_states({"event": ["*"]})),
    (
        "E037",
        "events.tick.now",
        document_of(tree(LEAF), events={"tick.now": {}}),
        document_of(tree(LEAF), events={"ticks": {}}),
    ),
    (
        "E039",
        "graphs.g.edges.u.group",
        document_of(
            machine(
                {"a": {"kind": "state", "transitions": ["t", "u"]}, "b": "state"},
                {"t": {"group": "w", "targets": ["b"]}, "u": {"group": "w", "after": 1}},
            )
        ),
        document_of(
            machine(
                {"a": {"kind": "state", "transitions": ["t", "u"]}, "b": "state"},
                {"t": {"group": "w", "after": 1, "targets": ["b"]}, "u": {"group": "w", "after": 1}},
            )
        ),
    ),
    (
        "E040",
        "graphs.g.edges.t.interrupt",
        two_states({"interrupt": True}),
        document_of(
            machine(
                {
                    "a": {"kind": "state", "children": ["c"], "initial": "c", "transitions": ["t"]},
                    "b": "state",
                    "c": "state",
                },
                {"t": {"targets": ["b"], "interrupt": True}},
            )
        ),
    ),
    (
        "E041",
        "graphs.g.nodes.f",
        document_of(machine({"p": {"kind": "parallel", "children": ["a", "f"]}, "a": "state", "f": "final"})),
        document_of(
            machine(
                {
                    "p": {"kind": "parallel", "children": ["a"]},
                    "a": {"kind": "state", "children": ["b", "f"], "initial": "b"},
                    "b": "state",
                    "f": "final",
                }
            )
        ),
    ),
    (
        "E042",
        "graphs.g.nodes.p.initial",
        document_of(
            machine(
                {
                    "p": {"kind": "state", "children": ["a", "b"], "initial": "a"},
                    "a": {"kind": "state", "disabled": True},
                    "b": "state",
                }
            )
        ),
        document_of(
            machine(
                {
                    "p": {"kind": "state", "children": ["a", "b"], "initial": "a"},
                    "a": "state",
                    "b": {"kind": "state", "disabled": True},
                }
            )
        ),
    ),
    (
        "E042",
        "graphs.g.edges.u.targets",
        choice({"u": {"targets": ["off"], "else": True}}),
        choice({"u": {"targets": ["off"], "guard": "seen"}, "v": {"targets": ["a"], "else": True}}),
    ),
    (
        "E032",
        "graphs.g.nodes.c.transitions",
        choice({"u": {"targets": ["a"], "else": True, "disabled": True}}),
        choice({"u": {"targets": ["a"], "else": True}}),
    ),
    (
        "E042",
        "graphs.g.nodes.h.default",
        document_of(
            machine(
                {
                    "a": "state",
                    "b": {"kind": "state", "disabled": True},
                    "h": {"kind": "history", "default": "b"},
                }
            )
        ),
        document_of(machine({"a": "state", "h": {"kind": "history", "default": "a"}})),
    ),
    (
        "E043",
        "graphs.g.nodes.f.transitions",
        document_of(
            machine({"a": "state", "f": {"kind": "final", "transitions": ["t"]}}, {"t": {"targets": ["a"]}})
        ),
        document_of(
            machine({"a": {"kind": "state", "transitions": ["t"]}, "f": "final"}, {"t": {"targets": ["f"]}})
        ),
    ),
    (
        "E044",
        "graphs.g.edges.t.targets",
        document_of(machine(REGIONS, {"t": {"targets": ["c", "d"]}})),
        document_of(machine(REGIONS, {"t": {"targets": ["c", "b"]}})),
    ),
    (
        "E044",
        "graphs.g.nodes.a.initial",
        document_of(
            machine({**REGIONS, "b": "state", "a": {**REGIONS["a"], "initial": {"targets": ["c", "d"]}}})
        ),
        document_of(machine({**REGIONS, "b": "state", "a": {**REGIONS["a"], "initial": {"targets": ["c"]}}})),
    ),
    (
        "E045",
        "graphs.g.nodes.h.default",
        document_of(machine({"a": "state", "h": "history"})),
        document_of(machine({"a": "state", "h": {"kind": "history", "default": "a"}})),
    ),
    (
        "E046",
        "graphs.g.edges.u.outcome",
        documents_of(
            {
                "g": machine(
                    {
                        "c": {"kind": "choice", "decision": {"graph": "h"}, "transitions": ["u", "v"]},
                        "a": "state",
                    },
                    {"u": {"targets": ["a"]}, "v": {"targets": ["a"], "else": True}},
                ),
                "h": decision({"r": {"kind": "outcome", "outcome": "x"}}),
            }
        ),
        documents_of(
            {
                "g": machine(
                    {
                        "c": {"kind": "choice", "decision": {"graph": "h"}, "transitions": ["u", "v"]},
                        "a": "state",
                    },
                    {"u": {"targets": ["a"], "outcome": "x"}, "v": {"targets": ["a"], "else": True}},
                ),
                "h": decision({"r": {"kind": "outcome", "outcome": "x"}}),
            }
        ),
    ),
    # Decision trees
    (
        "E050",
        "graphs.g.nodes.r.branches.1",
        asked({"kind": "test", "test": "seen", "branches": [{"child": "x", "when": False}, {"when": True}]}),
        asked({"kind": "test", "test": "seen", "branches": branches({"when": False}, {"when": True})}),
    ),
    (
        "E050",
        "graphs.g.nodes.r.branches",
        asked({"kind": "first_of", "branches": branches({"test": "seen"})}),
        asked({"kind": "first_of", "branches": branches({"test": "seen"}, {"else": True})}),
    ),
    (
        "E050",
        "graphs.g.nodes.r.branches",
        asked({"kind": "switch", "value": {"expr": "mood"}, "branches": branches({"case": "calm"})}),
        asked(
            {
                "kind": "switch",
                "value": {"expr": "mood"},
                "branches": branches({"case": "calm"}, {"case": "angry"}),
            }
        ),
    ),
    (
        "E051",
        "graphs.g.nodes.r.branches.1.upto",
        asked(
            {
                "kind": "ranges",
                "value": {"expr": "health"},
                "branches": branches({"upto": 3}, {"upto": 3}, {}),
            }
        ),
        asked(
            {
                "kind": "ranges",
                "value": {"expr": "health"},
                "branches": branches({"upto": 3}, {"upto": 3, "closed": True}, {}),
            }
        ),
    ),
    (
        "E051",
        "graphs.g.nodes.r.branches.1.upto",
        asked(
            {"kind": "ranges", "value": {"expr": "health"}, "branches": branches({"upto": 3}, {"upto": 8})}
        ),
        asked({"kind": "ranges", "value": {"expr": "health"}, "branches": branches({"upto": 3}, {})}),
    ),
    (
        "E052",
        "graphs.g.nodes.r.branches",
        asked({"kind": "test", "test": "seen", "branches": branches({"when": True}, {"when": True})}),
        asked({"kind": "test", "test": "seen", "branches": branches({"when": False}, {"when": True})}),
    ),
    (
        "E053",
        "graphs.g.nodes.r.branches.0.case",
        asked(
            {
                "kind": "switch",
                "value": {"expr": "mood"},
                "branches": branches({"case": "cross"}, {"else": True}),
            }
        ),
        asked(
            {
                "kind": "switch",
                "value": {"expr": "mood"},
                "branches": branches({"case": "calm"}, {"else": True}),
            }
        ),
    ),
    (
        "E053",
        "graphs.g.nodes.n.slot.case",
        document_of(
            tree(
                {
                    "r": {"kind": "switch", "children": ["n"], "params": {"variable": "count"}},
                    "n": {"kind": "wait", "slot": {"case": "one"}},
                }
            ),
            **ABOUT,
        ),
        document_of(
            tree(
                {
                    "r": {"kind": "switch", "children": ["n"], "params": {"variable": "count"}},
                    "n": {"kind": "wait", "slot": {"case": 1}},
                }
            ),
            **ABOUT,
        ),
    ),
    (
        "E054",
        "graphs.g.nodes.r.branches",
        asked({"kind": "first_of", "branches": branches({"else": True}, {"test": "seen"})}),
        asked({"kind": "first_of", "branches": branches({"test": "seen"}, {"else": True})}),
    ),
    (
        "E055",
        "graphs.g.nodes.r.branches.0.row",
        asked({"kind": "table", "inputs": ["count", "seen"], "branches": branches({"row": ["1"]})}),
        asked({"kind": "table", "inputs": ["count", "seen"], "branches": branches({"row": ["> 1", ""]})}),
    ),
    (
        "E056",
        "graphs.g.nodes.r.branches.0.weight",
        asked({"kind": "random", "branches": branches({"weight": -1}, {"weight": 1})}),
        asked({"kind": "random", "branches": branches({"weight": 0}, {"weight": 1})}),
    ),
    (
        "E057",
        "graphs.g.nodes.r.branches",
        asked({"kind": "random", "branches": branches(*[{"weight": 1}] * (MOST_BRANCHES + 1))}),
        asked({"kind": "random", "branches": branches(*[{"weight": 1}] * MOST_BRANCHES)}),
    ),
    (
        "E022",
        "graphs.g.nodes.r.timeout",
        asked({"kind": "random", "timeout": 2.5, "branches": branches({"weight": 1})}),
        asked({"kind": "random", "timeout": 2, "branches": branches({"weight": 1})}),
    ),
    # Declarations
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
    # Texts
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
    # Warnings and notes
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


@pytest.mark.parametrize(
    ("code", "path", "document", "almost"), CASES, ids=[f"{one[0]} {one[1]}" for one in CASES]
)
def test_a_problem_is_found_at_its_place(code: str, path: str, document: Document, almost: Document) -> None:
    assert (code, path) in found(document)
    assert (code, path) not in found(almost)


def found(document: Document) -> set[tuple[str, str]]:
    """Return the codes of all problems with their paths into the file."""
    return {(one.code, json_path(one.place, document)) for one in check_document(document, REGISTRY)}


@pytest.mark.parametrize("case", CASES, ids=[f"{one[0]} {one[1]}" for one in CASES])
def test_a_problem_says_what_is_so_and_what_to_do(case: Case) -> None:
    for problem in check_document(case[2], REGISTRY):
        assert problem.message.endswith((".", "?")), problem.message
        assert problem.remedy.endswith("."), problem
        assert "!" not in problem.message
        assert {"E": "error", "W": "warning", "I": "note"}[problem.code[0]] == problem.severity
