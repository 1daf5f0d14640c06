"""A checker that remembers a document lints each later state of it as a fresh one does."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.checks.checker import Checker, check_and_lint
from graphs.checks.lints.lint_codes import LINTS
from tests.example_counts import daily
from tests.graphs.builders import REGISTRY
from tests.graphs.lints.random_guards import VARIABLES
from tests.graphs.lints.random_steps import document, first_value, step

RANGES = [{**VARIABLES, "d": {"type": "float", "min": 0, "max": 4}}, {**VARIABLES, "seen": {"type": "int"}}]


def followed(source: Random, steps: int, *, sound: bool) -> Counter[str]:
    """Change a document step by step and compare; return how often each problem was found."""
    value = first_value(source, sound=sound)
    checker = Checker(REGISTRY)
    codes: Counter[str] = Counter()
    for _ in range(steps):
        variables = source.choice(RANGES) if source.randrange(8) == 0 else VARIABLES
        state = document(value, variables)
        found = checker.check(state)
        fresh = check_and_lint(state, REGISTRY)
        assert found == fresh
        codes.update(problem.code for problem in fresh)
        for _ in range(source.choice([1, 1, 1, 2, 5])):
            value = step(source, value, sound=sound)
    return codes


@settings(max_examples=daily(12, deep=60), deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_remembering_finds_what_beginning_anew_finds(seed: int, sound: bool) -> None:
    followed(Random(seed), 12, sound=sound)


@pytest.mark.parametrize("sound", [True, False])
def test_long_ways_find_the_same_at_each_step(sound: bool) -> None:
    codes: Counter[str] = Counter()
    for seed in range(4):
        codes.update(followed(Random(seed), 40, sound=sound))
    assert len(codes.keys() & LINTS.keys()) >= (15 if sound else 10)
