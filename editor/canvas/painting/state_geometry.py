"""Measure states, the headers of compound states, and pseudo-states."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSizeF

from editor.canvas.painting.node_geometry import PAINT_MARGIN, round_up_to_four
from editor.canvas.painting.pictures import CompoundHeader, PseudoState, StatePicture
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import text_width

HEADER_HEIGHT = 32.0
ROW_HEIGHT = 18.0
PLAIN_HEIGHT = 44.0
"""Height of a state without rows."""
STATE_MINIMUM = 124.0
STATE_MAXIMUM = 240.0
DWELL_ROOM = 42.0
"""Room kept for the time in the state, so that nothing shifts when it becomes active."""

_PSEUDO_SIZES = {
    PseudoState.INITIAL: (11.0, 11.0),
    PseudoState.FINAL: (22.0, 22.0),
    PseudoState.HISTORY: (26.0, 26.0),
    PseudoState.DEEP_HISTORY: (26.0, 26.0),
    PseudoState.CHOICE: (32.0, 32.0),
}
_ANY_STATE_HEIGHT = 32.0

ROW_MARK_ROOM = 18.0
"""Room for the small icon after the text of a row."""


def measure_state(picture: StatePicture) -> QSizeF:
    """Return the size of a state, or the least size of a compound one (its header, if collapsed).

    A plain state is 124 to 240 wide, rounded up to 4, and 44 high without rows, else 36 + 18 per row.
    The size does not depend on the status. A compound state grows around its children from this size.
    """
    if picture.compound is not None:
        return QSizeF(_compound_width(picture.name, picture.compound), HEADER_HEIGHT)
    rows = tuple((row.key, row.text, bool(row.mark)) for row in picture.rows)
    return QSizeF(_state_width(picture.name, rows), state_height(len(rows)))


def state_height(rows: int) -> float:
    """Return the height of a state with so many rows under its name."""
    return PLAIN_HEIGHT if rows == 0 else 36.0 + ROW_HEIGHT * rows


@lru_cache(maxsize=4096)
def _state_width(name: str, rows: tuple[tuple[str, str, bool], ...]) -> float:
    needed = text_width(name, TextSize.TITLE, TextWeight.SEMIBOLD) + 58 + DWELL_ROOM
    for key, text, marked in rows:
        lead = text_width(key, TextSize.CAPTION) + 6 if key else 17.0
        mark = ROW_MARK_ROOM if marked else 0.0
        needed = max(needed, 14 + lead + text_width(text, TextSize.CAPTION) + mark + 14)
    return min(STATE_MAXIMUM, max(STATE_MINIMUM, round_up_to_four(needed)))


@lru_cache(maxsize=1024)
def _compound_width(name: str, header: CompoundHeader) -> float:
    needed = 50 + text_width(name, TextSize.TITLE, TextWeight.SEMIBOLD) + 34 + DWELL_ROOM
    # The note gives way to the name of the active child while collapsed; room for a usual name is kept.
    note = max(text_width(header.note, TextSize.CAPTION), 72.0 if header.collapsed else 0.0)
    return max(STATE_MINIMUM, round_up_to_four(needed + (10 + note if note else 0)))


def caret_rect(rect: QRectF) -> QRectF:
    """Return the 24 × 24 target that folds and unfolds a compound state."""
    return QRectF(rect.x() + 5, rect.y() + 4, 24, 24)


def measure_pseudo_state(kind: PseudoState) -> QSizeF:
    """Return the size of a pseudo-state."""
    if kind == PseudoState.ANY_STATE:
        width = 33 + text_width("Any state", TextSize.BODY, TextWeight.SEMIBOLD) + 14
        return QSizeF(max(104.0, round_up_to_four(width)), _ANY_STATE_HEIGHT)
    return QSizeF(*_PSEUDO_SIZES[kind])


def state_paint_bounds(rect: QRectF) -> QRectF:
    """Return everything that painting a state or pseudo-state into `rect` may touch."""
    return rect.adjusted(-PAINT_MARGIN, -PAINT_MARGIN, PAINT_MARGIN, PAINT_MARGIN)
