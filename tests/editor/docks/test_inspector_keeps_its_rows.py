"""What is typed, where the focus is and what is clicked outlive the edit that they make."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from editor.documents.open.document_session import DocumentSession
from editor.panels.inspector.inspector_panel import GraphInspector
from editor.running.run_controller import RunController
from editor.window.main_window import MainWindow
from graphs.edits.events import add_event, set_payload_field
from graphs.edits.variables import add_variable
from graphs.model import TreeNode
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.window_builders import REGISTRY, session_of, two_state_machine, waiting_tree

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[GraphInspector]:
    made = GraphInspector(RunController(REGISTRY, builtin_library()))
    qtbot.addWidget(made)
    made.resize(280, 900)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    made.set_session(None)


def shown(panel: GraphInspector, session: DocumentSession) -> DocumentSession:
    panel.set_session(session)
    session.setParent(panel)
    return session


def type_over(panel: GraphInspector, key: str, text: str) -> None:
    editor = panel.row(key).editor
    editor.setFocus()
    editor.selectAll()  # type: ignore[attr-defined]
    QTest.keyClicks(editor, text)


def test_a_click_on_another_field_keeps_a_new_name_and_goes_where_it_was_aimed(panel: GraphInspector) -> None:
    document, name = add_variable(two_state_machine()[0], "speed", "float")
    session = shown(panel, session_of(document))
    panel.show_variable(name, "")
    type_over(panel, "variable.name", "pace")
    unit = panel.row("unit").editor
    QTest.mouseClick(unit, LEFT)
    assert "pace" in session.document.variables
    assert QApplication.focusWidget() is unit
    QApplication.processEvents()
    assert panel.row("unit").editor is unit
    QTest.keyClicks(unit, "m")
    QTest.keyClick(unit, Qt.Key.Key_Return)
    assert session.document.variables["pace"].unit == "m"


def test_the_rows_of_a_renamed_value_of_an_event_stay(panel: GraphInspector) -> None:
    document, event = add_event(two_state_machine()[0], "noise")
    document = set_payload_field(document, event, "value", "float")
    session = shown(panel, session_of(document))
    panel.show_event(event)
    kind = panel.row("payload.value").editor
    type_over(panel, "payload.value.name", "loudness")
    kind.setFocus(Qt.FocusReason.MouseFocusReason)
    assert list(session.document.events[event].payload) == ["loudness"]
    assert panel.row("payload.loudness").editor is kind


def test_rows_that_an_edit_brings_come_next_for_tab(window: MainWindow) -> None:
    document, graph, _, wait = waiting_tree()
    session = window.workspace.new(document)
    window.area.open_session(session)
    panel = window.inspector.page
    session.select((wait,))
    panel.refresh()
    type_over(panel, "guard.test", "true")
    QTest.keyClick(panel.row("guard.test").editor, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is panel.row("guard.test").compose_button
    QTest.keyClick(panel.row("guard.test").compose_button, Qt.Key.Key_Tab)
    node = session.document.graphs[graph].nodes[wait]
    assert isinstance(node, TreeNode)
    assert node.guard is not None
    assert QApplication.focusWidget() is panel.row("guard.abort").editor
    QTest.keyClick(panel.row("guard.abort").editor, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is panel.row("guard.refused").editor


def test_a_transition_that_only_acts_is_added_and_shown_by_a_button(panel: GraphInspector) -> None:
    document, graph, idle, *_ = two_state_machine()
    session = shown(panel, session_of(document))
    session.select((idle,))
    panel.refresh()
    [button] = [
        each for each in panel.findChildren(QPushButton) if each.text() == "Add a reaction that stays"
    ]
    button.setFocus()
    QTest.mouseClick(button, LEFT)
    [edge] = session.selection
    machine = session.document.graphs[graph]
    assert machine.edges[edge].targets == ()  # type: ignore[union-attr]
    assert machine.nodes[idle].transitions[-1] == edge  # type: ignore[union-attr]
    panel.refresh()
    assert panel.row("actions").isVisible()
    assert panel.isAncestorOf(QApplication.focusWidget() or panel)
    session.undo()
    assert session.document == document
