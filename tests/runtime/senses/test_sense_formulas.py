"""SENSE-02, 04, 09, 10, 11, 16: the formulas of the senses, by tables of known answers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.worlds.kinds.emitter_kinds import INTEREST_PRIORITIES
from runtime.formulas.sensing import (
    ZONES,
    Zones,
    angles_off,
    centroid,
    choose_squad,
    faded,
    fill_shares,
    is_heard,
    is_in_cone,
    is_relevant,
    loudness_at,
    meter_after,
    scout_count,
    smell,
    zones_of,
)

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)
POSITIVE = st.floats(0, 1e6, allow_nan=False)


def one(value: float) -> np.ndarray:
    return np.array([value], dtype=np.float64)


def way(x: float, y: float) -> np.ndarray:
    return np.array([[x, y]], dtype=np.float64)


@pytest.mark.parametrize(
    ("heading", "offset", "angle"),
    [
        (0, (1, 0), 0),
        (0, (0, 2), 90),
        (0, (0, -2), 90),
        (90, (0, 2), 0),
        (350, (1, 0), 10),
        (0, (-3, 0), 180),
        (45, (1, 1), 0),
        (0, (0, 0), 0),
    ],
)
def test_the_angle_off_the_heading(heading, offset, angle):
    assert angles_off(one(heading), way(*offset))[0] == pytest.approx(angle, abs=1e-9)
    assert is_in_cone(one(heading), one(angle + 1e-6), way(*offset))[0]
    if angle > 0:
        assert is_in_cone(one(heading + 13.7), one(180), way(*offset))[0]
        assert not is_in_cone(one(heading), one(angle - 1e-3), way(*offset))[0]


@given(st.floats(0, 360), st.floats(0, 180), NUMBERS, NUMBERS)
def test_cones_are_mirror_symmetric(heading, half_angle, x, y):
    left, right = angles_off(one(heading), way(x, y)), angles_off(one(-heading), way(x, -y))
    assert left[0] == right[0]
    assert (
        is_in_cone(one(heading), one(half_angle), way(x, y))[0]
        == (is_in_cone(one(-heading), one(half_angle), way(x, -y))[0])
    )


def zones(**given: float) -> Zones:
    values = {
        "half_angle": 30,
        "range": 10,
        "near_range": 2,
        "wide_half_angle": 90,
        "wide_range": 6,
        "far_share": 0.2,
        "edge_share": 0.4,
        **given,
    }
    return Zones(**{name: one(value) for name, value in values.items()})


@pytest.mark.parametrize(
    ("distance", "angle", "zone", "share"),
    [
        (0, 0, "near", 1),
        (2, 0, "near", 1),
        (2, 90, "near", 0.4),
        (2, 91, "none", 0),
        (6, 0, "far", 1 - 4 / 8 * 0.8),
        (10, 30, "far", 0.2),
        (10.1, 0, "none", 0),
        (6, 60, "wide", 0.2 * (1 - 30 / 60 * 0.6)),
        (4, 90, "wide", 0.6 * 0.4),
        (6.1, 60, "none", 0),
        (1, 60, "near", 1 - 30 / 60 * 0.6),
    ],
)
def test_sense_04_what_fills_the_meter(distance, angle, zone, share):
    found = zones_of(zones(), one(distance), one(angle))[0]
    assert ZONES[found] == zone
    assert fill_shares(zones(), one(distance), one(angle))[0] == pytest.approx(share)


@given(
    *(st.floats(0, 180) for _ in range(2)),
    *(POSITIVE for _ in range(3)),
    *(st.floats(0, 1) for _ in range(2)),
    POSITIVE,
    st.floats(0, 180),
)
def test_shares_lie_between_0_and_1(half, wide, reach, near, wide_range, far_share, edge, distance, angle):
    given_zones = zones(
        half_angle=half,
        wide_half_angle=wide,
        range=reach,
        near_range=near,
        wide_range=wide_range,
        far_share=far_share,
        edge_share=edge,
    )
    share = fill_shares(given_zones, one(distance), one(angle))[0]
    assert 0 <= share <= 1


@pytest.mark.parametrize(
    ("meter", "fill", "drain", "seconds", "in_view", "after"),
    [
        (0, 2, 1, 0.25, True, 0.5),
        (0.9, 2, 1, 0.25, True, 1),
        (0.5, 2, 1, 0.25, False, 0.25),
        (0.1, 2, 1, 0.25, False, 0),
        (0.3, 0, 1, 5, True, 0.3),
    ],
)
def test_sense_04_the_meter_fills_drains_and_stays_between_0_and_1(
    meter, fill, drain, seconds, in_view, after
):
    result = meter_after(one(meter), one(fill), one(drain), one(seconds), np.array([in_view]))
    assert result[0] == pytest.approx(after)


@pytest.mark.parametrize(
    ("loudness", "attenuation", "distance", "muffling", "heard"),
    [(10, 1, 4, 0, 6), (10, 1, 4, 3, 3), (10, 0, 400, 0, 10), (10, 2, 5, 0, 0), (10, 1, 0, 0, 10)],
)
def test_sense_09_10_loudness_falls_with_distance_and_walls(loudness, attenuation, distance, muffling, heard):
    found = loudness_at(one(loudness), one(attenuation), one(distance), one(muffling))
    assert found[0] == heard


def test_what_is_as_loud_as_the_threshold_is_heard_and_silence_never():
    assert is_heard(one(2), one(2))[0]
    assert not is_heard(one(1.999), one(2))[0]
    assert not is_heard(one(0), one(0))[0]
    assert not is_heard(one(-1), one(0))[0]


def test_sense_11_traces_fade_in_a_straight_line():
    ages = np.array([0, 15, 30, 60, 61], dtype=np.float64)
    left = faded(np.full(5, 2.0), ages, np.full(5, 60.0))
    assert left.tolist() == [2, 1.5, 1, 0, 0]


def test_sense_11_strength_falls_with_distance_and_leads_up_the_gradient():
    row = np.array([0, 0, 1])
    offset = np.array([[2, 0], [0, 1], [0, 0]], dtype=np.float64)
    total, direction = smell(row, offset, np.array([1.0, 2.0, 3.0]), np.full(3, 4.0), 3)
    assert total.tolist() == [1 * 0.5 + 2 * 0.75, 3, 0]
    assert direction[0] == pytest.approx((1 / math.sqrt(5), 2 / math.sqrt(5)))
    assert direction[1:].tolist() == [[0, 0], [0, 0]]


def test_sense_11_the_way_is_the_gradient_of_the_strength():
    """Against differences: the strength rises fastest along the way."""
    traces = np.array([[3.0, 1.0], [-1.0, 2.0], [0.5, -2.0]])
    strength = np.array([1.0, 2.0, 0.5])

    def at(x: float, y: float) -> float:
        offset = traces - np.array([[x, y]])
        return float(smell(np.zeros(3, dtype=np.int64), offset, strength, np.full(3, 8.0), 1)[0][0])

    step = 1e-6
    slope = np.array([at(step, 0) - at(-step, 0), at(0, step) - at(0, -step)]) / (2 * step)
    _, found = smell(np.zeros(3, dtype=np.int64), traces, strength, np.full(3, 8.0), 1)
    assert found[0] == pytest.approx(slope / np.hypot(*slope), abs=1e-6)


def test_sense_11_the_middle_counts_traces_by_their_strength():
    places = np.array([[0, 0], [4, 8]], dtype=np.float64)
    middle = centroid(np.array([0, 0]), places, np.array([3.0, 1.0]), 2)
    assert middle.tolist() == [[1, 2], [0, 0]]


@pytest.mark.parametrize(
    ("affected", "scouts"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (7, 2), (8, 3), (16, 4)]
)
def test_sense_16_the_number_of_scouts_is_the_logarithm(affected, scouts):
    assert scout_count(affected) == scouts


@given(st.integers(0, 40), st.integers(0, 2**32 - 1), st.integers(0, 1000))
def test_sense_16_a_squad_is_drawn_of_those_affected(count, seed, draws):
    affected = [3 * place for place in range(count)]
    squad = choose_squad(affected, seed, "bell", draws)
    chosen = [*squad.scouts, *([] if squad.leader is None else [squad.leader])]
    assert len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(affected)
    assert squad.scouts == tuple(sorted(squad.scouts))
    assert len(squad.scouts) == scout_count(count)
    assert (squad.leader is not None) == (count > 1)
    assert squad == choose_squad(affected, seed, "bell", draws)


def test_sense_16_everyone_leads_in_turn():
    leaders = {choose_squad([0, 1, 2, 3], 7, "bell", draws).leader for draws in range(0, 90, 3)}
    assert leaders == {0, 1, 2, 3}


def test_sense_16_only_a_strictly_higher_interest_matters():
    assert INTEREST_PRIORITIES == {
        "lowest": 0, "broken": 1, "missing": 2, "suspect": 4, "smoke": 4, "box": 5, "flare": 10, "terror": 20
    }  # fmt: skip
    assert is_relevant(5, 4)
    assert not is_relevant(4, 4)
    assert not is_relevant(0, 0)
