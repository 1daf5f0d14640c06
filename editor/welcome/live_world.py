"""Play the world of a sample in a small picture, prepared beside the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSize, QThread, QTimer, Signal
from PySide6.QtGui import QImage

from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.view.world_image import paint_world
from editor.running.session_maker import SessionMaker
from editor.theme.theme_manager import current_theme
from graphs.files.document_file import FileProblem, load_document
from graphs.worlds.minds.world_choice import choose_world
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.session.session import Session

FRAME_MILLISECONDS = 50
STEPS_A_FRAME = 3
"""Ticks between two pictures: at 60 Hz the world plays in its own time."""


class _Opening(QThread):
    """Read, compile and open a sample's world, away from the window."""

    def __init__(self, path: Path, game: GameBehaviors, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName(f"open {path.name}")
        self.path, self._game = path, game
        self.session: Session | None = None

    def run(self) -> None:
        try:
            choice = choose_world(load_document(self.path), self.path)
            self.session = SessionMaker(self._game).make(choice, choice.minds).session
        except (FileProblem, OSError):
            self.session = None


class LiveWorld(QObject):
    """Show one sample playing at a time. `painted` carries its file and a picture of its world."""

    painted = Signal(object, QImage)

    def __init__(self, game: GameBehaviors, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._opening: _Opening | None = None
        self._given_up: set[_Opening] = set()
        self._session: Session | None = None
        self.path: Path | None = None
        """The sample that is played or being opened."""
        self._size, self._ratio = QSize(), 1.0
        self._is_closed = False
        self._timer = QTimer(self, interval=FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._frame)

    def play(self, path: Path, size: QSize, ratio: float) -> None:
        """Play a sample from its beginning, in pictures of a size in logical px; nothing after `close`."""
        self.stop()
        if self._is_closed:
            return
        self.path, self._size, self._ratio = path, size, ratio
        opening = self._opening = _Opening(path, self._game, self)
        opening.finished.connect(lambda: self._opened(opening))
        opening.start(QThread.Priority.LowPriority)

    def stop(self) -> None:
        """Play nothing. What is being opened goes on beside the window and is dropped then."""
        self._timer.stop()
        self.path = self._session = None
        opening, self._opening = self._opening, None
        if opening is not None:
            self._given_up.add(opening)

    def close(self) -> None:
        """Stop, and wait for what is still being opened: the window is going."""
        self._is_closed = True
        self.stop()
        for opening in list(self._given_up):
            opening.wait()

    def _opened(self, opening: _Opening) -> None:
        self._given_up.discard(opening)
        if opening is self._opening:
            self._opening = None
            self._session = opening.session
            if self._session is not None:
                self._timer.start()
        opening.deleteLater()

    def _frame(self) -> None:
        session, path = self._session, self.path
        if session is None or path is None:
            return
        for _ in range(STEPS_A_FRAME):
            session.step()
        image = paint_world(session, None, self._size, current_theme(), OverlayChoice(), ratio=self._ratio)
        self.painted.emit(path, image)
