"""Making a branch a graph of its own, and putting it back, changes nothing that a tree does (rule 2.2).

The variables belong to the graph, so that all that the branch reads and writes goes through parameters.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphs.edits.refusal import EditRefused
from graphs.expressions.types import Value
from graphs.model import Document
from runtime.basics.status import Status
from tests.example_counts import daily
from tests.graphs import all_edits as edits
from tests.runtime.behavior_trees.random_trees import CALLED, TREES, VARIABLES, without_draws
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, tree

TICKS = 20
FEW = settings(max_examples=daily(15, deep=80), deadline=None, suppress_health_check=list(HealthCheck))

Told = tuple[Status, dict[str, Value], list[str], int]
"""What one tick came to: the result, the variables, the actions that ran, how many triggers died."""


def mind(nodes: dict[str, Any]) -> Document:
    return document({"g": {**tree(without_draws(nodes)), "variables": VARIABLES}, **CALLED})


def run(source: Document) -> list[Told]:
    one = LoneBrain(source)
    slots = one.program.instances[0].slots
    told: list[Told] = []
    for _ in range(TICKS):
        one.log.clear()
        status = one.tick()
        values = {name: one.brain.state.read(slots[f"graph:{name}"]) for name in VARIABLES}
        told.append((status, values, list(one.log), len(one.brain.expired)))
    return told


def test_3_2_a_disabled_branch_whose_guard_goes_to_the_call_does_not_test_it():
    nodes = {
        "root": {"kind": "selector", "children": ["a"]},
        "a": {"kind": "succeed", "disabled": True, "guard": {"test": "n > 0", "abort": "lower"}},
    }
    wrapped, _, call = edits.wrap_into_subgraph(mind(nodes), "g", ["a"], REGISTRY)
    assert {status for status, *_ in run(wrapped)} == {Status.SKIPPED}
    back, _ = edits.unwrap_subgraph(wrapped, "g", call, REGISTRY)
    assert back.graphs["g"].nodes["a"].disabled


@FEW
@given(TREES, st.data())
def test_2_2_a_branch_that_becomes_a_graph_does_what_it_did(nodes, data):
    source = mind(nodes)
    node = data.draw(st.sampled_from(sorted(nodes)))
    try:
        wrapped, _, call = edits.wrap_into_subgraph(source, "g", [node], REGISTRY)
    except EditRefused:
        assume(False)
    expected = run(source)
    assert run(wrapped) == expected
    try:
        back, _ = edits.unwrap_subgraph(wrapped, "g", call, REGISTRY)
    except EditRefused:
        return
    assert run(back) == expected
