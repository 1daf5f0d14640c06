"""PySide6 must not lose references to None, as 6.12.0 does on Python 3.11 until the program dies."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QPen


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_calls_that_return_nothing_keep_the_references_to_none(qapp: object) -> None:
    image = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    pen = QPen(QColor("black"))
    before = sys.getrefcount(None)
    for _ in range(1000):
        painter.setPen(pen)
    drift = sys.getrefcount(None) - before
    painter.end()
    assert abs(drift) < 100
