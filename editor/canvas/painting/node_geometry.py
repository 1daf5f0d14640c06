"""Measure behavior-tree nodes: how wide and high, and where their parts lie."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF

from editor.canvas.painting.pictures import NodePicture, NodeShape, Strip
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import text_width

BODY_HEIGHT = 46.0
PILL_HEIGHT = 30.0
STRIP_HEIGHT = 22.0
CHIP_WIDTH = 36.0
SHEET_DROP = 5.0
"""How far the second sheet of a call node shows below the first."""
MINIMUM_WIDTH = 124.0
MAXIMUM_WIDTH = 240.0
MARK_STEP = 18.0
BADGE_ROOM = 26.0
"""Room kept for the status badge, so that nothing shifts when one appears."""
VALUE_ROOM = 48.0
"""Room kept before the badge for the live value of a question."""
ORDER_NUMBER_RISE = 17.0
"""From the top of a child up to the middle of its order number."""
STUB_DROP = 18.0
"""From the bottom of a collapsed node down to the middle of its `+ 7` plate."""
STUB_REACH = 30.0
"""The same from the right side of a node in a tree that grows from left to right."""
PAINT_MARGIN = 10.0
"""Nothing but order number and stub is painted farther outside the node's rectangle."""


class NodeGeometry(NamedTuple):
    """The parts of a node, in px from its top left corner; strips lie above and below the body."""

    width: float
    height: float
    body_top: float
    body_height: float
    text_left: float
    text_width: float
    """The widest text that fits between chip and badge, marks not counted."""


def round_up_to_four(length: float) -> float:
    """Round a length up to the 4 px grid."""
    return math.ceil(length / 4 - 1e-6) * 4.0


def measure_node(picture: NodePicture) -> QSizeF:
    """Return the size of a node, without the second sheet of a call node.

    The width fits the content, rounded up to 4 px, at least 124 and at most 240; longer text is elided.
    It does not depend on the status. The rectangle to paint into is this size (or wider, for layouts).
    """
    geometry = node_geometry(picture)
    return QSizeF(geometry.width, geometry.height)


def node_geometry(picture: NodePicture, width: float = 0.0) -> NodeGeometry:
    """Return where the parts of a node lie, at its own width or at the given one."""
    guard = picture.guard
    return measured_node(
        picture.shape,
        picture.unknown_kind or picture.title,
        picture.parameter_line,
        picture.parameter_is_expression,
        len(picture.marks),
        (guard.expression, guard.abort) if guard else None,
        picture.preconditions,
        picture.services,
        picture.ends,
        bool(picture.unknown_kind),
        VALUE_ROOM if picture.keeps_value_room else 0.0,
        width,
    )


@lru_cache(maxsize=8192)
def measured_node(
    shape: NodeShape,
    title: str,
    parameters: str,
    fixed: bool,
    marks: int,
    guard: tuple[str, str] | None,
    preconditions: tuple[Strip, ...],
    services: tuple[str, ...],
    ends: tuple[Strip, ...],
    unknown: bool,
    value_room: float,
    width: float,
) -> NodeGeometry:
    """Return how large a node is with these texts, and where they are in it."""
    is_pill = shape == NodeShape.PILL and not unknown
    side = 3.0 if shape == NodeShape.CONDITION else 0.0
    body = PILL_HEIGHT if is_pill else BODY_HEIGHT
    text_left = 32.0 if is_pill else CHIP_WIDTH + 10 + side
    size = TextSize.BODY if is_pill else TextSize.TITLE
    text = text_width(title, size, TextWeight.SEMIBOLD) + MARK_STEP * marks
    if unknown:
        text = text_width(title, TextSize.BODY, TextWeight.REGULAR, True) + 14
    elif not is_pill:
        text = max(text, text_width(parameters, TextSize.CAPTION, TextWeight.REGULAR, fixed))
    needed = text_left + text + 10 + value_room + BADGE_ROOM + side
    worded = [(strip.text, strip.word) for strip in (*preconditions, *ends)]
    for line, word in (*((guard,) if guard else ()), *worded):
        end = text_width(word.upper(), TextSize.BADGE, TextWeight.SEMIBOLD)
        beside = max(46.0, 20 + end) if word else 14.0
        needed = max(needed, 30 + text_width(line, TextSize.CAPTION, TextWeight.REGULAR, True) + beside)
    for service in services:
        needed = max(needed, 44 + text_width(service, TextSize.CAPTION, TextWeight.REGULAR, True))
    own = min(MAXIMUM_WIDTH, max(MINIMUM_WIDTH, round_up_to_four(needed)))
    used = width or own
    top = STRIP_HEIGHT * (len(preconditions) + (1 if guard else 0))
    return NodeGeometry(
        width=used,
        height=top + body + STRIP_HEIGHT * (len(services) + len(ends)),
        body_top=top,
        body_height=body,
        text_left=text_left,
        text_width=used - text_left - 10 - value_room - BADGE_ROOM - side,
    )


def node_bottom(picture: NodePicture) -> float:
    """Return where edges to children start, in px below the node's rectangle's bottom."""
    return SHEET_DROP if picture.shape == NodeShape.CALL else 0.0


def node_paint_bounds(picture: NodePicture, rect: QRectF) -> QRectF:
    """Return everything that painting the node into `rect` may touch, for `boundingRect`."""
    if picture.across:
        left = ORDER_NUMBER_RISE + 14 if picture.order_number is not None else PAINT_MARGIN
        right = STUB_REACH + 22 if picture.collapsed_count else PAINT_MARGIN
        return rect.adjusted(-left, -PAINT_MARGIN, right, PAINT_MARGIN + node_bottom(picture))
    top = ORDER_NUMBER_RISE + 10 if picture.order_number is not None else PAINT_MARGIN
    bottom = STUB_DROP + 14 if picture.collapsed_count else PAINT_MARGIN + node_bottom(picture)
    return rect.adjusted(-PAINT_MARGIN, -top, PAINT_MARGIN, bottom)
