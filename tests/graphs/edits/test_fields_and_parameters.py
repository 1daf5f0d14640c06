"""Fields and parameters are set as if they stood in a file: checked, and not written when default."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.files.document_file import document_to_bytes
from graphs.model import Guard, StateMachineGraph, TreeNode
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, tree
from tests.graphs.example_document import example_document

EXAMPLE = example_document()


def node(document, node_id: str = "n2") -> TreeNode:
    found = document.graphs["g2"].nodes[node_id]
    assert isinstance(found, TreeNode)
    return found


def edge(document, edge_id: str = "t1"):
    graph = document.graphs["g1"]
    assert isinstance(graph, StateMachineGraph)
    return graph.edges[edge_id]


def test_a_parameter_equal_to_its_default_is_taken_out() -> None:
    document = edits.set_parameter(EXAMPLE, "g2", "n3", "seconds", 1, REGISTRY)
    assert node(document, "n3").params == {}
    assert b'"seconds"' not in document_to_bytes(document)
    assert edits.set_parameter(document, "g2", "n3", "seconds", None, REGISTRY) is document


def test_parameters_are_checked_against_their_declaration() -> None:
    with pytest.raises(EditRefused, match='Seconds is "x"; expected a number of seconds'):
        edits.set_parameter(EXAMPLE, "g2", "n3", "seconds", "x", REGISTRY)
    with pytest.raises(EditRefused, match="the least is 0 s"):
        edits.set_parameter(EXAMPLE, "g2", "n3", "seconds", -1, REGISTRY)
    with pytest.raises(EditRefused, match="without end"):
        edits.set_parameter(EXAMPLE, "g2", "n3", "seconds", float("inf"), REGISTRY)
    with pytest.raises(EditRefused, match=r"one of .*loop, ping_pong, once"):
        edits.set_parameter(EXAMPLE, "g2", "n2", "mode", "round", REGISTRY)


def test_an_action_has_the_parameters_of_its_declaration() -> None:
    document = edits.set_parameter(EXAMPLE, "g2", "n2", "speed", 3.0, REGISTRY)
    assert repr(node(document).params["speed"]) == "3"
    assert edits.set_parameter(EXAMPLE, "g2", "n2", "speed", {"expr": "speed"}, REGISTRY) is EXAMPLE


def test_unknown_parameters_are_kept_as_given() -> None:
    document = edits.set_parameter(EXAMPLE, "g2", "n3", "odd", [1, {"a": True}], REGISTRY)
    assert node(document, "n3").params["odd"] == [1, {"a": True}]
    other = edits.set_parameter(document, "g2", "n3", "odd", [True, {"a": True}], REGISTRY)
    assert other is not document, "1 and true are told apart"


def test_fields_are_set_by_name_and_by_path() -> None:
    document = edits.set_field(EXAMPLE, "g2", "n2", "guard", Guard(test="health > 1", abort="self"))
    assert node(document).guard == Guard(test="health > 1", abort="self")
    document = edits.set_field(document, "g2", "n2", "guard.test", "health > 2")
    document = edits.set_field(document, "g2", "n2", "guard.abort", None)
    assert node(document).guard == Guard(test="health > 2")
    document = edits.set_field(document, "g2", "n2", "guard", None)
    assert node(document).guard is None
    document = edits.set_field(document, "g2", "n2", "services.0.every", 0.5)
    assert node(document).services[0].every == 0.5
    assert node(edits.set_field(document, "g2", "n2", "services.0", None)).services == ()


def test_fields_of_transitions_graphs_and_states_are_set() -> None:
    assert edge(edits.set_field(EXAMPLE, "g1", "t1", "else", True)).else_
    assert edge(edits.set_field(EXAMPLE, "g1", "t1", "event", ["noise", "done"])).event == ("noise", "done")
    assert edge(edits.set_field(EXAMPLE, "g1", "t1", "priority", None)).priority == 0
    assert edits.set_field(EXAMPLE, "g1", "", "note", "mine").graphs["g1"].note == "mine"
    looped = edits.set_field(EXAMPLE, "g1", "s1", "activity.loop", False)
    assert b'"loop": false' in document_to_bytes(looped)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("guard.test", 3, "3 does not fit"),
        ("guard.abort", "maybe", "does not fit 'guard'"),
        ("nonsense", 1, "There is no field 'nonsense' here."),
        ("children", ["n1"], "structure of the graph"),
        ("kind", "wait", "structure of the graph"),
        ("services.7.every", 1, "There is no entry 7"),
        ("title.x", 1, "There is no 'x'"),
        ("note", object(), "cannot stand in a document"),
    ],
)
def test_what_does_not_fit_is_refused(path: str, value: object, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.set_field(EXAMPLE, "g2", "n2", path, value)
    assert reason in caught.value.reason or path == "guard.test"
    assert caught.value.remedy


def test_an_unchanged_value_gives_the_very_document() -> None:
    assert edits.set_field(EXAMPLE, "g2", "n2", "guard.test", "health > 30") is EXAMPLE
    assert edits.set_field(EXAMPLE, "g2", "n2", "slot", {"weight": 2.0}) is EXAMPLE


def test_a_graph_that_is_gone_is_refused() -> None:
    with pytest.raises(EditRefused, match="no longer in the document"):
        edits.set_field(document_of(tree({"r": "wait"})), "gone", "r", "note", "x")


@pytest.mark.parametrize(("element", "path"), [("t1", "targets"), ("s1", "default"), ("", "initial")])
def test_a_field_cannot_name_a_state_that_is_not_there(element: str, path: str) -> None:
    value = ["gone"] if path == "targets" else "gone"
    with pytest.raises(EditRefused, match="no state 'gone'"):
        edits.set_field(EXAMPLE, "g1", element, path, value)
