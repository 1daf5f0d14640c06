"""What holds for every hot swap of a machine, shown on random ones (rules 8.2, 8.3)."""

from __future__ import annotations

from unittest import mock

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.status import Status
from runtime.minds.compile.compiler import compile_document
from runtime.minds.memory.carry_plan import plan_of
from runtime.minds.program.problems import CompileError
from runtime.minds.program.rows import RowFamily
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import SwapRecord
from tests.example_counts import daily
from tests.runtime.hot_swap.legality import assert_legal, did_not_rest
from tests.runtime.hot_swap.random_neighbors import MACHINE_EDITS, Steps, neighbor, steps
from tests.runtime.hot_swap.test_random_tree_swaps import by_parts, loses_nothing
from tests.runtime.lone_brain import REGISTRY, LoneBrain
from tests.runtime.state_machines.called_graphs import mind_of
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.test_random_machines import events_of

FEW = settings(max_examples=daily(5, deep=30), deadline=None, suppress_health_check=list(HealthCheck))
TICKS = 10

SWAPS = st.lists(st.tuples(st.integers(0, 5), steps(MACHINE_EDITS)), min_size=1, max_size=4)
"""Ticks to run and edits to make then, several times."""

Posts = list[tuple[str, ...]]


def can_run(source: Document, one: LoneBrain) -> bool:
    try:
        compile_document(source, REGISTRY, one.library)
    except CompileError:
        return False
    return True


def trace(one: LoneBrain, posts: Posts) -> list[tuple[object, ...]]:
    """Return what happened; errors are counted, since some tell the names of states."""
    return [
        (
            one.tick(*events_of(names)),
            bytes(one.brain.outcomes),
            len(one.errors()),
            one.notes(),
            list(one.log),
            one.taken(),
        )
        for names in posts
    ]


def active(one: LoneBrain) -> set[str]:
    states = [row for row in one.program.rows if row.family is RowFamily.STATE]
    return {row.path for row in states if one.brain.bytes_[row.index]}


def begun(one: LoneBrain) -> int:
    """Return how many actions have been entered and neither ended nor halted."""
    bytes_ = one.brain.bytes_
    return sum(
        bytes_[row.index] == Status.RUNNING and bool(bytes_[row.begun])
        for row in one.program.rows
        if isinstance(row, ActionRow)
    )


def swap_checked(one: LoneBrain, source: Document, in_choices: bool) -> SwapRecord:
    """Swap; whatever was active and begun before is still, or was exited and halted."""
    states, actions = active(one), begun(one)
    one.log.clear()
    record = one.swap(source)
    assert not [line for line in one.log if line.startswith(("enter", "tick"))]
    assert actions - sum(line.startswith("halt") for line in one.log) == begun(one)
    assert set(record.exited) <= states
    assert not (states - set(record.exited)) & set(record.entered)
    assert states - set(record.exited) | set(record.entered) >= active(one)
    assert_legal(one.brain, in_choices=in_choices)
    return record


@FEW
@given(machines(), POSTS, SWAPS)
def test_8_3_every_swap_between_neighbors_leaves_a_legal_state(graph, posts, swaps):
    source = mind_of(graph)
    one = LoneBrain(source)
    coming = iter(posts)
    endless = False
    for ticks, edits in swaps:
        for _ in range(ticks):
            one.tick(*events_of(next(coming)))
            endless = endless or did_not_rest(one.brain)
        after = neighbor(source, MACHINE_EDITS, edits)
        if can_run(after, one):
            source = after
            swap_checked(one, source, endless)
    for names in list(coming)[:TICKS]:
        one.tick(*events_of(names))
        endless = endless or did_not_rest(one.brain)
        assert_legal(one.brain, in_choices=endless)


def passages(one: LoneBrain) -> list[tuple[str, str]]:
    states = {row.index: row.path for row in one.program.rows if row.family is RowFamily.STATE}
    return [(states[row], kind) for row, kind in one.brain_log.passages if row in states]


