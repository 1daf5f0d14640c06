from __future__ import annotations

import threading
from pathlib import Path

from editor.documents.folders.file_search import FileMatch, FileTrouble, document_files
from editor.panels.document.find_panel import FileRow, GraphRow
from editor.window.parts.finding import WindowFinding, find_panel
from graphs.edits.setting import set_field
from graphs.files.document_file import save_document
from graphs.worlds.model.world_file import AgentEntry, empty_world, save_world
from tests.editor.window_builders import two_state_machine, waiting_tree


def folder_of_two(folder: Path) -> tuple[Path, Path]:
    machine, *_ = two_state_machine()
    tree, graph, _, wait = waiting_tree()
    tree = set_field(tree, graph, wait, "note", "Until d is small.")
    first, second = folder / "guard.mind.json", folder / "inner" / "walk.mind.json"
    second.parent.mkdir()
    save_document(first, machine)
    save_document(second, tree)
    return first, second


def rows_for(window, text, *, whole: bool = False):
    panel = window.part(find_panel)
    panel.row.whole_words.setChecked(whole)
    panel.begin(text)
    panel.finish()
    return list(panel.model.rows)


def test_open_files_and_those_of_the_folder_are_searched_by_file_and_graph(window, tmp_path):
    first, second = folder_of_two(tmp_path)
    window.open_file(first)
    rows = rows_for(window, "d", whole=True)
    files = [(row.source.path, row.count) for row in rows if isinstance(row, FileRow)]
    assert files == [(first.resolve(), 2), (second, 1)]
    assert [row.title for row in rows if isinstance(row, GraphRow)] == ["Document", "Guard", "Walk"]
    assert window.part(find_panel).words.text() == f"3 matches in 2 files of {tmp_path.name}"


def test_a_click_opens_the_file_and_selects_the_element(window, tmp_path):
    first, second = folder_of_two(tmp_path)
    window.open_file(first)
    rows = rows_for(window, "Until")
    row = next(place for place, each in enumerate(rows) if isinstance(each, FileMatch))
    window.part(find_panel).view.clicked.emit(window.part(find_panel).model.index(row))
    assert window.session.path == second.resolve()
    assert window.session.selection == {rows[row].found.place.element}


def test_a_variable_found_is_shown_in_the_inspector(window, tmp_path):
    first, _ = folder_of_two(tmp_path)
    window.open_file(first)
    rows = rows_for(window, "d", whole=True)
    match = next(row for row in rows if isinstance(row, FileMatch) and row.found.what == "variable")
    window.part(WindowFinding).go_to(match)
    assert window.inspector.page.row("variable.name").spec.value == "d"


def test_unsaved_changes_are_searched_as_they_are(window, tmp_path):
    first, _ = folder_of_two(tmp_path)
    window.open_file(first)
    session = window.session
    state = next(iter(session.graph.nodes))
    session.apply("Note", lambda each: set_field(each, session.graph_id, state, "note", "heliotrope"))
    assert [item.found.text for item in rows_for(window, "heliotrope") if isinstance(item, FileMatch)] == [
        "heliotrope"
    ]


def test_a_file_that_cannot_be_read_is_listed_with_the_reason(window, tmp_path):
    first, second = folder_of_two(tmp_path)
    second.write_text("{", encoding="utf-8")
    window.open_file(first)
    troubles = [each for each in rows_for(window, "d") if isinstance(each, FileTrouble)]
    assert [trouble.source.name for trouble in troubles] == ["inner/walk.mind.json"]


def test_a_search_is_canceled_with_esc_and_keeps_what_was_found(qtbot, window, tmp_path):
    first, _ = folder_of_two(tmp_path)
    window.open_file(first)
    panel = window.part(find_panel)

    def endless():
        while True:
            yield None

    panel._searching = lambda query: type(window.part(WindowFinding).search(query))("nowhere", endless())
    panel.row.field.setText("d")
    panel.search()
    assert panel.cancel.isVisible() or not panel.isVisible()
    panel.row.left.emit()
    assert panel.words.text() == "Canceled after 0 matches"
    assert panel.cancel.isHidden()


def test_hidden_folders_and_those_that_tools_made_are_passed_over(tmp_path):
    for folder in ("", ".git", "node_modules", "minds"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "a.mind.json").write_text("{}", encoding="utf-8")
    assert [file.relative_to(tmp_path).as_posix() for file in document_files(tmp_path)] == [
        "a.mind.json",
        "minds/a.mind.json",
    ]


def folder_with_world(folder: Path) -> tuple[Path, Path]:
    first, _ = folder_of_two(folder)
    world = folder / "yard.world.json"
    agent = AgentEntry(at=(3, 3), name="Sentry", mind="guard.mind.json")
    save_world(world, empty_world().model_copy(update={"agents": {"sentry_1": agent}}))
    return first, world


def test_worlds_are_searched_and_a_click_selects_on_the_map(window, tmp_path):
    first, world = folder_with_world(tmp_path)
    window.open_file(first)
    rows = rows_for(window, "sentry")
    matches = [each for each in rows if isinstance(each, FileMatch)]
    assert [(match.graph_title, match.place, match.found.what) for match in matches] == [
        ("Agents", "Sentry", "id"),
        ("Agents", "Sentry", "name"),
    ]
    window.part(WindowFinding).go_to(matches[0])
    editor = window.world.editor
    assert editor.is_on
    assert editor.session.path == world.resolve()
    assert [item.key for item in editor.editing.selected] == ["agents.sentry_1"]


def test_an_open_world_is_searched_as_it_is_now(window, tmp_path):
    first, world = folder_with_world(tmp_path)
    window.open_file(first)
    session = window.shelf.open(world)
    agent = session.world.agents["sentry_1"].model_copy(update={"name": "Watchman"})
    session.apply("Rename", lambda each: each.model_copy(update={"agents": {"sentry_1": agent}}))
    matches = [item for item in rows_for(window, "Watchman") if isinstance(item, FileMatch)]
    assert [match.found.what for match in matches] == ["name"]
    assert not [entry for entry in rows_for(window, "Sentry", whole=True) if isinstance(entry, FileMatch)]


def test_a_world_that_cannot_be_read_is_told_of(window, tmp_path):
    first, world = folder_with_world(tmp_path)
    world.write_text("{", encoding="utf-8")
    window.open_file(first)
    troubles = [each for each in rows_for(window, "sentry") if isinstance(each, FileTrouble)]
    assert [trouble.source.name for trouble in troubles] == ["yard.world.json"]


def test_files_are_read_beside_the_window_between_steps(window, tmp_path):
    first, _ = folder_of_two(tmp_path)
    window.open_file(first)
    waiting = threading.Event()
    read = window.part(WindowFinding)._library.document

    def slow(path):
        waiting.wait(10)
        return read(path)

    window.part(WindowFinding)._library.document = slow
    panel = window.part(find_panel)
    panel.row.field.setText("Until")
    panel.search()
    assert panel._steps.is_under_way
    waiting.set()
    panel.finish()
    assert [row.found.text for row in panel.model.rows if isinstance(row, FileMatch)] == ["Until d is small."]
