"""What holds for every hot swap of a behavior tree, shown on random ones (rule 8.2)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.status import Status
from runtime.minds.compile.compiler import compile_document
from runtime.minds.memory.carry_plan import CarryPlan, plan_of
from runtime.minds.program.problems import CompileError
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES, VARIABLES
from tests.runtime.hot_swap.legality import assert_legal
from tests.runtime.hot_swap.random_neighbors import TREE_EDITS, Steps, neighbor, steps
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, tree

FEW = settings(max_examples=daily(12, deep=60), deadline=None, suppress_health_check=list(HealthCheck))
TICKS = 12

SWAPS = st.lists(st.tuples(st.integers(0, 6), steps(TREE_EDITS)), min_size=1, max_size=4)
"""Ticks to run and edits to make then, several times."""


TURNED_AWAY = re.compile("guard|its guard|precondition")
"""What the reason of a node begins with that was not entered."""


def mind(nodes: dict[str, Any]) -> Document:
    return document({"g": tree(nodes)}, variables=VARIABLES)


def can_run(source: Document, one: LoneBrain) -> bool:
    try:
        compile_document(source, REGISTRY, one.library)
    except CompileError:
        return False
    return True


def running_actions(one: LoneBrain) -> int:
    rows = [row.index for row in one.program.rows if row.kind == "action"]
    return sum(one.brain.bytes_[index] == Status.RUNNING for index in rows)


def count(one: LoneBrain, word: str) -> int:
    return sum(line.startswith(word) for line in one.log)


def assert_actions_pair(one: LoneBrain, ran: int) -> None:
    """The actions that ran, plus those entered, less those ended or halted, are those that run."""
    leaves = [row.index for row in one.program.rows if row.kind == "action"]
    ended = sum(
        visit.row in leaves
        and visit.outcome in (Status.SUCCESS, Status.FAILURE)
        and not TURNED_AWAY.match(visit.sentence)
        for visit in one.brain_log.visits
    )
    assert ran + count(one, "enter") - ended - count(one, "halt") == running_actions(one)


@FEW
@given(TREES, SWAPS)
def test_8_2_every_swap_between_neighbors_leaves_a_legal_state_and_pairs_enters_with_ends(nodes, swaps):
    source = mind(nodes)
    one = LoneBrain(source)
    for ticks, edits in swaps:
        for _ in range(ticks):
            ran = running_actions(one)
            one.log.clear()
            one.tick()
            assert_actions_pair(one, ran)
        after = neighbor(source, TREE_EDITS, edits)
        if not can_run(after, one):
            continue
        ran = running_actions(one)
        one.log.clear()
        source = after
        one.swap(source)
        assert count(one, "enter") == 0
        assert ran - count(one, "halt") == running_actions(one)
        assert_legal(one.brain)
    for _ in range(TICKS):
        ran = running_actions(one)
        one.log.clear()
        one.tick()
        assert_actions_pair(one, ran)
        assert_legal(one.brain)


def step(one: LoneBrain) -> tuple[object, ...]:
    result = one.brain.tick()
    one.host.tick += 1
    brain = one.brain
    return result, bytes(brain.outcomes), brain.writes, brain.errors, brain.requests_in_force, one.log


@FEW
@given(TREES, SWAPS)
def test_8_2_both_back_ends_go_on_alike_after_a_swap(nodes, swaps):
    source = mind(nodes)
    generated, interpreted = LoneBrain(source), LoneBrain(source)
    interpreted.brain.interpreted = True
    for ticks, edits in [*swaps, (TICKS, [])]:
        for _ in range(ticks):
            assert step(generated) == step(interpreted)
            assert_legal(generated.brain)
        after = neighbor(source, TREE_EDITS, edits)
        if can_run(after, generated):
            source = after
            assert generated.swap(source) == interpreted.swap(source)
            assert generated.slab.snapshot() == interpreted.slab.snapshot()


def with_other_looks(source: Document) -> Document:
    """Return the same mind with nodes moved, titles and notes set, and its keys in another order."""
    graph = source.graphs["g"]
    nodes = {
        key: graph.nodes[key].model_copy(update={"title": f"Title of {key}", "note": "a note"})
        for key in reversed(graph.nodes)
    }
    return source.model_copy(update={"graphs": {"g": graph.model_copy(update={"nodes": nodes})}})


def trace(one: LoneBrain, ticks: int) -> list[tuple[object, ...]]:
    return [(one.tick(), bytes(one.brain.outcomes), one.errors(), list(one.log)) for _ in range(ticks)]


@FEW
@given(TREES, st.integers(0, TICKS), st.booleans())
def test_8_2_swapping_to_an_equal_document_changes_nothing(nodes, cut, looks):
    source = mind(nodes)
    straight, one = LoneBrain(source), LoneBrain(source)
    trace(straight, cut)
    trace(one, cut)
    record = one.swap(with_other_looks(source) if looks else source)
    assert record.kept_all
    assert trace(one, TICKS) == trace(straight, TICKS)


def by_parts(old: Any, new: Any) -> CarryPlan:
    return replace(plan_of(old, new), same_places=False)


@FEW
@given(TREES, st.integers(0, TICKS))
def test_8_2_what_is_carried_part_by_part_is_all_there_is(nodes, cut):
    """The way that other documents go gives what copying whole buffers gives."""
    source = mind(nodes)
    straight, one = LoneBrain(source), LoneBrain(source)
    trace(straight, cut)
    trace(one, cut)
    with mock.patch("tests.runtime.lone_brain.plan_of", by_parts):
        one.swap(source)
    assert trace(one, TICKS) == trace(straight, TICKS)


def loses_nothing(plan: CarryPlan) -> bool:
    """Tell whether everything that is remembered in the old version has a place in the new one.

    A child that another node has now loses the result that its parent kept of it.
    """
    for row in plan.old.rows:
        pair = plan.nodes.get(row.index)
        if pair is None or getattr(pair.new, "disabled", False) != getattr(row, "disabled", False):
            return False
        if row.parent >= 0 and plan.match.new_of[row.parent] != pair.new.parent:
            return False
        kept = {each.old.name: each.new.lasting for each in (*pair.running, *pair.lasting)}
        if kept != {memory.name: memory.lasting for memory in row.memories()}:
            return False
    return not plan.made_anew


@FEW
@given(TREES, st.integers(1, TICKS), steps(TREE_EDITS, 2))
def test_8_2_there_and_back_changes_nothing_where_nothing_was_lost(nodes, cut, edits: Steps):
    source = mind(nodes)
    straight, one = LoneBrain(source), LoneBrain(source)
    trace(straight, cut)
    trace(one, cut)
    other = neighbor(source, TREE_EDITS, edits)
    assume(can_run(other, one))
    there = plan_of(one.program, compile_document(other, REGISTRY, one.library))
    assume(loses_nothing(there))
    assume(one.swap(other).kept_all)
    assert one.swap(source).kept_all
    assert trace(one, TICKS) == trace(straight, TICKS)
