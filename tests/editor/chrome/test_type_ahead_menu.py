"""Long lists are walked by typing what is looked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.menu import TypeAheadMenu

NAMES = ("nothing", "seek", "separation", "follow_path", "look_at", "look_around", "Ring the bell")


# The off-screen platform says so of every menu that opens.
@pytest.mark.qt_log_ignore("grabbing the keyboard")
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("s", "seek"),
        ("sep", "separation"),
        ("look_ar", "look_around"),
        ("path", "follow_path"),
        ("the b", "Ring the bell"),
    ],
)
def test_letters_go_to_the_entry_that_begins_with_them_or_has_them(
    qtbot: QtBot, typed: str, found: str
) -> None:
    field = DropDown()
    qtbot.addWidget(field)
    field.set_choices([Choice(name, name) for name in NAMES])
    field.set_value("nothing")
    field.show()
    picked: list[object] = []
    field.picked.connect(picked.append)
    field.open_menu()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, TypeAheadMenu)
    QTest.keyClicks(menu, typed)
    assert menu.activeAction().text() == found
    QTest.keyClicks(menu, "zz")
    assert menu.activeAction().text() == found
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert picked == [found]
