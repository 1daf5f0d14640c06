"""What lints say of guards holds when the guards are evaluated."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.checks.lints.dead_zones import Situation, dead_zones
from graphs.checks.lints.flip_flops import shared_threshold
from graphs.checks.lints.guard_grid import Grid, constant_truth, keys_of, lay_grid
from graphs.checks.lints.guard_truth import Truth, truth_of
from graphs.checks.lints.intervals import Domain, cells_of
from graphs.checks.lints.overlaps import both_true, first_overlap, is_shadowed
from graphs.checks.rules.scopes import graph_scope, type_of_variable
from graphs.expressions.checker import check_expression
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import BOOL, FLOAT, INT, Type, Value, default_value, enum_type
from runtime.basics.context import EvaluationError
from runtime.minds.expressions.evaluate import evaluate
from tests.graphs.builders import REGISTRY, document_of, machine
from tests.graphs.expressions.typed_trees import VARIABLES as TREE_VARIABLES
from tests.graphs.expressions.typed_trees import expressions
from tests.graphs.lints.random_guards import GUARDS, VALUES, VARIABLES
from tests.runtime.expressions.plain_context import PlainContext

DOCUMENT = document_of(machine({"a": "state"}), variables=VARIABLES)
SCOPE = graph_scope(DOCUMENT, "g", REGISTRY)
RANGES = {"agent:health": (0, 10), "agent:ammo": (0, 6), "state_time": (0, None)}


def domain(key: str, kind: Type) -> Domain:
    return Domain(kind, *RANGES.get(key, (None, None)))


def typed(text: str) -> TypedExpression:
    return check_expression(text, SCOPE, BOOL)


def is_true(guard: TypedExpression, values: Mapping[str, Any]) -> bool:
    """Evaluate a guard as the runtime does; a failing one is false (rule 2.6)."""
    context = PlainContext(state_time=float(values.get("state_time", 0)))
    for name, variable in DOCUMENT.variables.items():
        kind = type_of_variable(variable)
        value: Value = values.get(f"agent:{name}", values.get(name, default_value(kind)))
        context.declare(f"agent:{name}", kind, float(value) if kind == FLOAT else value)  # type: ignore[arg-type]
    try:
        return evaluate(guard, context.slots, context) is True
    except EvaluationError:
        return False


@given(GUARDS.map(typed), VALUES)
def test_the_truth_of_a_guard_on_a_cell_is_what_it_comes_to_there(
    guard: TypedExpression, values: dict[str, Any]
) -> None:
    known = {f"agent:{name}": value for name, value in values.items()}
    found = truth_of(guard, known)
    assert found & (Truth.TRUE if is_true(guard, values) else Truth.FALSE | Truth.FAILURE)


@given(GUARDS.map(typed), VALUES)
def test_a_guard_comes_to_the_same_on_all_of_a_cell(guard: TypedExpression, values: dict[str, Any]) -> None:
    """The cell that some values lie in tells what the guard comes to for these very values."""
    grid = lay_grid([guard], domain)
    assert grid is not None
    cell = grid.everywhere
    for axis, layers in zip(grid.axes, grid.layers, strict=True):
        value = values.get(axis.key.partition(":")[2], 0.0)
        cell &= next(layers[place] for place, each in enumerate(axis.cells) if lies_in(value, each))
    assert cell.bit_count() == 1
    region = grid.region(guard)
    assert cell & (region.true if is_true(guard, values) else region.false | region.failing)
    assert lies_in(values["d"], one_of(grid, cell)) or "agent:d" not in keys_of(guard)


def one_of(grid: Grid, cell: int) -> Any:
    """Return the cell of d that a cell of the grid lies in."""
    places = grid.places(cell.bit_length() - 1)
    return next(
        (axis.cells[place] for axis, place in zip(grid.axes, places, strict=True) if axis.name == "d"), None
    )


def lies_in(value: Any, cell: Any) -> bool:
    if cell is None:
        return False
    if cell.interval is None:
        return cell.other or value == cell.witness
    low = cell.interval.low < value or (cell.interval.low_closed and value == cell.interval.low)
    return low and (value < cell.interval.high or (cell.interval.high_closed and value == cell.interval.high))


@given(expressions(BOOL), st.data())
def test_the_truth_of_any_expression_is_wide_enough(guard: TypedExpression, data: st.DataObject) -> None:
    context = PlainContext(
        event_fields={
            "loudness": 1.0,
            "rounds": 2,
            "kind": "a",
            "mood": "flee",
            "at": (0.0, 1.0),
            "source": None,
        },
        answers={"sees_player": True, "can_reach": False},
    )
    known: dict[str, Value] = {}
    for name, kind in TREE_VARIABLES.items():
        value = data.draw(st.sampled_from(values_of(kind)))
        context.declare(f"key:{name}", kind, value, shared=name.startswith("world_"))
        if data.draw(st.booleans()):
            known[f"key:{name}"] = value
    try:
        expected = Truth.TRUE if evaluate(guard, context.slots, context) is True else Truth.FALSE
    except EvaluationError:
        expected = Truth.FAILURE
    assert truth_of(guard, known) & expected


def values_of(kind: Type) -> list[Value]:
    named: dict[str, list[Value]] = {
        "bool": [False, True],
        "trigger": [False, True],
        "int": [0, 1, -1, 4],
        "float": [0.0, 0.5, 1.0, -1.0, 2.5],
        "string": ["", "patrol"],
        "entity": [None, "player"],
        "vector": [(0.0, 0.0)],
    }
    return named.get(str(kind), list(kind.values))


@given(
    st.lists(GUARDS.map(typed), min_size=2, max_size=4),
    st.lists(GUARDS.map(typed), max_size=2),
    st.booleans(),
)
def test_nothing_fires_at_the_witness_of_a_dead_zone(
    exits: list[TypedExpression], entries: list[TypedExpression], known: bool
) -> None:
    for zone in dead_zones(Situation(tuple(exits), (), tuple(entries), known), domain):
        assert not any(is_true(guard, zone.witness) for guard in exits)
        assert lies_in(zone.witness[zone.axis.key], Inside(zone.span))


class Inside:
    """Show an interval as a cell."""

    def __init__(self, interval: Any) -> None:
        self.interval = interval


@given(
    st.lists(GUARDS.map(typed), min_size=2, max_size=3), st.lists(GUARDS.map(typed), min_size=1, max_size=2)
)
def test_nor_does_a_transition_of_a_state_around_it(
    exits: list[TypedExpression], outer: list[TypedExpression]
) -> None:
    for zone in dead_zones(Situation(tuple(exits), tuple(outer), (), False), domain):
        assert not any(is_true(guard, zone.witness) for guard in (*exits, *outer))


@given(st.lists(GUARDS.map(typed), min_size=1, max_size=3), GUARDS.map(typed))
def test_both_guards_are_true_at_the_witness_of_an_overlap(
    earlier: list[TypedExpression], later: TypedExpression
) -> None:
    overlap = first_overlap(earlier, later, domain)
    if overlap is not None:
        assert is_true(earlier[overlap.earlier], overlap.values)
        assert is_true(later, overlap.values)


@given(st.lists(GUARDS.map(typed), min_size=1, max_size=3), GUARDS.map(typed), VALUES)
def test_an_earlier_guard_is_true_wherever_a_shadowed_one_is(
    earlier: list[TypedExpression], later: TypedExpression, values: dict[str, Any]
) -> None:
    hiding = is_shadowed(earlier, later, domain)
    if hiding and is_true(later, values):
        assert any(is_true(earlier[place], values) for place in hiding)


@given(GUARDS.map(typed), VALUES)
def test_a_constant_guard_comes_to_the_same_for_all_values(
    guard: TypedExpression, values: dict[str, Any]
) -> None:
    always = constant_truth(guard, domain)
    if always is not None:
        assert is_true(guard, values) is always


@given(GUARDS.map(typed), GUARDS.map(typed))
def test_both_guards_are_true_where_states_would_change_places(
    one: TypedExpression, other: TypedExpression
) -> None:
    witness = both_true(one, other, domain)
    if witness is not None:
        assert is_true(one, witness)
        assert is_true(other, witness)


@given(GUARDS.map(typed), GUARDS.map(typed))
def test_two_guards_meet_at_a_shared_threshold_that_one_of_them_names(
    one: TypedExpression, other: TypedExpression
) -> None:
    found = shared_threshold(one, other, domain)
    if found is not None:
        assert any(key.endswith(found.variable) for key in keys_of(one) | keys_of(other))


@pytest.mark.parametrize(
    ("exits", "entries", "expected"),
    [
        # The tank (N3): Shoot, Chase, Patrol, and the entry of the patrol.
        (
            ["3 < d < 5 and seen", "d > 6", "not seen"],
            ["d < 3 and seen"],
            ["d = 3 while seen", "d from 5 to 6 while seen"],
        ),
        (
            ["d < 3 and seen", "d > 5", "not seen"],
            ["d < 5 and seen", "3 < d < 5 and seen"],
            ["d = 5 while seen"],
        ),
        (["d < 5 and seen"], ["d > 5", "not seen", "d > 6"], ["d = 5 while seen"]),
        (["d > 1", "d < 1"], [], ["d = 1"]),
        # Hysteresis is no dead zone, resting is none, and neither is a gap that the state is entered for.
        (["d > 6"], ["d < 5"], []),
        (["d < 3", "d > 5"], ["3 <= d <= 5"], []),
        (["d < 3", "d > 5"], ["d == 4"], []),
        # Whole numbers leave no points out: 1 is a value to rest at.
        (["ammo < 1", "ammo > 1"], ["ammo == 1"], []),
        (["ammo < 1", "ammo > 3"], ["ammo == 0"], ["ammo from 1 to 3"]),
        # Limits are named as far as they matter.
        (["d < 1", 'd > 2 and mood == "calm"'], ["d < 0"], ["d from 1 to 2 while mood is calm"]),
        (
            ["d < 1 and health < 5", "d > 2 and health < 5"],
            ["d < 0"],
            ["d from 1 to 2 while health is below 5"],
        ),
        (
            ["d < 1 and ammo > 2", "d > 2 and ammo > 2"],
            ["d < 0"],
            ["d from 1 to 2 while ammo is from 3 up"],
        ),
        # What another variable could still change is left alone.
        (["d < 1", "d > 1", "distance(self, foe) < 3"], [], []),
    ],
)
def test_zones_are_told_in_words(exits: list[str], entries: list[str], expected: list[str]) -> None:
    situation = Situation(tuple(map(typed, exits)), (), tuple(map(typed, entries)), bool(entries))
    assert [zone.text for zone in dead_zones(situation, domain)] == expected


def test_where_the_entries_are_not_known_only_points_are_dead() -> None:
    gap = Situation((typed("d < 3"), typed("d > 5")), (), (), False)
    point = Situation((typed("d < 3"), typed("d > 3")), (), (), False)
    assert dead_zones(gap, domain) == ()
    assert [zone.text for zone in dead_zones(point, domain)] == ["d = 3"]


def test_time_ends_a_zone_by_itself() -> None:
    exits = (typed("d < 1"), typed("d > 2"), typed("state_time > 3"))
    assert dead_zones(Situation(exits, (), (typed("d < 0"),)), domain) == ()


_CONSTANTS = st.lists(
    st.one_of(st.integers(-8, 8), st.floats(-1e308, 1e308), st.sampled_from([5e-324, -5e-324, 2**53, 0.1])),
    max_size=5,
)
_BOUNDS = st.one_of(st.none(), st.integers(-9, 9), st.floats(-10, 10), st.integers(-(2**70), 2**70))


@given(st.sampled_from([INT, FLOAT]), _CONSTANTS, _BOUNDS, _BOUNDS)
def test_cells_are_in_order_and_hold_their_witnesses(
    kind: Type, constants: list[float], low: float | None, high: float | None
) -> None:
    cells = cells_of(Domain(kind, low, high), constants)
    ends = [cell.interval.low for cell in cells if cell.interval]
    assert ends == sorted(ends)
    for cell in cells:
        assert lies_in(cell.witness, cell)
        assert isinstance(cell.witness, int if kind == INT else float)
        assert math.isfinite(cell.witness)


@given(_CONSTANTS, st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_lies_in_exactly_one_cell(constants: list[float], value: float) -> None:
    cells = cells_of(Domain(FLOAT), constants)
    assert sum(lies_in(value, cell) for cell in cells) == 1


@given(_CONSTANTS, st.integers(-9, 9), st.integers(-10, 10))
def test_every_int_of_the_range_lies_in_exactly_one_cell(
    constants: list[float], low: int, value: int
) -> None:
    cells = cells_of(Domain(INT, low, 9.5), constants)
    assert sum(lies_in(value, cell) for cell in cells) == (1 if low <= value <= 9 else 0)


def test_cells_of_what_is_no_number_are_its_values() -> None:
    assert [cell.witness for cell in cells_of(Domain(enum_type(["a", "b"])), ["a"])] == ["a", "b"]
    assert [cell.witness for cell in cells_of(Domain(BOOL), [])] == [False, True]
