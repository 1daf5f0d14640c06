"""Place and paint the plates with numbers that lie on lines, none over another."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.map.overlays.mark_painting import arrow_line
from editor.map.painting.label_painting import Occupied
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import ArrowMark, CrosshairMark, Mark, PlateMark
from editor.theme.fonts import TextSize
from editor.theme.inks import NO_PEN, Inks
from editor.theme.text_lines import text_line

PLATE_PLACES = (2 / 3, 0.6, 0.72, 0.53, 0.46, 0.38)
"""Where on its line a plate may stand, as shares, the best first."""

_HEIGHT = 16.0
_ROOM = 5.0


@dataclass(frozen=True, slots=True)
class PlacedPlate:
    """One plate: its rectangle in px and its words."""

    box: QRectF
    text: str


def place_plates(marks: tuple[Mark, ...], view: MapView, occupied: Occupied) -> list[PlacedPlate]:
    """Return the plates to paint, and take their places.

    A plate stands off the tips of arrows and the crosshair. Where its line is too short it is left out, as
    is one that would cover another.
    """
    plates = [mark for mark in marks if isinstance(mark, PlateMark)]
    if not plates:
        return []
    tips = [arrow_line(mark, view).p2() for mark in marks if isinstance(mark, ArrowMark)]
    crosshairs = [view.point(mark.at) for mark in marks if isinstance(mark, CrosshairMark)]
    placed = []
    for mark in plates:
        plate = _place(mark, view, tips, crosshairs, occupied)
        if plate is not None:
            occupied.add(plate.box)
            placed.append(plate)
    return placed


def _place(
    mark: PlateMark, view: MapView, tips: list[QPointF], crosshairs: list[QPointF], occupied: Occupied
) -> PlacedPlate | None:
    width = text_line(mark.text, TextSize.BADGE, fixed=True).width + 10
    line = QLineF(view.point(mark.start), view.point(mark.end))
    if line.length() < 2 * width:
        return None
    free = []
    for share in PLATE_PLACES:
        middle = line.pointAt(share)
        box = QRectF(middle.x() - width / 2, middle.y() - _HEIGHT / 2, width, _HEIGHT)
        if not occupied.is_free(box):
            continue
        room = box.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        covers = any(room.contains(tip) for tip in tips)
        if not covers and not any(room.intersects(_around(at)) for at in crosshairs):
            return PlacedPlate(box, mark.text)
        free.append(box)
    return PlacedPlate(free[0], mark.text) if free else None


def _around(at: QPointF) -> QRectF:
    return QRectF(at.x() - 8, at.y() - 8, 16, 16)


def paint_plates(painter: QPainter, plates: list[PlacedPlate], inks: Inks) -> None:
    """Paint plates with their numbers."""
    for plate in plates:
        painter.setPen(NO_PEN)
        painter.setBrush(inks.brush("world.label_back"))
        painter.drawRoundedRect(plate.box, 4, 4)
        line = text_line(plate.text, TextSize.BADGE, fixed=True)
        line.draw(painter, plate.box.left() + 5, plate.box.center().y(), inks.pen("text.primary"))
