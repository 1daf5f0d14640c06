"""Take files that are dropped anywhere on the window, and say before what a drop would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QGraphicsView

from editor.widgets.drop_hint import DropHint
from editor.window.frame.window_host import WindowHost
from editor.window.parts.folder import WindowFolder
from editor.window.parts.panels import case_runs

if TYPE_CHECKING:
    from editor.documents.folders.dropped_files import DroppedFile


class WindowDrops(QObject):
    """Open what is dropped on one window.

    The canvases take drops of their own, from the palette, and leave files to this.
    """

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._window = host
        self.hint = DropHint(host.widget)
        self._files: tuple[DroppedFile, ...] = ()
        host.widget.setAcceptDrops(True)
        host.widget.installEventFilter(self)
        for view in host.widget.findChildren(QGraphicsView):
            self.watch(view)
        host.area.view_made.connect(self.watch)

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
        from editor.documents.folders.dropped_files import dropped_file

        files = [dropped_file(path) for path in paths]
        for kind in ("folder", "case", "world", "document", "recording", "foreign"):
            for file in files:
                if file.kind != kind:
                    continue
                if kind == "folder":
                    self._window.part(WindowFolder).show(file.path)
                elif kind == "case":
                    self._window.part(case_runs).run_files([file.path])
                    self._window.panels.show_panel("tests")
                else:
                    self._window.open_file(file.path)
        refused = [file for file in files if file.kind == "other"]
        if refused:
            more = f" {len(refused) - 1} more cannot be opened either." if len(refused) > 1 else ""
            self._window.area.toast.refuse(refused[0].reason, f"{refused[0].remedy}{more}")
        self._files = ()

    def _begin(self, data: QMimeData) -> None:
        from editor.documents.folders.dropped_files import drop_words

        self._files = _files_of(data)
        usable = any(file.kind != "other" for file in self._files)
        self.hint.show_words(drop_words(self._files), refused=not usable)


def _has_files(data: QMimeData) -> bool:
    return any(url.isLocalFile() for url in data.urls())


def _files_of(data: QMimeData) -> tuple[DroppedFile, ...]:
    from editor.documents.folders.dropped_files import dropped_file

    return tuple(dropped_file(Path(url.toLocalFile())) for url in data.urls() if url.isLocalFile())
