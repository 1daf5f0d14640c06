"""Going into boxes of states and out again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import interrupts, tank


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(tank())


def _header(hand: Hand, node_id: str) -> tuple[float, float]:
    rect = hand.rect(node_id)
    return rect.right - 40, rect.top + 16


def test_a_double_click_on_the_header_goes_into_the_box(hand: Hand) -> None:
    entered: list[str] = []
    hand.view.box_entered.connect(entered.append)
    hand.view.camera.zoom_to(0.4)
    hand.double_click(_header(hand, "patrol"))
    assert entered == ["patrol"]
    assert hand.view.entering.boxes_entered() == ("patrol",)
    rect = hand.rect("patrol")
    assert abs(hand.view.camera.center.x() - rect.center[0]) < 2
    assert hand.view.camera.zoom > 0.4
    assert hand.session.history.steps == ()


def test_leaving_shows_the_whole_graph(hand: Hand) -> None:
    hand.view.entering.enter_box("patrol")
    assert hand.view.entering.leave_box()
    assert hand.view.entering.boxes_entered() == ()
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.contains(hand.view.canvas.content_rect())
    assert not hand.view.entering.leave_box()


def test_a_folded_box_unfolds_when_it_is_entered(hand: Hand) -> None:
    hand.view.entering.toggle_collapsed("patrol")
    hand.session.select(["patrol"])
    hand.view.entering.enter_selected()
    assert hand.view.canvas.node_rect("entry") is not None
    assert hand.view.entering.boxes_entered() == ("patrol",)


def test_folding_the_box_that_is_looked_at_leaves_it(hand: Hand) -> None:
    hand.view.entering.enter_box("patrol")
    hand.view.entering.toggle_collapsed("patrol")
    assert hand.view.entering.boxes_entered() == ()


def test_boxes_in_boxes_are_left_one_by_one(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(interrupts())
    hand.session.select(["aim", "reload"])
    hand.view.structure.wrap()
    (inner,) = hand.session.selection
    hand.view.title_editor.cancel()
    hand.view.entering.enter_box(inner)
    assert hand.view.entering.boxes_entered() == ("fight", inner)
    hand.view.entering.leave_box()
    assert hand.view.entering.boxes_entered() == ("fight",)
    hand.view.entering.leave_box()
    assert hand.view.entering.boxes_entered() == ()


def test_a_plain_state_is_renamed_by_enter(hand: Hand) -> None:
    hand.session.select(["chase"])
    hand.view.entering.enter_selected()
    assert hand.view.title_editor.element == "chase"
    hand.key(Qt.Key.Key_Escape)
    hand.view.title_editor.cancel()
