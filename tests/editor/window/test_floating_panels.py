"""Any panel leaves the window for one of its own, and comes back; each setup of screens is remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.documents.open.sample_files import samples_folder
from editor.widgets.menu import Menu
from editor.widgets.tab_row import TabRow
from editor.window.frame.floating_panel import FloatingPanel
from editor.window.frame.screen_setup import ScreenPlace, onto_screen, setup_of
from editor.window.frame.window_arrangement import LAST_SETUP, WindowArrangement
from editor.window.main_window import MainWindow
from tests.editor.every_scene.tab_walk import faults_within, stops_in

TANK = samples_folder() / "tank.mind.json"
LEFT = ScreenPlace(QRect(0, 0, 1920, 1080), QRect(0, 30, 1920, 1050))
RIGHT = ScreenPlace(QRect(1920, 0, 2560, 1440), QRect(1920, 0, 2560, 1440), 1.25)


def floats(window: MainWindow) -> list[FloatingPanel]:
    return [float_ for float_ in window.findChildren(FloatingPanel) if float_.isVisible()]


def tab_place(window: MainWindow, panel: str) -> tuple[TabRow, QPoint]:
    row = window.panels.stack_of(panel).tabs
    return row, row.rect_of(panel).center() - QPoint(8, 0)


def drag_tab(window: MainWindow, panel: str, to: QPoint, *, drop: bool = True) -> None:
    """Drag the tab of a panel to a place on the screen."""
    row, at = tab_place(window, panel)
    here = row.mapFromGlobal(to)
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(row, at + QPoint(30, 30))
    QTest.mouseMove(row, here)
    if drop:
        QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=here)


@pytest.mark.parametrize("panel", ["inspector", "preview", "timeline", "outline", "plots", "blackboard"])
def test_a_panel_floats_and_comes_back_where_it_was(window, panel):
    window.open_file(TANK)
    window.panels.show_panel(panel)
    homes, tabs = window.panels.homes(), window.panels.tabs()
    made = window.panels.panel(panel)
    window.panels.float_panel(panel)
    assert [float_.page.panel_id for float_ in floats(window)] == [panel]
    assert made.window() is not window
    assert made.isVisible()
    assert window.panels.is_shown(panel)
    assert (window.panels.homes(), window.panels.tabs()) == (homes, tabs)
    window.panels.dock_panel(panel)
    assert made.window() is window
    assert window.panels.is_shown(panel)
    assert (window.panels.homes(), window.panels.tabs()) == (homes, tabs)
    assert [stack.panel_id for stack in window.panels.stacks["right"].all_panels] == homes["right"]
    assert window.view.hasFocus()


def test_a_double_click_on_the_title_floats_and_docks(window, qtbot):
    window.open_file(TANK)
    for is_floating in (True, False):
        row, at = tab_place(window, "inspector")
        qtbot.mouseDClick(row, Qt.MouseButton.LeftButton, pos=at)
        assert window.panels.is_floating("inspector") is is_floating


def test_a_tab_dragged_out_floats_where_it_was_dropped(window):
    window.open_file(TANK)
    to = window.view.mapToGlobal(QPoint(300, 200))
    drag_tab(window, "inspector", to)
    (float_,) = floats(window)
    assert float_.geometry().contains(to)
    drag_tab(window, "inspector", window.panels.stacks["bottom"].mapToGlobal(QPoint(200, 100)))
    assert floats(window) == []
    assert "inspector" in window.panels.tabs()["bottom"]


def test_what_a_drop_would_do_is_shown_and_esc_gives_it_up(window):
    window.open_file(TANK)
    drag_tab(window, "log", window.view.mapToGlobal(QPoint(300, 200)), drop=False)
    zone = window.panels._drags.zone
    assert zone.isVisible()
    assert zone.words == "Float Log"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not zone.isVisible()
    assert floats(window) == []
    row, at = tab_place(window, "log")
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=at)
    assert floats(window) == []


def test_a_drop_on_its_own_stack_changes_nothing(window):
    homes = window.panels.homes()
    drag_tab(window, "log", window.panels.stacks["bottom"].mapToGlobal(QPoint(400, 120)))
    assert window.panels.homes() == homes
    assert floats(window) == []


def test_the_menu_of_a_panel_offers_both_ways(window, monkeypatch):
    offered: list[dict[str, QAction]] = []
    monkeypatch.setattr(
        Menu, "popup", lambda menu, _at: offered.append({each.text(): each for each in menu.actions()})
    )
    window.panels.stack_of("why").tabs.menu_wanted.emit("why", QPoint())
    offered[-1]["Float panel"].trigger()
    assert window.panels.is_floating("why")
    window.panels.stack_of("why").tabs.menu_wanted.emit("why", QPoint())
    assert "Float panel" not in offered[-1]
    offered[-1]["Dock panel"].trigger()
    assert not window.panels.is_floating("why")


def test_the_commands_act_on_the_panel_used_last(window):
    window.open_file(TANK)
    window.panels.show_panel("outline", focus=True)
    assert window.commands.run("view.float_panel")
    assert window.panels.is_floating("outline")
    assert not window.commands.run("view.float_panel")
    assert window.commands.run("view.dock_panel")
    assert not window.panels.is_floating("outline")
    assert window.view.hasFocus()


def test_the_keys_of_the_editor_work_in_a_floating_panel(window, qtbot):
    window.open_file(TANK)
    window.panels.show_panel("outline")
    window.panels.float_panel("outline")
    (float_,) = floats(window)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is float_)
    assert QApplication.activeWindow() is float_
    before = window.run.tick
    QTest.keyClick(window.outline.tree, Qt.Key.Key_F10)
    assert window.run.tick == before + 1


@pytest.mark.parametrize("panel", ["inspector", "blackboard", "timeline"])
def test_tab_walks_a_floating_panel_as_it_is_read(window, panel):
    window.open_file(TANK)
    window.session.select(["chase_shoot"])
    window.panels.show_panel(panel)
    window.panels.float_panel(panel)
    (float_,) = floats(window)
    assert len(stops_in(float_)) > 1
    assert faults_within(float_) == []


@pytest.mark.parametrize(("panel", "stays"), [("inspector", True), ("plots", False)])
def test_closing_its_window_docks_a_panel_or_closes_an_extra_one(window, panel, stays):
    window.open_file(TANK)
    window.panels.float_panel(panel)
    floats(window)[0].close()
    assert floats(window) == []
    assert not window.panels.is_floating(panel)
    assert window.panels.has_tab(panel) is stays
    assert window.view.hasFocus()


def test_floating_panels_are_closed_with_the_window_and_come_back_with_it(open_window):
    first = open_window()
    first.panels.float_panel("why", QRect(100, 120, 400, 300))
    (float_,) = floats(first)
    first.close()
    assert not float_.isVisible()
    second = open_window()
    (float_,) = floats(second)
    assert float_.page.panel_id == "why"
    assert float_.geometry() == QRect(100, 120, 400, 300)
    second.panels.dock_panel("why")
    assert second.panels.homes()["right"] == ["inspector", "why", "history"]


def test_a_narrow_window_leaves_a_floating_panel_alone(window):
    window.panels.float_panel("blackboard")
    window.panels.adapt(900)
    assert window.panels.is_floating("blackboard")
    window.panels.dock_panel("blackboard")
    assert window.panels.stack_of("blackboard").name == "right"
    window.panels.adapt(1440)
    assert window.panels.stack_of("blackboard").name == "far_right"


def test_reset_brings_all_floating_panels_back(window):
    for panel in ("why", "timeline", "plots"):
        window.panels.float_panel(panel)
    window.commands.run("view.reset_panels")
    assert floats(window) == []
    assert not window.panels.has_tab("plots")


def test_a_setup_is_the_number_geometry_and_scale_of_the_screens():
    assert setup_of([LEFT]) != setup_of([LEFT, RIGHT])
    assert setup_of([LEFT, RIGHT]) == setup_of([RIGHT, LEFT])
    finer = ScreenPlace(LEFT.whole, LEFT.room, 2.0)
    assert setup_of([finer]) != setup_of([LEFT])


def test_a_window_of_a_screen_that_is_gone_comes_whole_onto_one_that_is_there():
    there = QRect(2400, 200, 500, 400)
    assert onto_screen(there, [LEFT, RIGHT]) == there
    moved = onto_screen(there, [LEFT])
    assert LEFT.room.contains(moved)
    assert moved.size() == there.size()
    assert LEFT.room.contains(onto_screen(QRect(-9000, -9000, 5000, 4000), [LEFT]))
    assert onto_screen(there, []) == there


def test_each_setup_of_screens_has_its_own_arrangement(window):
    screens = [LEFT, RIGHT]
    arrangement = WindowArrangement(window, window.panels, window.state, lambda: tuple(screens))
    arrangement.shown()
    window.panels.float_panel("why", QRect(2500, 300, 420, 360))
    screens.pop()
    arrangement.watch.stir()
    assert window.state.text(LAST_SETUP) == setup_of([LEFT, RIGHT])
    QApplication.processEvents()
    (float_,) = floats(window)
    assert LEFT.room.contains(float_.geometry())
    window.panels.dock_panel("why")
    window.panels.move_panel("log", "left")
    screens.append(RIGHT)
    arrangement.watch.stir()
    QApplication.processEvents()
    (float_,) = floats(window)
    assert float_.geometry() == QRect(2500, 300, 420, 360)
    assert "log" in window.panels.homes()["bottom"]
    screens.pop()
    arrangement.watch.stir()
    QApplication.processEvents()
    assert floats(window) == []
    assert "log" in window.panels.homes()["left"]


def test_a_damaged_arrangement_is_passed_over(open_window, own_state_folder):
    (own_state_folder / "window.json").write_text(
        '{"floating": {"why": [1, 2], "log": ["x"], "no": [0, 0, 9, 9]}, "screens": 3, "geometry 3": {}}'
    )
    assert floats(open_window()) == []
