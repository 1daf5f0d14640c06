"""Keep the picture of what stands still, so that a run under a still camera paints it once."""

from __future__ import annotations

import math
from collections.abc import Hashable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.map.painting.ground_painting import paint_all_ground
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import GroundPicture
from editor.theme.inks import Inks


class GroundLayer:
    """Paint the ground, from a kept picture where the same was painted just before.

    The first time something else is seen it is painted as it is, since a camera that moves shows every
    view once.
    """

    def __init__(self) -> None:
        self._key: Hashable = None
        self._ground: GroundPicture | None = None
        self._pixmap: QPixmap | None = None

    def paint(
        self,
        painter: QPainter,
        ground: GroundPicture,
        view: MapView,
        inks: Inks,
        *,
        grid: bool,
        paths: bool,
        ratio: float,
    ) -> None:
        """Paint what stands still over the whole map."""
        key = (id(ground), view, inks.theme.name, grid, paths, ratio)
        if key != self._key or ground is not self._ground:
            self._key, self._ground, self._pixmap = key, ground, None
            paint_all_ground(painter, ground, view, inks, grid=grid, paths=paths)
            return
        if self._pixmap is None:
            self._pixmap = self._picture(ground, view, inks, grid=grid, paths=paths, ratio=ratio)
        painter.drawPixmap(QPointF(0, 0), self._pixmap)

    @staticmethod
    def _picture(
        ground: GroundPicture, view: MapView, inks: Inks, *, grid: bool, paths: bool, ratio: float
    ) -> QPixmap:
        pixmap = QPixmap(math.ceil(view.width * ratio), math.ceil(view.height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        paint_all_ground(painter, ground, view, inks, grid=grid, paths=paths)
        painter.end()
        return pixmap
