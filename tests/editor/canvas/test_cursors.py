"""The cursor tells what a press would begin, and that what is dragged cannot be dropped there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.editor.canvas.conftest import OpenCanvas
from tests.editor.canvas.gesture_case import ALT
from tests.editor.canvas.sample_documents import soldier

Shape = Qt.CursorShape


def test_a_refused_drop_shows_the_forbidden_cursor_until_the_pointer_leaves_it(
    open_canvas: OpenCanvas,
) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    start, leaf = hand.center("attack"), hand.center("taunt")
    hand.press(start)
    hand.move(leaf, start=start)
    assert hand.view.viewport().cursor().shape() is Shape.ForbiddenCursor
    hand.move((-500.0, 560.0), start=leaf)
    assert hand.view.viewport().cursor().shape() is Shape.SizeAllCursor
    hand.key(Qt.Key.Key_Escape)
    hand.release(leaf)
    assert hand.view.viewport().cursor().shape() is not Shape.ForbiddenCursor


def test_alt_and_x_show_what_they_would_take_apart(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    places = {
        (-500.0, 560.0): (Shape.ArrowCursor, Shape.CrossCursor),
        hand.center("seen"): (Shape.ArrowCursor, Shape.SizeAllCursor),
        (hand.center("lost")[0], hand.rect("lost").top - 10): (Shape.ArrowCursor, Shape.PointingHandCursor),
    }
    for place, (plain, apart) in places.items():
        hand.move(place)
        assert hand.view.viewport().cursor().shape() is plain
        for key, keys in ((Qt.Key.Key_Alt, ALT), (Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier)):
            QTest.keyPress(hand.view, key, keys)
            assert hand.view.viewport().cursor().shape() is apart
            QTest.keyRelease(hand.view, key)
            assert hand.view.viewport().cursor().shape() is plain
