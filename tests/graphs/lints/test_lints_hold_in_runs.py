"""What lints say can never happen does not happen when random graphs run."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.checks.graph_checks import CheckedGraph, GraphChecks
from graphs.kinds.declarations.flow import Outcome
from graphs.model import BehaviorTreeGraph
from graphs.model.document import NOTHING_REFERENCED
from runtime.basics.status import NodeOutcome, TransitionOutcome
from tests.example_counts import daily
from tests.graphs.lints.linting import lint_document
from tests.graphs.lints.random_guards import GUARDS, VALUES
from tests.graphs.lints.random_guards import VARIABLES as GUARDED
from tests.runtime.behavior_trees.random_trees import TREES
from tests.runtime.behavior_trees.random_trees import VARIABLES as TREE_VARIABLES
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, tree
from tests.runtime.state_machines.called_graphs import mind_of
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.random_machines import VARIABLES as MACHINE_VARIABLES
from tests.runtime.state_machines.test_random_machines import events_of

FEW = settings(max_examples=daily(20, deep=100), deadline=None, suppress_health_check=[HealthCheck.too_slow])

_OUTCOMES = {
    NodeOutcome.SUCCESS: Outcome.SUCCESS,
    NodeOutcome.FAILURE: Outcome.FAILURE,
    NodeOutcome.SKIPPED: Outcome.SKIPPED,
    NodeOutcome.RUNNING: Outcome.RUNNING,
}


@FEW
@given(TREES)
def test_nodes_end_only_as_their_outcomes_allow(nodes: dict[str, Any]) -> None:
    source = document({"g": tree(nodes)}, variables=TREE_VARIABLES)
    graph = source.graphs["g"]
    assert isinstance(graph, BehaviorTreeGraph)
    checks = GraphChecks("g", "behavior_tree", REGISTRY, lints=True)
    for _ in checks.update(CheckedGraph(source, graph, NOTHING_REFERENCED, frozenset())):
        pass
    one = LoneBrain(source)
    for _ in range(25):
        one.tick()
        for row in one.program.rows:
            seen = NodeOutcome(one.brain.outcomes[row.index] & 7)
            if seen != NodeOutcome.NOT_VISITED and row.node:
                allowed = checks.fact(("outcome", row.node))
                assert isinstance(allowed, Outcome)
                assert allowed & _OUTCOMES[seen], (
                    row.node,
                    graph.nodes[row.node].kind,
                    seen,
                )


@FEW
@given(TREES)
def test_w220_a_node_called_never_reached_is_not_visited(nodes: dict[str, Any]) -> None:
    source = document({"g": tree(nodes)}, variables=TREE_VARIABLES)
    unreached = {each.place.element for each in lint_document(source, REGISTRY) if each.code == "W220"}
    one = LoneBrain(source)
    for _ in range(25 if unreached else 0):
        one.tick()
        for row in one.program.rows:
            assert row.node not in unreached or one.brain.outcomes[row.index] & 7 == NodeOutcome.NOT_VISITED


@FEW
@given(
    machines(), st.lists(GUARDS, min_size=10, max_size=10), POSTS, st.lists(VALUES, min_size=30, max_size=30)
)
def test_w212_w213_a_transition_called_never_taken_is_not_taken(
    graph: dict[str, Any],
    guards: list[str],
    posts: list[tuple[str, ...]],
    values: list[dict[str, Any]],
) -> None:
    for edge, guard in zip(graph["edges"].values(), guards, strict=False):
        if "guard" in edge:
            edge["guard"] = guard
    variables = {**MACHINE_VARIABLES, **GUARDED}
    source = mind_of(graph, variables=variables)
    problems = lint_document(source, REGISTRY)
    never = {
        problem.place.element
        for problem in problems
        if problem.code in ("W212", "W213") and problem.place.graph == "g"
    }
    one = LoneBrain(source)
    for names, now in zip(posts, values, strict=True):
        if not never:
            return
        for name, value in now.items():
            one.write(name, value)
        one.tick(*events_of(names))
        assert not never & set(one.taken())
        for row in one.program.rows:
            if row.node in never and row.graph == "g":
                assert one.brain.outcomes[row.index] & 7 != TransitionOutcome.TAKEN


@FEW
@given(st.lists(GUARDS, min_size=4, max_size=4), VALUES)
def test_w207_a_state_rests_at_the_witness_of_its_dead_zone(
    guards: list[str], values: dict[str, Any]
) -> None:
    """Put the state, in a machine of its own, into the zone: it stays."""
    edges = {f"t{place}": {"targets": ["b"], "guard": guard} for place, guard in enumerate(guards)}
    graph = {
        "kind": "state_machine",
        "children": ["a", "b"],
        "initial": "a",
        "nodes": {
            "a": {"kind": "state", "name": "a", "transitions": ["t0", "t1", "t2"]},
            "b": {"kind": "state", "name": "b", "transitions": ["t3"]},
        },
        "edges": {**edges, "t3": {"targets": ["a"], "guard": guards[3]}},
    }
    source = document({"g": graph}, variables=GUARDED)
    for problem in lint_document(source, REGISTRY):
        if problem.code != "W207" or problem.place.element != "a" or "state_time" in problem.why:
            continue
        one = LoneBrain(source)
        one.tick()
        for name, value in {**values, **witness_of(problem.why)}.items():
            one.write(name, value)
        one.tick()
        assert "a" in one.active()


def witness_of(why: str) -> dict[str, Any]:
    """Read the witness in "With d = 5.5 and seen = true no transition of a is true."."""
    text = why.removeprefix("With ").partition(" no transition")[0]
    found: dict[str, Any] = {}
    for part in text.split(" and "):
        name, _, value = part.partition(" = ")
        if value.startswith('"') or name == "foe":
            found[name] = None if value == "none" else value.strip('"')
        elif value in ("true", "false"):
            found[name] = value == "true"
        else:
            found[name] = int(value) if name == "ammo" else float(value)
    return found
