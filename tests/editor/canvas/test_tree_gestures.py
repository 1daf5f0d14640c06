"""Gestures on a behavior tree: done, canceled, refused, undone, redone."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.canvas.routing.shapes import Point
from graphs.model import Document
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import document, soldier

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(soldier(), size=(1500, 800))


def _undo_redo(hand: Hand, before: Document) -> Any:
    after = hand.session.document
    assert after != before
    hand.session.undo()
    assert hand.session.document == before
    hand.session.redo()
    assert hand.session.document == after
    return after


def _port(hand: Hand, node_id: str) -> Point:
    return hand.tree.port(node_id)


def test_drag_from_a_port_to_empty_canvas_adds_by_search_as_one_step(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(_port(hand, "lost"), (hand.center("lost")[0], 420))
    search = hand.view.search.popup
    assert search.isVisible()
    QTest.keyClicks(search.field, "wait")
    assert search.current is not None
    assert search.current.kind == "wait"
    QTest.keyClick(search.field, Qt.Key.Key_Return)
    after = _undo_redo(hand, before)
    children = after.graphs["g1"].nodes["lost"].children
    assert len(children) == 3
    assert len(hand.session.history.steps) == 1


def test_escape_in_the_search_leaves_nothing(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(_port(hand, "lost"), (hand.center("lost")[0], 420))
    QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Escape)
    assert not hand.view.search.popup.isVisible()
    assert hand.session.document is before
    assert hand.view.hasFocus()


def test_escape_while_wiring_leaves_nothing(hand: Hand) -> None:
    before = hand.session.document
    hand.drag_and_escape(_port(hand, "lost"), hand.center("fire"))
    assert hand.session.document is before
    assert not hand.view.search.popup.isVisible()


def test_drag_from_a_port_to_a_node_takes_it_as_a_child(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(_port(hand, "lost"), hand.center("taunt"))
    after = _undo_redo(hand, before)
    assert "taunt" in after.graphs["g1"].nodes["lost"].children
    assert "taunt" not in after.graphs["g1"].nodes["seen"].children


def test_a_leaf_refuses_children_and_says_what_to_do(hand: Hand) -> None:
    before = hand.session.document
    hand.press(_port(hand, "fire"))
    hand.move(hand.center("taunt"), start=_port(hand, "fire"))
    tip = hand.view.refusal_tip
    assert tip.isVisible()
    assert tip.reason == "Fire is a leaf and cannot have children."
    assert tip.remedy
    hand.release(hand.center("taunt"))
    assert hand.session.document is before


def test_a_child_of_its_own_is_refused(hand: Hand) -> None:
    before = hand.session.document
    hand.press(_port(hand, "cool"))
    hand.move(hand.center("root"), start=_port(hand, "cool"))
    assert hand.view.refusal_tip.isVisible()
    hand.release(hand.center("root"))
    assert hand.session.document is before


def test_dragging_a_node_along_the_row_reorders(hand: Hand) -> None:
    before = hand.session.document
    rect = hand.rect("insight")
    goal = hand.rect("taunt")
    hand.drag((rect.left + 20, rect.center[1] + 8), (goal.right - 10, goal.center[1]))
    after = _undo_redo(hand, before)
    assert after.graphs["g1"].nodes["seen"].children == ("chase", "taunt", "insight")
    assert hand.tree.nodes["insight"].base.order_number == 3


@pytest.mark.parametrize("zoom", [1.0, 0.4, 0.2])
def test_beside_the_first_child_is_as_wide_for_the_hand_from_afar(hand: Hand, zoom: float) -> None:
    hand.view.camera.go(zoom, hand.view.camera.center, animated=False)
    before = hand.session.document
    first = hand.rect("attack")
    hand.drag(hand.center("seen"), (first.left - 50 / zoom, first.center[1]))
    after = _undo_redo(hand, before)
    assert after.graphs["g1"].nodes["root"].children == ("seen", "attack", "lost")


def test_dragging_a_node_onto_another_reparents(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(hand.center("fire"), hand.center("lost"))
    after = _undo_redo(hand, before)
    assert after.graphs["g1"].nodes["lost"].children[-1] == "fire"
    assert after.graphs["g1"].nodes["cool"].children == ()


def test_dragging_a_node_below_itself_is_refused(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(hand.center("attack"), (hand.center("attack")[0], 700))
    assert "attack" in hand.graph().loose
    hand.session.undo()
    assert hand.session.document == before
    hand.press(hand.center("root"))
    hand.move(hand.center("fire"), start=hand.center("root"))
    hand.release(hand.center("fire"))
    assert hand.session.document == before


def test_dropping_on_empty_canvas_makes_a_loose_fragment_at_that_place(hand: Hand) -> None:
    before = hand.session.document
    hand.drag(hand.center("taunt"), (400, 500))
    after = _undo_redo(hand, before)
    graph = after.graphs["g1"]
    assert graph.loose == ("taunt",)
    assert graph.layout["taunt"].at[0] % 16 == 0
    assert hand.tree.nodes["taunt"].base.dimmed


def test_escape_while_carrying_a_node_leaves_it_where_it_is(hand: Hand) -> None:
    before = hand.session.document
    hand.drag_and_escape(hand.center("taunt"), (400, 500))
    assert hand.session.document is before


def test_a_loose_fragment_can_be_moved(hand: Hand) -> None:
    hand.drag(hand.center("taunt"), (400, 500))
    before = hand.session.document
    center = hand.center("taunt")
    hand.drag(center, (center[0] + 100, center[1] + 64))
    after = _undo_redo(hand, before)
    assert after.graphs["g1"].layout["taunt"].at != before.graphs["g1"].layout["taunt"].at


def test_tab_adds_under_the_selected_composite(hand: Hand) -> None:
    hand.session.select(["lost"])
    hand.key(Qt.Key.Key_Tab)
    assert hand.view.search.popup.isVisible()
    QTest.keyClicks(hand.view.search.popup.field, "wander")
    QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Return)
    (made,) = hand.session.selection
    assert hand.graph().nodes["lost"].children[-1] == made
    assert hand.graph().nodes[made].action == "wander"


def test_tab_adds_after_a_selected_leaf(hand: Hand) -> None:
    hand.session.select(["insight"])
    hand.view.adding.open_add_search()
    QTest.keyClicks(hand.view.search.popup.field, "wander")
    QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Return)
    (made,) = hand.session.selection
    assert hand.graph().nodes["seen"].children[1] == made


def test_arrow_keys_walk_the_search_list(hand: Hand) -> None:
    hand.view.adding.open_add_search()
    first = hand.view.search.popup.current
    QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Down)
    assert hand.view.search.popup.current != first
    QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Up)
    assert hand.view.search.popup.current == first
    hand.view.search.popup.cancel()


def test_the_first_node_of_an_empty_tree_becomes_its_root(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(document({"g1": {"kind": "behavior_tree"}}, "g1"))
    assert hand.view.corners.invitation.isVisible()
    hand.view.adding.add_first()
    assert hand.graph().nodes[hand.graph().root].kind == "selector"
    assert not hand.view.corners.invitation.isVisible()
    hand.session.undo()
    assert hand.view.corners.invitation.isVisible()


def test_delete_and_duplicate(hand: Hand) -> None:
    before = hand.session.document
    hand.session.select(["lost"])
    hand.view.clipboard.duplicate_selection()
    assert len(hand.graph().nodes["root"].children) == 4
    _undo_redo(hand, before)
    hand.session.undo()
    hand.session.select(["lost"])
    hand.view.removing.delete_selection()
    assert {"lost", "lostq", "patrol"}.isdisjoint(hand.graph().nodes)
    assert "lost" not in hand.tree.nodes


def test_a_double_click_on_a_call_enters_the_graph_it_runs(hand: Hand) -> None:
    entered: list[str] = []
    hand.view.graph_entered.connect(entered.append)
    hand.double_click(hand.center("patrol"))
    assert entered == ["g2"]
    hand.view.show_graph("g2")
    assert hand.view.canvas.machine is not None
    hand.view.show_graph("g1")
    assert hand.view.canvas.tree is not None


def test_folding_a_node_hides_what_is_below_and_its_stub_unfolds_it(hand: Hand) -> None:
    hand.view.entering.toggle_collapsed("seen")
    assert hand.view.canvas.node_rect("chase") is None
    assert hand.tree.nodes["seen"].base.collapsed_count == 3
    x, y = _port(hand, "seen")
    hand.click((x, y + 18))
    assert hand.view.canvas.node_rect("chase") is not None


def test_arrow_keys_walk_the_tree(hand: Hand) -> None:
    hand.session.select(["root"])
    hand.key(Qt.Key.Key_Down)
    hand.key(Qt.Key.Key_Right)
    assert hand.session.selection == {"lost"}
    hand.key(Qt.Key.Key_Up)
    assert hand.session.selection == {"root"}


def test_order_keys_move_a_node_among_its_siblings(hand: Hand) -> None:
    hand.session.select(["lost"])
    hand.view.structure.move_earlier()
    assert hand.graph().nodes["root"].children == ("lost", "attack", "seen")
    hand.view.structure.move_later()
    assert hand.graph().nodes["root"].children == ("attack", "lost", "seen")


def test_copy_and_paste_go_through_text(hand: Hand) -> None:
    hand.session.select(["insight"])
    hand.view.clipboard.copy_selection()
    hand.session.select(["lost"])
    hand.view.clipboard.paste_clipboard()
    (made,) = hand.session.selection
    assert hand.graph().nodes["lost"].children[-1] == made
    assert hand.graph().nodes[made].test == "visible"


def test_the_search_of_a_wire_offers_only_what_can_hang_there(open_canvas: OpenCanvas) -> None:
    nodes = {
        "u": {"kind": "utility_selector", "children": ["a"]},
        "a": {"kind": "wait", "params": {"seconds": 1}},
        "i": {"kind": "inverter"},
    }
    hand = open_canvas(
        document({"g1": {"kind": "behavior_tree", "root": "u", "nodes": nodes, "loose": ["i"]}}, "g1")
    )
    hand.view.adding.open_add_search(parent="u")
    assert hand.view.search.popup.current is not None
    assert hand.view.search.popup.current.kind == "wait", "what hangs there most often comes first"
    hand.view.search.popup.cancel()


def test_selecting_a_branch_and_the_way_to_the_root(hand: Hand) -> None:
    hand.session.select(["seen"])
    hand.view.selecting.select_below()
    assert hand.session.selection == {"seen", "insight", "chase", "taunt"}
    hand.session.select(["fire"])
    hand.view.selecting.select_above()
    assert hand.session.selection == {"fire", "cool", "attack", "root"}


def test_what_is_dropped_from_the_palette_on_an_edge_goes_into_it(hand: Hand) -> None:
    from editor.canvas.commands.node_choices import node_choices

    choices = node_choices(hand.session.document, "g1", hand.session.registry)
    inverter = next(choice for choice in choices if choice.kind == "inverter")
    x, _ = hand.center("lost")
    before = hand.session.document
    assert hand.view.adding.add_at(inverter, (x, hand.rect("lost").top - 12))
    after = _undo_redo(hand, before)
    (made,) = hand.session.selection
    assert after.graphs["g1"].nodes[made].children == ("lost",)
    assert made in after.graphs["g1"].nodes["root"].children


def test_a_paste_lands_at_the_pointer(hand: Hand) -> None:
    hand.session.select(["insight"])
    hand.view.clipboard.copy_selection()
    hand.click((-400, 530))
    hand.view.clipboard.paste_clipboard()
    (made,) = hand.session.selection
    assert hand.graph().loose == (made,)
    assert hand.graph().layout[made].at == (-400, 528)


def test_alt_during_a_drag_keeps_a_node_out_of_edges(hand: Hand) -> None:
    goal = (hand.center("seen")[0], hand.rect("seen").top - 12)
    hand.press(hand.center("lost"))
    hand.move(goal, start=hand.center("lost"))
    gesture = hand.view.director.active
    assert gesture is not None
    whole = gesture.overlay_rect()
    QTest.keyPress(hand.view, Qt.Key.Key_Alt)
    assert gesture.overlay_rect() != whole
    hand.release(goal, keys=Qt.KeyboardModifier.AltModifier)
    QTest.keyRelease(hand.view, Qt.Key.Key_Alt)
    assert "seen" in hand.graph().nodes["root"].children
