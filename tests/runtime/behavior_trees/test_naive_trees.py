"""Random trees do what the rules of section 3 say, read naively; parallels what py_trees does."""

from __future__ import annotations

from typing import Any

import py_trees
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.expressions.types import Items
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.model import Document
from graphs.model.graph_parts import END_FIELDS
from runtime.basics.status import Status
from tests.example_counts import daily
from tests.runtime.behavior_trees.naive_trees import NaiveTree
from tests.runtime.behavior_trees.random_trees import flattened
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

TICKS = 30

VARIABLES: dict[str, Any] = {
    "n": {"type": "int"},
    "m": {"type": "int", "default": 3},
    "xs": {"type": "list", "of": "int", "most": 3, "default": [2, 0]},
}
TESTS = st.sampled_from(
    ["n % 2 == 0", "m > 2", "len(xs) > 1", "contains(xs, n)", "at(xs, 1) > 0", "7 % n > 2", "n != m or m < 2"]
)
LINES = st.sampled_from(
    [
        "n = (n + 1) % 5",
        "m = (m + n) % 7",
        "m = 7 % n",
        "n = at(xs, 1)",
        "append n to xs",
        "append m to xs",
        "remove n from xs",
        "clear xs",
    ]
)


def _blocks(depth: int) -> st.SearchStrategy:
    """Return lines with conditions that stand at most so deep in each other."""
    if not depth:
        return st.lists(LINES, min_size=1, max_size=2)
    inner = _blocks(depth - 1)
    condition = st.fixed_dictionaries({"if": TESTS, "then": inner}, optional={"else": inner})
    return st.lists(LINES | condition, min_size=1, max_size=2)


BLOCKS = _blocks(2)
PRECONDITIONS = st.lists(
    st.fixed_dictionaries({"test": TESTS, "gives": st.sampled_from(["skip", "succeed", "fail", "while"])}),
    max_size=2,
)
GUARDS = st.fixed_dictionaries(
    {
        "test": TESTS,
        "abort": st.sampled_from(["none", "self"]),
        "refused": st.sampled_from(["failure", "skipped"]),
    }
)
FULL_DRESS = st.fixed_dictionaries(
    {}, optional={"guard": GUARDS, "preconditions": PRECONDITIONS, **dict.fromkeys(END_FIELDS, BLOCKS)}
)
DRESS = st.one_of(st.just({}), FULL_DRESS)
"""What a node has beside its kind: half have nothing."""

ITEMS = {
    "list": st.just("xs"),
    "item": st.sampled_from(["n", "m"]),
    "on_failure": st.sampled_from([None, "stop", "next"]),
}

SKIPPED = {"kind": "fixed_status", "params": {"status": "skipped"}, "inner": [scripted("S", "x")]}
LEAVES = st.one_of(
    st.text("RSF", min_size=1, max_size=4).map(lambda script: scripted(script, script)),
    st.just(SKIPPED),
    BLOCKS.map(lambda lines: {"kind": "set", "actions": lines}),
    TESTS.map(lambda test: {"kind": "condition", "test": test}),
)


