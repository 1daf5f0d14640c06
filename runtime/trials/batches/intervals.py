"""Tell between which ends a mean or a share lies, with a confidence of 95 %.

Means use Student's t distribution, shares the score interval of Wilson (1927), which holds for few runs and
for shares near 0 and 1 too.
"""

from __future__ import annotations

from functools import cache
from math import exp, lgamma, log, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def wilson_interval(successes: int, count: int) -> tuple[float, float]:
    """Return the ends of the interval of a share, each 0 to 1; all of it is left open without any runs."""
    if not count:
        return 0.0, 1.0
    share, z2 = successes / count, _Z * _Z
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = _Z / (1 + z2 / count) * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return low, 1.0 if successes == count else min(1.0, middle + half)


def mean_interval(mean: float, deviation: float, count: int) -> tuple[float, float] | None:
    """Return the ends of the interval of a mean; `deviation` is that of the sample. None for one run."""
    if count < 2:
        return None
    half = t_quantile(0.5 + CONFIDENCE / 2, count - 1) * deviation / sqrt(count)
    return mean - half, mean + half


@cache
def t_quantile(probability: float, freedom: int) -> float:
    """Return the value below which Student's t lies with a probability from 0.5 to under 1."""
    low, high = 0.0, 2.0
    while t_below(high, freedom) < probability:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_below(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def t_below(value: float, freedom: int) -> float:
    """Return the probability that Student's t is below a value of 0 or more."""
    return 1 - _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + value * value)) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def _not_zero(number: float) -> float:
    return number if abs(number) > 1e-300 else 1e-300