@FEW
@given(machines(), POSTS, SWAPS)
def test_8_3_exits_pair_with_entries_across_swaps(graph, posts, swaps):
    source = mind_of(graph)
    one = LoneBrain(source)
    coming = iter(posts)
    inside: set[str] = set()
    endless = False
    for ticks, edits in [*swaps, (TICKS, [])]:
        for _ in range(ticks):
            one.tick(*events_of(next(coming)))
            endless = endless or did_not_rest(one.brain)
            for path, kind in passages(one):
                assert (path in inside) == (kind == "exit")
                (inside.remove if kind == "exit" else inside.add)(path)
            assert inside == active(one)
        after = neighbor(source, MACHINE_EDITS, edits)
        if can_run(after, one):
            source = after
            record = swap_checked(one, source, endless)
            # What a swap enters may run on at once; only what stayed active is told.
            inside = active(one)
            assert inside >= set(record.entered) - set(record.exited)


def tick_unlogged(one: LoneBrain, names: tuple[str, ...]) -> tuple[object, ...]:
    """Tick as unwatched agents do: by the faster back ends, where there are any."""
    for event in events_of(names):
        one.brain.post(event)
    result = one.brain.tick(None)
    one.host.tick += 1
    return result, bytes(one.brain.outcomes), one.taken(), one.notes()


@FEW
@given(machines(), POSTS, SWAPS)
def test_8_3_all_back_ends_go_on_alike_after_a_swap(graph, posts, swaps):
    source = mind_of(graph)
    fast, readable = LoneBrain(source), LoneBrain(source)
    readable.brain.interpreted = True
    coming = iter(posts)
    for ticks, edits in [*swaps, (TICKS, [])]:
        for _ in range(ticks):
            names = next(coming)
            assert tick_unlogged(fast, names) == tick_unlogged(readable, names)
        after = neighbor(source, MACHINE_EDITS, edits)
        if can_run(after, fast):
            source = after
            assert fast.swap(source) == readable.swap(source)
        assert fast.slab.snapshot() == readable.slab.snapshot()


@FEW
@given(machines(), POSTS, st.integers(0, TICKS), st.booleans())
def test_8_3_swapping_to_an_equal_document_changes_nothing(graph, posts, cut, looks):
    source = mind_of(graph)
    straight, one = LoneBrain(source), LoneBrain(source)
    assert trace(straight, posts[:cut]) == trace(one, posts[:cut])
    record = one.swap(with_other_looks(source) if looks else source)
    assert record.kept_all
    assert not record.entered
    assert trace(one, posts[cut:]) == trace(straight, posts[cut:])


def with_other_looks(source: Document) -> Document:
    """Return the same mind with notes set, other names, and its keys in another order."""
    graph = source.graphs["g"]
    nodes = {
        key: graph.nodes[key].model_copy(update={"name": f"Name of {key}", "note": "a note"})
        for key in reversed(graph.nodes)
    }
    changed = graph.model_copy(update={"nodes": nodes})
    return source.model_copy(update={"graphs": {**source.graphs, "g": changed}})


@FEW
@given(machines(), POSTS, st.integers(0, TICKS))
def test_8_3_what_is_carried_part_by_part_is_all_there_is(graph, posts, cut):
    source = mind_of(graph)
    straight, one = LoneBrain(source), LoneBrain(source)
    assert trace(straight, posts[:cut]) == trace(one, posts[:cut])
    with mock.patch("tests.runtime.lone_brain.plan_of", by_parts):
        one.swap(source)
    assert trace(one, posts[cut:]) == trace(straight, posts[cut:])


@FEW
@given(machines(), POSTS, st.integers(1, TICKS), steps(MACHINE_EDITS, 2))
def test_8_3_there_and_back_changes_nothing_where_nothing_was_lost(graph, posts, cut, edits: Steps):
    source = mind_of(graph)
    straight, one = LoneBrain(source), LoneBrain(source)
    assert trace(straight, posts[:cut]) == trace(one, posts[:cut])
    other = neighbor(source, MACHINE_EDITS, edits)
    assume(can_run(other, one))
    there = plan_of(one.program, compile_document(other, REGISTRY, one.library))
    assume(loses_nothing(there))
    before = one.brain.machines.snapshot()
    first = one.swap(other)
    assume(first.kept_all and not first.entered)
    second = one.swap(source)
    assume(second.kept_all and not second.entered)
    # A transition that had no delay in between waits no longer.
    assume(one.brain.machines.snapshot() == before)
    assert trace(one, posts[cut:]) == trace(straight, posts[cut:])
