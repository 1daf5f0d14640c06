from __future__ import annotations

import subprocess

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.comparison.comparison import DocumentComparison
from editor.comparison.comparison_page import ComparisonPage
from editor.comparison.comparison_view import ComparisonView
from editor.comparison.marked_scene import MarkedScene, marked_scene
from editor.documents.folders.git_versions import NoGitVersion, committed_bytes, is_in_work_tree
from editor.window.parts.banners import WindowBanners
from editor.window.parts.comparison import WindowComparison, differences_panel
from graphs.edits.adding import add_node
from graphs.edits.setting import rename, set_field
from graphs.edits.variables import add_variable
from graphs.files.document_file import document_to_bytes
from graphs.model import StateMachineGraph
from tests.editor.canvas.sample_documents import large_machine, large_tree
from tests.editor.window_builders import REGISTRY, two_state_machine

GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]


@pytest.fixture
def machine():
    return two_state_machine()


@pytest.fixture
def guard_file(tmp_path, machine):
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(machine[0]))
    return path


@pytest.fixture
def changed(window, guard_file, machine):
    """Return the window with a machine to which a state was added and of which another was renamed."""
    _, graph, idle, _, edge = machine
    window.open_file(guard_file)
    session = window.session
    session.apply("Rename", lambda each: rename(each, graph, idle, "Rest"))
    session.apply("Guard", lambda item: set_field(item, graph, edge, "guard", "d < 9"))
    session.apply("Add", lambda entry: add_node(entry, graph, "state", REGISTRY, at=(0, 300))[0])
    return window


def marks_of(window) -> list[str]:
    return [row.mark for row in window.part(differences_panel).model.rows]


def test_what_differs_from_the_saved_version_is_listed_and_marked(changed):
    assert changed.commands.run("compare.saved")
    assert sorted(marks_of(changed)) == ["added", "changed", "changed"]
    page = changed.part(WindowComparison).page
    assert page is changed.pages.page
    shown = page.view.shown
    assert len(shown.marks.added) == 1
    assert len(shown.marks.changed) == 2
    assert changed.panels.is_shown("differences")


def test_next_and_previous_walk_the_list_and_begin_anew_at_its_end(changed):
    changed.commands.run("compare.saved")
    page, panel = changed.part(WindowComparison).page, changed.part(differences_panel)
    assert page.row == 0
    for wanted in (1, 2, 0):
        changed.commands.run("difference.next")
        assert page.row == wanted == panel.view.currentIndex().row()
    changed.commands.run("difference.previous")
    assert page.row == 2


def test_a_click_in_the_list_rings_what_it_is_about(changed):
    changed.commands.run("compare.saved")
    panel, page = changed.part(differences_panel), changed.part(WindowComparison).page
    row = next(number for number, each in enumerate(panel.model.rows) if each.mark == "added")
    panel.view.clicked.emit(panel.model.index(row))
    assert page.current == panel.model.rows[row]
    assert page.view.shown.item._current == panel.model.rows[row].element


def test_the_comparison_follows_edits_and_undo(changed):
    changed.commands.run("compare.saved")
    changed.session.undo()
    comparison = changed.part(WindowComparison)
    assert comparison._soon.isActive()
    comparison.refresh()
    assert marks_of(changed) == ["changed", "changed"]


def test_esc_returns_to_the_canvas_and_empties_the_list(changed):
    changed.commands.run("compare.saved")
    page = changed.part(WindowComparison).page
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert changed.pages.page is None
    assert marks_of(changed) == []
    assert not changed.commands.run("difference.next")


def test_nothing_differs_is_said(window, guard_file):
    window.open_file(guard_file)
    window.commands.run("compare.saved")
    assert window.part(WindowComparison).page.nothing.text() == "Nothing differs."


def test_another_file_can_be_compared_and_a_broken_one_is_refused(changed, tmp_path, dialogs, machine):
    other = tmp_path / "other.mind.json"
    other.write_bytes(document_to_bytes(add_variable(machine[0], "fear", "float")[0]))
    dialogs.to_open = (other,)
    assert changed.commands.run("compare.file")
    assert "removed" in marks_of(changed)
    changed.pages.close()
    other.write_text("{", encoding="utf-8")
    changed.commands.run("compare.file")
    assert changed.pages.page is None
    assert "other.mind.json" in changed.area.toast.label.text()


def test_a_file_that_changed_on_disk_can_be_compared_from_its_banner(changed, guard_file, machine):
    guard_file.write_bytes(document_to_bytes(add_variable(machine[0], "fear", "float")[0]))
    changed.part(WindowBanners).file_changed(changed.session)
    content = changed.area.banner.content
    assert [button.title for button in content.buttons] == ["Compare", "Keep mine", "Reload"]
    content.buttons[0].run()
    assert "removed" in marks_of(changed)


def test_a_double_click_opens_the_thing_in_the_document(changed, machine):
    changed.commands.run("compare.saved")
    _, graph, idle, _, _ = machine
    changed.part(WindowComparison).page.open_wanted.emit(graph, idle)
    assert changed.pages.page is None
    assert changed.session.selection == {idle}


