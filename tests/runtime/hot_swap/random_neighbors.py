"""Edit documents at random, as a user does while they run: one to three edits, refusals left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from graphs import edits
from graphs.edits import EditRefused
from graphs.model import Document
from graphs.queries import TOP, document_order
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
    "swap": lambda d, what, where, how: edits.swap(d, "g", _node(d, where), _node(d, what)),
    "parameter": _set_parameter,
    "field": _set_field,
    "duplicate": lambda d, what, where, how: edits.duplicate(d, "g", [_node(d, where)], REGISTRY)[0],
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
    with mock.patch("graphs.ids.secrets.choice", chooser.choice):
        for name, *numbers in chosen:
            what, where, how = numbers
            try:
                source = of[name](source, what, where, how)
            except EditRefused:
                continue
    return source
