"""Entries of submenus do not repeat their title, and work as the commands they stand for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from editor.window.frame.menu_tables import MENUS, SEPARATOR, SUBMENUS
from editor.window.main_window import MainWindow
from tests.editor.shared_window import shared_window

MOST = 24
"""Entries that find room on a low screen; more would go on in a second column."""


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    yield from shared_window(tmp_path_factory)


def submenu(window: MainWindow, title: str) -> QMenu:
    menu = next(each for each in window.findChildren(QMenu) if each.title() == title)
    window.commands.refresh()
    menu.aboutToShow.emit()
    return menu


def entry(menu: QMenu, title: str) -> QAction:
    return next(action for action in menu.actions() if action.text().partition("\t")[0] == title)


@pytest.mark.parametrize(
    ("menu", "words"),
    [
        ("Open sample", "Sample: "),
        ("Panels", "Panel: "),
        ("Theme", "Theme: "),
        ("Preview", "Preview: "),
        ("New graph in this document", " in this document"),
    ],
)
def test_entries_leave_out_what_their_menu_says(window: MainWindow, menu: str, words: str) -> None:
    titles = [action.text() for action in submenu(window, menu).actions() if not action.isSeparator()]
    assert titles
    assert not [each for each in titles if words in each]


def test_a_shortened_entry_shows_keys_and_state_and_runs_its_command(window: MainWindow) -> None:
    menu = submenu(window, "Preview")
    legend = entry(menu, "Legend")
    assert legend.text().endswith(f"\t{window.commands.keys_text('preview.legend')}")
    assert legend.shortcuts() == []
    was_on = legend.isChecked()
    legend.trigger()
    menu.aboutToShow.emit()
    assert legend.isChecked() is not was_on
    assert window.commands.action("preview.legend").isChecked() is not was_on
    legend.trigger()


def test_no_menu_is_higher_than_a_low_screen(window: MainWindow) -> None:
    for title, entries in MENUS.items():
        assert len([each for each in entries if each != SEPARATOR]) <= MOST, title


def test_every_submenu_stands_in_a_menu(window: MainWindow) -> None:
    shown = {each.title() for each in window.findChildren(QMenu)}
    assert set(SUBMENUS.values()) <= shown
