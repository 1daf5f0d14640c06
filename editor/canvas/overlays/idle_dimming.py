"""Dim what a run leaves idle, while nothing of the document changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.run_look import RunLooks
from editor.canvas.items.shared_look import qrect
from editor.canvas.scene.scene import CanvasScene
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import StatusLook

_ABOVE_NODES = 8e5
_OPACITY = 0.72
_OUT = 2.0
_BELOW = 6.0
"""How far the sheet under a node that calls a graph reaches."""


class IdleDimming(QGraphicsItem):
    """Dim the nodes and states that were not visited, or are not active, in the tick shown."""

    def __init__(self, canvas: CanvasScene, looks: Callable[[], RunLooks]) -> None:
        super().__init__()
        self._canvas, self._looks = canvas, looks
        self._idle: frozenset[str] = frozenset()
        self._bounds = QRectF()
        self.setZValue(_ABOVE_NODES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        canvas.addItem(self)

    @property
    def idle(self) -> frozenset[str]:
        """Return what is dimmed."""
        return self._idle

    def refresh(self, *, on: bool) -> None:
        """Dim what is idle now, or nothing; without a run nothing is idle."""
        idle = self._idle_now() if on else frozenset()
        bounds = self._canvas.content_rect() if idle else QRectF()
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        if idle != self._idle:
            self._idle = idle
            self.update()

    def _idle_now(self) -> frozenset[str]:
        contents, looks = self._canvas.contents, self._looks()
        if contents is None or not looks.nodes:
            return frozenset()
        boxes = self._canvas.machine.open_boxes() if self._canvas.machine is not None else frozenset()
        return frozenset(
            node
            for node in contents.node_ids()
            if node not in boxes and looks.node(node).status == StatusLook.IDLE
        )

    def boundingRect(self) -> QRectF:
        """Return the room of the whole graph."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the ground, nearly opaque, over what is idle."""
        ground = QColor(current_theme().color("surface.canvas"))
        ground.setAlphaF(_OPACITY)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        for node in self._idle:
            rect = self._canvas.node_rect(node)
            if rect is not None:
                painter.drawRoundedRect(qrect(rect).adjusted(-_OUT, -_OUT, _OUT, _BELOW), 8, 8)
