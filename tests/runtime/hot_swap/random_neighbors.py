"""Edit documents at random, as a user does while they run: one to three edits, refusals left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from graphs.edits.refusal import EditRefused
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, document_order
from tests.graphs import all_edits as edits
from tests.runtime.lone_brain import REGISTRY, scripted

NUMBERS = st.integers(0, 1000)

Edit = Callable[[Document, int, int, int], Document]
"""Change graph `g` of a document; three numbers choose what, where and how."""

LEAVES: list[tuple[str, dict[str, Any]]] = [
    ("action", {"action": "scripted", "params": scripted("RRS")["params"]}),
    ("action", {"action": "scripted", "params": scripted("F")["params"]}),
    ("wait", {"params": {"seconds": 0.05}}),
    ("condition", {"test": "on"}),
    ("set", {"actions": ["n = n + 1"]}),
]
INNER = ["sequence", "selector", "parallel", "random_sequence", "inverter", "repeat", "timeout", "cooldown"]
PARAMETERS: dict[str, list[object]] = {
    "memory": ["resume", "none", "keep"],
    "seconds": [0.02, 0.05, 0.1, {"expr": "f"}],
    "jitter": [0, 0.03],
    "count": [1, 2, 3],
    "pace": ["tick", "same_tick"],
    "success": ["all", "any", 1],
    "failure": ["all", "any", 1],
    "decide": ["each", "end"],
    "reactive": [True, False],
    "refused": ["failure", "skipped"],
    "chance": [0.2, 0.9],
    "script": ["RRS", "S", "F", "RRRR"],
}
FIELDS: list[tuple[str, object]] = [
    ("guard", {"test": "on"}),
    ("guard", {"test": "n % 2 == 0", "abort": "self", "refused": "skipped"}),
    ("guard", None),
    ("services", [{"every": 0.05, "actions": ["n = n + 1"]}]),
    ("services", [{"every": 0.02, "jitter": 0.01, "actions": ["on = not on"]}]),
    ("services", []),
    ("title", "Another title"),
    ("note", "A note."),
]


def _node(document: Document, number: int, *, top: bool = False) -> str:
    known = [*([TOP] if top else []), *document_order(document.graphs["g"])]
    return known[number % len(known)] if known else "gone"


def _add(document: Document, what: int, where: int, how: int) -> Document:
    kind, fields = LEAVES[what % len(LEAVES)]
    parent = _node(document, where, top=True)
    return edits.add_node(document, "g", kind, REGISTRY, parent=parent, index=how % 4, fields=fields)[0]


def _wrap(document: Document, what: int, where: int, how: int) -> Document:
    kind = INNER[what % len(INNER)]
    return edits.add_on_edge(document, "g", _node(document, where), kind, REGISTRY)[0]


def _change_kind(document: Document, what: int, where: int, how: int) -> Document:
    kind = INNER[what % len(INNER)]
    return edits.change_kind(document, "g", _node(document, where), kind, REGISTRY)


def _set_parameter(document: Document, what: int, where: int, how: int) -> Document:
    node_id = _node(document, where)
    node = document.graphs["g"].nodes.get(node_id)
    named = [name for name in PARAMETERS if node is not None and name in node.params] or list(PARAMETERS)
    name = named[what % len(named)]
    values = PARAMETERS[name]
    return edits.set_parameter(document, "g", node_id, name, values[how % len(values)], REGISTRY)


def _set_field(document: Document, what: int, where: int, how: int) -> Document:
    field, value = FIELDS[what % len(FIELDS)]
    return edits.set_field(document, "g", _node(document, where), field, value)


def _place(document: Document, what: int, where: int, how: int) -> Document:
    return edits.move(document, "g", {_node(document, where): (what, how)})


EVERYWHERE: dict[str, Edit] = {
    "enable": lambda d, what, where, how: edits.toggle_enabled(d, "g", [_node(d, where)]),
    "remove": lambda d, what, where, how: edits.remove(d, "g", [_node(d, where)]),
    "move child": lambda d, what, where, how: edits.move_child(d, "g", _node(d, where), how % 4),
    "reparent": lambda d, what, where, how: edits.reparent(
        d, "g", _node(d, where), _node(d, what, top=True), REGISTRY, index=how % 3
    ),
    "place": _place,
}

TREE_EDITS: dict[str, Edit] = {
    **EVERYWHERE,
    "heal": lambda d, what, where, how: edits.remove_and_heal(d, "g", [_node(d, where)], REGISTRY),
    "add": _add,
    "wrap": _wrap,
    "change kind": _change_kind,
    "swap": lambda d, what, where, how: edits.swap(d, "g", _node(d, where), _node(d, what), REGISTRY),
    "parameter": _set_parameter,
    "field": _set_field,
    "duplicate": lambda d, what, where, how: edits.duplicate(d, "g", [_node(d, where)], REGISTRY)[0],
}

STATE_FIELDS: list[tuple[str, object]] = [
    ("activity", {"action": "scripted", "params": scripted("RRS", "new")["params"]}),
    ("activity", {"graph": "tree"}),
    ("activity", {"graph": "inner", "loop": True}),
    ("activity", {"graph": "run"}),
    ("activity", {"graph": "run", "every": 3, "commit": "until_done"}),
    ("activity", None),
    ("entry", ["n = n + 1"]),
    ("transient", True),
    ("name", "Another name"),
    ("note", "A note."),
]
EDGE_FIELDS: list[tuple[str, object]] = [
    ("guard", "on"),
    ("guard", None),
    ("event", ["one"]),
    ("event", ["tick"]),
    ("event", ["always"]),
    ("after", 0.05),
    ("after", {"expr": "gap"}),
    ("after", None),
    ("delay", 0.03),
    ("delay", None),
    ("cooldown", 0.05),
    ("interrupt", True),
    ("internal", True),
    ("priority", 2),
]
STATE_KINDS = ["state", "parallel", "final", "choice", "history"]


def _edge(document: Document, number: int) -> str:
    graph = document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    known = list(graph.edges)
    return known[number % len(known)] if known else "gone"


def _add_state(document: Document, what: int, where: int, how: int) -> Document:
    kind = STATE_KINDS[what % len(STATE_KINDS)]
    parent = _node(document, where, top=True)
    return edits.add_node(document, "g", kind, REGISTRY, parent=parent, index=how % 4)[0]


def _set_state_field(document: Document, what: int, where: int, how: int) -> Document:
    field, value = STATE_FIELDS[what % len(STATE_FIELDS)]
    return edits.set_field(document, "g", _node(document, where), field, value)


def _set_edge_field(document: Document, what: int, where: int, how: int) -> Document:
    field, value = EDGE_FIELDS[what % len(EDGE_FIELDS)]
    return edits.set_field(document, "g", _edge(document, where), field, value)


def _change_state_kind(document: Document, what: int, where: int, how: int) -> Document:
    kind = STATE_KINDS[what % len(STATE_KINDS)]
    return edits.change_kind(document, "g", _node(document, where), kind, REGISTRY)


def _set_initial(document: Document, what: int, where: int, how: int) -> Document:
    return edits.set_initial(document, "g", _node(document, where, top=True), _node(document, what))


MACHINE_EDITS: dict[str, Edit] = {
    **EVERYWHERE,
    "add": _add_state,
    "connect": lambda d, what, where, how: edits.connect(
        d, "g", _node(d, where, top=True), _node(d, what), REGISTRY
    )[0],
    "disconnect": lambda d, what, where, how: edits.disconnect(d, "g", _edge(d, where)),
    "retarget": lambda d, what, where, how: edits.retarget(
        d, "g", _edge(d, where), [_node(d, what)], REGISTRY
    ),
    "change source": lambda d, what, where, how: edits.change_source(
        d, "g", _edge(d, where), _node(d, what, top=True), REGISTRY
    ),
    "move transition": lambda d, what, where, how: edits.move_transition(d, "g", _edge(d, where), how % 3),
    "enable edge": lambda d, what, where, how: edits.toggle_enabled(d, "g", [_edge(d, where)]),
    "wrap": lambda d, what, where, how: edits.wrap_into_compound_state(d, "g", [_node(d, where)], REGISTRY)[
        0
    ],
    "unwrap": lambda d, what, where, how: edits.unwrap_compound_state(d, "g", _node(d, where), REGISTRY),
    "initial": _set_initial,
    "change kind": _change_state_kind,
    "field": _set_state_field,
    "edge field": _set_edge_field,
    "swap": lambda d, what, where, how: edits.swap(d, "g", _node(d, where), _node(d, what), REGISTRY),
}

DECISION_LEAVES: list[tuple[str, dict[str, Any]]] = [
    ("action", {"action": "scripted", "params": scripted("RRS")["params"]}),
    ("outcome", {"outcome": "left"}),
]
QUESTIONS: list[tuple[str, dict[str, Any]]] = [("test", {"test": "on"}), ("random", {})]


def _add_question(document: Document, what: int, where: int, how: int) -> Document:
    kind, fields = QUESTIONS[what % len(QUESTIONS)]
    return edits.add_on_edge(document, "g", _node(document, where), kind, REGISTRY, fields=fields)[0]


def _add_decision_leaf(document: Document, what: int, where: int, how: int) -> Document:
    kind, fields = DECISION_LEAVES[what % len(DECISION_LEAVES)]
    return edits.add_node(document, "g", kind, REGISTRY, parent=_node(document, where), fields=fields)[0]


DECISION_EDITS: dict[str, Edit] = {
    **EVERYWHERE,
    "add": _add_decision_leaf,
    "ask": _add_question,
    "connect": lambda d, what, where, how: edits.connect(d, "g", _node(d, where), _node(d, what), REGISTRY)[
        0
    ],
    "branch": lambda d, what, where, how: edits.add_branch(d, "g", _node(d, where)),
    "no branch": lambda d, what, where, how: edits.remove_branch(d, "g", _node(d, where), how % 3),
    "weight": lambda d, what, where, how: edits.set_branch_field(
        d, "g", _node(d, where), how % 3, "weight", what % 4
    ),
    "root": lambda d, what, where, how: edits.set_root(d, "g", _node(d, where), REGISTRY),
}

Steps = list[tuple[str, int, int, int]]
"""Edits by name, each with its three numbers."""


def steps(of: dict[str, Edit], most: int = 3) -> st.SearchStrategy[Steps]:
    """Return lists of one to `most` edits."""
    one = st.tuples(st.sampled_from(sorted(of)), NUMBERS, NUMBERS, NUMBERS)
    return st.lists(one, min_size=1, max_size=most)


def neighbor(source: Document, of: dict[str, Edit], chosen: Steps) -> Document:
    """Return the document after some edits; the ids of what they add follow from the numbers."""
    chooser = random.Random(str(chosen))
    with mock.patch("graphs.basics.ids.secrets.choice", chooser.choice):
        for name, *numbers in chosen:
            what, where, how = numbers
            try:
                source = of[name](source, what, where, how)
            except EditRefused:
                continue
    return source
