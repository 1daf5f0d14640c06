"""Merging of ordered lists: both sides' insertions, ours first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.merging.list_merge import merged_list


def merged(base: str, ours: str, theirs: str) -> str:
    """Return the merge of three lists of letters; what either side removed is gone."""
    gone = (set(base) - set(ours)) | (set(base) - set(theirs))
    members = sorted(set(ours + theirs) - gone)
    return "".join(merged_list(base, ours, theirs, members).members)


CASES = [
    ("nobody changed", "abc", "abc", "abc", "abc"),
    ("both insert at one place", "ab", "axb", "ayb", "axyb"),
    ("both insert several at one place", "ab", "axXb", "ayYb", "axXyYb"),
    ("both insert at the front", "a", "xa", "ya", "xya"),
    ("both insert at the end", "a", "ax", "ay", "axy"),
    ("both insert into an empty list", "", "x", "y", "xy"),
    ("both insert the same", "ab", "axb", "axb", "axb"),
    ("insert where the other removed before", "abc", "bc", "abxc", "bxc"),
    ("insert where the other removed around", "abc", "b", "axbyc", "xby"),
    ("both remove", "abcd", "bcd", "abc", "bc"),
    ("one moves, the other inserts", "abc", "cab", "axbc", "caxb"),
    ("one moves, the other removes", "abcd", "dabc", "abd", "dab"),
    ("each moves another one", "abcdef", "bcadef", "abcfde", "bcafde"),
    ("an insertion after what the other moved stays with what stayed", "abc", "bca", "aybc", "ybca"),
    ("one replaces all", "abc", "xyz", "abc", "xyz"),
]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"), [each[1:] for each in CASES], ids=[item[0] for item in CASES]
)
def test_lists_are_merged(base: str, ours: str, theirs: str, expected: str) -> None:
    assert merged(base, ours, theirs) == expected


@given(st.data())
def test_each_side_keeps_its_order_and_the_other_way_round_differs_only_in_who_is_first(data: Any) -> None:
    base = "".join(data.draw(st.lists(st.sampled_from("abcdefg"), unique=True)))
    ours = _with_insertions(data, base, "xyz")
    theirs = _with_insertions(data, base, "uvw")
    result = merged(base, ours, theirs)
    assert [each for each in result if each in ours] == [item for item in ours if item in result]
    assert [entry for entry in result if entry in theirs] == [value for value in theirs if value in result]
    assert sorted(merged(base, theirs, ours)) == sorted(result)
    assert merged(base, ours, base) == ours
    assert merged(base, base, theirs) == theirs


@given(st.permutations("abcde"), st.permutations("abcde"))
def test_what_both_moved_stands_where_ours_has_it_and_is_told(ours: list[str], theirs: list[str]) -> None:
    result = merged_list("abcde", ours, theirs, "abcde")
    assert sorted(result.members) == [*"abcde"]
    if ours == theirs:
        assert [*result.members] == ours
        assert not result.opposed
    if theirs == [*"abcde"]:
        assert [*result.members] == ours
        assert not result.opposed


def test_opposite_moves_of_one_member_are_opposed_and_ours_holds() -> None:
    result = merged_list("abcde", "eabcd", "abecd", "abcde")
    assert "".join(result.members) == "eabcd"
    assert result.opposed == {"e"}


def test_members_in_no_list_come_last() -> None:
    assert merged_list("ab", "ab", "ab", ["a", "b", "z", "y"]).members == ("a", "b", "z", "y")


def _with_insertions(data: Any, base: str, letters: str) -> str:
    side = [*base]
    for letter in letters[: data.draw(st.integers(0, 3))]:
        side.insert(data.draw(st.integers(0, len(side))), letter)
    removed = data.draw(st.sets(st.sampled_from(base))) if base else set()
    return "".join(each for each in side if each not in removed)
