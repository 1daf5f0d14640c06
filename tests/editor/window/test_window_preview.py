from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton

from editor.documents.open.sample_files import samples_folder
from editor.help.help_window import HelpWindow
from editor.window.main_window import MainWindow

NO_KEY = Qt.KeyboardModifier.NoModifier
RIGHT = Qt.MouseButton.RightButton

quiet = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)


@pytest.fixture
def watching(window) -> MainWindow:
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.advance(1)
    window.preview.map.setFocus()
    QApplication.processEvents()
    made: MainWindow = window
    return made


def menu_at(qtbot, window, pixel: QPoint) -> QMenu:
    qtbot.mouseClick(window.preview.map.viewport(), RIGHT, NO_KEY, pixel)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def entries(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def test_letters_take_tools_and_toggle_while_the_map_is_watched(qtbot, watching):
    window = watching
    for key, tool in ((Qt.Key.Key_N, window.preview.noise_tool), (Qt.Key.Key_T, window.preview.throw_tool)):
        qtbot.keyClick(window.preview.map, key)
        assert window.preview.map.tool is tool
    qtbot.keyClick(window.preview.map, Qt.Key.Key_Escape)
    qtbot.keyClick(window.preview.map, Qt.Key.Key_F)
    assert window.preview.actions_by_name["follow"].isChecked()
    qtbot.keyClick(window.preview.map, Qt.Key.Key_L)
    assert window.preview.row.legend.isChecked()


def buttons_over(window) -> list[QToolButton]:
    row = window.panels.stacks["preview"].tabs
    found = [each for each in row.findChildren(QToolButton) if each.isVisible()]
    return sorted(found, key=lambda button: button.x())


def more_menu(qtbot, window) -> QMenu:
    qtbot.mouseClick(window.preview.row.more, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_six_buttons_are_over_the_map_and_the_rest_is_behind_a_word(watching):
    *icons, more = buttons_over(watching)
    names = [button.accessibleName() or button.text() for button in icons]
    assert [name.split(" (")[0] for name in names] == [
        "Edit world",
        "Sight",
        "Other senses",
        "Steering",
        "Make a noise",
        "Follow",
    ]
    assert more.text() == "More"


@quiet
def test_the_menu_more_says_in_words_what_is_on_and_which_keys_do_the_same(qtbot, watching):
    menu = more_menu(qtbot, watching)
    assert [text.split("\t")[0] for text in entries(menu)] == [
        "Ways",
        "Labels",
        "Ground",
        "Choose overlays…",
        "Legend",
        "Throw a stone",
        "Throw a grenade",
        "Fit world",
    ]
    by_title = {action.text().split("\t")[0]: action for action in menu.actions()}
    keys = {title: action.text().split("\t")[1:] for title, action in by_title.items()}
    assert keys["Legend"] == ["L"]
    assert keys["Throw a grenade"] == ["G"]
    assert by_title["Ways"].isChecked()
    assert by_title["Legend"].isCheckable()
    assert not by_title["Legend"].isChecked()
    menu.close()


@quiet
def test_an_entry_of_the_menu_more_switches_and_shows_it_the_next_time(qtbot, watching):
    menu = more_menu(qtbot, watching)
    next(action for action in menu.actions() if action.text() == "Ways").trigger()
    menu.close()
    assert not watching.preview.actions_by_name["paths"].isChecked()
    menu = more_menu(qtbot, watching)
    assert not next(action for action in menu.actions() if action.text() == "Ways").isChecked()
    menu.close()


def test_the_same_letters_belong_to_the_editing_of_the_world(qtbot, watching):
    window = watching
    window.commands.run("world.edit")
    window.preview.map.setFocus()
    qtbot.keyClick(window.preview.map, Qt.Key.Key_N)
    qtbot.keyClick(window.preview.map, Qt.Key.Key_T)
    assert window.preview.map.tool not in (window.preview.noise_tool, window.preview.throw_tool)
    assert not window.commands.action("preview.noise").isEnabled()


@quiet
def test_the_menu_of_the_map_does_things_where_it_was_opened(qtbot, watching):
    window = watching
    view = window.preview.map.view
    pixel = QPoint(round(view.width / 2), round(view.height / 2))
    place = view.world(pixel.toPointF())
    menu = menu_at(qtbot, window, pixel)
    assert {"Make a noise here", "Throw a stone here", "Throw a grenade here"} <= set(entries(menu))
    next(action for action in menu.actions() if action.text() == "Make a noise here").trigger()
    menu.close()
    (noise,) = window.run.session.world.signals.noises.recent
    assert noise.at == pytest.approx(place)


@quiet
def test_while_the_world_is_edited_the_menu_is_that_of_editing(qtbot, watching):
    window = watching
    window.commands.run("world.edit")
    menu = menu_at(qtbot, window, QPoint(60, 60))
    assert "Make a noise here" not in entries(menu)
    menu.close()


def test_a_refusal_is_told_in_a_toast(window):
    window.preview.take_tool(window.preview.noise_tool)
    told = [label.text() for label in window.area.toast.findChildren(QLabel)]
    assert any("No world runs here." in words for words in told)


def test_tab_on_the_map_shows_the_mind_of_the_next_agent(qtbot, watching):
    window = watching
    before = window.run.picked_agent
    qtbot.keyClick(window.preview.map, Qt.Key.Key_Tab)
    assert window.run.picked_agent not in (before, None)
    assert window.run.mind_of(window.run.picked_agent) == "tank.mind.json"
    assert window.run.view is not None
    assert window.preview.map.hasFocus()


def test_the_overlay_menu_lies_within_the_window_and_does_not_spill(watching):
    window = watching
    window.commands.run("preview.overlays")
    menu = window.preview.overlay_menu
    assert menu is not None
    assert window.rect().contains(menu.geometry())
    menu.close_menu()


def test_overlays_are_kept_between_windows(open_window):
    first = open_window()
    first.commands.run("preview.overlay.crowd")
    second = open_window()
    action = second.commands.action("preview.overlay.crowd")
    second.commands.refresh()
    assert action.isChecked()


def test_f1_on_the_map_shows_the_page_of_the_preview(qtbot, watching):
    qtbot.keyClick(watching.preview.map, Qt.Key.Key_F1)
    (help_window,) = watching.findChildren(HelpWindow)
    assert help_window.browser.page == "preview"
    assert "Expected collisions" in help_window.browser.toPlainText()
    help_window.close()
