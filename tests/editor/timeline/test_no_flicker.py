"""Nothing in the timeline flashes more than three times a second, however fast states alternate."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from editor.documents.open.sample_files import samples_folder
from editor.panels.timeline.bars import bars_of, joined_blocks
from editor.panels.timeline.lane_painting import Time, head_width, paint_lane
from editor.panels.timeline.lanes import Span, TimelineLane
from editor.panels.timeline.timeline_model import TimeScale
from editor.theme.theme_manager import current_theme, set_theme

pytestmark = pytest.mark.usefixtures("qapp")

RATE = 60
HOLD = RATE // 3
BETWEEN_LOOKS = 6
"""Ticks after which the bars are read again."""


def alternating(first: int, end: int, period: int) -> list[Span]:
    """Return bars of two states that last `period` ticks each."""
    return [
        Span(tick, min(tick + period, end), "AB"[tick // period % 2], tick // period % 2, tick // period % 2)
        for tick in range(first, end, period)
    ]


def picture(spans: list[Span], time: Time) -> QImage:
    image = QImage(head_width() + int(time.scale.width), 20, QImage.Format.Format_RGB32)
    image.fill(current_theme().color("surface.panel"))
    painter = QPainter(image)
    paint_lane(painter, QRect(0, 0, image.width(), 20), TimelineLane("states", "Machine", tuple(spans)), time)
    painter.end()
    return image


def live(tick: int, known: int) -> Time:
    """Return the time of a run that is followed, whose bars were read up to a tick."""
    scale = TimeScale(float(tick - 560), 600.0, 600.0)
    return Time(scale, tick, tick + 1, is_past=False, known=known, hold=HOLD)


def flashes(values: list[float]) -> int:
    """Return how often a lightness goes up and down again by a tenth or more."""
    turns, way, last = 0, 0, values[0]
    for value in values:
        if abs(value - last) >= 0.1:
            now = 1 if value > last else -1
            turns += now != way
            way = now
        if abs(value - last) >= 0.1:
            last = value
    return turns // 2


@pytest.mark.parametrize("theme", ["dark", "light", "high_contrast"])
@pytest.mark.parametrize("period", [1, 2, 5, 10, 19, 60])
def test_no_place_of_a_lane_flashes_more_than_three_times_a_second(theme, period):
    set_theme(theme)
    places = [(x, y) for x in range(head_width() + 3, head_width() + 600, 3) for y in (3, 17)]
    seen: dict[tuple[int, int], list[float]] = {place: [] for place in places}
    for tick in range(1200, 1200 + RATE):
        known = tick // BETWEEN_LOOKS * BETWEEN_LOOKS + 1
        image = picture(alternating(600, known, period), live(tick, known))
        for place, values in seen.items():
            values.append(image.pixelColor(*place).lightnessF())
    set_theme("dark")
    assert max(map(flashes, seen.values())) <= 3


def test_the_bar_of_now_stays_so_until_the_bars_are_read_again():
    amber = current_theme().status("running").wash
    spans = [Span(0, 100, "A", 0, 0), Span(100, 301, "B", 1, 1)]
    for tick in range(300, 300 + BETWEEN_LOOKS):
        time = Time(TimeScale(0.0, 600.0, 600.0), tick, tick + 1, is_past=False, known=301, hold=HOLD)
        image = picture(spans, time)
        assert image.pixelColor(head_width() + 200, 3) == amber
        assert image.pixelColor(head_width() + tick - 3, 10) == amber
        assert image.pixelColor(head_width() + 50, 10) != amber


def test_bars_that_alternate_are_one_with_a_band_for_each_and_the_words_of_all():
    (bar,) = bars_of(alternating(0, 30, 1), HOLD)
    assert (bar.first, bar.end, bar.title, bar.tints) == (0, 30, "A / B", (0, 1))


def test_a_bar_that_lasts_ends_a_joined_one():
    spans = [*alternating(0, 6, 1), Span(6, 6 + HOLD, "C", 2, 2)]
    assert [bar.title for bar in bars_of(spans, HOLD)] == ["A / B", "C"]


def test_two_short_bars_in_a_row_stay_as_they_are_and_so_does_all_that_is_held():
    spans = [
        Span(0, 50, "A", 0, 0),
        Span(50, 52, "B", 1, 1),
        Span(52, 55, "A", 0, 0),
        Span(55, 90, "B", 1, 1),
    ]
    assert [bar.title for bar in bars_of(spans, HOLD)] == ["A", "B", "A", "B"]
    assert len(bars_of(alternating(0, 30, 1), 0)) == 30


def test_blocks_that_alternate_are_joined_until_one_lasts():
    runs = [(tick, tick + 1) for tick in range(0, 20, 2)]
    assert joined_blocks(runs, HOLD) == [(0, 19, True)]
    assert joined_blocks([*runs, (22, 22 + HOLD)], HOLD) == [(0, 19, True), (22, 22 + HOLD, False)]
    assert joined_blocks(runs, 0) == [(first, end, False) for first, end in runs]
    assert all(
        end <= first for (_, end, _), (first, _, _) in pairwise(joined_blocks([*runs, (60, 61)], HOLD))
    )


def test_a_run_that_is_held_shows_each_bar_and_one_that_goes_on_joins_them(window):
    view = window.timeline.view
    assert view.time.hold == 0
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.run()
    assert view.time.hold == window.run.session.rate // 3
    window.run.pace.set_speed(4.0)
    assert view.time.hold == 4 * window.run.session.rate / 3
    window.run.pause()
    assert view.time.hold == 0
