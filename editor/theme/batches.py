"""Paint thousands of rectangles or lines of one color in a single call, straight from a numpy array."""

from __future__ import annotations

from typing import cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter

Floats = NDArray[np.float64]


def draw_rects(painter: QPainter, rects: Floats) -> None:
    """Draw rectangles with the painter's pen and brush; a row is left, top, width, height."""
    if len(rects):
        rows = np.ascontiguousarray(rects, dtype=np.float64)
        # Qt reads four doubles for each rectangle, as they lie in the array, which lives until the call ends.
        first = cast("QRectF", shiboken6.Shiboken.wrapInstance(rows.ctypes.data, QRectF))
        painter.drawRects(first, len(rows))


def draw_lines(painter: QPainter, lines: Floats) -> None:
    """Draw lines with the painter's pen; a row is x and y of the beginning, then of the end."""
    if len(lines):
        rows = np.ascontiguousarray(lines, dtype=np.float64)
        first = cast("QLineF", shiboken6.Shiboken.wrapInstance(rows.ctypes.data, QLineF))
        painter.drawLines(first, len(rows))
