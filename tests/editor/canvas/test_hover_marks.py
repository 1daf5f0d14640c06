"""What shows under the pointer goes with it: no handle is left behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.gesture_case import ALT
from tests.editor.canvas.sample_documents import soldier


def _handle(hand: Hand) -> QPointF | None:
    return hand.view.director.overlay.handle


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    """A hand whose pointer rests on a node that offers a handle."""
    hand = open_canvas(soldier(), size=(1500, 900))
    hand.move(hand.center("attack"))
    assert _handle(hand) is not None
    return hand


def _leave(hand: Hand) -> None:
    QApplication.sendEvent(hand.view.viewport(), QEvent(QEvent.Type.Leave))


def _switch_window(hand: Hand) -> None:
    other = QWidget()
    other.show()
    other.activateWindow()
    QApplication.processEvents()
    assert not hand.view.isActiveWindow()
    other.close()


def _delete(hand: Hand) -> None:
    hand.session.select(["attack"])
    hand.view.removing.delete_selection()


def _scroll_away(hand: Hand) -> None:
    hand.view.camera.pan(3000, 0)


def _zoom_out(hand: Hand) -> None:
    hand.view.camera.zoom_at(0.15, QPointF(0, 0))


def _show_another_graph(hand: Hand) -> None:
    hand.session.show_graph("g2")


@pytest.mark.parametrize(
    "ends", [_leave, _switch_window, _delete, _scroll_away, _zoom_out, _show_another_graph]
)
def test_the_handle_goes_when_its_node_is_not_under_the_pointer_any_more(
    hand: Hand, ends: Callable[[Hand], None]
) -> None:
    ends(hand)
    assert _handle(hand) is None
    assert hand.view.canvas.marks.hovered == ""


def test_a_canceled_gesture_leaves_no_handle_where_the_pointer_is_not(hand: Hand) -> None:
    hand.press(hand.center("attack"))
    hand.move((hand.center("attack")[0] + 60, hand.center("attack")[1] + 400))
    _leave(hand)
    hand.key(Qt.Key.Key_Escape)
    assert _handle(hand) is None


def test_a_key_held_while_the_pointer_is_elsewhere_shows_no_handle(hand: Hand) -> None:
    _leave(hand)
    hand.key(Qt.Key.Key_Shift)
    hand.view.director.follow_keys(hand.view.director.hover.pointer(ALT))
    assert _handle(hand) is None
    # It comes back to another place: a move to where the pointer was last may be no move for the platform.
    x, y = hand.center("attack")
    hand.move((x + 3, y))
    assert _handle(hand) is not None


def test_losing_the_focus_cancels_the_gesture_and_its_marks(hand: Hand) -> None:
    hand.press(hand.center("attack"))
    hand.move((hand.center("attack")[0] + 60, hand.center("attack")[1]))
    _leave(hand)
    event = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    QApplication.sendEvent(hand.view, event)
    assert hand.view.director.active is None
    assert _handle(hand) is None
    assert hand.view.director.overlay.boundingRect().isEmpty()
