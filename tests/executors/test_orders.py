"""Executors that are ordered what to do by their game do what the engine does (rule 7.4)."""

from __future__ import annotations

from functools import cache

import pytest

from tests.example_counts import daily
from tests.executors.engine_game import Json
from tests.executors.executor_runs import differences
from tests.executors.random_cases import SORTS, random_case, random_programs, sample_programs
from tests.executors.random_orders import with_orders

LANGUAGES = ("python", "javascript", "cpp", "lua5.1", "lua5.4", "luajit", "csharp", "gdscript")


@cache
def ordered_cases(sort: str) -> list[Json]:
    """Return games of random minds of a sort in which orders are given."""
    programs = enumerate(random_programs(sort, daily(8, deep=16), 90))
    return [with_orders(random_case(f"ordered {sort} {n}", program, 16)) for n, program in programs]


@cache
def ordered_samples() -> list[Json]:
    """Return games of the samples in which orders are given."""
    programs = sample_programs()
    return [with_orders(random_case(f"ordered {name}", program, 20)) for name, program in programs]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_documents_are_ordered_what_to_do_as_in_the_engine(language: str, sort: str) -> None:
    assert differences(ordered_cases(sort), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_samples_are_ordered_what_to_do_as_in_the_engine(language: str) -> None:
    assert differences(ordered_samples(), language) == []
