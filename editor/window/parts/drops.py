"""Take files that are dropped anywhere on the window, and say before what a drop would do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QGraphicsView

from editor.documents.folders.dropped_files import DroppedFile, drop_words, dropped_file
from editor.widgets.drop_hint import DropHint

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow


class WindowDrops(QObject):
    """Open what is dropped on one window; `show_folder` is told of folders and project files.

    The canvases take drops of their own, from the palette, and leave files to this.
    """

    def __init__(self, window: MainWindow, show_folder: Callable[[Path], None]) -> None:
        super().__init__(window)
        self._window, self._show_folder = window, show_folder
        self.hint = DropHint(window)
        self._files: tuple[DroppedFile, ...] = ()
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        window.area.view_made.connect(self.watch)

    def watch(self, view: QGraphicsView) -> None:
        """Take files that are dropped on a view, which would take every drag for its scene."""
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take drags of files; everything else goes its way."""
        if isinstance(event, QDropEvent) and _has_files(event.mimeData()):
            if isinstance(event, QDragEnterEvent):
                self._begin(event.mimeData())
            if isinstance(event, QDragMoveEvent):
                event.setDropAction(Qt.DropAction.CopyAction)
                event.setAccepted(True)
            else:
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                self.hint.hide()
                self.open([file.path for file in self._files or _files_of(event.mimeData())])
            return True
        if event.type() == QEvent.Type.DragLeave:
            self.hint.hide()
        return super().eventFilter(watched, event)

    def open(self, paths: list[Path]) -> None:
        """Open dropped files: minds and worlds on the canvas, tests in their panel, folders as files."""
        files = [dropped_file(path) for path in paths]
        for kind in ("folder", "case", "world", "document", "recording"):
            for file in files:
                if file.kind != kind:
                    continue
                if kind == "folder":
                    self._show_folder(file.path)
                elif kind == "case":
                    self._window.case_runs.run_files([file.path])
                    self._window.panels.show_panel("tests")
                else:
                    self._window.open_file(file.path)
        refused = [file for file in files if file.kind == "other"]
        if refused:
            more = f" {len(refused) - 1} more cannot be opened either." if len(refused) > 1 else ""
            self._window.area.toast.refuse(refused[0].reason, f"{refused[0].remedy}{more}")
        self._files = ()

    def _begin(self, data: QMimeData) -> None:
        self._files = _files_of(data)
        usable = any(file.kind != "other" for file in self._files)
        self.hint.show_words(drop_words(self._files), refused=not usable)


def _has_files(data: QMimeData) -> bool:
    return any(url.isLocalFile() for url in data.urls())


def _files_of(data: QMimeData) -> tuple[DroppedFile, ...]:
    return tuple(dropped_file(Path(url.toLocalFile())) for url in data.urls() if url.isLocalFile())
