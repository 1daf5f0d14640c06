"""What a brain remembers is written by name, and a brain that takes it over goes on the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.status import Status
from runtime.minds.brain.brain import NotResumable
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.memory.brain_memory import BrainMemory, NodeMemory, memory_of
from runtime.minds.memory.restore_brain import LeftOut, NotTakenOver, take_over
from runtime.minds.program.program import Program
from runtime.minds.program.row_fields import Meaning
from runtime.minds.program.rows import row_path
from runtime.minds.trees.claiming import claims_of
from tests.runtime.actions.test_function_actions import trial
from tests.runtime.behavior_trees.random_trees import TREES, VARIABLES
from tests.runtime.behavior_trees.test_random_trees import FEW
from tests.runtime.lone_brain import LoneBrain, RequestingAction, document, machine, scripted, tree

TICKS = 25

_BUFFERS = {
    Meaning.FLAG: "byte",
    Meaning.RESULT: "byte",
    Meaning.RESULTS: "byte",
    Meaning.TESTS: "byte",
}


def mind_of(nodes: dict[str, Any]) -> Document:
    return document({"g": tree(nodes)}, variables=VARIABLES)


def gone_on(first: LoneBrain, mind: Document, seed: int = 1) -> LoneBrain:
    """Return a fresh brain of `mind` that goes on where `first` is."""
    second = LoneBrain(mind, seed=seed)
    second.host.tick = first.host.tick
    second.brain.tick_now = first.host.tick - 1
    assert take_over(memory_of(first.brain), second.brain) == ()
    return second


def run(one: LoneBrain, ticks: int, interpreted: bool = True) -> list[tuple[Status, bytes, list[str]]]:
    one.brain.interpreted = interpreted
    done = []
    for _ in range(ticks):
        status = one.tick() if interpreted else one.brain.tick()
        done.append((status, bytes(one.brain.outcomes), one.errors()))
        one.host.tick += not interpreted
    return done


@FEW
@given(TREES, st.integers(0, TICKS), st.booleans())
def test_a_brain_that_takes_over_goes_on_as_the_first_would(nodes, cut, interpreted):
    mind = mind_of(nodes)
    first = LoneBrain(mind)
    run(first, cut)
    second = gone_on(first, mind)
    assert run(second, TICKS, interpreted) == run(first, TICKS, interpreted)
    assert memory_of(second.brain) == memory_of(first.brain)


@FEW
@given(TREES, st.integers(0, TICKS))
def test_what_is_taken_over_is_told_the_same_again(nodes, cut):
    mind = mind_of(nodes)
    first = LoneBrain(mind)
    run(first, cut)
    assert memory_of(gone_on(first, mind).brain) == memory_of(first.brain)


def test_of_a_claim_it_is_told_what_it_holds_and_nothing_before_it_holds_anything():
    claim = {"kind": "claim", "params": {"variable": "spot"}}
    nodes = {"root": {"kind": "sequence", "children": ["take", "wait"]}, "take": claim, "wait": WAIT}
    lone = LoneBrain(document({"g": tree(nodes)}, variables={"spot": {"type": "entity"}}))
    assert memory_of(lone.brain).nodes == {}
    lone.brain.objects[claims_of(lone.brain.program)[0].held] = "bench"
    assert memory_of(lone.brain).nodes["take"].memory == {"claimed": "bench"}


WAIT = {"kind": "wait", "params": {"seconds": 1}}


@pytest.mark.parametrize("interpreted", [True, False])
def test_an_action_that_is_told_to_run_and_has_no_enter_of_its_own_can_be_halted(interpreted, monkeypatch):
    halted: list[bool] = []
    monkeypatch.setattr(RequestingAction, "halt", lambda *_: halted.append(True))
    nodes = {
        "root": {"kind": "timeout", "params": {"seconds": 0.05}, "children": ["a"]},
        "a": {"kind": "action", "action": "asking"},
    }
    one = LoneBrain(mind_of(nodes))
    told = {path: NodeMemory(kind="", status="running") for path in nodes}
    assert take_over(BrainMemory(nodes=told), one.brain) == ()
    one.brain.interpreted = interpreted
    assert one.ticks(4) == "RRRF"
    assert halted == [True]


def places_told(program: Program) -> list[tuple[str, int]]:
    """Return every place of the buffers that has a name, as (buffer, index)."""
    told = [("byte", row.index) for row in program.rows]
    for row in program.rows:
        children = len(row.children)
        for memory in row.memories():
            if memory.slot is not None:
                told.append((memory.slot.buffer, memory.slot.index))
                continue
            if memory.meaning is Meaning.STATES:
                assert isinstance(row, StateRow)
                assert row.history is not None
                told += [("byte", place) for _, place in row.history.places]
                continue
            buffer = _BUFFERS.get(memory.meaning, "int")
            many = memory.meaning in (Meaning.ORDER, Meaning.RESULTS, Meaning.TESTS)
            told += [(buffer, memory.index + place) for place in range(children if many else 1)]
    told += [("int", place.until) for place in program.timed_triggers]
    slots = list(program.variables.values())
    for instance in program.instances:
        slots += instance.slots.values()
        told += [("int", counter) for counter in instance.draws.values()]
    for slot in slots:
        kind = slot.type.item or slot.type.kind
        width = (2 if kind.value == "vector" else 1) * (slot.type.most or 1)
        told += [(slot.buffer, slot.index + place) for place in range(width)]
        told += [("int", slot.length)] if slot.type.item is not None else []
    return told


def assert_all_told(program: Program) -> None:
    every = [(buffer, index) for buffer, size in program.layout.sizes.items() for index in range(size)]
    assert sorted(places_told(program)) == sorted(every)


@FEW
@given(TREES)
def test_every_place_of_an_agents_memory_has_one_name(nodes):
    assert_all_told(LoneBrain(mind_of(nodes)).program)


MACHINE = machine(
    {
        "p": {"kind": "parallel", "children": ["left", "right"]},
        "left": {"children": ["l1", "l2", "back"], "initial": "l1"},
        "right": {"activity": {"action": "scripted", "params": {"script": "R"}}},
        "l1": {"activity": {"graph": "t"}},
        "l2": {},
        "back": {"kind": "history", "default": "l1"},
        "other": {"children": ["o1", "deep"], "initial": "o1", "activity": {"graph": "d"}},
        "o1": {},
        "deep": {"kind": "history", "depth": "deep", "default": "o1"},
        "over": {"kind": "final"},
    },
    {
        "t1": {"from": "l1", "after": 0.1, "to": "l2"},
        "t2": {"from": "p", "event": "go", "cooldown": 0.2, "to": "other"},
        "t3": {"from": "other", "delay": 0.1, "jitter": 0.05, "to": "back"},
        "t4": {"from": "l2", "after": 0.1, "group": "w", "to": "l1"},
        "t5": {"from": "l2", "after": 0.1, "group": "w", "to": "over"},
    },
)
DECISIONS: dict[str, Any] = {
    "kind": "decision_tree",
    "root": "q",
    "nodes": {
        "q": {"kind": "random", "branches": [{"child": "a", "weight": 1}, {"child": "b", "weight": 2}]},
        "a": {"kind": "action", "action": "scripted"},
        "b": {"kind": "run", "graph": "t"},
    },
}


def test_every_place_of_the_memory_of_machines_and_decision_trees_has_one_name():
    leaf = tree({"root": {"kind": "wait", "params": {"seconds": 1}}})
    mind = document({"g": MACHINE, "t": leaf, "d": DECISIONS}, events={"go": {}})
    assert_all_told(LoneBrain(mind).program)


CALLING: dict[str, Any] = {
    "g": {
        **tree({"root": {"kind": "subtree", "graph": "h", "arguments": {"speed": {"expr": "base + 1.0"}}}}),
    },
    "h": {
        **tree(
            {
                "root": {"kind": "sequence", "children": ["count", "wait"]},
                "count": {"kind": "set", "actions": ["times = times + 1", "at = vec(speed, 2.0)"]},
                "wait": {"kind": "wait", "params": {"seconds": 0.05}},
            }
        ),
        "parameters": {"speed": {"type": "float", "default": 1, "direction": "in"}},
        "variables": {"times": {"type": "int"}, "at": {"type": "vector"}},
    },
}


def calling() -> Document:
    return document(CALLING, variables={"base": {"type": "float", "default": 2}})


def test_graph_variables_and_parameters_are_taken_over_by_the_path_of_their_call():
    first = LoneBrain(calling())
    run(first, 6)
    told = memory_of(first.brain)
    assert told.graphs["root"].variables == {"times": 2, "at": [3.0, 2.0]}
    assert told.graphs["root"].parameters == {"speed": 3.0}
    assert told.nodes["root/wait"] == NodeMemory("wait", "running", {"due": 7})
    second = gone_on(first, calling())
    assert run(second, 10) == run(first, 10)


ABORTING = {
    "root": {"kind": "selector", "children": ["a", "b"]},
    "a": scripted("RRR", guard={"test": "n > 2", "abort": "lower"}),
    "b": scripted("RRRRRR"),
}


def test_3_9_the_last_test_of_a_guard_is_taken_over():
    first = LoneBrain(mind_of(ABORTING))
    run(first, 2)
    assert memory_of(first.brain).nodes["root"].memory["tests"] == {"a": False}
    second = gone_on(first, mind_of(ABORTING))
    for each in (first, second):
        each.write("n", 3)
    assert run(second, 5) == run(first, 5)


# -- what cannot be taken over ------------------------------------------------------------------------

SEQUENCE = {
    "root": {"kind": "sequence", "children": ["a", "b"]},
    "a": scripted("S"),
    "b": scripted("RRS"),
}


def left_out(
    memory: BrainMemory, nodes: dict[str, Any] = SEQUENCE
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return what is left out, and the nodes that run."""
    one = LoneBrain(mind_of(nodes))
    one.host.tick = 10
    one.brain.tick_now = 9
    told: tuple[LeftOut, ...] = take_over(memory, one.brain)
    running = [row_path(row) for row in one.program.rows if one.brain.bytes_[row.index] == Status.RUNNING]
    return [(entry.where, entry.why) for entry in told], running


