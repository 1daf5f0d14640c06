"""What random selectors and chances drew, told from bytes alone, is what their draws were."""

from __future__ import annotations

from itertools import pairwise
from math import isnan

import pytest

from runtime.basics.status import Status
from runtime.history.counts.draw_counter import choices
from runtime.history.counts.element_statistics import counters_of, elements_of
from runtime.history.recording.recorded_run import Recorder
from runtime.minds.trees.random_composites import RandomCompositeRow
from tests.runtime.lone_brain import document
from tests.runtime.recording.whole_counts import statistics_of
from tests.runtime.session_of import session_of

MIND = "a.mind.json"
WEIGHTS = (6.0, 3.0, 1.0)


def selector(kinds: tuple[str, ...], weighted: bool = True) -> dict[str, object]:
    """Return a tree with one random selector over leaves of these kinds."""
    names = [f"c{place}" for place in range(len(kinds))]
    nodes: dict[str, object] = {"pick": {"kind": "random_selector", "children": names}}
    for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        params = {"seconds": 0.1} if kind == "wait" else {}
        slot = {"slot": {"weight": WEIGHTS[place]}} if weighted else {}
        nodes[name] = {"kind": kind, "params": params, **slot}
    return {"g": {"kind": "behavior_tree", "root": "pick", "nodes": nodes}}


def played(graphs: dict[str, object], ticks: int, agents: int = 4) -> Recorder:
    recorder = Recorder(
        session_of({f"a{each}": {"mind": MIND} for each in range(agents)}, {MIND: document(graphs)})
    )
    for _ in range(ticks):
        recorder.step()
    return recorder


def drawn(recorder: Recorder, node: str = "pick") -> list[tuple[float, float, float]]:
    """Return of each child of a node the draws, those that fell on it, and those expected."""
    recording = recorder.recording
    program = recording.segments[-1].minds.programs[MIND]
    elements = elements_of([statistics_of(recording, recording.cast.minds, program)])
    return [(child.draws, child.drawn, child.expected) for child in elements["g", node].children]


def row_of(weights: tuple[float, ...] | None, count: int = 3) -> RandomCompositeRow:
    program = (
        played(selector(("succeed",) * count, weighted=False), 1, 1).recording.segments[-1].minds.programs
    )
    row = next(row for row in program[MIND].rows if isinstance(row, RandomCompositeRow))
    row.weights = weights
    return row


def test_the_first_child_drawn_is_counted_on_every_entry():
    found = drawn(played(selector(("succeed", "succeed", "succeed")), 600))
    assert [draws for draws, _, _ in found] == [2400.0] * 3
    assert sum(number for _, number, _ in found) == 2400.0
    assert [expected for _, _, expected in found] == pytest.approx([1440, 720, 240])
    for _, number, expected in found:
        assert number == pytest.approx(expected, rel=0.2)


def test_a_child_that_runs_on_is_drawn_once():
    found = drawn(played(selector(("wait", "wait", "wait")), 600))
    entries = sum(number for _, number, _ in found)
    assert 4 * 600 / 8 < entries < 4 * 600 / 5
    assert [expected / entries for _, _, expected in found] == pytest.approx([0.6, 0.3, 0.1])


def test_where_a_child_fails_the_next_draw_is_among_those_left():
    found = drawn(played(selector(("fail", "succeed", "succeed")), 600))
    first, second, third = found
    assert first[0] == 2400.0
    assert first[2] == pytest.approx(1440)
    assert second[0] == 2400.0 + first[1], "it was in the second draw wherever the first child failed"
    assert second[2] == pytest.approx(2400 * 0.3 + first[1] * 0.75)
    assert third[1] == pytest.approx(third[2], rel=0.25)


def test_without_weights_all_that_are_left_are_alike():
    found = drawn(played(selector(("succeed", "succeed"), weighted=False), 400))
    assert [expected for _, _, expected in found] == pytest.approx([800, 800])
    assert found[0][1] == pytest.approx(800, rel=0.1)


