from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import samples_folder
from editor.panels.document.palette_panel import CHOICE_MIME
from editor.theme.theme_manager import THEME_CHOICES
from editor.widgets.file_dialogs import UnsavedAnswer
from editor.window.application import show_on_screen
from editor.window.frame.palette_drops import PaletteDrops
from editor.window.frame.panel_layout import DEFAULT_SIZES
from graphs.edits.setting import rename, set_field
from graphs.files.document_file import document_to_bytes
from tests.editor.window_builders import two_state_machine, waiting_tree

TANK = samples_folder() / "tank.mind.json"
SOLDIER = samples_folder() / "soldier.mind.json"


@pytest.fixture
def guard_file(tmp_path):
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    return path


def rename_first(session: DocumentSession, name: str = "Rest") -> None:
    assert session.graph is not None
    graph = session.graph_id
    state = next(iter(session.graph.nodes))
    session.apply("Rename", lambda document: rename(document, graph, state, name))


def test_window_opens_and_closes(open_window):
    window = open_window(welcomes=True)
    assert window.area.session is None
    assert window.close()


def test_sample_opens_and_plays(window, qtbot):
    assert window.open_file(TANK)
    window.run.run()
    qtbot.waitUntil(lambda: window.run.tick > 10, timeout=5000)
    assert "Running" in window.tool_row.run_state.text()
    window.run.pause()


def test_transport_is_exactly_in_the_middle(window, qtbot):
    for width in (1440, 1300, 1601):
        window.resize(width, 900)
        qtbot.wait(20)
        transport = window.tool_row.transport
        middle = transport.mapTo(window, QPoint(0, 0)).x() + transport.width() / 2
        assert abs(middle - window.width() / 2) <= 1


def test_default_arrangement_has_the_sizes_of_the_look(window):
    columns = window.panels.splitters["columns"].sizes()
    assert abs(columns[1] - DEFAULT_SIZES["columns"][1]) < 12
    assert window.title_row.height() == 28
    assert window.tool_row.height() == 44
    assert window.status_row.height() == 24


def test_arrangement_is_kept(open_window, qtbot):
    first = open_window()
    first.panels.move_panel("problems", "right")
    first.panels.splitters["columns"].setSizes([800, 640])
    first.close()
    second = open_window()
    assert second.panels.homes()["right"] == ["inspector", "why", "history", "problems"]
    # A small screen may make the second window smaller; what is kept is the share.
    left, right = second.panels.sizes()["columns"]
    assert right / (left + right) == pytest.approx(640 / 1440, abs=0.03)


@pytest.mark.parametrize(
    "state", ['{"panels": {"left": ["nobody", 3]}, "sizes": {"columns": ["x"]}}', '{"geometry": "?"}']
)
def test_damaged_arrangement_does_not_hurt(open_window, own_state_folder, state):
    (own_state_folder / "window.json").write_text(state)
    window = open_window()
    assert window.panels.homes()["left"] == ["outline", "palette", "files", "tutorial"]


def test_narrow_window_folds_the_left_panels_and_merges_the_blackboard(window, qtbot):
    window.resize(1100, 800)
    qtbot.wait(20)
    assert window.panels.stacks["left"].is_folded
    window.resize(960, 800)
    qtbot.wait(20)
    assert "blackboard" in [panel.panel_id for panel in window.panels.stacks["right"].panels]
    window.resize(1440, 900)
    qtbot.wait(20)
    assert not window.panels.stacks["left"].is_folded
    assert "blackboard" in [panel.panel_id for panel in window.panels.stacks["far_right"].panels]


def test_narrow_window_keeps_room_for_canvas_and_run_controls(window, qtbot):
    before = window.panels.splitters["columns"].sizes()[1]
    for width in (1100, 1000, 800):
        window.resize(width, 700)
        qtbot.wait(20)
        row = window.tool_row
        assert window.panels.splitters["columns"].sizes()[1] <= 0.42 * width + 1
        assert row.transport.geometry().right() < row.speed.x()
        assert row.run_state.width() > 70
    window.resize(1440, 900)
    qtbot.wait(20)
    assert abs(window.panels.splitters["columns"].sizes()[1] - before) <= 2
    assert window.tool_row.search.width() > 150


