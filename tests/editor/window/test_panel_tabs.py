"""The tabs of a stack of panels: what finds no room stands in a menu behind the last tab.

Behind them a plus offers panels that have no tab; such a panel can be closed again.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication

from editor.documents.open.sample_files import samples_folder
from editor.widgets.menu import Menu
from editor.widgets.tab_row import Tab, TabRow
from editor.window.application import make_application
from runtime.history.why.breakpoints import Breakpoint

NAMES = ("Timeline", "Statistics", "Transitions", "Breakpoints", "Problems", "Log", "Tests")


@pytest.fixture
def row(qtbot):
    make_application()
    made = TabRow()
    qtbot.addWidget(made)
    made.set_tabs(tuple(Tab(name.lower(), name) for name in NAMES), "timeline")
    made.resize(900, 32)
    made.show()
    return made


def test_with_room_for_all_there_is_no_menu(row):
    assert [tab.title for tab in row.seen_tabs()] == list(NAMES)
    assert row.more_rect().isEmpty()


def test_in_a_narrow_row_the_current_tab_is_seen_and_the_rest_is_in_the_menu(row):
    row.resize(300, 32)
    row.set_tabs(tuple(Tab(name.lower(), name) for name in NAMES), "tests")
    seen = [tab.title for tab in row.seen_tabs()]
    assert "Tests" in seen
    assert seen[0] == "Timeline"
    assert row.more_rect().right() < 300
    assert {*seen, *(tab.title for tab in row.hidden_tabs())} == set(NAMES)
    picked: list[str] = []
    row.picked.connect(picked.append)
    menu = row.more_menu()
    actions = {action.text(): action for action in menu.actions()}
    assert set(actions) == {tab.title for tab in row.hidden_tabs()}
    actions["Log"].trigger()
    assert picked == ["log"]
    menu.deleteLater()


EXTRA = (
    *("agents", "breakpoints", "curves", "differences", "find", "foreign", "fuzzy", "moods", "plots"),
    "report",
    *("statistics", "takes", "transitions"),
)
FIRST = ["timeline", "problems", "log", "tests"]
TANK = samples_folder() / "tank.mind.json"


def bottom(window):
    return window.panels.stacks["bottom"]


def tabs_below(window) -> list[str]:
    return window.panels.tabs()["bottom"]


def close_by_mouse(qtbot, row: TabRow, panel: str, button=Qt.MouseButton.LeftButton) -> None:
    place = (
        row.cross_rect(panel).center() if button is Qt.MouseButton.LeftButton else row.rect_of(panel).center()
    )
    qtbot.mouseClick(row, button, pos=place)


def test_the_row_below_has_four_tabs_and_the_plus_offers_the_rest_with_names_and_icons(window):
    row = bottom(window).tabs
    assert [tab.panel for tab in row.seen_tabs()] == FIRST
    assert row.plus.isVisible()
    assert row.plus.accessibleName() == "More panels"
    assert row.plus.x() >= row.rect_of("tests").right()
    menu = row.others_menu()
    titles = [action.text() for action in menu.actions()]
    assert titles == sorted(window.panels.page(panel).title for panel in EXTRA)
    assert all(not action.icon().isNull() for action in menu.actions())
    menu.deleteLater()


def test_a_stack_without_closed_panels_has_no_plus(window):
    assert not window.panels.stacks["right"].tabs.plus.isVisible()


def test_a_panel_chosen_in_the_menu_of_the_plus_gets_the_last_tab_and_is_shown(window):
    row = bottom(window).tabs
    menu = row.others_menu()
    next(action for action in menu.actions() if action.text() == "Plots").trigger()
    assert tabs_below(window) == [*FIRST, "plots"]
    assert window.panels.is_shown("plots")
    assert "Plots" not in [action.text() for action in row.others_menu().actions()]


def test_the_plus_opens_its_menu_by_mouse_and_by_key(window, qtbot, monkeypatch):
    window.open_file(TANK)
    offered: list[list[str]] = []
    monkeypatch.setattr(
        Menu, "popup", lambda menu, _at: offered.append([action.text() for action in menu.actions()])
    )
    plus = bottom(window).tabs.plus
    qtbot.mouseClick(plus, Qt.MouseButton.LeftButton)
    qtbot.keyClick(plus, Qt.Key.Key_Space)
    assert len(offered) == 2
    assert all("Breakpoints" in titles for titles in offered)


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton])
def test_a_cross_or_the_middle_button_closes_an_extra_panel_and_the_canvas_has_the_focus(
    window, qtbot, button
):
    window.open_file(TANK)
    window.panels.show_panel("log")
    window.commands.run("panel.plots")
    close_by_mouse(qtbot, bottom(window).tabs, "plots", button)
    assert tabs_below(window) == FIRST
    assert window.panels.is_shown("tests")
    assert window.view.hasFocus()


def test_a_tab_behind_is_closed_without_changing_what_is_in_front(window, qtbot):
    window.open_file(TANK)
    window.commands.run("panel.plots")
    window.panels.show_panel("log")
    close_by_mouse(qtbot, bottom(window).tabs, "plots")
    assert window.panels.is_shown("log")
    assert not window.panels.has_tab("plots")


def test_the_four_tabs_have_no_cross_and_stay(window, qtbot):
    window.open_file(TANK)
    row = bottom(window).tabs
    assert row.cross_rect("log").isEmpty()
    qtbot.mouseClick(row, Qt.MouseButton.MiddleButton, pos=row.rect_of("log").center())
    window.panels.close_panel("log")
    assert tabs_below(window) == FIRST


def test_close_panel_closes_the_one_in_front_and_is_off_where_none_can_be_closed(window):
    window.panels.show_panel("timeline")
    window.commands.refresh()
    assert not window.commands.action("view.close_panel").isEnabled()
    window.commands.run("panel.find")
    window.commands.refresh()
    assert window.commands.action("view.close_panel").isEnabled()
    window.commands.run("view.close_panel")
    assert tabs_below(window) == FIRST


def test_del_closes_the_tab_that_has_the_focus(window, qtbot):
    window.open_file(TANK)
    window.panels.show_panel("statistics")
    row = bottom(window).tabs
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Delete)
    assert tabs_below(window) == FIRST
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Delete)
    assert tabs_below(window) == FIRST


def test_a_closed_panel_is_the_same_when_it_comes_back(window):
    window.panels.show_panel("find")
    panel = window.panels.panel("find")
    window.panels.close_panel("find")
    assert not panel.isVisible()
    window.panels.show_panel("find")
    assert window.panels.panel("find") is panel
    assert panel.isVisible()


def test_finding_in_files_brings_its_tab(window):
    window.open_file(TANK)
    window.commands.run("edit.find_in_files")
    assert window.panels.is_shown("find")


def test_a_stop_brings_the_breakpoints_once_and_then_leaves_what_is_in_front(window):
    window.open_file(TANK)
    window.breakpoints.clear()
    window.breakpoints.add(Breakpoint("tank.mind.json", "change", name="wp"))
    stops = 0
    for _ in range(60):
        window.run.advance(1)
        if window.breakpoints.stop is None:
            continue
        stops += 1
        assert window.panels.has_tab("breakpoints")
        assert window.panels.is_shown("breakpoints") == (stops == 1)
        window.panels.show_panel("timeline")
        if stops == 2:
            break
    assert stops == 2
    window.breakpoints.clear()


def test_open_panels_are_kept_in_their_order_and_closed_ones_too(open_window):
    first = open_window()
    for panel in ("transitions", "find", "plots"):
        first.panels.show_panel(panel)
    first.panels.move_panel("plots", "right")
    first.panels.close_panel("plots")
    first.panels.close_panel("transitions")
    first.panels.show_panel("agents")
    first.close()
    second = open_window()
    assert tabs_below(second) == [*FIRST, "find", "agents"]
    assert not second.panels.has_tab("plots")
    assert second.panels.stacks["right"].tabs.plus.isVisible()
    second.panels.show_panel("plots")
    assert second.panels.tabs()["right"][-1] == "plots"


def test_an_arrangement_of_a_version_with_tabs_for_all_still_loads(open_window, own_state_folder):
    old = (
        '{"panels": {"bottom": ["timeline", "transitions", "log", "plots"], "right": ["inspector", "find"]}}'
    )
    (own_state_folder / "window.json").write_text(old)
    window = open_window()
    assert tabs_below(window) == FIRST
    assert window.panels.tabs()["right"][-1] == "find"


def test_reset_closes_what_was_opened_and_brings_the_first_tab_to_the_front(window):
    window.panels.show_panel("find")
    window.panels.move_panel("plots", "right")
    window.commands.run("view.reset_panels")
    assert tabs_below(window) == FIRST
    assert not window.panels.has_tab("plots")
    assert set(EXTRA) < set(window.panels.homes()["bottom"])
    assert window.panels.is_shown("timeline")


def test_in_a_narrow_row_the_plus_stands_behind_the_menu_of_the_other_tabs(row):
    row.set_tabs(
        tuple(Tab(name.lower(), name) for name in NAMES), "timeline", (Tab("find", "Find", "search"),)
    )
    row.resize(300, 32)
    assert row.plus.geometry().left() > row.more_rect().left()
    assert row.plus.geometry().right() < 300


def test_the_cross_is_lit_only_while_the_pointer_is_over_its_tab(row, qtbot):
    tabs = (Tab("log", "Log"), Tab("find", "Find", "search", is_closable=True))
    row.set_tabs(tabs, "log")
    quiet = row.grab().toImage()
    qtbot.mouseMove(row, row.rect_of("find").center() - QPoint(6, 0))
    lit = row.grab().toImage()
    assert lit != quiet
    qtbot.mouseMove(row, row.cross_rect("find").center())
    assert row.grab().toImage() != lit
    QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))
    assert row.grab().toImage() == quiet
