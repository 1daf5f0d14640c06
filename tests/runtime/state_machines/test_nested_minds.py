"""Minds nested in every direction do the same by every way of running them (rules of sections 6 to 8)."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.minds.program.problems import CompileError
from tests.example_counts import daily
from tests.runtime.export.test_random_exports import told, triple
from tests.runtime.hot_swap.legality import assert_legal, did_not_rest
from tests.runtime.hot_swap.random_neighbors import DECISION_EDITS, MACHINE_EDITS, TREE_EDITS, neighbor, steps
from tests.runtime.hot_swap.test_random_machine_swaps import can_run
from tests.runtime.lone_brain import LoneBrain
from tests.runtime.state_machines.nested_minds import minds
from tests.runtime.state_machines.random_machines import POSTS
from tests.runtime.state_machines.test_random_machines import events_of
from tests.runtime.state_machines.test_tables import tick

FEW = settings(max_examples=daily(4, deep=8), deadline=None, suppress_health_check=list(HealthCheck))
TICKS = 20

EDITS = {
    "state_machine": MACHINE_EDITS,
    "behavior_tree": TREE_EDITS,
    "decision_tree": DECISION_EDITS,
}


def brain_of(source: Document) -> LoneBrain:
    try:
        return LoneBrain(source)
    except CompileError:
        assume(False)
        raise


@FEW
@given(minds(), POSTS)
def test_6_1_nested_minds_do_and_log_the_same_by_every_back_end(source, posts):
    runs = [(brain_of(source), logged) for logged in (False, True) for _ in range(2)]
    for each, _ in runs[1::2]:
        each.brain.interpreted = True
    for names in posts[:TICKS]:
        events = events_of(names)
        fast, readable, watched, watched_readable = (
            tick(item, *events, logged=logged) for item, logged in runs
        )
        assert fast == readable
        assert watched == watched_readable
        same = ("outcomes", "stored", "memory", "taken", "errors", "handled", "raised", "log")
        assert [fast[what] for what in same] == [watched[what] for what in same]


@FEW
@given(minds(), POSTS)
def test_nested_minds_do_the_same_once_exported(source, posts):
    brain_of(source)
    straight, named, stripped = triple(source)
    for names in posts[:TICKS]:
        events = events_of(names)
        assert straight.tick(*events) == named.tick(*events) == stripped.tick(*events)
        assert told(straight) == told(named) == told(stripped)


@FEW
@given(minds(), POSTS, st.data())
def test_8_2_nested_minds_go_on_alike_and_legally_after_edits_of_their_root(source, posts, data):
    fast, readable = brain_of(source), LoneBrain(source)
    readable.brain.interpreted = True
    endless = False
    for number, names in enumerate(posts[:TICKS]):
        assert tick(fast, *events_of(names)) == tick(readable, *events_of(names))
        endless = endless or did_not_rest(fast.brain)
        if number % 5 == 4:
            of = EDITS[source.graphs["g"].kind]
            after = neighbor(source, of, data.draw(steps(of)))
            if can_run(after, fast):
                source = after
                assert fast.swap(source) == readable.swap(source)
                assert fast.slab.snapshot() == readable.slab.snapshot()
        if not fast.brain.ended:
            assert_legal(fast.brain, in_choices=endless or did_not_rest(fast.brain))
