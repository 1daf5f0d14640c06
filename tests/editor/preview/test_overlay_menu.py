from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton

from editor.basics.user_state import UserState
from editor.map.overlays.overlay_catalogue import OVERLAY_BY_ID, OVERLAYS
from editor.map.overlays.overlay_kind import OverlayChoice, Section
from editor.map.picture.world_picture import Whom
from editor.map.view.preview_commands import preview_commands
from tests.editor.preview.preview_sessions import preview_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def menu(panel):
    panel.open_overlays()
    return panel.overlay_menu


def click(qtbot, switch, whom: Whom) -> None:
    qtbot.mouseClick(switch, LEFT, pos=switch.segment(whom).center().toPoint())


def test_the_menu_lists_every_kind_with_its_help(menu):
    assert set(menu.switches) == set(OVERLAY_BY_ID)
    for kind in OVERLAYS:
        assert menu.switches[kind.id].toolTip() == kind.help
        assert menu.switches[kind.id].choices == kind.choices


def test_a_click_draws_a_kind_for_all_and_off_again(qtbot, panel, menu):
    before = panel.map.grab().toImage()
    click(qtbot, menu.switches["cones"], Whom.ALL)
    assert panel.choice.shown_for(OVERLAY_BY_ID["cones"]) is Whom.ALL
    for_all = panel.map.grab().toImage()
    assert for_all != before
    click(qtbot, menu.switches["cones"], Whom.NONE)
    assert panel.map.grab().toImage() not in (before, for_all)
    click(qtbot, menu.switches["cones"], Whom.PICKED)
    assert panel.map.grab().toImage() == before


def test_the_arrows_walk_through_the_choices(qtbot, panel, menu):
    switch = menu.switches["wander"]
    for key, whom in (
        (Qt.Key.Key_Right, Whom.ALL),
        (Qt.Key.Key_Right, Whom.ALL),
        (Qt.Key.Key_Left, Whom.PICKED),
        (Qt.Key.Key_Left, Whom.NONE),
        (Qt.Key.Key_Space, Whom.PICKED),
    ):
        qtbot.keyClick(switch, key)
        assert panel.choice.shown_for(OVERLAY_BY_ID["wander"]) is whom


def test_two_choices_turn_with_a_click_anywhere(qtbot, panel, menu):
    switch = menu.switches["grid"]
    assert switch.value is Whom.ALL
    qtbot.mouseClick(switch, LEFT, pos=QPoint(switch.width() // 2, switch.height() // 2))
    assert panel.choice.shown_for(OVERLAY_BY_ID["grid"]) is Whom.NONE


def test_presets_are_taken_as_a_whole(qtbot, panel, menu):
    buttons = {button.text(): button for button in menu.findChildren(QPushButton)}
    buttons["Everything"].click()
    assert all(panel.choice.shows(kind) for kind in OVERLAYS)
    assert menu.switches["crowd"].value is Whom.ALL
    buttons["As at first"].click()
    assert panel.choice == OverlayChoice()


def test_a_section_toggle_hides_its_kinds_and_shows_in_the_menu(panel):
    panel.actions_by_name["vectors"].trigger()
    panel.open_overlays()
    assert panel.overlay_menu.switches["vectors"].value is Whom.NONE
    panel.overlay_menu.switches["vectors"].pick(Whom.PICKED)
    assert panel.actions_by_name["vectors"].isChecked()


def test_escape_and_a_click_elsewhere_close_the_menu(qtbot, panel, menu):
    qtbot.keyClick(menu.switches["cones"], Qt.Key.Key_Escape)
    assert panel.overlay_menu is None
    assert panel.map.hasFocus()
    panel.open_overlays()
    panel.map.setFocus()
    assert panel.overlay_menu is None


def test_the_button_closes_an_open_menu(panel, menu):
    panel.open_overlays()
    assert panel.overlay_menu is None


def test_up_and_down_walk_from_kind_to_kind(qtbot, panel, menu):
    first, second = list(menu.switches.values())[:2]
    assert first.hasFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert second.hasFocus()
    qtbot.keyClick(second, Qt.Key.Key_Up)
    assert first.hasFocus()


def test_what_is_drawn_is_remembered(qtbot, run, tmp_path):
    first = preview_of(run, UserState(tmp_path))
    qtbot.addWidget(first)
    first.set_whom(OVERLAY_BY_ID["neighbors"], Whom.ALL)
    first.actions_by_name["sight"].trigger()
    first.row.legend.setChecked(True)
    again = preview_of(run, UserState(tmp_path))
    qtbot.addWidget(again)
    assert again.choice == first.choice
    assert not again.actions_by_name[Section.SIGHT].isChecked()
    assert again.row.legend.isChecked()


def test_each_kind_is_a_command_and_each_of_agents_for_all_too(panel):
    commands = {command.id: command for command in preview_commands(panel)}
    for kind in OVERLAYS:
        one = commands[f"preview.overlay.{kind.id}"]
        assert one.checked is not None
        before = one.checked()
        one.run()
        assert one.checked() is not before
        if Whom.PICKED in kind.choices:
            commands[f"preview.overlay.{kind.id}.all"].run()
            assert panel.choice.shown_for(kind) is Whom.ALL
    commands["preview.preset.usual"].run()
    assert panel.choice == OverlayChoice()
