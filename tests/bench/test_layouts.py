"""Lay out large trees and machines, beside a fixed piece of plain Python work in the same run.

The times and ratios are printed (`-s` shows them). The limits in milliseconds are those of the two slow cores
of the reference machine; on another one they grow with its calibration loop.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable

import pytest

from graphs.layout import machine_layout
from graphs.layout.layered_problem import Position
from graphs.layout.layout_watch import LayoutCanceled, LayoutWatch
from graphs.layout.machine_layout import INNER_STYLE, TOP_STYLE, BoxContents, place_states
from graphs.layout.tidy_tree import BEHAVIOR_TREE_STYLE, DECISION_TREE_STYLE, tidy_tree
from tests.graphs.layout.machine_samples import box_contents, game_pairs, random_pairs
from tests.graphs.layout.metrics import count_crossings, displacement, overlapping, straight_lines

ROUNDS = 5
LOOP = 200_000
REFERENCE_LOOP_MS = 14.0
"""What the calibration loop takes on the reference machine."""
MOST_TREE_MS, MOST_MACHINE_MS = 20.0, 1500.0


def _loop() -> int:
    total = 0
    for number in range(LOOP):
        total += number % 7
    return total


def _measured(action: Callable[[], object]) -> tuple[float, float]:
    """Return the shortest time of an action and of the calibration loop, in ms, measured by turns."""
    times: list[float] = []
    loops: list[float] = []
    for _ in range(ROUNDS):
        for work, found in ((action, times), (_loop, loops)):
            started = time.perf_counter()
            work()
            found.append((time.perf_counter() - started) * 1e3)
    return min(times), min(loops)


def _hold(what: str, taken: float, loop: float, most: float) -> None:
    allowed = most * max(1.0, loop / REFERENCE_LOOP_MS)
    print(f"\n{what}: {taken:.1f} ms, loop {loop:.1f} ms, ratio {taken / loop:.2f}, allowed {allowed:.0f} ms")
    assert taken <= allowed


def _tree(count: int, shared: int = 0) -> dict[str, list[str]]:
    source = random.Random(count)
    children: dict[str, list[str]] = {str(number): [] for number in range(count)}
    for number in range(1, count):
        children[str(max(0, number // 3 - source.randrange(3)))].append(str(number))
    for _ in range(shared):
        parent = source.randrange(count // 3)
        child = str(source.randrange(count // 2, count))
        if child not in children[str(parent)]:
            children[str(parent)].append(child)
    return children


def _placed(box: BoxContents, hints: dict[str, Position] | None = None) -> dict[str, Position]:
    machine_layout._remembered.clear()
    return place_states(box, hints)


@pytest.mark.parametrize(
    ("what", "shared", "style"),
    [("behavior tree", 0, BEHAVIOR_TREE_STYLE), ("decision tree, shared leaves", 200, DECISION_TREE_STYLE)],
)
def test_a_thousand_tree_nodes(what, shared, style):
    children = _tree(1000, shared)
    sizes = {node: (124.0 + 4 * (int(node) % 29), 46.0 + 22 * (int(node) % 2)) for node in children}
    taken, loop = _measured(lambda: tidy_tree("0", children.__getitem__, sizes, style))
    places = tidy_tree("0", children.__getitem__, sizes, style)
    assert overlapping(places, sizes) == []
    _hold(f"{what}, 1,000 nodes", taken, loop, MOST_TREE_MS)


@pytest.mark.parametrize("style", [TOP_STYLE, INNER_STYLE], ids=["to the right", "downwards"])
@pytest.mark.parametrize("make", [random_pairs, game_pairs], ids=["random", "game"])
def test_a_machine_of_300_states_and_700_transitions(make, style):
    pairs = make(300, 700, 3)
    box = box_contents(300, pairs, style)
    taken, loop = _measured(lambda: _placed(box))
    places = place_states(box)
    links = [(link.source, link.target) for link in box.links]
    crossed = count_crossings(straight_lines(places, box.sizes, links))
    assert overlapping(places, box.sizes) == []
    _hold(
        f"{make.__name__}, 300 states, 700 transitions, {crossed:,} crossings", taken, loop, MOST_MACHINE_MS
    )


def test_laying_out_a_large_machine_after_a_small_edit():
    pairs = game_pairs(300, 700, 3)
    places = place_states(box_contents(300, pairs))
    larger = box_contents(301, [*pairs, (120, 300), (300, 118)])
    taken, loop = _measured(lambda: _placed(larger, places))
    moved = displacement(places, place_states(larger, places))
    print(f"\nmoved: {moved.mean:.0f} px on average, {moved.still:.0%} still")
    _hold("the same after a small edit", taken, loop, MOST_MACHINE_MS)


def test_canceling_takes_no_longer_than_a_sweep():
    box = box_contents(300, random_pairs(300, 700, 3))
    asked: list[float] = []

    def is_canceled() -> bool:
        asked.append(time.perf_counter())
        return False

    machine_layout._remembered.clear()
    place_states(box, watch=LayoutWatch(None, is_canceled))
    longest = max(b - a for a, b in itertools.pairwise(asked)) * 1e3
    _, loop = _measured(_loop)
    print(f"\nlongest time between two questions whether to go on: {longest:.0f} ms")
    assert longest <= 100 * max(1.0, loop / REFERENCE_LOOP_MS)
    with pytest.raises(LayoutCanceled):
        place_states(box, watch=LayoutWatch(None, lambda: True))
