"""What a node looks like, told by pixels at places that mean something."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import measure_node, node_paint_bounds
from editor.canvas.painting.pictures import GuardStrip, Mark, NodePicture, NodeShape, ProblemLook
from editor.canvas.painting.tree_node_painting import paint_node
from editor.theme.tokens import THEME_NAMES, Family, StatusLook, load_theme

CHASE = NodePicture("Chase", "action", parameter_line="pursue")
WIDTH, HEIGHT = 160, 46
GUARDED = replace(CHASE, guard=GuardStrip("ammo > 0", "lower"), services=("scan every 0.5 s",))


@pytest.fixture
def painted(make_canvas):
    def paint(picture, detail=Detail.FULL, theme=None, scale=1.0):
        canvas = make_canvas(WIDTH, HEIGHT + 44, theme, scale)
        height = measure_node(picture).height()
        rect = QRectF(0, 0, WIDTH, height)
        return canvas.paint(lambda painter: paint_node(painter, rect, picture, detail, theme=canvas.theme))

    return paint


@pytest.mark.parametrize(
    "look", [StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR, StatusLook.PENDING]
)
@pytest.mark.parametrize("theme_name", THEME_NAMES)
def test_live_status_fills_and_borders_the_node(painted, look, theme_name):
    theme = load_theme(theme_name)
    canvas = painted(replace(CHASE, status=look), theme=theme)
    assert canvas.at(110, 8) == theme.status(look).wash
    top_edge = canvas.colors_in(QRectF(20, -2, 100, 4))
    assert theme.status(look).line.name() in top_edge


def test_last_result_only_tints_the_outline(painted, dark):
    canvas = painted(replace(CHASE, last=StatusLook.SUCCESS))
    assert canvas.at(110, 8) == dark.color("surface.node")
    assert canvas.at(80, 0) == dark.status(StatusLook.SUCCESS).ghost


def test_idle_node_is_grey_and_keeps_the_badge_place_empty(painted, dark):
    canvas = painted(CHASE)
    assert canvas.at(80, 0) == dark.color("border.node")
    badge_place = QRectF(WIDTH - 27, 14, 18, 18)
    assert canvas.colors_in(badge_place) == {dark.color("surface.node").name()}


def test_badge_is_a_solid_plate_when_live_and_an_outline_when_last(painted, dark):
    running = dark.status(StatusLook.RUNNING)
    live = painted(replace(CHASE, status=StatusLook.RUNNING))
    assert live.at(WIDTH - 18, 16) == running.plate
    last = painted(replace(CHASE, last=StatusLook.RUNNING))
    assert last.at(WIDTH - 18, 17) == dark.color("surface.node")


def test_failure_border_has_gaps(painted, dark):
    canvas = painted(replace(CHASE, status=StatusLook.FAILURE))
    line = dark.status(StatusLook.FAILURE).line.name()
    edge = [canvas.at(x, -1).name() == line or canvas.at(x, 0).name() == line for x in range(20, 120)]
    assert 0.5 < sum(edge) / len(edge) < 0.95


def test_selection_ring_is_outside_and_leaves_the_status_border(painted, dark):
    canvas = painted(replace(CHASE, status=StatusLook.RUNNING, selected=True))
    assert canvas.at(80, -5) == dark.color("accent.line")
    assert canvas.at(80, -3) == dark.color("surface.canvas")
    assert canvas.at(80, 0) == dark.status(StatusLook.RUNNING).line


@pytest.mark.parametrize("shape", list(NodeShape))
def test_ring_follows_every_silhouette_inside_the_paint_bounds(painted, shape):
    picture = replace(CHASE, shape=shape, selected=True, breakpoint=True)
    canvas = painted(picture)
    rect = QRectF(0, 0, WIDTH, measure_node(picture).height())
    assert node_paint_bounds(picture, rect).contains(canvas.touched())


def test_everything_that_sticks_out_is_inside_the_paint_bounds(painted):
    picture = replace(CHASE, order_number=12, collapsed_count=7, problem=ProblemLook.ERROR, breakpoint=True)
    canvas = painted(replace(picture, status=StatusLook.RUNNING))
    assert node_paint_bounds(picture, QRectF(0, 0, WIDTH, HEIGHT)).contains(canvas.touched())


def test_chip_carries_the_family_hue_and_follows_the_rounded_corner(painted, dark):
    canvas = painted(replace(CHASE, family=Family.FLOW))
    assert canvas.at(5, 40) == dark.family(Family.FLOW).chip
    assert canvas.at(0, 0) == dark.color("surface.canvas"), "nothing square in the corner"
    assert canvas.at(0, HEIGHT - 1) == dark.color("surface.canvas")


def test_condition_is_cut_to_points(painted, dark):
    canvas = painted(replace(CHASE, shape=NodeShape.CONDITION, family=Family.ASK))
    ground = dark.color("surface.canvas")
    assert canvas.at(2, 2) == ground
    assert canvas.at(WIDTH - 3, HEIGHT - 3) == ground
    assert canvas.at(3, 23) != ground


def test_call_shows_a_second_sheet_below(painted, dark):
    canvas = painted(replace(CHASE, shape=NodeShape.CALL))
    assert canvas.at(80, HEIGHT + 2) == dark.color("surface.node")
    assert canvas.at(2, HEIGHT + 3) == dark.color("surface.canvas")
    assert painted(CHASE).at(80, HEIGHT + 2) == dark.color("surface.canvas")


def test_breakpoint_sits_on_the_left_rim_with_a_gap(painted, dark):
    canvas = painted(replace(CHASE, breakpoint=True))
    assert canvas.at(-1, 23) == dark.status(StatusLook.BREAKPOINT).line
    assert canvas.at(5, 23) == dark.color("surface.canvas")


def test_paused_node_looks_running(painted, dark):
    canvas = painted(replace(CHASE, paused_here=True))
    assert canvas.at(110, 8) == dark.status(StatusLook.RUNNING).wash


def test_disabled_wins_over_running_and_is_hatched(painted, dark):
    canvas = painted(replace(CHASE, disabled=True, status=StatusLook.RUNNING))
    assert canvas.at(80, 0) != dark.status(StatusLook.RUNNING).line
    body = canvas.colors_in(QRectF(70, 4, 60, 8))
    assert dark.status(StatusLook.DISABLED).wash.name() in body
    assert len(body) > 2, "hatch lines cross the fill"


def test_unknown_kind_is_warned_of_and_never_red(painted, dark):
    canvas = painted(NodePicture("", unknown_kind="acme.teleport"))
    edge = canvas.colors_in(QRectF(20, -1, 100, 2))
    assert dark.status(StatusLook.WARNING).line.name() in edge
    assert dark.status(StatusLook.ERROR).line.name() not in canvas.colors_in(QRectF(0, 0, WIDTH, HEIGHT))


def test_problem_leaves_the_running_badge_in_its_place(painted, dark):
    picture = replace(CHASE, status=StatusLook.RUNNING, problem=ProblemLook.ERROR)
    canvas = painted(picture)
    assert canvas.at(WIDTH - 18, 16) == dark.status(StatusLook.RUNNING).plate
    assert canvas.at(WIDTH - 9, 1) == dark.status(StatusLook.ERROR).plate


def test_strips_are_painted_above_and_below_the_body(painted, dark):
    canvas = painted(GUARDED)
    assert canvas.at(80, 21) != dark.color("surface.node"), "hairline under the guard"
    assert canvas.at(5, 26) == dark.family(Family.ACT).chip
    assert canvas.at(150, 80) == dark.color("surface.node")


def test_order_number_takes_the_live_color(painted, dark):
    canvas = painted(replace(CHASE, order_number=2, status=StatusLook.SUCCESS))
    plate = canvas.colors_in(QRectF(WIDTH / 2 - 10, -26, 20, 17))
    assert dark.status(StatusLook.SUCCESS).line.name() in plate


def test_progress_is_drawn_to_its_share(painted, dark):
    canvas = painted(replace(CHASE, status=StatusLook.RUNNING, progress=0.5))
    line = dark.status(StatusLook.RUNNING).line
    assert canvas.at(70, HEIGHT - 4) == line
    assert canvas.at(95, HEIGHT - 4) != line


def test_loose_fragment_is_dimmed_and_the_painter_is_left_as_it_was(make_canvas):
    opacities: list[float] = []

    def draw(painter):
        before = painter.transform()
        dimmed = replace(CHASE, dimmed=True)
        paint_node(painter, QRectF(7, 9, WIDTH, HEIGHT), dimmed, theme=canvas.theme)
        opacities.append(painter.opacity())
        assert painter.transform() == before

    canvas = make_canvas(WIDTH, HEIGHT)
    canvas.paint(draw)
    assert opacities == [1.0]


@pytest.mark.parametrize("detail", list(Detail))
@pytest.mark.parametrize("shape", list(NodeShape))
def test_every_shape_paints_at_every_detail_in_every_status(painted, dark, detail, shape):
    for look in StatusLook:
        picture = replace(GUARDED, shape=shape, status=look, marks=(Mark.REACTIVE,), order_number=1)
        canvas = painted(picture, detail, scale=0.5 if detail < Detail.FULL else 1.5)
        assert canvas.at(WIDTH / 2, 40) != dark.color("surface.canvas")


def test_dot_is_plain_in_the_status_color(painted, dark):
    canvas = painted(replace(CHASE, status=StatusLook.FAILURE), Detail.DOT)
    inside = canvas.colors_in(QRectF(1, 1, WIDTH - 3, HEIGHT - 3))
    assert inside == {dark.status(StatusLook.FAILURE).line.name()}
    assert painted(CHASE, Detail.DOT).at(50, 20) == dark.color("border.node")


def test_same_picture_paints_in_another_theme_without_a_new_picture(painted):
    light = load_theme("light")
    assert painted(CHASE, theme=light).at(110, 8) == light.color("surface.node")
    assert painted(CHASE).at(110, 8) == load_theme("dark").color("surface.node")
