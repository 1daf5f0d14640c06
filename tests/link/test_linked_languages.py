"""Games in each language show their minds; Mindloom runs the same programs on that, byte for byte."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from tests.example_counts import daily
from tests.executors.engine_game import Json
from tests.executors.executor_runs import RUNNERS
from tests.executors.random_cases import SORTS, random_case, random_programs, sample_programs
from tests.link.linked_runs import differences_by_link

LANGUAGES = ("javascript", "python", "csharp", "cpp", "lua5.1", "lua5.4", "luajit", "gdscript")


@cache
def sample_cases() -> list[Json]:
    """Return a game of every third sample."""
    return [
        random_case(f"link {name}", program, 20) for name, program in islice(sample_programs(), 0, None, 3)
    ]


@cache
def random_cases() -> list[Json]:
    """Return games of random minds of each sort."""
    return [
        random_case(f"link {sort} {number}", program, 20)
        for sort in SORTS
        for number, program in enumerate(random_programs(sort, daily(2, deep=4), 220))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_samples_are_the_same_by_a_link(language: str) -> None:
    assert differences_by_link(sample_cases(), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_minds_are_the_same_by_a_link(language: str) -> None:
    assert differences_by_link(random_cases(), language) == []


def test_languages_are_those_of_executors() -> None:
    assert set(LANGUAGES) <= set(RUNNERS)