def running(**memory: Any) -> NodeMemory:
    return NodeMemory(status="running", memory=memory)


def test_a_node_that_is_gone_is_left_out():
    memory = BrainMemory(nodes={"root": running(), "b": running(), "c": running()})
    assert left_out(memory) == ([("nodes.c", "It is not in this mind.")], ["root", "b"])


def test_a_node_of_another_kind_is_left_out_with_all_below_it():
    memory = BrainMemory(nodes={"root": NodeMemory("selector", "running"), "b": running()})
    found, runs = left_out(memory)
    assert found == [
        ("nodes.root", "It was a selector and is a sequence now."),
        ("nodes.b", "What it stands in does not run."),
    ]
    assert runs == []


def test_a_composite_whose_place_is_gone_does_not_go_on():
    memory = BrainMemory(nodes={"root": running(place="c"), "b": running()})
    assert left_out(memory) == (
        [
            ("nodes.root", "place is at c, which is no child here."),
            ("nodes.b", "What it stands in does not run."),
        ],
        [],
    )


def test_a_disabled_node_does_not_go_on():
    nodes = {**SEQUENCE, "b": {**SEQUENCE["b"], "disabled": True}}
    found, runs = left_out(BrainMemory(nodes={"root": running(), "b": running()}), nodes)
    assert (found, runs) == ([("nodes.b", "It is disabled.")], ["root"])


