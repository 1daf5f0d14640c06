"""Crossings, overlaps and displacement are counted right, also against a plain count of every pair."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.example_counts import daily
from tests.graphs.layout.metrics import (
    Displacement,
    count_crossings,
    displacement,
    overlapping,
    straight_lines,
)


def test_two_lines_cross_once():
    assert count_crossings([[(0, 0), (10, 10)], [(0, 10), (10, 0)]]) == 1


def test_lines_that_meet_at_an_end_do_not_cross():
    assert count_crossings([[(0, 0), (10, 10)], [(0, 0), (10, 0)], [(5, 5), (5, 20)]]) == 0


def test_every_corner_of_a_line_counts():
    zigzag = [(0, 5), (20, 5), (20, 15), (0, 15)]
    assert count_crossings([zigzag, [(10, 0), (10, 20)]]) == 2


def test_a_line_does_not_cross_itself():
    assert count_crossings([[(0, 0), (10, 0), (10, 10), (5, 10), (5, -10)]]) == 0


places = st.dictionaries(
    st.sampled_from("abcdefgh"), st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1
)


@given(places, st.integers(0, 9))
@settings(max_examples=daily(60, deep=200), deadline=None)
def test_overlaps_are_those_of_every_pair(spots, gap):
    sizes = {node: (10 + ord(node) % 7, 8 + ord(node) % 5) for node in spots}
    names = sorted(spots)
    plain = [
        (a, b)
        for i, a in enumerate(names)
        for b in names[i + 1 :]
        if spots[a][0] < spots[b][0] + sizes[b][0] + gap
        and spots[b][0] < spots[a][0] + sizes[a][0] + gap
        and spots[a][1] < spots[b][1] + sizes[b][1] + gap
        and spots[b][1] < spots[a][1] + sizes[a][1] + gap
    ]
    assert overlapping(spots, sizes, gap) == plain


def test_displacement_is_that_of_the_nodes_both_layouts_have():
    before = {"a": (0, 0), "b": (0, 0), "c": (0, 0), "gone": (9, 9)}
    after = {"a": (0, 0), "b": (3, 4), "c": (0, 10), "new": (7, 7)}
    assert displacement(before, after) == Displacement(5.0, 5.0, 10.0, 1 / 3)


def test_layouts_with_nothing_in_common_have_not_moved():
    assert displacement({"a": (0, 0)}, {"b": (5, 5)}).still == 1


def test_straight_lines_lead_from_middle_to_middle_once_for_each_pair():
    lines = straight_lines(
        {"a": (0, 0), "b": (100, 0)},
        {"a": (10, 10), "b": (20, 20)},
        [("a", "b"), ("b", "a"), ("a", "a"), ("a", "elsewhere")],
    )
    assert lines == [((5, 5), (110, 10))]
