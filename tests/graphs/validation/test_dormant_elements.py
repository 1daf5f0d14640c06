"""What never runs keeps nothing from running: its errors are warnings (rule 8.5)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.model import Document
from tests.graphs.builders import REGISTRY, document_of, machine, tree

WRONG = {"kind": "condition", "test": "no"}


def decisions(nodes: dict[str, Any], root: str, *loose: str) -> Document:
    """Return a document of one decision tree."""
    return document_of({"kind": "decision_tree", "root": root, "loose": list(loose), "nodes": nodes})


def both_branches(*children: str) -> list[dict[str, Any]]:
    """Return the two branches of a test."""
    return [{"when": when, "child": child} for when, child in zip((True, False), children, strict=True)]


QUESTION = {"kind": "test", "test": "no"}
ANSWER = {"kind": "outcome", "outcome": "left"}

TABLE: list[tuple[str, Document, str, str]] = [
    (
        "node of the tree",
        document_of(tree({"r": {"kind": "sequence", "children": ["x"]}, "x": WRONG}, root="r")),
        "x",
        "error",
    ),
    (
        "loose top",
        document_of(tree({"r": {"kind": "succeed"}, "x": WRONG}, root="r", loose=["x"])),
        "x",
        "warning",
    ),
    (
        "below a loose top",
        document_of(
            tree(
                {"r": {"kind": "succeed"}, "l": {"kind": "sequence", "children": ["x"]}, "x": WRONG},
                root="r",
                loose=["l"],
            )
        ),
        "x",
        "warning",
    ),
    ("in no list", document_of(tree({"r": {"kind": "succeed"}, "x": WRONG}, root="r")), "x", "error"),
    (
        "disabled itself",
        document_of(
            tree({"r": {"kind": "sequence", "children": ["x"]}, "x": {**WRONG, "disabled": True}}, root="r")
        ),
        "x",
        "warning",
    ),
    (
        "below something disabled",
        document_of(
            tree(
                {
                    "r": {"kind": "selector", "children": ["d"]},
                    "d": {"kind": "sequence", "disabled": True, "children": ["x"]},
                    "x": WRONG,
                },
                root="r",
            )
        ),
        "x",
        "warning",
    ),
    (
        "score of a disabled child, which its parent asks for",
        document_of(
            tree(
                {
                    "r": {"kind": "utility_selector", "children": ["x"]},
                    "x": {"kind": "succeed", "disabled": True},
                },
                root="r",
            )
        ),
        "x",
        "error",
    ),
    (
        "state in a disabled state",
        document_of(
            machine(
                {
                    "a": "state",
                    "d": {"kind": "state", "disabled": True, "children": ["x"], "initial": "x"},
                    "x": {"kind": "state", "entry": ["no = 1"]},
                }
            )
        ),
        "x",
        "warning",
    ),
    (
        "transition of a disabled state",
        document_of(
            machine(
                {"a": "state", "d": {"kind": "state", "disabled": True, "transitions": ["x"]}},
                {"x": {"guard": "no", "targets": ["a"]}},
            )
        ),
        "x",
        "warning",
    ),
    (
        "disabled transition",
        document_of(
            machine(
                {"a": {"kind": "state", "transitions": ["x"]}},
                {"x": {"guard": "no", "targets": ["a"], "disabled": True}},
            )
        ),
        "x",
        "warning",
    ),
    (
        "question that a disabled and another one lead to",
        decisions(
            {
                "r": {"kind": "test", "test": "true", "branches": both_branches("d", "e")},
                "d": {"kind": "test", "test": "true", "disabled": True, "branches": both_branches("x", "a")},
                "e": {"kind": "test", "test": "true", "branches": both_branches("x", "a")},
                "x": {**QUESTION, "branches": both_branches("a", "a")},
                "a": ANSWER,
            },
            "r",
        ),
        "x",
        "error",
    ),
    (
        "question that only disabled ones lead to",
        decisions(
            {
                "r": {"kind": "test", "test": "true", "branches": both_branches("d", "a")},
                "d": {"kind": "test", "test": "true", "disabled": True, "branches": both_branches("x", "a")},
                "x": {**QUESTION, "branches": both_branches("a", "a")},
                "a": ANSWER,
            },
            "r",
        ),
        "x",
        "warning",
    ),
    (
        "nodes below one another in a circle",
        document_of(
            tree(
                {
                    "r": {"kind": "succeed"},
                    "x": {"kind": "sequence", "children": ["y"]},
                    "y": {"kind": "sequence", "children": ["x"]},
                },
                root="r",
            )
        ),
        "x",
        "error",
    ),
]


@pytest.mark.parametrize(
    ("document", "element", "severity"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_8_5_an_error_counts_only_where_it_would_run(document: Document, element: str, severity: str) -> None:
    found = [
        each
        for each in check_document(document, REGISTRY)
        if each.place.element == element and each.code.startswith("E")
    ]
    assert found
    assert {item.severity for item in found} == {severity}
