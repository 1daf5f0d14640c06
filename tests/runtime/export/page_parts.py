"""Make the tables of the help page on the runtime format that say what the code does."""

from __future__ import annotations

from runtime.basics.angles import arc_tangent, direction
from runtime.basics.random_numbers import (
    draw_between,
    draw_chance,
    draw_int,
    draw_u32,
    draw_weighted,
    fnv1a_32,
    shuffle,
)

SEED, AGENT, STREAM = 7, "guard", 2035142697


def draws_table() -> str:
    """Return the table of the first draws of one stream."""
    agent = fnv1a_32(AGENT)
    lines = [
        f"FNV-1a of `{AGENT}` is {agent}.",
        "",
        "| n | u | float from −1 to 1 | int from 1 to 6 | chance 0.5 | weighted 1, 2, 3 |",
        "|---|---|---|---|---|---|",
    ]
    for n in range(4):
        place = (SEED, agent, STREAM, n)
        cells = (
            str(n),
            str(draw_u32(*place)),
            repr(draw_between(*place, -1.0, 1.0)),
            str(draw_int(*place, 1, 6)),
            "true" if draw_chance(*place, 0.5) else "false",
            f"place {draw_weighted(*place, (1.0, 2.0, 3.0))}",
        )
        lines.append("| " + " | ".join(cells) + " |")
    order = shuffle(SEED, agent, STREAM, 0, range(4))
    lines += ["", f"A shuffle of four, from n = 0 on, gives {', '.join(map(str, order))}."]
    return "\n".join(lines)


FUNCTIONS: dict[str, str] = {
    "abs": "|x|; of an int −2³¹ a failure",
    "angle_difference": "t = (b − a) mod 360 with the sign of 360; t − 360 if t > 180, else t",
    "angle_to": "`atan2`(b.y − a.y, b.x − a.x), + 360 if negative; 0 if that is 360 or more, and +0 for −0",
    "atan2": "the angle of (x, y), [see below](#sines-and-arc-tangents)",
    "ceil": "⌈x⌉ as an int; a failure when x is not finite or the result does not fit",
    "clamp": "low if x < low, else x; then high if that is above high",
    "cos": "the cosine of x, [see below](#sines-and-arc-tangents); a failure for an infinite x",
    "direction": "(`cos`, `sin`) of an angle; a failure for an infinite one",
    "distance": "√((a.x − b.x)² + (a.y − b.y)²)",
    "dot": "a.x · b.x + a.y · b.y",
    "floor": "⌊x⌋ as an int; fails as ceil does",
    "length": "√(v.x² + v.y²)",
    "lerp": "a + (b − a) · t, for vectors in both parts",
    "max": "the largest; the first of equal ones",
    "min": "the smallest; the first of equal ones",
    "normalize": "v / length(v); (0, 0) when the length is 0",
    "round": "the nearest int, of two the even one; fails as ceil does",
    "sign": "−1, 0 or 1",
    "sin": "the sine of x, [see below](#sines-and-arc-tangents); a failure for an infinite x",
    "sqrt": "√x; a failure below 0",
    "vec": "(x, y)",
}
"""What each pure function gives, in a few words."""


def functions_table() -> str:
    """Return the table of the pure functions."""
    lines = ["| function | gives |", "|---|---|"]
    lines += [f"| `{name}` | {words} |" for name, words in sorted(FUNCTIONS.items())]
    return "\n".join(lines)


INFINITE, LARGEST, LEAST = float("inf"), 1.7976931348623157e308, 5e-324
ANGLES = (
    *(0.0, -0.0, 1.0, 15.0, 30.0, 45.0, 60.0, 89.9, 90.0, 120.0, 135.0, 180.0, -180.0, 210.0, 270.0, 360.0),
    *(-30.0, -135.5, 1e-9, LEAST, 12.345, 44.99999999999999, 45.00000000000001, 725.0, 123456.789, 1e15),
    *(-1e300, LARGEST),
)
"""Angles of the table of worked values."""

VECTORS = (
    *((0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (-0.0, -0.0), (0.0, 1.0), (-0.0, 1.0), (0.0, -1.0), (-0.0, -1.0)),
    *((1.0, 0.0), (-1.0, -0.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0), (1.0, 2.0), (2.0, 1.0)),
    *((7.0, 16.0), (11.0, 16.0), (3.0, -4.0), (-0.1, 0.3), (1.0, 1e-9), (LEAST, 1.0), (1.0, LARGEST)),
    *((LEAST, LARGEST), (INFINITE, 1.0), (1.0, INFINITE), (-1.0, -INFINITE), (INFINITE, -INFINITE)),
)
"""Pairs (y, x) of the table of worked values."""


def angles_table() -> str:
    """Return the tables of worked values: of sine and cosine, and of the arc tangent.

    They are two because one is wider than the window of the help.
    """
    lines = ["| angle | cos | sin |", "|---|---|---|"]
    lines += [f"| {' | '.join(map(repr, (angle, *direction(angle))))} |" for angle in ANGLES]
    lines += ["", "| y | x | atan2(y, x) |", "|---|---|---|"]
    lines += [f"| {' | '.join(map(repr, (*vector, arc_tangent(*vector))))} |" for vector in VECTORS]
    return "\n".join(lines)