def test_orders_that_bytes_do_not_tell_are_averaged_by_how_likely_they_are():
    passed = {0: int(Status.FAILURE), 1: int(Status.FAILURE), 2: int(Status.SUCCESS)}
    found = {child: part for child, *part in choices(row_of(WEIGHTS), (), passed)}
    # c0 before c1 has 0.6 * 0.75, c1 before c0 0.3 * 6/7.
    one, other = 0.6 * 0.75, 0.3 * 6 / 7
    share = one / (one + other)
    assert found[0] == pytest.approx([share + 2 * (1 - share), 1.0, 0.6 + (1 - share) * 6 / 7])
    assert found[2][1] == 0.0, "the last one left is not drawn"
    assert sum(part[1] for part in found.values()) == pytest.approx(2.0)
    assert sum(part[2] for part in found.values()) == pytest.approx(2.0)


def test_results_that_no_single_walk_gives_are_left_out():
    both = {0: int(Status.SUCCESS), 1: int(Status.SUCCESS)}
    assert list(choices(row_of(WEIGHTS), (), both)) == []


def test_weights_of_nothing_draw_nothing():
    found = list(choices(row_of((0.0, 0.0, 0.0)), (), {0: int(Status.SUCCESS)}))
    assert found
    assert all(part[1:] == (0.0, 0.0, 0.0) for part in found)


CHANCE: dict[str, object] = {
    "g": {
        "kind": "behavior_tree",
        "root": "maybe",
        "nodes": {
            "maybe": {"kind": "probability", "children": ["go"], "params": {"chance": 0.25}},
            "go": {"kind": "wait", "params": {"seconds": 0.1}},
        },
    }
}


def test_a_chance_is_counted_once_per_entry_and_hits_beside_what_it_says():
    [(draws, hits, expected)] = drawn(played(CHANCE, 900), "maybe")
    assert expected == pytest.approx(draws / 4)
    assert hits == pytest.approx(expected, rel=0.2)
    assert draws < 3600, "while the child runs nothing is drawn"


def test_of_a_chance_that_is_an_expression_hits_are_counted_and_nothing_is_expected():
    maybe = {"kind": "probability", "children": ["go"], "params": {"chance": {"expr": "0.1 + 0.1"}}}
    go = {"kind": "wait", "params": {"seconds": 0.1}}
    graphs: dict[str, object] = {
        "g": {"kind": "behavior_tree", "root": "maybe", "nodes": {"maybe": maybe, "go": go}}
    }
    recorder = played(graphs, 900)
    [(draws, hits, expected)] = drawn(recorder, "maybe")
    assert hits == pytest.approx(draws / 5, rel=0.2)
    assert isnan(expected)
    program = recorder.recording.segments[-1].minds.programs[MIND]
    counted = elements_of([statistics_of(recorder.recording, recorder.recording.cast.minds, program)])
    (child,) = counted["g", "maybe"].children
    assert (child.expected_share, child.plus(child).expected_share) == (None, None)
    assert child.share == hits / draws


def test_what_was_under_way_when_the_counting_began_is_left_out():
    recorder = played(selector(("wait", "wait", "wait")), 200, agents=1)
    recording = recorder.recording
    program = recording.segments[-1].minds.programs[MIND]

    def entries(first: int) -> float:
        found = statistics_of(recording, recording.cast.minds, program, first)
        return float(found.children.drawn.sum())

    whole = entries(0)
    begins = [first for first in range(1, 40) if entries(first) < entries(first - 1)]
    assert begins
    assert all(later - sooner >= 5 for sooner, later in pairwise(begins))
    assert entries(3) == whole - 1


def test_pieces_counted_one_after_another_give_the_same_as_all_at_once():
    session = session_of({"a": {"mind": MIND}}, {MIND: document(selector(("wait", "fail", "succeed")))})
    recorder = Recorder(session)
    [counter] = counters_of(recorder.recording)
    for _ in range(30):
        for _ in range(7):
            recorder.step()
        for _ in counter.go_on():
            pass
    whole = statistics_of(recorder.recording, ["a"], counter.program)
    assert counter.statistics.children.drawn.tolist() == whole.children.drawn.tolist()
    assert counter.statistics.children.expected.tolist() == whole.children.expected.tolist()
