"""The panel that shows the minds, worlds and tests of a folder: open, make, rename, find on disk."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import cast

from PySide6.QtCore import QFileSystemWatcher, QModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QShowEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from editor.basics.slices import StepsInSlices
from editor.documents.folders.folder_files import FolderEntry, FolderListing, Kind, list_folder
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import GRAPH_LOOKS
from editor.widgets.boxes import add_all
from editor.widgets.icon_button import IconButton
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_painting import Index, RowTree, paint_badge, paint_icon, paint_text
from graphs.files.whole_file import remove_abandoned_parts
from graphs.kinds.declarations.node_kind import GraphKind

READ_AGAIN_AFTER = 300
"""Milliseconds from a change in a folder until it is read again."""

ENTRY = Qt.ItemDataRole.UserRole
_ICONS = {"folder": "open", "document": "doc", "world": "world", "case": "s_success", "project": "settings"}

State = tuple[str, bool, bool]
"""The state of a file: its worst problem ("error", "warning" or ""), whether changed, whether in view."""


class FilesPanel(Panel):
    """Show one folder.

    `open_wanted` carries a file, `rename_wanted` a file and the title typed for it, `menu_wanted` a place on
    the screen and the file or folder there.
    """

    open_wanted = Signal(Path)
    rename_wanted = Signal(Path, str)
    menu_wanted = Signal(QPoint, Path)
    listed = Signal()
    """Tells that the folder was read, or that the panel came into view."""

    def __init__(self, state_of: Callable[[Path], State]) -> None:
        super().__init__("files", "Files", "open")
        self.state_of = state_of
        """Gives how a file is."""
        self.root: Path | None = None
        self.listing: FolderListing | None = None
        self._task = StepsInSlices(self)
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self, singleShot=True, interval=READ_AGAIN_AFTER)
        self._soon.timeout.connect(self.read_again)
        self._watcher.directoryChanged.connect(lambda _path: self._soon.start())
        self.heading = PlainLabel(role="section", margins=(12, 6, 12, 4))
        self.empty = EmptyNote()
        self.part = PlainLabel("The folder is large: not all of it is shown.", role="caption", wrap=True)
        self.part.setContentsMargins(12, 0, 12, 6)
        self.part.hide()
        self.model = QStandardItemModel(self)
        self.focus_on = self.tree = RowTree()
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(scaled(16))
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setAccessibleName("Files")
        self.tree.setMouseTracking(True)
        self.tree.setItemDelegate(_FileDelegate(self))
        self.tree.activated.connect(self._activated)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._ask_for_menu)
        add_all(self.body, self.heading, self.empty, self.part)
        self.body.addWidget(self.tree, 1)
        self.header = [IconButton("redo", "Read the folder again", self.read_again, size=14, side=26)]
        for button in self.header:
            button.setParent(self)
            button.hide()
        self.show_folder(None)

    def show_folder(self, folder: Path | None) -> None:
        """Show another folder, None for none; the one that is shown is left as it is."""
        if folder == self.root and folder is not None:
            return
        self.root, self.listing = folder, None
        self.model.clear()
        self.heading.setVisible(folder is not None)
        self.tree.setVisible(folder is not None)
        self.empty.setVisible(folder is None)
        self.part.hide()
        if folder is None:
            self.empty.setText("Open a file, or drop a folder here, to see its minds, worlds and tests.")
            self._watch(())
            return
        self.heading.setText(folder.name or str(folder))
        self.heading.setToolTip(plain_tip(str(folder)))
        self.read_again()

    def read_again(self) -> None:
        """Read the folder beside the window and show what is in it."""
        folder = self.root
        if folder is not None:
            remove_abandoned_parts(folder)
            self._task.ask(lambda: list_folder(folder), self.show_listing)

    def show_listing(self, listing: FolderListing) -> None:
        """Show a tree that was read; what was folded stays so, and so does what was picked."""
        if listing.root.path != self.root:
            return
        first = self.listing is None
        open_before = {path for path in self._paths() if self.tree.isExpanded(self.index_of(path))}
        picked = self.path_at(self.tree.currentIndex())
        self.listing = listing
        self.model.clear()
        self._add(self.model.invisibleRootItem(), listing.root.entries)
        for entry in listing.root.walk():
            if entry.path in open_before or (first and entry.kind == "folder"):
                self.tree.setExpanded(self.index_of(entry.path), True)
        if picked is not None:
            self.tree.setCurrentIndex(self.index_of(picked))
        is_empty = not listing.root.entries
        self.empty.setText("No minds, worlds or tests in this folder yet.")
        self.empty.setVisible(is_empty)
        self.part.setVisible(not is_empty and not listing.is_whole)
        self._watch(listing.folders)
        self.listed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that what is listed is looked at now."""
        super().showEvent(event)
        self.listed.emit()

    def paths(self, kinds: Collection[Kind]) -> tuple[Path, ...]:
        """Return the listed files of some kinds."""
        entries = self.listing.root.walk() if self.listing is not None else ()
        return tuple(entry.path for entry in entries if entry.kind in kinds)

    def begin_rename(self, path: Path) -> None:
        """Let the user type another name in the row of a file."""
        index = self.index_of(path)
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.edit(index)

    def current(self) -> Path | None:
        """Return the file or folder that is picked."""
        return self.path_at(self.tree.currentIndex())

    def index_of(self, path: Path) -> QModelIndex:
        """Return the row of a file; invalid when it is not listed."""
        waiting = [self.model.invisibleRootItem()]
        while waiting:
            item = waiting.pop()
            for row in range(item.rowCount()):
                child = item.child(row)
                if _entry(child.index()).path == path:
                    return child.index()
                waiting.append(child)
        return QModelIndex()

    def path_at(self, index: Index) -> Path | None:
        """Return the file or folder of a row."""
        return _entry(index).path if index.isValid() else None

    def _paths(self) -> list[Path]:
        return [entry.path for entry in self.listing.root.walk()] if self.listing is not None else []

    def _add(self, parent: QStandardItem, entries: tuple[FolderEntry, ...]) -> None:
        for entry in entries:
            item = QStandardItem(entry.title)
            item.setData(entry, ENTRY)
            item.setToolTip(plain_tip(str(entry.path)))
            item.setAccessibleText(f"{entry.kind} {entry.title}")
            item.setEditable(entry.kind in ("document", "world", "case"))
            parent.appendRow(item)
            self._add(item, entry.entries)

    def _watch(self, folders: tuple[Path, ...]) -> None:
        wanted, watched = {str(folder) for folder in folders}, set(self._watcher.directories())
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))

    def _activated(self, index: QModelIndex) -> None:
        entry = _entry(index)
        if entry.kind == "folder":
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
        else:
            self.open_wanted.emit(entry.path)

    def _ask_for_menu(self, at: QPoint) -> None:
        path = self.path_at(self.tree.indexAt(at)) or self.root
        if path is not None:
            self.menu_wanted.emit(self.tree.viewport().mapToGlobal(at), path)


