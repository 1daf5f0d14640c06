"""What a monkey does beside the canvas: type into the inspector, press its buttons, play with the map."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit

from editor.window.main_window import MainWindow

Left = Qt.MouseButton.LeftButton
NoKeys = Qt.KeyboardModifier.NoModifier
_TEXTS = ("3", "-1", "d < 3", "", "Patrol", "target", "not (", "1 +", "a b", "0.5", "x = 1\ny = 2")


def use_inspector(window: MainWindow, rng: random.Random) -> str:
    """Type into a field and click on another, or press a button or switch."""
    inspector = window.inspector.page
    inspector.refresh()
    rows = list(inspector.rows.values())
    fields = [row for row in rows if isinstance(row.editor, (QLineEdit, QPlainTextEdit)) and row.isVisible()]
    buttons = [
        each
        for each in inspector.findChildren(QAbstractButton)
        if each.isVisible() and each.text() != "Show help"
    ]
    if buttons and (not fields or rng.random() < 0.4):
        button = rng.choice(buttons)
        words = button.text() or button.accessibleName()
        QTest.mouseClick(button, Left)
        _answer_menu(rng)
        return f"inspector: press {words!r}"
    if not fields:
        return "inspector: nothing to type in"
    row, text = rng.choice(fields), rng.choice(_TEXTS)
    key = row.spec.key
    row.editor.setFocus()
    row.editor.selectAll()  # type: ignore[attr-defined]
    QTest.keyClicks(row.editor, text.replace("\n", " "))
    goal = rng.choice(rows).editor
    QTest.mouseClick(goal, Left, NoKeys, QPoint(6, 6))
    _answer_menu(rng)
    return f"inspector: type {text!r} as {key} and click elsewhere"


def _answer_menu(rng: random.Random) -> None:
    """Pick something of the menu that came up, or put it away."""
    menu = QApplication.activePopupWidget()
    if menu is None:
        return
    for _ in range(rng.randrange(1, 6)):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, rng.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape)))


def use_map(window: MainWindow, rng: random.Random) -> str:
    """Click or drag on the map, whatever tool is in hand, and press a key of it."""
    viewport = window.preview.map.viewport()
    start = QPoint(rng.randrange(viewport.width()), rng.randrange(viewport.height()))
    end = QPoint(rng.randrange(viewport.width()), rng.randrange(viewport.height()))
    QTest.mousePress(viewport, Left, NoKeys, start)
    if rng.random() < 0.6:
        for share in (0.3, 1.0):
            QTest.mouseMove(viewport, start + (end - start) * share)
    QTest.mouseRelease(viewport, Left, NoKeys, end)
    key = rng.choice((Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_Left))
    QTest.keyClick(window.preview.map, key)
    return f"map: {start.toTuple()} to {end.toTuple()}, {key.name}"
