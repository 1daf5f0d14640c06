"""Cases of lints of variables, parameters and events."""

from __future__ import annotations

from tests.graphs.builders import document_of, tree
from tests.graphs.lints.machine_cases import Case
from tests.graphs.lints.small_documents import VARIABLES, declared, graph_names, states

FLAG = {"flag": {"type": "bool"}}
READS_FLAG = {"kind": "condition", "test": "flag"}
WRITES_FLAG = {"kind": "set", "actions": ["flag = true"]}

NAMES: list[Case] = [
    ("I305", "variables.flag", declared(variables=FLAG), declared(READS_FLAG, variables=FLAG)),
    (
        "I305",
        "graphs.g.variables.flag",
        graph_names(variables=FLAG),
        graph_names(variables=FLAG, node=READS_FLAG),
    ),
    # A text with a mistake in it may mean any name in it.
    (
        "I305",
        "variables.flag",
        declared(variables=FLAG),
        declared({"kind": "condition", "test": "flag and and"}, variables=FLAG),
    ),
    # A graph's own variable of that name hides the document's.
    (
        "I305",
        "variables.flag",
        document_of(tree({"r": READS_FLAG}, variables=FLAG), variables=FLAG),
        declared(READS_FLAG, variables=FLAG),
    ),
    (
        "I306",
        "variables.flag",
        declared(WRITES_FLAG, variables=FLAG),
        declared({"kind": "set", "actions": ["flag = not flag"]}, variables=FLAG),
    ),
    (
        "I306",
        "variables.flag",
        declared(WRITES_FLAG, variables=FLAG),
        declared(WRITES_FLAG, variables={"flag": {"type": "bool", "scope": "world"}}),
    ),
    (
        "W217",
        "graphs.g.variables.flag",
        graph_names(variables=FLAG, node=READS_FLAG),
        graph_names(variables={"flag": {"type": "bool", "default": True}}, node=READS_FLAG),
    ),
    (
        "W226",
        "graphs.g.parameters.flag",
        graph_names({"flag": {"type": "bool", "direction": "out"}}),
        graph_names({"flag": {"type": "bool", "direction": "out"}}, node=WRITES_FLAG),
    ),
    (
        "I309",
        "graphs.g.parameters.flag",
        graph_names({"flag": {"type": "bool", "direction": "in"}}),
        graph_names({"flag": {"type": "bool", "direction": "in"}}, node=READS_FLAG),
    ),
    (
        "I307",
        "events.bang",
        declared(events={"bang": {}}),
        declared(
            {"kind": "raise", "actions": ["send bang to foe"]}, events={"bang": {}}, variables=VARIABLES
        ),
    ),
    (
        "I308",
        "events.bang",
        declared({"kind": "raise", "actions": ["raise bang"]}, events={"bang": {}}),
        declared({"kind": "raise", "actions": ["send bang to team"]}, events={"bang": {}}),
    ),
    (
        "I308",
        "events.alarm",
        states({"ab": {"guard": "seen", "actions": ["raise alarm"]}}),
        states({"ab": {"guard": "seen", "actions": ["raise alarm"]}, "ba": {"event": "alarm"}}),
    ),
]
