"""In the past the canvas shows the document that ran there; branching makes it the newest again (7.3)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from editor.documents.open.sample_files import samples_folder
from editor.window.parts.comparison import WindowComparison
from graphs.edits.adding import add_node
from graphs.edits.removing import remove
from graphs.edits.setting import set_field
from graphs.files.document_file import load_document
from graphs.model import Document
from tests.graphs.all_edits import toggle_enabled


@pytest.fixture
def edited(window, tmp_path: Path):
    """Return a window whose tank ran 40 ticks, was given a state more, ran 20 more; and both versions."""
    for file in samples_folder().glob("tank.*.json"):
        shutil.copy(file, tmp_path / file.name)
    assert window.open_file(tmp_path / "tank.mind.json")
    window.run.advance(40)
    first = window.session.document
    window.session.apply("Add", lambda document: with_state(window, document)[0])
    window.run.advance(20)
    assert [segment.first_tick for segment in window.run.session.segments] == [0, 40]
    return window, first, window.session.document


def with_state(window, document: Document) -> tuple[Document, str]:
    return add_node(document, window.session.graph_id, "state", window.session.registry)


def look(window, tick: int) -> None:
    window.run.look_at(tick)
    window.run.time.finish()


def canvas_nodes(window) -> set[str]:
    return {each for each in window.session.graph.nodes if window.view.canvas.node_rect(each) is not None}


def banner(window):
    content = window.area.banner.content
    return (content.kind, content.text) if content is not None else None


def test_7_3_a_tick_before_the_edit_shows_the_document_of_then_and_the_end_the_newest(edited):
    window, first, newest = edited
    look(window, 39)
    assert window.session.document is first
    assert canvas_nodes(window) == set(first.graphs[window.session.graph_id].nodes)
    assert "with the document of then" in window.area.banner.content.text
    look(window, 40)
    assert window.session.document is newest
    assert canvas_nodes(window) == set(newest.graphs[window.session.graph_id].nodes)
    assert "with the document of then" not in window.area.banner.content.text
    look(window, -1)
    assert window.session.document is first
    window.run.look_at(59)
    window.run.time.finish()
    assert not window.run.time.is_past
    assert window.session.document is newest
    assert window.session.is_saved is False
    assert window.session.history.index == 1


def test_the_document_of_then_is_compared_with_the_newest_from_the_banner(edited):
    window, first, newest = edited
    look(window, 20)
    button = next(each for each in window.area.banner.content.buttons if each.title == "Compare")
    button.run()
    comparison = window.part(WindowComparison)
    assert comparison.is_open
    comparison.work.finish()
    (added,) = newest.graphs["tank"].nodes.keys() - first.graphs["tank"].nodes.keys()
    assert [(row.mark, row.element) for row in comparison.panel.model.rows] == [("added", added)]


def test_what_is_selected_and_no_more_there_is_let_go(edited):
    window, first, newest = edited
    graph = window.session.graph_id
    (added,) = newest.graphs[graph].nodes.keys() - first.graphs[graph].nodes.keys()
    kept = next(iter(first.graphs[graph].children))
    window.session.select((added, kept))
    look(window, 10)
    assert window.session.selection == {kept}
    assert window.inspector.isEnabled()
    look(window, 50)
    assert window.session.selection == {kept}


def test_branch_here_goes_on_with_the_document_of_then_as_a_step_that_can_be_undone(edited):
    window, first, newest = edited
    look(window, 20)
    assert window.commands.run("run.branch")
    assert window.session.document is first
    assert not window.session.is_looking_back
    assert window.session.history.undo_label == "The document of tick 20"
    assert banner(window) is None
    window.run.apply_edits_now()
    window.run.advance(5)
    assert [segment.first_tick for segment in window.run.session.segments] == [0], (
        "the branch runs it untouched"
    )
    window.session.undo()
    assert window.session.document is newest
    window.run.apply_edits_now()
    window.run.advance(1)
    assert window.run.session.segments[-1].minds.documents["tank.mind.json"] is newest
    window.session.redo()
    assert window.session.document == first


def test_the_first_edit_begins_the_branch_from_the_document_of_then(edited):
    window, first, newest = edited
    look(window, 20)
    graph = window.session.graph_id
    state = first.graphs[graph].children[-1]
    window.session.apply("Disable", lambda document: toggle_enabled(document, graph, [state]))
    shown = window.session.document
    assert shown.graphs[graph].nodes[state].disabled
    assert shown.graphs[graph].nodes.keys() == first.graphs[graph].nodes.keys()
    window.run.frame_shown.emit()
    assert window.session.document is shown, "an edit not yet taken up is not hidden"
    window.run.apply_edits_now()
    assert not window.run.time.is_past
    assert [take.end_tick for take in window.run.time.takes] == [60]
    window.run.advance(1)
    assert window.run.session.segments[-1].minds.documents["tank.mind.json"] is shown
    window.session.undo()
    assert window.session.document is first
    window.session.undo()
    assert window.session.document is newest


def test_a_refused_edit_and_one_that_changes_nothing_keep_nothing(edited):
    window, first, newest = edited
    look(window, 20)
    refused = []
    window.session.refused.connect(lambda *words: refused.append(words))
    window.session.apply("Remove", lambda document: remove(document, "nowhere", ["nothing"]))
    window.session.apply("Nothing", lambda document: document)
    assert window.session.document is first
    assert window.session.is_looking_back
    assert window.session.current_document is newest
    assert window.session.history.index == 1


def test_an_edit_in_the_past_that_has_errors_is_not_hidden_and_branches(edited):
    window, first, _newest = edited
    look(window, 20)
    graph = window.session.graph_id
    states = list(first.graphs[graph].children)
    window.session.apply("Remove all", lambda document: remove(document, graph, states))
    window.run.apply_edits_now()
    assert window.run.runs_last_good
    assert not window.run.time.is_past
    assert window.session.document.graphs[graph].children == ()
    window.session.undo()
    window.run.apply_edits_now()
    assert window.session.document is first
    assert not window.run.runs_last_good


def test_undo_in_the_past_is_refused_in_words(edited):
    window, first, newest = edited
    look(window, 20)
    refused = []
    window.session.refused.connect(lambda *words: refused.append(words))
    window.session.undo()
    assert window.session.current_document is newest
    assert window.session.document is first
    assert "earlier one is shown" in refused[0][0]
    assert "live" in refused[0][1]


def test_saving_in_the_past_saves_the_newest(edited):
    window, first, newest = edited
    look(window, 20)
    assert window.commands.run("file.save")
    assert load_document(window.session.path) == newest
    assert window.session.document is first
    assert window.session.is_saved


def test_stop_in_the_past_begins_again_with_the_newest(edited):
    window, _first, newest = edited
    look(window, 20)
    window.run.stop()
    assert window.session.document is newest
    window.run.advance(2)
    assert window.run.session.segments[0].minds.documents["tank.mind.json"] is newest


def test_an_edit_at_the_paused_end_is_still_there_after_a_look_back(edited):
    window, first, _newest = edited
    window.session.apply("Add", lambda document: with_state(window, document)[0])
    third = window.session.document
    window.run.apply_edits_now()
    look(window, 20)
    assert window.session.document is first
    look(window, 59)
    assert window.session.document is third
    window.run.apply_edits_now()
    window.run.advance(1)
    assert window.run.session.segments[-1].minds.documents["tank.mind.json"] is third


def test_a_take_with_another_version_shows_it_until_it_is_kept_or_the_other_take_is_back(edited):
    window, first, newest = edited
    look(window, 20)
    window.commands.run("run.branch")
    window.run.advance(10)
    window.run.take_up(0, 59)
    window.run.time.finish()
    assert not window.run.time.is_past
    assert window.session.document is newest
    assert window.session.current_document is first
    assert banner(window) == ("past", "This take ran another version of the document")
    window.run.advance(1)
    assert window.session.document is newest
    assert window.run.session.segments[-1].minds.documents["tank.mind.json"] is newest
    window.area.banner.content.buttons[-1].run()
    assert window.session.current_document is newest
    assert banner(window) is None
    window.run.apply_edits_now()
    assert not window.run.session.has_waiting_inputs
    window.run.stop()
    assert window.session.document is newest


def test_stop_in_a_take_with_another_version_begins_again_with_the_newest(edited):
    window, first, _newest = edited
    look(window, 20)
    window.commands.run("run.branch")
    window.run.advance(10)
    window.run.take_up(0, 59)
    window.run.time.finish()
    window.run.stop()
    assert window.session.document is first
    assert window.run.session.segments[0].minds.documents["tank.mind.json"] is first


def test_what_only_looks_otherwise_stays_as_it_is_now(edited):
    window, _first, newest = edited
    graph = window.session.graph_id
    state = newest.graphs[graph].children[0]
    window.session.apply("Note", lambda document: set_field(document, graph, state, "note", "Look here"))
    noted = window.session.document
    look(window, 50)
    assert window.session.document is noted
