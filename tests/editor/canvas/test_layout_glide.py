"""Nodes glide to where an edit puts them; only the picture is late."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from editor.canvas.items.shared_look import qrect
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import large_tree, soldier, tank
from tests.editor.canvas.scene_snapshot import scene_snapshot


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    hand = open_canvas(soldier(), size=(1500, 800))
    hand.view.camera.reduced_motion = False
    return hand


def test_an_edit_lets_neighbors_glide_and_hits_hold_at_once(hand: Hand, qtbot: QtBot) -> None:
    hand.session.select(["attack"])
    place = hand.rect("attack")
    hand.view.structure.move_later()
    assert hand.view.layout_glide.is_under_way
    moved = hand.rect("attack")
    assert moved != place
    hand.click(moved.center)
    assert hand.session.selection == {"attack"}
    qtbot.waitUntil(lambda: not hand.view.layout_glide.is_under_way)


def test_at_the_end_the_picture_is_as_if_nothing_had_moved(hand: Hand, qtbot: QtBot) -> None:
    before = scene_snapshot(hand.view.canvas)
    hand.session.select(["lost"])
    hand.view.structure.move_earlier()
    first = {parent: tuple(bus.ways()) for parent, bus in hand.tree.buses.items()}
    qtbot.waitUntil(lambda: not hand.view.layout_glide.is_under_way)
    last = {parent: tuple(bus.ways()) for parent, bus in hand.tree.buses.items()}
    assert [points for _, points in first["root"]] != [points for _, points in last["root"]]
    hand.session.undo()
    hand.session.select(())
    qtbot.waitUntil(lambda: not hand.view.layout_glide.is_under_way)
    hand.view.canvas.set_hovered("")
    assert scene_snapshot(hand.view.canvas) == before


def test_what_glides_in_from_outside_is_within_what_is_painted_anew(hand: Hand) -> None:
    before = dict(hand.tree.rects)
    hand.session.select(["attack"])
    hand.view.removing.delete_selection()
    hand.view.layout_glide.stop()
    after = dict(hand.tree.rects)
    hand.session.undo()
    hand.view.layout_glide.stop()
    hand.session.redo()
    assert hand.view.layout_glide.is_under_way
    item = hand.tree.item
    rest = item.boundingRect()
    for left in (1.0, 0.5, 0.0):
        hand.tree.show_glide(left)
        for key, rect in after.items():
            way = tuple((old - new) * left for old, new in zip(before[key][:2], rect[:2], strict=True))
            assert item.boundingRect().contains(qrect(rect.moved(*way).grown(20)))
    assert rest.width() > item.boundingRect().width()


def test_another_edit_puts_what_glides_where_it_belongs(hand: Hand) -> None:
    hand.session.select(["lost"])
    hand.view.structure.move_earlier()
    hand.view.structure.move_later()
    hand.view.layout_glide.stop()
    port = hand.tree.port("root")
    assert all(points[0] == port for _, points in hand.tree.buses["root"].ways())


def test_states_and_their_lines_glide_after_a_new_layout(open_canvas: OpenCanvas, qtbot: QtBot) -> None:
    hand = open_canvas(tank())
    hand.view.camera.reduced_motion = False
    hand.view.placing.lay_out_all()
    hand.view.camera.stop()
    assert hand.view.layout_glide.is_under_way
    hand.session.undo()
    qtbot.waitUntil(lambda: not hand.view.layout_glide.is_under_way)
    item = hand.machine.states["chase"]
    assert (item.x(), item.y()) == hand.rect("chase")[:2]
    for key, route in hand.machine.arrangement.routes.items():
        assert hand.machine.lines[key].points == route.points


def test_a_drag_that_ends_does_not_glide(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(tank())
    hand.view.camera.reduced_motion = False
    rect = hand.rect("shoot")
    hand.drag((rect.left + 30, rect.bottom - 4), (rect.left + 94, rect.bottom + 60))
    assert hand.session.history.undo_label == "Move Shoot"
    assert not hand.view.layout_glide.is_under_way


def test_reduced_motion_jumps(hand: Hand) -> None:
    hand.view.camera.reduced_motion = True
    hand.session.select(["lost"])
    hand.view.structure.move_earlier()
    assert not hand.view.layout_glide.is_under_way


def test_of_a_large_tree_only_what_is_seen_glides(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(large_tree(900))
    hand.view.camera.reduced_motion = False
    hand.session.select(["n300"])
    hand.view.reveal("n300")
    hand.view.camera.stop()
    hand.view.camera.zoom_to(1.0)
    hand.view.removing.delete_selection()
    assert len(hand.tree.gliding) < 120
    hand.view.layout_glide.stop()
    assert not hand.tree.gliding
