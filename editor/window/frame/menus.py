"""Build the menus and context menus from command ids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from editor.widgets.menu import Menu
from editor.window.frame.file_menus import fill_recent, fill_templates
from editor.window.frame.menu_tables import (
    AFTER,
    LISTED,
    MENUS,
    PREFIXED,
    RECENT,
    REPEATED,
    SEPARATOR,
    SUBMENUS,
    TEMPLATES,
)
from editor.window.frame.window_host import WindowHost


def build_menu_bar(bar: QMenuBar, window: WindowHost) -> None:
    """Fill the menu bar; every menu asks which commands can run when it opens.

    Alt with a menu's letter opens it. The letters are keys of their own, so that no title is underlined.
    """
    for title, entries in MENUS.items():
        menu = Menu(bar, title.replace("&", ""))
        bar.addMenu(menu)
        fill_menu(menu, entries, window)
        menu.aboutToShow.connect(window.commands.refresh)
        key = QShortcut(QKeySequence(f"Alt+{menu_letter(title)}"), bar)
        key.activated.connect(partial(bar.setActiveAction, menu.menuAction()))


def menu_letter(title: str) -> str:
    """Return the letter that opens a menu with Alt: the one after the ampersand."""
    return title[title.index("&") + 1].upper()


def fill_menu(menu: QMenu, entries: Sequence[str], window: WindowHost) -> None:
    """Add commands and submenus to a menu."""
    for entry in entries:
        if entry == SEPARATOR:
            menu.addSeparator()
        elif entry in SUBMENUS:
            menu.addMenu(_submenu(entry, menu, window))
        else:
            menu.addAction(window.commands.action(entry))


def open_context_menu(
    parent: QWidget, at: QPoint, entries: Sequence[str], window: WindowHost, *, short: bool = False
) -> QMenu:
    """Show a context menu at a point of the screen, with what can be done there.

    With `short`, titles leave out what the place says already, such as "Preview: ".
    """
    window.commands.refresh()
    menu = Menu(parent)
    _fill(menu, _that_can_run(entries, window), window, short=short)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(at)
    return menu


def _fill(menu: QMenu, entries: Sequence[str], window: WindowHost, *, short: bool) -> None:
    for entry in entries:
        if entry == SEPARATOR or entry in SUBMENUS or not short:
            fill_menu(menu, (entry,), window)
        else:
            _add_shortened(menu, window.commands.action(entry))


def _that_can_run(entries: Sequence[str], window: WindowHost) -> list[str]:
    """Return the entries that can run now, without separators that part nothing."""
    kept: list[str] = []
    for entry in entries:
        if entry == SEPARATOR:
            if kept and kept[-1] != SEPARATOR:
                kept.append(entry)
        elif _can_run(entry, window):
            kept.append(entry)
    while kept and kept[-1] == SEPARATOR:
        kept.pop()
    return kept


def _can_run(entry: str, window: WindowHost) -> bool:
    if entry in LISTED:
        return any(_can_run(listed, window) for listed in LISTED[entry] if listed != SEPARATOR)
    return entry in SUBMENUS or window.commands.action(entry).isEnabled()


def _submenu(name: str, parent: QMenu, window: WindowHost) -> QMenu:
    menu = Menu(parent, SUBMENUS[name])
    if name in (RECENT, TEMPLATES):
        fill = fill_recent if name == RECENT else fill_templates
        menu.aboutToShow.connect(partial(fill, menu, window))
        fill(menu, window)
        return menu
    listed = LISTED.get(name) or [
        command.id for command in window.commands if command.id.startswith(PREFIXED[name])
    ]
    _fill(menu, listed, window, short=True)
    if name in AFTER:
        menu.addSeparator()
        fill_menu(menu, AFTER[name], window)
    return menu


def _add_shortened(menu: QMenu, action: QAction) -> None:
    """Add a command whose title repeats what the menu says, without those words; other titles stay."""
    title = _shortened(action.text())
    if title == action.text():
        menu.addAction(action)
        return
    entry = menu.addAction(title)
    entry.setObjectName(action.objectName())
    entry.triggered.connect(action.trigger)

    def follow() -> None:
        # A second action with the same keys would make them ambiguous: they are only written here.
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        entry.setText(f"{title}\t{keys}" if keys else title)
        entry.setEnabled(action.isEnabled())
        entry.setCheckable(action.isCheckable())
        entry.setChecked(action.isChecked())

    menu.aboutToShow.connect(follow)
    follow()


def _shortened(title: str) -> str:
    for words in REPEATED:
        title = title.removeprefix(words).removesuffix(words)
    return title[:1].upper() + title[1:]
