"""Parts of the conventions of node editors that no other test proves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor.documents.open.sample_files import samples_folder
from editor.theme.fonts import Milliseconds
from editor.theme.motion import motion
from editor.window.main_window import MainWindow
from tests.editor.canvas.conftest import Hand, open_canvas
from tests.editor.canvas.sample_documents import tank
from tests.editor.canvas.test_canvas_view import _wheel

__all__ = ["open_canvas"]
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hand(open_canvas) -> Hand:
    made: Hand = open_canvas(tank())
    return made


@pytest.fixture
def window_with_tank(window: MainWindow) -> MainWindow:
    window.open_file(samples_folder() / "tank.mind.json")
    assert window.view is not None
    window.view.setFocus()
    return window


@pytest.fixture
def wheel_that_zooms() -> Iterator[None]:
    yield
    motion().wheel_scrolls = False


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_a_right_click_on_the_ground_offers_to_add(window_with_tank: MainWindow) -> None:
    view = window_with_tank.view
    assert view is not None
    at = QPoint(view.viewport().width() // 2, view.viewport().height() - 60)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, at)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    adding = next(each for each in menu.actions() if each.text().startswith("Add node"))
    menu.close()
    adding.trigger()
    assert view.search.popup.isVisible()
    QTest.keyClick(view.search.popup.field, Qt.Key.Key_Escape)
    assert not view.search.popup.isVisible()


def test_tab_adds_on_the_canvas_and_walks_on_everywhere_else(window_with_tank: MainWindow) -> None:
    view, outline = window_with_tank.view, window_with_tank.outline.tree
    assert view is not None
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.search.popup.isVisible()
    view.search.popup.cancel()
    outline.setFocus()
    QTest.keyClick(outline, Qt.Key.Key_Tab)
    assert not view.search.popup.isVisible()
    assert QApplication.focusWidget() not in (outline, view)


def test_a_self_loop_is_drawn_by_keys(hand: Hand) -> None:
    hand.session.select(("shoot",))
    hand.view.structure.open_connect()
    QTest.keyClicks(hand.view.search.popup.field, "Shoot")
    QTest.keyClick(hand.view.search.popup.field, Qt.Key.Key_Return)
    (made,) = hand.session.selection
    assert hand.graph().edges[made].targets == ("shoot",)
    assert made in hand.graph().nodes["shoot"].transitions
    hand.session.undo()
    assert made not in hand.graph().edges


def test_two_fingers_zoom_at_the_pointer(hand: Hand) -> None:
    place = QPointF(200, 150)
    zoom, before = hand.view.camera.zoom, hand.view.mapToScene(place.toPoint())
    everywhere = QPointF(hand.view.viewport().mapToGlobal(place.toPoint()))
    apart = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        place,
        place,
        everywhere,
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(hand.view.viewport(), apart)
    assert hand.view.camera.zoom == pytest.approx(1.25 * zoom)
    assert (hand.view.mapToScene(place.toPoint()) - before).manhattanLength() < 2.5


def test_keys_zoom_in_out_and_to_one(window_with_tank: MainWindow) -> None:
    view = window_with_tank.view
    assert view is not None
    view.camera.reduced_motion = True
    QTest.keyClick(view, Qt.Key.Key_0, CTRL)
    assert view.camera.zoom == 1.0
    QTest.keyClick(view, Qt.Key.Key_Equal, CTRL)
    assert view.camera.zoom > 1.0
    QTest.keyClick(view, Qt.Key.Key_Minus, CTRL)
    QTest.keyClick(view, Qt.Key.Key_Minus, CTRL)
    assert view.camera.zoom < 1.0


@pytest.mark.usefixtures("wheel_that_zooms")
def test_the_wheel_moves_the_canvas_where_that_is_chosen(hand: Hand) -> None:
    motion().wheel_scrolls = True
    zoom, center = hand.view.camera.zoom, hand.view.camera.center
    _wheel(hand.view, QPoint(300, 300), -120)
    assert hand.view.camera.zoom == zoom
    assert hand.view.camera.center.y() > center.y()
    _wheel(hand.view, QPoint(300, 300), 120, keys=CTRL)
    assert hand.view.camera.zoom > zoom


@pytest.mark.usefixtures("wheel_that_zooms")
def test_what_the_wheel_does_is_kept_for_the_next_window(open_window) -> None:
    first = open_window()
    first.commands.run("view.wheel_scrolls")
    assert motion().wheel_scrolls
    motion().wheel_scrolls = False
    second = open_window()
    assert motion().wheel_scrolls
    second.commands.run("view.wheel_scrolls")
    assert not motion().wheel_scrolls


def test_framing_the_selection_frames_all_where_nothing_is_selected(hand: Hand) -> None:
    hand.view.camera.reduced_motion = True
    hand.view.camera.zoom_to(3.0)
    hand.session.select(())
    hand.view.entering.frame_selection()
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.contains(hand.view.canvas.content_rect())


def test_a_layout_glides_for_at_most_150_ms() -> None:
    assert Milliseconds.LAYOUT <= 150
