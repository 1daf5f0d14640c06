"""Measure layouts: lines that cross, boxes that overlap, how far things moved."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.layout.layered_problem import Position, Size

_TOUCH = 1e-9


@dataclass(frozen=True, slots=True)
class Displacement:
    """How far the nodes that two layouts share have moved, in px: on average, in the middle, at most.

    `still` is the share of them, from 0 to 1, that moved less than 1 px; 1 when they share none.
    """

    mean: float
    median: float
    largest: float
    still: float


def displacement(before: Mapping[str, Position], after: Mapping[str, Position]) -> Displacement:
    """Compare the places of the nodes that both layouts have."""
    moved = sorted(
        ((after[node][0] - x) ** 2 + (after[node][1] - y) ** 2) ** 0.5
        for node, (x, y) in before.items()
        if node in after
    )
    if not moved:
        return Displacement(0.0, 0.0, 0.0, 1.0)
    still = sum(1 for distance in moved if distance < 1.0) / len(moved)
    return Displacement(sum(moved) / len(moved), moved[len(moved) // 2], moved[-1], still)


def overlapping(
    places: Mapping[str, Position], sizes: Mapping[str, Size], gap: float = 0.0
) -> list[tuple[str, str]]:
    """Return the pairs of nodes that are nearer than `gap` px to each other in both directions, sorted.

    With a gap of 0 boxes that only touch do not overlap.
    """
    found = []
    open_nodes: list[tuple[float, str]] = []
    for node in sorted(places, key=lambda each: (places[each][0], each)):
        left, top = places[node]
        bottom = top + sizes[node][1]
        open_nodes = [(right, other) for right, other in open_nodes if right + gap > left]
        for _, other in open_nodes:
            low = places[other][1]
            if top < low + sizes[other][1] + gap and low < bottom + gap:
                found.append((min(node, other), max(node, other)))
        open_nodes.append((left + sizes[node][0], node))
    return sorted(found)


def count_crossings(lines: Sequence[Sequence[Position]]) -> int:
    """Count where two lines (lists of corners) cross; ends that touch and shared pieces do not count."""
    pieces = [
        (number, a, b) for number, line in enumerate(lines) for a, b in itertools.pairwise(line) if a != b
    ]
    pieces.sort(key=lambda piece: min(piece[1][0], piece[2][0]))
    total = 0
    open_pieces: list[tuple[float, int, Position, Position]] = []
    for number, a, b in pieces:
        left = min(a[0], b[0])
        open_pieces = [each for each in open_pieces if each[0] >= left]
        total += sum(1 for _, other, c, d in open_pieces if other != number and _cross(a, b, c, d))
        open_pieces.append((max(a[0], b[0]), number, a, b))
    return total


def straight_lines(
    places: Mapping[str, Position], sizes: Mapping[str, Size], links: Sequence[tuple[str, str]]
) -> list[tuple[Position, Position]]:
    """Return the lines between the middles of linked nodes, one for each pair of ends, loops left out."""
    found: dict[tuple[str, str], tuple[Position, Position]] = {}
    for source, target in links:
        if source != target and source in places and target in places:
            first, second = min(source, target), max(source, target)
            found[(first, second)] = _middle(places, sizes, first), _middle(places, sizes, second)
    return list(found.values())


def _middle(places: Mapping[str, Position], sizes: Mapping[str, Size], node: str) -> Position:
    return places[node][0] + sizes[node][0] / 2, places[node][1] + sizes[node][1] / 2


def _cross(a: Position, b: Position, c: Position, d: Position) -> bool:
    one, two = _side(a, b, c), _side(a, b, d)
    three, four = _side(c, d, a), _side(c, d, b)
    return one * two < -_TOUCH and three * four < -_TOUCH


def _side(a: Position, b: Position, point: Position) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
