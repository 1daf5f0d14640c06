"""Decision nodes: a bar true to scale, ports under the segments, and the taken branch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF

from editor.canvas.painting.decision_painting import (
    LEAST_SEGMENT,
    measure_decision,
    paint_decision,
    place_on_bar,
    segment_widths,
)
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.pictures import BranchSegment, DecisionPicture, Margin, ProblemLook, TableRow
from editor.theme.tokens import StatusLook

pytestmark = pytest.mark.usefixtures("qapp")

RANGES = DecisionPicture(
    "health", "ranges", (BranchSegment("< 30", 0.3), BranchSegment("30 – 100", 0.7)), is_scaled=True
)


@pytest.fixture
def painted(make_canvas, dark):
    def paint(picture, detail=Detail.FULL):
        geometry = measure_decision(picture, 240)
        canvas = make_canvas(240, geometry.height)
        rect = QRectF(0, 0, 240, geometry.height)
        return canvas.paint(lambda painter: paint_decision(painter, rect, picture, detail, theme=dark))

    return paint


def test_segments_are_true_to_scale():
    assert segment_widths((0.25, 0.75), 400) == pytest.approx((100, 300))


def test_narrow_segments_get_44_px_and_the_rest_stays_in_proportion():
    widths = segment_widths((0.01, 0.33, 0.66), 344)
    assert widths == pytest.approx((44, 100, 200))


def test_more_segments_than_fit_share_the_room():
    assert segment_widths((0.2,) * 5, 100) == pytest.approx((20,) * 5)
    assert segment_widths((), 100) == ()


def test_ports_lie_under_the_middles_of_the_segments():
    geometry = measure_decision(RANGES)
    for port, segment in zip(geometry.ports, geometry.segments, strict=True):
        assert port.x() == round(segment.center().x())
        assert port.y() == geometry.height
    assert geometry.segments[0].right() == pytest.approx(geometry.segments[1].left())


def test_needle_moves_within_a_widened_segment():
    picture = replace(RANGES, branches=(BranchSegment("low", 0.02), BranchSegment("high", 0.98)))
    geometry = measure_decision(picture, 240)
    assert geometry.segments[0].width() == LEAST_SEGMENT
    assert place_on_bar(geometry, picture.branches, 0.01) == pytest.approx(8 + LEAST_SEGMENT / 2)
    assert place_on_bar(geometry, picture.branches, 0.02) == pytest.approx(8 + LEAST_SEGMENT)
    assert place_on_bar(geometry, picture.branches, 1.5) == pytest.approx(232)


def test_a_run_changes_no_measure():
    live = replace(RANGES, value="42", needle=0.42, margin=Margin("12", 0.3), status=StatusLook.SUCCESS)
    assert measure_decision(live) == measure_decision(RANGES)


def test_taken_branch_is_washed_in_success(painted, dark):
    taken = replace(RANGES, branches=(BranchSegment("< 30", 0.3), BranchSegment("30 – 100", 0.7, taken=True)))
    canvas = painted(replace(taken, status=StatusLook.SUCCESS))
    left, right = measure_decision(taken, 240).segments
    assert canvas.at(right.left() + 8, right.center().y()) == dark.status(StatusLook.SUCCESS).wash
    assert canvas.at(left.left() + 8, left.top() + 4) == dark.color("surface.region")
    assert canvas.at(right.center().x(), right.top() + 1) == dark.status(StatusLook.SUCCESS).line


def test_needle_stands_at_the_value(painted, dark):
    canvas = painted(replace(RANGES, needle=0.5))
    geometry = measure_decision(RANGES, 240)
    x = place_on_bar(geometry, RANGES.branches, 0.5)
    assert canvas.at(x, geometry.bar.top() - 6) == dark.color("text.primary")


def test_table_grows_by_a_row_for_each_condition():
    table = (TableRow("hp", ("< 30", "")), TableRow("d", ("", "< 3")))
    plain = replace(RANGES, is_scaled=False)
    assert measure_decision(replace(plain, table=table)).height == measure_decision(plain).height + 38


@pytest.mark.parametrize("detail", list(Detail))
def test_decisions_paint_in_every_status_inside_10_px_around(painted, detail):
    for look in StatusLook:
        picture = replace(RANGES, status=look, selected=True, breakpoint=True, problem=ProblemLook.WARNING)
        touched = painted(picture, detail).touched()
        assert QRectF(-10, -10, 260, 104).contains(touched), look
