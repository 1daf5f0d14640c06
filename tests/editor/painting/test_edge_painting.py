"""Lines: their shapes, looks, heads, and the dash that Qt counts in pen widths."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from editor.canvas.painting.detail import Detail, dot_step, paint_grid
from editor.canvas.painting.edge_painting import (
    edge_stroke,
    paint_edge,
    paint_token,
    transition_edge,
    tree_edge,
)
from editor.canvas.painting.pictures import EdgeLook
from editor.theme.inks import dash_in_pen_widths, inks_for
from editor.theme.tokens import StatusLook

pytestmark = pytest.mark.usefixtures("qapp")

STRAIGHT = transition_edge([QPointF(0, 20), QPointF(120, 20)])


@pytest.fixture
def painted(make_canvas, dark):
    def paint(look, detail=Detail.FULL, shape=STRAIGHT):
        canvas = make_canvas(120, 40)
        return canvas.paint(lambda painter: paint_edge(painter, shape, look, detail, theme=dark))

    return paint


def test_tree_line_goes_down_along_the_bus_and_down():
    shape = tree_edge(QPointF(100, 46), QPointF(20, 98))
    assert shape.line.boundingRect() == QRectF(20, 46, 80, 52)
    assert not shape.has_head
    middle = shape.line.pointAtPercent(0.5)
    assert middle.y() == pytest.approx(66, abs=0.5)


def test_tree_line_snaps_straight_when_nearly_so():
    shape = tree_edge(QPointF(100, 46), QPointF(105, 98))
    assert shape.line.boundingRect().width() == 0
    assert shape.line.elementCount() == 2


def test_shaft_stops_6_px_before_the_tip():
    assert STRAIGHT.tip == QPointF(120, 20)
    assert STRAIGHT.shaft.currentPosition() == QPointF(114, 20)
    assert STRAIGHT.angle == 0
    down = transition_edge([QPointF(0, 0), QPointF(50, 0), QPointF(50, 50)])
    assert down.angle == pytest.approx(90)


def test_corners_never_overlap_on_short_segments():
    shape = transition_edge([QPointF(0, 0), QPointF(8, 0), QPointF(8, 8), QPointF(40, 8)])
    bounds = shape.line.boundingRect()
    assert bounds == QRectF(0, 0, 40, 8)


def test_coincident_points_do_not_break_a_line():
    shape = transition_edge([QPointF(5, 5), QPointF(5, 5)])
    assert shape.tip == QPointF(5, 5)


def test_dash_is_given_in_px_and_handed_to_qt_in_pen_widths(dark):
    assert dash_in_pen_widths((6.0, 4.0), 2.0) == [3.0, 2.0]
    pen = inks_for(dark).pen("edge.idle", 1.5, (6.0, 4.0))
    assert pen.dashPattern() == pytest.approx([4.0, 4.0 / 1.5])


def test_looks_have_their_stroke():
    assert edge_stroke(EdgeLook()) == ("edge.idle", 1.5, ())
    assert edge_stroke(EdgeLook(StatusLook.RUNNING)) == ("status.running.line", 2.5, ())
    assert edge_stroke(EdgeLook(StatusLook.SUCCESS)) == ("status.success.line", 2.0, ())
    assert edge_stroke(EdgeLook(StatusLook.SUCCESS, strong=True)) == ("status.success.line", 2.5, ())
    assert edge_stroke(EdgeLook(StatusLook.FAILURE)) == ("status.failure.line", 1.5, (6.0, 2.0))
    assert edge_stroke(EdgeLook(refused=True)) == ("edge.idle", 1.5, (6.0, 4.0))
    assert edge_stroke(EdgeLook(StatusLook.PENDING)) == ("status.pending.line", 1.5, (6.0, 4.0))
    assert edge_stroke(EdgeLook(StatusLook.DISABLED)) == ("edge.idle", 1.5, (2.0, 4.0))
    assert edge_stroke(EdgeLook(hovered=True)) == ("edge.hover", 2.0, ())
    assert edge_stroke(EdgeLook(dragged=True)) == ("accent.line", 2.0, ())
    assert edge_stroke(EdgeLook(dragged_refused=True)) == ("status.failure.line", 1.5, (6.0, 4.0))


def test_selection_keeps_the_color_of_a_live_line(painted, dark):
    canvas = painted(EdgeLook(StatusLook.RUNNING, selected=True))
    assert canvas.at(60, 20) == dark.status(StatusLook.RUNNING).line
    assert canvas.at(60, 17) == dark.color("accent.wash")


def test_taken_line_fades_to_idle(painted, dark):
    gone = painted(EdgeLook(StatusLook.RUNNING, fade=1.0))
    idle = painted(EdgeLook())
    assert gone.colors_in(QRectF(20, 19, 60, 2)) == idle.colors_in(QRectF(20, 19, 60, 2))
    half = painted(EdgeLook(StatusLook.RUNNING, fade=0.5))
    assert half.colors_in(QRectF(20, 19, 60, 2)) != idle.colors_in(QRectF(20, 19, 60, 2))


def test_head_is_9_long_and_8_wide_and_left_out_from_afar(painted):
    near = painted(EdgeLook())
    assert near.touched().right() >= 119
    assert 7 <= near.touched().height() <= 10
    far = painted(EdgeLook(), Detail.BLOCK)
    assert far.touched().height() <= 3


def test_refused_wire_ends_in_a_cross(painted, dark):
    canvas = painted(EdgeLook(dragged_refused=True))
    assert dark.status(StatusLook.FAILURE).plate.name() in canvas.colors_in(QRectF(112, 12, 16, 16))


def test_token_sits_at_its_share_of_the_way(make_canvas, dark):
    canvas = make_canvas(120, 40)
    canvas.paint(lambda painter: paint_token(painter, STRAIGHT, 0.5, dark))
    assert canvas.at(60, 20) == dark.status(StatusLook.RUNNING).line
    assert canvas.touched().width() < 12


def test_grid_has_a_dot_every_32_px_and_thins_out(make_canvas, dark):
    canvas = make_canvas(200, 200)
    exposed = QRectF(0, 0, 200, 200)
    canvas.paint(lambda painter: paint_grid(painter, exposed, theme=dark))
    ground = dark.color("surface.canvas").name()
    dotted = {x for x in range(200) if any(canvas.at(x, y).name() != ground for y in range(14, 19))}
    assert {16, 48, 80, 112, 144, 176} <= {x for x in range(200) if dotted & {x - 1, x, x + 1}}
    assert len(dotted) <= 14
    assert dot_step(1.0) == 32
    assert dot_step(0.25) == 64
    assert dot_step(0.1) * 0.1 >= 16
