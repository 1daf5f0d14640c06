"""First places of states: complete, apart, the same every time, stored ones kept."""

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.layout.compound_boxes import HEADER_HEIGHT, WALL_DISTANCE, compound_size
from graphs.layout.machine_layout import INNER_STYLE, TOP_STYLE, complete_positions, place_states

machines = st.integers(1, 14).flatmap(
    lambda count: st.tuples(
        st.just([f"s{i}" for i in range(count)]),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=30),
        st.lists(st.tuples(st.integers(124, 300), st.integers(40, 300)), min_size=count, max_size=count),
    )
)


def _apart(places, sizes):
    names = list(places)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            (ax, ay), (aw, ah), (bx, by), (bw, bh) = places[a], sizes[a], places[b], sizes[b]
            if ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah:
                return False
    return True


@given(machines, st.sampled_from([TOP_STYLE, INNER_STYLE]))
@settings(max_examples=120, deadline=None)
def test_every_state_has_a_place_of_its_own(machine, style):
    states, pairs, extents = machine
    sizes = dict(zip(states, extents, strict=True))
    links = [(states[a], states[b]) for a, b in pairs]
    places = place_states(states, sizes, links, states[0], style)
    assert set(places) == set(states)
    assert _apart(places, sizes)
    assert places == place_states(states, sizes, links, states[0], style)


def test_layers_follow_the_distance_from_the_initial_state():
    sizes = dict.fromkeys("abc", (124.0, 54.0))
    places = place_states("abc", sizes, [("a", "b"), ("b", "c"), ("c", "a")], "a")
    assert places["a"][0] < places["b"][0] < places["c"][0]


@given(machines)
@settings(max_examples=60, deadline=None)
def test_stored_places_are_kept_and_the_rest_stands_clear_of_them(machine):
    states, pairs, extents = machine
    sizes = dict(zip(states, extents, strict=True))
    stored = {states[0]: (40.0, 56.0)}
    places = complete_positions(states, stored, sizes, [(states[a], states[b]) for a, b in pairs], states[0])
    assert places[states[0]] == (40.0, 56.0)
    assert _apart(places, sizes)


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
