"""A field of a node that stands among its parameters is told where it belongs."""

from __future__ import annotations

import pytest

from graphs.checks.checker import check_document
from tests.graphs.builders import REGISTRY
from tests.graphs.validation.coded_documents import one_node

MISPLACED = [
    ({"kind": "condition", "params": {"test": "seen"}}, "test"),
    ({"kind": "wait_until", "params": {"test": "seen"}}, "test"),
    ({"kind": "set", "params": {"actions": ["health = 1"]}}, "actions"),
    ({"kind": "subtree", "params": {"graph": "g"}}, "graph"),
]


@pytest.mark.parametrize(("node", "field"), MISPLACED, ids=[str(node["kind"]) for node, _ in MISPLACED])
def test_both_findings_say_where_the_field_belongs(node: dict[str, object], field: str) -> None:
    said = f'Write "{field}" beside "kind" in the file, outside of "params", or set it in the inspector.'
    found = {
        each.code: each for each in check_document(one_node(node), REGISTRY) if each.place.element == "n"
    }
    assert (found["E023"].place.field, found["E023"].remedy) == (field, said)
    assert (found["W202"].place.field, found["W202"].remedy) == (f"params.{field}", said)
    assert "It is a field of the node itself." in found["W202"].message


def test_a_field_that_is_only_missing_is_set_in_the_inspector() -> None:
    found = {each.code: each for each in check_document(one_node("condition"), REGISTRY)}
    assert found["E023"].remedy == "Set it in the inspector."
