"""Divide the room of the canvas between the first one and the one beside or below it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget

from editor.widgets.boxes import add_all
from editor.window.frame.beside_pane import LEAST_HEIGHT, LEAST_WIDTH, BesidePane

HALF = 0.5
_EDGE = 0.3
"""The share of width or height that counts as the right or lower edge, for what is dropped."""


class CanvasSides(QSplitter):
    """Hold the stack of canvases and the pane of the second one; the pane is hidden while there is one."""

    divided = Signal()

    def __init__(self, first: QStackedWidget, beside: BesidePane) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._first, self._beside = first, beside
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        add_all(self, first, beside)

    @property
    def is_below(self) -> bool:
        """Tell whether the second canvas stands, or would stand, below the first."""
        return self.orientation() is Qt.Orientation.Vertical

    @property
    def share(self) -> float:
        """Return the share of the room that the first canvas has, 0 to 1; 1 without a second."""
        first, second = self.sizes()
        return first / (first + second) if first + second and not self._beside.isHidden() else 1.0

    def divide(self, *, below: bool, share: float = HALF) -> None:
        """Put the second canvas beside or below, the first with a share of the room."""
        self.setOrientation(Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal)
        room = self.height() if below else self.width()
        first = round(room * min(0.95, max(0.05, share)))
        self.setSizes([first, room - first])
        self.divided.emit()

    def lack_of_room(self, *, below: bool) -> str:
        """Return why there is no room for a second canvas, "" for enough."""
        there, least = (self.height(), LEAST_HEIGHT) if below else (self.width(), LEAST_WIDTH)
        wanted = 2 * least + self.handleWidth()
        way = "height" if below else "width"
        return "" if there >= wanted else f"two canvases need {wanted} px of {way}, there are {there}"

    def edge(self, x: int, y: int) -> str:
        """Return at which edge of the room a point is: "right", "below", or "" for neither."""
        right = (self.width() - x) / max(1, self.width())
        below = (self.height() - y) / max(1, self.height())
        if min(right, below) > _EDGE or not self.rect().contains(x, y):
            return ""
        return "right" if right <= below else "below"

    def place_of(self, *, below: bool) -> QRect:
        """Return where a second canvas would stand with half of the room."""
        room = self.rect()
        if below:
            return room.adjusted(0, room.height() // 2, 0, 0)
        return room.adjusted(room.width() // 2, 0, 0, 0)
