"""Know which screens there are: the key of their setup, and a place for a window that a screen took along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen

_SEEN_WIDTH, _SEEN_HEIGHT = 96, 48
"""How much of a window has to be on a screen so that it can be taken hold of, px."""


@dataclass(frozen=True, slots=True)
class ScreenPlace:
    """Hold one screen: what it covers, the room there is for windows, device px for each px."""

    whole: QRect
    room: QRect
    scale: float = 1.0


Screens = Callable[[], Sequence[ScreenPlace]]
"""Return the screens there are now, the primary one first."""


def screens_now() -> Sequence[ScreenPlace]:
    """Return the screens of the application."""
    primary = QGuiApplication.primaryScreen()
    found = sorted(QGuiApplication.screens(), key=lambda screen: screen is not primary)
    return [
        ScreenPlace(screen.geometry(), screen.availableGeometry(), screen.devicePixelRatio())
        for screen in found
    ]


def setup_of(screens: Sequence[ScreenPlace]) -> str:
    """Return the key of a setup: the number, the geometry and the scale of its screens."""
    wholes = ((screen.whole, screen.scale) for screen in screens)
    return "; ".join(
        sorted(f"{at.x()},{at.y()} {at.width()}x{at.height()} @{scale:g}" for at, scale in wholes)
    )


def onto_screen(rect: QRect, screens: Sequence[ScreenPlace]) -> QRect:
    """Return where a window goes: where it was, or whole onto the nearest screen if too little is seen."""
    rooms = [screen.room for screen in screens]
    seen = (room.intersected(rect) for room in rooms)
    if not rooms or any(part.width() >= _SEEN_WIDTH and part.height() >= _SEEN_HEIGHT for part in seen):
        return rect
    room = min(rooms, key=lambda room: (room.center() - rect.center()).manhattanLength())
    moved = QRect(rect.topLeft(), rect.size().boundedTo(room.size()))
    moved.moveLeft(max(room.left(), min(moved.left(), room.right() + 1 - moved.width())))
    moved.moveTop(max(room.top(), min(moved.top(), room.bottom() + 1 - moved.height())))
    return moved


class ScreenWatch(QObject):
    """Tell when the screens are about to be others, `leaving`, and when they are, `changed`."""

    leaving = Signal()
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self.changed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenAdded.connect(self._added)
        application.screenRemoved.connect(self.stir)
        application.primaryScreenChanged.connect(self.stir)
        for screen in application.screens():
            screen.geometryChanged.connect(self.stir)

    def stir(self, _what: object = None) -> None:
        """Hear of one change; several that come together count once."""
        if not self._settled.isActive():
            self.leaving.emit()
            self._settled.start()

    def _added(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self.stir)
        self.stir()
