"""Whatever edits come in whatever order: ids resolve, undo and files are exact, the check never raises."""

from __future__ import annotations

from hypothesis import settings

from tests.example_counts import daily
from tests.graphs.edits.random_rewrites import RandomRewrites

RandomRewrites.TestCase.settings = settings(
    max_examples=daily(12, deep=60), stateful_step_count=40, deadline=None
)
TestRandomEdits = RandomRewrites.TestCase
