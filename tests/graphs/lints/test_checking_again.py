"""Checking a document again finds what a first check would, and looks only at what changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphs.checks.checker import Checker, check_and_lint, check_document
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.graph_lints import MACHINE_LINTS
from graphs.checks.lints.never_taken import NeverTaken, find_never_taken
from graphs.checks.lints.pointless_nodes import lint_pointless
from graphs.checks.lints.tree_lint import TreeLint
from graphs.checks.rules.memo import Cell, Memo
from graphs.edits.removing import remove
from graphs.edits.setting import rename_graph, set_field
from graphs.edits.variables import add_variable, rename_variable, set_parameter_field, set_variable_field
from graphs.model import Document
from graphs.model.behavior_tree import TreeNode
from graphs.projects.project_check import check_in_project
from tests.graphs.builders import REGISTRY, document_of, documents_of, machine, tree
from tests.graphs.lints.linting import lint_document
from tests.graphs.validation.document_order import DocumentOrder

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
    ("guard", lambda document: set_field(document, "m", "t", "guard", "d <= 1")),
    ("wrong guard", lambda document: set_field(document, "m", "t", "guard", "dd < 1")),
    ("transition removed", lambda document: remove(document, "m", ["u"])),
    ("state removed", lambda document: remove(document, "m", ["b"])),
    ("suppressed", lambda document: set_field(document, "shoot", "r", "suppress", {"I311": "for now"})),
    ("callee renamed", lambda document: rename_graph(document, "walk", "Stroll")),
    (
        "parameter of a callee",
        lambda document: set_parameter_field(document, "walk", "speed", "type", "bool"),
    ),
    (
        "parameter of a callee gone",
        lambda document: set_parameter_field(document, "walk", "speed", "direction", "out"),
    ),
    ("variable added", lambda document: add_variable(document, "extra", "float")[0]),
    ("variable renamed", lambda document: rename_variable(document, "d", "distance")),
    ("range declared", lambda document: set_variable_field(document, "d", "min", 1)),
    ("recursion", lambda document: set_field(document, "walk", "n", "graph", "walk")),
    ("missing callee", lambda document: set_field(document, "walk", "n", "graph", "shot")),
]


@pytest.mark.parametrize(("name", "edit"), EDITS, ids=[name for name, _ in EDITS])
def test_a_second_check_finds_what_a_first_one_would(name: str, edit: Callable[[Document], Document]) -> None:
    before = library()
    checker = Checker(REGISTRY)
    first = checker.check(before)
    after = edit(before)
    again = checker.check(after)
    apart = [*check_document(after, REGISTRY), *lint_document(after, REGISTRY)]
    assert list(again) == sorted(apart, key=DocumentOrder(after))
    assert again == check_and_lint(after, REGISTRY)
    assert again != first or name in ("transition removed", "wrong guard")
    assert checker.check(before) == first


def test_an_edit_costs_what_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = library()
    checker = Checker(REGISTRY)
    checker.check(before)
    looked_at: list[str] = []

    def noting(tree: TreeLint, node_id: str, node: TreeNode) -> None:
        looked_at.append(f"{tree.lint.graph_id} {node_id}")
        lint_pointless(tree, node_id, node)

    monkeypatch.setattr("graphs.checks.lints.graph_lints.lint_pointless", noting)
    checker.check(library())
    assert looked_at == []
    checker.check(set_field(before, "shoot", "n", "test", "d < 4"))
    assert sorted(looked_at) == ["shoot n", "shoot r"]


def test_one_state_of_many_is_linted_with_its_neighbors_only(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes: dict[str, Any] = {}
    edges: dict[str, Any] = {}
    for number in range(40):
        nodes[f"s{number}"] = {"kind": "state", "name": f"State {number}", "transitions": [f"t{number}"]}
        edges[f"t{number}"] = {"targets": [f"s{(number + 1) % 40}"], "guard": f"d < {number}"}
    before = document_of(machine(nodes, edges), variables=VARIABLES)
    looked_at: list[str] = []

    def noting(lint: GraphLint, source: str) -> NeverTaken:
        looked_at.append(source)
        return find_never_taken(lint, source)

    monkeypatch.setitem(MACHINE_LINTS, "never taken", noting)
    checker = Checker(REGISTRY)
    checker.check(before)
    assert len(looked_at) == 41
    looked_at.clear()
    after = set_field(before, "g", "t7", "guard", "d < d")
    found = checker.check(after)
    assert set(looked_at) == {"s7"}
    looked_at.clear()
    checker.check(set_field(after, "g", "s20", "name", "Rest"))
    assert set(looked_at) <= {"s19", "s20", "s21"}
    assert found == check_and_lint(after, REGISTRY)


def test_the_check_of_a_project_can_be_this_one() -> None:
    """The signature is the one that `check_in_project` calls its check with."""
    document = library()
    found = check_in_project(document, None, REGISTRY, check=check_and_lint)
    assert found == check_and_lint(document, REGISTRY)


def test_no_step_of_a_first_check_works_out_much(monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[Cell] = []
    work_out = Memo._work_out

    def counted(memo: Memo, cell: Cell) -> None:
        worked.append(cell)
        work_out(memo, cell)

    monkeypatch.setattr(Memo, "_work_out", counted)
    leaves = {f"n{place}": {"kind": "wait"} for place in range(200)}
    rows = {f"r{row}": {"kind": "sequence", "children": list(leaves)[row * 20 :][:20]} for row in range(10)}
    nodes = {"root": {"kind": "selector", "children": list(rows)}, **rows, **leaves}
    made = document_of(tree(nodes, "root"))
    most = 0
    for _ in Checker(REGISTRY).steps(made):
        most, worked[:] = max(most, len(worked)), []
    assert 1 < most <= 40