def _node(kind: str, inner: st.SearchStrategy, **params: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(
        lambda given, children: {
            "kind": kind,
            "params": {name: value for name, value in given.items() if value is not None},
            "inner": children,
        },
        st.fixed_dictionaries(params),
        inner,
    )


def _choose(node: dict[str, Any], chosen: list[bool]) -> dict[str, Any]:
    inner = [
        {**child, "slot": {"chosen": True}} if place == 0 or flag else child
        for place, (child, flag) in enumerate(zip(node["inner"], chosen, strict=False))
    ]
    return {**node, "inner": inner}


def _weigh(node: dict[str, Any], weights: list[int] | None) -> dict[str, Any]:
    if weights is None:
        return node
    inner = [{**child, "slot": {"weight": each}} for child, each in zip(node["inner"], weights, strict=False)]
    return {**node, "inner": inner}


def _dressed(nodes: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(lambda node, dress: {**node, **dress}, nodes, DRESS)


def _with_items(children: st.SearchStrategy) -> st.SearchStrategy:
    """Return few kinds, so that what nodes have beside their kind decides, and what goes through a list."""
    one = st.lists(children, min_size=1, max_size=1)
    two = st.lists(children, min_size=2, max_size=3)
    kinds = st.one_of(
        _node("for_each", one, **ITEMS),
        _node("sequence", two, memory=st.sampled_from([None, "keep"])),
        _node("selector", two),
        _node("parallel", two, success=st.sampled_from(["all", "any"]), failure=st.just("any")),
        _node("random_child", two),
    )
    return st.builds(lambda node, dress: {**node, **dress}, kinds, FULL_DRESS)


def _branches(children: st.SearchStrategy) -> st.SearchStrategy:
    some = st.lists(children, min_size=1, max_size=3)
    two = st.lists(children, min_size=2, max_size=3)
    one = st.lists(children, min_size=1, max_size=1)
    walks = {"memory": st.sampled_from([None, "keep"]), "yield": st.sampled_from([None, True])}
    ended = st.sampled_from([None, "again", "wait"])
    parallel = _node(
        "parallel",
        two,
        success=st.sampled_from(["all", "any", 0, 2, -1, -2, "chosen"]),
        failure=st.sampled_from(["all", "any", 2, -1, -2]),
        decide=st.sampled_from(["each", "end", "all_ended"]),
        ended=ended,
    )
    seconds = st.sampled_from([0.0, 0.02, 0.05])
    weights = st.one_of(st.none(), st.lists(st.integers(0, 2), min_size=3, max_size=3))
    kinds = st.one_of(
        _node("for_each", one, **ITEMS),
        st.builds(_weigh, _node("random_child", some), weights),
        _node("sequence", some, **walks),
        _node("selector", some, **walks),
        st.builds(_choose, parallel, st.lists(st.booleans(), min_size=3, max_size=3)),
        _node("simple_parallel", two, finish=st.sampled_from(["immediate", "delayed"]), ended=ended),
        _node(
            "repeat",
            one,
            count=st.integers(1, 3),
            pace=st.sampled_from([None, "same_tick"]),
            on_failure=st.sampled_from(["end", "count"]),
        ),
        _node(
            "try_recover",
            st.lists(children, min_size=2, max_size=2),
            attempts=st.integers(0, 3),
            pace=st.sampled_from([None, "same_tick"]),
        ),
        _node(
            "cooldown",
            one,
            seconds=seconds,
            after=st.sampled_from([None, "end", "success", "failure"]),
            start_cooled=st.sampled_from([None, True]),
        ),
        _node("rate_limit", one, seconds=seconds, between=st.just("running")),
    )
    return _dressed(kinds)


SCRIPTS = st.text("RSF", min_size=1, max_size=3).map(lambda script: scripted(script, script))
ENDING = st.builds(lambda node, dress: {**node, **dress}, SCRIPTS, FULL_DRESS)
TREES = st.one_of(
    st.recursive(_dressed(LEAVES), _branches, max_leaves=8), st.recursive(ENDING, _with_items, max_leaves=5)
).map(flattened)


STEPS = st.integers(0, 3)
"""By how much `n` grows from outside in each tick, modulo 5; 0 leaves it alone."""


def mind(nodes: dict[str, Any]) -> Document:
    """Return a document with such a tree, as it comes out of a file."""
    source = document({"g": tree(nodes)}, variables=VARIABLES)
    return document_from_bytes(document_to_bytes(source))


def values(one: LoneBrain) -> dict[str, Any]:
    """Return the values of all variables, lists as such."""
    held = {name: one.variable(name) for name in VARIABLES}
    return {name: list(value.values) if isinstance(value, Items) else value for name, value in held.items()}


@settings(max_examples=daily(150, deep=2000), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES, STEPS, st.booleans())
def test_3_a_tree_does_what_the_rules_say_when_they_are_read_naively(nodes, step, interpreted):
    one, naive = LoneBrain(mind(nodes)), NaiveTree(nodes, {"n": 0, "m": 3, "xs": [2, 0]})
    one.brain.interpreted = interpreted
    for tick in range(TICKS):
        if step:
            written = tick * step % 5
            naive.values["n"] = written
            one.write("n", written)
        result = one.brain.tick()
        one.host.tick += 1
        assert result == naive.tick(), tick
        told = {row.node: one.brain.outcomes[row.index] for row in one.program.rows}
        assert told == naive.outcomes, tick
        assert values(one) == naive.values, tick


# -- py_trees ---------------------------------------------------------------------------------------

POLICIES = ["all", "any", "chosen"]


def _theirs(scripts: list[str], success: str, chosen: list[int], holds: bool) -> Any:
    """Return a parallel of py_trees over scripted behaviors, and these."""
    common = py_trees.common

    class Scripted(py_trees.behaviour.Behaviour):
        def __init__(self, name: str, script: str) -> None:
            super().__init__(name)
            self.script, self.at, self.ticked = script, 0, 0

        def initialise(self) -> None:
            self.at = 0

        def update(self) -> Any:
            self.at, self.ticked = self.at + 1, self.ticked + 1
            letter = self.script[self.at - 1] if self.at <= len(self.script) else "R"
            return {"R": common.Status.RUNNING, "S": common.Status.SUCCESS, "F": common.Status.FAILURE}[
                letter
            ]

    leaves = [Scripted(f"l{place}", script) for place, script in enumerate(scripts)]
    policy = {
        "all": lambda: common.ParallelPolicy.SuccessOnAll(synchronise=holds),
        "any": lambda: common.ParallelPolicy.SuccessOnOne(),
        "chosen": lambda: common.ParallelPolicy.SuccessOnSelected(
            children=[leaves[place] for place in chosen], synchronise=holds
        ),
    }[success]()
    root = py_trees.composites.Parallel("p", policy=policy, children=leaves)
    root.setup()
    return root, leaves


@settings(max_examples=daily(60, deep=400), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.text("RRSF", min_size=1, max_size=4), min_size=2, max_size=4),
    st.sampled_from(POLICIES),
    st.sets(st.integers(0, 3), min_size=1),
    st.booleans(),
)
def test_3_composites_a_parallel_is_that_of_py_trees_with_its_policies(scripts, success, marked, holds):
    """SuccessOnAll, SuccessOnOne and SuccessOnSelected; `synchronise` is `ended: wait`."""
    holds = holds and success != "any"
    chosen = sorted({place % len(scripts) for place in marked})
    ended = {} if holds else {"ended": "again"}
    nodes: dict[str, Any] = {
        "root": {
            "kind": "parallel",
            "params": {"success": success, "failure": "any", "decide": "end", **ended},
            "children": [f"l{place}" for place in range(len(scripts))],
        }
    }
    for place, script in enumerate(scripts):
        leaf = scripted(script, f"l{place}")
        nodes[f"l{place}"] = {**leaf, "slot": {"chosen": True}} if place in chosen else leaf
    one = LoneBrain(document({"g": tree(nodes)}))
    theirs, leaves = _theirs(scripts, success, chosen, holds)
    for _ in range(12):
        theirs.tick_once()
        assert one.tick().name == theirs.status.name
        assert [one.log.count(f"tick l{place}") for place in range(len(scripts))] == [
            leaf.ticked for leaf in leaves
        ]
        assert Status.SKIPPED not in one.brain.outcomes
