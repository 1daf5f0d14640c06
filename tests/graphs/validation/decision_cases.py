"""List documents with problems of decision trees, each with one almost like it."""

from __future__ import annotations

from graphs.model.decision_tree import MOST_BRANCHES
from tests.graphs.builders import document_of, tree
from tests.graphs.validation.coded_documents import ABOUT, Case, asked, branches

DECISIONS: list[Case] = [
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
]
