"""Compute sine, cosine and arc tangent as the help page on the runtime format says, and from it alone."""

from __future__ import annotations

from math import copysign, floor, fmod, inf, nan

S = (
    *(-0.16666666666666632, 0.00833333333332249, -0.0001984126982985795),
    *(2.7557313707070068e-06, -2.5050760253406863e-08, 1.58969099521155e-10),
)
C = (
    *(0.0416666666666666, -0.001388888888887411, 2.480158728947673e-05),
    *(-2.7557314351390663e-07, 2.087572321298175e-09, -1.1359647557788195e-11),
)
A = (
    *(0.3333333333333293, -0.19999999999876483, 0.14285714272503466, -0.11111110405462356),
    *(0.09090887133436507, -0.0769187620504483, 0.06661073137387531, -0.058335701337905735),
    *(0.049768779946159324, -0.036531572744216916, 0.016285820115365782),
)


def polynomial(z: float, factors: tuple[float, ...]) -> float:
    """Return f1 + z (f2 + z (f3 + …))."""
    result = factors[-1]
    for factor in reversed(factors[:-1]):
        result = factor + z * result
    return result


def direction(angle: float) -> tuple[float, float]:
    """Return cosine and sine."""
    if angle != angle or angle in (inf, -inf):
        return nan, nan
    t = fmod(angle, 360.0)
    n = floor(abs(t) / 90.0 + 0.5) * (-1 if t < 0.0 else 1)
    r = t - 90.0 * n
    k = r * 134217729.0
    u = k - (k - r)
    m = u * 0.01745329238474369
    e = (r - u) * 0.01745329238474369 + r * 1.3519960527851425e-10
    x = m + e
    y = e - (x - m)
    z = x * x
    v = z * x
    s = x - ((z * (0.5 * y - v * polynomial(z, S[1:])) - y) - v * S[0])
    p = z * polynomial(z, C)
    h = 0.5 * z
    w = 1.0 - h
    c = w + (((1.0 - w) - h) + (z * p - x * y))
    quarter = ((c, s), (-s, c), (-c, -s), (s, -c))[n % 4]
    return quarter[0] + 0.0, quarter[1] + 0.0


def atan2(y: float, x: float) -> float:
    """Return the angle of (x, y)."""
    if x != x or y != y:
        return nan
    a, b = abs(x), abs(y)
    low, top = min(a, b), max(a, b)
    q = 0.0 if low == 0.0 else 1.0 if low == top else low / top
    if q < 0.4375:
        base, t = 0.0, q
    elif q < 0.6875:
        base, t = 26.56505117707799, (2.0 * q - 1.0) / (2.0 + q)
    else:
        base, t = 45.0, (q - 1.0) / (q + 1.0)
    z = t * t
    w = z * z
    even = z * polynomial(w, A[0::2])
    odd = w * polynomial(w, A[1::2])
    d = t * 57.29577951308232
    angle = base + (d + (t * -1.9878495670576283e-15 - t * (even + odd) * 57.29577951308232))
    if a < b:
        angle = 90.0 - angle
    if copysign(1.0, x) < 0.0:
        angle = 180.0 - angle
    return copysign(angle, y)


def angle_to(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the direction from a to b, [0, 360)."""
    angle = atan2(b[1] - a[1], b[0] - a[0])
    angle = angle + 360.0 if angle < 0.0 else angle
    return 0.0 if angle >= 360.0 else angle + 0.0
