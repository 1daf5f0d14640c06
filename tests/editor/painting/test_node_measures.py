"""How large nodes are: the width rules, the stack of strips, and that a run never moves anything."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF

from editor.canvas.painting.node_geometry import (
    measure_node,
    node_bottom,
    node_geometry,
    node_paint_bounds,
)
from editor.canvas.painting.pictures import GuardStrip, Mark, NodePicture, NodeShape, ProblemLook, Strip
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import text_line, text_width
from editor.theme.tokens import StatusLook

pytestmark = pytest.mark.usefixtures("qapp")

CHASE = NodePicture("Chase", parameter_line="pursue")


def test_short_nodes_are_124_wide():
    assert measure_node(NodePicture("Go")).width() == 124


def test_long_nodes_stop_at_240_and_elide():
    picture = NodePicture("A title that would never fit into a node of the greatest width")
    assert measure_node(picture).width() == 240
    room = node_geometry(picture).text_width
    line = text_line(picture.title, TextSize.TITLE, TextWeight.SEMIBOLD, False, room)
    assert line.is_elided
    assert line.width <= room


def test_width_is_on_the_4_px_grid_and_fits_the_content():
    for count in range(8, 20):
        picture = NodePicture("n" * count)
        width = measure_node(picture).width()
        assert width % 4 == 0
        if width < 240:
            needed = text_width(picture.title, TextSize.TITLE, TextWeight.SEMIBOLD)
            assert node_geometry(picture).text_width >= needed


def test_marks_make_room_for_themselves():
    plain = NodePicture("Sequence")
    marked = replace(plain, marks=(Mark.KEEP_MEMORY, Mark.REACTIVE))
    assert measure_node(marked).width() >= measure_node(plain).width() + 16


@pytest.mark.parametrize(
    ("picture", "height"),
    [
        (CHASE, 46),
        (replace(CHASE, shape=NodeShape.PILL), 30),
        (replace(CHASE, guard=GuardStrip("d < 3")), 68),
        (replace(CHASE, services=("scan every 0.5 s",)), 68),
        (replace(CHASE, guard=GuardStrip("d < 3"), services=("a", "b")), 112),
        (replace(CHASE, preconditions=(Strip("d < 3", "skip"),), ends=(Strip("n = 1", "halt"),) * 2), 112),
        (replace(CHASE, guard=GuardStrip("d < 3"), preconditions=(Strip("on", "while"),) * 2), 112),
        (replace(CHASE, shape=NodeShape.PILL, guard=GuardStrip("d < 3")), 52),
    ],
)
def test_strips_stack_on_the_body(picture, height):
    assert measure_node(picture).height() == height


@pytest.mark.parametrize(
    "change",
    [
        {"status": StatusLook.RUNNING, "progress": 0.5},
        {"status": StatusLook.FAILURE},
        {"last": StatusLook.SUCCESS},
        {"paused_here": True, "breakpoint": True},
        {"selected": True, "drop_target": True},
        {"problem": ProblemLook.ERROR},
        {"order_number": 3},
    ],
)
def test_nothing_that_a_run_changes_changes_the_size(change):
    assert measure_node(replace(CHASE, **change)) == measure_node(CHASE)


def test_children_of_a_call_hang_below_its_second_sheet():
    assert node_bottom(replace(CHASE, shape=NodeShape.CALL)) == 5
    assert node_bottom(CHASE) == 0


def test_order_number_and_stub_widen_the_paint_bounds():
    rect = QRectF(0, 0, 124, 46)
    plain = node_paint_bounds(CHASE, rect)
    assert node_paint_bounds(replace(CHASE, order_number=1), rect).top() <= -25
    assert node_paint_bounds(replace(CHASE, collapsed_count=7), rect).bottom() >= 46 + 26
    assert plain.contains(rect.adjusted(-9, -9, 9, 9))
