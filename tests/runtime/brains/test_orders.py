"""Results that are forced and states that are entered from outside (rule 7.4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.basics.status import HALTED, RESULT_MASK, StateOutcome, Status
from runtime.minds.brain.brain import Brain
from runtime.minds.brain.from_outside import node_at, order_entry, order_result
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.program.agent_state import Slab
from runtime.minds.program.orders import FORCIBLE, LEFT_OUT, orders_of
from runtime.minds.program.rows import RowFamily, row_path
from runtime.minds.program.tree_row import TreeRow
from runtime.session.snapshot import BrainSnapshot, brain_snapshot
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS, mind_of
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.test_random_machines import assert_legal, events_of

FEW = settings(max_examples=daily(10, deep=25), deadline=None, suppress_health_check=list(HealthCheck))
TICKS = 20
ORDERS = st.lists(
    st.tuples(st.integers(0, TICKS - 1), st.integers(0, 10_000), st.sampled_from(FORCIBLE)), max_size=5
)
FEWER = settings(FEW, max_examples=daily(5, deep=10))
ENTRIES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 10_000)), min_size=1, max_size=3)
BOTH = pytest.mark.parametrize("interpreted", [False, True])


def brain_of(graphs: dict[str, Any], *, interpreted: bool, **parts: Any) -> LoneBrain:
    one = LoneBrain(document(graphs, **parts))
    one.brain.interpreted = interpreted
    return one


def forcible(one: LoneBrain) -> list[TreeRow]:
    rows = one.program.rows
    return [row for row in rows if isinstance(row, TreeRow) and node_at(one.program, row_path(row)) is row]


# -- force r on node n ------------------------------------------------------------------------------------


@BOTH
def test_7_4_a_forced_node_halts_what_runs_below_it_and_ends_unticked(interpreted):
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b"]},
        "a": {"kind": "inverter", "children": ["x"]},
        "x": scripted("R", "x"),
        "b": scripted("R", "b"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted)
    one.tick()
    one.log.clear()
    order_result(one.brain, "a", Status.SUCCESS)
    assert one.tick() is Status.RUNNING
    assert one.log == ["halt x", "enter b", "tick b"]
    assert (one.outcome("a"), one.outcome("x")) == (Status.SUCCESS, HALTED)
    assert one.reason("a") == "forced"
    assert (one.stored("x"), one.stored("b")) == (Status.IDLE, Status.RUNNING)


@BOTH
def test_7_4_a_node_that_does_not_run_is_entered_before_it_ends_whatever_its_guard_says(interpreted):
    nodes = {
        "root": {"kind": "selector", "children": ["a", "b"]},
        "a": scripted("S", "a", guard={"test": "false"}),
        "b": scripted("R", "b"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted)
    order_result(one.brain, "a", Status.SUCCESS)
    assert one.tick() is Status.SUCCESS
    kinds = [kind for row, kind in one.brain_log.passages if row == one.row("a")]
    assert kinds == ["enter", "exit"]
    assert one.log == []
    assert one.tick() is Status.RUNNING, "it is forced once"


@BOTH
@pytest.mark.parametrize("memory", ["resume", "none", "keep"])
@pytest.mark.parametrize("kind", ["sequence", "selector"])
def test_3_5_a_composite_whose_children_were_all_forced_to_be_skipped_is_skipped(kind, memory, interpreted):
    nodes = {
        "root": {"kind": kind, "params": {"memory": memory}, "children": ["a"]},
        "a": scripted("RRRR"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted)
    order_result(one.brain, "a", Status.SKIPPED)
    assert one.tick() is Status.SKIPPED
    assert one.tick() is Status.RUNNING
    order_result(one.brain, "a", Status.SKIPPED)
    assert one.tick() is Status.SKIPPED, "it ran before, but has not ended since its parent was entered"


@BOTH
def test_7_4_a_force_waits_for_the_visit_and_a_disabled_node_is_none(interpreted):
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b"]},
        "a": scripted("RRRS", "a"),
        "b": scripted("S", "b"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted)
    order_result(one.brain, "b", Status.FAILURE)
    assert one.ticks(5) == "RRRFR"
    assert one.brain.interpreted is interpreted
    assert "tick b" not in one.log
    off = brain_of({"g": tree({**nodes, "b": {**nodes["b"], "disabled": True}})}, interpreted=interpreted)
    order_result(off.brain, "b", Status.FAILURE)
    off.tick()
    assert "can be forced" in off.errors()[0]


@BOTH
def test_7_4_a_force_can_be_changed_and_taken_back_before_the_visit(interpreted):
    one = brain_of({"g": tree({"root": scripted("RRRR", "a")})}, interpreted=interpreted)
    order_result(one.brain, "root", Status.SUCCESS)
    order_result(one.brain, "root", Status.FAILURE)
    assert orders_of(one.brain).forced == ((0, Status.FAILURE),)
    order_result(one.brain, "root", None)
    assert one.ticks(2) == "RR"
    order_result(one.brain, "root", Status.SKIPPED)
    assert one.ticks(2) == "sR"


@BOTH
def test_7_4_a_disabled_node_is_skipped_unasked_until_that_is_taken_back(interpreted):
    nodes = {
        "root": {"kind": "selector", "params": {"memory": "none"}, "children": ["a", "b"]},
        "a": scripted("RRRR", "a", guard={"test": "1 / zero > 0"}),
        "b": scripted("RRRR", "b"),
    }
    one = brain_of(
        {"g": tree(nodes)}, interpreted=interpreted, variables={"zero": {"type": "int", "default": 1}}
    )
    one.tick()
    order_result(one.brain, "a", LEFT_OUT)
    one.write("zero", 0)
    assert one.ticks(2) == "RR"
    assert one.log == ["enter a", "tick a", "halt a", "enter b", "tick b", "tick b"]
    assert one.outcome("a") == Status.SKIPPED
    assert not one.brain.errors, "its guard would fail"
    order_result(one.brain, "a", None)
    one.write("zero", 1)
    assert one.ticks(1) == "R"
    assert sorted(one.log[-3:]) == ["enter a", "halt b", "tick a"]


@BOTH
def test_7_4_the_guard_of_a_disabled_node_aborts_no_other(interpreted):
    nodes = {
        "root": {"kind": "selector", "children": ["a", "b"]},
        "a": scripted("RRRR", "a", guard={"test": "on", "abort": "lower"}),
        "b": scripted("RRRR", "b"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted, variables={"on": {"type": "bool"}})
    one.tick()
    order_result(one.brain, "a", LEFT_OUT)
    one.write("on", True)
    one.ticks(2)
    assert one.log == ["enter b", "tick b", "tick b", "tick b"]
    order_result(one.brain, "a", None)
    one.tick()
    assert one.log[-3:] == ["halt b", "enter a", "tick a"]


@BOTH
def test_7_4_a_forced_end_counts_and_starts_cooldowns_as_any_end(interpreted):
    nodes = {
        "root": {"kind": "cooldown", "params": {"seconds": 0.05}, "children": ["l"]},
        "l": {"kind": "run_limit", "params": {"count": 1}, "children": ["a"]},
        "a": scripted("RRRR", "a"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted)
    one.tick()
    order_result(one.brain, "l", Status.SUCCESS)
    assert one.ticks(4) == "SFFs", "two ticks refused, then the limit is reached"
    order_result(one.brain, "root", Status.FAILURE)
    assert one.ticks(2) == "FF"


@BOTH
def test_7_4_the_action_of_a_state_is_forced_by_its_own_path_and_completes_the_state(interpreted):
    graph = machine(
        {"a": {"activity": {"action": "scripted", "params": {"script": "R", "name": "x"}}}, "b": {}},
        {"done": {"from": "a", "event": "done.failure", "to": "b"}},
    )
    one = brain_of({"g": graph}, interpreted=interpreted)
    one.tick()
    order_result(one.brain, "a/activity", Status.FAILURE)
    one.tick()
    assert one.active() == ["b"]
    assert one.log == ["enter x", "tick x", "halt x"]


def forced_run(one: LoneBrain, orders: list[tuple[int, int, Status]]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    rows = forcible(one)
    for tick in range(TICKS):
        for at, place, result in orders:
            if at == tick and rows:
                order_result(one.brain, row_path(rows[place % len(rows)]), result)
        status = one.brain.tick()
        one.host.tick += 1
        told.append((status, bytes(one.brain.outcomes), one.slab.snapshot(), list(one.brain.errors)))
    return told


@FEW
@given(TREES_WITH_CALLS, ORDERS)
def test_7_4_generated_code_gives_way_to_the_interpreter_for_forced_ticks_only(nodes, orders):
    generated, interpreted = LoneBrain(mind_of(nodes)), LoneBrain(mind_of(nodes))
    interpreted.brain.interpreted = True
    assert forced_run(generated, orders) == forced_run(interpreted, orders)
    assert generated.log == interpreted.log
    assert generated.brain.interpreted is bool(orders_of(generated.brain))


@FEW
@given(TREES_WITH_CALLS, ORDERS)
def test_7_4_what_was_forced_gives_its_result_and_leaves_nothing_running_below(nodes, orders):
    one = LoneBrain(mind_of(nodes))
    rows = forcible(one)
    open_rows: set[int] = set()
    for tick in range(TICKS):
        for at, place, result in orders:
            if at == tick and rows:
                order_result(one.brain, row_path(rows[place % len(rows)]), result)
        before = dict(orders_of(one.brain).forced)
        one.tick()
        after = dict(orders_of(one.brain).forced)
        for row in before.keys() - after.keys():
            # A node visited more than once in a tick keeps the byte of its last visit.
            visits = [visit for visit in one.brain_log.visits if visit.row == row]
            assert visits[0].outcome & RESULT_MASK == before[row]
            assert before[row] is not LEFT_OUT
            assert visits[0].sentence == "forced"
        for row, kind in one.brain_log.passages:
            assert (kind == "enter") is (row not in open_rows)
            open_rows ^= {row}
        stored = one.brain.bytes_
        assert open_rows == {row.index for row in one.program.rows if stored[row.index] == Status.RUNNING}


def state_of(one: LoneBrain) -> tuple[object, BrainSnapshot]:
    return one.slab.snapshot(), brain_snapshot(one.brain)


def put_back(one: LoneBrain, saved: tuple[Any, BrainSnapshot], tick: int) -> None:
    """Restore a lone brain as a session does."""
    from runtime.session.minds import MindPool

    one.slab.restore(saved[0])
    pool = MindPool.__new__(MindPool)
    pool.brains = {one.brain.agent: one.brain}
    pool.restore_brain(one.brain.agent, saved[1])
    one.host.tick = tick


@FEW
@given(TREES_WITH_CALLS, ORDERS, st.integers(0, TICKS - 1))
def test_7_4_a_force_that_waits_is_part_of_a_snapshot(nodes, orders, cut):
    one, again = LoneBrain(mind_of(nodes)), LoneBrain(mind_of(nodes))
    rows = forcible(one)
    saved = state_of(one)
    told: list[object] = []
    for tick in range(TICKS):
        for at, place, result in orders:
            if at == tick and rows:
                order_result(one.brain, row_path(rows[place % len(rows)]), result)
        if tick == cut:
            saved = state_of(one)
        one.brain.tick()
        one.host.tick += 1
        told.append((bytes(one.brain.outcomes), one.slab.snapshot(), orders_of(one.brain)))
    put_back(again, saved, cut)
    for tick in range(cut, TICKS):
        for at, place, result in orders:
            if at == tick and tick > cut and rows:
                order_result(again.brain, row_path(rows[place % len(rows)]), result)
        again.brain.tick()
        again.host.tick += 1
        assert (bytes(again.brain.outcomes), again.slab.snapshot(), orders_of(again.brain)) == told[tick]


# -- enter state s ------------------------------------------------------------------------------------------


def noted_states(*names: str, **fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"entry": [noted(f"+{name}")], "exit": [noted(f"-{name}")], **fields.get(name, {})}
        for name in names
    }


@BOTH
def test_7_4_an_ordered_state_is_entered_by_one_microstep_from_the_root_before_events(interpreted):
    nodes = noted_states("a", "b", "c", "d", b={"children": ["c", "d"], "initial": "c"})
    graph = machine(nodes, {"t": {"from": "d", "event": "go", "to": "a"}}, children=["a", "b"])
    one = brain_of({"g": graph}, interpreted=interpreted, events={"go": {}})
    one.tick()
    one.notes()
    order_entry(one.brain, "d")
    one.tick(*events_of(("go",)))
    assert one.notes() == ["-a", "+b", "+d", "-d", "-b", "+a"]
    assert one.taken() == ["t"]
    order_entry(one.brain, "b")
    one.tick()
    assert one.notes() == ["-a", "+b", "+c"]
    assert one.active() == ["b", "c"]


@BOTH
def test_7_4_an_ordered_state_inside_a_region_enters_the_whole_parallel_anew(interpreted):
    nodes = noted_states(
        *("p", "r", "s", "r1", "r2", "s1", "s2"),
        p={"kind": "parallel", "children": ["r", "s"]},
        r={"children": ["r1", "r2"], "initial": "r1"},
        s={"children": ["s1", "s2"], "initial": "s1"},
    )
    one = brain_of({"g": machine(nodes, children=["p"])}, interpreted=interpreted)
    one.tick()
    one.notes()
    order_entry(one.brain, "s2")
    one.tick()
    assert one.notes() == ["-s1", "-s", "-r1", "-r", "-p", "+p", "+r", "+r1", "+s", "+s2"]
    assert one.outcome("r1") == StateOutcome.REENTERED
    assert one.outcome("s1") == StateOutcome.EXITED


@BOTH
def test_7_4_an_order_for_the_first_tick_follows_the_initial_configuration(interpreted):
    one = brain_of({"g": machine(noted_states("a", "b"))}, interpreted=interpreted)
    order_entry(one.brain, "b")
    one.tick()
    assert one.notes() == ["+a", "-a", "+b"]
    assert one.outcome("a") == StateOutcome.PASSED


@BOTH
def test_7_4_a_final_state_that_is_ordered_ends_the_machine_and_later_orders_are_refused(interpreted):
    one = brain_of({"g": machine({"a": {}, "end": {"kind": "final"}})}, interpreted=interpreted)
    one.tick()
    order_entry(one.brain, "end")
    assert one.tick() is Status.SUCCESS
    assert one.brain.ended
    order_entry(one.brain, "a")
    assert not orders_of(one.brain)


@BOTH
def test_7_4_a_state_of_a_machine_inside_a_tree_is_entered_while_that_machine_runs(interpreted):
    nodes = {
        "root": {"kind": "selector", "params": {"memory": "none"}, "children": ["m", "w"]},
        "m": {"kind": "run_machine", "graph": "inner", "guard": {"test": "on", "abort": "self"}},
        "w": scripted("R", "w"),
    }
    variables = {"on": {"type": "bool", "default": True}}
    graphs = {"g": tree(nodes), "inner": machine(noted_states("a", "b"))}
    one = brain_of(graphs, interpreted=interpreted, variables=variables)
    one.tick()
    order_entry(one.brain, "m/b")
    one.tick()
    assert one.active() == ["b"]
    one.write("on", False)
    order_entry(one.brain, "m/a")
    one.tick()
    assert one.active() == []
    assert one.errors() == [
        "The state was not entered: its machine did not run in this tick, or the tick was cut short."
    ]
    assert one.brain.interpreted is interpreted


@BOTH
def test_7_4_several_ordered_states_are_entered_one_after_the_other(interpreted):
    one = brain_of({"g": machine(noted_states("a", "b", "c"))}, interpreted=interpreted)
    one.tick()
    one.notes()
    order_entry(one.brain, "c")
    order_entry(one.brain, "b")
    one.tick()
    assert one.notes() == ["-a", "+c", "-c", "+b"]


def ordered_run(
    one: LoneBrain, posts: list[tuple[str, ...]], entries: list[tuple[int, int]]
) -> list[tuple[object, ...]]:
    states = [row for row in one.program.rows if isinstance(row, StateRow) and not row.disabled]
    told: list[tuple[object, ...]] = []
    root = one.program.rows[0]
    assert isinstance(root, MachineRow)
    for tick, names in enumerate(posts):
        for at, place in entries:
            if at == tick and states and not one.brain.ended:
                order_entry(one.brain, states[place % len(states)].path)
        for event in events_of(names):
            one.brain.post(event)
        status = one.brain.tick()
        one.host.tick += 1
        if not one.brain.ended:
            assert_legal(root, one.brain)
        memory = one.brain.machines.snapshot()
        told.append((status, bytes(one.brain.outcomes), one.slab.snapshot(), memory, list(one.brain.errors)))
    return told


@FEWER
@given(machines(), POSTS, ENTRIES)
def test_7_4_tables_give_way_to_the_interpreter_for_ordered_entries_only(graph, posts, entries):
    table, interpreted = LoneBrain(mind_of_machine(graph)), LoneBrain(mind_of_machine(graph))
    interpreted.brain.interpreted = True
    assert ordered_run(table, posts, entries) == ordered_run(interpreted, posts, entries)
    assert table.brain.interpreted is bool(orders_of(table.brain))


def test_7_4_only_nodes_and_states_that_are_there_can_be_ordered():
    one = brain_of({"g": tree({"root": scripted("R", "a")})}, interpreted=False)
    for order in (
        lambda brain: order_result(brain, "gone", Status.SUCCESS),
        lambda brain: order_entry(brain, "gone"),
    ):
        order(one.brain)
        one.tick()
        assert "gone" in one.errors()[0]
        assert not orders_of(one.brain)


def test_7_4_no_row_is_told_to_be_forcible_but_nodes():
    graphs = {"g": tree({"m": {"kind": "run_machine", "graph": "i"}}, "m"), "i": machine({"a": {}})}
    one = brain_of(graphs, interpreted=False)
    assert [row.path for row in forcible(one)] == ["m"]
    assert {row.family for row in forcible(one)} == {RowFamily.TREE_NODE}
    assert isinstance(one.brain, Brain)
    assert isinstance(one.slab, Slab)


# -- with edits while it runs -----------------------------------------------------------------------------


@BOTH
def test_7_4_orders_go_over_to_an_edited_mind_with_their_nodes(interpreted):
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b", "c"]},
        "a": scripted("R", "a"),
        "b": scripted("R", "b"),
        "c": scripted("R", "c"),
    }
    one = brain_of({"g": tree(nodes)}, interpreted=interpreted)
    one.tick()
    for path in ("a", "b", "c"):
        order_result(one.brain, path, Status.SUCCESS)
    edited = {
        "root": {"kind": "sequence", "children": ["new", "a", "c"]},
        "new": scripted("S", "new"),
        "a": nodes["a"],
        "c": nodes["c"],
    }
    one.swap(document({"g": tree(edited)}))
    waiting = {one.program.rows[row].node for row, _ in orders_of(one.brain).forced}
    assert waiting == {"a", "c"}
    assert one.tick() is Status.SUCCESS
    assert one.brain.interpreted is interpreted
