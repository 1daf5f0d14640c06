"""Random and made-up machines for the tests of layouts, and their sizes."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from graphs.layout.layered_problem import LayerStyle, Link
from graphs.layout.machine_layout import INNER_STYLE, TOP_STYLE, BoxContents

Pairs = list[tuple[int, int]]


def box_contents(
    count: int, pairs: Pairs, style: LayerStyle = TOP_STYLE, sizes: list[tuple[int, int]] | None = None
) -> BoxContents:
    """Return a box of states s0, s1, …; the first is initial."""
    states = tuple(f"s{number}" for number in range(count))
    extents = sizes or [(124 + 4 * (number * 7 % 30), (46, 54, 72)[number % 3]) for number in range(count)]
    links = tuple(
        Link(states[a], states[b], (40.0 + 10 * ((a + b) % 9), 22.0 * (1 + (a * b) % 2))) for a, b in pairs
    )
    return BoxContents(
        states,
        {state: (float(w), float(h)) for state, (w, h) in zip(states, extents, strict=True)},
        links,
        states[0] if states else None,
        style,
    )


def random_pairs(count: int, number: int, seed: int) -> Pairs:
    """Return links of which every state is reached from the first; the rest go anywhere."""
    source = random.Random(seed)
    pairs = [(source.randrange(each), each) for each in range(1, count)]
    while len(pairs) < number:
        pairs.append((source.randrange(count), source.randrange(count)))
    return pairs


def game_pairs(count: int, number: int, seed: int) -> Pairs:
    """Return links like those of game machines: most lead on or back to states near by."""
    source = random.Random(seed)
    pairs = [(max(0, each - 1 - source.randrange(4)), each) for each in range(1, count)]
    while len(pairs) < number:
        start = source.randrange(count)
        end = min(count - 1, max(0, start + source.choice([-6, -3, -2, -1, -1, 1, 2, 3, 4])))
        pairs.append((start, end))
    return pairs


boxes = st.integers(1, 14).flatmap(
    lambda count: st.builds(
        box_contents,
        st.just(count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=30),
        st.sampled_from([TOP_STYLE, INNER_STYLE]),
        st.lists(st.tuples(st.integers(11, 500), st.integers(11, 400)), min_size=count, max_size=count),
    )
)
"""Small boxes: loops, opposite and parallel links, parts without links, cycles."""
