"""Build the menus and context menus from command ids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from editor.documents.open.recent_files import RecentFile
from editor.theme.icons import icon
from editor.theme.plain_texts import plain_tip
from editor.theme.tokens import GRAPH_LOOKS
from editor.widgets.menu import Menu
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
from graphs.files.document_file import FileProblem
from graphs.files.plain_file import is_file
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX

if TYPE_CHECKING:
    from editor.documents.folders.templates import Template


MOST_IN_MENU = 24


def fill_recent(menu: QMenu, window: WindowHost) -> None:
    """List recent files, the pinned ones first; the right button pins an entry or takes it out."""
    menu.clear()
    menu.setToolTipsVisible(True)
    if menu.contextMenuPolicy() != Qt.ContextMenuPolicy.CustomContextMenu:
        menu.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        menu.customContextMenuRequested.connect(partial(_offer_pin, menu, window))
    files = window.workspace.recent.files()[:MOST_IN_MENU]
    was_pinned = False
    for file in files:
        if was_pinned and not file.is_pinned:
            menu.addSeparator()
        was_pinned = file.is_pinned
        _add_recent(menu, file, window)
    if not files:
        menu.addAction("No recent files").setEnabled(False)
    menu.addSeparator()
    menu.addAction(window.commands.action("file.pin"))
    menu.addAction(window.commands.action("file.clear_recent"))


def _add_recent(menu: QMenu, file: RecentFile, window: WindowHost) -> None:
    place = file.place if file.exists else f"{file.place} · missing"
    action = menu.addAction(f"{file.path.name}    {place}")
    action.setData(str(file.path))
    action.setIconVisibleInMenu(True)
    if file.is_pinned:
        action.setIcon(icon("bookmark"))
    action.setToolTip(plain_tip(f"{file.path}\nRight-click to pin it or to take it out of the list."))
    action.triggered.connect(lambda _checked=False: open_recent(file, window))


def open_recent(file: RecentFile, window: WindowHost) -> bool:
    """Open a file of the list; of one that is gone say so, and offer to take it out."""
    if is_file(file.path):
        return window.open_file(file.path)
    said = f"{file.path.name} is no longer in {file.place}"
    window.say(said, "Remove from the list", lambda: _remove(file.path, window))
    return False


def _remove(path: Path, window: WindowHost) -> None:
    window.workspace.recent.remove(path)
    window.workspace.recent_changed.emit()


def _offer_pin(menu: QMenu, window: WindowHost, at: QPoint) -> None:
    action: QAction | None = menu.actionAt(at)
    data: object = action.data() if action is not None else None
    if not isinstance(data, str):
        return
    path = Path(data)
    recent = window.workspace.recent
    pinned = recent.is_pinned(path)

    def pin() -> None:
        recent.pin(path, not pinned)
        window.workspace.recent_changed.emit()

    choices = Menu(menu)
    choices.addAction("Unpin" if pinned else "Pin").triggered.connect(lambda _checked=False: pin())
    remove: QAction = choices.addAction("Remove from the list")
    remove.triggered.connect(lambda _checked=False: _remove(path, window))
    choices.aboutToHide.connect(choices.deleteLater)
    choices.popup(menu.mapToGlobal(at))


def fill_templates(menu: QMenu, window: WindowHost) -> None:
    """List the templates; one that is picked opens as a new document, with its world."""
    from editor.documents.folders.templates import templates

    menu.clear()
    menu.setToolTipsVisible(True)
    was_own = False
    for template in templates(window.workspace.state.folder):
        if was_own and not template.is_own:
            menu.addSeparator()
        was_own = template.is_own
        action = menu.addAction(template.title)
        action.setIconVisibleInMenu(True)
        action.setIcon(icon(GRAPH_LOOKS[template.kind].icon))
        action.setToolTip(plain_tip(template.summary))
        action.triggered.connect(partial(_new_from, template, window))
    menu.addSeparator()
    menu.addAction(window.commands.action("file.save_template"))


def _new_from(template: Template, window: WindowHost, _checked: bool = False) -> None:
    new_from_template(template, window)


def new_from_template(template: Template, window: WindowHost) -> bool:
    """Open a new document without a file that begins as a template does."""
    from editor.documents.folders.templates import opened_template

    try:
        document, world = opened_template(template, f"{template.stem}{DOCUMENT_SUFFIX}")
    except FileProblem as problem:
        window.say(f"{template.path.name} cannot be read: {problem.message}")
        return False
    session = window.workspace.new(document, template.stem)
    window.area.open_session(session)
    window.area.setFocus(Qt.FocusReason.OtherFocusReason)
    if world is not None:
        window.follower.take_world(session, world)
    return True


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
    menu.open_at(at)
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
    if name == RECENT:
        menu.aboutToShow.connect(partial(fill_recent, menu, window))
        fill_recent(menu, window)
        return menu
    if name == TEMPLATES:
        menu.aboutToShow.connect(partial(fill_templates, menu, window))
        # The templates are read when the menu opens, and an empty one would not.
        menu.addAction(window.commands.action("file.save_template"))
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
