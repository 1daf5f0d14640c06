"""A newcomer follows the tour to its end, by mouse and by keys; Esc leaves it, and it can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.welcome.tour import END_TITLE, Tour
from editor.welcome.tour_steps import STEPS
from editor.window.main_window import MainWindow
from tests.e2e.keyboard_hand import KeyboardHand
from tests.e2e.mouse_hand import MouseHand

SIZE = (1440, 900)
# The off-screen platform says so of every menu that opens.
pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard")


@pytest.fixture
def open_window(open_window: Callable[..., MainWindow]) -> Callable[..., MainWindow]:
    """Open windows as at the first start: the page of welcome covers them."""
    return partial(open_window, welcomes=True)


def asked(tour: Tour) -> str:
    """Look, and return the title of the step that is asked for."""
    QApplication.processEvents()
    tour.look()
    QApplication.processEvents()
    assert tour._callout is not None
    assert tour._callout.isVisible()
    return tour._callout.title.text()


def framed(tour: Tour, window: MainWindow) -> QPoint:
    """Return the middle of what is framed, which the plate does not cover."""
    assert not tour.framed.isEmpty(), f"nothing is framed for {asked(tour)}"
    assert tour._callout is not None
    assert not tour._callout.geometry().contains(tour.framed.center())
    assert tour.eyes.center.rect().contains(tour.framed.center())
    return tour.framed.center()


def click_framed(tour: Tour, hand: MouseHand) -> None:
    """Click what is framed, through the frame."""
    place = framed(tour, hand.window)
    center = tour.eyes.center
    frames = [each for each in (tour._frame, tour._callout) if each is not None]
    for frame in frames:
        frame.hide()
    target = center.childAt(place)
    assert target is not None
    hand.click(target, target.mapFrom(center, place))


def test_the_tour_is_followed_by_mouse_to_its_end(window: MainWindow) -> None:
    window.resize(*SIZE)
    hand, tour = MouseHand(window), window.welcome.tour
    QApplication.processEvents()
    hand.click(hand.button("Build a patrol, step by step", window.welcome.page))
    assert asked(tour) == "Make a mind"
    click_framed(tour, hand)
    hand.view.camera.reduced_motion = True
    assert asked(tour) == "Add a state"
    click_framed(tour, hand)
    assert asked(tour) == "Call it Patrol"
    place = framed(tour, window)
    center = tour.eyes.center
    hand.double_click(hand.view.viewport().mapFrom(center, place - QPoint(20, 0)))
    hand.view.title_editor.selectAll()
    hand.type("Patrol")
    QTest.keyClick(hand.view.title_editor, Qt.Key.Key_Return)
    assert asked(tour) == "Let it walk"
    click_framed(tour, hand)
    hand.type("Follow path")
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked(tour) == "Open the map"
    click_framed(tour, hand)
    assert asked(tour) == "Draw a path"
    click_framed(tour, hand)
    assert asked(tour) == "Draw a path"
    spots = window.preview.map.viewport()
    framed(tour, window)
    for x, y in ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7)):
        QTest.mouseClick(
            spots,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            QPoint(int(spots.width() * x), int(spots.height() * y)),
        )
    QTest.mouseDClick(
        spots,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(int(spots.width() * 0.7), int(spots.height() * 0.7)),
    )
    assert asked(tour) == "Give it the path"
    click_framed(tour, hand)
    assert asked(tour) == "Give it the path"
    framed(tour, window)
    hand.fill("activity.params.path", tour.eyes.paths[-1])
    QTest.keyClick(window.inspector.page.row("activity.params.path").editor, Qt.Key.Key_Return)
    assert asked(tour) == "Watch it patrol"
    click_framed(tour, hand)
    assert window.run.is_running
    before = window.run.session.world.pose("agent").position if window.run.session is not None else None
    window.run.advance(40)
    assert asked(tour) == END_TITLE
    assert window.run.session is not None
    assert window.run.session.world.pose("agent").position != before
    window.run.pause()
    hand.click(tour._callout.leave)  # type: ignore[union-attr]
    assert not tour.is_on


def test_the_tour_is_followed_by_keys_left_by_escape_and_resumed(window: MainWindow) -> None:
    window.resize(*SIZE)
    hand, tour = KeyboardHand(window), window.welcome.tour
    window.commands.run("help.tour")
    assert asked(tour) == "Make a mind"
    hand.press("Ctrl+N")
    hand.view.camera.reduced_motion = True
    assert asked(tour) == "Add a state"
    hand.press("Tab")
    hand.type("state")
    hand.press("Escape")
    assert tour.is_on, "Esc closed the search, not the tour"
    hand.press("Tab")
    hand.type("state")
    hand.press("Return")
    assert asked(tour) == "Call it Patrol"
    hand.press("Escape")
    assert not tour.is_on
    hand.press("F2", "Ctrl+A")
    hand.type("Patrol")
    hand.press("Return")
    window.commands.run("help.tour")
    assert asked(tour) == "Let it walk"
    hand.choose("activity", "Follow path")
    assert asked(tour) == "Open the map"
    hand.press("F4")
    assert asked(tour) == "Draw a path"
    hand.press("P", "Space", "Shift+Right", "Space", "Shift+Up", "Space", "Return")
    assert asked(tour) == "Give it the path"
    hand.to_canvas()
    hand.press("Up")
    assert asked(tour) == "Give it the path"
    hand.fill("activity.params.path", tour.eyes.paths[-1])
    assert asked(tour) == "Watch it patrol"
    hand.press("F5")
    window.run.advance(40)
    assert asked(tour) == END_TITLE
    window.run.pause()
    hand.to_canvas()
    hand.press("Escape")
    assert not tour.is_on
    assert len(STEPS) == 8


def test_undoing_a_step_asks_for_it_again(window: MainWindow) -> None:
    window.commands.run("file.new")
    tour = window.welcome.tour
    tour.start()
    assert window.view is not None
    window.view.adding.add_first()
    assert asked(tour) == "Call it Patrol"
    assert window.session is not None
    window.session.undo()
    assert asked(tour) == "Add a state"
    tour.end()
