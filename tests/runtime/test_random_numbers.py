"""Random numbers are functions of counters (rule 1.4)."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import (
    DrawError,
    draw_between,
    draw_chance,
    draw_float,
    draw_int,
    draw_u32,
    draw_weighted,
    fmix32,
    fnv1a_32,
    path_key,
    shuffle,
)

Place = tuple[int, int, int, int]
U32 = st.integers(0, 2**32 - 1)
PLACE = st.tuples(U32, U32, U32, st.integers(0, 10_000))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0x811C9DC5), ("a", 0xE40C292C), ("b", 0xE70C2DE5), ("foobar", 0xBF9CF968)],
)
def test_1_4_fnv1a_gives_its_published_values(text, expected) -> None:
    assert fnv1a_32(text) == expected


def test_1_4_names_are_hashed_as_utf8_and_paths_joined_by_slashes() -> None:
    value = 0x811C9DC5
    for byte in "ü".encode():
        value = ((value ^ byte) * 0x01000193) % 2**32
    assert fnv1a_32("ü") == value
    assert path_key(["g1", "n2"]) == fnv1a_32("g1/n2")


@pytest.mark.parametrize(
    ("value", "expected"), [(0, 0), (1, 0x514E28B7), (2, 0x30F4C306), (0xFFFFFFFF, 0x81F16F39)]
)
def test_1_4_fmix_is_the_murmur3_finalizer(value, expected) -> None:
    assert fmix32(value) == expected


def _reference(seed: int, agent: int, path: int, n: int) -> int:
    """Write the rule once more, in fixed-width words."""

    def word(value: int) -> int:
        return int(struct.unpack("<I", struct.pack("<Q", value % 2**64)[:4])[0])

    def fmix(h: int) -> int:
        h ^= h >> 16
        h = word(h * 0x85EBCA6B)
        h ^= h >> 13
        h = word(h * 0xC2B2AE35)
        return h ^ h >> 16

    inner = fmix(word(fmix(word(seed)) ^ agent))
    return fmix(fmix(word(inner + word(0x9E3779B9 * path))) ^ word(n * 0x27D4EB2F))


@given(PLACE)
def test_1_4_a_draw_is_the_stated_formula(place: Place) -> None:
    assert draw_u32(*place) == _reference(*place)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((0, 0, 0, 0), 0),
        ((1, fnv1a_32("tank"), path_key(["s1", "n2"]), 0), 1008243071),
        ((1, fnv1a_32("tank"), path_key(["s1", "n2"]), 1), 85775971),
        ((7, fnv1a_32("guard-3"), path_key(["n1"]), 12), 2883965465),
    ],
)
def test_1_4_draws_never_change(place, expected) -> None:
    assert draw_u32(*place) == expected


@given(PLACE)
def test_1_4_a_float_is_u_by_two_to_the_32(place: Place) -> None:
    assert draw_float(*place) == draw_u32(*place) / 2**32
    assert 0 <= draw_float(*place) < 1
    assert draw_between(*place, -2.0, 6.0) == -2.0 + draw_float(*place) * 8.0


@given(PLACE, st.integers(-(2**31), 2**31 - 1), st.integers(0, 2**31))
def test_1_4_an_int_lies_in_its_range_and_follows_the_formula(place: Place, low, width) -> None:
    high = min(low + width, 2**31 - 1)
    drawn = draw_int(*place, low, high)
    assert low <= drawn <= high
    assert drawn == low + math.floor(Fraction(draw_u32(*place) * (high - low + 1), 2**32))


@pytest.mark.parametrize(("low", "high"), [(1, 0), (-(2**31) - 1, 0), (0, 2**31)])
def test_an_int_range_that_is_empty_or_too_wide_fails_as_an_expression_does(low, high) -> None:
    with pytest.raises(EvaluationError, match="range"):
        draw_int(0, 0, 0, 0, low, high)


def test_chance_is_never_at_0_and_always_at_1() -> None:
    assert not any(draw_chance(1, 2, 3, n, 0.0) for n in range(200))
    assert all(draw_chance(1, 2, 3, n, 1.0) for n in range(200))
    hits = sum(draw_chance(1, 2, 3, n, 0.25) for n in range(4000))
    assert 900 < hits < 1100


@given(PLACE, st.lists(st.integers(0, 50), min_size=1, max_size=8))
def test_1_4_weighted_takes_the_first_whose_running_sum_exceeds_the_draw(place: Place, weights) -> None:
    drawn = draw_weighted(*place, weights)
    if sum(weights) == 0:
        assert drawn is None
        return
    threshold = draw_u32(*place) / 2**32 * sum(weights)
    assert drawn == next(i for i in range(len(weights)) if sum(weights[: i + 1]) > threshold)
    assert weights[drawn] > 0


@pytest.mark.parametrize("weights", [[1.0, -1.0], [math.inf], [math.nan], [1e308, 1e308]])
def test_weights_that_cannot_be_drawn_from_are_refused(weights) -> None:
    with pytest.raises(DrawError, match="weight"):
        draw_weighted(0, 0, 0, 0, weights)


@given(PLACE, st.lists(st.integers(), max_size=12))
def test_1_4_shuffle_is_fisher_yates_from_the_end(place: Place, items) -> None:
    seed, agent, path, n = place
    order = list(items)
    for step, last in enumerate(reversed(range(1, len(items)))):
        other = draw_u32(seed, agent, path, n + step) * (last + 1) // 2**32
        order[last], order[other] = order[other], order[last]
    assert shuffle(seed, agent, path, n, items) == tuple(order)


def test_1_4_draws_of_one_node_do_not_depend_on_another() -> None:
    first = [draw_u32(5, 1, path_key(["a"]), n) for n in range(50)]
    second = [draw_u32(5, 1, path_key(["b"]), n) for n in range(50)]
    assert len(set(first) | set(second)) == 100
