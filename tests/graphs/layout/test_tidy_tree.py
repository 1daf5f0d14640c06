"""The tidy tree keeps order, overlaps nothing and takes linear time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.layout.tidy_tree import DECISION_TREE_STYLE, LEVEL_DROP, SIBLING_GAP, tidy_tree
from tests.example_counts import daily

Pair = tuple[float, float]
Children = dict[str, list[str]]


def _tree(parents: list[int]) -> Children:
    """Return children lists of a tree where node i + 1 hangs under node parents[i]."""
    children: Children = {"0": []}
    for index, parent in enumerate(parents, 1):
        children[str(index)] = []
        children[str(parent % index)].append(str(index))
    return children


trees = st.lists(st.integers(0, 10_000), max_size=60)
sizes = st.lists(st.tuples(st.integers(20, 240), st.integers(30, 90)), min_size=61, max_size=61)


def _overlapping(
    places: Mapping[str, Pair], extents: Mapping[str, Pair], gap: float
) -> list[tuple[str, str]]:
    found = []
    names = list(places)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            (ax, ay), (aw, ah) = places[a], extents[a]
            (bx, by), (bw, bh) = places[b], extents[b]
            # Places are rounded to whole px, so two of them may be one px nearer than the gap.
            if ax < bx + bw + gap - 1 and bx < ax + aw + gap - 1 and ay < by + bh and by < ay + ah:
                found.append((a, b))
    return found


@given(trees, sizes)
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_no_two_nodes_are_nearer_than_the_gap(parents: list[int], drawn: list[tuple[int, int]]) -> None:
    children = _tree(parents)
    extents = {node: drawn[int(node)] for node in children}
    places = tidy_tree("0", children.__getitem__, extents)
    assert set(places) == set(children)
    assert _overlapping(places, extents, SIBLING_GAP) == []


@given(trees, sizes)
@settings(max_examples=daily(20, deep=100), deadline=None)
def test_siblings_stand_left_to_right_in_order_below_their_parent(
    parents: list[int], drawn: list[tuple[int, int]]
) -> None:
    children = _tree(parents)
    extents = {node: drawn[int(node)] for node in children}
    places = tidy_tree("0", children.__getitem__, extents)
    for node, below in children.items():
        lefts = [places[child][0] for child in below]
        assert lefts == sorted(lefts)
        for child in below:
            assert places[child][1] == places[node][1] + extents[node][1] + LEVEL_DROP


@given(trees, sizes)
@settings(max_examples=daily(12, deep=50), deadline=None)
def test_a_parent_stands_over_the_middle_of_its_children(
    parents: list[int], drawn: list[tuple[int, int]]
) -> None:
    children = _tree(parents)
    extents = {node: drawn[int(node)] for node in children}
    places = tidy_tree("0", children.__getitem__, extents)
    for node, below in children.items():
        if below:
            ends = [places[child][0] + extents[child][0] / 2 for child in (below[0], below[-1])]
            assert abs(places[node][0] + extents[node][0] / 2 - sum(ends) / 2) <= 1.5


def test_the_root_stays_at_the_origin() -> None:
    children = _tree([0, 0, 0, 1, 1])
    places = tidy_tree("0", children.__getitem__, dict.fromkeys(children, (124, 46)))
    assert places["0"] == (-62, 0)


def _mirrored(children: Children) -> Children:
    return {node: list(reversed(below)) for node, below in children.items()}


@given(trees)
@settings(max_examples=daily(12, deep=60), deadline=None)
def test_a_mirrored_tree_is_about_as_wide(parents: list[int]) -> None:
    children = _tree(parents)
    extents = dict.fromkeys(children, (124, 46))
    plain = tidy_tree("0", children.__getitem__, extents)
    mirrored = tidy_tree("0", _mirrored(children).__getitem__, extents)
    width = max(x for x, _ in plain.values()) - min(x for x, _ in plain.values())
    other = max(x for x, _ in mirrored.values()) - min(x for x, _ in mirrored.values())
    # Room is shared out from the left, so some trees and their mirror images differ a little.
    assert abs(width - other) <= 0.3 * (max(width, other) + 124)


def test_a_shared_leaf_stands_once_below_all_its_parents_on_the_last_line() -> None:
    children = {
        "root": ["left", "right"],
        "left": ["shared", "own"],
        "right": ["deep"],
        "deep": ["shared", "far"],
        "shared": [],
        "own": [],
        "far": [],
    }
    extents = dict.fromkeys(children, (140, 72))
    places = tidy_tree("root", children.__getitem__, extents, DECISION_TREE_STYLE)
    assert set(places) == set(children)
    assert places["shared"][1] > places["deep"][1] + 72
    assert places["shared"][1] == places["own"][1] == places["far"][1]
    assert _overlapping(places, extents, DECISION_TREE_STYLE.sibling_gap) == []


def test_a_cycle_does_not_hang() -> None:
    children = {"a": ["b"], "b": ["c"], "c": ["a", "b"]}
    assert set(tidy_tree("a", children.__getitem__, dict.fromkeys(children, (10, 10)))) == {"a", "b", "c"}


def test_a_chain_of_twenty_thousand_nodes_needs_no_recursion() -> None:
    children = {str(i): [str(i + 1)] for i in range(20_000)}
    children["20000"] = []
    places = tidy_tree("0", children.__getitem__, dict.fromkeys(children, (124, 46)))
    assert places["20000"] == (-62, 20_000 * (46 + LEVEL_DROP))


def test_each_node_is_asked_for_its_children_a_few_times_whatever_the_size() -> None:
    def questions(count: int) -> int:
        children = _tree([(i * 7919) // 3 for i in range(count)])
        asked: list[str] = []

        def children_of(node: str) -> Sequence[str]:
            asked.append(node)
            return children[node]

        tidy_tree("0", children_of, dict.fromkeys(children, (124, 46)))
        return len(asked)

    assert questions(8_000) <= 8.1 * questions(1_000)
    assert questions(8_000) <= 10 * 8_001
