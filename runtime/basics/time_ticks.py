"""Convert seconds to ticks of the runtime's own clock (rule 1.1)."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from runtime.basics.context import EvaluationError

TICKS_PER_SECOND = 60
"""Ticks in a second unless the world says otherwise."""

MOST_TICKS = 2**31 - 1
"""The longest duration in ticks: what a 32-bit counter holds (over a year at 60 Hz)."""

_LONGEST_TEXT = 400
_ROUNDING = 1e-9  # forgives the last bits of a float that was computed, such as 0.1 * 3


class DurationError(EvaluationError, ValueError):
    """Tell that a value is no duration: negative, not finite, too long or not a number.

    At run time it is the failure of the expression that gave the value (rule 2.6).
    """


def duration_to_ticks_exact(duration: str | int | float | Decimal, rate: int = TICKS_PER_SECOND) -> int:
    """Return ⌈duration · rate⌉, computed exactly on the decimal as it is written.

    ``duration`` is in seconds: a decimal text, or a number, which stands for the shortest decimal that
    is read back as it (0.1 is one tenth). ``rate`` is in ticks per second, above 0. 0 gives 0, anything
    longer at least 1. Raises DurationError.
    """
    written = _decimal(duration)
    _require_rate(rate)
    if not written.is_finite():
        raise DurationError(f"A duration must be finite, not {duration}.")
    if written < 0:
        raise DurationError(f"A duration must not be negative, but it is {_shown(duration)}.")
    if written == 0:
        return 0
    if written.adjusted() > 12:
        raise DurationError(f"A duration of {_shown(duration)} seconds is too long.")
    if written.adjusted() < -_LONGEST_TEXT:
        return 1
    return _counted(math.ceil(Fraction(written) * rate))


def duration_to_ticks(seconds: float, rate: int = TICKS_PER_SECOND) -> int:
    """Return ⌈seconds · rate − 1e-9⌉ for a value computed at run time; at least 1 unless it is 0.

    Raises DurationError for a negative, infinite or too long duration.
    """
    _require_rate(rate)
    if not math.isfinite(seconds):
        raise DurationError(f"A duration must be finite, not {seconds}.")
    if seconds < 0:
        raise DurationError(f"A duration must not be negative, but it is {seconds}.")
    if seconds == 0:
        return 0
    if seconds > MOST_TICKS:
        raise DurationError(f"A duration of {seconds} seconds is too long.")
    return _counted(max(1, math.ceil(seconds * rate - _ROUNDING)))


def _decimal(duration: str | int | float | Decimal) -> Decimal:
    if isinstance(duration, Decimal):
        return duration
    text = duration if isinstance(duration, str) else repr(duration)
    if len(text) > _LONGEST_TEXT:
        raise DurationError(f"A duration is written with at most {_LONGEST_TEXT} characters.")
    try:
        return Decimal(text)
    except InvalidOperation:
        raise DurationError(f"{_shown(duration)!r} is no duration; write seconds as in 2.5.") from None


def _counted(ticks: int) -> int:
    if ticks > MOST_TICKS:
        raise DurationError(f"A duration of {ticks} ticks is too long; the longest is {MOST_TICKS}.")
    return ticks


def _require_rate(rate: int) -> None:
    if rate < 1:
        raise DurationError(f"The rate must be at least 1 tick per second, but it is {rate}.")


def _shown(duration: object) -> str:
    text = str(duration)
    return text if len(text) <= 40 else text[:40] + "…"
