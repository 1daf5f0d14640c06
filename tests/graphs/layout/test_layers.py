"""The stages of the layered layout: direction, layers, order, places across the flow."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.layout import machine_layout
from graphs.layout.layer_coordinates import nearest_apart, place_across
from graphs.layout.layer_drawing import read_layers
from graphs.layout.layer_order import crossings, layer_graph, reduce_crossings
from graphs.layout.layer_ranks import layer_ranks, turned_by_ranks, turned_links
from graphs.layout.layout_watch import LayoutCanceled, LayoutWatch
from graphs.layout.machine_layout import place_states
from tests.example_counts import daily
from tests.graphs.layout.machine_samples import Pairs, box_contents, game_pairs, random_pairs
from tests.graphs.layout.metrics import count_crossings, straight_lines

COUNT = 12
pairs_of_links = st.lists(
    st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)).filter(lambda pair: pair[0] != pair[1]),
    max_size=30,
    unique=True,
)


def _flowing(pairs: Pairs, turned: frozenset[tuple[int, int]]) -> Pairs:
    return list(dict.fromkeys((b, a) if (a, b) in turned else (a, b) for a, b in pairs))


@given(pairs_of_links)
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_turned_links_leave_no_cycle(pairs):
    ranks = layer_ranks(COUNT, _flowing(pairs, turned_links(COUNT, pairs, 0)))
    assert all(ranks[a] < ranks[b] for a, b in _flowing(pairs, turned_links(COUNT, pairs, 0)))


@given(pairs_of_links)
@settings(max_examples=daily(20, deep=100), deadline=None)
def test_links_outside_cycles_are_never_turned(pairs):
    downhill = [(a, b) for a, b in pairs if a < b]
    assert turned_links(COUNT, downhill, COUNT - 1) == frozenset()


def test_the_way_back_to_the_initial_node_is_turned():
    assert turned_links(3, [(0, 1), (1, 2), (2, 0)], 0) == {(2, 0)}
    assert turned_links(3, [(0, 1), (1, 2), (2, 0)], 1) == {(0, 1)}


@given(pairs_of_links, st.lists(st.integers(-1, 4), min_size=COUNT, max_size=COUNT))
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_ranks_from_before_are_kept_or_exceeded(pairs, old):
    flowing = _flowing(pairs, turned_by_ranks(COUNT, pairs, old))
    ranks = layer_ranks(COUNT, flowing, old)
    assert all(ranks[a] < ranks[b] for a, b in flowing)
    known = [node for node in range(COUNT) if old[node] >= 0]
    for a in known:
        for b in known:
            if old[a] < old[b] and not flowing:
                assert ranks[a] < ranks[b]


def test_a_cycle_among_ranks_is_refused():
    with pytest.raises(ValueError, match="cycle"):
        layer_ranks(2, [(0, 1), (1, 0)])


def test_a_node_is_pulled_towards_what_it_leads_to():
    ranks = layer_ranks(5, [(0, 1), (1, 2), (2, 3), (4, 3)])
    assert ranks[4] == ranks[3] - 1


@given(pairs_of_links)
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_crossings_are_counted_as_those_of_the_lines(pairs):
    downhill = [(a, b) for a, b in pairs if a < b]
    graph = layer_graph(COUNT, layer_ranks(COUNT, downhill), downhill)
    slot = {vertex: place for layer in graph.layers for place, vertex in enumerate(layer)}
    lines = [
        ((float(slot[a]), float(graph.rank[a])), (float(slot[b]), float(graph.rank[b])))
        for a, below in enumerate(graph.below)
        for b in below
    ]
    assert crossings(graph) == count_crossings(lines)


@given(pairs_of_links)
@settings(max_examples=daily(30, deep=150), deadline=None)
def test_reducing_crossings_never_adds_any(pairs):
    downhill = [(a, b) for a, b in pairs if a < b]
    graph = layer_graph(COUNT, layer_ranks(COUNT, downhill), downhill)
    before = crossings(graph)
    vertices = [sorted(layer) for layer in graph.layers]
    found = reduce_crossings(graph)
    assert found == crossings(graph) <= before
    assert [sorted(layer) for layer in graph.layers] == vertices


def test_a_tree_is_drawn_without_crossings():
    pairs = [((child - 1) // 3, child) for child in range(1, 60)]
    graph = layer_graph(60, layer_ranks(60, pairs), pairs)
    assert reduce_crossings(graph) == 0


def test_two_crossed_links_are_uncrossed():
    graph = layer_graph(4, [0, 0, 1, 1], [(0, 3), (1, 2)])
    graph.layers = [[0, 1], [2, 3]]
    assert crossings(graph) == 1
    assert reduce_crossings(graph) == 0


@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=8),
    st.lists(st.integers(0, 20), min_size=7, max_size=7),
    st.lists(st.integers(1, 9), min_size=8, max_size=8),
)
@settings(max_examples=daily(40, deep=200), deadline=None)
def test_nearest_apart_keeps_order_and_gaps_and_cannot_be_bettered(wishes, gaps, weights):
    gaps = gaps[: len(wishes) - 1]
    found = nearest_apart(wishes, gaps, weights)
    assert len(found) == len(wishes)
    assert all(b - a >= gap - 1e-6 for a, b, gap in zip(found, found[1:], gaps, strict=False))

    def cost(numbers: list[float]) -> float:
        return float(sum(w * (n - x) ** 2 for n, x, w in zip(numbers, wishes, weights, strict=False)))

    # The problem is convex: no tail or head of the row can be moved to advantage.
    for cut in range(len(found)):
        for step in (-0.5, 0.5):
            for moved in (
                [*found[:cut], *(n + step for n in found[cut:])],
                [*(n + step for n in found[: cut + 1]), *found[cut + 1 :]],
            ):
                if all(b - a >= gap - 1e-9 for a, b, gap in zip(moved, moved[1:], gaps, strict=False)):
                    assert cost(moved) >= cost(found) - 1e-6


def test_a_long_line_runs_straight():
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3)]
    graph = layer_graph(4, layer_ranks(4, pairs), pairs)
    reduce_crossings(graph)
    middles = place_across(graph, [(25.0, 25.0)] * 4 + [(0.0, 0.0)] * 2, 48, 28)
    one, other = graph.chains[(0, 3)][1:-1]
    assert middles[one] == middles[other]


def test_layers_are_read_from_columns():
    old = read_layers([(0, 50, 100), (20, 50, 80), None, (200, 230, 260), (210, 230, 270)])
    assert old.ranks == (0, 0, -1, 1, 1)
    assert old.lines == (50, 230)
    assert old.settled == (True, True, False, True, True)


def test_scattered_positions_settle_nothing():
    old = read_layers([(0, 50, 100), (30, 90, 150), (60, 115, 170), (400, 450, 500), (430, 495, 560)])
    assert old.ranks == (0, 0, 0, 1, 1)
    assert not any(old.settled)


def test_a_layout_reports_its_progress():
    told: list[float] = []
    machine_layout._remembered.clear()
    place_states(box_contents(60, random_pairs(60, 140, 1)), watch=LayoutWatch(told.append))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 5


@pytest.mark.parametrize("asked", [1, 3, 7])
def test_a_layout_can_be_canceled_between_sweeps(asked):
    questions: list[None] = []

    def is_canceled():
        questions.append(None)
        return len(questions) >= asked

    machine_layout._remembered.clear()
    with pytest.raises(LayoutCanceled):
        place_states(box_contents(60, random_pairs(60, 140, 1)), watch=LayoutWatch(None, is_canceled))
    assert len(questions) == asked


def test_few_lines_of_a_game_machine_cross():
    pairs = game_pairs(40, 80, 1)
    box = box_contents(40, pairs)
    places = place_states(box)
    links = [(link.source, link.target) for link in box.links]
    assert count_crossings(straight_lines(places, box.sizes, links)) <= 40