def test_legend_gives_way_to_the_zoom_box(window, qtbot):
    window.open_file(TANK)
    assert window.view.corners.legend.isVisible()
    window.resize(640, 700)
    qtbot.wait(20)
    assert not window.view.corners.legend.isVisible()
    window.resize(1440, 900)
    qtbot.wait(20)
    assert window.view.corners.legend.isVisible()


def test_window_larger_than_the_screen_fills_it(window):
    window.hide()
    window.resize(window.screen().availableGeometry().width() + 50, 600)
    show_on_screen(window)
    assert window.isMaximized()
    window.showNormal()
    window.hide()
    window.resize(window.minimumSizeHint())
    show_on_screen(window)
    assert not window.isMaximized()


def test_f6_walks_all_panels_and_comes_back(window, qtbot):
    window.open_file(TANK)
    window.view.setFocus()
    from PySide6.QtWidgets import QApplication

    seen = []
    for _ in range(7):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    assert len(set(seen)) >= 5
    assert window.view in seen


@pytest.mark.parametrize("choice", THEME_CHOICES)
def test_every_theme_can_be_worn(window, choice):
    window.open_file(TANK)
    window.commands.run(f"theme.{choice}")
    assert not window.grab().isNull()
    assert window.state.text("theme") == choice


def test_changes_are_asked_about_and_kept_when_the_user_wants(window, dialogs, guard_file):
    window.open_file(guard_file)
    rename_first(window.session)
    dialogs.unsaved = UnsavedAnswer.CANCEL
    assert not window.close()
    assert window.isVisible()
    assert dialogs.asked == [["guard.mind.json"]]
    dialogs.unsaved = UnsavedAnswer.SAVE
    assert window.close()
    assert b'"Rest"' in guard_file.read_bytes()


def test_saving_a_sample_asks_for_a_name_and_leaves_the_original(window, dialogs, tmp_path):
    before = TANK.read_bytes()
    window.open_file(TANK)
    rename_first(window.session)
    dialogs.save_as = tmp_path / "mine.mind.json"
    window.commands.run("file.save")
    assert TANK.read_bytes() == before
    assert window.session.path == tmp_path / "mine.mind.json"
    assert window.session.is_saved
    assert window.run.choice.path == tmp_path / "mine.world.json"


def test_saving_under_a_new_name_keeps_the_run_going(window, dialogs, tmp_path, qtbot):
    window.commands.run("file.new_tree")
    window.session.apply("Add", lambda _: waiting_tree(60.0)[0])
    window.run.run()
    qtbot.waitUntil(lambda: window.run.tick > 5, timeout=5000)
    tick = window.run.tick
    dialogs.save_as = tmp_path / "waiting.mind.json"
    window.commands.run("file.save")
    assert window.run.is_running
    assert window.run.tick >= tick
    window.open_file(TANK)
    window.run.run()
    dialogs.save_as = tmp_path / "tank.mind.json"
    window.commands.run("file.save_as")
    assert window.run.is_running
    assert window.run.choice.path == tmp_path / "tank.world.json"
    window.run.pause()


def test_offer_to_undo_goes_after_another_edit(window, guard_file):
    window.open_file(guard_file)
    window.session.select([next(iter(window.session.graph.nodes))])
    window.commands.run("edit.delete")
    assert window.area.toast.isVisible()
    window.session.undo()
    assert not window.area.toast.isVisible()


def test_status_row_follows_a_rename(window, guard_file):
    window.open_file(guard_file)
    window.session.select([next(iter(window.session.graph.nodes))])
    rename_first(window.session, "Rest")
    assert window.status_row.selection.text() == "Rest selected"


def test_file_that_cannot_be_opened_is_told_with_a_remedy(window, dialogs, tmp_path):
    broken = tmp_path / "broken.mind.json"
    broken.write_text('{"format": "mindloom", ')
    assert not window.open_file(broken)
    _title, message, remedy = dialogs.told[0]
    assert "broken.mind.json" in message
    assert remedy
    assert window.session is None


def test_world_opens_with_its_mind(window):
    assert window.open_file(samples_folder() / "tank.world.json")
    assert window.session.file_name == "tank.mind.json"


def test_newer_document_is_read_only_and_says_so(window, guard_file):
    value = json.loads(guard_file.read_text())
    value["version"] = 9
    guard_file.write_text(json.dumps(value))
    window.open_file(guard_file)
    assert "read-only" in window.area.banner.content.text
    rename_first(window.session)
    assert window.session.is_saved


