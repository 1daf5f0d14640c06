"""Move and zoom the view: to the cursor, to things, with a short glide."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsView

from editor.theme.fonts import Milliseconds
from editor.theme.motion import motion

LEAST_ZOOM, MOST_ZOOM = 0.05, 4.0
SIDE_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 28.0, 52.0, 60.0
"""Room around framed things, in screen px: breadcrumb, legend and zoom box lie over the edges."""
READABLE_ZOOM = 0.5
"""A graph is first shown no smaller than this, so that its titles can be read."""
MOST_FRAME_ZOOM = 1.0
"""Framing never enlarges beyond this."""


class Camera(QObject):
    """Own zoom and center of one view."""

    zoomed = Signal(float)
    moved = Signal()
    """Tells that another part of the scene is seen, or another size of it."""

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(view)
        self.reduced_motion = False
        """Whether this camera jumps whatever the setting says."""
        self._view = view
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        view.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self._zoom = 1.0
        self._center = QPointF()
        self._glide = QVariantAnimation(self)
        self._glide.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._glide.setStartValue(0.0)
        self._glide.setEndValue(1.0)
        self._glide.valueChanged.connect(self._glide_to)
        self._from = (1.0, QPointF())
        self._to = (1.0, QPointF())
        self._frame_again: Callable[[], None] | None = None
        self._is_whole = self._is_first = False

    @property
    def zoom(self) -> float:
        """Return the zoom, 1 for 100 %."""
        return self._zoom

    @property
    def center(self) -> QPointF:
        """Return the point of the scene in the middle of the view."""
        return QPointF(self._center)

    @property
    def jumps(self) -> bool:
        """Tell whether it goes everywhere at once."""
        return self.reduced_motion or motion().is_reduced

    @property
    def is_framed(self) -> bool:
        """Tell whether what is in view was framed and not moved since, so that a resize frames it again."""
        return self._frame_again is not None

    def zoom_at(self, factor: float, place: QPointF) -> None:
        """Zoom by a factor and keep the scene under `place` (viewport px) where it is; 5 % to 400 %."""
        self.stop()
        self._forget_frame()
        middle = self._middle()
        before = self._center + (place - middle) / self._zoom
        zoom = min(MOST_ZOOM, max(LEAST_ZOOM, self._zoom * factor))
        self._set(zoom, before - (place - middle) / zoom)

    def zoom_to(self, zoom: float) -> None:
        """Set the zoom and keep the middle of the view."""
        self.zoom_at(zoom / self._zoom, self._middle())

    def reset_zoom(self) -> None:
        """Zoom to 100 % and keep the middle of the view."""
        self.zoom_to(1.0)

    def pan(self, dx: float, dy: float) -> None:
        """Move what is seen by screen px."""
        self.stop()
        self._forget_frame()
        self._set(self._zoom, self._center - QPointF(dx, dy) / self._zoom)

    def carry(self, way: QPointF) -> None:
        """Go at once as far as what is looked at was moved, so that it stays where it is on the screen."""
        if not way.isNull():
            self.stop()
            self._set(self._zoom, self._center + way)

    def frame(self, rect: QRectF, *, animated: bool = True, whole: bool = False) -> None:
        """Bring a rectangle of the scene into view with room around it; `whole` if it is all there is."""
        if not rect.isNull():
            zoom = max(LEAST_ZOOM, self._fitting_zoom(rect))
            self.go(zoom, self._center_for(rect, zoom), animated=animated)
            self._frame_again = lambda: self.frame(rect, animated=False, whole=whole)
            self._is_whole = whole

    def bring(self, rect: QRectF) -> bool:
        """Move just so far that a rectangle is in the room between the margins; False for a larger one."""
        zoom, center = self._to if self.is_gliding else (self._zoom, self._center)
        size = self._view.viewport().size() / zoom
        seen = QRectF(0, 0, size.width(), size.height())
        seen.moveCenter(center)
        side, top, bottom = SIDE_MARGIN / zoom, TOP_MARGIN / zoom, BOTTOM_MARGIN / zoom
        room = seen.adjusted(side, top, -side, -bottom)
        if rect.width() > room.width() or rect.height() > room.height():
            return False
        way = QPointF(
            min(0.0, rect.left() - room.left()) + max(0.0, rect.right() - room.right()),
            min(0.0, rect.top() - room.top()) + max(0.0, rect.bottom() - room.bottom()),
        )
        if not way.isNull():
            self.go(zoom, center + way, lasts=Milliseconds.BRING)
        return True

    def reveal(self, rect: QRectF, *, covered: int = 0) -> None:
        """Bring a rectangle into view if part of it is outside, without changing the zoom.

        `covered` is how much of the top of the view something lies over, px.
        """
        seen = self._view.viewport().rect().adjusted(0, covered, 0, 0)
        if not self._view.mapToScene(seen).boundingRect().contains(rect):
            self.go(self._zoom, rect.center())

    def show_first(self, rect: QRectF, start: QPointF) -> None:
        """Show a graph for the first time: all of it, or as much around its `start` as can be read."""
        if rect.isNull():
            return
        self.go(*self._first_place(rect, start), animated=False)
        self._frame_again = lambda: self.show_first(rect, start)
        self._is_first = True

    def fit(self, rect: QRectF, start: QPointF, *, toggles: bool = True) -> None:
        """Bring all there is into view if it can be read then, else what is around `start`.

        Where that is in view already and it `toggles`, all of it is shown, from afar.
        """
        zoom, center = self._first_place(rect, start)
        is_there = abs(zoom - self._zoom) < 1e-6 and (center - self._center).manhattanLength() < 1.0
        if rect.isNull() or (is_there and toggles) or self._fitting_zoom(rect) >= READABLE_ZOOM:
            self.frame(rect, whole=True)
        else:
            self.go(zoom, center)

    def follow_content(self, rect: QRectF, start: QPointF) -> None:
        """Frame a graph again that lies elsewhere now, if all of it was framed and not moved since."""
        if rect.isNull() or self._frame_again is None:
            return
        if self._is_first:
            self.show_first(rect, start)
        elif self._is_whole:
            self.frame(rect, animated=False, whole=True)

    def _first_place(self, rect: QRectF, start: QPointF) -> tuple[float, QPointF]:
        zoom = self._fitting_zoom(rect)
        if zoom >= READABLE_ZOOM:
            return zoom, self._center_for(rect, zoom)
        size = self._view.viewport().size() / READABLE_ZOOM
        part = QRectF(0, 0, min(rect.width(), size.width()), min(rect.height(), size.height()))
        part.moveCenter(start)
        part.moveLeft(min(max(part.left(), rect.left()), rect.right() - part.width()))
        part.moveTop(min(max(part.top(), rect.top()), rect.bottom() - part.height()))
        center = self._center_for(part, READABLE_ZOOM)
        if part.height() < rect.height():
            center.setY(part.top() + (size.height() / 2) - TOP_MARGIN / READABLE_ZOOM)
        return READABLE_ZOOM, center

    def _fitting_zoom(self, rect: QRectF) -> float:
        size = self._view.viewport().size()
        return min(
            max(1.0, size.width() - 2 * SIDE_MARGIN) / max(1.0, rect.width()),
            max(1.0, size.height() - TOP_MARGIN - BOTTOM_MARGIN) / max(1.0, rect.height()),
            MOST_FRAME_ZOOM,
        )

    def _center_for(self, rect: QRectF, zoom: float) -> QPointF:
        """Return the center that puts a rectangle in the middle of the room between the margins."""
        return rect.center() + QPointF(0.0, (BOTTOM_MARGIN - TOP_MARGIN) / 2 / zoom)

    def go(
        self,
        zoom: float,
        center: QPointF,
        *,
        animated: bool = True,
        lasts: Milliseconds = Milliseconds.CAMERA,
    ) -> None:
        """Go to a zoom and center, gliding as long as it `lasts` unless motion is reduced."""
        self.stop()
        self._forget_frame()
        if not animated or self.jumps or not self._view.isVisible():
            self._set(zoom, center)
            return
        self._from = (self._zoom, QPointF(self._center))
        self._to = (zoom, QPointF(center))
        self._glide.setDuration(int(lasts))
        self._glide.start()

    def _forget_frame(self) -> None:
        self._frame_again, self._is_whole, self._is_first = None, False, False

    def stop(self) -> None:
        """Stay where the glide has come to."""
        self._glide.stop()

    @property
    def is_gliding(self) -> bool:
        """Tell whether the view is on its way."""
        return self._glide.state() == QVariantAnimation.State.Running

    def follow_resize(self) -> None:
        """Frame again what was framed when the view got another size; keep the center after a pan or zoom."""
        again = self._frame_again
        if again is None:
            self._set(self._zoom, self._center)
            return
        again()

    def _glide_to(self, value: object) -> None:
        share = float(value) if isinstance(value, int | float) else 1.0
        zoom = self._from[0] * (self._to[0] / self._from[0]) ** share
        # The zoom runs geometrically; moving the center with it keeps the far end from swinging.
        ends = self._to[0] - self._from[0]
        part = share if abs(ends) < 1e-6 else (zoom - self._from[0]) / ends * self._to[0] / zoom
        center = self._from[1] + (self._to[1] - self._from[1]) * min(1.0, max(0.0, part))
        self._set(zoom, center)

    def _middle(self) -> QPointF:
        size = self._view.viewport().size()
        return QPointF(size.width() / 2, size.height() / 2)

    def _set(self, zoom: float, center: QPointF) -> None:
        changed = abs(zoom - self._zoom) > 1e-9
        self._zoom, self._center = zoom, QPointF(center)
        if changed or self._view.transform().m11() != zoom:
            self._view.setTransform(QTransform.fromScale(zoom, zoom))
        self._view.centerOn(center)
        if changed:
            self.zoomed.emit(zoom)
        self.moved.emit()
