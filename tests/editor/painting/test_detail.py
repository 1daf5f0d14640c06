"""The zoom steps and their hysteresis."""

from __future__ import annotations

import pytest

from editor.canvas.painting.detail import Detail, detail_for_zoom, lower_detail


@pytest.mark.parametrize(
    ("zoom", "ratio", "detail"),
    [
        (2.0, 1.0, Detail.FULL),
        (0.69, 1.0, Detail.FULL),
        (0.69, 2.0, Detail.FULL),
        (0.64, 1.0, Detail.FULL),
        (0.63, 1.0, Detail.TITLE),
        (0.33, 2.0, Detail.FULL),
        (0.31, 2.0, Detail.TITLE),
        (0.46, 1.0, Detail.TITLE),
        (0.45, 1.0, Detail.BLOCK),
        (0.45, 1.5, Detail.FULL),
        (0.22, 1.0, Detail.BLOCK),
        (0.21, 1.0, Detail.DOT),
        (0.21, 2.0, Detail.BLOCK),
        (0.05, 1.0, Detail.DOT),
    ],
)
def test_steps_begin_where_text_has_so_many_px_of_the_screen(zoom, ratio, detail):
    assert detail_for_zoom(zoom, ratio=ratio) == detail


def test_a_step_is_kept_near_its_border():
    assert detail_for_zoom(0.61, Detail.FULL) == Detail.FULL
    assert detail_for_zoom(0.66, Detail.TITLE) == Detail.TITLE
    assert detail_for_zoom(0.60, Detail.FULL) == Detail.TITLE
    assert detail_for_zoom(0.67, Detail.TITLE) == Detail.FULL
    assert detail_for_zoom(0.31, Detail.FULL, 2.0) == Detail.FULL


def test_jump_over_several_steps_is_not_held_back():
    assert detail_for_zoom(0.1, Detail.FULL) == Detail.DOT
    assert detail_for_zoom(1.0, Detail.DOT) == Detail.FULL


def test_lower_detail_stops_at_the_dot():
    assert lower_detail(Detail.FULL) == Detail.TITLE
    assert lower_detail(Detail.DOT) == Detail.DOT
