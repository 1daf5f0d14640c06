from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from editor.map.view.input_tools import THROWABLE, USUAL_LOUDNESS
from editor.map.view.map_tools import MapTool
from editor.map.view.preview_commands import preview_commands
from editor.theme.theme_manager import current_theme
from tests.editor.preview.preview_sessions import RecordedSession, RunDouble, arena, preview_of

LEFT = Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier
GROUND = QPoint(250, 60)


def command(panel, command_id: str):
    return next(each for each in preview_commands(panel) if each.id == command_id)


def hover(qtbot, panel) -> None:
    """Move the pointer to the ground, from wherever an earlier test left it."""
    qtbot.mouseMove(panel.map.viewport(), GROUND + QPoint(40, 40))
    qtbot.mouseMove(panel.map.viewport(), GROUND)


@pytest.fixture
def noise(panel):
    panel.take_tool(panel.noise_tool)
    return panel.noise_tool


@pytest.fixture
def throw(panel):
    panel.take_tool(panel.throw_tool)
    return panel.throw_tool


def noises(session) -> list[tuple[tuple[float, float], float]]:
    return [(noise.at, noise.loudness) for noise in session.world.signals.noises.recent]


def test_a_click_makes_a_noise_of_the_usual_loudness(qtbot, panel, noise, session):
    at = panel.map.world_at(GROUND.toPointF())
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    ((place, loudness),) = noises(session)
    assert place == pytest.approx(at)
    assert loudness == USUAL_LOUDNESS
    assert panel.map.tool is noise


def test_dragging_out_says_how_loud(qtbot, panel, noise, session):
    viewport, unit = panel.map.viewport(), panel.map.view.unit
    qtbot.mousePress(viewport, LEFT, NO_KEY, GROUND)
    qtbot.mouseMove(viewport, GROUND + QPoint(round(4 * unit), 0))
    qtbot.mouseRelease(viewport, LEFT, NO_KEY, GROUND + QPoint(round(4 * unit), 0))
    assert noises(session)[0][1] == pytest.approx(4.0, abs=0.1)


