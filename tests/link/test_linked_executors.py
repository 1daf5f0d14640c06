"""The minds of games in each language run again in Mindloom, on what came by the link, with the same bytes."""

from __future__ import annotations

import pytest

from tests.executors.random_cases import SORTS, random_case, random_programs, sample_programs
from tests.link.linked_runs import linked_differences

EXECUTORS = ("javascript",)
TICKS = 25


@pytest.mark.parametrize("executor", EXECUTORS)
def test_samples_run_again_as_in_the_game(executor: str) -> None:
    cases = [random_case(f"link {name}", program, TICKS) for name, program in sample_programs()]
    assert linked_differences(cases, executor) == []


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("executor", EXECUTORS)
def test_random_minds_run_again_as_in_the_game(executor: str, sort: str) -> None:
    programs = random_programs(sort, 20, 23)
    cases = [random_case(f"link {sort} {number}", each, TICKS) for number, each in enumerate(programs)]
    assert linked_differences(cases, executor) == []
