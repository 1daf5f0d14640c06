"""Show a picture of the world: the widget that paints it, its camera, and what is drawn over it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.painting.ground_painting import GroundLayer
from editor.map.painting.label_painting import LabelOf
from editor.map.painting.legend_painting import best_corner
from editor.map.painting.map_painting import Hover, no_label, paint_hover, paint_map
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import GroundPicture, WorldPicture, no_agents
from editor.map.view.map_camera import MapCamera
from editor.map.view.map_tools import MapTool
from editor.theme.inks import Inks, inks_for
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.hairline import paint_focus_ring


class MapSurface(QAbstractScrollArea):
    """Show a `WorldPicture`. Repaints when told, never by itself; colors are read while painting."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self.picture = WorldPicture(GroundPicture(), no_agents())
        self.choice = OverlayChoice()
        self.label_of: LabelOf = no_label
        self.hover = Hover()
        self._tool: MapTool | None = None
        self.paint_over: Callable[[QPainter, MapView, Inks], None] = nothing_over
        """Paints over the world what others point at."""
        self._legend_shown = False
        self._legend_corner: int | None = None
        self._layer = GroundLayer()
        self.camera = MapCamera(self, self.picture.ground.size, self.width(), self.height())
        self.camera.moved.connect(self.repaint_map)
        theme_manager().theme_changed.connect(self.repaint_map)

    @property
    def view(self) -> MapView:
        """Return what the camera sees."""
        return self.camera.view

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.repaint_map()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the focus no more."""
        super().focusOutEvent(event)
        self.repaint_map()

    def show_picture(self, picture: WorldPicture) -> None:
        """Paint another moment; another ground is fitted when the camera was not moved by hand."""
        another_ground = picture.ground is not self.picture.ground
        self.picture = picture
        if another_ground:
            self.camera.take_world(picture.ground.size)
        self.update_hover()
        self.repaint_map()

    def set_choice(self, choice: OverlayChoice) -> None:
        """Draw other overlays; their marks come with the next picture."""
        self.choice = choice
        self.repaint_map()

    def show_legend(self, shown: bool) -> None:
        """Show or hide the legend."""
        self._legend_shown, self._legend_corner = shown, None
        self.update_hover()
        self.repaint_map()

    def update_hover(self) -> None:
        """Read again what lies under the pointer: the ground moves under it too."""
        self.hover = Hover(legend=self._legend_shown, corner=self._corner())

    def _corner(self) -> int:
        """Return where the legend is now; it goes elsewhere only when it would hide too much."""
        if self._legend_shown:
            self._legend_corner = best_corner(self.picture, self.view, self._legend_corner)
        return self._legend_corner or 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole map."""
        painter = QPainter(self.viewport())
        self.paint_picture(painter)

    def paint_picture(self, painter: QPainter) -> None:
        """Paint the map in px."""
        theme = current_theme()
        paint_map(
            painter,
            self.picture,
            self.view,
            theme,
            self.choice,
            label_of=self.label_of,
            ratio=self.devicePixelRatioF(),
            layer=self._layer,
        )
        self.paint_over(painter, self.view, inks_for(theme))
        if self._tool is not None:
            self._tool.paint(painter, self.view, inks_for(theme))
        if self.hover is not None:
            paint_hover(painter, self.picture, self.view, inks_for(theme), self.hover)
        paint_focus_ring(painter, self)

    def repaint_map(self) -> None:
        """Paint again with the next frame; for tools that changed what they show."""
        self.viewport().update()

    def fit(self, *, animated: bool = True) -> None:
        """Show the whole world, and keep showing it while the map is resized."""
        self.camera.fit(animated=animated and self.isVisible())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle of the map in the middle, or the whole world in sight."""
        super().resizeEvent(event)
        self.camera.resize(self.width(), self.height())


def nothing_over(painter: QPainter, view: MapView, inks: Inks) -> None:
    """Paint nothing over the world."""
