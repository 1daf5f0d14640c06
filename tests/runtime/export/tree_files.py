"""What holds for the plain tree of any document that can be exported."""

from __future__ import annotations

import json
from functools import cache

from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.plain.read_tree import document_from_tree
from graphs.plain.tree_schema import tree_schema
from graphs.plain.write_tree import tree_text
from runtime.export.export_document import export_document
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.decision_trees.random_decisions import documents as decisions
from tests.runtime.lone_brain import REGISTRY
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.nested_minds import minds
from tests.runtime.state_machines.random_machines import machines

RANDOM_MINDS: dict[str, st.SearchStrategy[Document]] = {
    "trees": TREES_WITH_CALLS.map(mind_of_tree),
    "machines": machines().map(mind_of_machine),
    "decision trees": decisions(),
    "all in each other": minds(),
}


def assert_same_by_tree(document: Document, registry: Registry = REGISTRY) -> str:
    """Assert that a document and what its plain tree says are exported alike; return the tree's text."""
    text = tree_text(document, registry)
    again = document_from_tree(text.encode(), registry)
    assert tree_text(again, registry) == text
    assert export_document(again, registry).text() == export_document(document, registry).text()
    problem = next(_validator(registry).iter_errors(json.loads(text)), None)
    assert problem is None, problem and problem.message[:500]
    return text


@cache
def _schema(key: int) -> Draft202012Validator:
    return Draft202012Validator(tree_schema(_registries[key]))


_registries: dict[int, Registry] = {}


def _validator(registry: Registry) -> Draft202012Validator:
    _registries[id(registry)] = registry
    return _schema(id(registry))
