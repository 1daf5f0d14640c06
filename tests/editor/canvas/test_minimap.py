"""The map in the corner of large graphs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.canvas.items.pictures import RunLook, RunLooks
from editor.theme.theme_manager import current_theme, set_theme
from editor.theme.tokens import StatusLook
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import document, large_machine, large_tree, soldier


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(large_tree(120))


def _colors(hand: Hand) -> set[str]:
    picture = hand.view.corners.minimap.grab().toImage()
    across, down = range(picture.width()), range(picture.height())
    return {picture.pixelColor(x, y).name() for x in across for y in down}


def test_small_graphs_have_no_map(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    assert not hand.view.corners.minimap.isVisible()
    hand.view.corners.show_minimap(True)
    assert not hand.view.corners.minimap.isVisible()


def test_large_graphs_have_one_that_can_be_put_away(hand: Hand) -> None:
    assert hand.view.corners.minimap.isVisible()
    hand.view.corners.show_minimap(False)
    assert not hand.view.corners.minimap.isVisible()
    hand.view.corners.show_minimap(True)
    assert hand.view.corners.minimap.isVisible()


def test_it_appears_when_a_graph_grows_large_enough(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(large_tree(26))
    assert not hand.view.corners.minimap.isVisible()
    hand.session.select(["n1"])
    hand.view.clipboard.duplicate_selection()
    assert hand.view.corners.minimap.isVisible()
    hand.session.undo()
    assert not hand.view.corners.minimap.isVisible()


def test_a_click_goes_there_and_a_drag_follows(hand: Hand) -> None:
    hand.view.camera.zoom_to(1.0)
    minimap = hand.view.corners.minimap
    QTest.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=QPoint(20, minimap.height() // 2))
    left = hand.view.camera.center
    bounds = hand.view.canvas.content_rect()
    assert left.x() < bounds.left() + bounds.width() / 4
    QTest.mousePress(minimap, Qt.MouseButton.LeftButton, pos=QPoint(20, 60))
    QTest.mouseMove(minimap, QPoint(minimap.width() - 20, 60))
    QTest.mouseRelease(minimap, Qt.MouseButton.LeftButton, pos=QPoint(minimap.width() - 20, 60))
    assert hand.session.selection == frozenset()
    assert hand.session.history.steps == ()


def test_a_double_click_on_the_map_adds_nothing(hand: Hand) -> None:
    QTest.mouseDClick(hand.view.corners.minimap, Qt.MouseButton.LeftButton, pos=QPoint(40, 60))
    assert not hand.view.search.popup.isVisible()


def test_the_part_that_is_seen_is_outlined(hand: Hand) -> None:
    hand.view.camera.zoom_to(2.0)
    QApplication.processEvents()
    accent = current_theme().color("accent.line").name()
    picture = hand.view.corners.minimap.grab().toImage()
    colors = {
        picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())
    }
    assert accent in colors


def test_what_runs_is_amber_on_the_map(hand: Hand) -> None:
    rect = hand.rect("n1")
    looks = RunLooks({"n1": RunLook(StatusLook.RUNNING)})
    hand.view.corners.minimap.follow_run(looks, {"n1": rect})
    amber = current_theme().status("running").line.name()

    assert amber in _colors(hand)
    hand.view.corners.minimap.follow_run(RunLooks(), {"n1": rect})
    assert amber not in _colors(hand)


def test_a_machine_has_a_map_in_every_theme(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(large_machine(40, 60))
    hand.view.long_work.finish()
    try:
        for name in ("dark", "light", "high_contrast"):
            set_theme(name)
            assert hand.view.corners.minimap.isVisible()
            assert len(_colors(hand)) > 3
    finally:
        set_theme("dark")


def test_the_map_follows_the_camera(hand: Hand) -> None:
    hand.view.camera.go(1.0, QPointF(0, 0), animated=False)
    first = hand.view.corners.minimap.grab().toImage()
    hand.view.camera.pan(-400, 0)
    assert hand.view.corners.minimap.grab().toImage() != first
    assert QRectF(hand.view.corners.minimap.geometry()).bottom() < hand.view.corners.zoom_box.y()


def test_the_map_is_as_high_as_the_graph_asks_for(open_canvas: OpenCanvas) -> None:
    wide = open_canvas(large_tree(400)).view.corners.minimap
    nodes: dict[str, object] = {
        f"n{number}": {"kind": "inverter", "children": [f"n{number + 1}"]} for number in range(40)
    }
    nodes["n40"] = {"kind": "wait", "params": {"seconds": 1}}
    high = open_canvas(document({"g1": {"kind": "behavior_tree", "root": "n0", "nodes": nodes}}, "g1"))
    assert (wide.height(), high.view.corners.minimap.height()) == (48, 124)
    assert high.view.corners.minimap.geometry().bottom() < high.view.corners.zoom_box.y()


def test_a_wide_tree_is_no_line_on_the_map(open_canvas: OpenCanvas) -> None:
    leaves = [f"n{number}" for number in range(80)]
    nodes = {leaf: {"kind": "succeed"} for leaf in leaves} | {"top": {"kind": "sequence", "children": leaves}}
    hand = open_canvas(document({"g": {"kind": "behavior_tree", "root": "top", "nodes": nodes}}, "g"))
    minimap, bounds = hand.view.corners.minimap, hand.view.canvas.content_rect()
    gone_to: list[float] = []
    minimap.go_to.connect(lambda place: gone_to.append(place.y()))
    middle = QPoint(minimap.width() // 2, minimap.height() // 2)
    for way in (QPoint(0, -14), QPoint(0, 14)):
        QTest.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=middle + way)
    assert bounds.top() <= gone_to[0] < gone_to[1] <= bounds.bottom()
    assert gone_to[1] - gone_to[0] > bounds.height() / 2
