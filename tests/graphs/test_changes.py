"""What differs between two documents that share their parts."""

from __future__ import annotations

from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.structure.changes import compare_documents
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY
from tests.graphs.example_document import example_document


def test_the_same_document_has_no_change() -> None:
    document = example_document()
    assert not compare_documents(document, document)
    assert not compare_documents(document, document_from_bytes(document_to_bytes(document)))


def test_an_edit_of_a_node_touches_that_node_only() -> None:
    old = example_document()
    change = compare_documents(old, edits.set_field(old, "g2", "n3", "note", "rest"))
    assert list(change.graphs) == ["g2"]
    assert change.graphs["g2"].nodes.changed == {"n3"}
    assert change.graphs["g2"].nodes.touched == {"n3"}
    assert not change.graphs["g2"].itself
    assert not change.graphs["g2"].layout


def test_adding_and_removing_are_told_apart() -> None:
    old = example_document()
    new, edge = edits.connect(old, "g1", "s2", "s1", REGISTRY)
    change = compare_documents(old, new).graphs["g1"]
    assert change.edges.added == {edge}
    assert change.nodes.changed == {"s2"}
    back = compare_documents(new, old).graphs["g1"]
    assert back.edges.removed == {edge}
    gone = compare_documents(old, edits.remove(old, "g1", ["s1"])).graphs["g1"]
    assert gone.nodes.removed == {"s1"}
    assert gone.edges.removed == {"t1"}
    assert gone.itself
    assert gone.layout.removed == {"s1", "t1"}


def test_layout_variables_events_and_graphs_are_told_apart() -> None:
    old = example_document()
    moved = compare_documents(old, edits.move(old, "g1", {"s2": (10, 20)}))
    assert moved.graphs["g1"].layout.added == {"s2"}
    assert not moved.graphs["g1"].nodes
    variable = compare_documents(old, edits.set_variable_field(old, "health", "max", 200))
    assert variable.variables.changed == {"health"}
    assert not variable.graphs
    event = compare_documents(old, edits.add_event(old, "bell")[0])
    assert event.events.added == {"bell"}
    added, graph_id = edits.add_graph(old, "decision_tree")
    assert compare_documents(old, added).added_graphs == {graph_id}
    assert compare_documents(added, old).removed_graphs == {graph_id}
    assert compare_documents(old, edits.set_root_graph(old, "g2")).root
