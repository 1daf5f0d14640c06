"""How a recording fits a document: the same, another version, another mind."""

from __future__ import annotations

import pytest

from editor.panels.statistics.run_set import (
    Differences,
    agents_with,
    differences,
    fit_words,
    recorded_document,
)
from graphs.edits.adding import add_node
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording.recorded_run import Recorder
from tests.editor.window_builders import two_state_machine
from tests.runtime.session_of import session_of

MIND = "minds/guard.mind.json"


@pytest.fixture
def recorded():
    document, graph, _, _, edge = two_state_machine()
    recorder = Recorder(session_of({"a": {"mind": MIND}, "b": {}}, {MIND: document}))
    for _ in range(5):
        recorder.step()
    return recorder.recording, document, graph, edge


def test_agents_are_found_by_the_file_of_their_mind_in_whatever_folder(recorded):
    recording, document, _, _ = recorded
    assert agents_with(recording, MIND) == ("a",)
    assert agents_with(recording, "guard.mind.json") == ("a",)
    assert agents_with(recording, "other.mind.json") == ()
    assert recorded_document(recording, "guard.mind.json") is document
    assert recorded_document(recording, "other.mind.json") is None


def test_the_same_document_read_anew_fits_and_so_do_titles_and_places(recorded):
    recording, document, graph, edge = recorded
    again = type(document).model_validate(document.model_dump(by_alias=True))
    titled = set_field(again, graph, edge, "note", "Mind the gap")
    assert differences(document, titled).is_none
    assert fit_words(recording, "guard.mind.json", differences(document, titled))[0] == ""


def test_what_differs_is_counted_and_told(recorded):
    recording, document, graph, edge = recorded
    other = set_field(document, graph, edge, "guard", "d < 9")
    other, _ = add_node(other, graph, "state", builtin_registry(), at=(0, 300), fields={"name": "New"})
    other, _ = add_variable(other, "x", "int")
    found = differences(document, other)
    assert (found.changed, found.fresh, found.gone) == (1, 1, 0)
    assert found.elsewhere
    short, told = fit_words(recording, "guard.mind.json", found)
    assert short == "another version"
    assert "1 element changed since; 1 element new since, of which it says nothing" in told
    assert differences(other, document) == Differences(1, 0, 1, True)


def test_a_recording_of_other_minds_says_so(recorded):
    recording, *_ = recorded
    short, told = fit_words(recording, "other.mind.json", None)
    assert short == "not counted"
    assert "No agent in it thinks with other.mind.json" in told
    assert MIND in told
