"""What the check calls an error is refused by every door to a run, with its code and remedy (8.5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graphs.basics.frozen import JsonValue
from graphs.checks.checker import check_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes
from runtime.export.export_document import export_document
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.minds.compile.document_errors import errors_of
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session
from runtime.trials.cases.case_file import case_from_bytes
from runtime.trials.cases.case_runner import run_case
from tests.example_counts import daily
from tests.graphs.random_documents import documents
from tests.runtime.lone_brain import document, machine, tree
from tests.runtime.session_of import replace_document

REGISTRY = builtin_registry()
IN = {"p": {"type": "float", "direction": "in"}}
CALLED = {**tree({"root": {"kind": "succeed"}}), "parameters": IN}
INT = {"n": {"type": "int"}}


def one(node: dict[str, Any], **others: Any) -> dict[str, Any]:
    """Return a tree of one node and others."""
    return tree({"root": node, **others})


WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("missing in argument", "E018", {"g": one({"kind": "subtree", "graph": "h"}), "h": CALLED}),
    (
        "two defaults",
        "E053",
        {
            "g": one(
                {"kind": "switch", "params": {"variable": "n"}, "children": ["a", "b"]},
                a={"kind": "succeed", "slot": {"default": True}},
                b={"kind": "succeed", "slot": {"default": True}},
            )
        },
    ),
    (
        "chance 2",
        "E022",
        {
            "g": one(
                {"kind": "probability", "params": {"chance": 2}, "children": ["a"]}, a={"kind": "succeed"}
            )
        },
    ),
    (
        "count -1",
        "E022",
        {"g": one({"kind": "repeat", "params": {"count": -1}, "children": ["a"]}, a={"kind": "succeed"})},
    ),
    (
        "missing child",
        "E003",
        {"g": one({"kind": "sequence", "children": ["a", "gone"]}, a={"kind": "succeed"})},
    ),
    ("node in no list", "E004", {"g": one({"kind": "succeed"}, stray={"kind": "succeed"})}),
    (
        "wrong name in an unused graph",
        "E102",
        {"g": one({"kind": "succeed"}), "h": one({"kind": "condition", "test": "no"})},
    ),
    ("state of a machine", "E102", {"g": machine({"a": {"entry": ["no = 1"]}})}),
]


def source(graphs: dict[str, Any]) -> Document:
    """Return a document of these graphs."""
    return document(graphs, variables=INT)


def by_session(wrong: Document) -> str:
    """Open a session, as `run`, `simulate` and games do."""
    agents = {"a": {"at": [2, 2], "mind": "m"}}
    value = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": agents}
    world = world_from_bytes(json.dumps(value).encode())
    with pytest.raises(CompileError) as caught:
        Session.open(world, {"m": wrong}, REGISTRY, builtin_library())
    return str(caught.value)


def by_swap(wrong: Document) -> str:
    """Let a session go on with it."""
    agents = {"a": {"at": [2, 2], "mind": "m"}}
    value = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": agents}
    world = world_from_bytes(json.dumps(value).encode())
    good = document({"g": one({"kind": "succeed"})})
    session = Session.open(world, {"m": good}, REGISTRY, builtin_library(), errors_fail=True)
    with pytest.raises(CompileError) as caught:
        replace_document(session, "m", wrong)
    return str(caught.value)


def by_export(wrong: Document) -> str:
    """Export it, as embedding needs."""
    with pytest.raises(CompileError) as caught:
        export_document(wrong, REGISTRY)
    return str(caught.value)


def by_case(wrong: Document) -> str:
    """Run a case of it."""
    mind: JsonValue = json.loads(wrong.model_dump_json(exclude_defaults=True, by_alias=True))
    value = {"format": "mindloom-case", "version": 1, "title": "x", "mind": mind, "ticks": [{}]}
    case = case_from_bytes(json.dumps(value).encode())
    assert case.mind is not None
    game = GameBehaviors(REGISTRY, builtin_library(), builtin_conditions())
    return " ".join(map(str, run_case(case, case.mind, game).problems))


DOORS: dict[str, Callable[[Document], str]] = {
    "session": by_session,
    "swap": by_swap,
    "export": by_export,
    "case": by_case,
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("code", "graphs"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_8_5_an_error_is_refused_with_its_code_and_remedy(
    door: str, code: str, graphs: dict[str, Any]
) -> None:
    wrong = source(graphs)
    told = next(each for each in check_document(wrong, REGISTRY) if each.code == code)
    said = DOORS[door](wrong)
    assert f"{code} {told.message}" in said
    assert told.remedy in said


QUIET: list[tuple[str, dict[str, Any]]] = [
    (
        "loose",
        {"g": {**one({"kind": "succeed"}, x={"kind": "condition", "test": "no"}), "loose": ["x"]}},
    ),
    (
        "below something disabled",
        {
            "g": one(
                {"kind": "selector", "children": ["d", "s"]},
                s={"kind": "succeed"},
                d={"kind": "sequence", "disabled": True, "children": ["x"]},
                x={"kind": "subtree", "graph": "h"},
            ),
            "h": CALLED,
        },
    ),
    ("disabled state", {"g": machine({"a": {}, "b": {"disabled": True, "entry": ["no = 1"]}})}),
]


@pytest.mark.parametrize("graphs", [row[1] for row in QUIET], ids=[row[0] for row in QUIET])
def test_8_5_an_error_in_what_never_runs_refuses_nothing(graphs: dict[str, Any]) -> None:
    quiet = source(graphs)
    assert any(each.code.startswith("E") for each in check_document(quiet, REGISTRY))
    export_document(quiet, REGISTRY)
    assert "E" not in by_case(quiet)


@settings(max_examples=daily(20, deep=60), deadline=None, suppress_health_check=list(HealthCheck))
@given(documents())
def test_8_5_what_the_check_lets_pass_is_exported_unless_no_version_runs_it(wrong: Document) -> None:
    errors = [each for each in check_document(wrong, REGISTRY) if each.severity == "error"]
    assert errors_of(wrong, REGISTRY) == tuple(errors)
    refused = None
    try:
        export_document(wrong, REGISTRY)
    except CompileError as error:
        refused = error
    codes = [] if refused is None else [problem.code for problem in refused.problems]
    assert [code for code in codes if code] == [problem.code for problem in errors]


def test_8_5_the_compiler_alone_does_not_ask() -> None:
    """The doors ask, once for each document; what compiles inside them need not ask again."""
    compile_document(source(WRONG[5][2]), REGISTRY, builtin_library())
