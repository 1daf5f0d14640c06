"""What a graph of another file sees, and what all files must agree on (rule 2.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphs.model import Document
from tests.graphs.builders import documents_of, tree
from tests.graphs.projects.calling_documents import calling, check, refusal
from tests.graphs.projects.outpost_files import write


def seeing(test: str, **fields: Any) -> Document:
    """Return a document with a graph that asks for something, and a wrong one that is never called."""
    asking = tree(
        {"r": {"kind": "condition", "test": test}},
        variables={"own": {"type": "int"}},
        parameters={"given": {"type": "int", "direction": "in", "default": 1}},
    )
    return documents_of({"g": asking}, **fields)


SCOPES = {"shared": {"type": "int", "scope": "world"}, "private": {"type": "int"}}


@pytest.mark.parametrize("test", ["own > 0", "given > 0", "shared > 0", "time > 1 and self.radius > 0"])
def test_2_2_a_graph_of_another_file_sees_parameters_own_and_world_variables(
    tmp_path: Path, test: str
) -> None:
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g"), "b.mind.json": seeing(test, variables=SCOPES)})
    assert check(tmp_path, "b.mind.json") == []
    assert check(tmp_path, "a.mind.json") == []


def test_2_2_a_graph_of_another_file_sees_no_agent_variable_of_either_file(tmp_path: Path) -> None:
    caller = calling("b.mind.json#g", variables={"private": {"type": "int"}})
    write(tmp_path, {"a.mind.json": caller, "b.mind.json": seeing("private > 0", variables=SCOPES)})
    assert check(tmp_path, "b.mind.json") == []
    problem = refusal(tmp_path, "a.mind.json")
    assert problem.message.startswith("b.mind.json#g cannot be used from here. Unknown name 'private'.")
    assert "world variables and the curves of its file, nothing else" in problem.why


URGE: dict[str, Any] = {"urge": {"high": 10}}


def test_2_2_a_graph_of_another_file_reads_the_curves_of_its_file(tmp_path: Path) -> None:
    files = {
        "a.mind.json": calling("b.mind.json#g"),
        "b.mind.json": seeing("curve urge(4) > 0.3", curves=URGE),
    }
    write(tmp_path, files)
    assert check(tmp_path, "b.mind.json") == []
    assert check(tmp_path, "a.mind.json") == []


@pytest.mark.parametrize("used", [URGE, {}])
def test_2_2_a_graph_of_another_file_reads_no_curve_of_a_file_that_uses_it(tmp_path: Path, used: Any) -> None:
    asking = seeing("curve urge(4) > 0.3")
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g", curves=used), "b.mind.json": asking})
    (wrong,) = [each for each in check(tmp_path, "b.mind.json") if each.severity == "error"]
    assert "urge" in wrong.message
    problem = refusal(tmp_path, "a.mind.json")
    assert "urge" in problem.message
    assert "b.mind.json" in problem.message + problem.remedy


@pytest.mark.parametrize(
    ("curves", "message"),
    [
        ({"urge": {"high": 20}}, "The curve 'urge' is another one in b.mind.json than in another file."),
        ({"urge": {"high": 10, "note": "When it is hungry."}}, ""),
        ({"fear": {"high": 20}}, ""),
    ],
)
def test_2_2_a_curve_of_two_files_that_a_graph_reads_must_be_alike(
    tmp_path: Path, curves: Any, message: str
) -> None:
    other = seeing("curve urge(4) > 0.3", curves={**URGE, "fear": {"high": 5}})
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g", curves=curves), "b.mind.json": other})
    if message:
        assert refusal(tmp_path, "a.mind.json").message == message
    else:
        assert [each for each in check(tmp_path, "a.mind.json") if each.code != "I315"] == []


def test_2_2_a_damaged_curve_of_another_file_is_told_where_a_graph_reads_it(tmp_path: Path) -> None:
    other = seeing("curve urge(4) > 0.3", curves={"urge": {"high": 0}})
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g"), "b.mind.json": other})
    assert refusal(tmp_path, "a.mind.json").message == "The curve 'urge' of b.mind.json is damaged."


def test_10_3_a_graph_of_another_file_asks_no_sheet_of_either_file(tmp_path: Path) -> None:
    sheets = {"s": {"inputs": {"x": {"high": 10, "sets": {"low": {"at": [0, 2, 4], "shape": "triangle"}}}}}}
    both: Any = {"variables": {"x": {"type": "float"}}, "sheets": sheets}
    write(
        tmp_path, {"a.mind.json": calling("b.mind.json#g", **both), "b.mind.json": seeing("x is low", **both)}
    )
    assert check(tmp_path, "b.mind.json") == []
    problem = refusal(tmp_path, "a.mind.json")
    assert problem.message.startswith("b.mind.json#g cannot be used from here. 'x' is no input or output")
    assert "hand in what it needs as a parameter" in problem.remedy


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (
            {"shared": {"type": "int"}},
            "'shared' is a world variable in b.mind.json and an agent's own variable",
        ),
        (
            {"shared": {"type": "float", "scope": "world"}},
            "The world variable 'shared' is int in b.mind.json and float in another file.",
        ),
        ({"shared": {"type": "int", "scope": "world", "default": 3}}, ""),
    ],
)
def test_2_2_all_documents_agree_on_world_variables(tmp_path: Path, own: Any, message: str) -> None:
    caller = calling("b.mind.json#g", variables=own)
    write(tmp_path, {"a.mind.json": caller, "b.mind.json": seeing("shared > 0", variables=SCOPES)})
    if message:
        assert refusal(tmp_path, "a.mind.json").message.startswith(message)
    else:
        assert check(tmp_path, "a.mind.json") == []


def test_events_of_both_files_must_agree(tmp_path: Path) -> None:
    other = seeing("received(noise)", events={"noise": {"payload": {"at": "vector"}}})
    write(tmp_path, {"b.mind.json": other, "a.mind.json": calling("b.mind.json#g")})
    assert check(tmp_path, "a.mind.json") == []
    write(tmp_path, {"a.mind.json": calling("b.mind.json#g", events={"noise": {}})})
    assert "The event 'noise' carries something else" in refusal(tmp_path, "a.mind.json").message
