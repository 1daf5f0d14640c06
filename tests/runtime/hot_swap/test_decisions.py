"""Decision trees over a swap: the chosen leaf, the draws, the pace (rules 8.2, 5.5, 5.6)."""

from __future__ import annotations

from typing import Any
from unittest import mock

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.status import FIRST_BRANCH
from tests.example_counts import daily
from tests.runtime.decision_trees.random_decisions import VALUES, VARIABLES, decision_trees
from tests.runtime.hot_swap.legality import assert_legal
from tests.runtime.hot_swap.random_neighbors import DECISION_EDITS, neighbor, steps
from tests.runtime.hot_swap.test_random_tree_swaps import by_parts, can_run
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree

FEW = settings(max_examples=daily(12, deep=50), deadline=None, suppress_health_check=list(HealthCheck))

ON: dict[str, Any] = {"on": {"type": "bool", "default": True}, "x": {"type": "float"}}


def decision(nodes: dict[str, Any], root: str = "q") -> dict[str, Any]:
    return {"kind": "decision_tree", "root": root, "nodes": nodes}


def asking(yes: str, no: str, test: str = "on") -> dict[str, Any]:
    return {
        "kind": "test",
        "test": test,
        "branches": [{"when": True, "child": yes}, {"when": False, "child": no}],
    }


LEAVES = {"a": scripted("RRRRS", "a"), "b": scripted("RRRRS", "b")}


def mind(nodes: dict[str, Any], root: str = "q", **decide: Any) -> Document:
    graphs = {
        "g": tree({"root": {"kind": "decide", "graph": "d", **decide}}),
        "d": decision(nodes, root),
    }
    return document(graphs, variables=ON)


def started(source: Document, ticks: int = 1) -> LoneBrain:
    one = LoneBrain(source)
    one.ticks(ticks)
    one.log.clear()
    return one


def test_8_2_the_chosen_leaf_goes_on():
    one = started(mind({"q": asking("a", "b"), **LEAVES}))
    record = one.swap(mind({"q": asking("b", "a", "not on"), **LEAVES}))
    assert record.kept_all
    one.ticks(1)
    assert one.log == ["tick a"]


def test_8_2_a_leaf_goes_on_wherever_the_questions_lead_to_it_from_now():
    one = started(mind({"q": asking("a", "b"), **LEAVES}))
    deeper = {"q": asking("r", "b"), "r": asking("a", "b", "x < 5"), **LEAVES}
    assert one.swap(mind(deeper)).kept_all
    one.ticks(1)
    assert one.log == ["tick a"]


def test_8_2_a_leaf_that_is_gone_stops_its_decision_tree():
    one = started(mind({"q": asking("a", "b"), **LEAVES}))
    one.swap(mind({"q": asking("b", "b"), "b": LEAVES["b"]}))
    assert one.log == ["halt a"]
    one.ticks(1)
    assert one.log == ["halt a", "enter b", "tick b"]


COIN = {"q": {"kind": "random", "branches": [{"child": child} for child in "abcd"]}}
CHOICES = {name: scripted("R" * 30, name) for name in "abcd"}


def test_5_6_a_draw_is_kept_over_a_swap_while_evaluations_go_on():
    drawn = []
    for swapped in (False, True):
        one = started(mind({**COIN, **CHOICES}), 2)
        if swapped:
            more = {"q": {"kind": "random", "branches": [{"child": child} for child in "edcba"]}}
            one.swap(mind({**more, **CHOICES, "e": scripted("R", "e")}))
        one.ticks(4)
        drawn.append(one.log)
    assert drawn[0] == drawn[1]
    assert not any(line.startswith(("enter", "halt")) for line in drawn[1])


def test_5_6_a_drawn_branch_stays_itself_where_several_lead_to_one_leaf():
    """The node that a branch leads to does not tell which of two it is; its place does."""
    coin = {"kind": "random", "branches": [{"child": "a"}, {"child": "a", "weight": 50}, {"child": "b"}]}
    one = started(mind({"q": coin, **LEAVES}))
    drawn = one.brain.outcomes[one.row("root/q")]
    assert drawn == FIRST_BRANCH + 1
    one.swap(mind({"q": coin, **LEAVES, "b": scripted("RS", "b", title="Other")}))
    with mock.patch("tests.runtime.lone_brain.plan_of", by_parts):
        one.swap(mind({"q": coin, **LEAVES}))
    one.ticks(1)
    assert one.brain.outcomes[one.row("root/q")] == drawn


def every(ticks: int) -> Document:
    states = {"s": {"activity": {"graph": "d", "every": ticks}}}
    nodes = {"q": asking("a", "b"), "a": scripted("R" * 99, "a"), "b": scripted("R" * 99, "b")}
    return document({"g": machine(states), "d": decision(nodes)}, variables=ON)


def test_5_5_a_new_pace_counts_from_the_swap():
    one = started(every(30), 3)
    one.swap(every(4))
    one.write("on", False)
    one.ticks(4)
    assert "enter b" not in one.log
    one.ticks(1)
    assert one.log[-3:] == ["halt a", "enter b", "tick b"]


def documents(graph: dict[str, Any], asked: dict[str, Any]) -> Document:
    return document({"g": graph, "e": asked}, root="g", variables=VARIABLES)


@st.composite
def sources(draw: st.DrawFn) -> Document:
    asked = draw(decision_trees())
    asked["parameters"] = {"y": {"type": "float", "direction": "in"}}
    return documents(draw(decision_trees(asks="e")), asked)


def set_all(one: LoneBrain, values: dict[str, Any]) -> None:
    for name, value in values.items():
        one.brain.state.write(one.program.variables[name], value)


def trace(one: LoneBrain, values: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for chosen in values:
        set_all(one, chosen)
        told.append((one.tick(), bytes(one.brain.outcomes), one.errors(), list(one.log)))
    return told


RUNS = st.lists(VALUES, min_size=12, max_size=12)


@FEW
@given(sources(), RUNS, st.lists(st.tuples(st.integers(0, 4), steps(DECISION_EDITS)), max_size=3))
def test_8_2_every_swap_of_a_decision_tree_leaves_a_legal_state(source, values, swaps):
    one = LoneBrain(source)
    coming = iter(values)
    for ticks, edits in swaps:
        for _ in range(ticks):
            set_all(one, next(coming))
            one.tick()
        after = neighbor(source, DECISION_EDITS, edits)
        if can_run(after, one):
            source = after
            one.log.clear()
            one.swap(source)
            assert all(line.startswith("halt") for line in one.log)
            assert_legal(one.brain)
    for chosen in coming:
        set_all(one, chosen)
        one.tick()
        assert_legal(one.brain)


@FEW
@given(sources(), RUNS, st.integers(0, 8), st.booleans())
def test_8_2_swapping_a_decision_tree_to_an_equal_one_changes_nothing(source, values, cut, by_part):
    straight, one = LoneBrain(source), LoneBrain(source)
    assert trace(straight, values[:cut]) == trace(one, values[:cut])
    if by_part:
        with mock.patch("tests.runtime.lone_brain.plan_of", by_parts):
            one.swap(source)
    else:
        one.swap(source)
    assert trace(straight, values[cut:]) == trace(one, values[cut:])
