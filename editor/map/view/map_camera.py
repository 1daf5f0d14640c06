"""Hold the map's camera: what is seen, gliding elsewhere, and keeping the whole world in sight."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation, Signal

from editor.map.picture.map_view import MapView, fitted_view
from editor.theme.motion import motion
from runtime.basics.values import Vector

CAMERA_MILLISECONDS = 180


class MapCamera(QObject):
    """Move the view of one map. Sizes are in logical px, positions in world units.

    A fitted camera keeps the whole world in sight while the map is resized; moving it by hand ends that.
    """

    moved = Signal()
    """Emitted whenever something else is seen."""
    panned = Signal()
    """Emitted when the user moved the camera's middle by hand."""

    def __init__(self, parent: QObject, world_size: Vector, width: float, height: float) -> None:
        super().__init__(parent)
        self._world_size = world_size
        self.view = fitted_view(world_size, width, height)
        """What is seen now."""
        self.is_fitted = True
        """Whether the whole world is kept in sight."""
        self._glide: QVariantAnimation | None = None

    def set_view(self, view: MapView) -> None:
        """See something else at once."""
        self.view = view
        self.moved.emit()

    def take_world(self, size: Vector) -> None:
        """Look at a world of another size; a camera moved by hand stays where it is."""
        self._world_size = size
        if self.is_fitted:
            self.fit(animated=False)

    def fit(self, *, animated: bool) -> None:
        """Show the whole world, and keep showing it while the map is resized."""
        self.is_fitted = True
        goal = fitted_view(self._world_size, self.view.width, self.view.height)
        if animated:
            self._glide_to(goal)
        else:
            self.stop_glide()
            self.set_view(goal)

    def look_at(self, center: Vector, unit: float) -> None:
        """Put a world position in the middle at a scale in px per unit; the world is no longer fitted."""
        self.is_fitted = False
        self.stop_glide()
        self.set_view(MapView(center, unit, self.view.width, self.view.height))

    def center_on(self, at: Vector) -> None:
        """Put a world position in the middle; the world is no longer fitted."""
        self.is_fitted = False
        self.set_view(self.view.centered(at))

    def glide_to(self, at: Vector) -> None:
        """Move a world position to the middle, softly."""
        self.is_fitted = False
        self._glide_to(self.view.centered(at))

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Enlarge by a factor around a pixel, the middle of the map without one."""
        self.is_fitted = False
        self.stop_glide()
        middle = QPointF(self.view.width / 2, self.view.height / 2)
        whole = fitted_view(self._world_size, self.view.width, self.view.height)
        self.set_view(self.view.zoomed(factor, anchor or middle, whole.unit))

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the ground by px, by the user's hand."""
        self.is_fitted = False
        self.stop_glide()
        self.panned.emit()
        self.set_view(self.view.panned(dx, dy))

    def resize(self, width: float, height: float) -> None:
        """Take another size of the map: keep the world in sight, or the middle in the middle."""
        self.view = self.view.resized(width, height)
        if self.is_fitted:
            self.fit(animated=False)
        else:
            self.set_view(self.view)

    def stop_glide(self) -> None:
        """Stay where the camera is."""
        if self._glide is not None:
            self._glide.stop()
            self._glide.deleteLater()
            self._glide = None

    def _glide_to(self, goal: MapView) -> None:
        self.stop_glide()
        if motion().is_reduced:
            self.set_view(goal)
            return
        start = self.view
        glide = QVariantAnimation(self)
        glide.setDuration(CAMERA_MILLISECONDS)
        glide.setEasingCurve(QEasingCurve.Type.InOutCubic)
        glide.setStartValue(0.0)
        glide.setEndValue(1.0)

        def step(share: float) -> None:
            x = start.center[0] + (goal.center[0] - start.center[0]) * share
            y = start.center[1] + (goal.center[1] - start.center[1]) * share
            unit = start.unit * (goal.unit / start.unit) ** share
            self.set_view(MapView((x, y), unit, goal.width, goal.height))

        glide.valueChanged.connect(step)
        self._glide = glide
        glide.start(QVariantAnimation.DeletionPolicy.KeepWhenStopped)
