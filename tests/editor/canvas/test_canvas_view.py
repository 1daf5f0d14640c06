"""Panning, zooming, level of detail, corners, graphs: what the view does beside gestures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.canvas.commands.node_choices import node_choices
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.pictures import ProblemLook, StatePicture
from editor.canvas.scene.camera import LEAST_ZOOM, MOST_ZOOM
from editor.canvas.view.canvas_view import CanvasView
from editor.theme.theme_manager import set_theme
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import document, large_tree, soldier, tank
from tests.graphs import all_edits as edits

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hand(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(tank())


def _wheel(
    view: CanvasView,
    place: QPoint,
    turn: int,
    *,
    pixels: QPoint | None = None,
    phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.viewport().mapToGlobal(place)),
        pixels or QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        keys,
        phase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_wheel_zooms_and_keeps_what_is_under_the_pointer(hand: Hand) -> None:
    place = QPoint(200, 150)
    before = hand.view.mapToScene(place)
    _wheel(hand.view, place, 240)
    after = hand.view.mapToScene(place)
    assert hand.view.camera.zoom > 1.2
    assert (after - before).manhattanLength() < 2.5


def test_a_touchpad_pans_and_with_ctrl_zooms(hand: Hand) -> None:
    zoom, center = hand.view.camera.zoom, hand.view.camera.center
    _wheel(hand.view, QPoint(300, 300), 0, pixels=QPoint(40, 30), phase=Qt.ScrollPhase.ScrollUpdate)
    assert hand.view.camera.zoom == zoom
    assert hand.view.camera.center == center - QPointF(40, 30) / zoom
    _wheel(hand.view, QPoint(300, 300), 120, phase=Qt.ScrollPhase.ScrollUpdate, keys=CTRL)
    assert hand.view.camera.zoom > zoom


def test_the_zoom_stays_between_5_and_400_percent(hand: Hand) -> None:
    hand.view.camera.zoom_to(100.0)
    assert hand.view.camera.zoom == MOST_ZOOM
    hand.view.camera.zoom_to(0.0001)
    assert hand.view.camera.zoom == LEAST_ZOOM
    hand.view.camera.reset_zoom()
    assert hand.view.camera.zoom == 1.0


def test_framing_brings_everything_into_view(hand: Hand) -> None:
    hand.view.camera.zoom_to(3.0)
    hand.view.entering.frame_all()
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.contains(hand.view.canvas.content_rect())


def test_framing_the_selection_centers_it(hand: Hand) -> None:
    hand.session.select(["shoot"])
    hand.view.entering.frame_selection()
    x, y = hand.center("shoot")
    assert (hand.view.camera.center - QPointF(x, y)).manhattanLength() < 8


def test_framing_glides_unless_motion_is_reduced(hand: Hand) -> None:
    hand.view.camera.reduced_motion = False
    hand.view.camera.zoom_to(3.0)
    hand.view.entering.frame_all()
    assert hand.view.camera.is_gliding
    hand.view.camera.stop()
    hand.view.camera.reduced_motion = True
    hand.view.entering.frame_all()
    assert not hand.view.camera.is_gliding


def test_the_level_of_detail_follows_the_zoom_with_hysteresis(hand: Hand) -> None:
    look = hand.view.canvas.look
    for zoom, detail in (
        (1.0, Detail.FULL),
        (0.62, Detail.FULL),
        (0.58, Detail.TITLE),
        (0.65, Detail.TITLE),
        (0.69, Detail.FULL),
        (0.3, Detail.BLOCK),
        (0.1, Detail.DOT),
    ):
        hand.view.camera.zoom_to(zoom)
        assert look.detail == detail, zoom


def test_antialiasing_is_off_from_afar(hand: Hand) -> None:
    hand.view.camera.zoom_to(1.0)
    assert hand.view.renderHints() & QPainter.RenderHint.Antialiasing
    hand.view.camera.zoom_to(0.3)
    assert not hand.view.renderHints() & QPainter.RenderHint.Antialiasing


def test_a_large_graph_is_drawn_one_step_lower_while_it_moves(open_canvas: OpenCanvas, qtbot: QtBot) -> None:
    hand = open_canvas(large_tree(400))
    hand.view.camera.zoom_to(1.0)
    qtbot.waitUntil(lambda: hand.view.canvas.look.detail == Detail.FULL)
    _wheel(hand.view, QPoint(300, 300), 0, pixels=QPoint(8, 8), phase=Qt.ScrollPhase.ScrollUpdate)
    assert hand.view.canvas.look.detail == Detail.TITLE
    assert not hand.view.renderHints() & QPainter.RenderHint.Antialiasing
    qtbot.waitUntil(lambda: hand.view.canvas.look.detail == Detail.FULL)


def test_a_small_graph_keeps_its_detail_while_it_moves(hand: Hand) -> None:
    hand.view.camera.zoom_to(1.0)
    _wheel(hand.view, QPoint(300, 300), 0, pixels=QPoint(8, 8), phase=Qt.ScrollPhase.ScrollUpdate)
    assert hand.view.canvas.look.detail == Detail.FULL


def test_the_legend_explains_the_kind_of_graph(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    assert "success" in hand.view.corners.legend.accessibleName()
    hand.view.show_graph("g2")
    assert "was active" in hand.view.corners.legend.accessibleName()


def test_a_graph_is_shown_again_where_it_was_left(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    hand.view.camera.zoom_to(1.7)
    hand.view.camera.pan(120, -60)
    place = (hand.view.camera.zoom, hand.view.camera.center)
    hand.view.show_graph("g2")
    hand.view.show_graph("g1")
    assert (hand.view.camera.zoom, hand.view.camera.center) == place


def test_problems_of_this_graph_show_on_its_nodes(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier())
    hand.session.apply("Break", lambda each: edits.set_field(each, "g1", "range", "test", "nonsense > 3"))
    hand.session.check_now()
    assert hand.tree.nodes["range"].picture.problem == ProblemLook.ERROR
    hand.session.undo()
    hand.session.check_now()
    assert hand.tree.nodes["range"].picture.problem is None


def test_a_document_opened_read_only_refuses_edits_on_the_canvas(hand: Hand) -> None:
    hand.session.read_only_reason = "This document is from a newer version."
    before = hand.session.document
    rect = hand.rect("chase")
    start = (rect.left + 30, rect.bottom - 6)
    hand.drag(start, (start[0] + 64, start[1] + 64))
    assert hand.session.document is before
    assert hand.rect("chase") == rect
    hand.view.adding.open_add_search()
    assert not hand.view.search.popup.isVisible()


def test_an_empty_machine_invites_the_first_state(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(document({"g1": {"kind": "state_machine"}}, "g1"))
    assert hand.view.corners.invitation.isVisible()
    hand.view.adding.add_first()
    assert [node.kind for node in hand.graph().nodes.values()] == ["state"]
    assert not hand.view.corners.invitation.isVisible()


def test_the_canvas_paints_in_every_theme(hand: Hand) -> None:
    try:
        pictures = []
        for name in ("dark", "light", "high_contrast"):
            set_theme(name)
            QApplication.processEvents()
            pictures.append(hand.view.grab().toImage())
        assert len({picture.pixelColor(5, 5).name() for picture in pictures}) == 3
    finally:
        set_theme("dark")


def test_select_all_selects_states_and_transitions(hand: Hand) -> None:
    hand.view.selecting.select_all()
    graph = hand.graph()
    assert hand.session.selection == set(graph.nodes) | set(graph.edges)
    hand.key(Qt.Key.Key_Escape)
    assert hand.session.selection == frozenset()


def test_disabling_toggles(hand: Hand) -> None:
    hand.session.select(["chase"])
    hand.view.removing.toggle_disabled()
    assert hand.graph().nodes["chase"].disabled
    picture = hand.machine.states["chase"].picture
    assert isinstance(picture, StatePicture)
    assert picture.disabled
    hand.view.removing.toggle_disabled()
    assert not hand.graph().nodes["chase"].disabled


def test_hit_testing_works_at_every_zoom(hand: Hand) -> None:
    for zoom in (0.2, 1.0, 3.0):
        hand.view.camera.zoom_to(zoom)
        hand.view.camera.go(zoom, QPointF(*hand.center("shoot")), animated=False)
        hand.session.select(())
        hand.click(hand.center("shoot"))
        assert hand.session.selection == {"shoot"}, zoom


def test_a_framed_graph_is_framed_again_in_a_narrower_window(hand: Hand) -> None:
    hand.view.entering.frame_all()
    hand.view.resize(620, 500)
    QApplication.processEvents()
    rect = hand.view.canvas.content_rect()
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.contains(rect)


def test_a_view_that_was_moved_by_hand_keeps_its_middle_in_a_narrower_window(hand: Hand) -> None:
    hand.view.entering.frame_all()
    hand.view.camera.pan(40, 10)
    zoom, center = hand.view.camera.zoom, hand.view.camera.center
    hand.view.resize(620, 500)
    QApplication.processEvents()
    assert (hand.view.camera.zoom, hand.view.camera.center) == (zoom, center)


def test_what_is_added_out_of_view_is_brought_into_the_clear_part_of_it(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(
        document({"g1": {"kind": "behavior_tree", "root": None, "nodes": {}}}, "g1"), size=(700, 500)
    )
    hand.view.adding.add_first()
    choices = node_choices(hand.session.document, "g1", hand.session.registry)
    sequence = next(choice for choice in choices if choice.key == "kind:sequence")
    for _ in range(8):
        zoom = hand.view.camera.zoom
        assert hand.view.adding.add_where_selected(sequence)
        (made,) = hand.session.selection
        rect = hand.view.canvas.node_rect(made)
        assert rect is not None
        seen = hand.view.mapFromScene(qrect(rect)).boundingRect()
        assert hand.view.viewport().rect().adjusted(20, 44, -20, -52).contains(seen)
        assert hand.view.camera.zoom == zoom


def test_adding_within_view_leaves_the_view_where_it_is(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    center = hand.view.camera.center
    hand.session.select(["attack"])
    choices = node_choices(hand.session.document, "g1", hand.session.registry)
    assert hand.view.adding.add_where_selected(
        next(choice for choice in choices if choice.key == "kind:wait")
    )
    assert hand.view.camera.center == center
    hand.view.camera.bring(QRectF(900, 900, 5000, 40))
    assert hand.view.camera.center == center


def test_of_many_new_things_the_first_comes_into_view(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(large_tree(60), size=(700, 500))
    hand.view.camera.zoom_to(1.0)
    hand.view.selecting.select_all()
    hand.view.clipboard.copy_selection()
    hand.session.select(())
    hand.view.camera.pan(-4000, -4000)
    hand.view.clipboard.paste_clipboard()
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert any(seen.contains(qrect(hand.rect(node))) for node in hand.view.selected_nodes())


def test_what_is_new_comes_into_view_within_150_ms(hand: Hand) -> None:
    hand.view.camera.reduced_motion = False
    hand.view.camera.zoom_to(1.0)
    hand.view.camera.pan(-900, 0)
    hand.view.bring_into_view(["shoot"])
    assert hand.view.camera.is_gliding
    assert hand.view.camera._glide.duration() <= 150
    hand.view.camera.reduced_motion = True
    hand.view.camera.stop()
    hand.view.bring_into_view(["shoot"])
    assert not hand.view.camera.is_gliding


def test_a_graph_of_which_nothing_would_be_seen_is_framed_when_it_is_entered(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(soldier(), size=(1500, 900))
    hand.view.camera.pan(9000, 9000)
    hand.session.show_graph("g2")
    hand.session.show_graph("g1")
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.intersects(hand.view.canvas.content_rect())
