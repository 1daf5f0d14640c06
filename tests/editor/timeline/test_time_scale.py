"""The scale of the timeline: ticks and places, zoom, what the ruler says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.panels.timeline.timeline_model import LEAST_SPAN, MOST_SPAN, TimeScale

SCALES = st.builds(TimeScale, st.floats(0, 1e5), st.floats(LEAST_SPAN, 1e5), st.floats(50, 3000))


@given(SCALES, st.floats(0, 1))
def test_a_tick_is_found_again_at_its_place(scale, share):
    tick = int(scale.first + share * scale.span)
    assert scale.tick(scale.x(tick) + 0.5 * scale.pixels_per_tick) == tick


@given(SCALES, st.floats(0.2, 5), st.floats(0, 1))
def test_zooming_keeps_the_tick_at_the_pointer(scale, factor, share):
    x = share * scale.width
    zoomed = scale.zoomed(factor, x)
    assert LEAST_SPAN <= zoomed.span <= MOST_SPAN
    if zoomed.first > -0.02 * zoomed.span:
        before = scale.first + x / scale.pixels_per_tick
        assert zoomed.first + x / zoomed.pixels_per_tick == pytest.approx(before, abs=1e-6 * scale.end + 1e-6)


@given(SCALES, st.floats(50, 3000))
def test_another_width_shows_more_or_less_at_the_same_size(scale, width):
    resized = scale.resized(width)
    if resized.span < MOST_SPAN:
        assert resized.pixels_per_tick == pytest.approx(scale.pixels_per_tick)
    assert resized.first == scale.first


@given(SCALES, st.floats(0, 2e5))
def test_showing_a_tick_moves_no_more_than_needed(scale, tick):
    shown = scale.showing(tick)
    assert shown.first - 1e-6 <= tick <= shown.end + 1e-6
    if scale.first + 0.06 * scale.span <= tick <= scale.end - 0.06 * scale.span:
        assert shown == scale


@pytest.mark.parametrize(
    ("span", "width", "written"),
    [
        (600, 600, [0, 100, 200, 300, 400, 500]),
        (60, 600, [0, 10, 20, 30, 40, 50]),
        (20, 1800, list(range(20))),
    ],
)
def test_the_ruler_writes_round_numbers_that_do_not_touch(span, width, written):
    scale = TimeScale(0, span, width)
    assert [tick for tick, is_written in scale.marks() if is_written] == written
    assert all(tick < scale.end for tick, _ in scale.marks())


def test_fitting_shows_the_whole_run():
    fitted = TimeScale(500, 100, 800).fitted(0, 1000)
    assert fitted.first <= 0
    assert fitted.end >= 1000
