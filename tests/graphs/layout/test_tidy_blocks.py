"""Trees laid out piece by piece: nothing overlaps, and what was kept changes nothing."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.layout.tidy_blocks import TidyBlocks
from graphs.layout.tidy_tree import LEVEL_DROP, SIBLING_GAP
from tests.example_counts import daily
from tests.graphs.layout.test_tidy_tree import Children, Pair, _overlapping, _tree, sizes, trees


def _order(children: Children) -> list[str]:
    order, stack = [], ["0"]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(children[node]))
    return order


def _placed(
    children: Children, extents: dict[str, Pair], blocks: TidyBlocks | None = None
) -> dict[str, Pair]:
    made = blocks or TidyBlocks(SIBLING_GAP, LEVEL_DROP)
    return made.place(_order(children), children, extents, {"0": (0.0, 0.0)})


@given(trees, sizes)
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_no_two_nodes_are_nearer_than_the_gap(parents: list[int], drawn: list[tuple[int, int]]) -> None:
    children = _tree(parents)
    extents: dict[str, tuple[float, float]] = {node: drawn[int(node)] for node in children}
    places = _placed(children, extents)
    assert list(places) == _order(children)
    assert _overlapping(places, extents, SIBLING_GAP) == []


@given(trees, sizes)
@settings(max_examples=daily(20, deep=100), deadline=None)
def test_children_stand_in_order_below_the_middle_of_their_parent(
    parents: list[int], drawn: list[tuple[int, int]]
) -> None:
    children = _tree(parents)
    extents: dict[str, tuple[float, float]] = {node: drawn[int(node)] for node in children}
    places = _placed(children, extents)
    for node, below in children.items():
        lefts = [places[child][0] for child in below]
        assert lefts == sorted(lefts)
        for child in below:
            assert places[child][1] == places[node][1] + extents[node][1] + LEVEL_DROP
        if below:
            ends = [places[child][0] + extents[child][0] / 2 for child in (below[0], below[-1])]
            assert abs(places[node][0] + extents[node][0] / 2 - sum(ends) / 2) <= 1.5


@given(trees, sizes, st.lists(st.tuples(st.integers(0, 60), st.integers(20, 240)), max_size=8))
@settings(max_examples=daily(20, deep=100), deadline=None)
def test_what_was_kept_gives_what_a_fresh_layout_gives(
    parents: list[int], drawn: list[tuple[int, int]], changes: list[tuple[int, int]]
) -> None:
    children = _tree(parents)
    extents: dict[str, Pair] = {node: drawn[int(node)] for node in children}
    kept = TidyBlocks(SIBLING_GAP, LEVEL_DROP)
    _placed(children, extents, kept)
    for place, width in changes:
        node = str(place % len(children))
        extents = {**extents, node: (width, extents[node][1])}
        children = {**children, node: list(reversed(children[node]))}
        assert _placed(children, extents, kept) == _placed(children, extents)


def test_a_change_lays_only_the_way_up_to_the_root_out_anew() -> None:
    rng = random.Random(1)
    children = _tree([rng.randrange(10_000) for _ in range(400)])
    extents: dict[str, Pair] = dict.fromkeys(children, (124, 46))
    kept = TidyBlocks(SIBLING_GAP, LEVEL_DROP)
    _placed(children, extents, kept)
    assert len(kept.made_anew) == 401
    parent = {child: node for node, below in children.items() for child in below}
    node, way = "400", {"400"}
    while node in parent:
        node = parent[node]
        way.add(node)
    _placed(children, {**extents, "400": (200, 46)}, kept)
    assert kept.made_anew == way


def test_children_between_two_that_keep_apart_share_the_room() -> None:
    children = {"0": ["a", "b", "c", "d"], "a": ["p", "q", "r"], "d": ["s", "t", "u"]}
    children |= {each: [] for each in "bcpqrstu"}
    extents: dict[str, Pair] = dict.fromkeys(children, (100, 46))
    places = _placed(children, extents)
    gaps = [places[b][0] - places[a][0] for a, b in (("a", "b"), ("b", "c"), ("c", "d"))]
    assert max(gaps) - min(gaps) <= 1.0


def test_a_chain_of_twenty_thousand_nodes_needs_no_recursion() -> None:
    children = {str(i): [str(i + 1)] for i in range(20_000)}
    children["20000"] = []
    places = _placed(children, dict.fromkeys(children, (124, 46)))
    assert places["20000"] == (-62, 20_000 * (46 + LEVEL_DROP))


def test_a_long_row_beside_a_long_chain_is_laid_out() -> None:
    children = {"0": ["x0", *(f"y{i}" for i in range(500))]}
    children |= {f"x{i}": [f"x{i + 1}", f"z{i}"] for i in range(500)}
    children |= {
        each: [] for each in ["x500", *(f"y{i}" for i in range(500)), *(f"z{i}" for i in range(500))]
    }
    extents: dict[str, Pair] = dict.fromkeys(children, (124, 46))
    places = _placed(children, extents)
    assert len(set(places.values())) == len(children)
