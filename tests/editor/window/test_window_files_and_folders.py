from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from editor.window.parts.drops import WindowDrops
from editor.window.parts.folder import WindowFolder
from graphs.edits.setting import rename
from graphs.files.document_file import document_to_bytes
from graphs.worlds.minds.world_choice import field_world
from graphs.worlds.minds.world_minds import mind_files
from graphs.worlds.model.world_file import load_world, save_world
from tests.editor.window_builders import two_state_machine


@pytest.fixture
def guard_file(tmp_path):
    path = tmp_path / "minds" / "guard.mind.json"
    path.parent.mkdir()
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    save_world(path.with_name("guard.world.json"), field_world(path.name))
    return path


def mime_of(paths) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drag(widget, data) -> bool:
    """Drag over a widget; the data must outlive the events, which only point at them."""
    buttons = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, *buttons)
    QApplication.sendEvent(widget, enter)
    return enter.isAccepted()


def drop(widget, paths) -> bool:
    data = mime_of(paths)
    entered = drag(widget, data)
    buttons = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    event = QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, data, *buttons)
    QApplication.sendEvent(widget, event)
    return entered and event.isAccepted()


def files_shown(window, qtbot) -> list[str]:
    panel = window.part(WindowFolder).panel
    qtbot.waitUntil(lambda: panel.listing is not None)
    return [entry.path.name for entry in panel.listing.root.walk()][1:]


def test_a_mind_dropped_on_the_empty_window_opens(window, guard_file):
    assert drop(window, [guard_file])
    assert window.session.path == guard_file


def test_a_mind_dropped_on_a_canvas_opens_beside_and_keeps_unsaved_work(window, guard_file):
    window.open_file(guard_file)
    session = window.session
    state = next(iter(session.graph.nodes))
    session.apply("Rename", lambda each: rename(each, session.graph_id, state, "Rest"))
    edited = session.document
    assert drop(window.view.viewport(), [guard_file])
    assert window.session is session
    assert session.document is edited


def test_a_mind_dropped_on_the_map_of_the_preview_opens(window, guard_file):
    assert drop(window.preview.map.viewport(), [guard_file])
    assert window.session.path == guard_file


def test_a_world_that_was_opened_is_among_the_recent_files(window, guard_file):
    world = guard_file.with_name("guard.world.json")
    assert window.open_file(world)
    assert {file.path for file in window.workspace.recent.files()} == {guard_file, world}


def test_while_files_are_dragged_the_window_says_what_a_drop_would_do(window, guard_file):
    data = mime_of([guard_file, guard_file.with_name("guard.world.json")])
    drag(window, data)
    hint = window.part(WindowDrops).hint
    assert hint.isVisible()
    assert hint.words == "Open 1 mind and 1 world"
    assert not hint.is_refusal
    painted = QImage(hint.size(), QImage.Format.Format_ARGB32)
    painted.fill(Qt.GlobalColor.transparent)
    hint.render(painted, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    menu_bar = painted.copy(8, 6, painted.width() - 16, 16)
    assert not any(menu_bar.constBits()), "the frame crosses the words of the menu bar"


def test_a_wrong_file_is_refused_in_words(window, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.touch()
    drop(window, [notes])
    assert "notes.txt cannot be opened" in window.area.toast.label.text()
    assert window.session is None


def test_a_dropped_folder_shows_its_files(window, guard_file, qtbot):
    drop(window, [guard_file.parent])
    assert files_shown(window, qtbot) == ["guard.mind.json", "guard.world.json"]
    assert window.panels.is_shown("files")
    assert not window.welcome.is_shown


def test_the_files_are_those_of_the_document_in_view(window, guard_file, qtbot):
    window.open_file(guard_file)
    assert files_shown(window, qtbot) == ["guard.mind.json", "guard.world.json"]
    panel = window.part(WindowFolder).panel
    assert panel.state_of(guard_file) == ("warning", False, True)
    session = window.session
    session.apply(
        "Break", lambda each: rename(each, session.graph_id, next(iter(session.graph.nodes)), "Rest")
    )
    assert panel.state_of(guard_file)[1]


def test_renaming_an_open_mind_keeps_it_open_and_offers_to_update_its_world(window, guard_file, qtbot):
    window.open_file(guard_file)
    files_shown(window, qtbot)
    session = window.session
    assert window.part(WindowFolder).rename(guard_file, "sentry")
    renamed = guard_file.with_name("sentry.mind.json")
    assert session.path == renamed
    assert renamed.exists()
    assert not guard_file.exists()
    assert "guard.world.json" in window.area.toast.label.text()
    window.area.toast.button.click()
    assert mind_files(load_world(guard_file.with_name("guard.world.json"))) == ("sentry.mind.json",)
    state = next(iter(session.graph.nodes))
    session.apply("Rename", lambda each: rename(each, session.graph_id, state, "Rest"))
    assert window.save_session(session)
    assert not guard_file.exists()


def test_a_name_that_is_taken_is_refused(window, guard_file, qtbot):
    guard_file.with_name("sentry.mind.json").touch()
    assert not window.part(WindowFolder).rename(guard_file, "sentry")
    assert guard_file.exists()
    assert "is there already" in window.area.toast.label.text()


def test_a_new_mind_is_made_under_a_free_name_and_opens(window, guard_file):
    first = window.part(WindowFolder).new_document(guard_file.parent, "behavior_tree")
    second = window.part(WindowFolder).new_document(guard_file.parent, "behavior_tree")
    assert (first.name, second.name) == ("behavior_tree.mind.json", "behavior_tree-2.mind.json")
    assert window.session.path == second
    assert window.session.is_saved


def test_a_file_that_appears_is_listed(window, guard_file, qtbot):
    window.open_file(guard_file)
    files_shown(window, qtbot)
    guard_file.with_name("troll.mind.json").write_bytes(guard_file.read_bytes())
    qtbot.waitUntil(lambda: "troll.mind.json" in files_shown(window, qtbot))
