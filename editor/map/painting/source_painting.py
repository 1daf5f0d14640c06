"""Paint the sources of a world: a disc with the sign of what each gives off."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import SourcePicture
from editor.theme.icons import pixmap
from editor.theme.inks import Inks

SOURCE_RADIUS = 10.0
SOURCE_ICONS = {"noise": "noise", "light": "eye", "interest": "flag", "scent": "vectors"}
"""The icon of each kind of source; any other kind has a pin."""

_ICON = 14.0
_TOKENS = {
    "noise": "world.noise",
    "light": "world.cone",
    "scent": "family.world.line",
    "interest": "family.ask.line",
}


def paint_sources(painter: QPainter, sources: Iterable[SourcePicture], view: MapView, inks: Inks) -> None:
    """Paint a disc with the sign of its kind at every source."""
    ratio = painter.device().devicePixelRatioF()
    for source in sources:
        at = view.point(source.at)
        painter.setPen(inks.pen("border.strong", 1))
        painter.setBrush(inks.brush("surface.popup"))
        painter.drawEllipse(at, SOURCE_RADIUS, SOURCE_RADIUS)
        color = inks.color(_TOKENS.get(source.kind, "text.primary"))
        sign = pixmap(SOURCE_ICONS.get(source.kind, "pin"), _ICON, color, ratio)
        painter.drawPixmap(QPointF(at.x() - _ICON / 2, at.y() - _ICON / 2), sign)
