"""Find places for what lies over the map where it covers no agents, and stay there while that is so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF

from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import WorldPicture
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import TextLine, text_line

LEAST_BODY = 6.0
"""An agent counts as at least so many px in radius."""

CLEARANCES = (48.0, 20.0, 4.0)
"""Px that a new place should be away from all agents, the best first: where they go, it stays for long."""


def covered(picture: WorldPicture, view: MapView, box: QRectF, margin: float = 0.0) -> NDArray[np.bool_]:
    """Tell of each agent whether a box would cover its body, or come nearer to it than `margin` px."""
    agents = picture.agents
    if not agents.ids:
        return np.zeros(0, dtype=np.bool_)
    pixels = view.points(agents.positions)
    reach = np.maximum(agents.radii * view.unit, LEAST_BODY) + margin
    inside: NDArray[np.bool_] = (
        (pixels[:, 0] + reach > box.left())
        & (pixels[:, 0] - reach < box.right())
        & (pixels[:, 1] + reach > box.top())
        & (pixels[:, 1] - reach < box.bottom())
    )
    return inside


Cost = Callable[[QRectF, float], float]
"""Says how bad it is to cover what a box covers, or comes nearer to than some px; 0 for nothing."""


def free_place(boxes: Sequence[QRectF], cost: Cost, before: int | None) -> int | None:
    """Return the place `before` while it covers nothing, else the first that is free; None where none is."""
    if before is not None and cost(boxes[before], 0.0) == 0:
        return before
    for clearance in CLEARANCES:
        for place, box in enumerate(boxes):
            if cost(box, clearance) == 0:
                return place
    return None


# ---- the words beside the pointer

TIP_ROW = 16.0
_RIGHT, _BELOW, _ABOVE = 14.0, 16.0, 10.0
_FURTHER = 24.0
_EDGE = 4.0
_SIDES = tuple(
    (right, below, further)
    for further in (0.0, _FURTHER)
    for right in (True, False)
    for below in (True, False)
)
"""Where words may be seen from the pointer, the usual side first."""


def tip_lines(words: str, view: MapView) -> list[TextLine]:
    """Return words line by line, the first strong where there are more."""
    room = max(40.0, view.width - 40)
    texts = words.split("\n")
    first_weight = TextWeight.SEMIBOLD if len(texts) > 1 else TextWeight.REGULAR
    lines = [text_line(texts[0], TextSize.CAPTION, first_weight, max_width=room)]
    return lines + [text_line(each, TextSize.CAPTION, max_width=room) for each in texts[1:]]


def tip_boxes(words: str, at: QPointF, view: MapView) -> list[QRectF]:
    """Return the boxes in px that words may have beside a pointer, the usual one first."""
    lines = tip_lines(words, view)
    size = QSizeF(max(line.width for line in lines) + 16, len(lines) * TIP_ROW + 6)
    return [_tip_box(at, size, view, *side) for side in _SIDES]


def _tip_box(at: QPointF, size: QSizeF, view: MapView, right: bool, below: bool, further: float) -> QRectF:
    left = at.x() + _RIGHT + further if right else at.x() - _RIGHT - further - size.width()
    top = at.y() + _BELOW + further if below else at.y() - _ABOVE - further - size.height()
    left = max(_EDGE, min(left, view.width - size.width() - _EDGE))
    top = max(_EDGE, min(top, view.height - size.height() - _EDGE))
    return QRectF(QPointF(left, top), size)


def tip_side(picture: WorldPicture, view: MapView, at: QPointF, words: str, before: int | None) -> int:
    """Return on which side of the pointer words cover no agent, nor the pointer; else the usual side."""
    boxes = tip_boxes(words, at, view)

    def cost(box: QRectF, margin: float) -> float:
        hides_pointer = box.adjusted(-2, -2, 2, 2).contains(at)
        return float(covered(picture, view, box, margin).sum()) + hides_pointer

    free = free_place(boxes, cost, before)
    if free is not None:
        return free
    costs = [cost(box, 0.0) for box in boxes]
    return before if before is not None and costs[before] <= min(costs) + 1 else costs.index(min(costs))
