from __future__ import annotations

import numpy as np

from editor.map.picture.trail import Trail


def recorded(ticks) -> Trail:
    trail = Trail()
    for tick in ticks:
        trail.record(tick, np.array([[float(tick), 0.0], [0.0, float(tick)]]), 60)
    return trail


def test_the_trail_holds_four_seconds():
    line = recorded(range(602)).line(0)
    assert line[0][0] == 363.0
    assert line[-1][0] == 601.0
    assert len(line) == 61


def test_going_back_in_time_forgets_what_came_after():
    trail = recorded([0, 10, 20, 30, 40])
    trail.record(21, np.array([[21.0, 0.0], [0.0, 21.0]]), 60)
    assert [place[0] for place in trail.line(0)] == [0.0, 10.0, 21.0]


def test_a_repeated_tick_counts_once():
    assert len(recorded([5, 5, 5]).line(1)) == 1


def test_the_newest_moment_is_always_the_end():
    assert [recorded(range(end + 1)).line(0)[-1][0] for end in (4, 5, 6, 7)] == [4.0, 5.0, 6.0, 7.0]


def test_dots_stand_every_half_second_even_when_ticks_are_skipped():
    dots = recorded(range(0, 120, 7)).dots(0, 60)
    assert [dot[0] for dot in dots] == [35.0, 63.0, 91.0]


def test_another_number_of_agents_starts_anew():
    trail = recorded([0, 1, 2])
    trail.record(3, np.array([[1.0, 1.0]]), 60)
    assert len(trail.line(0)) == 1
    assert len(trail.line(1)) == 0


def test_recorded_positions_do_not_change_with_the_world():
    trail, positions = Trail(), np.array([[1.0, 1.0]])
    trail.record(0, positions, 60)
    positions[0] = (9.0, 9.0)
    assert trail.line(0).tolist() == [[1.0, 1.0]]