def test_escape_makes_none(qtbot, panel, noise, session):
    qtbot.mousePress(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    qtbot.mouseRelease(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    assert noises(session) == []
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert panel.map.tool is None
    assert not panel.row.tools["noise"].isChecked()


def test_the_reach_of_the_noise_to_come_is_drawn(qtbot, panel, noise):
    before = panel.map.grab().toImage()
    hover(qtbot, panel)
    after = panel.map.grab().toImage()
    color = current_theme().color("world.noise")
    count = sum(
        after.pixelColor(x, y) == color for x in range(0, after.width(), 1) for y in range(60, 320, 8)
    )
    assert after != before
    assert count > 3
    assert "Click: a noise" in panel.map.hover.name


def test_a_noise_made_in_a_running_world_waits_for_its_step(qtbot, panel, run, noise, session):
    run.is_running = True
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    assert noises(session) == []
    session.step()
    assert len(noises(session)) == 1


def test_a_click_throws_from_the_player_to_the_place(qtbot, panel, throw, session):
    at = panel.map.world_at(GROUND.toPointF())
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    (flying,) = session.world.projectiles
    assert flying.shooter == "player"
    assert flying.landing == pytest.approx(at, abs=0.2)
    assert panel.map.picture.thrown


def test_numbers_choose_what_is_thrown(qtbot, panel, throw, session):
    assert THROWABLE == ("stone", "grenade")
    qtbot.keyClick(panel.map, Qt.Key.Key_2)
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    assert session.world.projectiles[0].blast_radius > 0
    qtbot.keyClick(panel.map, Qt.Key.Key_1)
    assert throw.name == "stone"


def test_the_arc_to_come_is_drawn_and_a_throw_too_far_is_told(qtbot, panel, throw, session):
    session.place("player", (1.0, 1.0))
    qtbot.mouseMove(panel.map.viewport(), panel.map.view.point((2.5, 2.0)).toPoint())
    near = panel.map.grab().toImage()
    assert "too far" not in panel.map.hover.name
    qtbot.mouseMove(panel.map.viewport(), panel.map.view.point((17.5, 10.5)).toPoint())
    assert panel.map.grab().toImage() != near
    far = panel.map.hover.name
    assert far.startswith("Click: throw a stone")


def test_without_a_player_it_is_dropped_where_one_clicks(qtbot):
    session = RecordedSession(arena().model_copy(update={"player": None}))
    panel = preview_of(RunDouble(session))
    qtbot.addWidget(panel)
    panel.resize(520, 320)
    panel.show()
    panel.take_tool(panel.throw_tool)
    hover(qtbot, panel)
    assert "no agent is the player" in panel.map.hover.name
    qtbot.mouseClick(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    assert session.world.projectiles[0].position == pytest.approx(panel.map.world_at(GROUND.toPointF()))


def test_commands_take_tools_and_put_them_down(panel):
    for command_id, tool in (
        ("preview.noise", panel.noise_tool),
        ("preview.throw_stone", panel.throw_tool),
    ):
        one = command(panel, command_id)
        assert one.checked is not None
        one.run()
        assert panel.map.tool is tool
        assert one.checked()
    command(panel, "preview.throw_grenade").run()
    assert panel.throw_tool.name == "grenade"
    command(panel, "preview.noise").run()
    command(panel, "preview.noise").run()
    assert panel.map.tool is None


def test_what_is_done_here_is_done_where_the_menu_was_opened(qtbot, panel, session):
    here = command(panel, "preview.noise_here")
    panel.note_menu_place((4.0, 3.0))
    assert here.enabled()
    here.run()
    command(panel, "preview.throw_grenade_here").run()
    assert noises(session) == [((4.0, 3.0), USUAL_LOUDNESS)]
    assert session.world.projectiles[0].blast_radius > 0
    panel.note_menu_place(None)
    assert not here.enabled()


def test_tools_leave_another_tool_in_hand_alone(panel):
    other = MapTool()
    panel.map.set_tool(other)
    assert not command(panel, "preview.noise").enabled()
    panel.take_tool(panel.noise_tool)
    assert panel.map.tool is other


def test_refusals_say_why_and_what_to_do(qtbot):
    empty = preview_of(RunDouble(None))
    nobody = preview_of(RunDouble(RecordedSession(arena().model_copy(update={"player": None}))))
    for panel in (empty, nobody):
        qtbot.addWidget(panel)
        panel.show()
    told: list[tuple[str, str]] = []
    for panel in (empty, nobody):
        panel.refused.connect(lambda reason, remedy: told.append((reason, remedy)))
    empty.take_tool(empty.noise_tool)
    empty.pick_next(1)
    qtbot.keyClick(nobody.map, Qt.Key.Key_W)
    nobody.actions_by_name["follow"].trigger()
    assert [reason for reason, _ in told] == [
        "No world runs here.",
        "No world runs here.",
        "No agent is the player of this world.",
        "There is no agent to follow.",
    ]
    assert all(remedy.endswith(".") for _, remedy in told)
    assert empty.map.tool is None
    assert not nobody.actions_by_name["follow"].isChecked()


def step_frames(panel, run, session, count: int) -> None:
    run.is_running = True
    for _ in range(count):
        session.step()
        run.frame_shown.emit()
    run.is_running = False


def test_the_player_is_sent_to_a_place_and_stops_there(panel, run, session):
    goal = (9.0, 7.0)
    session.place("player", (13.0, 7.0))
    panel.note_menu_place(goal)
    command(panel, "preview.send_player_here").run()
    assert panel.map.picture.goal == goal
    step_frames(panel, run, session, 240)
    assert session.position("player") == pytest.approx(goal, abs=0.3)
    assert panel.map.picture.goal is None
    assert session.inputs == [("send", "player", goal)]


def test_where_the_player_goes_does_not_depend_on_how_often_the_window_shows_it(panel, run, session):
    places, saved = [], session.snapshot()
    for steps in (1, 7, 45):
        session.restore(saved)
        panel.send_player((9.0, 7.0))
        for _ in range(315 // steps):
            for _ in range(steps):
                session.step()
            run.is_running = True
            run.frame_shown.emit()
            run.is_running = False
        places.append(session.position("player"))
    assert places[0] == places[1] == places[2]


def test_driving_by_key_ends_what_the_player_was_sent_for(qtbot, panel, run, session):
    panel.send_player((9.0, 1.5))
    qtbot.keyPress(panel.map, Qt.Key.Key_W)
    step_frames(panel, run, session, 5)
    assert session.inputs == [("send", "player", (9.0, 1.5)), ("drive", "player", (0.0, 1.0))]
    assert panel.map.picture.goal is None
    qtbot.keyRelease(panel.map, Qt.Key.Key_W)


def test_where_the_player_is_sent_is_marked(panel, session):
    before = panel.map.grab().toImage()
    panel.send_player((9.0, 1.5))
    at = panel.map.view.point((9.0, 1.5)).toPoint()
    after = panel.map.grab().toImage()
    assert after.pixelColor(at) == current_theme().color("accent.line")
    assert before.pixelColor(at) != after.pixelColor(at)
