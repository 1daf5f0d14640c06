"""Every code has a minimal document that triggers it and one that almost does."""

from __future__ import annotations

import pytest

from graphs.checks.checker import check_document
from graphs.checks.rules.places import json_path
from graphs.model import Document
from tests.graphs.builders import REGISTRY
from tests.graphs.validation.coded_documents import Case
from tests.graphs.validation.decision_cases import DECISIONS
from tests.graphs.validation.form_cases import CALLS, FORM
from tests.graphs.validation.machine_cases import MACHINES
from tests.graphs.validation.node_cases import DECLARATIONS, NODES, TEXTS
from tests.graphs.validation.want_cases import CURVES, GOALS, MOODS
from tests.graphs.validation.warning_cases import WARNINGS

CASES = [*FORM, *CALLS, *NODES, *MACHINES, *DECISIONS, *DECLARATIONS, *TEXTS, *WARNINGS]
CASES += [*CURVES, *GOALS, *MOODS]


@pytest.mark.parametrize(
    ("code", "path", "document", "almost"), CASES, ids=[f"{each[0]} {each[1]}" for each in CASES]
)
def test_a_problem_is_found_at_its_place(code: str, path: str, document: Document, almost: Document) -> None:
    assert (code, path) in found(document)
    assert (code, path) not in found(almost)


def found(document: Document) -> set[tuple[str, str]]:
    """Return the codes of all problems with their paths into the file."""
    return {(each.code, json_path(each.place, document)) for each in check_document(document, REGISTRY)}


@pytest.mark.parametrize("case", CASES, ids=[f"{each[0]} {each[1]}" for each in CASES])
def test_a_problem_says_what_is_so_and_what_to_do(case: Case) -> None:
    for problem in check_document(case[2], REGISTRY):
        assert problem.message.endswith((".", "?")), problem.message
        assert problem.remedy.endswith("."), problem
        assert "!" not in problem.message
        assert {"E": "error", "W": "warning", "I": "note"}[problem.code[0]] == problem.severity
