"""Edges of questions start under the segments of their bars, run side by side and never cross."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from editor.canvas.painting.pictures import BranchSegment, DecisionPicture
from editor.canvas.painting.tree_node_painting import branch_ports, measure_tree_node
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.trees.tree_parts import branch_drops, bus_edge, edges_of_branches
from graphs.model import DecisionNode
from graphs.model.decision_tree import Branch as BranchModel

pytestmark = pytest.mark.usefixtures("qapp")


def crosses(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Tell whether a horizontal part of one line cuts through a vertical part of another."""
    for first, second in ((one, other), (other, one)):
        for (ax, ay), (bx, by) in pairwise(first):
            for (cx, cy), (dx, dy) in pairwise(second):
                if (
                    ay == by
                    and cx == dx
                    and min(ax, bx) < cx < max(ax, bx)
                    and min(cy, dy) < ay < max(cy, dy)
                ):
                    return True
    return False


@pytest.mark.parametrize(
    "ends",
    [
        (-300, -200, -100),
        (100, 200, 300, 400, 500),
        (-400, -250, 120, 260, 390),
        (10, 50, 90),
    ],
)
def test_edges_from_neighboring_ports_do_not_cross_or_share_a_line(ends: tuple[float, ...]) -> None:
    ports = [(10.0 + 40 * place, 0.0) for place in range(len(ends))]
    ways = [(port, (end, 56.0)) for port, end in zip(ports, ends, strict=True)]
    drops = branch_drops(ways)
    lines = [bus_edge(start, end, drop) for (start, end), drop in zip(ways, drops, strict=True)]
    for first, other in combinations(lines, 2):
        assert not crosses(first, other)
    turning: dict[tuple[bool, float], Point] = {}
    for (start, end), drop in zip(ways, drops, strict=True):
        if abs(end[0] - start[0]) >= 6:
            assert turning.setdefault((end[0] > start[0], drop), start) == start
            assert 12 <= drop <= 26


PICTURE = DecisionPicture(
    "d", "ranges", (BranchSegment("< 3", 0.5), BranchSegment("3 – 9", 0.25), BranchSegment("≥ 9", 0.25))
)


def node(*children: str | None) -> DecisionNode:
    return DecisionNode(kind="ranges", branches=tuple(BranchModel(child=each) for each in children))


def tops(child: str) -> Point:
    return (100.0 * " ab".index(child), 120.0)


def question_at(left: float, top: float) -> Rect:
    size = measure_tree_node(PICTURE)
    return Rect(left, top, left + size.width(), top + size.height())


def test_each_edge_starts_under_the_segment_of_its_branch() -> None:
    rect = question_at(20, 5)
    drops = edges_of_branches(node("a", "b", "b"), PICTURE, rect, ("a", "b"), tops)
    ports = branch_ports(PICTURE, rect.width)
    assert [drop.begin for drop in drops] == [(20 + port, rect.bottom) for port in ports]
    assert [drop.child for drop in drops] == ["a", "b", "b"]
    assert [drop.branch for drop in drops] == [0, 1, 2]


def test_edges_that_meet_at_one_child_say_all_numbers_once() -> None:
    drops = edges_of_branches(node("a", "b", "a"), PICTURE, question_at(0, 0), ("a", "b"), tops)
    assert [drop.words for drop in drops] == ["1 · 3", "2", ""]


def test_branches_that_lead_nowhere_or_to_what_is_hidden_have_no_edge() -> None:
    drops = edges_of_branches(node("a", None, "b"), PICTURE, question_at(0, 0), ("a",), tops)
    assert [(drop.child, drop.branch) for drop in drops] == [("a", 0)]
    assert edges_of_branches(node("a", "b", "a"), PICTURE, question_at(0, 0), (), tops) == []
