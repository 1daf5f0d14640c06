"""The timeline in the window: it follows the run, scrubs, zooms and walks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from editor.documents.open.sample_files import sample_paths
from editor.panels.timeline.curves import DROPPED_TOGETHER
from editor.panels.timeline.lane_painting import RULER, head_width
from editor.window.parts.panels import case_runs
from tests.editor.shared_window import at_rest, shared_window

TICKS = 300
FEW_TICKS = 120


def run_the_tank(window, ticks):
    window.resize(1440, 900)
    window.open_file(next(path for path in sample_paths() if path.name.startswith("tank")))
    window.panels.show_panel("timeline")
    window.run.advance(ticks)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    for window in shared_window(tmp_path_factory):
        run_the_tank(window, TICKS)
        yield window


@pytest.fixture
def seen(ran, qtbot):
    """Return a window in which a run has ended, for tests that only look at it."""
    ran.activateWindow()
    ran.run.look_at(TICKS - 1)
    ran.run.time.finish()
    qtbot.waitUntil(ran.timeline.view.isVisible)
    ran.timeline.view.fit()
    yield ran
    at_rest(ran)


@pytest.fixture
def opened(window, qtbot):
    """Return a window of one test's own in which a shorter run has ended."""
    run_the_tank(window, FEW_TICKS)
    qtbot.waitUntil(window.timeline.view.isVisible)
    window.timeline.view.fit()
    return window


def place_of(window, tick: int) -> QPoint:
    scale = window.timeline.model.scale
    return QPoint(int(head_width() + scale.x(tick + 0.5)), RULER + 12)


def shown(window) -> int:
    window.run.time.finish()
    return window.run.time.shown_tick


def test_a_click_looks_at_the_tick_below_it(seen, qtbot):
    qtbot.mouseClick(seen.timeline.view, Qt.MouseButton.LeftButton, pos=place_of(seen, 120))
    assert shown(seen) == 120
    assert seen.run.time.is_past


def test_a_drag_scrubs_and_leaves_the_run_where_it_ends(seen, qtbot):
    view = seen.timeline.view
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=place_of(seen, 40))
    for tick in (60, 90, 150):
        qtbot.mouseMove(view, place_of(seen, tick))
        assert seen.run.time.shown_tick == tick
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=place_of(seen, 150))
    qtbot.mouseMove(view, place_of(seen, 20))
    assert shown(seen) == 150


def test_escape_ends_a_drag_where_it_began(seen, qtbot):
    view = seen.timeline.view
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=place_of(seen, 40))
    qtbot.mouseMove(view, place_of(seen, 90))
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.mouseMove(view, place_of(seen, 20))
    assert shown(seen) == TICKS - 1
    assert not seen.run.time.is_past


def test_a_press_on_the_names_of_the_lanes_changes_nothing(seen, qtbot):
    qtbot.mouseClick(seen.timeline.view, Qt.MouseButton.LeftButton, pos=QPoint(20, RULER + 12))
    assert shown(seen) == TICKS - 1


@pytest.mark.parametrize(
    ("key", "modifier", "tick"),
    [
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, 199),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 201),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier, 190),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier, 210),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, -1),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, TICKS - 1),
    ],
)
def test_keys_walk_in_the_run(seen, qtbot, key, modifier, tick):
    seen.run.look_at(200)
    seen.run.time.finish()
    qtbot.keyClick(seen.timeline.view, key, modifier)
    assert shown(seen) == tick


