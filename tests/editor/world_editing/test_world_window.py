"""The world is edited in the window: the mode, focus, keys, files, the run, problems, the inspector."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from editor.dialogs.help_windows import key_sheet
from editor.documents.open.sample_files import samples_folder
from editor.documents.open.world_check import WorldIssue
from editor.running.run_controller import RunState
from editor.widgets.file_dialogs import UnsavedAnswer
from editor.window.main_window import MainWindow
from editor.window.parts.shown_document import problems_panel
from editor.window.parts.world import WindowMap
from graphs.worlds.edits.linking import linked_with
from graphs.worlds.edits.moving import move_elements
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import load_world

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
W1, TANK_1, PLAYER = Element("walls", "w1"), Element("agents", "tank_1"), Element("agents", "player")
MIDDLE = Element("paths", "middle")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(samples_folder() / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def editing(window: MainWindow, folder: Path) -> MainWindow:
    """Return a window that edits the world of the tank, standing at its start."""
    assert window.open_file(folder / "tank.mind.json")
    window.world.editor.toggle()
    return window


def pixel(window: MainWindow, x: float, y: float) -> QPoint:
    return window.preview.map.view.point((x, y)).toPoint()


def drag(qtbot, window: MainWindow, start: QPoint, way: tuple[int, int]) -> None:
    viewport = window.preview.map.viewport()
    qtbot.mousePress(viewport, LEFT, pos=start)
    for share in (0.5, 1.0):
        qtbot.mouseMove(viewport, start + QPoint(round(way[0] * share), round(way[1] * share)))
    qtbot.mouseRelease(viewport, LEFT, pos=start + QPoint(*way))


def world_of(window: MainWindow):
    session = window.world.session
    assert session is not None
    return session.world


def move_wall(window: MainWindow) -> None:
    session = window.world.session
    assert session is not None
    session.apply("Move", lambda world: move_elements(world, (W1,), -1, 0), select=(W1,))


def test_the_key_begins_and_ends_the_mode_and_the_row_says_so(window: MainWindow, folder, qtbot):
    window.open_file(folder / "tank.mind.json")
    assert not window.part(WindowMap).row.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F4)
    assert window.world.editor.is_on
    assert window.part(WindowMap).row.isVisible()
    assert window.part(WindowMap).row.name.words() == ("tank.world.json", False)
    assert window.preview.map.hasFocus()
    qtbot.keyClick(window.preview.map, Qt.Key.Key_F4)
    assert not window.part(WindowMap).row.isVisible()
    assert window.preview.map.tool is None


def test_without_a_world_the_mode_cannot_begin(window: MainWindow):
    assert not window.commands["world.edit"].enabled()
    window.world.editor.toggle()
    assert not window.world.editor.is_on
    assert "no world" in window.area.toast.label.text()


def test_letters_take_tools_on_the_map_and_drive_no_one(editing: MainWindow, qtbot):
    drives: list[object] = []
    editing.preview.map.drive_changed.connect(drives.append)
    for key, tool in (("W", "wall"), ("A", "agent"), ("P", "path"), ("V", "select")):
        qtbot.keyClick(editing.preview.map, getattr(Qt.Key, f"Key_{key}"))
        assert editing.world.editor.tool.info.id == tool
    assert drives == []
    editing.world.editor.end()
    qtbot.keyClick(editing.preview.map, Qt.Key.Key_W)
    assert len(drives) == 2


def test_undo_follows_the_focus(editing: MainWindow, qtbot):
    before = world_of(editing)
    move_wall(editing)
    assert editing.view is not None
    editing.view.setFocus()
    assert not editing.world.editor.is_target
    qtbot.keyClick(editing.view, Qt.Key.Key_Z, CTRL)
    assert world_of(editing) is not before
    editing.preview.map.setFocus()
    qtbot.keyClick(editing.preview.map, Qt.Key.Key_Z, CTRL)
    assert world_of(editing) == before
    qtbot.keyClick(editing.preview.map, Qt.Key.Key_Y, CTRL)
    assert world_of(editing) != before
    assert editing.session is not None
    assert not editing.session.history.can_undo


def test_save_follows_the_focus_and_both_ask_before_the_window_closes(editing: MainWindow, folder, dialogs):
    move_wall(editing)
    assert editing.part(WindowMap).row.name.words() == ("tank.world.json", True)
    editing.commands.run("file.save")
    assert load_world(folder / "tank.world.json") == world_of(editing)
    assert editing.part(WindowMap).row.name.words() == ("tank.world.json", False)
    move_wall(editing)
    dialogs.unsaved = UnsavedAnswer.CANCEL
    assert not editing.close()
    assert dialogs.asked == [["tank.world.json"]]
    dialogs.unsaved = UnsavedAnswer.SAVE
    assert editing.files.may_close_all()
    assert load_world(folder / "tank.world.json") == world_of(editing)


@pytest.mark.parametrize("mind_first", [True, False])
@pytest.mark.parametrize("in_between", [True, False], ids=["taken up in between", "taken up together"])
def test_a_mind_without_a_file_and_its_world_are_edited_one_right_after_the_other(
    window: MainWindow, mind_first: bool, in_between: bool
):
    window.commands.run("file.new")
    window.world.editor.toggle()
    world, view = window.world.session, window.view
    assert world is not None
    assert view is not None

    def draw() -> None:
        world.apply("Move", lambda now: move_elements(now, (Element("agents", "agent"),), -1, 0))

    for act in (view.adding.add_first, draw) if mind_first else (draw, view.adding.add_first):
        act()
        if in_between:
            window.run.apply_edits_now()
    window.run.run()
    assert window.run.is_running, "the mind that has a state by now is the one that runs"
    assert window.run.problems_at_compile == ()
    assert window.run.session is not None
    assert window.run.session.document == world.world


def test_the_run_begins_again_in_the_edited_world_with_the_same_seed(editing: MainWindow):
    editing.run.advance(30)
    assert editing.run.session is not None
    former = editing.run.session
    move_wall(editing)
    editing.run.apply_edits_now()
    session = editing.run.session
    assert session is not former
    assert session.document == world_of(editing)
    assert (session.tick, session.seed) == (0, former.seed)
    assert editing.run.picked_agent == "tank_1"
    assert editing.run.state is RunState.STOPPED


def test_a_running_world_runs_on_from_its_start(editing: MainWindow):
    told: list[str] = []
    editing.run.edit_taken.connect(told.append)
    editing.run.advance(10)
    editing.run.run()
    move_wall(editing)
    editing.run.apply_edits_now()
    assert editing.run.is_running
    assert editing.run.tick == 0
    assert "began again" in told[-1]
    editing.run.pause()


def test_a_world_with_errors_leaves_the_run_as_it_is_and_lists_them(editing: MainWindow, qtbot):
    from graphs.worlds.edits.reshaping import remove_elements

    editing.run.advance(5)
    running = editing.run.session
    session = editing.world.session
    assert session is not None
    session.apply("Delete", lambda world: remove_elements(world, (MIDDLE,)))
    session.check_now()
    editing.run.apply_edits_now()
    assert editing.run.session is running
    assert "middle" in editing.run.world_refusal
    errors = [issue for issue in session.problems if issue.severity == "error"]
    assert [issue.where for issue in errors] == ["agents.tank_1.sensors.2.params.path"]
    session.undo()
    editing.run.apply_edits_now()
    assert editing.run.world_refusal == ""


def test_deleting_on_the_map_says_so_and_leaves_the_graph_alone(editing: MainWindow, qtbot):
    assert editing.session is not None
    editing.session.select([next(iter(editing.session.graph.nodes))] if editing.session.graph else [])
    document = editing.session.document
    editing.preview.map.setFocus()
    editing.world.editor.editing.select((W1,))
    qtbot.keyClick(editing.preview.map, Qt.Key.Key_Delete)
    assert "w1" not in world_of(editing).walls
    assert editing.session.document is document
    assert "Deleted wall w1" in editing.area.toast.label.text()
    editing.area.toast.button.click()
    assert "w1" in world_of(editing).walls


def test_a_key_links_the_waypoints_that_see_each_other_once_and_then_says_why_not(editing: MainWindow, qtbot):
    session, the_map = editing.world.session, editing.preview.map
    assert session is not None
    the_map.setFocus()
    before = world_of(editing)
    first, second, *_ = sorted(before.waypoints)
    chosen = (Element("waypoints", first), Element("waypoints", second))
    editing.world.editor.editing.select(chosen)
    qtbot.keyClick(the_map, Qt.Key.Key_Y, Qt.KeyboardModifier.ShiftModifier)
    assert linked_with(world_of(editing), first) == (second,)
    assert session.history.steps[-1].label == "Link what sees each other"
    qtbot.keyClick(the_map, Qt.Key.Key_Y, Qt.KeyboardModifier.ShiftModifier)
    assert "linked already" in editing.world.editor.editing.tip.reason
    qtbot.keyClick(the_map, Qt.Key.Key_Z, CTRL)
    assert world_of(editing) == before
    qtbot.keyClick(the_map, Qt.Key.Key_Y, CTRL)
    assert linked_with(world_of(editing), first) == (second,)


def test_copy_paste_cut_and_duplicate_on_the_map(editing: MainWindow, qtbot):
    on_map, the_map = editing.world.on_map, editing.preview.map
    the_map.setFocus()
    editing.world.editor.editing.select((W1,))
    qtbot.keyClick(the_map, Qt.Key.Key_C, CTRL)
    qtbot.keyClick(the_map, Qt.Key.Key_V, CTRL)
    assert len(world_of(editing).walls) == 6
    assert len(on_map.selected) == 1
    qtbot.keyClick(the_map, Qt.Key.Key_D, CTRL)
    assert len(world_of(editing).walls) == 7
    qtbot.keyClick(the_map, Qt.Key.Key_X, CTRL)
    assert len(world_of(editing).walls) == 6
    QApplication.clipboard().setText("nonsense")
    qtbot.keyClick(the_map, Qt.Key.Key_V, CTRL)
    assert "nothing of a world" in editing.world.editor.editing.tip.reason
    qtbot.keyClick(the_map, Qt.Key.Key_A, CTRL)
    assert len(on_map.selected) == len(world_of(editing).walls) + 2 + 3 + 6 + 4


def test_dragging_an_agent_on_the_map_moves_its_start(editing: MainWindow, qtbot):
    start = pixel(editing, 6, 10.6)
    unit = editing.preview.map.view.unit
    drag(qtbot, editing, start, (0, -round(unit)))
    assert world_of(editing).agents["tank_1"].at == (6, 11.5)
    editing.run.apply_edits_now()
    assert editing.run.session is not None
    assert editing.run.session.world.pose("tank_1").position == (6, 11.5)


def test_away_from_its_start_an_agent_of_the_run_is_not_moved_but_selected(editing: MainWindow, qtbot):
    editing.run.advance(120)
    assert editing.run.session is not None
    before = world_of(editing)
    x, y = editing.run.session.world.pose("tank_1").position
    drag(qtbot, editing, pixel(editing, x, y), (40, 0))
    assert world_of(editing) is before
    assert editing.world.editor.editing.selected == (TANK_1,)
    assert "the run has carried Tank 1" in editing.world.editor.editing.tip.reason


def test_the_inspector_shows_the_world_while_the_user_works_on_its_map(editing: MainWindow, qtbot):
    page = editing.world.inspector
    qtbot.waitUntil(lambda: "seed" in set(page.rows))
    editing.world.editor.editing.select((TANK_1,))
    qtbot.waitUntil(lambda: "limits.max_speed" in set(page.rows))
    page.row("limits.max_speed").edited.emit(7, False)
    assert world_of(editing).agents["tank_1"].limits.max_speed == 7
    page.row("limits.max_speed").edited.emit(-7, False)
    assert "expected 0 to" in page.row("limits.max_speed").message.text()
    assert editing.view is not None
    editing.view.setFocus()
    assert not page.isVisible()
    editing.preview.map.setFocus()
    assert page.isVisible()


@pytest.mark.parametrize(
    ("field", "value"),
    [("mind", "minds_of_all_the_guards.mind.json#a_watchman_at_the_gate"), ("name", "Guardian" * 8)],
)
def test_long_names_do_not_push_the_fields_out_of_the_inspector(editing: MainWindow, qtbot, field, value):
    page, session = editing.world.inspector, editing.world.session
    assert session is not None
    session.apply("Edit", lambda world: set_element_field(world, TANK_1, field, value), select=(TANK_1,))
    qtbot.waitUntil(lambda: "limits.max_speed" in set(page.rows))
    scroll = page

    def inside() -> QWidget:
        widget = scroll.widget()
        assert widget is not None
        return widget

    def shown() -> str:
        return "".join(label.text() for label in inside().findChildren(QLabel)).replace("\u200b", "")

    qtbot.waitUntil(lambda: page.isVisible() and value in shown())
    QApplication.processEvents()
    assert 0 < inside().minimumSizeHint().width() <= 300


def test_renaming_in_the_inspector_renames_what_names_it(editing: MainWindow, qtbot):
    page = editing.world.inspector
    editing.world.editor.editing.select((MIDDLE,))
    editing.commands.run("edit.rename")
    row = page.row("world.id")
    assert row.editor.hasFocus()
    qtbot.keyClicks(row.editor, "west")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert "id of a path already" in row.message.text()
    assert isinstance(row.editor, QLineEdit)
    row.editor.selectAll()
    qtbot.keyClicks(row.editor, "center")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    world = world_of(editing)
    assert "center" in world.paths
    assert world.agents["tank_1"].sensors[2].params["path"] == "center"
    assert editing.world.editor.editing.selected == (Element("paths", "center"),)


def test_what_a_mind_names_is_told_after_a_rename(editing: MainWindow, qtbot, folder):
    page = editing.world.inspector
    session = editing.session
    assert session is not None
    from graphs.edits.variables import set_variable_field

    session.apply("Default", lambda each: set_variable_field(each, "target", "default", "player"))
    editing.world.editor.editing.select((PLAYER,))
    qtbot.waitUntil(lambda: "world.id" in set(page.rows))
    page.row("world.id").edited.emit("hero", False)
    assert world_of(editing).player == "hero"
    assert world_of(editing).agents["tank_1"].variables["target"] == "hero"
    assert "tank.mind.json still names player" in editing.area.toast.label.text()


def test_who_names_a_token_is_told_after_its_rename(editing: MainWindow, qtbot, folder):
    page, session = editing.world.inspector, editing.session
    assert session is not None
    from graphs.edits.adding import add_node
    from graphs.worlds.edits.squads import add_token

    graph = next(key for key, each in session.document.graphs.items() if each.kind == "behavior_tree")
    fields = {"action": "request_token", "params": {"token": "grenade"}}
    session.apply("Ask", lambda each: add_node(each, graph, "action", session.registry, fields=fields)[0])
    editing.world.editor.editing.select(())
    world_session = editing.world.editor.session
    assert world_session is not None
    world_session.apply("Token", lambda world: add_token(world, "grenade")[0])
    qtbot.waitUntil(lambda: "tokens.grenade.id" in set(page.rows))
    page.row("tokens.grenade.id").edited.emit("bomb", False)
    assert "bomb" in world_of(editing).tokens
    assert "tank.mind.json still names grenade" in editing.area.toast.label.text()


def test_the_world_of_a_sample_is_saved_as_a_copy(window: MainWindow, dialogs, tmp_path, qtbot):
    window.open_file(samples_folder() / "tank.mind.json")
    window.world.editor.toggle()
    move_wall(window)
    window.commands.run("file.save")
    assert not (tmp_path / "mine.world.json").exists()
    dialogs.save_world_as = tmp_path / "mine.world.json"
    window.commands.run("file.save")
    assert load_world(tmp_path / "mine.world.json") == world_of(window)
    assert window.session is not None
    assert window.session.path == tmp_path / "tank.mind.json"


def test_the_empty_field_becomes_a_world_of_its_own_once_it_is_edited(window: MainWindow, folder, dialogs):
    (folder / "tank.world.json").unlink()
    window.open_file(folder / "tank.mind.json")
    assert window.world.session is None
    window.world.editor.toggle()
    session = window.world.session
    assert session is not None
    assert session.file_name == "tank.world.json"
    from graphs.worlds.edits.adding import add_obstacle

    session.apply("Add", lambda world: add_obstacle(world, (3, 3), 1)[0])
    dialogs.save_world_as = folder / "tank.world.json"
    window.commands.run("world.save")
    assert load_world(folder / "tank.world.json") == session.world
    assert window.world.session is session
    window.run.apply_edits_now()
    assert window.run.choice is not None
    assert window.run.choice.path == folder / "tank.world.json"


def test_a_new_world_holds_one_agent_of_the_document_and_is_edited_at_once(editing: MainWindow):
    former = editing.world.session
    editing.commands.run("world.new")
    session = editing.world.session
    assert session is not former
    assert session is not None
    assert [entry.mind for entry in session.world.agents.values()] == ["tank.mind.json"]
    assert editing.world.editor.is_on
    assert editing.run.session is not None
    assert editing.run.session.agent_ids == ("agent",)


def test_a_world_that_cannot_be_read_is_told_and_left_alone(window: MainWindow, folder):
    damaged = folder / "tank.world.json"
    damaged.write_text("{", encoding="utf-8")
    window.open_file(folder / "tank.mind.json")
    assert "tank.world.json cannot be read" in window.area.toast.label.text()
    assert damaged.read_text(encoding="utf-8") == "{"


def test_a_world_without_minds_can_be_opened_and_edited(window: MainWindow, folder):
    path = folder / "bare.world.json"
    path.write_text('{"format": "mindloom-world", "version": 1, "size": [9, 9]}', encoding="utf-8")
    assert window.open_file(path)
    window.world.editor.toggle()
    assert world_of(window).size == (9, 9)


def test_unsaved_edits_are_kept_while_another_document_is_shown(editing: MainWindow, folder):
    move_wall(editing)
    edited = world_of(editing)
    shutil.copy(samples_folder() / "light_bulb.mind.json", folder / "bulb.mind.json")
    editing.open_file(folder / "bulb.mind.json")
    assert editing.world.session is None or world_of(editing) is not edited
    editing.open_file(folder / "tank.mind.json")
    assert world_of(editing) is edited
    assert editing.run.session is not None
    assert editing.run.session.document == edited


def test_problems_of_the_world_are_listed_gone_to_and_mended(editing: MainWindow, qtbot):
    from graphs.worlds.edits.setting import set_world_field

    session = editing.world.session
    assert session is not None
    session.apply("Size", lambda world: set_world_field(world, "size", [21, 15]))
    session.check_now()
    off = [issue for issue in session.problems if issue.where == "waypoints.r2.at"]
    assert off
    assert off[0] in list(editing.part(problems_panel).model.problems)
    assert editing.world.counts()[1] == 1
    row = list(editing.part(problems_panel).model.problems).index(off[0])
    assert editing.part(problems_panel).model.rows[row][1] == "world › waypoint r2"
    editing.world.editor.end()
    editing.part(problems_panel).go_to.emit(off[0])
    assert editing.world.editor.is_on
    assert editing.world.editor.editing.selected == (Element("waypoints", "r2"),)
    seen = editing.preview.map.view.point((22, 11))
    assert editing.preview.map.view.bounds().contains(seen)
    editing.part(problems_panel).view.setCurrentIndex(editing.part(problems_panel).model.index(row))
    assert editing.part(problems_panel).fix_current()
    assert session.problems == ()
    assert session.world.waypoints["r2"].at[0] <= 21
    assert session.history.undo_label == "Move to a free place"


def test_a_mind_that_loses_a_variable_is_a_problem_of_its_world(editing: MainWindow, qtbot):
    from graphs.edits.variables import rename_variable

    session, document = editing.world.session, editing.session
    assert session is not None
    assert document is not None
    assert len(session.problems) == 0
    document.apply("Rename", lambda each: rename_variable(each, "visible", "sees"))
    qtbot.waitUntil(lambda: bool(session.problems))
    found: tuple[WorldIssue, ...] = session.problems
    assert {issue.where.rpartition(".")[2] for issue in found} == {"visible"}
    assert all("no variable 'visible'" in issue.message for issue in found)
    editing.part(problems_panel).view.setCurrentIndex(editing.part(problems_panel).model.index(0))
    assert editing.part(problems_panel).fix_current()
    assert len(session.problems) == 2


def test_help_on_the_map_is_about_worlds(editing: MainWindow, qtbot):
    from editor.help.help_window import HelpWindow

    editing.preview.map.setFocus()
    qtbot.keyClick(editing.preview.map, Qt.Key.Key_F1)
    [shown] = editing.findChildren(HelpWindow)
    assert shown.browser.page == "worlds"
    assert "The two histories" in shown.browser.toPlainText()
    shown.close()


def test_the_sheet_of_keys_names_every_command_that_has_one(window: MainWindow):
    sheet = key_sheet(window.commands)
    keyed = [command for command in window.commands if window.commands.keys_text(command.id)]
    missing = [each.id for each in keyed if f"| {each.title.rstrip('…')} |" not in sheet]
    assert any(item.id.startswith("world.tool.") for item in keyed)
    assert missing == []
