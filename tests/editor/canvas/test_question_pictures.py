"""Pictures of questions: what is asked, segments true to scale, the needle and the margin of a run."""

from __future__ import annotations

from typing import Any

import pytest

from editor.canvas.items.pictures import NO_MARKS, RunLook
from editor.canvas.painting.pictures import DecisionPicture, Margin, TableRow
from editor.canvas.trees.question_pictures import question_picture, with_question_state
from editor.theme.tokens import StatusLook
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import DecisionTreeGraph
from tests.graphs.builders import decision, document_of

REGISTRY = builtin_registry()
VARIABLES: dict[str, Any] = {
    "health": {"type": "float", "min": 0, "max": 100},
    "d": {"type": "float"},
    "mood": {"type": "enum", "values": ["calm", "angry"]},
}


def picture_of(node: dict[str, Any], **fields: Any) -> DecisionPicture:
    document = document_of(
        decision({"r": node, "x": {"kind": "outcome", "outcome": "x"}}), variables=VARIABLES
    )
    graph = document.graphs["g"]
    assert isinstance(graph, DecisionTreeGraph)
    return question_picture(graph.nodes["r"], graph, document, REGISTRY, **fields)


def branches(*entries: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"child": "x", **entry} for entry in entries]


def ranges(value: str, *entries: dict[str, Any]) -> DecisionPicture:
    return picture_of({"kind": "ranges", "value": {"expr": value}, "branches": branches(*entries)})


def texts(picture: DecisionPicture) -> list[str]:
    return [branch.text for branch in picture.branches]


def shares(picture: DecisionPicture) -> list[float]:
    return [branch.share for branch in picture.branches]


def test_ranges_are_true_to_the_declared_range_of_their_variable() -> None:
    picture = ranges("health", {"upto": 30, "closed": True}, {"upto": 50}, {})
    assert picture.title == "health"
    assert texts(picture) == ["≤ 30", "30 – 50", "≥ 50"]
    assert shares(picture) == pytest.approx([0.3, 0.2, 0.5])
    assert picture.scale == (0, 100)


def test_ranges_without_a_declared_range_reach_as_far_outside_as_the_bounds_lie_apart() -> None:
    assert ranges("d", {"upto": 3}, {"upto": 9}, {}).scale == (-3, 15)
    assert ranges("d * 2", {"upto": 3}, {}).scale == (0, 6)
    assert ranges("d", {"upto": 0}, {}).scale == (-1, 1)


def test_bounds_out_of_order_have_no_scale() -> None:
    picture = ranges("d", {"upto": 9}, {"upto": 3}, {})
    assert picture.scale is None
    assert shares(picture) == pytest.approx([1 / 3] * 3)
    moving = with_question_state(picture, NO_MARKS, RunLook(StatusLook.SUCCESS, number=4.0, branch=0))
    assert (moving.needle, moving.margin) == (None, None)


def test_weights_are_parts_of_the_whole() -> None:
    picture = picture_of(
        {"kind": "random", "branches": branches({"weight": 1}, {"weight": 3}, {"weight": 0})}
    )
    assert texts(picture) == ["25 %", "75 %", "0 %"]
    assert shares(picture) == [0.25, 0.75, 0]
    nothing = picture_of({"kind": "random", "branches": branches({"weight": 0}, {"weight": 0})})
    assert shares(nothing) == [0.5, 0.5]


def test_each_kind_says_what_it_asks_and_names_its_branches() -> None:
    test = picture_of(
        {"kind": "test", "test": "d < 3", "branches": branches({"when": False}, {"when": True})}
    )
    assert (test.title, texts(test)) == ("d < 3", ["false", "true"])
    switch = picture_of(
        {"kind": "switch", "value": {"expr": "mood"}, "branches": branches({"case": "calm"}, {"else": True})}
    )
    assert (switch.title, texts(switch)) == ("mood", ["calm", "else"])
    first = picture_of({"kind": "first_of", "branches": branches({"test": "d < 3"}, {"else": True})})
    assert (first.title, first.title_is_expression, texts(first)) == ("First of", False, ["d < 3", "else"])


def test_a_table_shows_its_rules_as_columns() -> None:
    rules = branches({"row": ["< 3", ""]}, {"row": ["", "== 'calm'"]}, {"else": True})
    picture = picture_of({"kind": "table", "inputs": ["d", "mood"], "branches": rules})
    assert picture.table == (TableRow("d", ("< 3", "", "")), TableRow("mood", ("", "== 'calm'", "")))
    assert texts(picture) == ["1", "2", "else"]
    assert picture.note == "first hit"


def test_a_title_of_its_own_stands_for_the_expression() -> None:
    node = {"kind": "test", "title": "Near?", "test": "d < 3", "branches": branches({"when": True})}
    picture = picture_of(node)
    assert (picture.title, picture.title_is_expression) == ("Near?", False)


def test_a_question_without_branches_has_an_empty_bar() -> None:
    assert picture_of({"kind": "test", "test": "d < 3"}).branches == ()
    assert picture_of({"kind": "random"}).branches == ()
    assert ranges("d", {}).scale is None


def test_a_bound_that_is_missing_leaves_the_segments_equal() -> None:
    picture = ranges("d", {"upto": 3}, {}, {})
    assert picture.scale is None
    assert shares(picture) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("number", "branch", "needle", "margin"),
    [
        (42.0, 1, 0.42, Margin("8", 0.5)),
        (29.5, 0, 0.295, Margin("0.5", 0.3)),
        (50.0, 2, 0.5, Margin("0", 0.5)),
        (180.0, 2, 1.0, Margin("130", 0.5)),
    ],
)
def test_the_needle_stands_at_the_value_and_the_margin_at_the_nearest_end_of_its_interval(
    number: float, branch: int, needle: float, margin: Margin
) -> None:
    picture = ranges("health", {"upto": 30, "closed": True}, {"upto": 50}, {})
    shown = with_question_state(picture, NO_MARKS, RunLook(StatusLook.SUCCESS, number=number, branch=branch))
    assert shown.needle == pytest.approx(needle)
    assert shown.margin == margin
    assert [each.taken for each in shown.branches] == [place == branch for place in range(3)]


def test_what_is_not_reached_shows_no_branch_and_no_needle() -> None:
    picture = ranges("health", {"upto": 30}, {})
    shown = with_question_state(picture, NO_MARKS, RunLook(last=StatusLook.SUCCESS))
    assert shown.needle is None
    assert not any(branch.taken for branch in shown.branches)
    assert shown.last == StatusLook.SUCCESS
    assert with_question_state(picture, NO_MARKS, RunLook()) is not None
