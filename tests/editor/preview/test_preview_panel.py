from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from editor.map.view.gestures import DragAgentGesture
from editor.map.view.preview_commands import preview_commands
from editor.map.view.preview_panel import PreviewPanel
from editor.map.view.title_row import TOGGLES
from editor.theme.theme_manager import set_theme
from editor.theme.tokens import load_theme
from tests.editor.preview.preview_sessions import RecordedSession, RunDouble, arena, crowd, preview_of

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NO_KEY = Qt.KeyboardModifier.NoModifier


def pixel_of(panel: PreviewPanel, agent_id: str) -> QPoint:
    agents = panel.map.picture.agents
    x, y = agents.positions[agents.index(agent_id)]
    return panel.map.view.point((float(x), float(y))).toPoint()


def drag(qtbot, panel, start, *stops, modifiers=NO_KEY, release=True) -> None:
    viewport = panel.map.viewport()
    qtbot.mousePress(viewport, LEFT, modifiers, start)
    for stop in stops:
        qtbot.mouseMove(viewport, stop)
    if release:
        qtbot.mouseRelease(viewport, LEFT, modifiers, stops[-1])


def wheel(panel, at, notches) -> None:
    place = QPointF(at)
    event = QWheelEvent(
        place,
        panel.map.viewport().mapToGlobal(place),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        NO_KEY,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(panel.map.viewport(), event)


def poses(session: RecordedSession) -> list[tuple[Any, ...]]:
    return [entry for entry in session.inputs if entry[0] == "pose"]


def drives(session: RecordedSession) -> list[object]:
    return [entry[2] for entry in session.inputs if entry[0] == "drive"]


def test_clicking_an_agent_picks_it(qtbot, panel, run):
    with qtbot.waitSignal(panel.agent_picked) as picked:
        qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, pixel_of(panel, "tank3"))
    assert picked.args == ["tank3"]
    assert run.picked_agent == "tank3"
    assert panel.map.picture.agents.ids[panel.map.picture.picked] == "tank3"


def test_clicking_the_player_picks_it_and_moves_nothing(qtbot, panel, run, session):
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, pixel_of(panel, "player"))
    assert run.picked_agent == "player"
    assert session.inputs == []


def test_clicking_the_ground_picks_nothing(qtbot, panel, run):
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, QPoint(250, 40))
    assert run.picked_agent == "tank1"


def test_dragging_the_player_moves_it_through_the_session(qtbot, panel, session):
    start = pixel_of(panel, "player")
    x, y = session.position("player")
    drag(qtbot, panel, start, start + QPoint(20, -10), start + QPoint(40, -30))
    assert [entry[1] for entry in poses(session)] == ["player", "player"]
    unit = panel.map.view.unit
    assert session.position("player") == pytest.approx((x + 40 / unit, y + 30 / unit), abs=1e-6)


def test_a_paused_drag_is_seen_at_once_where_the_world_puts_the_agent(qtbot, panel, session):
    start, wall = pixel_of(panel, "player"), panel.map.view.point((11.5, 9.5)).toPoint()
    drag(qtbot, panel, start, wall)
    x, _ = session.position("player")
    assert x < 11.2 - 0.36 + 1e-3 or x > 11.75 + 0.36 - 1e-3
    assert tuple(panel.map.picture.agents.positions[0]) == session.position("player")


def test_a_drag_while_running_waits_for_the_next_step(qtbot, panel, run, session):
    run.is_running = True
    before = session.position("player")
    start = pixel_of(panel, "player")
    drag(qtbot, panel, start, start + QPoint(40, 0))
    assert session.position("player") == before
    session.step()
    run.frame_shown.emit()
    assert session.position("player")[0] > before[0] + 1
    assert tuple(panel.map.picture.agents.positions[0]) == session.position("player")


def test_an_agent_is_held_where_it_was_grabbed(qtbot, panel, session):
    before = session.position("player")
    start = pixel_of(panel, "player") + QPoint(6, 3)
    drag(qtbot, panel, start, start + QPoint(30, 0), start)
    assert session.position("player") == pytest.approx(before)


