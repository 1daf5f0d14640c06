"""Places of states: complete, apart, the same every time; stored ones kept, small edits move little."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.layout.layered_problem import LayerStyle, Link
from graphs.layout.machine_layout import (
    HEADER_HEIGHT,
    INITIAL_ROOM,
    INNER_STYLE,
    LOOP_ROOM,
    TOP_STYLE,
    WALL_DISTANCE,
    BoxContents,
    complete_positions,
    compound_size,
    place_chosen,
    place_states,
)
from tests.example_counts import daily
from tests.graphs.layout.machine_samples import Pairs, box_contents, boxes, game_pairs, random_pairs
from tests.graphs.layout.metrics import Displacement, displacement, overlapping


@given(boxes)
@settings(max_examples=daily(40, deep=200), deadline=None)
def test_every_state_has_a_place_of_its_own(box):
    places = place_states(box)
    assert set(places) == set(box.states)
    assert overlapping(places, box.sizes) == []
    assert places == place_states(box)


@given(boxes, st.data())
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_no_hints_make_states_overlap(box, data):
    spots = st.tuples(st.integers(-300, 900), st.integers(-300, 900))
    hints = data.draw(st.dictionaries(st.sampled_from(box.states), spots))
    places = place_states(box, hints)
    assert set(places) == set(box.states)
    assert overlapping(places, box.sizes) == []


@given(boxes, st.randoms(use_true_random=False))
@settings(max_examples=daily(12, deep=60), deadline=None)
def test_the_order_of_keys_changes_nothing(box, source):
    states = list(box.sizes)
    source.shuffle(states)
    shuffled = replace(box, sizes={state: box.sizes[state] for state in states})
    hints = place_states(box)
    assert place_states(shuffled) == hints
    assert place_states(shuffled, {state: hints[state] for state in states}) == place_states(box, hints)


@given(boxes)
@settings(max_examples=daily(25, deep=120), deadline=None)
def test_laying_out_what_is_laid_out_moves_nothing(box):
    places = place_states(box)
    assert place_states(box, places) == places


@given(boxes, st.data())
@settings(max_examples=daily(12, deep=60), deadline=None)
def test_walls_are_never_passed(box, data):
    hints = data.draw(
        st.dictionaries(
            st.sampled_from(box.states), st.tuples(st.integers(-300, 900), st.integers(-300, 900))
        )
    )
    walled = replace(box, origin=(24.0, 56.0), walled=True)
    for x, y in place_states(walled, hints).values():
        assert x >= 24
        assert y >= 56


def test_layers_follow_the_distance_from_the_initial_state():
    places = place_states(box_contents(3, [(0, 1), (1, 2), (2, 0)]))
    assert places["s0"][0] < places["s1"][0] < places["s2"][0]


def test_compounds_flow_downwards():
    places = place_states(box_contents(3, [(0, 1), (1, 2)], INNER_STYLE))
    assert places["s0"][1] < places["s1"][1] < places["s2"][1]


def test_without_cycles_every_transition_leads_on():
    pairs = [(a, b) for a, b in random_pairs(30, 60, 5) if a < b]
    places = place_states(box_contents(30, pairs))
    assert all(places[f"s{a}"][0] < places[f"s{b}"][0] for a, b in pairs)


def test_the_initial_disc_and_loops_have_room():
    box = replace(box_contents(2, [(0, 0), (0, 1)]), origin=(0.0, 0.0))
    places = place_states(box)
    assert places["s0"][0] >= INITIAL_ROOM
    assert places["s0"][1] >= LOOP_ROOM + 22


def test_the_longest_label_fits_between_two_layers():
    box = box_contents(2, [])
    box = replace(box, links=(Link("s0", "s1", (300.0, 22.0)),))
    places = place_states(box)
    room = places["s1"][0] - places["s0"][0] - box.sizes["s0"][0]
    assert room >= 300 + TOP_STYLE.label_room


def test_many_states_are_laid_out_in_bands_beside_one_that_has_a_place():
    pairs = [(number, number + 1) for number in range(199)]
    box = box_contents(200, pairs)
    places = complete_positions(box, {"s50": (900.0, -300.0)})
    assert places["s50"] == (900.0, -300.0)
    assert list(places) == list(box.states)
    assert overlapping(places, dict(box.sizes)) == []


def test_states_without_transitions_stand_in_rows():
    places = place_states(box_contents(12, []))
    assert len({y for _, y in places.values()}) > 1
    assert len({x for x, _ in places.values()}) > 2


@given(boxes, st.data())
@settings(max_examples=daily(20, deep=100), deadline=None)
def test_stored_places_are_kept_and_the_rest_stands_clear_of_them(box, data):
    stored = {box.states[0]: data.draw(st.tuples(st.integers(-400, 400), st.integers(-400, 400)))}
    places = complete_positions(box, stored)
    assert places[box.states[0]] == stored[box.states[0]]
    assert overlapping(places, box.sizes) == []


def test_a_state_put_in_a_free_place_leaves_the_others_where_they_are():
    box = box_contents(6, game_pairs(6, 9, 1))
    places = place_states(box)
    larger = box_contents(7, game_pairs(6, 9, 1))
    grown = complete_positions(replace(larger, sizes={**larger.sizes, **box.sizes}), {"s6": (40.0, 4000.0)})
    assert {state: grown[state] for state in box.states} == places


def test_chosen_states_keep_their_corner_and_stand_clear_of_the_others():
    box = box_contents(5, [(0, 1), (1, 2), (3, 4)])
    stored = {"s0": (0, 0), "s1": (50, 10), "s2": (20, 300), "s3": (900, 0), "s4": (900, 200)}
    chosen = place_chosen(box, stored, ["s0", "s1"])
    assert set(chosen) == {"s0", "s1"}
    assert overlapping({**stored, **chosen}, box.sizes) == []
    assert place_chosen(box, {**stored, **chosen}, ["s0", "s1"]) == chosen


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _edited(
    make: Callable[[int, int, int], Pairs], style: LayerStyle, edit: Pairs, count: int
) -> tuple[list[Displacement], list[Displacement]]:
    """Return what moved on average over some machines after an edit: with hints, and laid out again."""
    kept, again = [], []
    for seed in range(6):
        pairs = make(40, 80, seed)
        places = place_states(box_contents(40, pairs, style))
        larger = box_contents(count, [*pairs, *edit], style)
        kept.append(displacement(places, place_states(larger, places)))
        again.append(displacement(places, place_states(larger)))
    return kept, again


@pytest.mark.parametrize("make", [random_pairs, game_pairs])
@pytest.mark.parametrize("style", [TOP_STYLE, INNER_STYLE])
@pytest.mark.parametrize("extra", [(3, 30), (30, 3), (11, 12), (25, 9)])
def test_another_transition_moves_little(make, style, extra):
    kept, again = _edited(make, style, [extra], 40)
    assert _mean([each.still for each in kept]) >= 0.75
    assert _mean([item.mean for item in kept]) <= 80
    assert _mean([entry.mean for entry in kept]) <= 0.5 * _mean([value.mean for value in again])


@pytest.mark.parametrize("make", [random_pairs, game_pairs])
@pytest.mark.parametrize("style", [TOP_STYLE, INNER_STYLE])
def test_another_state_moves_little(make, style):
    kept, again = _edited(make, style, [(12, 40), (40, 13)], 41)
    assert _mean([each.mean for each in kept]) <= 120
    assert _mean([item.mean for item in kept]) <= 0.5 * _mean([entry.mean for entry in again])


@pytest.mark.parametrize("seed", range(4))
def test_a_removed_state_leaves_the_others_where_they_are(seed):
    pairs = game_pairs(40, 80, seed)
    places = place_states(box_contents(40, pairs))
    smaller = box_contents(39, [pair for pair in pairs if 39 not in pair])
    moved = displacement(places, place_states(smaller, places))
    assert moved.still >= 0.9


def test_scattered_states_are_laid_out_tidily():
    box = box_contents(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    scattered = {"s0": (13, 7), "s1": (310, 55), "s2": (601, -31), "s3": (955, 90), "s4": (1301, 12)}
    places = place_states(box, scattered)
    middles = {places[state][1] + box.sizes[state][1] / 2 for state in box.states}
    assert max(middles) - min(middles) <= 4


def test_a_compound_keeps_its_children_off_the_walls():
    assert compound_size([(24, 56, 300, 100)]) == (
        300 + 2 * WALL_DISTANCE,
        HEADER_HEIGHT + 124 + WALL_DISTANCE,
    )


def test_a_stored_size_is_the_least_size_of_a_compound():
    assert compound_size([(24, 56, 100, 40)], stored=(292, 404)) == (292, 404)
    assert compound_size([(24, 56, 400, 40)], stored=(292, 404)) == (448, 404)


def test_an_empty_compound_has_room_for_its_header():
    width, height = compound_size([], header_width=220)
    assert width == 220
    assert height > HEADER_HEIGHT


def _size_of(box: BoxContents, places: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    rights = [places[state][0] + box.sizes[state][0] for state in box.states]
    lows = [places[state][1] + box.sizes[state][1] for state in box.states]
    return max(rights) - min(x for x, _ in places.values()), max(lows) - min(y for _, y in places.values())


@pytest.mark.parametrize("style", [TOP_STYLE, INNER_STYLE])
def test_a_long_machine_is_folded_into_bands_that_are_read_like_lines(style: LayerStyle) -> None:
    chain = box_contents(120, [(number, number + 1) for number in range(119)], style)
    places = place_states(chain)
    length, height = _size_of(chain, places)
    if style.is_vertical:
        length, height = height, length
    assert length <= 2.5 * height
    assert overlapping(places, chain.sizes) == []
    along = 1 if style.is_vertical else 0
    back = [
        number
        for number in range(119)
        if places[chain.states[number + 1]][along] < places[chain.states[number]][along]
    ]
    assert 1 <= len(back) <= 15
    assert place_states(chain, places) == places


def test_a_machine_that_is_not_long_is_not_folded() -> None:
    star = box_contents(60, [(0, number) for number in range(1, 60)])
    places = place_states(star)
    assert all(places[star.states[0]][0] < places[other][0] for other in star.states[1:])


@pytest.mark.parametrize("seed", range(3))
def test_a_small_change_of_a_folded_machine_moves_little(seed: int) -> None:
    pairs = game_pairs(90, 180, seed)
    places = place_states(box_contents(90, pairs))
    more = place_states(box_contents(91, [*pairs, (40, 90)]), places)
    assert displacement(places, more).still >= 0.7
    assert overlapping(more, box_contents(91, pairs).sizes) == []
    fewer = place_states(box_contents(89, [pair for pair in pairs if 89 not in pair]), places)
    assert displacement(places, fewer).still >= 0.9
