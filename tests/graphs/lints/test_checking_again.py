"""Checking a document again finds what a first check would, and looks only at what changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphs import checking, graph_memory
from graphs.checking import check_and_lint
from graphs.edits import (
    add_variable,
    remove,
    rename_graph,
    rename_variable,
    set_field,
    set_parameter_field,
    set_variable_field,
)
from graphs.lints import lint_document, lint_memory
from graphs.lints.lint_graph import lint_graph
from graphs.model import Document
from graphs.validation import check_document
from graphs.validation.check import DocumentOrder, check_graph
from tests.graphs.builders import REGISTRY, documents_of, machine, tree

VARIABLES: dict[str, Any] = {"d": {"type": "float"}, "flag": {"type": "bool"}}


def library() -> Document:
    """Return a machine whose states run two trees, with something to say of each."""
    nodes = {
        "a": {
            "kind": "state",
            "transitions": ["t", "u"],
            "activity": {"graph": "walk", "arguments": {"speed": 2}},
        },
        "b": {"kind": "state", "transitions": ["v"], "activity": {"graph": "shoot"}},
    }
    edges = {
        "t": {"targets": ["b"], "guard": "d < 1"},
        "u": {"targets": ["b"], "guard": "d > 1", "actions": ["flag = true"]},
        "v": {"targets": ["a"], "guard": "d > 5"},
    }
    walk = tree(
        {"r": {"kind": "sequence", "children": ["n"]}, "n": {"kind": "subtree", "graph": "shoot"}},
        title="Walk",
        parameters={"speed": {"type": "float", "direction": "in"}},
    )
    shoot = tree({"r": {"kind": "retry", "children": ["n"]}, "n": {"kind": "condition", "test": "d < 3"}})
    graphs = {"m": machine(nodes, edges), "walk": walk, "shoot": shoot}
    return documents_of(graphs, variables=VARIABLES)


EDITS: list[tuple[str, Callable[[Document], Document]]] = [
    ("guard", lambda one: set_field(one, "m", "t", "guard", "d <= 1")),
    ("wrong guard", lambda one: set_field(one, "m", "t", "guard", "dd < 1")),
    ("transition removed", lambda one: remove(one, "m", ["u"])),
    ("state removed", lambda one: remove(one, "m", ["b"])),
    ("suppressed", lambda one: set_field(one, "shoot", "r", "suppress", {"I311": "for now"})),
    ("callee renamed", lambda one: rename_graph(one, "walk", "Stroll")),
    ("parameter of a callee", lambda one: set_parameter_field(one, "walk", "speed", "type", "bool")),
    ("parameter of a callee gone", lambda one: set_parameter_field(one, "walk", "speed", "direction", "out")),
    ("variable added", lambda one: add_variable(one, "extra", "float")[0]),
    ("variable renamed", lambda one: rename_variable(one, "d", "distance")),
    ("range declared", lambda one: set_variable_field(one, "d", "min", 1)),
    ("recursion", lambda one: set_field(one, "walk", "n", "graph", "walk")),
    ("missing callee", lambda one: set_field(one, "walk", "n", "graph", "shot")),
]


@pytest.mark.parametrize(("name", "edit"), EDITS, ids=[name for name, _ in EDITS])
def test_a_second_check_finds_what_a_first_one_would(
    name: str, edit: Callable[[Document], Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = library()
    check_and_lint(before, REGISTRY)
    after = edit(before)
    again = check_and_lint(after, REGISTRY)
    forget(monkeypatch)
    apart = [*check_document(after, REGISTRY), *lint_document(after, REGISTRY)]
    assert list(again) == sorted(apart, key=DocumentOrder(after))
    assert again != check_and_lint(before, REGISTRY) or name in ("transition removed", "wrong guard")
    assert check_and_lint(before, REGISTRY) == check_and_lint(library(), REGISTRY)


def test_an_edit_costs_the_graph_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    before = library()
    check_and_lint(before, REGISTRY)
    looked_at: list[str] = []

    def note(real: Callable[..., Any]) -> Callable[..., Any]:
        def noting(document: Document, graph_id: str, *rest: Any) -> Any:
            looked_at.append(graph_id)
            return real(document, graph_id, *rest)

        return noting

    monkeypatch.setattr(checking, "check_graph", note(check_graph))
    monkeypatch.setattr(lint_memory, "lint_graph", note(lint_graph))
    check_and_lint(before, REGISTRY)
    assert looked_at == []
    check_and_lint(set_field(before, "shoot", "n", "test", "d < 4"), REGISTRY)
    assert looked_at == ["shoot", "shoot"]


def test_a_graph_that_is_gone_is_forgotten() -> None:
    memory: graph_memory.GraphMemory[int] = graph_memory.GraphMemory()
    document = library()
    graph = document.graphs["walk"]
    assert memory.recall(graph, (), (), lambda: 1) == 1
    assert memory.recall(graph, (), (), lambda: 2) == 1
    assert memory.recall(graph, (), ("other",), lambda: 3) == 3
    assert len(memory) == 1
    del graph, document
    assert len(memory) == 0


def test_the_check_of_a_project_can_be_this_one() -> None:
    """The signature is the one that `check_in_project` calls its check with."""
    from graphs.projects.project_check import check_in_project

    document = library()
    found = check_in_project(document, None, REGISTRY, check=check_and_lint)
    assert found == check_and_lint(document, REGISTRY)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with empty memories."""
    monkeypatch.setattr(lint_memory, "_kept", graph_memory.GraphMemory())
    monkeypatch.setattr(checking, "_checked", graph_memory.GraphMemory())
    monkeypatch.setattr(checking, "_ordered", graph_memory.GraphMemory())
    monkeypatch.setattr(checking, "_recursive", {})
