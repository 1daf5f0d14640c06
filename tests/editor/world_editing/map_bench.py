"""Hold a map at zoom 1 with a world that is edited, and do on it what a hand does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from editor.documents.open.world_session import WorldSession
from editor.map.editing import edit_gestures, map_editing
from editor.map.editing.edit_tool import EditTool
from editor.map.editing.map_editing import MapEditing
from editor.map.editing.select_tool import SelectTool
from editor.map.picture.map_view import REFERENCE_UNIT
from editor.map.picture.world_picture import WorldPicture, no_agents
from editor.map.view.map_widget import MapWidget
from editor.map.view.session_reading import read_ground
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from tests.runtime.worlds.edits.edited_world import yard

LEFT = Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Bench:
    """Show a world at 28 px per unit. Places are given in world units."""

    def __init__(self, qtbot: Any, monkeypatch: Any, world: WorldDocument | None = None) -> None:
        self.qtbot = qtbot
        self.held = NO_KEY
        for module in (map_editing, edit_gestures):
            monkeypatch.setattr(module, "held_keys", lambda: self.held)
        self.map = MapWidget()
        # A map that is a window of its own dies in pyqtgraph when it closes.
        self.host = QWidget()
        box = QVBoxLayout(self.host)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.map)
        qtbot.addWidget(self.host)
        self.host.resize(700, 520)
        self.host.show()
        self.session = WorldSession(world or yard(), check=lambda _world, _folder: ())
        self.map.show_picture(WorldPicture(read_ground(self.session.world), no_agents()))
        self.map.camera.look_at((10.0, 7.0), REFERENCE_UNIT)
        self.editing = MapEditing(self.map)
        self.editing.set_session(self.session)
        self.refusals: list[str] = []
        self.session.refused.connect(lambda reason, _remedy: self.refusals.append(reason))
        self.take(SelectTool(self.editing))

    def take(self, tool: EditTool) -> EditTool:
        """Take a tool in hand."""
        self.map.set_tool(tool)
        return tool

    @property
    def world(self) -> WorldDocument:
        """Return the world as it is held."""
        return self.session.world

    @property
    def labels(self) -> list[str]:
        """Return the steps made."""
        return [step.label for step in self.session.history.steps]

    def select(self, *elements: Element) -> None:
        """Select things."""
        self.session.select(elements)

    def pixel(self, at: tuple[float, float]) -> QPoint:
        """Return the pixel of a place."""
        return self.map.view.point((float(at[0]), float(at[1]))).toPoint()

    def _send(self, kind: QEvent.Type, pixel: QPoint, button: Qt.MouseButton, held: Any) -> None:
        viewport = self.map.viewport()
        place = QPointF(pixel)
        buttons = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, place, viewport.mapToGlobal(place), button, buttons, held)
        QApplication.sendEvent(viewport, event)

    def press(self, at: tuple[float, float], held: Any = NO_KEY) -> None:
        """Press the left button."""
        self.held = held
        self._send(QEvent.Type.MouseButtonPress, self.pixel(at), LEFT, held)

    def move(self, at: tuple[float, float]) -> None:
        """Move the pointer."""
        self._send(QEvent.Type.MouseMove, self.pixel(at), LEFT, self.held)

    def release(self, at: tuple[float, float]) -> None:
        """Let the button go."""
        self._send(QEvent.Type.MouseButtonRelease, self.pixel(at), LEFT, self.held)
        self.held = NO_KEY

    def click(self, at: tuple[float, float], held: Any = NO_KEY) -> None:
        """Click a place."""
        self.press(at, held)
        self.release(at)

    def double_click(self, at: tuple[float, float]) -> None:
        """Click twice, as Qt tells it."""
        self.click(at)
        self._send(QEvent.Type.MouseButtonDblClick, self.pixel(at), LEFT, NO_KEY)
        self.release(at)

    def drag(
        self,
        start: tuple[float, float],
        *stops: tuple[float, float],
        held: Any = NO_KEY,
        release: bool = True,
    ) -> None:
        """Drag from a place over others."""
        self.press(start, held)
        first = stops[0]
        self.move(((start[0] + first[0]) / 2, (start[1] + first[1]) / 2))
        for stop in stops:
            self.move(stop)
        if release:
            self.release(stops[-1])

    def key(self, key: Qt.Key, held: Any = NO_KEY) -> None:
        """Press a key."""
        self.qtbot.keyClick(self.map, key, held)


def rounded(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return places with two decimals."""
    return [(round(float(x), 2), round(float(y), 2)) for x, y in points]