def test_ctrl_and_arrows_go_to_the_changes_of_the_first_lane(opened, qtbot):
    opened.run.session.set_pose("player", opened.run.session.world.pose(opened.run.picked_agent).position)
    opened.run.advance(TICKS)
    opened.timeline.view.fit()
    starts = [span.first for span in opened.timeline.model.lanes[0].spans]
    assert len(starts) > 1
    opened.run.look_at(0)
    opened.run.time.finish()
    qtbot.keyClick(opened.timeline.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert shown(opened) == starts[1]
    qtbot.keyClick(opened.timeline.view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert shown(opened) == starts[0]


def wheel(window, steps: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    view = window.timeline.view
    at = QPointF(place_of(window, 100))
    event = QWheelEvent(
        at,
        QPointF(view.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def test_the_wheel_zooms_at_the_pointer_and_with_shift_moves(seen):
    model = seen.timeline.model
    before = model.scale
    wheel(seen, 3)
    assert model.scale.span < before.span
    wheel(seen, -3)
    assert model.scale.span == pytest.approx(before.span)
    wheel(seen, -2, Qt.KeyboardModifier.ShiftModifier)
    assert model.scale.first > before.first
    assert model.scale.span == pytest.approx(before.span)


def test_values_are_drawn_as_they_were_after_each_tick(seen):
    curves = {curve.name: curve for curve in seen.timeline.model.shown_curves()}
    distance = curves["d"]
    assert (distance.first, distance.end) == (0, TICKS)
    for tick in (10, 150, 299):
        seen.run.look_at(tick)
        seen.run.time.finish()
        assert distance.at(tick) == seen.run.session.variables(seen.run.picked_agent)["d"]
    assert curves["visible"].is_bool


def test_a_branch_cuts_the_curves_and_those_of_another_agent_are_made_again(opened):
    opened.run.look_at(99)
    opened.run.time.finish()
    opened.run.branch()
    assert all(curve.end <= 100 for curve in opened.timeline.model.shown_curves())
    opened.run.advance(10)
    assert all(curve.end == 110 for curve in opened.timeline.model.shown_curves())
    other = next(each for each in opened.run.thinking_agents() if each != opened.run.picked_agent)
    opened.run.pick_agent(other)
    opened.run.advance(5)
    assert opened.timeline.model.curves.agent == other
    opened.timeline.filling.finish()
    curves = opened.timeline.model.shown_curves()
    assert {(curve.first, curve.end) for curve in curves} == {(0, 115)}
    distance = next(curve for curve in curves if curve.name == "d")
    for tick in (3, 60, 112):
        opened.run.look_at(tick)
        opened.run.time.finish()
        assert distance.at(tick) == opened.run.session.variables(other)["d"]


def test_curves_of_an_agent_picked_again_are_whole(opened):
    first = opened.run.picked_agent
    other = next(each for each in opened.run.thinking_agents() if each != first)
    opened.run.pick_agent(other)
    opened.run.advance(20)
    opened.run.pick_agent(first)
    opened.run.advance(5)
    opened.timeline.filling.finish()
    curves = opened.timeline.model.shown_curves()
    assert {(curve.first, curve.end) for curve in curves} == {(0, FEW_TICKS + 25)}


def test_curves_let_go_of_what_the_recording_lets_go_of_many_ticks_at_a_time(window):
    window.run.time.limit = 20_000
    run_the_tank(window, 3 * DROPPED_TOGETHER)
    recording, curves = window.run.time.recording, window.timeline.model.shown_curves()
    assert recording.first_tick > DROPPED_TOGETHER
    assert curves
    for curve in curves:
        assert recording.first_tick - DROPPED_TOGETHER < curve.first <= recording.first_tick
        assert curve.end == recording.end_tick


def test_the_picture_shows_the_state_of_now_in_its_own_hue(seen):
    picture = seen.timeline.view.grab().toImage()
    from editor.theme.theme_manager import current_theme

    wash = current_theme().status("running").wash
    spot = place_of(seen, TICKS - 5)
    ratio = picture.devicePixelRatio()
    color = picture.pixelColor(int(spot.x() * ratio), int((RULER + 6 + 4) * ratio))
    assert color == wash


def test_stopping_empties_the_timeline(opened):
    opened.run.stop()
    assert opened.timeline.view.isHidden()
    assert opened.timeline.empty.isVisible()


def choose(window, qtbot, first: int, last: int) -> None:
    view = window.timeline.view
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, shift, place_of(window, first))
    qtbot.mouseMove(view, place_of(window, last))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, shift, place_of(window, last))


def test_shift_and_a_drag_choose_a_stretch_and_leave_the_tick_shown(seen, qtbot):
    choose(seen, qtbot, 150, 60)
    chosen = seen.timeline.model.chosen
    assert abs(chosen.start - 60) <= 1
    assert abs(chosen.stop - 151) <= 1
    assert shown(seen) == TICKS - 1
    qtbot.keyClick(seen.timeline.view, Qt.Key.Key_Escape)
    assert seen.timeline.model.chosen is None


def saved_tank(window, tmp_path):
    """Save the sample with its world into a folder of its own, run it and return the folder."""
    for file in sample_paths()[0].parent.glob("tank.*.json"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    window.open_file(tmp_path / "tank.mind.json")
    window.run.advance(120)
    return tmp_path


def test_a_test_is_recorded_of_the_stretch_beside_the_document_and_holds(window, qtbot, tmp_path):
    folder = saved_tank(window, tmp_path)
    window.timeline.model.choose(20, 80)
    window.commands.refresh()
    window.commands.action("tests.record").trigger()
    file = folder / "tank-ticks-20-to-80.case.json"
    assert file.exists()
    window.commands.run("tests.run_document")
    runs = window.part(case_runs)
    qtbot.waitUntil(lambda: not runs.is_running)
    assert [(report.file.name, report.passed) for report in runs.reports] == [(file.name, True)]
    window.commands.action("tests.record").trigger()
    assert (folder / "tank-ticks-20-to-80-2.case.json").exists()


def test_without_a_stretch_the_last_seconds_are_recorded(window, tmp_path):
    folder = saved_tank(window, tmp_path)
    window.commands.refresh()
    window.commands.action("tests.record").trigger()
    assert (folder / "tank-ticks-0-to-119.case.json").exists()


def test_the_curves_of_another_take_are_its_own(opened):
    model = opened.timeline.model
    opened.timeline.filling.finish()
    before = {curve.name: list(curve.values) for curve in model.curves}
    end = opened.run.time.recording.end_tick
    opened.run.look_at(20)
    opened.run.time.finish()
    opened.run.branch()
    opened.run.session.set_pose("player", opened.run.session.world.pose("tank_1").position)
    opened.run.advance(30)
    opened.timeline.filling.finish()
    assert {curve.name: list(curve.values[:51]) for curve in model.curves} != {
        name: values[:51] for name, values in before.items()
    }
    opened.run.take_up(0, end - 1)
    opened.run.time.finish()
    opened.timeline.filling.finish()
    assert {curve.name: list(curve.values) for curve in model.curves} == before


def test_lanes_that_find_no_room_are_reached_by_a_bar(opened, qtbot):
    panel = opened.timeline
    view, bar = panel.view, panel.bar
    assert bar.isVisible()
    assert bar.maximum() == view.hidden_height > 0
    bar.setValue(bar.maximum())
    assert view.offset == view.hidden_height
    wheel = QWheelEvent(
        QPointF(300, 60),
        QPointF(300, 60),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, wheel)
    assert bar.value() == view.offset < view.hidden_height
    view.scroll_to(10_000)
    assert view.offset == view.hidden_height
    opened.panels.splitters["rows"].setSizes([200, 600])
    qtbot.waitUntil(lambda: view.height() > 400)
    assert view.offset == 0
    assert not bar.isVisible()
