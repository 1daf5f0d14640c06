"""Place and paint what stands above agents' heads: detection meters, and signs in bubbles."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from editor.map.painting.agent_painting import SELECTION_GAP, shown_radius
from editor.map.painting.label_painting import Label
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import GlyphMark, MeterMark
from editor.map.picture.world_picture import WorldPicture
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_PEN, Inks
from editor.theme.text_lines import text_line

METER_WIDTH, METER_HEIGHT = 34.0, 5.0
BUBBLE = 18.0
GAP = 4.0


@dataclass(frozen=True, slots=True)
class PlacedHead:
    """One sign or meter with its rectangle in px."""

    mark: MeterMark | GlyphMark
    box: QRectF


def place_heads(picture: WorldPicture, view: MapView, labels: list[Label]) -> list[PlacedHead]:
    """Return meters and signs stacked above their agents, over the name plate where that is above too."""
    tops: dict[int, float] = {}
    plates = {label.agent: label.plate for label in labels}
    placed = []
    heads = [mark for mark in picture.marks if isinstance(mark, MeterMark | GlyphMark)]
    # Meters stand below the signs.
    for mark in sorted(heads, key=lambda each: isinstance(each, GlyphMark)):
        at = agent_pixel(picture, mark.agent, view)
        top = tops.get(mark.agent)
        if top is None:
            top = _head_top(picture, mark.agent, view, at, plates.get(mark.agent))
        width, height = (METER_WIDTH, METER_HEIGHT) if isinstance(mark, MeterMark) else (BUBBLE, BUBBLE)
        box = QRectF(at.x() - width / 2, top - GAP - height, width, height)
        tops[mark.agent] = box.top()
        placed.append(PlacedHead(mark, box))
    return placed


def agent_pixel(picture: WorldPicture, agent: int, view: MapView) -> QPointF:
    """Return the middle of an agent in px."""
    x, y = picture.agents.positions[agent]
    return view.point((float(x), float(y)))


def _head_top(picture: WorldPicture, agent: int, view: MapView, at: QPointF, plate: QRectF | None) -> float:
    """Return the top of what is drawn of an agent, its name plate included."""
    is_picked = agent == picture.picked
    radius = shown_radius(
        float(picture.agents.radii[agent]), view, is_picked or agent == picture.agents.player
    )
    top = at.y() - radius - (SELECTION_GAP if is_picked else 0.0)
    return min(top, plate.top()) if plate is not None and plate.top() < at.y() else top


def paint_heads(painter: QPainter, heads: list[PlacedHead], inks: Inks) -> None:
    """Paint meters and signs."""
    for head in heads:
        if isinstance(head.mark, MeterMark):
            paint_meter(painter, head.box, head.mark, inks)
        else:
            paint_bubble(painter, head.box, head.mark, inks)


def paint_meter(painter: QPainter, box: QRectF, mark: MeterMark, inks: Inks) -> None:
    """Paint a bar filled from the left."""
    share = min(1.0, max(0.0, mark.share))
    painter.setPen(inks.pen("world.label_back", 1.5))
    painter.setBrush(inks.brush("world.wall"))
    painter.drawRoundedRect(box, 2.5, 2.5)
    if share > 0:
        painter.setPen(NO_PEN)
        painter.setBrush(inks.brush(mark.style.token))
        painter.drawRoundedRect(
            QRectF(box.left(), box.top(), max(4.0, box.width() * share), box.height()), 2.5, 2.5
        )


def paint_bubble(painter: QPainter, box: QRectF, mark: GlyphMark, inks: Inks) -> None:
    """Paint a sign in a bubble whose tip points at the head."""
    middle = box.center().x()
    tip = QPolygonF(
        [
            QPointF(middle - 3.5, box.bottom() - 1),
            QPointF(middle + 3.5, box.bottom() - 1),
            QPointF(middle, box.bottom() + 3.5),
        ]
    )
    line = text_line(mark.text, TextSize.BODY, TextWeight.SEMIBOLD)
    wide = box.adjusted(-max(0.0, line.width - 8) / 2, 0, max(0.0, line.width - 8) / 2, 0)
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush(mark.style.token))
    painter.drawPolygon(tip)
    painter.drawRoundedRect(wide, 6, 6)
    line.draw(painter, middle - line.width / 2, box.center().y(), inks.pen("world.label_back"))