def test_only_the_child_a_composite_is_at_goes_on():
    memory = BrainMemory(nodes={"root": running(place="a"), "b": running()})
    assert left_out(memory) == ([("nodes.b", "Its parent is at a.")], ["root"])


def test_a_variable_that_is_gone_or_of_another_type_is_left_out():
    memory = BrainMemory(variables={"gone": 1, "n": "one", "f": 2})
    assert left_out(memory)[0] == [
        ("variables.gone", "It is not in this mind."),
        ("variables.n", "n is an int and cannot be 'one'."),
    ]


@pytest.mark.parametrize(
    ("node", "where", "said"),
    [
        (running(plaec="a"), "nodes.root.memory.plaec", "A sequence remembers no 'plaec'."),
        (running(place=1), "nodes.root.memory.place", "place is the id of a child, not 1."),
        (running(place=None), "nodes.root.memory.place", "place is the id of a child, not None."),
        (running(tried=1), "nodes.root.memory.tried", "tried is true or false, not 1."),
    ],
)
def test_a_value_that_its_place_never_holds_is_refused(node: NodeMemory, where: str, said: str):
    with pytest.raises(NotTakenOver) as refused:
        left_out(BrainMemory(nodes={"root": node}))
    assert (refused.value.where, refused.value.message) == (where, said)


def test_what_is_not_told_of_a_running_node_is_as_if_it_had_been_entered_the_tick_before():
    nodes = {"root": {"kind": "wait", "params": {"seconds": 0.1}}}
    one = LoneBrain(mind_of(nodes))
    one.host.tick, one.brain.tick_now = 10, 9
    take_over(BrainMemory(nodes={"root": running()}), one.brain)
    assert one.ticks(6) == "RRRRRS"


def test_3_12_what_a_generator_remembers_cannot_be_told():
    with pytest.raises(NotResumable):
        memory_of(trial([]).brains["me"])


def test_an_event_that_waits_in_a_tree_is_taken_over_by_that_brain_alone():
    mind = document(
        {"g": tree({"root": {"kind": "raise", "actions": ["raise late after 1"]}})}, events={"late": {}}
    )
    first, other = LoneBrain(mind), LoneBrain(mind)
    first.tick()
    second = gone_on(first, mind)
    assert [waiting.event.name for waiting in second.brain.machines.delayed] == ["late"]
    assert not other.brain.machines.delayed
