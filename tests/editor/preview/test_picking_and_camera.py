from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from editor.basics.user_state import UserState
from editor.map.view.preview_commands import preview_commands
from graphs.worlds.minds.world_choice import WorldChoice
from tests.editor.preview.preview_sessions import RecordedSession, RunDouble, arena, preview_of


def test_tab_picks_the_next_agent_and_shift_tab_the_one_before(qtbot, panel, run):
    for key, expected in (
        (Qt.Key.Key_Tab, "tank2"),
        (Qt.Key.Key_Tab, "tank3"),
        (Qt.Key.Key_Tab, "player"),
        (Qt.Key.Key_Backtab, "tank3"),
    ):
        qtbot.keyClick(panel.map, key)
        assert run.picked_agent == expected
    assert panel.map.hasFocus()


def test_agents_without_a_mind_are_passed_over_where_there_are_minds(qtbot, panel, run):
    run.thinking = ("tank1", "tank3")
    panel.pick_next(1)
    assert run.picked_agent == "tank3"
    panel.pick_next(1)
    assert run.picked_agent == "tank1"


def test_the_camera_goes_to_an_agent_out_of_sight(qtbot, panel, run, session):
    panel.map.camera.look_at((2.0, 2.0), 100.0)
    assert not panel.map.view.bounds().contains(panel.map.view.point(session.position("tank2")))
    panel.pick_next(1)
    qtbot.waitUntil(lambda: panel.map.view.center == pytest.approx(session.position("tank2")))


def test_picking_in_an_empty_window_does_nothing(qtbot):
    panel = preview_of(RunDouble(None))
    qtbot.addWidget(panel)
    panel.pick_next(1)


def test_facts_of_an_agent_are_told_under_the_pointer(qtbot, panel, session):
    panel.set_label_of(lambda agent: "Chase" if agent == "tank1" else "")
    at = panel.map.view.point(session.position("tank1")).toPoint()
    qtbot.mouseMove(panel.map.viewport(), at)
    lines = panel.map.hover.name.split("\n")
    assert lines[0] == "Tank 1: Chase"
    assert "of 5 units/s" in lines[1]
    assert "team tanks" in lines[2]
    assert any(line.startswith("sight: visible") for line in lines)


def test_what_stands_still_is_named_under_the_pointer(qtbot, panel):
    for place, words in (
        ((4.8, 4.0), "Wall w1"),
        ((15.7, 2.6), "Obstacle o1, radius 0.75 units"),
        ((2.6, 2.4), "Waypoint p1"),
        ((1.0, 10.5), ""),
    ):
        qtbot.mouseMove(panel.map.viewport(), panel.map.view.point(place).toPoint())
        assert panel.map.hover.name == words


def test_zoom_and_agents_have_commands(panel, run):
    commands = {command.id: command for command in preview_commands(panel)}
    before = panel.map.view.unit
    commands["preview.zoom_in"].run()
    assert panel.map.view.unit > before
    commands["preview.zoom_out"].run()
    assert panel.map.view.unit == pytest.approx(before)
    commands["preview.next_agent"].run()
    assert run.picked_agent == "tank2"
    commands["preview.previous_agent"].run()
    assert run.picked_agent == "tank1"


def world_at(path) -> WorldChoice:
    return WorldChoice(arena(), {}, "tank.mind.json", path)


def test_the_camera_is_left_where_it_was_in_each_world(qtbot, tmp_path):
    state = UserState(tmp_path)
    run = RunDouble(RecordedSession(arena()), "tank1")
    run.choice = world_at(tmp_path / "one.world.json")
    panel = preview_of(run, state)
    qtbot.addWidget(panel)
    panel.resize(520, 320)
    panel.show()
    panel.map.camera.look_at((5.0, 4.0), 60.0)
    run.session, run.choice = RecordedSession(arena()), world_at(tmp_path / "two.world.json")
    run.world_changed.emit()
    assert panel.map.camera.is_fitted
    run.session, run.choice = RecordedSession(arena()), world_at(tmp_path / "one.world.json")
    run.world_changed.emit()
    assert (panel.map.view.center, panel.map.view.unit) == ((5.0, 4.0), 60.0)

    again = preview_of(run, UserState(tmp_path))
    qtbot.addWidget(again)
    again.show()
    assert (again.map.view.center, again.map.view.unit) == ((5.0, 4.0), 60.0)


def test_the_camera_is_kept_when_the_window_lets_the_world_go(qtbot, tmp_path):
    run = RunDouble(RecordedSession(arena()), "tank1")
    run.choice = world_at(tmp_path / "one.world.json")
    panel = preview_of(run, UserState(tmp_path))
    qtbot.addWidget(panel)
    panel.show()
    panel.map.camera.look_at((5.0, 4.0), 60.0)
    run.session, run.choice = None, None
    run.world_changed.emit()
    assert UserState(tmp_path).table("cameras") == {str(tmp_path / "one.world.json"): [5000, 4000, 60000]}


def test_a_fitted_camera_is_not_kept(qtbot, panel, run):
    panel.map.camera.look_at((5.0, 4.0), 60.0)
    panel.fit()
    qtbot.waitUntil(lambda: panel.map.view.unit != 60.0)
    assert panel.map.camera.is_fitted


def test_nothing_is_read_while_the_panel_is_hidden_and_it_catches_up(qtbot, panel, run, session):
    panel.hide()
    before = panel.map.picture
    session.place("tank1", (5.5, 3.0))
    run.frame_shown.emit()
    assert panel.map.picture is before
    panel.show()
    agents = panel.map.picture.agents
    assert tuple(agents.positions[agents.index("tank1")]) == (5.5, 3.0)


def test_a_click_beside_all_agents_keeps_the_picked_one(qtbot, panel, run):
    qtbot.mouseClick(panel.map.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(250, 40))
    assert run.picked_agent == "tank1"
