"""The smallest changes of single values that give another answer."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.types import Value
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.context import EvaluationError
from runtime.history.why.watch_expression import watch_expression
from runtime.history.why.what_if import Ask, Change, nearest_changes
from runtime.minds.brain.brain import Brain
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow, preview_decision
from runtime.minds.program.code import Expression
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import session_of

MIND = "a.mind.json"
VARIABLES = {
    "d": {"type": "float", "default": 6.2, "min": 0, "max": 20},
    "health": {"type": "float", "default": 70},
    "ammo": {"type": "int", "default": 3, "min": 0, "max": 10},
    "seen": {"type": "bool", "default": True},
    "mood": {"type": "enum", "values": ["calm", "angry", "afraid"], "default": "calm"},
}


def ask_expression(expression: Expression, brain: Brain) -> Ask:
    def ask(values: Mapping[str, Value]) -> Hashable:
        trial = brain.copy_for_trial()
        for name, value in values.items():
            trial.put(brain.program.variables[name], value)
        try:
            return expression.run(trial)
        except EvaluationError:
            return None

    return ask


def ask_decision(tree: DecisionTreeRow, brain: Brain) -> Ask:
    def ask(values: Mapping[str, Value]) -> Hashable:
        leaf = preview_decision(tree, brain, values).leaf
        return None if leaf is None else leaf.index

    return ask


def changes_of(test: str) -> list[tuple[str, object, object]]:
    mind = document({"g": tree({"root": {"kind": "condition", "test": test}})}, variables=VARIABLES)
    session = session_of({"a": {"mind": MIND}}, {MIND: mind})
    brain = session.brains["a"]
    expression = watch_expression(test, mind, builtin_registry(), brain.program)
    found = nearest_changes(
        ask_expression(expression, brain), brain.program.variables, session.variables("a"), mind.variables
    )
    return [(change.variable, change.needed, change.answer) for change in found]


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("d < 5", [("d", pytest.approx(5.0, abs=1e-9), True)]),
        ("d < 5 and seen", [("d", pytest.approx(5.0, abs=1e-9), True)]),
        ("ammo > 0", [("ammo", 0, False)]),
        ("ammo == 7", [("ammo", 7, True)]),
        ("not seen", [("seen", False, True)]),
        ("mood == 'afraid'", [("mood", "afraid", True)]),
        ("d < 5 or ammo < 3", [("d", pytest.approx(5.0, abs=1e-9), True), ("ammo", 2, True)]),
        ("d > 30", []),
        ("abs(d - 6) < 1", [("d", pytest.approx(7.0, abs=1e-9), False), ("d", pytest.approx(5.0), False)]),
    ],
)
def test_the_nearest_changes_of_a_test(test, expected):
    found = changes_of(test)
    assert sorted(found, key=str) == sorted(expected, key=str) or found == expected


def test_what_has_no_range_is_measured_by_its_size():
    assert changes_of("health < 35 and d > 6")[0][0] == "health"


@given(st.floats(-100, 100), st.floats(-100, 100))
def test_the_change_found_leads_to_the_answer_it_says_and_is_where_it_turns(threshold, now):
    mind = document(
        {"g": tree({"root": {"kind": "condition", "test": "x < y"}})},
        variables={"x": {"type": "float", "default": now}, "y": {"type": "float", "default": threshold}},
    )
    session = session_of({"a": {"mind": MIND}}, {MIND: mind})
    brain = session.brains["a"]
    expression = watch_expression("x < y", mind, builtin_registry(), brain.program)
    ask = ask_expression(expression, brain)
    found = nearest_changes(ask, brain.program.variables, session.variables("a"), mind.variables)
    assert {change.variable for change in found} == {"x", "y"}
    for change in found:
        assert ask({change.variable: change.needed}) == change.answer
        assert change.answer is not (now < threshold)
        assert change.distance == pytest.approx(abs(now - threshold), abs=1e-3)


def test_a_decision_tree_names_the_leaf_each_change_leads_to():
    nodes = {
        "hurt": {
            "kind": "ranges",
            "value": {"expr": "health"},
            "branches": [{"child": "flee", "upto": 30}, {"child": "near"}],
        },
        "near": {
            "kind": "ranges",
            "value": {"expr": "d"},
            "branches": [{"child": "attack", "upto": 3}, {"child": "pursue"}],
        },
        "flee": {"kind": "outcome", "outcome": "flee"},
        "attack": {"kind": "outcome", "outcome": "attack"},
        "pursue": {"kind": "outcome", "outcome": "pursue"},
    }
    decision = {"kind": "decision_tree", "root": "hurt", "nodes": nodes}
    machine = {
        "kind": "state_machine",
        "initial": "s",
        "children": ["s"],
        "nodes": {"s": {"kind": "state", "name": "S", "activity": {"graph": "t"}}},
        "edges": {},
    }
    mind = document({"g": machine, "t": decision}, variables=VARIABLES)
    session = session_of({"a": {"mind": MIND}}, {MIND: mind})
    session.step()
    brain = session.brains["a"]
    row = next(row for row in brain.program.rows if isinstance(row, DecisionTreeRow))
    found = nearest_changes(
        ask_decision(row, brain), brain.program.variables, session.variables("a"), mind.variables
    )
    leaves = {row.node: row.index for row in brain.program.rows}
    assert [(change.variable, change.answer) for change in found] == [
        ("d", leaves["attack"]),
        ("health", leaves["flee"]),
    ]
    assert isinstance(found[0], Change)
    assert found[0].needed == pytest.approx(3.0, abs=1e-9)
    assert found[1].needed == pytest.approx(30.0, abs=1e-6)
