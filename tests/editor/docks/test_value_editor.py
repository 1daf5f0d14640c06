from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from editor.widgets.value_editor import ValueEditor


class Behind(QWidget):
    """Note the keys that reach it, and what the editor over it took."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[int] = []
        self.taken: list[str] = []
        self.closed: list[bool] = []
        self.other = QLineEdit(self)
        box = QVBoxLayout(self)
        box.addStretch(1)
        box.addWidget(self.other)

    def take(self, text: str) -> str:
        if text == "wrong":
            return "A number is expected."
        self.taken.append(text)
        return ""

    def keyPressEvent(self, event):
        self.keys.append(event.key())


@pytest.fixture
def behind(qtbot):
    behind = Behind()
    qtbot.addWidget(behind)
    behind.resize(200, 120)
    behind.show()
    behind.activateWindow()
    qtbot.waitUntil(behind.isActiveWindow)
    return behind


def opened(behind: Behind) -> ValueEditor:
    editor = ValueEditor("1", behind, behind.take, behind.closed.append)
    editor.open_at(QRect(0, 0, 80, 24))
    assert editor.hasFocus()
    return editor


def test_enter_takes_the_value_once_and_goes_no_further(qtbot, behind):
    editor = opened(behind)
    qtbot.keyClicks(editor, "7")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert (behind.taken, behind.closed, behind.keys) == (["7"], [True], [])
    assert not editor.isVisible()


def test_escape_drops_what_was_typed(qtbot, behind):
    editor = opened(behind)
    qtbot.keyClicks(editor, "7")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert (behind.taken, behind.closed, behind.keys) == ([], [True], [])
    assert not editor.isVisible()


def test_wrong_text_stays_to_be_mended(qtbot, behind):
    editor = opened(behind)
    qtbot.keyClicks(editor, "wrong")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.text() == "wrong"
    assert behind.closed == []


def test_editor_closes_when_the_focus_goes_elsewhere(qtbot, behind):
    editor = opened(behind)
    behind.other.setFocus()
    assert not editor.isVisible()
    assert behind.closed == [False]
    editor = opened(behind)
    qtbot.keyClicks(editor, "7")
    behind.other.setFocus()
    assert behind.taken == ["7"]
    assert behind.other.hasFocus()
