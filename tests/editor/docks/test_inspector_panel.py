from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu

from editor.canvas.commands.node_choices import node_choices
from editor.documents.open.document_session import DocumentSession
from editor.panels.inspector.field_editors import LineEditor
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import FieldKind, FieldSpec
from editor.panels.inspector.field_text import expression_check
from editor.panels.inspector.inspector_panel import GraphInspector
from editor.panels.inspector.picker_field import PickerField
from editor.running.run_controller import RunController
from graphs.edits.adding import add_node
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.expressions.types import BOOL
from graphs.model import StateNode
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.window_builders import REGISTRY, session_of, two_state_machine, waiting_tree
from tests.graphs.expressions.typed_trees import SCOPE


@pytest.fixture
def panel(qtbot):
    run = RunController(REGISTRY, builtin_library())
    panel = GraphInspector(run)
    qtbot.addWidget(panel)
    panel.resize(280, 600)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    yield panel
    panel.set_session(None)


@pytest.fixture
def tree(panel, qtbot):
    document, graph, _, wait = waiting_tree(0.5)
    session = session_of(document)
    panel.set_session(session)
    session.select([wait])
    panel.refresh()
    yield session, graph, wait
    panel.set_session(None)
    session.deleteLater()


def state_of(session: DocumentSession, graph: str, state: str) -> StateNode:
    node = session.document.graphs[graph].nodes[state]
    assert isinstance(node, StateNode)
    return node


def seconds_of(session: DocumentSession, graph: str, wait: str) -> object:
    return session.document.graphs[graph].nodes[wait].params.get("seconds")


def type_into(qtbot: Any, row: FieldRow, text: str) -> None:
    assert isinstance(row.editor, LineEditor)
    row.editor.setFocus()
    row.editor.selectAll()
    qtbot.keyClicks(row.editor, text)


def test_typed_number_is_one_step_that_can_be_undone_and_redone(qtbot, panel, tree):
    session, graph, wait = tree
    type_into(qtbot, panel.row("params.seconds"), "2.5")
    assert seconds_of(session, graph, wait) == 0.5
    qtbot.keyClick(panel.row("params.seconds").editor, Qt.Key.Key_Return)
    assert seconds_of(session, graph, wait) == 2.5
    assert len(session.history.steps) == 1
    session.undo()
    panel.refresh()
    assert panel.row("params.seconds").editor.text() == "0.5"
    session.redo()
    panel.refresh()
    assert panel.row("params.seconds").editor.text() == "2.5"


def test_escape_brings_the_former_text_back(qtbot, panel, tree):
    session, _graph, _wait = tree
    row = panel.row("params.seconds")
    type_into(qtbot, row, "9")
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    assert row.editor.text() == "0.5"
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert not session.history.can_undo


def test_number_below_the_least_says_so_and_changes_nothing(qtbot, panel, tree):
    session, _, _ = tree
    row = panel.row("params.seconds")
    type_into(qtbot, row, "-3")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert "least" in row.message.text()
    assert row.editor.property("invalid")
    assert not session.history.can_undo


def test_scrubbing_is_one_step(qtbot, panel, tree):
    session, graph, wait = tree
    row = panel.row("params.seconds")
    start = row.label.rect().center()
    qtbot.mousePress(row.label, Qt.MouseButton.LeftButton, pos=start)
    for x in (8, 24, 40):
        qtbot.mouseMove(row.label, start + type(start)(x, 0))
        row.label.scrubbed.emit(x // 4)
    qtbot.mouseRelease(row.label, Qt.MouseButton.LeftButton, pos=start)
    assert seconds_of(session, graph, wait) == pytest.approx(1.5)
    assert len(session.history.steps) == 1
    row.label.scrubbed.emit(2)
    row.label.released.emit()
    assert len(session.history.steps) == 2


def test_up_and_down_keys_step_a_number(qtbot, panel, tree):
    session, graph, wait = tree
    editor = panel.row("params.seconds").editor
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Up)
    assert seconds_of(session, graph, wait) == pytest.approx(0.6)


