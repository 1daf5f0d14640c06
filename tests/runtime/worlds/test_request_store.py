"""Requests that are exchanged in place are those of a store that is built again in every step (9.1)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.records.world_records import SteeringRequest
from runtime.worlds.world import World
from tests.example_counts import daily
from tests.runtime.worlds.world_builder import ask, world

AGENTS = {f"a{number}": {"at": (3 + 4 * number, 7), "radius": 0.3} for number in range(3)}

ASKED = st.sampled_from(
    [
        ask("wander", node="n1", speed=1.0),
        ask("wander", node="n1", speed=2.0),
        ask("wander", node="n2", mode="redraw"),
        ask("wander", node="n3"),
        ask("seek", node="n2", target=(18.0, 2.0)),
        ask("seek", node="n4", target="a1"),
        ask("roam", node="n5"),
        ask("go_to", node="n6", target=(18.0, 12.0)),
        ask("go_to", node="n7", target="a2"),
    ]
)
CHANGES = st.lists(
    st.lists(st.tuples(st.sampled_from(sorted(AGENTS)), st.lists(ASKED, max_size=2).map(tuple)), max_size=3),
    min_size=2,
    max_size=12,
)


def step(place: World, changes: list[tuple[str, tuple[SteeringRequest, ...]]]) -> bytes:
    for agent, requests in changes:
        assert place.set_requests(agent, requests) == ()
    place.step()
    return place.state_bytes()


@settings(max_examples=daily(20, deep=60), deadline=None)
@given(CHANGES)
def test_9_1_exchanged_requests_steer_as_if_all_were_looked_up_anew(steps):
    going, renewed = world(agents=AGENTS), world(agents=AGENTS)
    for changes in steps:
        there = world(agents=AGENTS)
        there.restore(renewed.snapshot())
        renewed = there
        assert step(going, changes) == step(renewed, changes)


def test_a_wander_of_another_node_takes_the_place_of_the_first_and_begins_anew():
    place = world(agents=AGENTS)
    place.set_requests("a0", [ask("wander", node="n1")])
    place.step()
    table = place._store.table()
    place.set_requests("a0", [ask("wander", node="n2")])
    assert place._store.table() is table
    (batch,) = table.batches
    assert not batch.remembers[0]
    assert (batch.draws[0], batch.streams[0]) == (0, -1)


def test_a_node_that_comes_back_goes_on_with_its_draws_and_not_with_its_memory():
    place = world(agents=AGENTS)
    for node in ("n1", "n2", "n1"):
        place.set_requests("a0", [ask("wander", node=node)])
        place.step()
    counts = dict(place._store.snapshot().draw_counts)
    assert counts == {(0, "n1/wander"): 2, (0, "n2/wander"): 1}
