"""Preconditions and lines at ends in an export: an executor written from the page does as the engine does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import load_program
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import flattened
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, machine, scripted, tree

TICKS = 16
VARIABLES = {"n": {"type": "int"}, "trail": {"type": "int"}}
LINES = ["n = n + 1", "n = 0", "trail = (trail * 3 + n) % 1000"]
TESTS = ["n > 2", "n % 2 == 0", "n % 3 != 1"]


def _dressed(nodes: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    ends = st.dictionaries(
        st.sampled_from(["on_success", "on_failure", "on_halt", "on_end"]),
        st.lists(st.sampled_from(LINES), min_size=1, max_size=2),
    )
    tests = st.lists(
        st.builds(
            lambda test, gives: {"test": test, "gives": gives},
            st.sampled_from(TESTS),
            st.sampled_from(["skip", "succeed", "fail", "while"]),
        ),
        max_size=2,
    )
    return st.builds(lambda node, ends, tests: {**node, **ends, "preconditions": tests}, nodes, ends, tests)


def _composites(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.builds(
        lambda kind, inner: {"kind": kind, "inner": inner},
        st.sampled_from(["sequence", "selector"]),
        st.lists(children, min_size=1, max_size=4),
    )
    others = st.builds(
        lambda node, inner: {**node, "inner": [inner]},
        st.sampled_from([{"kind": "inverter"}, {"kind": "cooldown", "params": {"seconds": 0.05}}]),
        children,
    )
    return _dressed(st.one_of(several, several, others))


LEAVES = _dressed(
    st.one_of(
        st.sampled_from(TESTS).map(lambda test: {"kind": "condition", "test": test}),
        st.sampled_from([0, 0.02, 0.05]).map(lambda time: {"kind": "wait", "params": {"seconds": time}}),
        st.sampled_from(LINES).map(lambda line: {"kind": "set", "actions": [line]}),
    )
)
MINDS = st.recursive(LEAVES, _composites, max_leaves=10).map(flattened)


def mind_of(nodes: dict[str, Any], **graphs: Any) -> Document:
    return document({"g": tree(nodes), **graphs}, variables=VARIABLES)


def exported(source: Document) -> Any:
    return json.loads(export_document(source, REGISTRY, ExportOptions(names=False)).text())


@settings(max_examples=daily(60, deep=200), deadline=None, suppress_health_check=list(HealthCheck))
@given(MINDS)
def test_3_17_an_executor_written_from_the_page_ends_as_the_engine_does(nodes):
    source = mind_of(nodes)
    plain, one = PythonBrain(json.dumps(exported(source))), LoneBrain(source)
    for _ in range(TICKS):
        assert one.tick() == plain.tick()
        assert list(one.brain.outcomes) == plain.outcomes
        assert plain.agent.variables == {name: one.variable(name) for name in VARIABLES}


def activity_with_lines() -> Document:
    state = {"activity": {"action": "scripted", "on_halt": ["n = 5"]}}
    return document({"m": machine({"s": state})}, root="m", variables=VARIABLES)


def test_an_export_without_them_says_nothing_of_them():
    data = exported(mind_of({"root": scripted("S")}))
    assert not {"preconditions", "ends"} & data["rows"][0].keys()


def test_the_lines_of_an_activity_are_of_its_state():
    data = exported(activity_with_lines())
    ends = [row for row in data["rows"] if row.get("ends")]
    assert [(row["op"], [each["row"] for each in row["ends"]]) for row in ends] == [("action", [1])]


def test_lines_of_another_row_are_refused():
    data = exported(activity_with_lines())
    row = next(row for row in data["rows"] if row.get("ends"))
    row["ends"][0]["row"] = 0
    with pytest.raises(ExportProblem, match="neither its own nor those of its state"):
        load_program(data, LoneBrain(activity_with_lines()).library)


def test_a_precondition_that_runs_is_refused():
    source = mind_of({"root": scripted("S", preconditions=[{"test": "n > 1", "gives": "skip"}])})
    data = exported(source)
    data["rows"][0]["preconditions"][0]["gives"] = "running"
    with pytest.raises(ExportProblem, match="gives no RUNNING"):
        load_program(data, LoneBrain(source).library)
