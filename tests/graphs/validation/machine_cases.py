"""List documents with problems of state machines, each with one almost like it."""

from __future__ import annotations

from tests.graphs.builders import decision, document_of, documents_of, machine, tree
from tests.graphs.validation.coded_documents import LEAF, REGIONS, Case, choice, two_states

MACHINES: list[Case] = [
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
]
