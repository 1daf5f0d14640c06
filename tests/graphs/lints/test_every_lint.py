"""Every lint has a minimal document that triggers it and one that almost does."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.rules.fixes import apply_fix
from graphs.checks.rules.places import json_path
from graphs.model import Document
from tests.graphs.builders import REGISTRY
from tests.graphs.lints.linting import lint_document
from tests.graphs.lints.machine_cases import GUARDS, MACHINES, Case
from tests.graphs.lints.name_cases import FLAG, NAMES, READS_FLAG
from tests.graphs.lints.small_documents import CHASE, SEEN, declared, guards, nested, states
from tests.graphs.lints.tree_cases import TREES
from tests.graphs.lints.want_cases import WANTS

CASES = [*GUARDS, *MACHINES, *TREES, *NAMES, *WANTS]
IDS = [f"{case[0]} {case[1]} {place}" for place, case in enumerate(CASES)]


@pytest.mark.parametrize(("code", "path", "document", "almost"), CASES, ids=IDS)
def test_a_lint_finds_what_it_is_for_and_no_more(
    code: str, path: str, document: Document, almost: Document
) -> None:
    path = (
        path if path.startswith(("variables", "events", "graphs", "curves", "sheets")) else f"graphs.g.{path}"
    )
    assert (code, path) in found(document)
    assert (code, path) not in found(almost)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_documents_of_lints_are_right_otherwise(case: Case) -> None:
    """A lint is about documents that run; only those of slips of the pen have errors."""
    if "and and" in str(case[3].graphs):
        return
    for document in case[2:]:
        errors = [each for each in check_document(document, REGISTRY) if each.severity == "error"]
        assert errors == []


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_lint_says_what_is_so_why_it_matters_and_what_to_do(case: Case) -> None:
    for problem in lint_document(case[2], REGISTRY):
        assert problem.message.endswith("."), problem.message
        assert problem.remedy.endswith("."), problem
        assert problem.remedy[0].isupper(), problem
        assert problem.why.endswith("."), problem
        assert "!" not in problem.message + problem.why + problem.remedy
        assert problem.severity == {"W": "warning", "I": "note"}[problem.code[0]]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_fix_takes_its_problem_away_and_makes_no_error(case: Case) -> None:
    for problem in lint_document(case[2], REGISTRY):
        if problem.fix is None:
            continue
        mended = apply_fix(case[2], problem.fix, REGISTRY)
        same = [each for each in lint_document(mended, REGISTRY) if each == problem]
        assert same == [], problem.fix.label
        before = [item for item in check_document(case[2], REGISTRY) if item.severity == "error"]
        errors = [entry for entry in check_document(mended, REGISTRY) if entry.severity == "error"]
        assert len(errors) <= len(before)


def test_every_lint_has_its_case() -> None:
    with_surroundings = {"W218"}
    assert {case[0] for case in CASES} | with_surroundings == set(LINTS)


def test_what_only_sensors_could_do_is_judged_where_they_are_known() -> None:
    document = declared(READS_FLAG, variables=FLAG)
    path = "variables.flag"
    assert ("W217", path) not in found(document)
    assert ("W217", path) in found(document, Surroundings())
    assert ("W217", path) not in found(document, Surroundings(written=frozenset({"flag"})))


def test_w218_an_event_waited_for_is_raised_by_somebody() -> None:
    document = states({"ab": {"event": "alarm"}})
    path = "events.alarm"
    assert ("W218", path) not in found(document)
    assert ("W218", path) in found(document, Surroundings())
    assert ("W218", path) not in found(document, Surroundings(raised=frozenset({"alarm"})))
    raised = states({"ab": {"event": "alarm"}, "ba": {"guard": "seen", "actions": ["raise alarm"]}})
    assert ("W218", path) not in found(raised, Surroundings())


def test_a_node_turns_a_lint_off_for_itself() -> None:
    nodes: dict[str, Any] = {"r": {"kind": "sequence", "children": ["x"]}, "x": CHASE}
    assert ("I312", "graphs.g.nodes.r.children") in found(nested(nodes))
    nodes["r"]["suppress"] = {"I312": "more will follow"}
    assert ("I312", "graphs.g.nodes.r.children") not in found(nested(nodes))


def test_a_transition_turns_a_lint_off_for_itself() -> None:
    shut = {"guard": "health < 0", "suppress": {"W213": "for the boss fight"}}
    assert "W213" not in {code for code, _ in found(states({"ab": shut}))}


def test_a_project_weighs_lints() -> None:
    document = guards(ab="d < 1", ac="d > 1")
    plain = [each.severity for each in lint_document(document, REGISTRY) if each.code == "W207"]
    heavy = [
        item.severity for item in lint_document(document, REGISTRY, {"W207": "error"}) if item.code == "W207"
    ]
    off = [entry for entry in lint_document(document, REGISTRY, {"W207": "off"}) if entry.code == "W207"]
    assert (plain, heavy, off) == (["warning"], ["error"], [])


def test_loose_fragments_are_work_in_progress() -> None:
    nodes = {
        "r": SEEN,
        "p": {"kind": "sequence", "children": ["x"]},
        "x": {**CHASE, "guard": {"test": "d < d"}},
    }
    assert not any(path.startswith("graphs.g.nodes") for _, path in found(nested(nodes, loose=["p"])))


def found(document: Document, surroundings: Surroundings | None = None) -> set[tuple[str, str]]:
    """Return the codes of all lints with their paths into the file."""
    problems = lint_document(document, REGISTRY, surroundings=surroundings)
    return {(problem.code, json_path(problem.place, document)) for problem in problems}
