"""The base of all gestures, drags of the pointer that end in one undo step at most, and the simplest ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.scene.canvas_host import READ_ONLY_REMEDY, CanvasHost
from editor.theme.inks import make_pen
from editor.theme.theme_manager import current_theme
from graphs.edits.refusal import EditRefused
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

    @property
    def copies(self) -> bool:
        """Tell whether a drag carries copies: with Ctrl and Shift held."""
        return self.ctrl and self.shift and not self.alt


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


class BoxSelect(CanvasGesture):
    """Drag a box on empty canvas; Shift adds to the selection, Ctrl toggles what the box touches."""

    edits = False

    def start(self, at: Pointer) -> None:
        """Note where the box begins and what is selected."""
        self._from: Point = at.scene
        self._box = Rect(*at.scene, *at.scene)
        self._before = self.view.session.selection
        self._adds, self._toggles = at.shift, at.ctrl

    def move(self, at: Pointer) -> None:
        """Select what the box touches now."""
        (ax, ay), (bx, by) = self._from, at.scene
        self._box = Rect(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        contents = self.view.canvas.contents
        found = contents.within(self._box) if contents is not None else set()
        touched = frozenset(found | self.view.canvas.frames.within(self._box))
        if self._toggles:
            touched = self._before ^ touched
        elif self._adds:
            touched = self._before | touched
        self.view.session.select(touched)

    def cancel(self) -> None:
        """Select what was selected before."""
        self.view.session.select(self._before)

    def overlay_rect(self) -> QRectF:
        """Return the box with room for its line."""
        margin = 2 / self.view.camera.zoom
        return qrect(self._box.grown(margin))

    def paint(self, painter: QPainter) -> None:
        """Paint the box."""
        theme = current_theme()
        fill = theme.color("accent.line")
        opacity = theme.opacity("box_select")
        painter.setPen(make_pen(fill, 1.0, cosmetic=True))
        shade = type(fill)(fill)
        shade.setAlphaF(opacity)
        painter.setBrush(shade)
        painter.drawRect(qrect(self._box))


class Pan(CanvasGesture):
    """Drag the canvas; Esc goes back to where the view was."""

    cursor = Qt.CursorShape.ClosedHandCursor
    edits = False

    def start(self, at: Pointer) -> None:
        """Note where the view is."""
        self._zoom = self.view.camera.zoom
        self._center = self.view.camera.center
        self._last: QPoint = at.view

    def move(self, at: Pointer) -> None:
        """Move the view along."""
        step = at.view - self._last
        self._last = at.view
        self.view.camera.pan(step.x(), step.y())

    def cancel(self) -> None:
        """Go back to where the view was."""
        self.view.camera.go(self._zoom, self._center, animated=False)
