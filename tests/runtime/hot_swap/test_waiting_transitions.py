"""What waits for its time over a swap: `after`, pending transitions, weighted groups (rules 8.2, 8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from tests.runtime.hot_swap.machine_minds import TWO_STATES, mind, started, told
from tests.runtime.lone_brain import LoneBrain


def after(seconds: object) -> dict[str, Any]:
    return {"t": {"from": "a", "after": seconds, "to": "b"}}


@pytest.mark.parametrize(
    ("before", "now", "taken_on"),
    [(0.1, 0.1, 6), (0.1, 0.2, 12), (0.2, 0.05, 4), (None, 0.1, 6), ({"expr": "0.1"}, {"expr": "9.0"}, 6)],
)
def test_8_2_an_after_counts_from_the_entry_of_its_source(before, now, taken_on):
    one = LoneBrain(mind(TWO_STATES, after(before) if before is not None else None))
    one.ticks(4)
    one.swap(mind(TWO_STATES, after(now)))
    while one.active() == ["a"]:
        one.tick()
        assert one.host.tick < 20
    assert one.host.tick - 1 == taken_on


def test_8_2_an_after_moved_to_another_source_counts_from_that_sources_entry():
    nodes = {"p": {"kind": "parallel", "children": ["a", "b"]}, **TWO_STATES, "c": told("c")}
    one = LoneBrain(mind(nodes, {"t": {"from": "a", "after": 0.1, "to": "c"}}))
    one.ticks(3)
    one.swap(mind(nodes, {"t": {"from": "b", "after": 0.1, "to": "c"}}))
    one.ticks(3)
    assert one.active()[-1] != "c"
    one.ticks(1)
    assert one.active() == ["c"]


def delayed(**fields: Any) -> dict[str, Any]:
    return {"t": {"from": "a", "event": "go", "delay": 0.1, "to": "b", **fields}}


def test_8_3_a_pending_transition_survives_if_transition_and_source_do():
    one = LoneBrain(mind(TWO_STATES, delayed()))
    one.ticks(2)
    one.tick(RaisedEvent("go"))
    record = one.swap(mind({**TWO_STATES, "c": told("c")}, delayed()))
    assert record.kept_all
    assert one.ticks(6) == "R" * 6
    assert one.active() == ["a"] or one.host.tick == 9
    one.ticks(1)
    assert one.active() == ["b"]


def test_8_3_a_changed_delay_counts_from_when_the_transition_became_pending():
    one = LoneBrain(mind(TWO_STATES, delayed()))
    one.ticks(2)
    one.tick(RaisedEvent("go"))
    one.swap(mind(TWO_STATES, delayed(delay=0.05)))
    one.ticks(2)
    assert one.active() == ["a"]
    one.ticks(1)
    assert one.active() == ["b"]


@pytest.mark.parametrize("edges", [{}, delayed(disabled=True), delayed(delay=None)])
def test_8_3_a_pending_transition_that_is_gone_is_canceled(edges):
    one = LoneBrain(mind(TWO_STATES, delayed()))
    one.ticks(2)
    one.tick(RaisedEvent("go"))
    edges = {
        key: {name: value for name, value in edge.items() if value is not None} for key, edge in edges.items()
    }
    one.swap(mind(TWO_STATES, edges))
    one.ticks(12)
    assert one.active() == ["a"]
    assert not one.brain.machines.pending


def weighted(*names: str, **timing: Any) -> dict[str, Any]:
    """Return transitions of one weighted group from `a` to the states of these names, in this order."""
    return {f"to {name}": {"from": "a", "group": "k", "to": name, **timing} for name in names}


GROUPED = {name: told(name) for name in "abc"}
ALONE = {"to b": {"from": "a", "after": 0.1, "to": "b"}}


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (weighted("b", "c", after=0.1), weighted("c", "b", after=0.1)),
        (weighted("b", "c", after=0.1), weighted("c", after=0.1)),
        (weighted("c", "b", after=0.1), ALONE),
        (ALONE, weighted("c", "b", after=0.1)),
    ],
    ids=["another order", "first gone", "group gone", "new group"],
)
def test_8_2_the_after_of_a_group_goes_on_whichever_member_stands_first(before, now):
    one = started(mind(GROUPED, before), 3)
    one.swap(mind(GROUPED, now))
    one.ticks(3)
    assert one.active() == ["a"]
    one.ticks(1)
    assert one.active() != ["a"]


def test_8_2_a_group_that_stayed_counts_from_there_with_another_first_member():
    """Staying starts the `after` again; a swap does not take that back."""
    stay = {"stay": {"from": "a", "group": "k", "weight": 1, "after": 0.1}}
    one = started(mind(GROUPED, {**stay, **weighted("b", weight=0, after=0.1)}), 9)
    one.swap(mind(GROUPED, {**weighted("b", weight=1, after=0.1), "stay": {**stay["stay"], "weight": 0}}))
    one.ticks(3)
    assert one.active() == ["a"]
    one.ticks(1)
    assert one.active() == ["b"]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (weighted("b", "c", delay=0.1), weighted("c", "b", delay=0.1)),
        ({"to c": {"from": "a", "delay": 0.1, "to": "c"}}, weighted("b", "c", delay=0.1)),
    ],
    ids=["another order", "new group"],
)
def test_8_3_a_pending_group_waits_on_whichever_member_stands_first(before, now):
    one = started(mind(GROUPED, before), 3)
    one.swap(mind(GROUPED, now))
    one.ticks(4)
    assert one.active() == ["a"]
    one.ticks(1)
    assert one.active() != ["a"]
