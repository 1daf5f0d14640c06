from __future__ import annotations

from graphs.difference.difference_text import difference_summary
from graphs.difference.document_difference import document_difference
from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import rename, set_field
from graphs.edits.variables import add_variable
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import empty_document

REGISTRY = builtin_registry()


def tree() -> tuple[Document, str, str, str]:
    document, graph = add_graph(empty_document(), "behavior_tree", "Walk")
    document, root = add_node(document, graph, "sequence", REGISTRY)
    document, wait = add_node(document, graph, "wait", REGISTRY, parent=root)
    return document, graph, root, wait


def summary(old: Document, new: Document) -> str:
    return difference_summary(document_difference(old, new))


def test_nothing_differs():
    document = tree()[0]
    assert summary(document, document) == "nothing differs"


def test_a_node_with_two_changed_fields_counts_once():
    old, graph, _, wait = tree()
    new = set_field(rename(old, graph, wait, "Rest"), graph, wait, "params.seconds", 4)
    assert summary(old, new) == "1 node changed"


def test_kinds_of_differences_are_counted_each_for_themselves():
    old, graph, root, _ = tree()
    new, _ = add_node(old, graph, "wait", REGISTRY, parent=root)
    new, _ = add_variable(new, "fear", "float")
    assert summary(old, new) == "1 variable added and 1 node added"
    assert summary(new, old) == "1 variable removed and 1 node removed"


def test_many_kinds_of_differences_end_in_a_number():
    old, graph, root, wait = tree()
    new = rename(old, graph, wait, "Rest")
    for _ in range(3):
        new, _ = add_node(new, graph, "wait", REGISTRY, parent=root)
    new, _ = add_variable(new, "fear", "float")
    new, _ = add_graph(new, "behavior_tree", "More")
    new = new.model_copy(update={"root": next(each for each in new.graphs if each != graph)})
    words = summary(old, new)
    assert words.count(",") == 2
    assert words.endswith("more")
