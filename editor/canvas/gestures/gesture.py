"""The base of all gestures: one pointer drag that ends in at most one undo step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import READ_ONLY_REMEDY, CanvasHost
from graphs.edits import EditRefused
from graphs.model import Document

GRID = 16.0
"""Positions snap to this step, px."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the pointer is, in scene px and in px of the view, and which keys are held."""

    scene: Point
    view: QPoint
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a gesture cannot end here, and what to do instead."""

    reason: str
    remedy: str = ""


class CanvasGesture:
    """One drag of the pointer.

    `start` is called once the pointer has moved far enough to mean a drag, `move` for every later position,
    then either `finish` or `cancel`. `cancel` restores the picture and leaves nothing behind. A gesture that
    cannot end where the pointer is has a `refusal`, which is shown there; finishing then changes nothing.
    """

    cursor: Qt.CursorShape | None = None
    edits = True
    """Whether it ends in a change of the document; a document that is read-only refuses it at once."""

    def __init__(self, view: CanvasHost) -> None:
        self.view = view
        self.refusal: Refusal | None = None

    def start(self, at: Pointer) -> None:
        """Begin at the place where the button went down."""

    def move(self, at: Pointer) -> None:
        """Follow the pointer."""

    def finish(self, at: Pointer) -> None:
        """End where the button was released."""

    def cancel(self) -> None:
        """Give up and restore the picture."""

    def overlay_rect(self) -> QRectF:
        """Return the part of the scene that `paint` touches."""
        return QRectF()

    def paint(self, painter: QPainter) -> None:
        """Paint what the gesture shows above everything, in scene coordinates."""

    def why_not(self, edit: Callable[[Document], object]) -> Refusal | None:
        """Try an edit on the document without keeping the result; return why it is refused, or None."""
        session = self.view.session
        if session.read_only_reason:
            return Refusal(session.read_only_reason, READ_ONLY_REMEDY)
        try:
            edit(session.document)
        except EditRefused as refused:
            return Refusal(refused.reason, refused.remedy)
        return None


def snapped(value: float) -> float:
    """Return a coordinate on the grid."""
    return round(value / GRID) * GRID
