"""Every case of the project holds, with both back ends, and is stored in its canonical form."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.trials.cases.case_file import CaseFile, case_to_bytes, load_case
from runtime.trials.cases.case_format import CASE_SUFFIX
from runtime.trials.cases.case_runner import run_case

ROOT = Path(__file__).parents[3]
CASES = [
    *sorted(Path(__file__).parent.glob(f"*{CASE_SUFFIX}")),
    *sorted((ROOT / "resources" / "samples").rglob(f"*{CASE_SUFFIX}")),
]
GAME = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())


def name_of(path: Path) -> str:
    return path.name.removesuffix(CASE_SUFFIX)


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_case(path: Path) -> None:
    case = load_case(path)
    document = case.mind or load_document(path.parent / (case.document or ""))
    before = document.model_copy(deep=True)
    result = run_case(case, document, GAME)
    assert [problem.message for problem in result.problems] == []
    assert {tick.number: tick.mismatches for tick in result.failed_ticks} == {}
    assert document == before


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_a_case_is_canonical_and_says_what_it_shows(path: Path) -> None:
    case = load_case(path)
    assert path.read_bytes() == case_to_bytes(case)
    assert case.title


def test_every_tick_of_a_case_looks_at_something() -> None:
    """A case without expectations would hold whatever happens."""
    for path in CASES:
        case = load_case(path)
        assert case.refused or any(_looks(case, tick) for tick in range(len(case.ticks))), path.name


def _looks(case: CaseFile, tick: int) -> bool:
    expect = case.ticks[tick].expect
    return bool(expect.model_fields_set - {"errors"})
