"""A label is put where it leaves room for its outcome and the arrow; drawn narrower, it stays on its line."""

from __future__ import annotations

import pytest

from editor.canvas.routing.label_places import (
    COVERED,
    OUTCOME_ROOM,
    LabelSurroundings,
    line_under,
    place_label,
)
from editor.canvas.routing.shapes import Point, Rect, rect_around

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


def test_a_label_leaves_room_for_the_badge_of_its_outcome_where_there_is_a_place_with_it() -> None:
    line, size = ((100, 0), (300, 0)), (120.0, 22.0)
    box = Rect(266, -20, 280, 20)
    beside = LabelSurroundings([box], (), (), None)
    cost, (x, y) = place_label(line, size, beside)
    assert cost < COVERED
    assert not Rect(x - 60, y - 11, x + 60 + OUTCOME_ROOM, y + 11).overlaps(box)
    before = Rect(126, -11, 134, 11)
    cost, center = place_label(line, size, LabelSurroundings((), [before], (), None))
    assert cost < COVERED
    assert rect_around(center, size).left >= before.right + OUTCOME_ROOM


def test_a_label_keeps_off_the_arrow_of_its_line() -> None:
    down, size = ((0.0, 0.0), (0.0, 100.0)), (80.0, 22.0)
    for points, blocked in ((down, Rect(-60, 30, 60, 70)), (down[::-1], Rect(-60, 30, 60, 70))):
        cost, center = place_label(points, size, LabelSurroundings((), [blocked], (), None))
        assert cost < COVERED
        assert abs(center[1] - points[0][1]) < abs(center[1] - points[1][1])
