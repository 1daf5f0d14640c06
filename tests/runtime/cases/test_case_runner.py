"""The runner of cases finds what does not hold, and says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.files.document_file import FileProblem
from runtime.basics.status import Status
from runtime.minds.source.backend import trees_of
from runtime.minds.trees.leaves import FixedRow
from runtime.trials.cases.case_file import CaseFile, case_from_bytes
from runtime.trials.cases.case_run import CaseRun
from runtime.trials.cases.case_runner import CaseResult, run_case
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
    return [
        (mismatch.what, mismatch.node, mismatch.expected, mismatch.got)
        for mismatch in result.ticks[0].mismatches
    ]


def problem(*ticks: dict[str, Any], **fields: Any) -> str:
    result = run(*ticks, **fields)
    assert len(result.problems) == 1
    assert not result.passed
    one = result.problems[0]
    return f"{one.where}: {one.message} {one.remedy}"


def test_what_holds_passes():
    result = run({"expect": {"result": "running", "outcomes": {"a": "success", "b": "running"}}})
    assert result.passed
    assert [comparison.holds for comparison in result.ticks[0].comparisons] == [True] * 4


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
    assert [(visit.node, visit.outcome, visit.reason) for visit in tick.visits] == [
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
        ({"post": [{"event": "go", "payload": {"x": None}}]}, "ticks.1.post.0.payload.x: x is"),
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
    assert [(each.what, each.node, each.expected, each.got) for each in found] == [
        ("outcome by the generated form", "root (Sequence)", "failure", "success"),
        ("outcome by the generated form", "f (Succeed)", "failure", "success"),
        ("result by the generated form", "", "failure", "success"),
    ]


def test_the_second_run_of_a_plain_tree_is_of_generated_code():
    case = read(ticks=[{}])
    assert case.mind is not None
    program = CaseRun(case, case.mind, GAME, "generated").program
    assert trees_of(program).run_of(program.root) is not None


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("velocity", [0.3, 0, 0]),
        ("velocity", [True, 1]),
        ("anything", {"x": 1}),
        ("anything", [["a"]]),
    ],
    ids=str,
)
def test_what_is_no_value_of_an_entity_is_refused_when_the_case_is_read(field: str, value: object):
    for where, change in (
        ("entities", {"entities": {"e": {field: value}}, "ticks": [{}]}),
        ("ticks.1.entities", {"ticks": [{}, {"entities": {"e": {field: value}}}]}),
    ):
        with pytest.raises(FileProblem) as refused:
            read(**change)
        assert refused.value.where.startswith(f"{where}.e.{field}")
        assert "Expected a number, a text, true, false, [x, y] or a list of texts" in refused.value.message


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("velocity", 3, "velocity is a vector and cannot be 3."),
        ("velocity", None, "velocity is a vector and cannot be null."),
        ("position", "here", 'position is a vector and cannot be "here".'),
        ("health", [1, 2], "health is a float and cannot be [1, 2]."),
        ("radius", True, "radius is a float and cannot be true."),
        ("heading", 2**31, "heading is a float and cannot be 2147483648."),
        ("team", 3, "team is a string and cannot be 3."),
    ],
    ids=str,
)
def test_a_field_of_an_entity_is_of_its_type(field: str, value: object, said: str):
    fields = {"e": {field: value}}
    assert problem({}, entities=fields) == f"entities.e.{field}: {said} Write a value of that type."
    assert problem({}, {"entities": fields}).startswith(f"ticks.1.entities.e.{field}: {said}")


def test_entities_may_have_fields_that_nothing_declares():
    fields = {"a": 1, "b": "x", "c": [1, 2.5], "d": None, "velocity": [0.3, 0], "health": 3}
    assert run({"expect": {"result": "running"}}, entities={"e": fields}).passed


@pytest.mark.parametrize(
    "change", [{"start": {"tick": 10**10}}, {"ticks": [{"skip": 10**10}]}, {"rate": 10**10}]
)
def test_a_count_that_no_run_reaches_is_refused(change: dict[str, Any]):
    with pytest.raises(FileProblem, match="a whole number of at most 1,000,000,000"):
        read(**{"ticks": [{}], **change})


def test_a_case_that_skips_too_far_is_refused():
    said = problem({"repeat": 2, "skip": 700_000_000})
    assert said.startswith("ticks.0.skip: The world comes to tick 1,400,000,002 here")


def with_disabled(*ids: str) -> dict[str, Any]:
    nodes = {key: {**node, "disabled": True} if key in ids else node for key, node in NODES.items()}
    return {**MIND, "graphs": {"g": {"kind": "behavior_tree", "root": "root", "nodes": nodes}}}


@pytest.mark.parametrize("name", ["b", "Rest a while"])
def test_the_script_of_a_disabled_leaf_is_left_out_and_told(name: str):
    tick = {"expect": {"result": "success", "outcomes": {"a": "success", "b": "skipped"}}}
    result = run(tick, mind=with_disabled("b"), leaves={"a": "S", name: "RS"})
    assert result.passed
    (note,) = result.notes
    assert (note.where, note.message) == (f"leaves.{name}", "It is disabled.")


def test_scripts_below_a_disabled_node_and_in_a_graph_called_from_there_are_left_out():
    inner = {"kind": "behavior_tree", "root": "deep", "nodes": {"deep": {"kind": "action", "action": "dig"}}}
    call = {"kind": "subtree", "graph": "inner", "disabled": True}
    nodes = {"root": {"kind": "sequence", "children": ["a", "call", "off"]}, "a": NODES["a"], "call": call,
             "off": {"kind": "sequence", "children": ["b"], "disabled": True}, "b": NODES["b"]}  # fmt: skip
    mind = {
        **MIND,
        "graphs": {"g": {"kind": "behavior_tree", "root": "root", "nodes": nodes}, "inner": inner},
    }
    result = run({"expect": {"result": "success"}}, mind=mind, leaves={"a": "S", "b": "R", "call/deep": "R"})
    assert result.passed
    assert [note.where for note in result.notes] == ["leaves.b", "leaves.call/deep"]


def test_a_script_of_what_is_no_action_is_refused_as_before():
    assert problem({}, mind=with_disabled("b"), leaves={"a": "S", "root": "S"}).startswith(
        "leaves.root: 'root' is no action"
    )
    assert problem({}, mind=with_disabled("b"), leaves={"a": "S", "c": "S"}).startswith(
        "leaves.c: There is no"
    )


def test_a_transition_is_told_with_the_states_that_it_joins():
    machine = {
        "kind": "state_machine",
        "initial": "rest",
        "children": ["rest", "work"],
        "nodes": {
            "rest": {"kind": "state", "name": "Rest", "transitions": ["wake"]},
            "work": {"kind": "state", "name": "Work"},
        },
        "edges": {"wake": {"targets": ["work"], "guard": "n > 0"}},
    }
    mind = {**MIND, "graphs": {"g": machine}}
    result = run({"expect": {"transitions": ["wake"]}}, mind=mind, leaves={})
    assert result.problems == ()
    found = result.ticks[0].mismatches
    assert [(each.expected, each.got) for each in found] == [("wake (Rest → Work)", "nothing")]
