"""What holds for every machine, shown on random ones (SEMANTICS 1.4, 1.5, 4.1, 4.3, 4.6)."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.brains.host import Event
from runtime.state_machines.state_rows import MachineRow, StateRow
from runtime.status import StateOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree
from tests.runtime.state_machines.random_machines import EVENTS, POSTS, VARIABLES, machines

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

INNER = machine(
    {"x": {"update": ["n = n + 1"]}, "y": {}, "end": {"kind": "final"}},
    {
        "xy": {"from": "x", "event": "one", "to": "y"},
        "yx": {"from": "y", "after": 0.04, "to": "x"},
        "over": {"event": "two", "to": "end", "interrupt": True},
    },
)
TREE = tree(
    {"r": {"kind": "sequence", "children": ["c", "d"]}, "c": scripted("RS"), "d": scripted("RRF")}, "r"
)


def brain_of(graph: dict[str, Any], seed: int = 1) -> LoneBrain:
    graphs = {"g": graph, "inner": INNER, "tree": TREE}
    return LoneBrain(document(graphs, variables=VARIABLES, events=EVENTS), seed=seed)


def events_of(names: tuple[str, ...]) -> list[Event]:
    return [Event(name, {"x": 1} if name == "one" else {}) for name in names]


def outcomes(one: LoneBrain, posts: list[tuple[str, ...]]) -> list[tuple[Status, bytes]]:
    return [(one.tick(*events_of(names)), bytes(one.brain.outcomes)) for names in posts]


@FEW
@given(machines(), POSTS)
def test_4_1_the_configuration_is_always_legal(graph, posts):
    """Closed under parents; an active compound has exactly one active child."""
    one = brain_of(graph)
    for names in posts:
        one.tick(*events_of(names))
        root = one.program.rows[0]
        assert isinstance(root, MachineRow)
        tops = [state for state in root.child_states if state.active(one.brain)]
        assert len(tops) == (0 if one.brain.ended else 1)
        for row in one.program.rows:
            if not isinstance(row, StateRow):
                continue
            inner = [child for child in row.child_states if child.active(one.brain)]
            assert len(inner) == (1 if row.active(one.brain) and row.child_states else 0)


@FEW
@given(machines(), POSTS)
def test_4_6_every_entry_has_one_exit(graph, posts):
    one = brain_of(graph)
    inside: set[str] = set()
    for names in posts:
        one.tick(*events_of(names))
        for word in one.notes():
            if word.startswith("+"):
                assert word[1:] not in inside
                inside.add(word[1:])
            else:
                assert word[1:] in inside
                inside.remove(word[1:])
    finals = {key for key, node in graph["nodes"].items() if node["kind"] == "final"}
    own = {row.name for row in one.program.rows if isinstance(row, StateRow) and row.graph == "g"}
    assert inside == (set(one.active()) & own) - finals


@FEW
@given(machines(), POSTS)
def test_7_2_state_bytes_tell_the_change_of_the_configuration(graph, posts):
    one = brain_of(graph)
    states = [row for row in one.program.rows if isinstance(row, StateRow)]
    before = set[int]()
    for names in posts:
        one.tick(*events_of(names))
        after = {state.index for state in states if state.active(one.brain)}
        for state in states:
            byte = one.brain.outcomes[state.index]
            was, now = state.index in before, state.index in after
            allowed = {
                (False, False): (StateOutcome.INACTIVE, StateOutcome.PASSED),
                (False, True): (StateOutcome.ENTERED,),
                (True, False): (StateOutcome.EXITED,),
                (True, True): (StateOutcome.ACTIVE, StateOutcome.REENTERED),
            }[was, now]
            assert byte in allowed
        before = after


@FEW
@given(machines(), POSTS, st.integers(0, 2**32 - 1))
def test_1_5_the_same_seed_and_events_give_the_same_bytes(graph, posts, seed):
    assert outcomes(brain_of(graph, seed), posts) == outcomes(brain_of(graph, seed), posts)


@FEW
@given(machines(), POSTS, st.integers(0, 30))
def test_1_5_a_machine_restored_from_a_snapshot_goes_on_as_the_straight_run(graph, posts, cut):
    straight = outcomes(brain_of(graph), posts)
    first = brain_of(graph)
    begin = outcomes(first, posts[:cut])
    snapshot, ended = first.slab.snapshot(), first.brain.ended
    outcomes(first, posts[:5])
    second = brain_of(graph)
    second.slab.restore(snapshot)
    second.host.tick, second.brain.ended = cut, ended
    assert begin + outcomes(second, posts[cut:]) == straight


@FEW
@given(machines(), POSTS, st.randoms(use_true_random=False))
def test_1_4_names_titles_and_the_order_of_stored_keys_change_nothing(graph, posts, shuffler):
    keys, edges = list(graph["nodes"]), list(graph["edges"])
    shuffler.shuffle(keys)
    shuffler.shuffle(edges)
    other = {
        **graph,
        "nodes": {key: {**graph["nodes"][key], "name": f"Name of {key}", "note": "a note"} for key in keys},
        "edges": {key: {**graph["edges"][key], "title": f"Title of {key}"} for key in edges},
    }
    assert outcomes(brain_of(other), posts) == outcomes(brain_of(graph), posts)


@FEW
@given(machines(), POSTS)
def test_4_14_watching_changes_nothing(graph, posts):
    watched, plain = brain_of(graph), brain_of(graph)
    for names in posts:
        watched.tick(*events_of(names))
        for event in events_of(names):
            plain.brain.post(event)
        plain.brain.tick(None)
        plain.host.tick += 1
        assert watched.brain.outcomes == plain.brain.outcomes
        assert watched.slab.snapshot() == plain.slab.snapshot()
