"""Commands that build graphs: done, refused, undone, redone, each one step."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphs.model import Document, StateMachineGraph, StateNode, TreeNode
from graphs.structure.queries import children_of
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import document, interrupts, soldier, tank


@pytest.fixture
def machine(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(tank())


@pytest.fixture
def tree(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(soldier())


def _done(hand: Hand, selection: list[str], act: Callable[[], None], pick: str = "") -> Document:
    """Act on a selection as one step, undo it and redo it; return the document after it."""
    before = hand.session.document
    hand.session.select(selection)
    act()
    if pick:
        _pick(hand, pick)
    after = hand.session.document
    assert after is not before, "nothing was done"
    assert hand.session.history.can_undo
    hand.session.undo()
    assert hand.session.document == before
    assert not hand.session.history.can_undo
    hand.session.redo()
    assert hand.session.document == after
    return after


def _refused(hand: Hand, selection: list[str], act: Callable[[], None]) -> str:
    """Act on a selection, expect a refusal with a reason, and return it."""
    before = hand.session.document
    heard: list[str] = []
    hand.session.refused.connect(lambda reason, remedy: heard.append(f"{reason} {remedy}"))
    hand.session.select(selection)
    act()
    assert hand.session.document is before
    assert not hand.view.search.popup.isVisible()
    assert heard
    return heard[0]


def _pick(hand: Hand, title: str) -> None:
    search = hand.view.search.popup
    assert search.isVisible(), "the search is not open"
    found = [each.title for each in search.shown]
    search._pick(found.index(title))


def _machine(made: Document, graph: str = "g1") -> StateMachineGraph:
    found = made.graphs[graph]
    assert isinstance(found, StateMachineGraph)
    return found


def test_wrapping_states_puts_a_compound_around_them(machine: Hand) -> None:
    made = _machine(_done(machine, ["chase", "shoot"], machine.view.structure.wrap))
    (box,) = machine.session.selection
    assert made.nodes[box].children == ("chase", "shoot")


def test_wrapping_states_of_different_boxes_is_refused(machine: Hand) -> None:
    assert "box" in _refused(machine, ["chase", "entry"], machine.view.structure.wrap)


def test_wrapping_a_branch_calls_a_tree_of_its_own(tree: Hand) -> None:
    made = _done(tree, ["attack"], tree.view.structure.wrap)
    (call,) = tree.session.selection
    node = made.graphs["g1"].nodes[call]
    assert isinstance(node, TreeNode)
    assert node.kind == "subtree"
    assert node.graph is not None
    assert "range" in made.graphs[node.graph].nodes


def test_wrapping_branches_that_are_no_neighbors_is_refused(tree: Hand) -> None:
    assert "neighbors" in _refused(tree, ["attack", "seen"], tree.view.structure.wrap)


def test_unwrapping_a_compound_lets_its_states_out(open_canvas: OpenCanvas) -> None:
    nodes = {
        "a": {"kind": "state", "name": "A", "children": ["b"], "initial": "b"},
        "b": {"kind": "state", "name": "B"},
    }
    graph = {"kind": "state_machine", "children": ["a"], "initial": "a", "nodes": nodes}
    hand = open_canvas(document({"g1": graph}, "g1"))
    made = _machine(_done(hand, ["a"], hand.view.structure.unwrap))
    assert made.children == ("b",)
    assert hand.session.selection == {"b"}


def test_unwrapping_a_plain_state_is_refused(machine: Hand) -> None:
    assert "no states inside" in _refused(machine, ["chase"], machine.view.structure.unwrap)


def test_unwrapping_a_call_puts_the_tree_in_its_place(tree: Hand) -> None:
    tree.session.select(["attack"])
    tree.view.structure.wrap()
    (call,) = tree.session.selection
    tree.view.structure.unwrap()
    graph = tree.session.document.graphs["g1"]
    assert call not in graph.nodes
    assert "attack" in graph.nodes
    assert len(tree.session.document.graphs) == 2


def test_unwrapping_a_node_that_calls_nothing_is_refused(tree: Hand) -> None:
    assert _refused(tree, ["range"], tree.view.structure.unwrap)


def test_extracting_a_compound_gives_it_a_machine_of_its_own(machine: Hand) -> None:
    made = _done(machine, ["patrol"], machine.view.structure.extract)
    node = _machine(made).nodes["patrol"]
    assert isinstance(node, StateNode)
    assert node.activity is not None
    assert node.activity.graph is not None
    assert "moving" in made.graphs[node.activity.graph].nodes


def test_extracting_what_transitions_lead_into_is_refused(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(interrupts())
    assert _refused(hand, ["fight"], hand.view.structure.extract)


def test_changing_the_kind_keeps_the_children(tree: Hand) -> None:
    made = _done(tree, ["attack"], tree.view.structure.open_change_kind, pick="Selector")
    node = made.graphs["g1"].nodes["attack"]
    assert node.kind == "selector"
    assert children_of(made.graphs["g1"], "attack") == ("range", "cool")


def test_only_kinds_that_fit_are_offered(tree: Hand) -> None:
    tree.session.select(["attack"])
    tree.view.structure.open_change_kind()
    offered = {each.kind for each in tree.view.search.popup.shown}
    assert "selector" in offered
    assert not offered & {"sequence", "inverter", "wait"}
    tree.view.search.popup.cancel()
    assert not tree.session.history.can_undo


def test_inserting_into_a_transition_splits_it(machine: Hand) -> None:
    made = _machine(_done(machine, ["cs"], machine.view.structure.open_insert, pick="State"))
    (new,) = machine.session.selection
    assert made.edges["cs"].targets == (new,)
    (onward,) = made.nodes[new].transitions
    assert made.edges[onward].targets == ("shoot",)


def test_a_selected_state_is_put_into_the_selected_transition(open_canvas: OpenCanvas) -> None:
    nodes = {
        "a": {"kind": "state", "name": "A", "transitions": ["t"]},
        "b": {"kind": "state", "name": "B"},
        "c": {"kind": "state", "name": "C"},
    }
    graph = {
        "kind": "state_machine",
        "children": ["a", "b", "c"],
        "initial": "a",
        "nodes": nodes,
        "edges": {"t": {"targets": ["b"]}},
    }
    hand = open_canvas(document({"g1": graph}, "g1"))
    made = _machine(_done(hand, ["t", "c"], hand.view.structure.open_insert))
    assert made.edges["t"].targets == ("c",)
    assert len(made.edges) == 2


def test_inserting_above_a_tree_node_puts_it_below(tree: Hand) -> None:
    made = _done(tree, ["range"], tree.view.structure.open_insert, pick="Inverter").graphs["g1"]
    (new,) = tree.session.selection
    assert children_of(made, new) == ("range",)
    assert children_of(made, "attack")[0] == new


def test_inserting_without_a_transition_is_refused(machine: Hand) -> None:
    assert "transition" in _refused(machine, ["chase"], machine.view.structure.open_insert)


def test_connecting_by_name_draws_a_transition(machine: Hand) -> None:
    made = _machine(_done(machine, ["shoot"], machine.view.structure.open_connect, pick="FindingNewTarget"))
    (new,) = machine.session.selection
    assert made.edges[new].targets == ("finding",)


def test_a_final_state_connects_to_nothing(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(interrupts())
    assert "can lead nowhere" in _refused(hand, ["dead"], hand.view.structure.open_connect)


def test_leading_a_transition_elsewhere_keeps_its_guard(machine: Hand) -> None:
    before = _machine(machine.session.document).edges["cs"]
    made = _machine(_done(machine, ["cs"], machine.view.structure.open_retarget, pick="Patrol"))
    assert made.edges["cs"].targets == ("patrol",)
    assert made.edges["cs"].guard == before.guard


def test_detaching_leaves_a_loose_fragment_where_it_stood(tree: Hand) -> None:
    rect = tree.rect("cool")
    made = _done(tree, ["cool"], tree.view.removing.detach_selected).graphs["g1"]
    assert made.loose == ("cool",)  # type: ignore[union-attr]
    at = made.layout["cool"].at
    assert at is not None
    assert abs(at[0] - rect.left) <= 1


def test_swapping_exchanges_two_nodes(tree: Hand) -> None:
    made = _done(tree, ["attack", "seen"], tree.view.structure.swap).graphs["g1"]
    assert children_of(made, "root") == ("seen", "lost", "attack")


def test_swapping_a_node_with_one_inside_it_is_refused(tree: Hand) -> None:
    assert "inside" in _refused(tree, ["attack", "range"], tree.view.structure.swap)


def test_duplicating_with_connections_copies_what_leads_in(machine: Hand) -> None:
    made = _machine(_done(machine, ["shoot"], machine.view.clipboard.duplicate_connected))
    (copy,) = machine.session.selection
    assert any(copy in made.edges[edge].targets for edge in made.nodes["chase"].transitions)


def test_beginning_elsewhere(machine: Hand, tree: Hand) -> None:
    assert _machine(_done(machine, ["chase"], machine.view.structure.make_start)).initial == "chase"
    assert "parent" in _refused(tree, ["attack"], tree.view.structure.make_start)


def test_a_transition_is_asked_sooner_and_later(machine: Hand) -> None:
    made = _machine(_done(machine, ["cp1"], machine.view.structure.move_earlier))
    assert made.nodes["chase"].transitions == ("cp1", "cs", "cp2")
    machine.view.structure.move_later()
    assert _machine(machine.session.document).nodes["chase"].transitions == ("cs", "cp1", "cp2")


def test_moving_out_and_in_again(tree: Hand) -> None:
    made = _done(tree, ["cool"], tree.view.structure.move_out).graphs["g1"]
    assert children_of(made, "root") == ("attack", "cool", "lost", "seen")
    tree.view.structure.move_in()
    assert children_of(tree.session.document.graphs["g1"], "attack") == ("range", "cool")
    assert "top" in _refused(tree, ["root"], tree.view.structure.move_out)
    assert "before" in _refused(tree, ["attack"], tree.view.structure.move_in)


def test_moving_a_state_out_of_its_box_puts_it_beside(machine: Hand) -> None:
    made = _machine(_done(machine, ["finding"], machine.view.structure.move_out))
    assert "finding" in made.children
    assert machine.rect("finding").left > machine.rect("patrol").right


def test_aligning_lines_up_what_is_drawn(machine: Hand) -> None:
    _done(machine, ["patrol", "chase"], lambda: machine.view.placing.align_selection("top"))
    assert machine.rect("patrol").top == machine.rect("chase").top
    assert "few" in _refused(machine, ["chase"], lambda: machine.view.placing.align_selection("left"))


def test_aligning_inside_a_box_that_was_laid_out_by_rule(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank(stored=False))
    before = hand.rect("entry").left
    _done(hand, ["moving", "finding"], lambda: hand.view.placing.align_selection("center"))
    one, other = hand.rect("moving"), hand.rect("finding")
    assert abs(one.center[0] - other.center[0]) <= 1
    assert abs(hand.rect("entry").left - before) <= 1
    assert hand.rect("patrol").contains_rect(one)


def test_distributing_makes_gaps_equal(open_canvas: OpenCanvas) -> None:
    states = {f"s{n}": {"kind": "state", "name": f"S{n}"} for n in range(3)}
    places = {"s0": {"at": [0, 0]}, "s1": {"at": [200, 40]}, "s2": {"at": [640, 10]}}
    graph = {
        "kind": "state_machine",
        "children": list(states),
        "initial": "s0",
        "nodes": states,
        "layout": places,
    }
    hand = open_canvas(document({"g1": graph}, "g1"))
    _done(hand, list(states), lambda: hand.view.placing.distribute_selection("horizontal"))
    first, second, third = (hand.rect(each) for each in states)
    assert abs((second.left - first.right) - (third.left - second.right)) <= 1
    assert "few" in _refused(hand, ["s0", "s1"], lambda: hand.view.placing.distribute_selection("vertical"))


def test_aligning_nodes_of_a_tree_is_refused(tree: Hand) -> None:
    assert "themselves" in _refused(
        tree, ["attack", "lost"], lambda: tree.view.placing.align_selection("top")
    )


def test_places_can_be_left_to_the_layout(machine: Hand) -> None:
    assert _machine(_done(machine, [], machine.view.placing.clear_places)).layout == {}
