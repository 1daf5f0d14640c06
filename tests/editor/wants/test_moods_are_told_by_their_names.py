"""Titles and lanes tell moods and goals by the names of the document, never by what was added."""

from __future__ import annotations

from editor.panels.timeline.lanes import lanes_of
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording.row_words import RowWords
from runtime.trials.batches.coverage import coverage_of
from tests.runtime.debugging.why_want_scenes import WANT_RUNS

REGISTRY = builtin_registry()


def words_of(name: str) -> RowWords:
    ticks = WANT_RUNS[name]()
    minds = ticks.recording.segment_at(0).minds
    return RowWords(ticks.recording.program("a", 0), next(iter(minds.documents.values())), REGISTRY)


def test_no_title_has_what_expanding_added() -> None:
    for name in ("moods", "goals"):
        words = words_of(name)
        titles = [words.title(row.index) for row in words.program.rows]
        assert not [title for title in titles if "~" in title]
    goals = words_of("goals")
    wrapped = [row.index for row in goals.program.rows if row.is_added]
    assert [goals.title(row) for row in wrapped] == ["Fight", "Flee"]


def test_a_machine_of_moods_has_one_lane_with_a_bar_for_each_time_of_a_mood() -> None:
    lanes = lanes_of(WANT_RUNS["moods"]().recording, "a", REGISTRY, 0, 14)
    assert [lane.title for lane in lanes] == ["Moods"]
    assert [span.title for span in lanes[0].spans] == ["Calm", "Alert", "Calm"]


def test_coverage_counts_what_the_document_has() -> None:
    words = words_of("moods")
    (found,) = coverage_of({}, {"a": words.program}, {"a": words.document}, REGISTRY)
    assert found.rows == 3
    assert found.missed == ("any state → mixed shares (stirred)", "Calm", "Alert")
