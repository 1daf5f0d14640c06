"""Edits of state machines."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.model import Document, InitialTransition, StateMachineGraph
from graphs.structure.queries import source_of
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine

MACHINE = document_of(
    machine(
        {
            "a": {"kind": "state", "transitions": ["t1", "t2"]},
            "b": {"kind": "state", "children": ["c", "d"], "initial": "c", "transitions": ["t3"]},
            "c": {"kind": "state", "transitions": ["t4"]},
            "d": "state",
            "e": {"kind": "state", "transitions": ["t5"]},
        },
        {
            "t1": {"guard": "x > 1", "targets": ["b"]},
            "t2": {"targets": ["e"]},
            "t3": {"targets": ["e"]},
            "t4": {"targets": ["d"]},
            "t5": {"targets": ["c"]},
            "t9": {"interrupt": True, "targets": ["a"]},
        },
        transitions=["t9"],
        layout={
            "b": {"at": [100, 100], "size": [300, 200]},
            "c": {"at": [10, 40]},
            "t1": {"label": [0.5, 0]},
        },
    )
)


def graph(document: Document) -> StateMachineGraph:
    found = document.graphs["g"]
    assert isinstance(found, StateMachineGraph)
    return found


def test_new_states_get_free_names_and_the_first_of_a_box_is_initial() -> None:
    document, graph_id = edits.add_graph(MACHINE, "state_machine")
    document, first = edits.add_node(document, graph_id, "state", REGISTRY, at=(10, 10))
    document, second = edits.add_node(document, graph_id, "state", REGISTRY)
    document, inner = edits.add_node(document, graph_id, "state", REGISTRY, parent=second)
    made = document.graphs[graph_id]
    assert isinstance(made, StateMachineGraph)
    assert [made.nodes[each].name for each in (first, second, inner)] == ["State", "State 2", "State 3"]
    assert (made.initial, made.nodes[second].initial) == (first, inner)
    assert made.children == (first, second)
    assert made.layout[first].at == (10, 10)


def test_a_pseudo_state_has_no_name_and_is_not_made_initial() -> None:
    document, graph_id = edits.add_graph(MACHINE, "state_machine")
    document, choice = edits.add_node(document, graph_id, "choice", REGISTRY)
    made = document.graphs[graph_id]
    assert isinstance(made, StateMachineGraph)
    assert (made.nodes[choice].name, made.initial) == ("", None)


def test_removing_a_state_removes_what_is_inside_and_all_its_transitions() -> None:
    document = edits.remove(MACHINE, "g", ["b"])
    assert set(graph(document).nodes) == {"a", "e"}
    assert set(graph(document).edges) == {"t2", "t9"}
    assert graph(document).nodes["a"].transitions == ("t2",)
    assert graph(document).layout == {}
    assert graph(document).nodes["e"].transitions == ()


def test_removing_the_initial_state_leaves_none() -> None:
    assert graph(edits.remove(MACHINE, "g", ["a"])).initial is None
    assert graph(edits.remove(MACHINE, "g", ["c"])).nodes["b"].initial is None


def test_a_transition_with_several_targets_loses_the_one_that_goes() -> None:
    document = edits.set_field(MACHINE, "g", "t2", "targets", ["e", "a"])
    assert graph(edits.remove(document, "g", ["e"])).edges["t2"].targets == ("a",)


def test_healing_leads_on_to_where_the_state_led() -> None:
    document = edits.remove_and_heal(MACHINE, "g", ["e"], REGISTRY)
    assert graph(document).edges["t2"].targets == ("c",)
    lifted = edits.remove_and_heal(MACHINE, "g", ["b"], REGISTRY)
    assert graph(lifted).children == ("a", "c", "d", "e")
    assert graph(lifted).edges["t1"].targets == ("c",)
    assert graph(lifted).layout["c"].at == (110, 140)
    assert "t3" not in graph(lifted).edges


def test_connecting_adds_a_transition_after_the_others() -> None:
    document, edge = edits.connect(MACHINE, "g", "a", "d", REGISTRY, fields={"guard": "x > 2"})
    assert graph(document).nodes["a"].transitions == ("t1", "t2", edge)
    assert graph(document).edges[edge].guard == "x > 2"
    assert not graph(document).edges[edge].interrupt
    top, any_state = edits.connect(MACHINE, "g", "", "e", REGISTRY)
    assert graph(top).transitions == ("t9", any_state)
    assert graph(top).edges[any_state].interrupt


def test_retargeting_keeps_what_the_transition_says() -> None:
    document = edits.retarget(MACHINE, "g", "t1", ["e"], REGISTRY)
    assert graph(document).edges["t1"].targets == ("e",)
    assert graph(document).edges["t1"].guard == "x > 1"
    assert edits.retarget(MACHINE, "g", "t1", ["b"], REGISTRY) is MACHINE
    assert graph(edits.retarget(MACHINE, "g", "t1", [], REGISTRY)).edges["t1"].targets == ()


def test_a_transition_moves_to_another_source() -> None:
    document = edits.change_source(MACHINE, "g", "t1", "e", REGISTRY, index=0)
    assert graph(document).nodes["a"].transitions == ("t2",)
    assert graph(document).nodes["e"].transitions == ("t1", "t5")
    assert source_of(graph(document), "t1") == "e"


def test_transitions_change_their_order() -> None:
    assert graph(edits.move_transition(MACHINE, "g", "t2", 0)).nodes["a"].transitions == ("t2", "t1")
    ordered = edits.reorder_transitions(MACHINE, "g", "a", ["t2", "t1"])
    assert graph(ordered).nodes["a"].transitions == ("t2", "t1")
    with pytest.raises(EditRefused, match="other elements"):
        edits.reorder_transitions(MACHINE, "g", "a", ["t2"])


def test_a_state_moves_into_a_box_and_out_of_it() -> None:
    document = edits.reparent(MACHINE, "g", "e", "b", REGISTRY, at=(30, 40))
    assert graph(document).children == ("a", "b")
    assert graph(document).nodes["b"].children == ("c", "d", "e")
    assert graph(document).layout["e"].at == (30, 40)
    assert graph(document).edges == graph(MACHINE).edges
    out = edits.reparent(MACHINE, "g", "c", "", REGISTRY, index=0)
    assert graph(out).children == ("c", "a", "b", "e")
    assert graph(out).nodes["b"].initial is None
    first = edits.reparent(MACHINE, "g", "c", "e", REGISTRY)
    assert graph(first).nodes["e"].initial == "c"
    with pytest.raises(EditRefused, match="into itself"):
        edits.reparent(MACHINE, "g", "b", "c", REGISTRY)


def test_the_initial_state_is_a_direct_child() -> None:
    assert graph(edits.set_initial(MACHINE, "g", "", "b")).initial == "b"
    assert graph(edits.set_initial(MACHINE, "g", "b", "d")).nodes["b"].initial == "d"
    with pytest.raises(EditRefused, match="Only a state inside"):
        edits.set_initial(MACHINE, "g", "", "c")
    acted = edits.set_initial(MACHINE, "g", "", "a", actions=["x = 1"])
    assert graph(acted).initial == InitialTransition(targets=("a",), actions=("x = 1",))


def test_names_of_states_are_free() -> None:
    assert graph(edits.rename(MACHINE, "g", "a", "  Guard   post ")).nodes["a"].name == "Guard post"
    with pytest.raises(EditRefused, match="Another state is called 'b'"):
        edits.rename(MACHINE, "g", "a", "b")
    with pytest.raises(EditRefused, match="needs a name"):
        edits.rename(MACHINE, "g", "a", " ")
    assert edits.rename(MACHINE, "g", "a", "a") is MACHINE
    assert graph(edits.rename(MACHINE, "g", "t1", "Seen")).edges["t1"].title == "Seen"


def test_positions_are_rounded_and_an_empty_entry_goes() -> None:
    document = edits.move(MACHINE, "g", {"a": (1.26, -2.0), "c": None})
    assert graph(document).layout["a"].at == (1.3, -2)
    assert "c" not in graph(document).layout
    assert edits.move(MACHINE, "g", {"c": (10, 40)}) is MACHINE
    assert graph(edits.resize(MACHINE, "g", "b", None)).layout["b"].size is None
    assert graph(edits.set_collapsed(MACHINE, "g", "b", True)).layout["b"].collapsed
    assert graph(edits.clear_layout(MACHINE, "g")).layout == {}


def test_states_and_transitions_are_disabled_together() -> None:
    document = edits.set_enabled(MACHINE, "g", ["a", "t1"], False)
    assert graph(document).nodes["a"].disabled
    assert graph(document).edges["t1"].disabled
    assert edits.set_enabled(document, "g", ["a", "t1"], False) is document