def test_dot_takes_the_default_back(panel, tree):
    session, graph, wait = tree
    panel.row("params.seconds").dot.reset.emit()
    assert seconds_of(session, graph, wait) is None


def test_wrong_guard_is_marked_while_it_is_typed(qtbot, panel, tree):
    row = panel.row("guard.test")
    type_into(qtbot, row, "helth > 3")
    assert "helth" in row.message.text()
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    assert row.message.text() == ""


def test_refused_name_says_why_under_the_field(qtbot, panel):
    document, graph, idle, *_ = two_state_machine()
    session = session_of(document)
    panel.set_session(session)
    session.select([idle])
    panel.refresh()
    row = panel.row("name")
    type_into(qtbot, row, "Go")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert state_of(session, graph, idle).name == "Idle"
    assert row.message.text()
    panel.set_session(None)
    session.deleteLater()


@pytest.fixture
def block(qtbot, panel):
    """Return a session with a state under edit, and the editor of its entry lines."""
    document, graph, idle, *_ = two_state_machine()
    session = session_of(document)
    panel.set_session(session)
    session.select([idle])
    panel.refresh()
    panel._folded["blocks"] = False
    editor = panel.row("entry").editor
    editor.setFocus()
    yield lambda: state_of(session, graph, idle).entry, editor, session
    panel.set_session(None)
    session.deleteLater()


def test_action_block_is_committed_with_ctrl_enter(qtbot, block):
    entry, editor, _ = block
    qtbot.keyClicks(editor, "d = 3")
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert entry() == ("d = 3",)


def test_conditions_are_typed_with_steps_in_and_out(qtbot, panel, block):
    entry, editor, session = block
    before = entry()
    editor.selectAll()
    for text, key in (
        ("if d > 1:", Qt.Key.Key_Return),
        ("d = 2", Qt.Key.Key_Return),
        ("", Qt.Key.Key_Backspace),
        ("else:", Qt.Key.Key_Return),
        ("d = 3", None),
    ):
        qtbot.keyClicks(editor, text)
        if key is not None:
            qtbot.keyClick(editor, key)
    assert editor.toPlainText() == "if d > 1:\n    d = 2\nelse:\n    d = 3"
    assert not panel.row("entry").message.isVisible()
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    typed = ("if d > 1:", "    d = 2", "else:", "    d = 3")
    assert entry() == typed
    assert len(session.history.steps) == 1
    session.undo()
    assert entry() == before
    session.redo()
    assert entry() == typed


def test_a_condition_is_taken_however_far_in_it_was_typed_and_what_is_wrong_is_told(qtbot, panel, block):
    entry, editor, _ = block
    editor.setPlainText("if d > 1:\n  d = 2\n  if d == 2 :\n\td = 1")
    assert not panel.row("entry").message.isVisible()
    editor.setPlainText("if d:\n  d = 2")
    assert "Line 1: Expected a bool" in panel.row("entry").message.text()
    editor.setPlainText("else:\n  d = 2")
    assert "Line 1: This 'else' belongs to no 'if'." in panel.row("entry").message.text()
    assert entry() == ()


def test_rows_stay_while_only_values_change(panel, tree):
    session, graph, wait = tree
    row = panel.row("params.seconds")
    from graphs.edits.setting import set_field

    session.apply("Change", lambda document: set_field(document, graph, wait, "params.seconds", 7))
    panel.refresh()
    assert panel.row("params.seconds") is row
    assert row.editor.text() == "7"


def test_cards_list_transitions_in_order_and_select_them(panel):
    document, _graph, idle, _, edge = two_state_machine()
    session = session_of(document)
    panel.set_session(session)
    session.select([idle])
    panel.refresh()
    assert [card.content.edge for card in panel._cards.cards] == [edge]
    panel._cards.cards[0].picked.emit(edge)
    assert session.selection == {edge}
    panel.set_session(None)
    session.deleteLater()


