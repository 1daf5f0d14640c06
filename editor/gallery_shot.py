"""Hold what one picture of the window shows, and how the run comes to the moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QDialog

from editor.main_window import MainWindow
from editor.theme.theme_manager import current_theme
from editor.window_arrangement import DEFAULT_SIZE

FRAME = 6
"""Ticks between frames while a moment is played up to, so that curves and logs fill."""

Act = Callable[[MainWindow], None]


@dataclass(frozen=True)
class Shot:
    """Hold one picture: its file's name, the sample, the ticks played, and what is done before it."""

    name: str
    sample: str = "tank.mind.json"
    ticks: int = 300
    theme: str = "dark"
    act: Act | None = None
    size: tuple[int, int] = DEFAULT_SIZE


def play(window: MainWindow, ticks: int) -> None:
    """Play in frames of six ticks."""
    for _ in range(max(0, ticks) // FRAME):
        window.run.advance(FRAME)


def lead_player_to(window: MainWindow, distance: float, ticks: int = 60) -> None:
    """Keep the player so far ahead of the picked agent that it is seen."""
    run = window.run
    for _ in range(ticks // FRAME):
        session = run.session
        if session is None or session.document.player is None or run.picked_agent is None:
            return
        index = session.agent_ids.index(run.picked_agent)
        x, y = session.world.agents.position[index]
        heading_x, heading_y = _ahead(session.world.agents.orientation[index])
        width, height = session.document.size
        place = (
            min(float(width) - 1, max(1.0, float(x) + heading_x * distance)),
            min(float(height) - 1, max(1.0, float(y) + heading_y * distance)),
        )
        session.set_pose(session.document.player, place)
        run.advance(FRAME)


def _ahead(heading: float) -> tuple[float, float]:
    return cos(radians(float(heading))), sin(radians(float(heading)))


def save_with_dialogs(window: MainWindow, path: Path) -> None:
    """Save what a window shows, with the windows that it has opened in front of it."""
    picture = window.grab()
    painter = QPainter(picture)
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            place = QRect(QPoint(), dialog.size())
            place.moveCenter(window.rect().center())
            painter.drawPixmap(place.topLeft(), dialog.grab())
            painter.setPen(current_theme().color("border.strong"))
            painter.drawRect(place.adjusted(-1, -1, 0, 0))
    painter.end()
    if not picture.save(str(path)):
        raise OSError(f"{path} cannot be written")
