"""Place and paint words over the world, never two on one place: names, numbers, signs above heads."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from editor.map.overlays.mark_painting import arrow_line
from editor.map.painting.agent_painting import SELECTION_GAP, SeenAgents, shown_radius
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import ArrowMark, CrosshairMark, GlyphMark, Mark, MeterMark, PlateMark
from editor.map.picture.world_picture import AgentsPicture, WorldPicture
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_PEN, Inks, inks_for, set_inks, smooth_painter
from editor.theme.text_lines import passing_line, text_line, text_width
from editor.theme.tokens import Theme

LabelOf = Callable[[str], str]
"""Return the words above an agent, or nothing for none."""

LABELS_FROM_ZOOM = 0.6
MOST_AGENTS_WITH_LABELS = 80
"""With more agents in sight only the picked one and the player have plates: a wall of words says nothing."""

PLATE_HEIGHT = 18.0
RISE = 19.0
"""Px from the rim of the body to the middle of its plate."""

MOST_TEXT = 180.0
_BUCKET = 64.0


@dataclass(frozen=True, slots=True)
class Label:
    """One plate: its rectangle in px, its words, whether it belongs to the picked agent, and whose it is."""

    plate: QRectF
    text: str
    live: bool
    agent: int


class Occupied:
    """Remember rectangles in a coarse grid, so that asking stays cheap with a thousand of them."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[int, int], list[QRectF]] = {}

    @staticmethod
    def _cells(box: QRectF) -> list[tuple[int, int]]:
        columns = range(math.floor(box.left() / _BUCKET), math.floor(box.right() / _BUCKET) + 1)
        rows = range(math.floor(box.top() / _BUCKET), math.floor(box.bottom() / _BUCKET) + 1)
        return [(column, row) for column in columns for row in rows]

    def add(self, box: QRectF) -> None:
        """Take a place."""
        for cell in self._cells(box):
            self._buckets.setdefault(cell, []).append(box)

    def is_free(self, box: QRectF) -> bool:
        """Return whether nothing taken overlaps `box`."""
        return not any(
            taken.intersects(box) for cell in self._cells(box) for taken in self._buckets.get(cell, ())
        )


def place_labels(
    agents: AgentsPicture,
    seen: SeenAgents,
    view: MapView,
    label_of: LabelOf,
    picked: int,
    occupied: Occupied,
    disliked: Occupied | None = None,
    picked_only: bool = False,
) -> list[Label]:
    """Return the plates to paint, the picked agent's last.

    A plate is above its agent, or below where it would leave the map or cover something: another
    plate, a body, what is `occupied`, or, if both places are free of these, what is `disliked`. Where
    neither place is free it is left out, except the picked agent's. Under zoom 0.6, and with `picked_only`,
    only the picked one has a plate.
    """
    taken = (occupied, disliked or Occupied())
    labels = []
    if len(seen.rows) <= MOST_AGENTS_WITH_LABELS:
        _occupy_bodies(agents, seen, view, occupied, picked)
    if picked >= 0:
        own = _label(agents, picked, view, label_of, taken, picked)
        labels += [own] if own is not None else []
    if view.zoom >= LABELS_FROM_ZOOM and not picked_only:
        for index in _by_importance(agents, seen.rows, picked):
            label = _label(agents, index, view, label_of, taken, picked)
            if label is not None:
                labels.insert(0, label)
    return labels


def _occupy_bodies(
    agents: AgentsPicture, seen: SeenAgents, view: MapView, occupied: Occupied, picked: int
) -> None:
    """Take the place of every body and of the picked one's ring, but not that of their own plates."""
    for index, (x, y) in zip(seen.rows.tolist(), seen.pixels[seen.rows].tolist(), strict=True):
        radius = float(agents.radii[index]) * view.unit
        reach = radius + (SELECTION_GAP + 2 if index == picked else min(radius * 0.25, 6.0))
        occupied.add(QRectF(float(x) - reach, float(y) - reach, 2 * reach, 2 * reach))


def _by_importance(agents: AgentsPicture, seen: NDArray[np.int64], picked: int) -> list[int]:
    """Return the other agents to label, the player first; in a crowd the player alone."""
    if len(seen) > MOST_AGENTS_WITH_LABELS:
        return [agents.player] if agents.player >= 0 and agents.player != picked else []
    others = [int(index) for index in seen if index != picked]
    return sorted(others, key=lambda index: index != agents.player)


def _label(
    agents: AgentsPicture,
    index: int,
    view: MapView,
    label_of: LabelOf,
    taken: tuple[Occupied, Occupied],
    picked: int,
) -> Label | None:
    occupied, disliked = taken
    text = label_of(agents.ids[index])
    if not text or not agents.radii[index]:
        return None
    x, y = agents.positions[index]
    at = view.point((float(x), float(y)))
    if not view.bounds().contains(at):
        return None
    live = index == picked
    keep_shape = live or index == agents.player
    reach = shown_radius(float(agents.radii[index]), view, keep_shape) + RISE
    places = _places(at, plate_width(text), reach, view)
    free = [plate for plate in places if occupied.is_free(plate)]
    if not free and not live:
        return None
    liked = [plate for plate in free if disliked.is_free(plate)]
    plate = (liked or free or places)[0]
    occupied.add(plate)
    return Label(plate, text, live, index)


