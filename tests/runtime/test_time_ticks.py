"""Seconds become ticks (rule 1.1)."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.basics.context import EvaluationError
from runtime.basics.time_ticks import (
    MOST_TICKS,
    DurationError,
    duration_to_ticks,
    duration_to_ticks_exact,
)


@pytest.mark.parametrize(
    ("written", "rate", "ticks"),
    [
        (0, 60, 0),
        (0.0, 60, 0),
        ("0.1", 60, 6),
        (0.1, 60, 6),
        (0.2, 60, 12),
        (0.25, 60, 15),
        (0.3, 60, 18),
        (0.7, 60, 42),
        (1.1, 60, 66),
        (2.3, 10, 23),
        (1e-9, 60, 1),
        ("0.0166", 60, 1),
        ("0.0167", 60, 2),
        (2, 60, 120),
        ("2.50", 60, 150),
        (Decimal("0.05"), 60, 3),
        (0.7, 10, 7),
        (1, 1, 1),
        ("1e-300", 60, 1),
        ("1e-99999", 60, 1),
        (-0.0, 60, 0),
    ],
)
def test_1_1_durations_in_documents_are_converted_exactly_on_the_decimal(written, rate, ticks) -> None:
    assert duration_to_ticks_exact(written, rate) == ticks


def test_1_1_the_exact_conversion_is_needed_where_float_multiplication_rounds_up() -> None:
    wrong = [n for n in range(1, 1000) if math.ceil(n / 100 * 60) != math.ceil(Fraction(n, 100) * 60)]
    assert wrong
    for hundredths in wrong:
        assert duration_to_ticks_exact(hundredths / 100) == math.ceil(Fraction(hundredths, 100) * 60)


@pytest.mark.parametrize(
    ("seconds", "ticks"),
    [
        (0.0, 0),
        (0.1, 6),
        (0.2, 12),
        (0.25, 15),
        (0.1 * 3, 18),
        (1 / 60, 1),
        (1e-12, 1),
        (0.0167, 2),
        (2, 120),
    ],
)
def test_1_1_computed_durations_forgive_the_last_bits(seconds, ticks) -> None:
    assert duration_to_ticks(seconds) == ticks


@given(st.decimals(0, 1000, places=3), st.sampled_from([1, 10, 30, 50, 60, 120]))
def test_1_1_both_conversions_agree_on_plain_decimals(written, rate) -> None:
    exact = duration_to_ticks_exact(written, rate)
    assert exact == math.ceil(Fraction(written) * rate)
    assert duration_to_ticks(float(written), rate) == exact


@pytest.mark.parametrize(
    "bad", ["", "soon", "-1", "nan", "inf", -0.5, math.inf, math.nan, "1e30", "1e999999999", "9" * 500, 1e12]
)
def test_what_is_no_duration_is_refused(bad) -> None:
    with pytest.raises(DurationError):
        duration_to_ticks_exact(bad)


@pytest.mark.parametrize("bad", [-1e-12, math.inf, math.nan, 1e300, MOST_TICKS / 60 + 1])
def test_a_computed_value_that_is_no_duration_fails_as_an_expression_does(bad) -> None:
    with pytest.raises(EvaluationError, match="duration"):
        duration_to_ticks(bad)


def test_a_rate_below_one_is_refused() -> None:
    with pytest.raises(DurationError, match="at least 1 tick"):
        duration_to_ticks(1.0, 0)
