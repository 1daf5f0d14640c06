"""Looking rectangles up by place."""

from __future__ import annotations

import random

from editor.canvas.items.hit_testing import RectTable, rows_of
from editor.canvas.routing.shapes import Rect


def _random_rects(count: int) -> dict[str, Rect]:
    rng = random.Random(count)
    found = {}
    for number in range(count):
        left, top = rng.uniform(-500, 500), rng.uniform(-500, 500)
        found[f"r{number}"] = Rect(left, top, left + rng.uniform(1, 80), top + rng.uniform(1, 80))
    return found


def test_what_an_area_touches_is_what_a_look_at_each_says() -> None:
    rects = _random_rects(300)
    table = RectTable(rects)
    for area in _random_rects(40).values():
        touching = [
            key
            for key, each in rects.items()
            if each.left <= area.right
            and each.right >= area.left
            and each.top <= area.bottom
            and each.bottom >= area.top
        ]
        assert table.touching(area) == touching


def test_a_point_finds_what_is_within_reach_in_order() -> None:
    table = RectTable({"low": Rect(0, 0, 10, 10), "high": Rect(5, 5, 15, 15), "far": Rect(40, 0, 50, 10)})
    assert table.at((7, 7)) == ["low", "high"]
    assert table.at((30, 5)) == []
    assert table.at((30, 5), reach=12) == ["far"]


def test_an_empty_table_has_no_bounds() -> None:
    assert RectTable().bounds() is None
    assert RectTable().at((0, 0), 1e6) == []
    assert RectTable({"a": Rect(1, 2, 3, 4), "b": Rect(-1, 5, 0, 6)}).bounds() == Rect(-1, 2, 3, 6)


def test_rows_are_the_rectangles_around_groups() -> None:
    rows = rows_of({"p": [Rect(0, 0, 1, 1), Rect(5, 2, 6, 9)], "q": []})
    assert rows == {"p": Rect(0, 0, 6, 9)}
