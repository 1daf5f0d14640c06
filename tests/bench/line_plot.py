"""Draw lines of points on two logarithmic axes as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 34, 44
COLORS = ("#0b6bcb", "#c2410c", "#15803d", "#7e22ce")
DASHES = ("", "6 4", "2 3", "8 3 2 3")
"""Lines differ by these too, for who does not see the colors."""


def words(number: float) -> str:
    """Return a number with three digits that say something."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def line_plot(title: str, across: str, lines: Mapping[str, Points]) -> str:
    """Return a plot; `across` says what grows."""
    points = [point for line in lines.values() for point in line]
    columns = _span([x for x, _ in points])
    rows = _span([y for _, y in points])

    def x_of(x: float) -> float:
        return LEFT + (log10(x) - columns[0]) / (columns[1] - columns[0]) * (WIDTH - LEFT - RIGHT)

    def y_of(y: float) -> float:
        return HEIGHT - BOTTOM - (log10(y) - rows[0]) / (rows[1] - rows[0]) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(LEFT, 20, title, "start", "bold"),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, across, "middle"),
    ]
    for power in range(columns[0], columns[1] + 1):
        x = x_of(10.0**power)
        parts.append(_line(x, TOP, x, HEIGHT - BOTTOM))
        parts.append(_text(x, HEIGHT - BOTTOM + 16, words(10.0**power), "middle"))
    for power in range(rows[0], rows[1] + 1):
        y = y_of(10.0**power)
        parts.append(_line(LEFT, y, WIDTH - RIGHT, y))
        parts.append(_text(LEFT - 6, y + 4, words(10.0**power), "end"))
    for number, (name, line) in enumerate(lines.items()):
        color, dash = COLORS[number % len(COLORS)], DASHES[number % len(DASHES)]
        places = [(x_of(x), y_of(y)) for x, y in line]
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        stroke = f'stroke="{color}" stroke-width="2" stroke-dasharray="{dash}"'
        parts.append(f'<polyline points="{corners}" fill="none" {stroke}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in places]
        y = TOP + 10 + 20 * number
        parts.append(f'<path d="M{WIDTH - RIGHT + 10} {y}h24" {stroke}/>')
        parts.append(_text(WIDTH - RIGHT + 40, y + 4, name, "start"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _span(numbers: Sequence[float]) -> tuple[int, int]:
    """Return the powers of ten around some numbers, at least one apart."""
    least, most = floor(log10(min(numbers))), ceil(log10(max(numbers)))
    return least, max(most, least + 1)


def _text(x: float, y: float, text: str, anchor: str, weight: str = "normal") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text {place} fill="#333333">{escape(text)}</text>'


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="#dddddd" fill="none"/>'
