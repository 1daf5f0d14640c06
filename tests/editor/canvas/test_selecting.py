"""Selecting by pointer and keys: click, Shift, Ctrl, box, all, none, what is below; never a step to undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt

from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.gesture_case import CTRL, SHIFT
from tests.editor.canvas.sample_documents import soldier, tank

KEYS = CTRL | SHIFT


@pytest.fixture(params=[0.2, 1.0, 3.0])
def zoomed(open_canvas: OpenCanvas, request: pytest.FixtureRequest) -> Hand:
    hand = open_canvas(soldier(), size=(1500, 900))
    hand.view.camera.go(request.param, QPointF(*hand.center("seen")), animated=False)
    hand.session.select(())
    return hand


def test_click_shift_and_ctrl(zoomed: Hand) -> None:
    hand = zoomed
    hand.click(hand.center("seen"))
    assert hand.session.selection == {"seen"}
    lower = hand.graph().nodes["seen"].children[0]
    hand.click(hand.center(lower), keys=SHIFT)
    assert hand.session.selection == {"seen", lower}
    hand.click(hand.center("seen"), keys=CTRL)
    assert hand.session.selection == {lower}
    hand.click(hand.center("seen"), keys=CTRL)
    assert hand.session.selection == {"seen", lower}
    assert not hand.session.history.can_undo


def test_a_click_on_the_ground_and_escape_let_go(zoomed: Hand) -> None:
    hand = zoomed
    x, y = hand.rect("seen").left, hand.rect("seen").bottom
    ground = (x - 14, y + 14)
    for let_go in (lambda: hand.click(ground), lambda: hand.key(Qt.Key.Key_Escape)):
        hand.session.select(["seen"])
        let_go()
        assert hand.session.selection == frozenset()


def test_a_box_selects_what_it_touches(zoomed: Hand) -> None:
    hand = zoomed
    rect = hand.rect("seen")
    start, end = (rect.left - 14, rect.bottom + 14), (rect.left + 4, rect.bottom - 4)
    hand.drag(start, end)
    assert hand.session.selection == {"seen"}
    hand.session.select(["root"])
    hand.drag(start, end, keys=SHIFT)
    assert hand.session.selection == {"root", "seen"}
    hand.drag(start, end, keys=CTRL)
    assert hand.session.selection == {"root"}
    hand.drag_and_escape(start, end)
    assert hand.session.selection == {"root"}
    assert hand.view.director.active is None


def test_keys_select_all_what_is_below_and_what_is_above(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    hand.view.selecting.select_all()
    assert hand.session.selection == frozenset(hand.graph().nodes)
    hand.session.select(["seen"])
    hand.view.selecting.select_below()
    assert hand.session.selection == {"seen", *hand.graph().nodes["seen"].children} | {
        below for child in hand.graph().nodes["seen"].children for below in hand.graph().nodes[child].children
    }
    hand.session.select(["fire"])
    hand.view.selecting.select_above()
    assert {"fire", "attack", "root"} <= hand.session.selection


def test_a_transition_is_selected_by_its_plate_and_by_its_line(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank(), size=(1500, 900))
    for zoom in (0.2, 1.0, 3.0):
        route = hand.machine.arrangement.routes["chase>shoot"]
        assert route.label is not None
        hand.view.camera.go(zoom, QPointF(*route.label.center), animated=False)
        hand.session.select(())
        hand.click(route.label.center)
        [edge] = hand.session.selection
        hand.session.select(())
        (ax, ay), (bx, by) = route.points[0], route.points[1]
        hand.view.camera.go(zoom, QPointF(ax, ay), animated=False)
        hand.click((ax * 0.6 + bx * 0.4, ay * 0.6 + by * 0.4))
        [other] = hand.session.selection
        assert {edge, other} <= set(hand.machine.shape.bundles["chase>shoot"].edges)