def test_change_on_disk_is_offered_when_there_are_edits(window, qtbot, guard_file):
    window.open_file(guard_file)
    rename_first(window.session)
    value = json.loads(guard_file.read_text())
    value["graphs"][window.session.graph_id]["title"] = "Other"
    guard_file.write_text(json.dumps(value))
    qtbot.waitUntil(lambda: window.area.banner.content is not None, timeout=3000)
    content = window.area.banner.content
    assert "changed on disk" in content.text
    next(button for button in content.buttons if button.title == "Reload").run()
    assert window.session.graph.title == "Other"
    assert window.area.banner.content is None


def test_error_while_running_shows_the_banner(window, qtbot):
    window.open_file(TANK)
    window.run.advance(3)
    session, graph = window.session, window.session.graph_id
    edge = next(key for key, each in session.graph.edges.items() if each.guard)
    session.apply("Change", lambda document: set_field(document, graph, edge, "guard", "helth < 3"))
    window.run.apply_edits_now()
    assert window.area.banner.content.text == "Running the last good version"
    session.undo()
    window.run.apply_edits_now()
    assert window.area.banner.content is None


def test_title_shows_the_file_and_whether_it_changed(window, guard_file):
    window.open_file(guard_file)
    assert window.windowTitle().startswith("guard.mind.json")
    assert window.title_row._title.accessibleName().endswith("Mindloom")
    rename_first(window.session)
    assert "not saved" in window.title_row._title.accessibleName()


def test_double_click_on_a_call_enters_and_the_breadcrumb_leads_back(window):
    window.open_file(TANK)
    root = window.session.graph_id
    other = next(graph for graph in window.session.document.graphs if graph != root)
    window.view.graph_entered.emit(other)
    assert window.session.graph_id == other
    assert [crumb.graph for crumb in window.area.breadcrumb._crumbs] == [root, other]
    window.area.breadcrumb.picked.emit(0)
    assert window.session.graph_id == root
    window.commands.run("view.back")
    assert window.session.graph_id == other
    window.commands.run("view.forward")
    assert window.session.graph_id == root


def test_two_documents_have_tabs_and_their_own_worlds(window):
    window.open_file(TANK)
    window.open_file(SOLDIER)
    assert len(window.area.tabs) == 2
    assert window.run.choice.mind_name == "soldier.mind.json"
    window.area.tab_bar.picked.emit(0)
    assert window.session.file_name == "tank.mind.json"
    assert window.run.choice.mind_name == "tank.mind.json"
    window.area.tab_bar.close_wanted.emit(0)
    assert window.session.file_name == "soldier.mind.json"
    window.area.tab_bar.close_wanted.emit(0)
    assert window.session is None
    assert window.run.session is None


def test_palette_entry_dropped_on_the_canvas_is_added(window):
    window.commands.run("file.new_tree")
    session, view = window.session, window.view
    data = QMimeData()
    data.setData(CHOICE_MIME, b"kind:selector")
    drop = QDropEvent(
        QPointF(view.viewport().rect().center()),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    view.findChild(PaletteDrops).eventFilter(view.viewport(), drop)
    assert [node.kind for node in session.graph.nodes.values()] == ["selector"]
    session.undo()
    assert not session.graph.nodes


def test_delete_says_what_went_and_undo_brings_it_back(window, guard_file):
    window.open_file(guard_file)
    before = window.session.document
    window.session.select(list(window.session.graph.nodes))
    window.view.setFocus()
    window.commands.run("edit.delete")
    assert not window.session.graph.nodes
    assert "Deleted" in window.area.toast.label.text()
    window.area.toast.button.click()
    assert window.session.document is before


def test_edits_of_a_new_document_run_in_an_empty_field(window):
    window.area.open_session(window.workspace.new(two_state_machine()[0]))
    window.run.advance(5)
    assert window.run.transitions.entries[0].targets == "Go"


def test_dragging_the_player_into_view_turns_patrol_to_chase(window):
    window.open_file(TANK)
    run = window.run
    run.advance(30)
    assert run.active_words(run.picked_agent) == "Patrol"
    from tools.gallery.playing import lead_player_to

    lead_player_to(window, 4.0, 30)
    assert run.active_words(run.picked_agent) in ("Chase", "Shoot")
    far = run.session.document.agents[run.session.document.player].at
    run.session.set_pose(run.session.document.player, (float(far[0]), float(far[1])))
    run.advance(240)
    assert run.active_words(run.picked_agent) == "Patrol"
