"""Random trees do what the rules of section 3 say, read naively; parallels what py_trees does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.basics.status import Status
from tests.example_counts import daily
from tests.runtime.behavior_trees.naive_trees import NaiveTree
from tests.runtime.behavior_trees.random_trees import flattened
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

TICKS = 30

SKIPPED = {"kind": "fixed_status", "params": {"status": "skipped"}, "inner": [scripted("S", "x")]}
LEAVES = st.one_of(
    st.text("RSF", min_size=1, max_size=4).map(lambda script: scripted(script, script)), st.just(SKIPPED)
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
    return st.one_of(
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


TREES = st.recursive(LEAVES, _branches, max_leaves=8).map(flattened)


@settings(max_examples=daily(150, deep=2000), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES, st.booleans())
def test_3_a_tree_does_what_the_rules_say_when_they_are_read_naively(nodes, interpreted):
    one, naive = LoneBrain(document({"g": tree(nodes)})), NaiveTree(nodes)
    one.brain.interpreted = interpreted
    for tick in range(TICKS):
        result = one.brain.tick()
        one.host.tick += 1
        assert result == naive.tick(), tick
        told = {row.node: one.brain.outcomes[row.index] for row in one.program.rows}
        assert told == naive.outcomes, tick


# -- py_trees ---------------------------------------------------------------------------------------

POLICIES = ["all", "any", "chosen"]


def _theirs(py_trees: Any, scripts: list[str], success: str, chosen: list[int], holds: bool) -> Any:
    """Return a parallel of py_trees over scripted behaviors, and these."""
    common = py_trees.common

    class Scripted(py_trees.behaviour.Behaviour):  # type: ignore[misc]
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
    py_trees = pytest.importorskip("py_trees")
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
    theirs, leaves = _theirs(py_trees, scripts, success, chosen, holds)
    for _ in range(12):
        theirs.tick_once()
        assert one.tick().name == theirs.status.name
        assert [one.log.count(f"tick l{place}") for place in range(len(scripts))] == [
            leaf.ticked for leaf in leaves
        ]
        assert Status.SKIPPED not in one.brain.outcomes