def test_a_held_agent_is_asked_to_stay_on_every_frame(qtbot, panel, run, session):
    run.is_running = True
    start = pixel_of(panel, "player")
    drag(qtbot, panel, start, start + QPoint(30, 0), release=False)
    wanted = poses(session)[-1]
    session.place("player", (1.0, 1.0))
    run.frame_shown.emit()
    assert poses(session)[-1][2] == pytest.approx(wanted[2])
    assert len(poses(session)) == 2
    qtbot.mouseRelease(panel.map.viewport(), LEFT, NO_KEY, start)
    run.frame_shown.emit()
    assert len(poses(session)) == 2


def test_escape_puts_a_dragged_agent_back(qtbot, panel, session):
    before = session.world.pose("player")
    start = pixel_of(panel, "player")
    drag(qtbot, panel, start, start + QPoint(60, 30), release=False)
    assert session.position("player") != before.position
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert poses(session)[-1] == ("pose", "player", before.position, before.heading)
    assert session.world.pose("player") == before
    inputs = len(session.inputs)
    qtbot.mouseMove(panel.map.viewport(), start + QPoint(90, 30))
    qtbot.mouseRelease(panel.map.viewport(), LEFT, NO_KEY, start)
    assert len(session.inputs) == inputs


def test_a_second_drag_goes_back_to_its_own_start(qtbot, panel, run, session):
    start = pixel_of(panel, "player")
    drag(qtbot, panel, start, start + QPoint(-30, 0))
    run.frame_shown.emit()
    middle = session.position("player")
    start = pixel_of(panel, "player")
    drag(qtbot, panel, start, start + QPoint(0, 40), release=False)
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert session.position("player") == pytest.approx(middle)


def test_another_agent_is_dragged_with_alt_only(qtbot, panel, session):
    start = pixel_of(panel, "tank3")
    view = panel.map.view
    drag(qtbot, panel, start, start + QPoint(30, 0))
    assert session.inputs == []
    assert panel.map.view != view
    panel.map.fit(animated=False)
    start = pixel_of(panel, "tank3")
    drag(qtbot, panel, start, start + QPoint(30, 0), modifiers=ALT)
    assert [entry[1] for entry in poses(session)] == ["tank3"]


def test_dragging_the_ground_pans_and_escape_pans_back(qtbot, panel):
    before = panel.map.view
    drag(qtbot, panel, QPoint(250, 40), QPoint(300, 90), release=False)
    assert panel.map.view.center != before.center
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert panel.map.view.center == pytest.approx(before.center)
    qtbot.mouseRelease(panel.map.viewport(), LEFT, NO_KEY, QPoint(300, 90))


def test_the_wheel_zooms_to_the_pointer(panel):
    at = QPointF(100, 80)
    before = panel.map.view
    wheel(panel, at, 2)
    assert panel.map.view.unit == pytest.approx(before.unit * 1.44)
    assert panel.map.view.world(at) == pytest.approx(before.world(at))


def test_home_shows_the_whole_world_again(qtbot, panel):
    fitted = panel.map.view
    wheel(panel, QPointF(100, 80), 4)
    qtbot.keyClick(panel.map, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: panel.map.view == fitted)


def test_a_fitted_world_stays_fitted_when_the_panel_grows_and_a_moved_camera_stays(panel):
    panel.resize(900, 600)
    assert panel.map.view.unit > 40
    wheel(panel, QPointF(100, 80), 1)
    before = panel.map.view
    panel.resize(700, 500)
    assert (panel.map.view.center, panel.map.view.unit) == (before.center, before.unit)


