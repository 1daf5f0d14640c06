"""Compute e to the power of x with `+ - * /` alone, so that all machines get the same bits (rule 1.6)."""

from __future__ import annotations

from math import floor, ldexp

_LOG_2_HIGH, _LOG_2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The natural logarithm of 2 as a sum: the first part has so few digits that whole multiples are exact."""

_FURTHEST = 700.0
"""Powers beyond this, either way, are those of this."""

_TERMS = 14
"""Terms of the series: for |x| up to log(2) / 2 the rest is below the last bit."""


def exponential(x: float) -> float:
    """Return e^x, right to within two units of the last place, for x from -700 to 700."""
    x = min(max(x, -_FURTHEST), _FURTHEST)
    doublings = floor(x / _LOG_2_HIGH + 0.5)
    rest = (x - doublings * _LOG_2_HIGH) - doublings * _LOG_2_LOW
    found = 1.0
    for term in range(_TERMS, 0, -1):
        found = 1.0 + found * rest / term
    return ldexp(found, doublings)
