"""A label that is drawn narrower than its room stays on its line."""

from __future__ import annotations

import pytest

from editor.canvas.routing.label_places import line_under
from editor.canvas.routing.shapes import Point, Rect

LABEL = Rect(100, 50, 180, 72)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (((120, 0), (120, 100)), 20),
        (((0, 61), (300, 61)), 40),
        (((0, 61), (110, 61), (110, 200)), 40),
        (((20, 0), (20, 100)), 0),
        (((250, 0), (250, 100)), 80),
        (((100, 11), (200, 111)), 50),
        (((0, 0), (300, 0)), 40),
        (((0, 61), (90, 61), (90, 20), (130, 20), (130, 200)), 30),
    ],
)
def test_the_line_passes_under_its_label(points: tuple[Point, ...], expected: float) -> None:
    assert line_under(points, LABEL) == pytest.approx(expected)
