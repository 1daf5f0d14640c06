"""A document of a newer version: shown with a notice, refused every change, saved only as a copy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.window.main_window import MainWindow
from editor.window.parts.banners import WindowBanners
from graphs.edits.setting import rename
from graphs.files.document_file import document_to_bytes, load_document
from graphs.model import StateMachineGraph
from graphs.model.document import NEWEST_VERSION
from tests.editor.window_builders import AnsweringDialogs, two_state_machine, waiting_tree

CHANGES = ("edit.", "graph.", "problems.")
"""Groups of commands that could change a document; none may do so here."""


def _newer(path: Path, tree: bool = False) -> Path:
    made = waiting_tree()[0] if tree else two_state_machine()[0]
    value = json.loads(document_to_bytes(made))
    value["version"] = NEWEST_VERSION + 1
    value["mood"] = {"of": "a later version"}
    path.write_text(json.dumps(value))
    return path


@pytest.fixture
def newer(window: MainWindow, tmp_path: Path) -> Path:
    path = _newer(tmp_path / "guard.mind.json")
    assert window.open_file(path)
    return path


@pytest.fixture
def refusals(window: MainWindow, newer: Path) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    assert window.session is not None
    window.session.refused.connect(lambda reason, remedy: heard.append((reason, remedy)))
    return heard


def test_a_banner_says_what_why_and_what_to_do(window: MainWindow, newer: Path) -> None:
    content = window.area.banner.content
    assert content is not None
    assert content.text == "guard.mind.json is read-only"
    why = f"Version {NEWEST_VERSION + 1} is newer than this Mindloom ({NEWEST_VERSION})."
    assert content.note == f"{why} Update it, or edit a copy."
    assert [button.title for button in content.buttons] == ["Save a copy…"]
    assert "version" in content.buttons[0].help


def test_no_command_changes_it(window: MainWindow, refusals: list[tuple[str, str]]) -> None:
    session, view = window.session, window.view
    assert session is not None
    assert view is not None
    before = session.document
    ids = [command.id for command in window.commands if command.id.startswith(CHANGES)]
    for selection in ((), tuple(session.graph.nodes)[:1], tuple(session.graph.nodes)):  # type: ignore[union-attr]
        for command_id in ids:
            session.select(selection)
            window.commands.run(command_id)
            view.search.popup.cancel()
            view.title_editor.cancel()
            assert session.document is before, command_id
            assert session.is_saved
    told = [remedy for reason, remedy in refusals if reason == session.read_only_reason]
    assert len(told) > 20
    assert all("another name" in remedy for remedy in told)


def test_dragging_a_state_is_refused_at_the_pointer_and_leaves_it(window: MainWindow, newer: Path) -> None:
    view, session = window.view, window.session
    assert view is not None
    assert session is not None
    view.setFocus()
    node = next(iter(session.document.graphs[session.graph_id].nodes))
    rect = view.canvas.node_rect(node)
    assert rect is not None
    start = view.mapFromScene(rect.left + 20, rect.bottom - 6)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 5):
        QTest.mouseMove(view.viewport(), start + QPoint(20 * step, 10 * step))
    QApplication.processEvents()
    assert view.director.active is None
    assert view.refusal_tip.isVisible()
    assert view.canvas.node_rect(node) == rect
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(80, 40))
    assert view.canvas.node_rect(node) == rect


def test_it_can_be_panned_and_boxes_can_be_drawn(window: MainWindow, newer: Path) -> None:
    view, session = window.view, window.session
    assert view is not None
    assert session is not None
    place = QPoint(view.viewport().width() - 40, 80)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    goal = QPoint(10, view.viewport().height() - 80)
    for step in range(1, 5):
        QTest.mouseMove(view.viewport(), place + (goal - place) * step / 4)
    assert view.director.active is not None
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=goal)
    assert session.selection
    center = view.camera.center
    QTest.mousePress(view.viewport(), Qt.MouseButton.MiddleButton, pos=place)
    QTest.mouseMove(view.viewport(), place + QPoint(0, 60))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.MiddleButton, pos=place + QPoint(0, 60))
    assert view.camera.center != center


def test_renaming_in_place_is_refused_with_a_reason(
    window: MainWindow, refusals: list[tuple[str, str]]
) -> None:
    view, session = window.view, window.session
    assert view is not None
    assert session is not None
    view.values.rename_in_place(next(iter(session.document.graphs[session.graph_id].nodes)))
    assert not view.title_editor.is_open
    assert "read-only" in refusals[0][0]


def test_the_inspector_says_why_a_field_stays(window: MainWindow, newer: Path) -> None:
    session = window.session
    assert session is not None
    graph = session.graph
    assert isinstance(graph, StateMachineGraph)
    session.select([next(iter(graph.edges))])
    window.inspector.page.refresh()
    row = window.inspector.page.row("guard")
    row.edited.emit("d < 9", False)
    assert session.document.graphs[session.graph_id] is graph
    assert "read-only" in row.message.text()


def test_saving_makes_a_copy_that_can_be_edited(
    window: MainWindow, dialogs: AnsweringDialogs, newer: Path
) -> None:
    kept = newer.read_bytes()
    dialogs.save_as = newer.with_name("mine.mind.json")
    session = window.session
    assert session is not None
    assert window.commands.run("file.save")
    assert newer.read_bytes() == kept
    copy = load_document(dialogs.save_as)
    assert copy.version == NEWEST_VERSION
    assert copy.model_extra == {"mood": {"of": "a later version"}}
    assert window.area.banner.content is None
    assert "copy" in window.area.toast.label.text()
    state = next(iter(copy.graphs[session.graph_id].nodes))
    assert session.apply("Rename", lambda each: rename(each, session.graph_id, state, "Rest"))
    session.undo()
    session.undo()
    assert session.document.version == NEWEST_VERSION
    assert session.is_saved


def test_saving_over_the_file_itself_is_refused(
    window: MainWindow, dialogs: AnsweringDialogs, newer: Path
) -> None:
    kept = newer.read_bytes()
    dialogs.save_as = newer
    window.commands.run("file.save_as")
    assert newer.read_bytes() == kept
    assert "another name" in dialogs.told[-1][2]
    assert window.session is not None
    assert window.session.read_only_reason


def test_a_file_that_becomes_newer_on_disk_becomes_read_only(
    window: MainWindow, tmp_path: Path, qtbot
) -> None:
    path = tmp_path / "walk.mind.json"
    path.write_bytes(document_to_bytes(waiting_tree()[0]))
    window.open_file(path)
    assert window.area.banner.content is None
    _newer(path, tree=True)
    qtbot.waitUntil(lambda: window.area.banner.content is not None, timeout=3000)
    assert window.session is not None
    assert "read-only" in window.session.read_only_reason


def test_a_banner_that_comes_leaves_the_canvas_where_it_is(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "walk.mind.json"
    path.write_bytes(document_to_bytes(waiting_tree()[0]))
    window.open_file(path)
    view, session = window.view, window.session
    assert view is not None
    assert session is not None
    before = view.mapToGlobal(QPoint(0, 0)), view.mapFromScene(0, 0), view.size()
    session.read_only_reason = "walk.mind.json is read-only."
    window.part(WindowBanners).refresh()
    QApplication.processEvents()
    banner = window.area.banner
    assert banner.isVisible()
    assert banner.width() == view.width()
    assert window.area.breadcrumb.y() >= banner.height()
    assert (view.mapToGlobal(QPoint(0, 0)), view.mapFromScene(0, 0), view.size()) == before
