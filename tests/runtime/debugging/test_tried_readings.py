"""Values of the world are tried on a copy: shared variables, fields, distances, conditions."""

from __future__ import annotations

import pytest

from runtime.history.why.what_if import nearest_changes, trial_of, tried_variables
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import session_of

MIND = "a.mind.json"
VARIABLES = {
    "alarm": {"type": "int", "scope": "world"},
    "near": {"type": "float", "initial": 4.0},
    "foe": {"type": "entity"},
}


def session_with(guard: str):
    graphs = {
        "g": {
            "kind": "state_machine",
            "children": ["calm", "up"],
            "initial": "calm",
            "nodes": {
                "calm": {"kind": "state", "name": "Calm", "transitions": ["go"]},
                "up": {"kind": "state", "name": "Up", "transitions": []},
            },
            "edges": {"go": {"guard": guard, "targets": ["up"]}},
        }
    }
    mind = document(graphs, variables=VARIABLES)
    who = {
        "a": {"mind": MIND, "position": [5, 5], "variables": {"foe": "b"}},
        "b": {"position": [5, 8]},
    }
    session = session_of(who, {MIND: mind})
    session.step()
    return session


def trial_in(session):
    brain = session.brains["a"]
    row = next(row.index for row in brain.program.rows if row.node == "go")
    trial = trial_of(brain.program, row)
    assert trial is not None
    return brain, trial


def tried(session):
    brain, trial = trial_in(session)
    found = nearest_changes(trial.ask(brain), trial.places(), trial.values_now(brain), {})
    return {variable.name: variable for variable in tried_variables(trial, brain, {}, found)}, found


def test_a_variable_that_all_agents_share_is_tried_on_a_copy_of_the_world():
    session = session_with("alarm >= 3 and near < 5")
    brain, trial = trial_in(session)
    before = session.state_hash()
    assert trial.outcome(brain, {}).answer is False
    assert trial.outcome(brain, {"alarm": 3}).answer is True
    assert trial.outcome(brain, {"alarm": 3, "near": 6.0}).answer is False
    variables, found = tried(session)
    assert variables["alarm"].origin == "world"
    assert variables["near"].origin == "agent"
    [change] = [each for each in found if each.variable == "alarm"]
    assert (change.now, change.needed, change.answer) == (0, 3, True)
    assert session.state_hash() == before
    assert session.world_variables()["alarm"] == 0


def test_a_distance_is_tried_by_standing_the_other_so_far_away():
    session = session_with("distance(self, foe) < 2")
    brain, trial = trial_in(session)
    before = session.state_hash()
    variables, found = tried(session)
    assert variables["distance(self, foe)"].now == pytest.approx(3.0)
    assert variables["distance(self, foe)"].origin == "fact"
    assert trial.outcome(brain, {"distance(self, foe)": 1.5}).answer is True
    assert trial.outcome(brain, {"distance(self, foe)": 2.5}).answer is False
    [change] = found
    assert change.needed == pytest.approx(2.0, abs=1e-6)
    assert "1.5" in trial.outcome(brain, {"distance(self, foe)": 1.5}).sentence
    assert session.state_hash() == before


@pytest.mark.parametrize(
    ("guard", "name", "value"),
    [
        ("foe.position.x > 9", "foe.position.x", 9.5),
        ("foe.radius > 1", "foe.radius", 2.0),
        ("self.health < 20", "self.health", 10.0),
    ],
)
def test_fields_of_entities_are_tried_by_telling_others(guard, name, value):
    session = session_with(guard)
    brain, trial = trial_in(session)
    before = session.state_hash()
    assert [reading.name for reading in trial.readings] == [name]
    assert trial.reads == ()
    assert trial.outcome(brain, {}).answer is False
    assert trial.outcome(brain, {name: value}).answer is True
    assert session.state_hash() == before


def test_what_cannot_be_read_now_is_not_offered():
    session = session_with("distance(self, foe) < 2 and near < 5")
    brain, _ = trial_in(session)
    brain.write(brain.program.variables["foe"], None)
    variables, _ = tried(session)
    assert set(variables) == {"near"}


def test_a_condition_is_tried_by_its_answer():
    session = session_with("clear_line(foe)")
    brain, trial = trial_in(session)
    [name] = [reading.name for reading in trial.readings]
    now = trial.outcome(brain, {}).answer
    assert isinstance(now, bool)
    assert trial.outcome(brain, {name: not now}).answer is not now
    assert trial.outcome(brain, {}).answer is now


def test_a_variable_of_a_graph_and_a_parameter_are_tried_where_they_lie():
    """The graph's variable hides one of the agent, which is left as it is."""
    graphs = {
        "g": tree({"root": {"kind": "subtree", "graph": "t", "arguments": {"most": {"expr": "near + 2"}}}}),
        "t": {
            **tree({"ask": {"kind": "condition", "test": "near > most"}}, "ask"),
            "parameters": {"most": {"type": "float", "direction": "in"}},
            "variables": {"near": {"type": "float", "default": 1.0}},
        },
    }
    mind = document(graphs, variables={**VARIABLES, "near": {"type": "float", "default": 4.0}})
    session = session_of({"a": {"mind": MIND}}, {MIND: mind})
    session.step()
    brain, before = session.brains["a"], session.state_hash()
    row = next(row.index for row in brain.program.rows if row.node == "ask")
    trial = trial_of(brain.program, row)
    assert trial is not None
    assert [(reading.name, reading.kind, reading.now(brain)) for reading in trial.readings] == [
        ("near", "graph", 1.0),
        ("most", "graph", 6.0),
    ]
    assert trial.outcome(brain, {"near": 6.5}).answer is True
    assert trial.outcome(brain, {"near": 5.5}).answer is False
    assert trial.outcome(brain, {"most": 0.5}).answer is True
    found = nearest_changes(trial.ask(brain), trial.places(), trial.values_now(brain), {})
    assert {each.variable for each in found} == {"near", "most"}
    assert session.state_hash() == before


def test_a_parameter_that_is_given_while_a_tree_is_asked_is_not_tried():
    graphs = {
        "g": {
            "kind": "decision_tree",
            "root": "q",
            "nodes": {"q": {"kind": "tree", "graph": "d", "arguments": {"most": {"expr": "near * 2"}}}},
        },
        "d": {
            "kind": "decision_tree",
            "root": "far",
            "parameters": {"most": {"type": "float", "direction": "in"}},
            "nodes": {
                "far": {
                    "kind": "test",
                    "test": "near + 1 > most",
                    "branches": [{"child": "w", "when": True}, {"child": "s", "when": False}],
                },
                "w": {"kind": "action", "action": "wander"},
                "s": {"kind": "action", "action": "stop"},
            },
        },
    }
    session = session_of({"a": {"mind": MIND}}, {MIND: document(graphs, variables=VARIABLES)})
    session.step()
    program = session.brains["a"].program
    rows = {row.node: row.index for row in program.rows}
    outer, inner = trial_of(program, rows["q"]), trial_of(program, rows["far"])
    assert outer is not None
    assert inner is not None
    assert [reading.name for reading in outer.readings] == ["near"]
    assert [each.name for each in inner.readings] == ["near", "most"], "asked by itself it is free"
