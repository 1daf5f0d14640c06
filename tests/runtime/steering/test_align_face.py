"""Known answers of STEER-08 and STEER-09, computed by hand from the formulas."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.basics.vectors import map_to_range, wrap_orientation
from runtime.formulas.seeking import align, face, face_travel
from tests.runtime.steering.body_builder import bodies, numbers, points


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(0, 0), (180, 180), (-180, -180), (181, -179), (-181, 179), (360, 0), (540, 180), (-730, -10), (725, 5)],
)
def test_map_to_range_keeps_the_sign_of_the_remainder(degrees, expected):
    assert map_to_range(numbers(degrees))[0] == expected


@pytest.mark.parametrize(("degrees", "expected"), [(-90, 270), (360, 0), (725, 5), (-1e-20, 0), (0, 0)])
def test_wrapped_orientations_are_below_360(degrees, expected):
    assert wrap_orientation(numbers(degrees))[0] == expected


def turn(own: float, wanted: float, rotation: float = 0.0, slow: float = 60.0, time: float = 1.0) -> float:
    body = bodies({"orientation": own, "rotation": rotation})
    return float(align(body, numbers(wanted), numbers(2), numbers(slow), numbers(time)).angular[0])


@pytest.mark.parametrize(
    ("own", "wanted", "expected"),
    [
        (0, 90, 180),
        (0, -90, -180),
        (350, 20, 90),  # 30 degrees left across 0: half of the slow radius
        (20, 350, -90),
        (0, 30, 90),
        (0, 2, 0),
        (0, 2.5, 7.5),
    ],
)
def test_align_turns_the_short_way_and_slows(own, wanted, expected):
    assert turn(own, wanted) == pytest.approx(expected)


def test_align_brakes_inside_its_tolerance():
    assert turn(0, 1, rotation=50) == pytest.approx(-50)


def test_align_is_clamped_on_both_sides():
    assert turn(0, 90, time=0.05) == 720
    assert turn(0, -90, time=0.05) == -720


def test_face_turns_to_the_target():
    body = bodies({"position": (1, 1)}, {"position": (1, 1)})
    asked = face(body, points((1, 5), (1, -5)), numbers(2, 2), numbers(60, 60), numbers(1, 1))
    assert list(asked.angular) == pytest.approx([180, -180])
    assert not asked.linear.any()


def test_face_on_the_target_stops_turning():
    body = bodies({"orientation": 77, "rotation": 30})
    asked = face(body, points((0, 0)), numbers(2), numbers(60), numbers(1))
    assert asked.angular[0] == pytest.approx(-30)


def test_face_travel_looks_along_the_velocity_and_rests_at_rest():
    body = bodies({"velocity": (0, 2)}, {"velocity": (0, 0.01), "rotation": 10})
    asked = face_travel(body, numbers(1, 1), numbers(45, 45), numbers(1, 1))
    assert list(asked.angular) == pytest.approx([180, -10])
    assert np.isfinite(asked.angular).all()
