"""Take files that are dropped anywhere on the window, and say before what a drop would do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsView, QWidget

from editor.documents.dropped_files import DroppedFile, drop_words, dropped_file
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.theme_manager import current_theme

if TYPE_CHECKING:
    from editor.main_window import MainWindow

_MARGIN, _PAD = 10, 16


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


class DropHint(QWidget):
    """Lie over the window while files are dragged over it, and say what a drop would do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = ""
        self.is_refusal = False
        self.hide()

    def show_words(self, words: str, *, refused: bool) -> None:
        """Show what would happen."""
        self.words, self.is_refusal = words, refused
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a dashed frame around the window and the words on a plate in its middle."""
        theme = current_theme()
        line = theme.status("failure").line if self.is_refusal else theme.color("accent.line")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(line, 2)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        inner = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        painter.drawRoundedRect(inner, 12, 12)
        painter.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(self.words, Qt.TextElideMode.ElideMiddle, self.width() - 8 * _PAD)
        plate = QRectF(0, 0, metrics.horizontalAdvance(shown) + 2 * _PAD, metrics.height() + 2 * _PAD)
        plate.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QPen(line, 1))
        painter.setBrush(theme.color("surface.popup"))
        painter.drawRoundedRect(plate, 8, 8)
        painter.setPen(theme.color("text.primary"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
        painter.end()


def _has_files(data: QMimeData) -> bool:
    return any(url.isLocalFile() for url in data.urls())


def _files_of(data: QMimeData) -> tuple[DroppedFile, ...]:
    return tuple(dropped_file(Path(url.toLocalFile())) for url in data.urls() if url.isLocalFile())
