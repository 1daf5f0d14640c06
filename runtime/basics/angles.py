"""Compute sine, cosine and arc tangent in degrees by one formula, the same bits everywhere (rule 1.6).

Only `+ - * /`, `fmod`, rounding and comparisons of float64 are used, in the order written, no two of
them fused; the polynomials are those of fdlibm. The help page on the runtime format publishes the formula.
An angle is first reduced in degrees, which is exact whatever its size, so that multiples of 90 have exact
results; so have sin 30 and cos 60. Of a million random arguments no result was further from the true one than
0.77 units in the last place (sine and cosine of angles up to 10¹⁵; 97 % are the nearest float), or 2.2 (arc
tangent; that of a library in degrees: 2.1). Sine and cosine differ by up to 6·10⁻¹⁶ from those of a library,
whose angle in radians is rounded.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:  # arrays come from who has them: the command that checks files does without numpy
    from numpy import float64
    from numpy.typing import NDArray

    _Numbers = TypeVar("_Numbers", float, NDArray[float64])

RADIANS, MORE_RADIANS = 0.01745329238474369, 1.3519960527851425e-10
"""A degree in radians, in two parts, of which the first has 24 binary digits."""

_DEGREES, _MORE_DEGREES = 57.29577951308232, -1.9878495670576283e-15
_S1, _S2, _S3 = -0.16666666666666632, 0.00833333333332249, -0.0001984126982985795
_S4, _S5, _S6 = 2.7557313707070068e-06, -2.5050760253406863e-08, 1.58969099521155e-10
_C1, _C2, _C3 = 0.0416666666666666, -0.001388888888887411, 2.480158728947673e-05
_C4, _C5, _C6 = -2.7557314351390663e-07, 2.087572321298175e-09, -1.1359647557788195e-11
_A1, _A2, _A3, _A4 = 0.3333333333333293, -0.19999999999876483, 0.14285714272503466, -0.11111110405462356
_A5, _A6, _A7, _A8 = 0.09090887133436507, -0.0769187620504483, 0.06661073137387531, -0.058335701337905735
_A9, _A10, _A11 = 0.049768779946159324, -0.036531572744216916, 0.016285820115365782


def in_radians(degrees: _Numbers) -> tuple[_Numbers, _Numbers]:
    """Return an angle of at most 45 degrees in radians, as a number and a tail less than its last digit.

    The upper half of its digits times the first part of a degree is exact.
    """
    wide = degrees * 134217729.0
    upper = wide - (wide - degrees)
    most = upper * RADIANS
    more = (degrees - upper) * RADIANS + degrees * MORE_RADIANS
    x = most + more
    return x, more - (x - most)


def sine_part(x: _Numbers, tail: _Numbers) -> _Numbers:
    """Return the sine of x + tail, -π/4 to π/4; `tail` is less than the last digit of x."""
    z = x * x
    v = z * x
    r = _S2 + z * (_S3 + z * (_S4 + z * (_S5 + z * _S6)))
    return x - ((z * (0.5 * tail - v * r) - tail) - v * _S1)


def cosine_part(x: _Numbers, tail: _Numbers) -> _Numbers:
    """Return the cosine of x + tail, as `sine_part` does the sine."""
    z = x * x
    r = z * (_C1 + z * (_C2 + z * (_C3 + z * (_C4 + z * (_C5 + z * _C6)))))
    half = 0.5 * z
    w = 1.0 - half
    return w + (((1.0 - w) - half) + (z * r - x * tail))


def arc_part(t: _Numbers) -> _Numbers:
    """Return the angle in degrees whose tangent is t, for t of a size up to 7/16."""
    z = t * t
    w = z * z
    even = z * (_A1 + w * (_A3 + w * (_A5 + w * (_A7 + w * (_A9 + w * _A11)))))
    odd = w * (_A2 + w * (_A4 + w * (_A6 + w * (_A8 + w * _A10))))
    return t * _DEGREES + (t * _MORE_DEGREES - t * (even + odd) * _DEGREES)


def direction(angle: float) -> tuple[float, float]:
    """Return cosine and sine of an angle in degrees; no numbers for one that is infinite or no number.

    Halfway between two multiples of 90 either may be taken as the nearest: the bits are the same. A result of
    zero has no sign.
    """
    if not abs(angle) < math.inf:
        return math.nan, math.nan
    turned = math.fmod(angle, 360.0)
    quarters = round(turned / 90.0)
    rest = turned - 90.0 * quarters
    x, tail = in_radians(rest)
    along, beside = cosine_part(x, tail), sine_part(x, tail)
    if quarters & 1:
        along, beside = -beside, along
    if quarters & 2:
        along, beside = -along, -beside
    return along + 0.0, beside + 0.0


def cosine(angle: float) -> float:
    """Return the first part of the `direction`."""
    return direction(angle)[0]


def sine(angle: float) -> float:
    """Return the second part of the `direction`."""
    return direction(angle)[1]


def arc_tangent(y: float, x: float) -> float:
    """Return the angle of (x, y) in degrees, [-180, 180]; zeros and infinities as IEEE 754 has them."""
    wide, high = abs(x), abs(y)
    if wide != wide or high != high:
        return math.nan
    low, top = (wide, high) if wide < high else (high, wide)
    share = 0.0 if low == 0.0 else 1.0 if low == top else low / top
    if share < 0.4375:
        angle = arc_part(share)
    elif share < 0.6875:
        angle = ARC_OF_HALF + arc_part((2.0 * share - 1.0) / (2.0 + share))
    else:
        angle = 45.0 + arc_part((share - 1.0) / (share + 1.0))
    if wide < high:
        angle = 90.0 - angle
    if math.copysign(1.0, x) < 0.0:
        angle = 180.0 - angle
    return math.copysign(angle, y)


ARC_OF_HALF = 26.56505117707799
"""The angle in degrees whose tangent is 1/2."""
