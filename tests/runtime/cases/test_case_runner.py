"""The runner of cases finds what does not hold, and says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.files.document_file import FileProblem
from runtime.behavior_trees.leaves import FixedRow
from runtime.cases.case_file import CaseFile, case_from_bytes
from runtime.cases.case_run import CaseRun
from runtime.cases.case_runner import CaseResult, run_case
from runtime.status import Status
from tests.runtime.cases.test_cases import GAME

NODES: dict[str, Any] = {
    "root": {"kind": "sequence", "children": ["a", "b"], "title": "Both"},
    "a": {"kind": "action", "action": "work"},
    "b": {"kind": "action", "action": "rest", "title": "Rest a while"},
}
MIND: dict[str, Any] = {
    "format": "mindloom",
    "version": 1,
    "root": "g",
    "graphs": {"g": {"kind": "behavior_tree", "root": "root", "nodes": NODES}},
    "variables": {"n": {"type": "int"}, "v": {"type": "vector"}, "f": {"type": "float"}},
    "events": {"go": {"payload": {"x": "int"}}},
}


def read(**fields: Any) -> CaseFile:
    value = {"format": "mindloom-case", "version": 1, "mind": MIND, "leaves": {"a": "S", "b": "RS"}, **fields}
    return case_from_bytes(json.dumps(value).encode())


def run(*ticks: dict[str, Any], **fields: Any) -> CaseResult:
    case = read(ticks=list(ticks), **fields)
    assert case.mind is not None
    return run_case(case, case.mind, GAME)


def mismatches(expect: dict[str, Any], **tick: Any) -> list[tuple[str, str, str, str]]:
    result = run({"expect": expect, **tick})
    assert result.problems == ()
    return [(one.what, one.node, one.expected, one.got) for one in result.ticks[0].mismatches]


def problem(*ticks: dict[str, Any], **fields: Any) -> str:
    result = run(*ticks, **fields)
    assert len(result.problems) == 1
    assert not result.passed
    one = result.problems[0]
    return f"{one.where}: {one.message} {one.remedy}"


def test_what_holds_passes():
    result = run({"expect": {"result": "running", "outcomes": {"a": "success", "b": "running"}}})
    assert result.passed
    assert [one.holds for one in result.ticks[0].comparisons] == [True] * 4


@pytest.mark.parametrize(
    ("expect", "found"),
    [
        ({"result": "success"}, ("result", "", "success", "running")),
        ({"outcomes": {"a": "failure"}}, ("outcome", "a (work)", "failure", "success")),
        ({"outcomes": {"Rest a while": "halted"}}, ("outcome", "b (Rest a while)", "halted", "running")),
        ({"counts": {"a": {"enter": 2, "exit": 1}}}, ("enter count", "a (work)", "2", "1")),
        ({"passages": ["enter a"]}, ("passages", "", "enter a", "enter root, enter a, exit a, enter b")),
        ({"active": []}, None),
        ({"transitions": []}, None),
        ({"variables": {"n": 1}}, ("variable n", "", "1", "0")),
        ({"variables": {"v": [0, 1]}}, ("variable v", "", "[0, 1]", "[0.0, 0.0]")),
        ({"variables": {"f": 1e-8}}, ("variable f", "", "1e-08", "0.0")),
        ({"variables": {"f": 1e-10, "v": [0, 0]}}, None),
        ({"reason": {"a": "because"}}, ("reason", "a (work)", "because", "the action succeeded")),
        ({"errors": ["zero"]}, ("errors", "", "zero", "none")),
        ({"errors": "any"}, None),
        ({"requests": [{"node": "a", "behavior": "seek"}]}, ("requests", "", "seek() of a", "none")),
        ({"effects": [{"name": "fire"}]}, ("effects", "", "fire()", "none")),
        ({"sent": [{"event": "go", "to": "all"}]}, ("sent events", "", "go() to all", "none")),
        ({"asked": {"seen": 1}}, ("times seen was asked", "", "1", "0")),
    ],
    ids=str,
)
def test_what_does_not_hold_is_found(expect: dict[str, Any], found: tuple[str, str, str, str] | None):
    assert mismatches(expect) == ([] if found is None else [found])


def test_an_error_that_nobody_expected_is_a_mismatch():
    assert mismatches({}, set={"n": "four"})[0][:3] == ("errors", "", "none")


def test_a_failed_tick_tells_its_visits_with_reasons():
    result = run({}, {"expect": {"result": "failure"}})
    (tick,) = result.failed_ticks
    assert (tick.number, tick.where) == (1, "ticks.1")
    assert [(one.node, one.outcome, one.reason) for one in tick.visits] == [
        ("b (Rest a while)", "success", "the action succeeded"),
        ("root (Both)", "success", "all 2 children gave SUCCESS"),
    ]


def test_repeat_stands_for_equal_ticks():
    result = run({"repeat": 2, "expect": {"result": "running"}}, leaves={"a": "S", "b": "RRS"})
    assert result.passed
    assert [(tick.number, tick.tick, tick.where) for tick in result.ticks] == [
        (0, 0, "ticks.0"),
        (1, 1, "ticks.0"),
    ]


def test_a_case_can_start_later_and_with_other_values():
    result = run({"expect": {"variables": {"n": 7}}}, start={"tick": 100, "variables": {"n": 7}})
    assert result.passed
    assert result.ticks[0].tick == 100


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"leaves": {"a": "S", "bb": "S"}}, "leaves.bb: There is no 'bb' in this mind. Use 'b'."),
        ({"leaves": {"root": "S"}}, "leaves.root: 'root' is no action"),
        ({"leaves": {"a": "S"}}, "The action of b (Rest a while) has no behavior here and no script."),
        ({"start": {"variables": {"m": 1}}}, "start.variables.m: This mind has no variable 'm'."),
        ({"start": {"variables": {"n": "x"}}}, "n is an int and cannot be"),
        ({"graph": "h"}, "The document has no root graph"),
    ],
    ids=str,
)
def test_a_case_that_does_not_fit_its_mind_says_where(fields: dict[str, Any], said: str):
    assert said in problem({}, **fields)


@pytest.mark.parametrize(
    ("tick", "said"),
    [
        ({"set": {"m": 1}}, "ticks.1.set.m: This mind has no variable 'm'."),
        ({"post": [{"event": "gone"}]}, "ticks.1.post.0: This mind has no event 'gone'. Use 'go'."),
        ({"post": [{"event": "go", "payload": {"y": 1}}]}, "The event go carries no 'y'."),
        ({"expect": {"outcomes": {"c": "none"}}}, "ticks.1.expect.outcomes.c: There is no 'c'"),
        ({"expect": {"variables": {"m": 1}}}, "ticks.1.expect.variables.m: This mind has no variable 'm'."),
        ({"expect": {"passages": ["leave a"]}}, "Expected enter, exit or halt and a node"),
        ({"expect": {"active": ["a"]}}, "ticks.1.expect.active.0: There is no 'a'"),
    ],
    ids=str,
)
def test_a_tick_that_does_not_fit_its_mind_says_where(tick: dict[str, Any], said: str):
    assert said in problem({}, tick)


def test_a_title_that_two_nodes_have_must_be_written_as_a_path():
    nodes = {**NODES, "a": {**NODES["a"], "title": "Rest a while"}}
    mind = {**MIND, "graphs": {"g": {**MIND["graphs"]["g"], "nodes": nodes}}}
    said = problem({"expect": {"outcomes": {"Rest a while": "none"}}}, mind=mind)
    assert "'Rest a while' names a, b. Write the path of one." in said


def test_a_mind_that_cannot_run_fails_its_case_unless_the_case_says_so():
    nodes = {"root": {"kind": "condition", "test": "nn > 1"}}
    mind = {**MIND, "graphs": {"g": {**MIND["graphs"]["g"], "nodes": nodes}}}
    assert "nn" in problem({}, mind=mind, leaves={})
    case = read(mind=mind, leaves={}, refused=["nn"])
    assert case.mind is not None
    assert run_case(case, case.mind, GAME).passed
    wrong = read(mind=mind, leaves={}, refused=["something else"])
    assert "not for 'something else'" in run_case(wrong, case.mind, GAME).problems[0].message


def test_a_mind_that_runs_fails_a_case_that_expects_a_refusal():
    case = read(refused=["anything"])
    assert case.mind is not None
    assert "expects it to be refused" in run_case(case, case.mind, GAME).problems[0].message


def test_back_ends_that_differ_are_a_mismatch(monkeypatch: pytest.MonkeyPatch):
    nodes = {"root": {"kind": "sequence", "children": ["f"]}, "f": {"kind": "succeed"}}
    mind = {**MIND, "graphs": {"g": {**MIND["graphs"]["g"], "nodes": nodes}}}
    assert run({}, mind=mind, leaves={}).passed

    def wrong(self: FixedRow, brain: object) -> Status:
        return Status.FAILURE

    monkeypatch.setattr(FixedRow, "tick", wrong)
    found = run({}, mind=mind, leaves={}).ticks[0].mismatches
    assert [(one.what, one.node, one.expected, one.got) for one in found] == [
        ("outcome by the generated form", "root (Sequence)", "failure", "success"),
        ("outcome by the generated form", "f (Succeed)", "failure", "success"),
        ("result by the generated form", "", "failure", "success"),
    ]


def test_the_second_run_of_a_plain_tree_is_of_generated_code():
    case = read(ticks=[{}])
    assert case.mind is not None
    assert CaseRun(case, case.mind, GAME, "generated").program.trees.why_interpreted == ""


def test_an_action_that_nothing_declares_keeps_its_parameters_to_itself():
    nodes = {**NODES, "a": {**NODES["a"], "params": {"speed": {"expr": "unknown * 2"}}}}
    mind = {**MIND, "graphs": {"g": {**MIND["graphs"]["g"], "nodes": nodes}}}
    assert run({"expect": {"outcomes": {"a": "success"}}}, mind=mind).passed


def test_a_built_in_action_can_be_scripted_too():
    nodes = {"root": {"kind": "action", "action": "arrive", "params": {"target": [1, 1]}}}
    mind = {**MIND, "graphs": {"g": {**MIND["graphs"]["g"], "nodes": nodes}}}
    assert run({"expect": {"result": "failure"}}, mind=mind, leaves={"root": "F"}).passed


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        ({"tikcs": []}, "tikcs", "Did you mean 'ticks'?"),
        ({"leaves": {"a": "RRQ"}}, "leaves.a", "Expected letters R, S, F or X"),
        ({"ticks": [{"repeat": 0}]}, "ticks.0.repeat", "a whole number from 1 on"),
        ({"ticks": [{"skip": -1}]}, "ticks.0.skip", "a whole number from 0 on"),
        ({"ticks": [{"expect": {"result": "done"}}]}, "ticks.0.expect.result", "Expected one of 'running'"),
        (
            {"ticks": [{"expect": {"outcomes": {"a": "branch 0"}}}]},
            "ticks.0.expect.outcomes.a",
            "'answered' or a branch by its number, as in 'branch 1'; found \"branch 0\".",
        ),
        ({"document": "a.mind.json"}, "document", "found both"),
        ({"mind": None}, "document", "found none"),
        ({"refused": ["x"]}, "ticks", "one of the two"),
        ({"version": 2}, "version", "knows up to 1"),
    ],
    ids=str,
)
def test_a_file_that_is_no_case_is_refused_with_its_place(change: dict[str, Any], where: str, said: str):
    with pytest.raises(FileProblem) as refused:
        read(**{"ticks": [{}], **change})
    assert refused.value.where == where
    assert said in f"{refused.value.message} {refused.value.remedy}"


def test_a_case_of_more_ticks_than_one_run_may_take_is_refused():
    assert problem({"repeat": 99_999, "expect": {}}, {"repeat": 2, "expect": {}}) == (
        "ticks.1.repeat: The case comes to 100,001 ticks here; at most 100,000 are run. "
        "Skip steps, or begin later with start."
    )


def test_a_result_tells_where_the_nodes_are_that_something_did_not_hold_of():
    result = run({"expect": {"outcomes": {"a": "failure", "b": "running"}, "result": "success"}})
    assert result.places == {"a (work)": ("g", "a")}
