"""The player is dragged into the tank's view and away again, and the tank's mind follows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor.documents.open.sample_files import samples_folder
from editor.theme.tokens import StatusLook
from editor.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
STATES = ("patrol", "chase", "shoot")


@pytest.fixture
def playing(window: MainWindow) -> MainWindow:
    assert window.open_file(samples_folder() / "tank.mind.json")
    window.run.stop()
    window.run.advance(90)
    return window


def pixel(window: MainWindow, x: float, y: float) -> QPoint:
    return window.preview.map.view.point((x, y)).toPoint()


def place_of(window: MainWindow, agent: str) -> tuple[float, float]:
    assert window.run.session is not None
    return window.run.session.world.pose(agent).position


def drag_player(window: MainWindow, x: float, y: float) -> None:
    viewport = window.preview.map.viewport()
    start, goal = pixel(window, *place_of(window, "player")), pixel(window, x, y)
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(viewport, start + (goal - start) * share)
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, goal)


def ahead_of_tank(window: MainWindow, distance: float) -> tuple[float, float]:
    assert window.run.session is not None
    goal = window.run.session.variables("tank_1")["goal"]
    x, y = place_of(window, "tank_1")
    assert isinstance(goal, tuple)
    dx, dy = goal[0] - x, goal[1] - y
    far = (dx * dx + dy * dy) ** 0.5
    return x + dx / far * distance, y + dy / far * distance


def shown_active(window: MainWindow) -> list[str]:
    assert window.area.view is not None
    looks = window.area.view.run_overlay.looks
    return [state for state in STATES if looks.node(state).status is StatusLook.RUNNING]


def advance_until(window: MainWindow, state: str, limit: int = 600) -> None:
    """Step until the canvas shows `state` active; the preview must say the same in the same frame."""
    for _ in range(limit):
        window.run.advance(1)
        [active] = shown_active(window)
        assert window.preview.map.label_of("tank_1").lower() == active
        if active == state:
            return
    raise AssertionError(f"{state} was never active")


def test_patrol_turns_to_chase_to_shoot_and_back_to_the_same_waypoint(
    playing: MainWindow,
) -> None:
    window = playing
    assert window.run.session is not None
    assert shown_active(window) == ["patrol"]
    heading_for = window.run.session.variables("tank_1")["waypoint"]

    drag_player(window, *ahead_of_tank(window, 4.2))
    advance_until(window, "chase")
    assert window.run.session.variables("tank_1")["visible"] is True
    advance_until(window, "shoot")

    drag_player(window, 21.5, 2)
    advance_until(window, "patrol")
    assert window.run.session.variables("tank_1")["waypoint"] == heading_for
    before = window.run.session.variables("tank_1")["wp"]
    window.run.advance(30)
    after = window.run.session.variables("tank_1")["wp"]
    assert isinstance(before, float)
    assert isinstance(after, float)
    assert after < before
    assert window.run.session.variables("tank_1")["waypoint"] == heading_for


def test_dragging_the_player_changes_no_document(playing: MainWindow) -> None:
    session = playing.area.session
    assert session is not None
    before = session.document
    drag_player(playing, 12, 9)
    playing.run.advance(60)
    assert session.document is before
    assert not session.history.can_undo
