"""What holds for every behavior tree, shown on random ones (rules 1.4, 1.5, 3.2, 3.3, 3.15)."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.basics.status import NodeOutcome, Status
from runtime.minds.trees.random_composites import RandomCompositeRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS as TREES
from tests.runtime.behavior_trees.random_trees import mind_of, without_draws
from tests.runtime.lone_brain import LoneBrain

TICKS = 25
TURNED_AWAY = re.compile("guard|its guard|precondition")
"""What the reason of a node begins with that was not entered."""
FEW = settings(max_examples=daily(12, deep=60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def brain_of(nodes: dict[str, Any], seed: int = 1) -> LoneBrain:
    return LoneBrain(mind_of(nodes), seed=seed)


def outcomes(one: LoneBrain, count: int = TICKS) -> list[tuple[Status, bytes]]:
    return [(one.tick(), bytes(one.brain.outcomes)) for _ in range(count)]


@FEW
@given(TREES)
def test_3_3_nothing_runs_under_a_node_that_does_not_run(nodes):
    one = brain_of(nodes)
    for _ in range(TICKS):
        one.tick()
        for row in one.program.rows:
            stored = one.brain.bytes_[row.index]
            assert stored in (Status.IDLE, Status.RUNNING, Status.SUCCESS, Status.FAILURE)
            if stored == Status.RUNNING and row.parent >= 0:
                assert one.brain.bytes_[row.parent] == Status.RUNNING


@FEW
@given(TREES)
def test_3_2_every_enter_has_exactly_one_exit_or_halt(nodes):
    """Per tick: the actions that ran, plus those entered, less those ended or halted, are those that run."""
    one = brain_of(nodes)
    leaves = [row.index for row in one.program.rows if row.kind == "action"]
    ran = 0
    for _ in range(TICKS):
        one.log.clear()
        one.tick()
        entered = sum(line.startswith("enter") for line in one.log)
        halted = sum(line.startswith("halt") for line in one.log)
        ended = sum(
            visit.row in leaves
            and visit.outcome in (Status.SUCCESS, Status.FAILURE)
            and not TURNED_AWAY.match(visit.sentence)
            for visit in one.brain_log.visits
        )
        running = sum(one.brain.bytes_[index] == Status.RUNNING for index in leaves)
        assert ran + entered - ended - halted == running
        ran = running


@FEW
@given(TREES)
def test_3_15_every_result_that_is_not_running_carries_a_reason(nodes):
    one = brain_of(nodes)
    for _ in range(TICKS):
        one.tick()
        for visit in one.brain_log.visits:
            assert visit.outcome == Status.RUNNING or visit.sentence


class EndsSeen:
    """Follow, over ticks, which composites that walk their children had one that ended since their enter.

    Visits are told children first. When a composite was halted within its tick is not told: it is left out
    until it is entered in another one.
    """

    def __init__(self, one: LoneBrain) -> None:
        walks = [
            row for row in one.program.rows if isinstance(row, (OrderedCompositeRow, RandomCompositeRow))
        ]
        self.kept = {row.index for row in walks if isinstance(row, OrderedCompositeRow) and row.keep}
        self.parents = {child: row.index for row in walks for child in row.children}
        self.walks = {row.index for row in walks}
        self.ended: set[int] = set()
        self.unsure: set[int] = set()

    def take(self, one: LoneBrain) -> None:
        """Hold what ended in a tick against rule 3.5."""
        halted = {row for row, what in one.brain_log.passages if what == "halt"}
        self.unsure |= halted
        for visit in one.brain_log.visits:
            if visit.row in self.walks and visit.outcome != Status.RUNNING:
                if "child" in visit.sentence and visit.row not in self.unsure | self.kept:
                    assert (visit.outcome == Status.SKIPPED) == (visit.row not in self.ended), visit
                self.ended.discard(visit.row)
            if visit.row in self.parents and visit.outcome in (Status.SUCCESS, Status.FAILURE):
                self.ended.add(self.parents[visit.row])
        idle = {row for row in self.walks if one.brain.bytes_[row] != Status.RUNNING}
        self.unsure -= idle
        self.ended -= idle


@settings(parent=FEW, max_examples=daily(80, deep=250))
@given(TREES)
def test_3_5_a_composite_is_skipped_exactly_when_none_of_its_children_ended(nodes):
    one = brain_of(nodes)
    seen = EndsSeen(one)
    for _ in range(TICKS):
        one.tick()
        seen.take(one)


@FEW
@given(TREES)
def test_7_2_a_visited_node_has_a_visited_parent(nodes):
    one = brain_of(nodes)
    for _ in range(TICKS):
        one.tick()
        for row in one.program.rows:
            visited = one.brain.outcomes[row.index] & 7
            if visited != NodeOutcome.NOT_VISITED and row.parent >= 0:
                assert one.brain.outcomes[row.parent] & 7 != NodeOutcome.NOT_VISITED


@FEW
@given(TREES, st.integers(0, 2**32 - 1))
def test_1_5_the_same_seed_gives_the_same_bytes(nodes, seed):
    assert outcomes(brain_of(nodes, seed)) == outcomes(brain_of(nodes, seed))


@FEW
@given(TREES, st.integers(0, TICKS))
def test_1_5_going_on_from_a_snapshot_equals_the_straight_run(nodes, cut):
    straight = outcomes(brain_of(nodes))
    first = brain_of(nodes)
    begin = outcomes(first, cut)
    snapshot = first.slab.snapshot()
    outcomes(first, 7)
    second = brain_of(nodes)
    second.slab.restore(snapshot)
    second.host.tick = cut
    assert begin + outcomes(second, TICKS - cut) == straight


@FEW
@given(TREES, st.randoms(use_true_random=False))
def test_1_4_titles_and_the_order_of_stored_keys_change_nothing(nodes, shuffler):
    keys = list(nodes)
    shuffler.shuffle(keys)
    other = {key: {**nodes[key], "title": f"Title of {key}", "note": "a note"} for key in keys}
    assert outcomes(brain_of(other)) == outcomes(brain_of(nodes))


@FEW
@given(TREES)
def test_1_4_new_ids_change_nothing_but_ids_where_nothing_is_drawn(nodes):
    plain = without_draws(nodes)
    names = {node_id: f"new_{place}" for place, node_id in enumerate(plain)}
    renamed = {names[node_id]: _with_children(node, names) for node_id, node in plain.items()}
    other = LoneBrain(mind_of(renamed, root=names["root"]))
    assert outcomes(other) == outcomes(brain_of(plain))


def _with_children(node: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {**node, "children": [names[child] for child in node["children"]]} if "children" in node else node


@FEW
@given(TREES, st.lists(st.booleans(), min_size=TICKS, max_size=TICKS))
def test_2_3_a_trigger_outlives_only_the_tick_it_was_set_in(nodes, sets):
    """After a tick it is armed only if that tick set it; else it was consumed, or died and is told so."""
    one = brain_of(nodes)
    hit = one.program.variables["hit"].index
    for outside in sets:
        if outside:
            one.write("hit", True)
        was_armed = one.variable("hit")
        one.tick()
        was_set = any((name, value) == ("hit", True) and row >= 0 for name, value, row in one.brain.writes)
        assert was_set or not one.variable("hit")
        gone = (was_armed or was_set) and not one.variable("hit")
        assert gone == ((hit in one.brain.consumed and not one.variable("hit")) or "hit" in one.brain.expired)
