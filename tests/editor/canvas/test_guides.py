"""Lining a dragged rectangle up with its neighbors."""

from __future__ import annotations

from editor.canvas.gestures.snapping import guides_for, pull_into_line
from editor.canvas.routing.shapes import Rect
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.gesture_case import CTRL, aside
from tests.editor.canvas.sample_documents import tank

HERE = Rect(103, 50, 203, 90)


def test_a_side_within_reach_pulls_and_one_beyond_does_not() -> None:
    assert pull_into_line(HERE, [Rect(100, 300, 180, 340)], 6) == (-3, None)
    assert pull_into_line(HERE, [Rect(110, 300, 180, 340)], 6) == (None, None)


def test_the_nearest_line_up_wins() -> None:
    others = [Rect(100, 300, 180, 340), Rect(104, 500, 150, 540)]
    assert pull_into_line(HERE, others, 6).dx == 1


def test_middles_line_up_too() -> None:
    pull = pull_into_line(HERE, [Rect(300, 40, 360, 102)], 6)
    assert pull == (None, 1)


def test_a_guide_runs_over_all_that_is_in_line() -> None:
    rect = Rect(100, 50, 200, 90)
    guides = guides_for(rect, [Rect(100, 300, 180, 340), Rect(100, -80, 130, -40)])
    assert guides == (((100, -80), (100, 340)),)


def test_two_of_one_width_share_two_lines_not_three() -> None:
    guides = guides_for(Rect(100, 50, 200, 90), [Rect(100, 300, 200, 330)])
    assert [start[0] for start, _ in guides] == [100, 200]


def test_dragging_a_state_snaps_to_its_neighbor_and_shows_the_guide(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    start = aside("shoot")(hand)
    before, chase = hand.rect("shoot"), hand.rect("chase")
    hand.press(start)
    hand.move((start[0] + 60, start[1] + 40), start=start)
    hand.move((start[0] + 3, start[1] + 40))
    assert hand.rect("shoot").left == chase.left
    gesture = hand.view.director.active
    assert gesture is not None
    assert not gesture.overlay_rect().isEmpty()
    assert hand.view.grab().toImage().width() > 0
    hand.release((start[0] + 3, start[1] + 40))
    assert hand.graph().layout["shoot"].at[0] == before.left


def test_ctrl_lets_a_state_stand_anywhere(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    start = aside("shoot")(hand)
    before = hand.rect("shoot")
    hand.drag(start, (start[0] + 3, start[1] + 47), keys=CTRL)
    x, y = hand.graph().layout["shoot"].at
    assert (x - before.left, y - before.top) == (3, 47)


def test_a_held_ctrl_that_is_let_go_snaps_again(open_canvas: OpenCanvas) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    hand: Hand = open_canvas(tank())
    start = aside("shoot")(hand)
    hand.press(start)
    hand.move((start[0] + 75, start[1] + 45), start=start)
    snapped = hand.rect("shoot")
    QTest.keyPress(hand.view, Qt.Key.Key_Control)
    free = hand.rect("shoot")
    assert (free.left, free.top) != (snapped.left, snapped.top)
    QTest.keyRelease(hand.view, Qt.Key.Key_Control)
    assert hand.rect("shoot") == snapped
    hand.view.director.cancel()
