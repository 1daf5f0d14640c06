from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from editor.map.picture.map_view import GREATEST_UNIT, LEAST_UNIT, MapView, fitted_view

pixels = st.floats(0, 500)


@given(pixels, pixels)
def test_a_pixel_and_its_world_position_are_one_another(x, y):
    view = MapView((3.0, -2.0), 17.0, 500, 400)
    back = view.point(view.world(QPointF(x, y)))
    assert (back.x(), back.y()) == pytest.approx((x, y), abs=1e-9)


def test_y_points_up():
    view = MapView((0.0, 0.0), 10.0, 100, 100)
    assert view.point((0.0, 1.0)).y() < view.point((0.0, 0.0)).y()


def test_many_points_are_where_single_ones_are():
    view = MapView((3.0, -2.0), 17.0, 500, 400)
    places = np.array([[1.0, 2.0], [-4.0, 0.5]])
    for place, pixel in zip(places, view.points(places), strict=True):
        single = view.point(tuple(place))
        assert (single.x(), single.y()) == pytest.approx(tuple(pixel))


@given(st.floats(0.05, 20), pixels, pixels)
def test_zoom_keeps_the_ground_under_the_pointer_and_its_limits(factor, x, y):
    view = MapView((3.0, -2.0), 17.0, 500, 400)
    anchor = QPointF(x, y)
    zoomed = view.zoomed(factor, anchor)
    assert zoomed.world(anchor) == pytest.approx(view.world(anchor), abs=1e-6)
    assert LEAST_UNIT <= zoomed.unit <= GREATEST_UNIT


@given(st.floats(1, 1500), st.floats(1, 1500), st.floats(100, 900), st.floats(100, 900))
def test_a_fitted_world_lies_within_the_map(width, height, across, down):
    view = fitted_view((width, height), across, down)
    left, bottom, right, top = view.world_bounds()
    assert left <= 0 <= width <= right
    assert bottom <= 0 <= height <= top


@pytest.mark.parametrize(
    ("size", "least"), [((20.0, 14.0), LEAST_UNIT), ((480.0, 300.0), 1.0), ((960.0, 10.0), 0.5)]
)
def test_one_zooms_out_by_hand_until_the_whole_world_is_seen(size, least):
    whole = fitted_view(size, 500, 400)
    near = MapView((3.0, 2.0), 17.0, 500, 400)
    assert near.zoomed(1e-6, QPointF(250, 200), whole.unit).unit == pytest.approx(least)


def test_panning_moves_the_ground_with_the_pointer():
    view = MapView((3.0, -2.0), 20.0, 500, 400)
    held = view.world(QPointF(100, 100))
    assert view.panned(30, -40).world(QPointF(130, 60)) == pytest.approx(held)