def test_variable_is_shown_and_edited(qtbot, panel):
    document, *_ = two_state_machine()
    session = session_of(document)
    panel.set_session(session)
    panel.show_variable("d", "")
    type_into(qtbot, panel.row("variable.name"), "distance")
    qtbot.keyClick(panel.row("variable.name").editor, Qt.Key.Key_Return)
    assert "distance" in session.document.variables
    assert panel.row("variable.name").editor.text() == "distance"
    panel.set_session(None)
    session.deleteLater()


def test_the_default_of_a_variable_can_be_an_expression_of_others(qtbot, panel):
    document, *_ = two_state_machine()
    session = session_of(add_variable(document, "reach", "float")[0])
    panel.set_session(session)
    panel.show_variable("reach", "")
    row = panel.row("default")
    type_into(qtbot, row, "time")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    type_into(qtbot, panel.row("default"), "nothing * 2")
    assert "Unknown name 'nothing'" in panel.row("default").message.text()
    type_into(qtbot, panel.row("default"), "d * 2")
    qtbot.keyClick(panel.row("default").editor, Qt.Key.Key_Return)
    assert session.document.variables["reach"].default == {"expr": "d * 2"}
    panel.refresh()
    assert panel.row("default").editor.text() == "d * 2"
    panel.set_session(None)
    session.deleteLater()


