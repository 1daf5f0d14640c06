"""Values that stand on nodes, states and transitions are edited where they stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from editor.canvas.items.shown_values import line_values, shown_value, title_values
from graphs.edits.setting import set_field
from graphs.model import TreeNode
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import attack_or_flee, document, game_registry, soldier, tank


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    nodes = {
        "r": {"kind": "sequence", "children": ["w", "f", "s", "c"]},
        "w": {"kind": "wait", "params": {"seconds": 2.5}},
        "f": {"kind": "action", "action": "follow_path", "params": {"path": "round", "speed": 2}},
        "s": {"kind": "set", "actions": ["ammo = 3"]},
        "c": {"kind": "inverter", "children": ["l"]},
        "l": {"kind": "condition", "test": "d < 3"},
    }
    return open_canvas(document({"g1": {"kind": "behavior_tree", "root": "r", "nodes": nodes}}, "g1"))


def _type(hand: Hand, text: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    editor = hand.view.title_editor
    assert editor.isVisible()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, key)


def _place(hand: Hand, element: str, name: str) -> tuple[float, float]:
    assert hand.view.canvas.contents is not None
    return hand.view.canvas.contents.value_rects(element)[name].center


def test_a_number_in_the_title_is_edited_by_a_double_click(hand: Hand) -> None:
    hand.double_click(_place(hand, "w", "seconds"))
    assert hand.view.title_editor.text() == "2.5"
    _type(hand, "4")
    assert hand.graph().nodes["w"].params == {"seconds": 4}
    assert hand.session.history.undo_label == "Set seconds of Wait 2.5 s"
    assert hand.session.selection == {"w"}


def test_an_expression_is_taken_where_no_number_is_typed(hand: Hand) -> None:
    hand.double_click(_place(hand, "w", "seconds"))
    _type(hand, "2 * d")
    assert hand.graph().nodes["w"].params == {"seconds": {"expr": "2 * d"}}


def test_a_value_out_of_range_is_flagged_and_escape_drops_it(hand: Hand) -> None:
    before = hand.session.document
    hand.double_click(_place(hand, "w", "seconds"))
    _type(hand, "-3")
    assert hand.view.title_editor.isVisible()
    assert "least" in hand.view.title_editor.problem
    QTest.keyClick(hand.view.title_editor, Qt.Key.Key_Escape)
    assert hand.session.document is before


def test_a_name_that_nobody_declared_is_flagged_while_it_is_typed(hand: Hand) -> None:
    hand.double_click(_place(hand, "l", "test"))
    editor = hand.view.title_editor
    editor.setText("distnce < 3")
    assert "distnce" in editor.problem
    editor.setText("d < 4")
    assert editor.problem == ""
    editor.cancel()


def test_a_name_that_nobody_declared_yet_is_taken_all_the_same_as_one_step(hand: Hand) -> None:
    hand.double_click(_place(hand, "l", "test"))
    _type(hand, "distnce < 3")
    assert not hand.view.title_editor.isVisible()
    assert hand.graph().nodes["l"].test == "distnce < 3"
    hand.session.undo()
    assert hand.graph().nodes["l"].test == "d < 3"


def test_why_a_text_is_not_taken_stands_below_the_field_while_it_is_so(hand: Hand) -> None:
    hand.double_click(_place(hand, "w", "seconds"))
    editor = hand.view.title_editor
    assert not editor.tip.isVisible()
    _type(hand, "-3")
    tip = editor.tip
    assert tip.isVisible()
    assert "least" in f"{tip.reason} {tip.remedy}"
    assert tip.geometry().top() > editor.geometry().bottom()
    before = tip.pos()
    hand.view.camera.pan(0, -40)
    assert tip.pos().y() == before.y() - 40
    editor.setText("3")
    assert not tip.isVisible()
    editor.setText("-3")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not tip.isVisible()


def test_up_and_down_leave_the_selection_alone_while_a_value_is_typed(hand: Hand) -> None:
    hand.session.select(["w"])
    hand.view.values.edit_value_selected()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(hand.view.title_editor, key)
    assert hand.session.selection == {"w"}
    assert hand.view.title_editor.isVisible()
    hand.view.title_editor.cancel()


def test_the_field_goes_with_its_node_and_zooming_keeps_what_is_typed(hand: Hand) -> None:
    hand.double_click(_place(hand, "w", "seconds"))
    editor = hand.view.title_editor
    before = editor.pos()
    editor.setText("4")
    hand.view.camera.pan(30, 20)
    assert (editor.pos().x() - before.x(), editor.pos().y() - before.y()) == (30, 20)
    hand.view.camera.zoom_to(1.2 * hand.view.camera.zoom)
    assert not editor.isVisible()
    assert hand.graph().nodes["w"].params == {"seconds": 4}


def test_the_field_stays_within_the_canvas(hand: Hand) -> None:
    right = hand.rect("w").right
    half = hand.view.viewport().width() / 2 / hand.view.camera.zoom
    hand.view.camera.go(hand.view.camera.zoom, QPointF(right - half, 0), animated=False)
    hand.session.select(["w"])
    hand.view.values.edit_value_selected()
    editor = hand.view.title_editor
    assert hand.view.viewport().rect().contains(editor.geometry())
    editor.cancel()


def test_the_name_of_an_outcome_is_typed_where_none_stands_yet(open_canvas: OpenCanvas) -> None:
    nodes = {"o": {"kind": "outcome"}}
    hand = open_canvas(document({"g1": {"kind": "decision_tree", "root": "o", "nodes": nodes}}, "g1"))
    hand.session.select(["o"])
    hand.view.values.edit_value_selected()
    _type(hand, "attack")
    assert hand.graph().nodes["o"].outcome == "attack"
    hand.view.values.edit_value_selected()
    assert hand.view.title_editor.text() == "attack"
    hand.view.title_editor.cancel()


def test_tab_goes_on_to_the_second_value_and_each_is_a_step(hand: Hand) -> None:
    hand.double_click(_place(hand, "f", "path"))
    assert hand.view.title_editor.text() == "round"
    editor = hand.view.title_editor
    editor.setText("short")
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.isVisible()
    assert editor.text() == "2"
    _type(hand, "3")
    assert hand.graph().nodes["f"].params == {"path": "short", "speed": 3}
    assert len(hand.session.history.steps) == 2


def test_each_of_two_values_in_a_line_has_its_own_place(hand: Hand) -> None:
    hand.double_click(_place(hand, "f", "speed"))
    assert hand.view.title_editor.text() == "2"
    hand.view.title_editor.cancel()


def test_an_action_block_is_edited_in_place(hand: Hand) -> None:
    hand.double_click(_place(hand, "s", "actions"))
    _type(hand, "ammo = 5; d = 1")
    assert hand.graph().nodes["s"].actions == ("ammo = 5", "d = 1")


def test_the_keyboard_edits_the_value_of_what_is_selected(hand: Hand) -> None:
    hand.session.select(["w"])
    hand.view.values.edit_value_selected()
    _type(hand, "7")
    assert hand.graph().nodes["w"].params == {"seconds": 7}


def test_a_node_without_a_value_says_so(hand: Hand) -> None:
    hand.session.select(["c"])
    hand.view.values.edit_value_selected()
    assert hand.view.refusal_tip.isVisible()
    assert hand.view.refusal_tip.reason == "No value stands on this node."


def test_enter_edits_the_label_of_a_transition_and_goes_into_a_node(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    hand.session.select(["cp2"])
    hand.view.entering.enter_or_edit_selected()
    assert (hand.view.title_editor.element, hand.view.title_editor.text()) == ("cp2", "[not visible]")
    hand.view.title_editor.cancel()
    hand.session.select(["patrol"])
    hand.view.entering.enter_or_edit_selected()
    assert hand.view.entering.boxes_entered() == ("patrol",)
    hand.session.select(["chase", "shoot"])
    hand.view.entering.enter_or_edit_selected()
    assert not hand.view.title_editor.isVisible()


def test_rows_of_a_state_are_edited_in_place(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    hand.double_click(_place(hand, "chase", "entry"))
    _type(hand, "alarm = false")
    assert hand.graph().nodes["chase"].entry == ("alarm = false",)
    hand.double_click(_place(hand, "chase", "activity"))
    assert hand.view.title_editor.text() == "player"
    _type(hand, "target")
    assert hand.graph().nodes["chase"].activity.params == {"target": {"expr": "target"}}


def test_lines_with_conditions_are_one_row_that_is_changed_in_the_inspector(open_canvas: OpenCanvas) -> None:
    rows = ("if alarm:", "    alarm = false", "else:", "    alarm = true")
    hand = open_canvas(set_field(tank(), "g1", "chase", "entry", rows))
    hand.double_click(_place(hand, "chase", "entry"))
    assert hand.view.title_editor.text() == "if alarm: alarm = false; else: alarm = true"
    _type(hand, "alarm = true")
    assert hand.graph().nodes["chase"].entry == rows


def test_a_guard_strip_is_edited_in_place(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 800))
    hand.double_click(_place(hand, "attack", "guard"))
    _type(hand, "ammo > 2")
    assert hand.graph().nodes["attack"].guard.test == "ammo > 2"
    assert hand.graph().nodes["attack"].guard.abort == "lower"


def test_a_question_of_a_decision_tree_is_edited_in_place(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(attack_or_flee())
    hand.double_click(_place(hand, "hp", "value"))
    _type(hand, "health - d")
    assert hand.graph().nodes["hp"].value == {"expr": "health - d"}


def test_at_most_two_values_stand_on_any_kind_of_node() -> None:
    registry = game_registry()
    for kind in registry.kinds_of("behavior_tree"):
        node = TreeNode(kind=kind.id)
        names = (
            *title_values(node, "behavior_tree", registry),
            *line_values(node, "behavior_tree", registry),
        )
        assert len(names) <= 2, kind.id
    for action in registry.actions:
        node = TreeNode(kind="action", action=action)
        names = (
            *title_values(node, "behavior_tree", registry),
            *line_values(node, "behavior_tree", registry),
        )
        assert len(names) <= 2, action


def test_a_title_of_ones_own_is_renamed_not_taken_for_a_value(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 800))
    rect = hand.title_rect("lost")
    hand.double_click((rect.left + 20, rect.center[1] - 2))
    assert hand.view.title_editor.element == "lost"
    assert hand.view.title_editor.accessibleName() == "Name"
    hand.view.title_editor.cancel()
    made = shown_value(hand.session.document, "g1", "nobody", "test", game_registry())
    assert made is None


def test_a_test_that_is_not_written_yet_is_typed_over_the_title(open_canvas: OpenCanvas) -> None:
    document = set_field(soldier(), "g1", "lostq", "test", None)
    hand = open_canvas(document)
    hand.session.select(["lostq"])
    hand.view.values.edit_value_selected()
    editor = hand.view.title_editor
    assert editor.isVisible()
    assert editor.text() == ""
    QTest.keyClicks(editor, "d > 9")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert hand.graph().nodes["lostq"].test == "d > 9"


def test_a_refusal_stands_below_what_is_selected_while_no_pointer_is_known(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    hand.session.select(["attack"])
    hand.view.structure.move_in()
    tip = hand.view.refusal_tip
    assert tip.isVisible()
    assert tip.pos().y() >= hand.place((0, hand.rect("attack").bottom)).y()
