from __future__ import annotations

import math

import pytest

from editor.commands.speeds import FULL_SPEED, SPEEDS, next_speed, speed_text


def test_speeds_go_from_a_tenth_to_as_fast_as_possible():
    assert SPEEDS[0] == 0.1
    assert SPEEDS[-2:] == (10.0, math.inf)
    assert list(SPEEDS) == sorted(SPEEDS)


@pytest.mark.parametrize(
    ("speed", "step", "expected"),
    [
        (1.0, 1, 2.0),
        (1.0, -1, 0.5),
        (3.0, 1, 4.0),
        (3.0, -1, 2.0),
        (10.0, 1, FULL_SPEED),
        (FULL_SPEED, 1, FULL_SPEED),
        (FULL_SPEED, -1, 10.0),
        (0.1, -1, 0.1),
    ],
)
def test_the_next_speed_is_the_nearest_in_that_direction(speed, step, expected):
    assert next_speed(speed, step) == expected


def test_speeds_are_written_short():
    assert [speed_text(speed) for speed in (0.25, 1.0, FULL_SPEED)] == ["0.25×", "1×", "max"]