def _places(at: QPointF, width: float, reach: float, view: MapView) -> list[QRectF]:
    """Return the plate above and the plate below, without those that leave the map at top or bottom."""
    left = round(min(max(2.0, at.x() - width / 2), max(2.0, view.width - width - 2)))
    places = [
        QRectF(left, round(at.y() + way * reach) - PLATE_HEIGHT / 2, width, PLATE_HEIGHT) for way in (-1, 1)
    ]
    inside = [place for place in places if place.top() >= 1 and place.bottom() <= view.height - 1]
    return inside or places[:1]


def plate_width(text: str) -> float:
    """Return the width in px of a plate with these words."""
    return math.ceil(min(MOST_TEXT, text_width(text, TextSize.CAPTION, TextWeight.SEMIBOLD))) + 14.0


def paint_labels(painter: QPainter, labels: list[Label], inks: Inks, ratio: float) -> None:
    """Paint plates from cached pictures."""
    for label in labels:
        pixmap = _plate_pixmap(inks.theme, label.text, label.live, ratio)
        painter.drawPixmap(QPointF(label.plate.left() - 1, label.plate.top() - 1), pixmap)


@lru_cache(maxsize=1024)
def _plate_pixmap(theme: Theme, text: str, live: bool, ratio: float) -> QPixmap:
    """Return a plate with 1 px of room around it."""
    inks = inks_for(theme)
    width = plate_width(text)
    pixmap = QPixmap(math.ceil((width + 2) * ratio), math.ceil((PLATE_HEIGHT + 2) * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(pixmap)
    rim = "status.running.line" if live else inks.mixed("world.label_back", "world.wall_edge", 0.8)
    set_inks(painter, inks.pen(rim, 1), inks.brush("world.label_back"))
    painter.drawRoundedRect(QRectF(1.5, 1.5, width - 1, PLATE_HEIGHT - 1), 5, 5)
    words = inks.pen("status.running.text" if live else "world.label")
    line = text_line(text, TextSize.CAPTION, TextWeight.SEMIBOLD, max_width=MOST_TEXT)
    line.draw(painter, 1 + (width - line.width) / 2, 1 + PLATE_HEIGHT / 2, words)
    painter.end()
    return pixmap


PLATE_PLACES = (2 / 3, 0.6, 0.72, 0.53, 0.46, 0.38)
"""Where on its line a plate may be, as shares, the best first."""

_LEAST_LINE, _LEAST_LINE_SHORT = 1.35, 2.0
"""How many times as long as a plate its line is at least: for whole words, and for the number alone."""

_HEIGHT = 16.0
_ROOM = 5.0


@dataclass(frozen=True, slots=True)
class PlacedPlate:
    """One plate: its rectangle in px and its words."""

    box: QRectF
    text: str


def place_plates(marks: tuple[Mark, ...], view: MapView, occupied: Occupied) -> list[PlacedPlate]:
    """Return the plates to paint, and take their places.

    A plate keeps off the tips of arrows and the crosshair. Where its line is too short it says less, or is
    left out, as is one that would cover another.
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
    line = QLineF(view.point(mark.start), view.point(mark.end))
    for text, least in ((mark.text, _LEAST_LINE), (mark.short, _LEAST_LINE_SHORT)):
        width = passing_line(text, TextSize.BADGE, max_width=MOST_TEXT).width + 10
        if not text or line.length() < least * width:
            continue
        box = _free_box(line, width, tips, crosshairs, occupied)
        if box is not None:
            return PlacedPlate(box, text)
    return None


def _free_box(
    line: QLineF, width: float, tips: list[QPointF], crosshairs: list[QPointF], occupied: Occupied
) -> QRectF | None:
    """Return where on a line words of a width have room, None where all is taken."""
    free = []
    for share in PLATE_PLACES:
        middle = line.pointAt(share)
        box = QRectF(middle.x() - width / 2, middle.y() - _HEIGHT / 2, width, _HEIGHT)
        if not occupied.is_free(box):
            continue
        room = box.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        covers = any(room.contains(tip) for tip in tips)
        if not covers and not any(room.intersects(_around(at)) for at in crosshairs):
            return box
        free.append(box)
    return free[0] if free else None


def _around(at: QPointF) -> QRectF:
    return QRectF(at.x() - 8, at.y() - 8, 16, 16)


def paint_plates(painter: QPainter, plates: list[PlacedPlate], inks: Inks) -> None:
    """Paint plates with their numbers."""
    for plate in plates:
        set_inks(painter, NO_PEN, inks.brush("world.label_back"))
        painter.drawRoundedRect(plate.box, 4, 4)
        line = passing_line(plate.text, TextSize.BADGE, max_width=MOST_TEXT)
        line.draw(painter, plate.box.left() + 5, plate.box.center().y(), inks.pen("text.primary"))


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
    # Meters are below the signs.
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
    set_inks(painter, inks.pen("world.label_back", 1.5), inks.brush("world.wall"))
    painter.drawRoundedRect(box, 2.5, 2.5)
    if share > 0:
        set_inks(painter, NO_PEN, inks.brush(mark.style.token))
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
    set_inks(painter, NO_PEN, inks.brush(mark.style.token))
    painter.drawPolygon(tip)
    painter.drawRoundedRect(wide, 6, 6)
    line.draw(painter, middle - line.width / 2, box.center().y(), inks.pen("world.label_back"))
