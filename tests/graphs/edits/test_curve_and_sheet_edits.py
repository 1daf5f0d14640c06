"""Curves and fuzzy sheets: added, changed, renamed with their uses, removed, and refused in words."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.curves.curve_handles import curve_handles, with_handle_at
from graphs.curves.curve_tables import curve_problems, curve_table, table_value
from graphs.edits import curves as edits
from graphs.edits import fuzzy_sheets as sheets
from graphs.edits.history import History
from graphs.edits.refusal import EditRefused
from graphs.edits.variables import add_variable, rename_variable, set_variable_field
from graphs.expressions.rule_cells import SetTerm, rule_cells, rule_text
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.model import Document, TreeNode
from graphs.model.curves import Curve
from graphs.model.document import empty_document
from tests.graphs.builders import documents_of, tree

SHAPES = (
    *("linear", "polynomial", "logistic", "bell", "steps"),
    *("triangle", "trapezoid", "left_shoulder", "right_shoulder", "points"),
)
NUMBERS = st.floats(-1000, 1000, allow_nan=False)
FAR_OR_NEAR = st.one_of(NUMBERS, st.sampled_from([1e300, -1e300, 1e-300, 0.99999999999, 1.0]))


def with_health() -> Document:
    node = {"r": {"kind": "condition", "test": "health is hurt and curve fear(health) > 0.5"}}
    document = documents_of({"g": tree(node)})
    document, _ = add_variable(document, "health", "float")
    document = set_variable_field(document, "health", "max", 100)
    document = set_variable_field(document, "health", "min", 0)
    document, _ = edits.add_curve(document, "fear", "logistic", low=0, high=100)
    document, sheet = sheets.add_sheet(document, "Threat")
    document, _ = sheets.add_fuzzy_input(document, sheet, "health")
    document = sheets.rename_fuzzy_set(document, sheet, "health", "middle", "hurt")
    document, _ = sheets.add_fuzzy_output(document, sheet, "threat")
    return sheets.add_fuzzy_rule(document, sheet, "health is hurt", "threat", "low")


def condition_of(document: Document) -> str:
    node = document.graphs["g"].nodes["r"]
    assert isinstance(node, TreeNode)
    assert node.test is not None
    return node.test


@pytest.mark.parametrize("shape", SHAPES)
def test_a_new_curve_of_any_shape_is_whole_and_takes_every_other_shape(shape) -> None:
    document, name = edits.add_curve(empty_document(), "fear", shape, low=0, high=50)
    for other in SHAPES:
        changed = edits.set_curve_field(document, name, "shape", other).curves[name]
        assert (changed.shape, changed.low, changed.high) == (other, 0, 50)
        assert curve_problems(changed) == []
        assert document_from_bytes(document_to_bytes(document)).curves == document.curves


@given(st.sampled_from(SHAPES), st.lists(st.tuples(st.integers(0, 9), FAR_OR_NEAR, FAR_OR_NEAR), max_size=12))
def test_whatever_is_dragged_wherever_the_curve_stays_whole_and_undo_brings_it_back(shape, drags) -> None:
    document, name = edits.add_curve(empty_document(), "c", shape)
    history = History(document)
    for which, x, y in drags:
        handles = curve_handles(history.document.curves[name])
        handle = handles[which % len(handles)]
        moved = edits.move_curve_handle(history.document, name, handle.key, x, y)
        assert curve_problems(moved.curves[name]) == []
        assert len(curve_table(moved.curves[name])[0]) <= 64
        history.commit("Move", moved)
    while history.can_undo:
        history.undo()
    assert history.document.curves == document.curves


@given(st.sampled_from(("triangle", "trapezoid", "points", "linear")), st.integers(0, 3), NUMBERS)
def test_a_handle_stands_where_it_was_dragged_or_at_its_neighbor(shape, which, x) -> None:
    curve = edits.add_curve(empty_document(), "c", shape)[0].curves["c"]
    handles = curve_handles(curve)
    key = handles[which % len(handles)].key
    moved = with_handle_at(curve, key, x)
    after = {handle.key: handle for handle in curve_handles(moved)}
    places = [handle.x for handle in curve_handles(moved)]
    assert all(left <= right for left, right in pairwise(places))
    assert after[key].y == next(handle.y for handle in handles if handle.key == key)
    inside = len(places) == 1 or (
        (which % len(handles) == 0 or x >= places[which % len(handles) - 1])
        and (which % len(handles) == len(handles) - 1 or x <= places[which % len(handles) + 1])
    )
    if inside and shape != "linear":
        assert after[key].x == pytest.approx(x, rel=1e-8, abs=1e-8)


def test_the_power_of_a_polynomial_is_dragged_at_its_middle() -> None:
    curve = edits.add_curve(empty_document(), "c", "polynomial")[0].curves["c"]
    assert with_handle_at(curve, "power", 0.5, 0.13).power == 3
    assert with_handle_at(curve, "power", 0.5, 0.7).power == 0.5


def test_points_are_added_in_their_order_and_removed_but_for_the_last() -> None:
    document, name = edits.add_curve(empty_document(), "c", "points")
    document = edits.add_curve_point(document, name, 0.25, 0.75)
    assert document.curves[name].points == ((0, 0), (0.25, 0.75), (0.5, 1))
    document = edits.remove_curve_point(document, name, 0)
    document = edits.remove_curve_point(document, name, 1)
    assert document.curves[name].points == ((0.25, 0.75),)
    with pytest.raises(EditRefused, match="at least one point"):
        edits.remove_curve_point(document, name, 0)
    with pytest.raises(EditRefused, match="no points"):
        edits.add_curve_point(edits.set_curve_field(document, name, "shape", "bell"), name, 0, 0)


def test_a_curve_is_renamed_with_all_its_uses_and_copied() -> None:
    document = edits.rename_curve(with_health(), "fear", "dread")
    assert condition_of(document) == "health is hurt and curve dread(health) > 0.5"
    document, copy = edits.duplicate_curve(document, "dread")
    assert copy == "dread_2"
    assert document.curves[copy] == document.curves["dread"]
    assert list(edits.remove_curve(document, "dread").curves) == [copy]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda d: edits.add_curve(d, "and", "linear"), "cannot be a curve's name"),
        (lambda d: edits.add_curve(d, "c", "linear", low=1, high=1), "ends where it begins"),
        (lambda d: edits.remove_curve(d, "gone"), "no longer there"),
        (lambda d: edits.set_curve_field(d, "fear", "high", -1), "ends where it begins"),
        (lambda d: edits.set_curve_field(d, "fear", "at", [1, 2]), "bends at 1 places, not 2"),
        (lambda d: edits.rename_curve(edits.duplicate_curve(d, "fear")[0], "fear", "fear_2"), "already"),
        (lambda d: sheets.add_fuzzy_set(d, "sheet", "health", "very"), "cannot name one"),
        (lambda d: sheets.rename_fuzzy_axis(d, "sheet", "health", "threat"), "already"),
        (lambda d: sheets.set_fuzzy_axis_field(d, "sheet", "health", "high", -5), "ends where it begins"),
        (lambda d: sheets.set_fuzzy_axis_field(d, "sheet", "health", "sets.low", None), "edits of their own"),
        (lambda d: sheets.remove_fuzzy_rule(d, "sheet", 1), "no longer there"),
        (lambda d: sheets.remove_fuzzy_set(d, "sheet", "health", "gone"), "no longer there"),
    ],
)
def test_what_cannot_be_is_refused_in_words(edit, reason) -> None:
    with pytest.raises(EditRefused, match=reason):
        edit(with_health())


def test_an_input_of_a_variable_takes_its_range_and_three_sets() -> None:
    axis = with_health().sheets["sheet"].inputs["health"]
    assert (axis.low, axis.high, axis.value) == (0, 100, "")
    assert list(axis.sets) == ["low", "hurt", "high"]
    assert table_value(curve_table(axis.sets["hurt"]), 25) == 0.5


def test_an_input_keeps_its_variable_when_either_is_renamed() -> None:
    document = sheets.rename_fuzzy_axis(with_health(), "sheet", "health", "vigor")
    assert document.sheets["sheet"].inputs["vigor"].value == "health"
    assert document.sheets["sheet"].rules[0].when == "vigor is hurt"
    assert condition_of(document) == "vigor is hurt and curve fear(health) > 0.5"
    document = rename_variable(with_health(), "health", "hp")
    assert document.sheets["sheet"].inputs["health"].value == "hp"
    assert condition_of(document) == "health is hurt and curve fear(hp) > 0.5"


def test_a_set_is_renamed_in_rules_outputs_and_expressions_of_its_axis_only() -> None:
    document = sheets.rename_fuzzy_set(with_health(), "sheet", "health", "hurt", "wounded")
    assert document.sheets["sheet"].rules[0].when == "health is wounded"
    assert condition_of(document).startswith("health is wounded and")
    document = sheets.rename_fuzzy_set(document, "sheet", "threat", "low", "wounded")
    assert document.sheets["sheet"].rules[0].then == "wounded"
    assert list(document.sheets["sheet"].inputs["health"].sets) == ["low", "wounded", "high"]


def test_rules_are_moved_switched_off_and_removed() -> None:
    document = sheets.add_fuzzy_rule(with_health(), "sheet", "health is low", "threat", "high")
    document = sheets.set_fuzzy_rule_field(document, "sheet", 0, "disabled", value=True)
    moved = sheets.move_fuzzy_rule(document, "sheet", 0, 1)
    assert [rule.disabled for rule in moved.sheets["sheet"].rules] == [False, True]
    assert sheets.move_fuzzy_rule(document, "sheet", 1, 5) is document
    assert len(sheets.remove_fuzzy_rule(moved, "sheet", 1).sheets["sheet"].rules) == 1


def test_the_ends_of_an_axis_are_those_of_its_sets() -> None:
    document = sheets.set_fuzzy_axis_field(with_health(), "sheet", "health", "high", 200)
    assert {each.high for each in document.sheets["sheet"].inputs["health"].sets.values()} == {200}


def test_at_most_nine_sets_are_on_an_axis() -> None:
    document = with_health()
    for _ in range(6):
        document, _ = sheets.add_fuzzy_set(document, "sheet", "health", "more")
    with pytest.raises(EditRefused, match="9 sets"):
        sheets.add_fuzzy_set(document, "sheet", "health", "more")


TERMS = st.builds(
    SetTerm,
    st.sampled_from(("low", "hurt", "high")),
    st.lists(st.sampled_from(("not", "very", "fairly")), max_size=2).map(tuple),
)


@given(st.dictionaries(st.sampled_from(("a", "b", "c")), st.lists(TERMS, min_size=1, max_size=3).map(tuple)))
def test_what_cells_say_is_read_back_from_the_text(cells) -> None:
    assert rule_cells(rule_text(cells, ("a", "b", "c")), ("a", "b", "c")) == cells


@pytest.mark.parametrize(
    "text", ["a is low or b is low", "not a is low", "a > 3", "a is low and a is high", "d is low", "a is"]
)
def test_what_is_more_than_cells_is_a_text(text) -> None:
    assert rule_cells(text, ("a", "b")) is None


def test_a_curve_without_change_stays_the_same_document() -> None:
    document = with_health()
    assert edits.set_curve_field(document, "fear", "slope", 10) is document
    assert edits.move_curve_handle(document, "fear", "points.0", 3.0) is document
    assert isinstance(document.curves["fear"], Curve)
