"""Nothing that Qt keeps grows while a window is worked in.

A button listens to its action once, however often that changes; and Qt forgets a style only of a widget that
it polishes, not of the area inside a text editor.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import SIGNAL, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from editor.documents.open.sample_files import samples_folder
from editor.widgets.icon_button import ActionButton
from editor.window.main_window import MainWindow
from graphs.edits.setting import rename


@pytest.fixture
def action(qtbot: QtBot) -> Iterator[QAction]:
    made = QAction("Fold")
    yield made
    made.deleteLater()


def listeners(action: QAction) -> int:
    return action.receivers(SIGNAL("changed()"))


def test_a_button_follows_its_action_and_runs_it(qtbot: QtBot, action: QAction) -> None:
    button = ActionButton(action)
    qtbot.addWidget(button)
    action.setEnabled(False)
    assert not button.isEnabled()
    action.setEnabled(True)
    action.setCheckable(True)
    action.setText("Unfold")
    assert (button.isEnabled(), button.isCheckable(), button.text()) == (True, True, "Unfold")
    ran: list[str] = []
    action.triggered.connect(lambda: ran.append("ran"))
    button.click()
    assert ran == ["ran"]
    assert button.isChecked()


def test_a_hundred_changes_leave_as_many_listeners_as_one(qtbot: QtBot, action: QAction) -> None:
    button = ActionButton(action)
    qtbot.addWidget(button)
    action.setText("0")
    before = listeners(action)
    for number in range(100):
        action.setText(f"{number + 1}")
    assert listeners(action) == before
    assert button.text() == "100"


def test_no_action_of_a_window_gains_listeners_while_it_is_worked_in(window: MainWindow) -> None:
    actions = window.findChildren(QAction)

    def work() -> None:
        window.open_file(samples_folder() / "tank.mind.json")
        session = window.session
        assert session is not None
        node = next(iter(session.document.graphs[session.graph_id].nodes))
        edit = partial(rename, graph_id=session.graph_id, element_id=node, name="Another")
        session.apply("Rename", edit)
        session.undo()
        session.redo()
        window.workspace.discard_changes()
        assert window.close_session(session)

    work()
    before = {action: listeners(action) for action in actions}
    work()
    gained = {action.text(): listeners(action) - count for action, count in before.items()}
    assert not any(gained.values()), gained


def test_qt_forgets_the_style_of_all_that_is_shown_of_a_document(window: MainWindow) -> None:
    before = set(window.findChildren(QWidget))
    window.open_file(samples_folder() / "tank.mind.json")
    QApplication.processEvents()
    shown = [widget for widget in window.findChildren(QWidget) if widget not in before and widget.isVisible()]
    assert len(shown) > 40
    styled, forgotten = Qt.WidgetAttribute.WA_StyledBackground, Qt.WidgetAttribute.WA_StyleSheet
    kept = [each for each in shown if each.testAttribute(styled) and not each.testAttribute(forgotten)]
    assert kept == []
