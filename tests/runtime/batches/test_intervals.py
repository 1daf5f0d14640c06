"""Confidence intervals, against published tables and worked examples."""

from __future__ import annotations

import random

import pytest

from runtime.trials.batches.batch_summary import mean_interval, t_quantile, wilson_interval


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.7062),
        (2, 4.30265),
        (5, 2.57058),
        (10, 2.22814),
        (30, 2.04227),
        (120, 1.97993),
        (10**6, 1.95997),
    ],
)
def test_quantiles_of_students_t_are_those_of_the_table(freedom, value):
    assert t_quantile(0.975, freedom) == pytest.approx(value, abs=1e-5 * value)


def test_wilsons_interval_is_that_of_the_worked_example():
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for successes, count, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson_interval(successes, count) == pytest.approx((low, high), abs=6e-5)
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(5, 5)[1] == 1.0


def test_the_interval_of_a_mean_holds_the_truth_as_often_as_it_says():
    draw = random.Random(5)
    held = 0
    for _ in range(2000):
        values = [draw.gauss(3, 2) for _ in range(6)]
        mean = sum(values) / 6
        deviation = (sum((value - mean) ** 2 for value in values) / 5) ** 0.5
        interval = mean_interval(mean, deviation, 6)
        assert interval is not None
        held += interval[0] <= 3 <= interval[1]
    assert held / 2000 == pytest.approx(0.95, abs=0.015)
    assert mean_interval(3, 0, 1) is None
