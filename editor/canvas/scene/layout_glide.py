"""Let nodes glide to where another layout puts them, so that the eye can follow."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal
from PySide6.QtWidgets import QGraphicsView

from editor.canvas.routing.shapes import Rect
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.scene import CanvasScene
from editor.theme.fonts import Milliseconds


class LayoutGlide(QObject):
    """Show what an edit moved on its way from where it stood.

    Only the picture is late: hits, gestures and further edits work with the places that hold now.
    """

    ended = Signal()

    def __init__(self, view: QGraphicsView, canvas: CanvasScene, camera: Camera) -> None:
        super().__init__(view)
        self._view, self._canvas, self._camera = view, canvas, camera
        self._skips = False
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(int(Milliseconds.LAYOUT))
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.valueChanged.connect(self._show)
        self._animation.finished.connect(self.ended)

    @property
    def is_under_way(self) -> bool:
        """Tell whether anything glides."""
        return self._animation.state() == QVariantAnimation.State.Running

    def skip_next(self) -> None:
        """Let the next change be there at once: the hand has carried everything to its place already."""
        self._skips = True

    def begin(self) -> None:
        """Let what the last change of the document moved glide, unless motion is reduced."""
        skips, self._skips = self._skips, False
        if skips:
            return
        view, contents = self._view, self._canvas.contents
        if contents is None or self._camera.jumps or not view.isVisible():
            return
        seen = view.mapToScene(view.viewport().rect()).boundingRect()
        if contents.begin_glide(Rect(seen.left(), seen.top(), seen.right(), seen.bottom())):
            contents.show_glide(1.0)
            self._animation.start()

    def stop(self) -> None:
        """Put everything where it belongs."""
        if self.is_under_way:
            self._animation.stop()
            self._show(0.0)

    def _show(self, left: object) -> None:
        contents = self._canvas.contents
        if contents is not None and isinstance(left, float):
            contents.show_glide(left)