class _FileDelegate(QStyledItemDelegate):
    """Paint icon, name, the dot of unsaved changes and the badge of problems; edit the name."""

    def __init__(self, panel: FilesPanel) -> None:
        super().__init__(panel)
        self._panel = panel

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(80, scaled(25))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        entry, rect, theme = _entry(index), option.rect, current_theme()
        problem, is_changed, in_view = self._panel.state_of(entry.path)
        painter.save()
        name, token = _ICONS[entry.kind], theme.color("text.tertiary")
        look = GRAPH_LOOKS.get(cast(GraphKind, entry.graph_kind))
        if look is not None:
            name, token = look.icon, theme.family(look.family).line
        elif entry.kind == "world":
            token = theme.family("world").line
        paint_icon(painter, name, rect.left() + 2, rect, token, 15)
        font = ui_font(TextSize.BODY, TextWeight.SEMIBOLD if in_view else TextWeight.REGULAR)
        quiet = entry.kind in ("case", "project")
        words = rect.adjusted(23, 0, -26, 0)
        color = theme.color("text.secondary" if quiet else "text.primary")
        paint_text(painter, f"{'• ' if is_changed else ''}{entry.title}", words, font, color)
        if problem:
            paint_badge(painter, problem, rect.right() - 13, rect)
        painter.restore()

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Offer the name as it is, all of it selected."""
        if isinstance(editor, QLineEdit):
            editor.setText(_entry(index).title)
            editor.selectAll()

    def setModelData(self, editor: QWidget, _model: object, index: Index) -> None:
        """Ask for the name typed; the row follows when the folder is read again."""
        entry = _entry(index)
        if isinstance(editor, QLineEdit) and editor.text().strip() not in ("", entry.title):
            self._panel.rename_wanted.emit(entry.path, editor.text())


def _entry(index: Index) -> FolderEntry:
    return cast(FolderEntry, index.data(ENTRY))
