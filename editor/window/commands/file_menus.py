"""Fill the menus of the File menu that are read anew when they open: recent files, templates."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from editor.documents.folders.templates import Template, opened_template, templates
from editor.documents.open.recent_files import RecentFile
from editor.documents.open.world_choice import DOCUMENT_SUFFIX
from editor.theme.icons import icon
from editor.theme.plain_texts import plain_tip
from editor.theme.tokens import GRAPH_LOOKS
from editor.widgets.menu import Menu
from editor.window.commands.window_context import WindowContext
from graphs.files.document_file import FileProblem
from graphs.files.plain_file import is_file

MOST_IN_MENU = 24


def fill_recent(menu: QMenu, window: WindowContext) -> None:
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


def _add_recent(menu: QMenu, file: RecentFile, window: WindowContext) -> None:
    place = file.place if file.exists else f"{file.place} · missing"
    action = menu.addAction(f"{file.path.name}    {place}")
    action.setData(str(file.path))
    action.setIconVisibleInMenu(True)
    if file.is_pinned:
        action.setIcon(icon("bookmark"))
    action.setToolTip(plain_tip(f"{file.path}\nRight-click to pin it or to take it out of the list."))
    action.triggered.connect(lambda _checked=False: open_recent(file, window))


def open_recent(file: RecentFile, window: WindowContext) -> bool:
    """Open a file of the list; of one that is gone say so, and offer to take it out."""
    if is_file(file.path):
        return window.open_file(file.path)
    window.say(
        f"{file.path.name} is no longer in {file.place}",
        "Remove from the list",
        lambda: _remove(file.path, window),
    )
    return False


def _remove(path: Path, window: WindowContext) -> None:
    window.workspace.recent.remove(path)
    window.workspace.recent_changed.emit()


def _offer_pin(menu: QMenu, window: WindowContext, at: QPoint) -> None:
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


def fill_templates(menu: QMenu, window: WindowContext) -> None:
    """List the templates; one that is picked opens as a new document, with its world."""
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
        action.triggered.connect(lambda _checked=False, one=template: new_from_template(one, window))
    menu.addSeparator()
    menu.addAction(window.commands.action("file.save_template"))


def new_from_template(template: Template, window: WindowContext) -> bool:
    """Open a new document without a file that begins as a template does."""
    try:
        document, world = opened_template(template, f"{template.stem}{DOCUMENT_SUFFIX}")
    except FileProblem as problem:
        window.say(f"{template.path.name} cannot be read: {problem.message}")
        return False
    session = window.workspace.new(document, template.stem)
    window.area.open_session(session)
    if world is not None:
        window.follower.take_world(session, world)
    return True