def test_follow_keeps_the_picked_agent_in_the_middle_until_the_user_pans(qtbot, panel, run, session):
    follow = panel.actions_by_name["follow"]
    follow.trigger()
    session.place("tank1", (5.5, 3.0))
    run.frame_shown.emit()
    assert panel.map.view.center == (5.5, 3.0)
    drag(qtbot, panel, QPoint(20, 20), QPoint(60, 20))
    assert not follow.isChecked()
    moved = panel.map.view.center
    run.frame_shown.emit()
    assert panel.map.view.center == moved


def test_keys_drive_the_player_while_the_map_has_the_focus(qtbot, panel, session):
    qtbot.keyPress(panel.map, Qt.Key.Key_W)
    qtbot.keyPress(panel.map, Qt.Key.Key_Right)
    qtbot.keyRelease(panel.map, Qt.Key.Key_W)
    qtbot.keyRelease(panel.map, Qt.Key.Key_Right)
    assert drives(session) == [(0.0, 1.0), pytest.approx((0.7071, 0.7071), abs=1e-4), (1.0, 0.0), None]
    assert {entry[1] for entry in session.inputs} == {"player"}


def test_losing_the_focus_stops_the_player(qtbot, panel, session):
    qtbot.keyPress(panel.map, Qt.Key.Key_A)
    panel.map.clearFocus()
    assert drives(session) == [(-1.0, 0.0), None]


def test_opposite_keys_cancel_out(qtbot, panel, session):
    qtbot.keyPress(panel.map, Qt.Key.Key_A)
    qtbot.keyPress(panel.map, Qt.Key.Key_D)
    assert drives(session)[-1] is None


