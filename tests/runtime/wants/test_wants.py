"""Sheets, goals and moods do what their rules say, as plain code for the same rules works it out."""

from __future__ import annotations

from random import Random

import pytest

from tests.runtime.wants.random_wants import COMPARED


@pytest.mark.parametrize("kind", COMPARED)
def test_random_documents_equal_plain_code_for_their_rules(kind):
    """A slice of `dev.py soak wants`."""
    for seed in range(60):
        COMPARED[kind](Random(f"{kind} {seed}"))
