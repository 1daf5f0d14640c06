"""Whatever a mind consists of, its export does the same, logs included; stripped, all but the words."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.host import RaisedEvent
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.load_program import load_program, parse_export
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import Slab
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.decision_trees.random_decisions import VALUES, documents
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, machine, scripted, tree
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.test_random_machines import events_of

FEW = settings(max_examples=daily(10, deep=25), deadline=None, suppress_health_check=list(HealthCheck))
TICKS = 20


def loaded(source: Document, *, names: bool, keep_disabled: bool = True) -> LoneBrain:
    """Return a brain that runs the export of a document, written as text and read again."""
    made = export_document(source, REGISTRY, ExportOptions(keep_disabled=keep_disabled))
    one = LoneBrain(source)
    program = parse_export(made.text().encode())
    one.program = load_program(program, one.library, names=made.names if names else None).program
    one.slab = Slab(one.program.layout, 1)
    one.brain = Brain(one.program, one.slab.agent(0), one.host, "me", 1, one.world)
    return one


def triple(source: Document) -> tuple[LoneBrain, LoneBrain, LoneBrain]:
    """Return a brain of the document, one of its export, one of its stripped export that is interpreted."""
    stripped = loaded(source, names=False)
    stripped.brain.interpreted = True
    return LoneBrain(source), loaded(source, names=True), stripped


def told(one: LoneBrain) -> tuple[object, ...]:
    """Return all that a tick did but its words."""
    brain = one.brain
    errors = [error.row for error in brain.errors]
    return (
        bytes(brain.outcomes),
        brain.machines.taken,
        [write[1:] for write in brain.writes],
        errors,
        one.log,
        one.host.effects,
        one.host.sent,
    )


def worded(one: LoneBrain) -> tuple[object, ...]:
    """Return the words of a tick."""
    log = one.brain_log
    return one.brain.errors, one.brain.expired, log.visits, log.passages, log.candidates, log.decisions


@FEW
@given(TREES_WITH_CALLS)
def test_an_exported_tree_does_what_the_tree_does(nodes):
    straight, named, stripped = triple(mind_of_tree(nodes))
    for _ in range(TICKS):
        assert straight.tick() == named.tick() == stripped.tick()
        assert told(straight) == told(named) == told(stripped)
        assert named.state_hash() == stripped.state_hash()
        assert worded(straight) == worded(named)


@settings(parent=FEW, max_examples=daily(5, deep=8))
@given(machines(), POSTS)
def test_an_exported_machine_does_what_the_machine_does(graph, posts):
    straight, named, stripped = triple(mind_of_machine(graph))
    for names in posts[:TICKS]:
        events = events_of(names)
        assert straight.tick(*events) == named.tick(*events) == stripped.tick(*events)
        assert told(straight) == told(named) == told(stripped)
        assert worded(straight) == worded(named)


@FEW
@given(documents(), st.lists(VALUES, min_size=1, max_size=8))
def test_an_exported_decision_tree_decides_alike(source, runs):
    straight, named, stripped = triple(source)
    for values in runs:
        for each in (straight, named, stripped):
            for name, value in values.items():
                each.brain.state.write(each.program.variables[name], value)
        assert straight.tick() == named.tick() == stripped.tick()
        assert told(straight) == told(named) == told(stripped)
        assert worded(straight) == worded(named)


@FEW
@given(TREES_WITH_CALLS)
def test_leaving_out_what_is_disabled_changes_nothing_else(nodes):
    source = mind_of_tree(nodes)
    straight, cut = LoneBrain(source), loaded(source, names=True, keep_disabled=False)
    rows = {row.path: row.index for row in straight.program.rows}
    for _ in range(TICKS):
        assert straight.tick() == cut.tick()
        for row in cut.program.rows:
            assert cut.brain.outcomes[row.index] == straight.brain.outcomes[rows[row.path]], row.path
        assert (straight.log, straight.host.effects) == (cut.log, cut.host.effects)


@pytest.mark.parametrize(
    "root",
    [
        {"kind": "sequence", "params": {"memory": "keep"}},
        {"kind": "run_limit", "params": {"count": 2}},
        {"kind": "run_once"},
        {"kind": "cooldown", "params": {"seconds": 0.05}},
        {"kind": "rate_limit", "params": {"seconds": 0.05}},
        {"kind": "random_selector"},
    ],
    ids=lambda root: root["kind"],
)
def test_an_activity_that_keeps_something_for_good_is_exported(root):
    """What is made again at each entry stands before the rows that own the places of it."""
    graphs = {
        "g": machine(
            {"a": {"activity": {"graph": "t"}}, "b": {}}, {"x": {"from": "a", "event": "one", "to": "a"}}
        ),
        "t": tree({"root": {**root, "children": ["r"]}, "r": scripted("RS")}),
    }
    straight, named, stripped = triple(document(graphs, events={"one": {}}))
    for names in [(), (), (), ("one",), (), (), (), ("one",), ()]:
        events = events_of(names)
        assert straight.tick(*events) == named.tick(*events) == stripped.tick(*events)
        assert told(straight) == told(named) == told(stripped)


def test_a_weighted_group_whose_members_all_lead_to_disabled_states_is_exported():
    edges = {
        "x": {"from": "a", "event": "one", "to": "b", "group": "g"},
        "y": {"from": "a", "event": "one", "to": "b", "group": "g"},
    }
    graph = machine({"a": {}, "b": {"disabled": True}}, edges)
    straight, named, stripped = triple(document({"g": graph}, events={"one": {}}))
    for _ in range(3):
        assert (
            straight.tick(RaisedEvent("one"))
            == named.tick(RaisedEvent("one"))
            == stripped.tick(RaisedEvent("one"))
        )
        assert told(straight) == told(named) == told(stripped)