def test_driving_keys_are_kept_from_shortcuts_of_the_window(panel):
    def override(key, modifiers=NO_KEY) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        QApplication.sendEvent(panel.map, event)
        return event.isAccepted()

    assert override(Qt.Key.Key_S)
    assert override(Qt.Key.Key_Home)
    assert not override(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not override(Qt.Key.Key_F5)


def test_cursors_tell_what_can_be_done(qtbot, panel):
    viewport = panel.map.viewport()

    def cursor_at(pixel: QPoint) -> Qt.CursorShape:
        qtbot.mouseMove(viewport, pixel)
        shape: Qt.CursorShape = viewport.cursor().shape()
        return shape

    assert cursor_at(QPoint(250, 40)) is Qt.CursorShape.ArrowCursor
    assert cursor_at(pixel_of(panel, "tank2")) is Qt.CursorShape.PointingHandCursor
    assert cursor_at(pixel_of(panel, "player")) is Qt.CursorShape.OpenHandCursor
    qtbot.mousePress(viewport, LEFT, NO_KEY, pixel_of(panel, "player"))
    assert viewport.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    assert isinstance(panel.map.gesture, DragAgentGesture)
    qtbot.mouseRelease(viewport, LEFT, NO_KEY, pixel_of(panel, "player"))
    assert viewport.cursor().shape() is Qt.CursorShape.OpenHandCursor


def test_the_pointer_reads_its_position_in_units(qtbot, panel):
    qtbot.mouseMove(panel.map.viewport(), panel.map.view.point((3.0, 4.0)).toPoint())
    x, y = map(float, panel.map.hover.readout.split(", "))
    assert (x, y) == pytest.approx((3.0, 4.0), abs=0.1)
    QApplication.sendEvent(panel.map, QEvent(QEvent.Type.Leave))
    assert panel.map.hover.readout == ""


def test_a_vector_is_named_under_the_pointer(qtbot, panel, run, session):
    session.place("tank1", (9.0, 5.7), (-5.0, 0.0))
    run.frame_shown.emit()
    x, y = session.position("tank1")
    qtbot.mouseMove(panel.map.viewport(), panel.map.view.point((x - 1.5, y)).toPoint())
    assert panel.map.hover.name == "Velocity 5.0 units/s"
    panel.actions_by_name["vectors"].setChecked(False)
    qtbot.mouseMove(panel.map.viewport(), panel.map.view.point((x - 1.4, y)).toPoint())
    assert not panel.map.hover.name.startswith("Velocity")


@pytest.mark.parametrize("name", ["sight", "vectors", "paths", "labels", "grid"])
def test_a_toggle_changes_what_is_drawn_and_back(panel, name):
    before = panel.map.grab().toImage()
    action = panel.actions_by_name[name]
    assert action.isChecked()
    assert action.toolTip()
    action.trigger()
    assert panel.map.grab().toImage() != before
    action.trigger()
    assert panel.map.grab().toImage() == before


def test_the_legend_is_shown_while_it_is_switched_on(panel):
    legend = panel.row.legend
    before = panel.map.grab().toImage()
    legend.trigger()
    assert panel.map.hover.legend
    assert panel.map.grab().toImage() != before
    legend.trigger()
    assert panel.map.grab().toImage() == before


def test_a_theme_change_repaints_the_map_and_the_toggles(panel):
    dark = panel.map.grab().toImage()
    icon = panel.actions_by_name["sight"].icon().cacheKey()
    set_theme("light")
    light = panel.map.grab().toImage()
    open_ground = panel.map.view.point((6.5, 9.5)).toPoint()
    assert dark.pixelColor(open_ground) == load_theme("dark").color("world.ground")
    assert light.pixelColor(open_ground) == load_theme("light").color("world.ground")
    assert panel.actions_by_name["sight"].icon().cacheKey() != icon


def test_labels_come_from_the_window_and_fall_back_to_names(panel):
    assert panel.words_above("tank2") == "Tank 2"
    panel.set_label_of(lambda agent: "Chase" if agent == "tank1" else "")
    assert panel.words_above("tank1") == "Chase"
    assert panel.words_above("player") == "Player"


def test_every_toggle_is_a_command(panel):
    commands = {command.id: command for command in preview_commands(panel)}
    for toggle in TOGGLES:
        command = commands[f"preview.{toggle.name}"]
        assert command.checked is not None
        before = command.checked()
        command.run()
        assert command.checked() is not before
    assert "preview.fit" in commands


def test_the_map_repaints_only_when_told(qtbot, panel, run, monkeypatch):
    painted = []
    monkeypatch.setattr(panel.map, "paint_picture", lambda _painter: painted.append(1))
    QApplication.processEvents()
    painted.clear()
    for _ in range(5):
        QApplication.processEvents()
    assert painted == []
    run.frame_shown.emit()
    QApplication.processEvents()
    assert painted == [1]


def test_without_a_session_the_map_is_empty_and_quiet(qtbot):
    panel = preview_of(RunDouble(None))
    qtbot.addWidget(panel)
    panel.show()
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, QPoint(50, 50))
    qtbot.keyClick(panel.map, Qt.Key.Key_W)
    assert panel.map.picture.agents.ids == ()


def test_another_world_is_fitted(panel, run):
    run.session = RecordedSession(crowd(200))
    run.world_changed.emit()
    left, bottom, right, top = panel.map.view.world_bounds()
    width, height = run.session.document.size
    assert left <= 0 <= width <= right
    assert bottom <= 0 <= height <= top


def test_the_camera_survives_a_restart_of_the_same_world(panel, run):
    wheel(panel, QPointF(100, 80), 2)
    before = panel.map.view
    run.session = RecordedSession(arena())
    run.world_changed.emit()
    assert panel.map.view == before


def test_a_thousand_agents_are_shown(qtbot):
    session = RecordedSession(crowd(1000))
    run = RunDouble(session, "a0500")
    panel = preview_of(run)
    qtbot.addWidget(panel)
    panel.resize(1000, 640)
    panel.show()
    first = panel.map.grab().toImage()
    session.world.agents.position += 0.4
    run.frame_shown.emit()
    assert panel.map.grab().toImage() != first


def test_a_closed_panel_leaves_nothing_behind(qtbot, run):
    panel = preview_of(run)
    gone = weakref.ref(panel.map)
    panel.show()
    panel.close()
    panel.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del panel
    gc.collect()
    assert gone() is None
    set_theme("light")
    run.frame_shown.emit()
