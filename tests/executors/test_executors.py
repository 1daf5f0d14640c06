"""Executors do what the engine does, and saves of each go on in the others.

`python3 dev.py soak executors` tries much more.
"""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.example_counts import daily
from tests.executors.engine_game import Json, first_difference, told_by_engine
from tests.executors.executor_runs import RUNNERS, can_run, differences, told_by_executor
from tests.executors.random_cases import (
    WANTS,
    ending_early,
    halves,
    random_case,
    random_programs,
    sample_programs,
    wants_case,
)
from tests.executors.random_upgrades import cases_of_upgrades, written_upgrades
from tools.conformance.example_documents import worked_examples

START = 20
UPGRADES = 20
COUNTS = {"trees": daily(20, deep=40), "machines": daily(20, deep=40), "decisions": daily(10, deep=15)}
MOST_TOLD = 50_000
"""Letters of a tick that end a random document: machines may tell millions, and soak reads more of these."""

EVERY = {"gdscript": 4}
"""Of so many random documents a slow executor runs one: Godot's scripts take ten times as long as others."""


@cache
def cases_of(sort: str) -> list[Json]:
    """Return a game of each random program of a sort."""
    cases = (random_case(f"{sort}-{n}", program, 12) for n, program in enumerate(programs(sort)))
    return [ending_early(case, MOST_TOLD) for case in cases]


@cache
def programs(sort: str) -> list[Json]:
    """Return random programs of a sort."""
    return random_programs(sort, COUNTS[sort], START)


@cache
def sample_cases() -> list[Json]:
    """Return a game of each sample."""
    return [random_case(name, program, 25) for name, program in sample_programs()]


@cache
def wants_cases(kind: str) -> list[Json]:
    """Return games of random sheets, goals or moods."""
    return [wants_case(kind, seed) for seed in range(20)]


@cache
def example_cases() -> list[Json]:
    """Return the games of the worked examples."""
    return [example.case() for example in worked_examples()]


@pytest.mark.parametrize("executor", RUNNERS)
def test_samples_run_as_in_the_engine(executor):
    assert differences(sample_cases(), executor) == []


@pytest.mark.parametrize("sort", COUNTS)
@pytest.mark.parametrize("executor", RUNNERS)
def test_random_documents_run_as_in_the_engine(executor, sort):
    assert differences(cases_of(sort)[:: EVERY.get(executor, 1)], executor) == []


@pytest.mark.parametrize("kind", WANTS)
@pytest.mark.parametrize("executor", RUNNERS)
def test_random_sheets_goals_and_moods_run_as_in_the_engine(executor, kind):
    assert differences(wants_cases(kind), executor) == []


@pytest.mark.parametrize("executor", RUNNERS)
def test_worked_examples_of_the_page_run_as_in_the_engine(executor):
    assert differences(example_cases(), executor) == []


@pytest.mark.parametrize("executor", RUNNERS)
def test_a_wrong_expectation_is_noticed(executor):
    case = next(case for case in example_cases() if case["program"].get("variables"))
    (came,) = told_by_executor([case], executor)
    values = came[1]["agents"]["me"]["variables"]
    name = next(name for name, value in values.items() if isinstance(value, int))
    values[name] += 1
    assert f"variables.{name}" in first_difference(told_by_engine(case), came)


@cache
def parted() -> list[tuple[Json, Json]]:
    """Return cases in two halves; the last steers while it is saved."""
    chosen = [*programs("trees")[:5], *programs("machines")[:5]]
    cases = [random_case(f"saved-{n}", each, 12) for n, each in enumerate(chosen)]
    walks = {"set": {"me": {"d": 9.0}}, "answers": {"actions": {"follow_path": "steer"}}}
    soldier = next(program for name, program in sample_programs() if name.startswith("soldier"))
    steered = {"id": "s", "program": soldier, "seed": 1, "agents": ["me"], "ticks": [walks, {}, {}, {}]}
    return [halves(case, len(case["ticks"]) // 2) for case in (*cases, steered)]


@cache
def saves_of(executor: str) -> list[Json]:
    """Return what an executor saves in the middle of the cases."""
    return [told[-1]["save"] for told in told_by_executor([first for first, _ in parted()], executor)]


@pytest.mark.parametrize("executor", RUNNERS)
def test_what_the_engine_saved_and_what_an_executor_saved_is_the_same(executor):
    saves = saves_of(executor)
    assert saves[-1]["agents"]["me"]["requests"][0]["arguments"]["speed"] is None
    for (first, _), save in zip(parted(), saves, strict=True):
        assert first_difference(told_by_engine(first)[-1]["save"], save) == ""


@pytest.mark.parametrize("executor", RUNNERS)
def test_what_was_saved_in_the_other_languages_goes_on(executor):
    others = [other for other in RUNNERS if other != executor and can_run(other)]
    if not others:
        pytest.skip("no other language is here; python3 dev.py setup --executors brings them")
    rests = {
        json.dumps([rest["id"], save]): {**rest, "id": f"{rest['id']} saved in {other}", "restore": save}
        for other in others
        for (_, rest), save in zip(parted(), saves_of(other), strict=True)
    }  # Languages that write the very same save need it restored only once.
    assert differences([*rests.values()], executor) == []


# -- saves of an older version ----------------------------------------------------------------------------


@cache
def upgrades() -> list[Json]:
    """Return cases that go on from what another version of their program saved."""
    return [*written_upgrades(), *cases_of_upgrades(UPGRADES, START)]


@pytest.mark.parametrize("executor", RUNNERS)
def test_saves_of_an_older_version_go_on_as_in_the_engine(executor):
    assert differences(upgrades()[:: EVERY.get(executor, 1)], executor) == []
