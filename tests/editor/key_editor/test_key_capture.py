from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from editor.dialogs.key_rows import KeyCapture

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def capture(qtbot):
    field = KeyCapture()
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    field.setFocus()
    return field


@pytest.mark.parametrize(
    ("key", "held", "written"),
    [
        (Qt.Key.Key_F, CONTROL | SHIFT, "Ctrl+Shift+F"),
        (Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier, "F7"),
        (Qt.Key.Key_Return, CONTROL, "Ctrl+Return"),
        (Qt.Key.Key_Tab, CONTROL, "Ctrl+Tab"),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "Del"),
    ],
)
def test_a_key_is_taken_as_it_is_written(qtbot, capture, key, held, written):
    taken: list[str] = []
    capture.captured.connect(taken.append)
    qtbot.keyClick(capture, key, held)
    capture.finish()
    assert taken == [written]


def test_a_second_key_makes_a_chord(qtbot, capture):
    taken: list[str] = []
    capture.captured.connect(taken.append)
    qtbot.keyClick(capture, Qt.Key.Key_A, ALT)
    qtbot.keyClick(capture, Qt.Key.Key_L)
    assert taken == ["Alt+A, L"]


def test_modifiers_alone_are_no_key_and_esc_gives_the_field_up(qtbot, capture):
    taken: list[str] = []
    capture.captured.connect(taken.append)
    qtbot.keyClick(capture, Qt.Key.Key_Control)
    qtbot.keyClick(capture, Qt.Key.Key_K, CONTROL)
    with qtbot.waitSignal(capture.left, timeout=1000):
        qtbot.keyClick(capture, Qt.Key.Key_Escape)
    capture.finish()
    assert taken == []