def test_the_last_commit_is_read_beside_the_window(changed, guard_file, qtbot):
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "guard"]):
        subprocess.run([*GIT, *command], cwd=guard_file.parent, check=True)
    changed.save_session(changed.session)
    assert changed.commands.run("compare.commit")
    qtbot.waitUntil(lambda: changed.part(WindowComparison).is_open)
    assert sorted(marks_of(changed)) == ["added", "changed", "changed"]


def test_a_file_that_git_does_not_hold_is_told_of(tmp_path):
    subprocess.run([*GIT, "init", "-q"], cwd=tmp_path, check=True)
    path = tmp_path / "guard.mind.json"
    path.touch()
    assert is_in_work_tree(path)
    with pytest.raises(NoGitVersion, match=r"git has no HEAD of guard\.mind\.json"):
        committed_bytes(path)


def test_without_git_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoGitVersion, match="no git"):
        committed_bytes(tmp_path / "guard.mind.json")


def test_what_only_the_document_declares_has_no_picture(machine):
    new = add_variable(machine[0], "fear", "float")[0]
    comparison = DocumentComparison(machine[0], new, "then", "now", REGISTRY)
    assert comparison.graphs == ()
    assert [(row.mark, row.graph) for row in comparison.rows] == [("added", "")]


@pytest.fixture
def large(window, tmp_path, monkeypatch):
    """Return a window with a large tree whose root was renamed since it was saved; every step is a slice."""
    monkeypatch.setattr("editor.basics.slices.SLICE", 0.0)
    monkeypatch.setattr("editor.window.parts.comparison.AT_ONCE", 10**9)
    document = large_tree(500)
    path = tmp_path / "large.mind.json"
    path.write_bytes(document_to_bytes(document))
    window.open_file(path)
    graph_id = document.root
    assert graph_id is not None
    node_id = next(iter(document.graphs[graph_id].nodes))
    window.session.apply("Rename", lambda each: rename(each, graph_id, node_id, "Other"))
    return window


def shown_by(page: ComparisonPage) -> MarkedScene | None:
    return page.view.shown


def test_a_large_comparison_is_made_a_step_at_a_time(large, qtbot):
    comparison = large.part(WindowComparison)
    large.commands.run("compare.saved")
    page = comparison.page
    assert shown_by(page) is None
    qtbot.waitUntil(lambda: shown_by(page) is not None)
    assert not comparison.work.is_busy
    assert marks_of(large) == ["changed"]
    shown = shown_by(page)
    assert shown is not None
    assert (len(shown.marks.changed), shown.scene.node_count()) == (1, 500)


def test_a_large_file_is_read_beside_the_window(changed, guard_file, qtbot, monkeypatch):
    monkeypatch.setattr("editor.window.parts.comparison.AT_ONCE", 10)
    changed.commands.run("compare.saved")
    assert not changed.part(WindowComparison).is_open
    qtbot.waitUntil(lambda: changed.part(WindowComparison).is_open)
    assert sorted(marks_of(changed)) == ["added", "changed", "changed"]


def test_esc_gives_up_a_large_comparison(large):
    comparison = large.part(WindowComparison)
    large.commands.run("compare.saved")
    page = comparison.page
    assert comparison.work.is_busy or page.view.work.is_busy
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not comparison.is_open
    assert not comparison.work.is_busy
    assert not page.view.work.is_busy
    assert page.view.shown is None
    assert marks_of(large) == []


def test_canceling_the_drawing_of_what_differs_closes_the_comparison(large):
    comparison = large.part(WindowComparison)
    large.commands.run("compare.saved")
    comparison.work.finish()
    assert comparison.page.view.work.cancel()
    assert not comparison.is_open
    assert comparison.page.view.shown is None


def test_a_large_machine_is_drawn_with_its_lines_led(qtbot):
    old = large_machine(220, 260)
    graph_id = old.root
    assert graph_id is not None
    graph = old.graphs[graph_id]
    assert isinstance(graph, StateMachineGraph)
    new = set_field(old, graph_id, next(iter(graph.edges)), "guard", "d < 9")
    whole = DocumentComparison(old, new, "a", "b", REGISTRY)
    view = ComparisonView()
    qtbot.addWidget(view)
    view.show_graph(whole, graph_id)
    view.work.finish()
    shown = view.shown
    assert shown is not None
    machine = shown.scene.machine
    at_once = marked_scene(old, new, graph_id, REGISTRY, whole.of_graph(graph_id)).scene.machine
    assert machine is not None
    assert at_once is not None
    assert set(machine.states) == set(graph.nodes)
    assert set(machine.lines) >= set(machine.shape.bundles)
    assert machine.arrangement.rects == at_once.arrangement.rects
    assert {key: route.points for key, route in machine.arrangement.routes.items()} == {
        key: route.points for key, route in at_once.arrangement.routes.items()
    }