def override(editor: LineEditor, key: Qt.Key) -> bool:
    """Tell whether the field keeps Ctrl and a key from the shortcuts of the window."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
    event.ignore()
    QApplication.sendEvent(editor, event)
    return event.isAccepted()


def test_undo_is_left_to_the_document_once_the_value_is_taken(qtbot, panel, tree):
    row = panel.row("params.seconds")
    type_into(qtbot, row, "2")
    assert override(row.editor, Qt.Key.Key_Z)
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert seconds_of(*tree) == 2
    assert row.editor.hasFocus()
    assert not override(row.editor, Qt.Key.Key_Z)
    assert not override(row.editor, Qt.Key.Key_Y)


def test_warning_does_not_look_like_an_error(panel, tree):
    row = panel.row("params.seconds")
    row.show_problem("It is long.", is_error=False)
    assert row.message.property("role") == "warning"
    assert not row.editor.property("invalid")
    row.show_problem("It is wrong.")
    assert row.message.property("role") == "error"
    assert row.editor.property("invalid")
    assert not row.editor.property("doubtful")


def two_waits(panel, tree):
    """Select two waits of 0.5 and 2 seconds."""
    session, graph, wait = tree
    parent = next(iter(session.document.graphs[graph].nodes))

    def edit(document):
        document, other = add_node(document, graph, "wait", REGISTRY, parent=parent)
        return set_field(document, graph, other, "params.seconds", 2.0)

    session.apply("Add", edit)
    other = next(each for each in session.document.graphs[graph].nodes if each not in (wait, parent))
    session.select((wait, other))
    panel.refresh()
    return session, graph, wait, other


def test_several_elements_show_mixed_and_take_a_value_as_one_step(qtbot, panel, tree):
    session, graph, wait, other = two_waits(panel, tree)
    row = panel.row("params.seconds")
    assert row.editor.text() == ""
    assert row.editor.placeholderText() == "mixed"
    steps = len(session.history.steps)
    type_into(qtbot, row, "3")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert (seconds_of(session, graph, wait), seconds_of(session, graph, other)) == (3, 3)
    assert len(session.history.steps) == steps + 1
    session.undo()
    assert (seconds_of(session, graph, wait), seconds_of(session, graph, other)) == (0.5, 2)


def test_scrubbing_several_elements_is_one_merged_step(qtbot, panel, tree):
    session, graph, wait, other = two_waits(panel, tree)
    row = panel.row("params.seconds")
    type_into(qtbot, row, "1")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    panel.refresh()
    steps = len(session.history.steps)
    row = panel.row("params.seconds")
    for move in (2, 5, 9):
        row.label.scrubbed.emit(move)
    row.label.released.emit()
    assert seconds_of(session, graph, wait) == seconds_of(session, graph, other) == pytest.approx(1.9)
    assert len(session.history.steps) == steps + 1


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_the_menu_of_a_field_takes_the_default_back(qtbot, panel, tree):
    session, graph, wait = tree
    editor = panel.row("params.seconds").editor
    editor.customContextMenuRequested.emit(editor.rect().center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    reset = next(action for action in menu.actions() if action.text() == "Reset to the default")
    reset.trigger()
    menu.close()
    assert "seconds" not in session.document.graphs[graph].nodes[wait].params


@pytest.fixture
def does(panel, qtbot):
    document, graph, idle, *_ = two_state_machine()
    session = session_of(document)
    panel.set_session(session)
    session.select([idle])
    panel.refresh()
    field = panel.row("activity").editor
    assert isinstance(field, PickerField)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.search is not None
    assert field.search.isVisible()
    yield field, session, graph, idle
    panel.set_session(None)
    session.deleteLater()


def test_what_a_state_does_is_picked_from_the_list_of_the_canvas_and_is_one_step(qtbot, panel, does):
    field, session, graph, idle = does
    assert [choice.key for choice in field.search.shown][:-1] == [
        choice.key
        for choice in node_choices(session.document, graph, session.registry)
        if choice.key.startswith(("action:", "graph:"))
    ]
    qtbot.keyClicks(field.search.field, "follow")
    assert field.search.current.title == "Follow path"
    qtbot.keyClick(field.search.field, Qt.Key.Key_Return)
    activity = state_of(session, graph, idle).activity
    assert activity is not None
    assert activity.action == "follow_path"
    assert len(session.history.steps) == 1
    assert not field.search.isVisible()
    assert session.recent_picks.keys == ("action:follow_path",)
    session.undo()
    assert state_of(session, graph, idle).activity is None


def test_escape_in_the_list_picks_nothing_and_goes_back_to_the_field(qtbot, panel, does):
    field, session, graph, idle = does
    qtbot.keyClicks(field.search.field, "follow")
    qtbot.keyClick(field.search.field, Qt.Key.Key_Escape)
    assert not field.search.isVisible()
    assert field.hasFocus()
    assert state_of(session, graph, idle).activity is None
    assert session.recent_picks.keys == ()


def test_nothing_is_offered_last_and_takes_the_activity_away(qtbot, panel, does):
    field, session, graph, idle = does
    qtbot.keyClicks(field.search.field, "wander")
    qtbot.keyClick(field.search.field, Qt.Key.Key_Return)
    panel.refresh()
    field = panel.row("activity").editor
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.search.shown[0].key == "action:wander"
    assert field.search.shown[0].group == "Recent"
    assert field.search.shown[-1].title == "Nothing"
    qtbot.keyClicks(field.search.field, "nothing")
    qtbot.keyClick(field.search.field, Qt.Key.Key_Return)
    assert state_of(session, graph, idle).activity is None


def test_a_field_with_a_button_goes_under_its_label_where_there_is_no_room_beside_it(qtbot):
    condition = FieldSpec(
        "guard",
        "Guard",
        FieldKind.EXPRESSION,
        None,
        lambda document, _value: document,
        check=expression_check(SCOPE, BOOL),
    )
    row = FieldRow(condition)
    qtbot.addWidget(row)
    row.show()
    below = []
    for width in (300, 180):
        row.resize(width, row.sizeHint().height())
        QApplication.processEvents()
        below.append(row.editor.y() >= row.label.geometry().bottom())
    assert below == [False, True]
