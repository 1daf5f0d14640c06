"""The zoom steps and their hysteresis."""

from __future__ import annotations

import pytest

from editor.canvas.painting.detail import Detail, detail_for_zoom, lower_detail


@pytest.mark.parametrize(
    ("zoom", "detail"),
    [
        (2.0, Detail.FULL),
        (0.70, Detail.FULL),
        (0.69, Detail.TITLE),
        (0.45, Detail.TITLE),
        (0.44, Detail.BLOCK),
        (0.22, Detail.BLOCK),
        (0.21, Detail.DOT),
        (0.05, Detail.DOT),
    ],
)
def test_steps_begin_at_their_zoom(zoom, detail):
    assert detail_for_zoom(zoom) == detail


def test_step_is_kept_within_0_03_of_its_border():
    assert detail_for_zoom(0.68, Detail.FULL) == Detail.FULL
    assert detail_for_zoom(0.72, Detail.TITLE) == Detail.TITLE
    assert detail_for_zoom(0.66, Detail.FULL) == Detail.TITLE
    assert detail_for_zoom(0.74, Detail.TITLE) == Detail.FULL


def test_jump_over_several_steps_is_not_held_back():
    assert detail_for_zoom(0.1, Detail.FULL) == Detail.DOT
    assert detail_for_zoom(1.0, Detail.DOT) == Detail.FULL


def test_lower_detail_stops_at_the_dot():
    assert lower_detail(Detail.FULL) == Detail.TITLE
    assert lower_detail(Detail.DOT) == Detail.DOT
