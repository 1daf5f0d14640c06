"""States, compound states and pseudo-states: measures and pixels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.kept_layouts import forget_layouts
from editor.canvas.painting.pictures import (
    CompoundHeader,
    ProblemLook,
    PseudoState,
    PseudoStatePicture,
    RegionBand,
    StateLine,
    StatePicture,
)
from editor.canvas.painting.state_painting import (
    measure_pseudo_state,
    measure_state,
    paint_pseudo_state,
    paint_state,
    state_paint_bounds,
)
from editor.theme.text_lines import text_line, text_width
from editor.theme.tokens import StatusLook
from tests.editor.painting.pixel_canvas import Canvas

pytestmark = pytest.mark.usefixtures("qapp")

CHASE = StatePicture("Chase", (StateLine("pursue"),))
PATROL = StatePicture("Patrol", compound=CompoundHeader(note="3 states"))


@pytest.fixture
def painted(make_canvas):
    def paint(picture, width=160, height=54, detail=Detail.FULL, scale=1.0):
        canvas = make_canvas(width, height, scale=scale)
        rect = QRectF(0, 0, width, height)
        return canvas.paint(lambda painter: paint_state(painter, rect, picture, detail, theme=canvas.theme))

    return paint


def test_state_is_as_high_as_its_rows():
    assert measure_state(StatePicture("Idle")).height() == 44
    assert measure_state(CHASE).height() == 54
    assert measure_state(replace(CHASE, rows=(StateLine("a", "entry"), StateLine("b")))).height() == 72


def test_state_width_is_between_124_and_240_on_the_grid():
    assert measure_state(StatePicture("A")).width() == 124
    assert measure_state(StatePicture("A" * 60)).width() == 240
    assert measure_state(StatePicture("MovingToTarget")).width() % 4 == 0


def test_becoming_active_does_not_resize_a_state():
    active = replace(CHASE, status=StatusLook.RUNNING, dwell="12.4 s", selected=True, progress=0.2)
    assert measure_state(active) == measure_state(CHASE)


def test_active_state_is_filled_with_the_wash(painted, dark):
    canvas = painted(replace(CHASE, status=StatusLook.RUNNING, dwell="2.4 s"))
    assert canvas.at(120, 45) == dark.status(StatusLook.RUNNING).wash
    assert canvas.at(80, 0) == dark.status(StatusLook.RUNNING).line
    assert canvas.at(141, 12) == dark.status(StatusLook.RUNNING).plate


def test_was_active_is_only_outlined(painted, dark):
    canvas = painted(replace(CHASE, last=StatusLook.RUNNING))
    assert canvas.at(120, 45) == dark.color("surface.node")
    assert canvas.at(80, 0) == dark.status(StatusLook.RUNNING).ghost


def test_active_compound_has_a_washed_header_and_a_tinted_body(painted, dark):
    canvas = painted(replace(PATROL, status=StatusLook.RUNNING), 300, 150)
    assert canvas.at(200, 8) == dark.status(StatusLook.RUNNING).wash
    body = canvas.at(200, 100)
    assert body != dark.color("surface.region")
    assert body != dark.status(StatusLook.RUNNING).wash


def test_idle_compound_is_grey(painted, dark):
    canvas = painted(PATROL, 300, 150)
    assert canvas.at(200, 8) == dark.color("surface.node")
    assert canvas.at(200, 100) == dark.color("surface.region")


def test_collapsed_compound_names_its_active_child(painted, dark):
    header = CompoundHeader(collapsed=True, note="3 states", active_child="Moving")
    active = replace(PATROL, compound=header, status=StatusLook.RUNNING)
    canvas = painted(active, measure_state(active).width(), 32)
    words = canvas.colors_in(QRectF(100, 6, 80, 20))
    assert dark.status(StatusLook.RUNNING).text.name() in words


def test_regions_are_split_by_a_dashed_line(painted, dark):
    header = CompoundHeader(icon="region", regions=(RegionBand("Legs", 33), RegionBand("Gun", 91)))
    canvas = painted(StatePicture("Combat", compound=header), 300, 150)
    line = [canvas.at(x, 91) == dark.color("border.strong") for x in range(20, 280)]
    assert 0.4 < sum(line) / len(line) < 0.7
    assert not any(canvas.at(x, 34) == dark.color("border.strong") for x in range(60, 280))


def test_problem_takes_the_badge_place_of_an_idle_state(painted, dark):
    canvas = painted(replace(CHASE, problem=ProblemLook.WARNING))
    assert canvas.at(146, 24) == dark.status(StatusLook.WARNING).plate
    assert canvas.at(80, 0) == dark.color("border.node"), "the border stays"


@pytest.mark.parametrize("detail", list(Detail))
@pytest.mark.parametrize("picture", [CHASE, PATROL, replace(PATROL, compound=CompoundHeader(collapsed=True))])
def test_states_paint_at_every_detail_inside_their_bounds(painted, detail, picture):
    for look in StatusLook:
        shown = replace(picture, status=look, selected=True, problem=ProblemLook.ERROR)
        canvas = painted(shown, 160, 54, detail)
        bounds = state_paint_bounds(QRectF(0, 0, 160, 54))
        assert bounds.contains(canvas.touched()), look


@pytest.mark.parametrize("kind", list(PseudoState))
def test_pseudo_states_stay_inside_their_bounds_and_show_selection(make_canvas, dark, kind):
    size = measure_pseudo_state(kind)
    rect = QRectF(0, 0, size.width(), size.height())

    def paint(picture: PseudoStatePicture) -> Canvas:
        canvas: Canvas = make_canvas(size.width(), size.height())
        return canvas.paint(lambda painter: paint_pseudo_state(painter, rect, picture, theme=dark))

    plain, chosen = paint(PseudoStatePicture(kind)), paint(PseudoStatePicture(kind, selected=True))
    assert rect.adjusted(-1, -1, 1, 1).contains(plain.touched())
    assert state_paint_bounds(rect).contains(chosen.touched())
    assert chosen.touched().width() > plain.touched().width()


def test_any_state_is_104_by_32_at_least():
    size = measure_pseudo_state(PseudoState.ANY_STATE)
    assert size.height() == 32
    assert size.width() >= 104


def test_a_clock_that_runs_leaves_no_line_behind(painted):
    painted(replace(CHASE, dwell="10 s"))
    kept = text_line.cache_info().currsize
    for second in range(11, 30):
        painted(replace(CHASE, dwell=f"{second} s"))
    assert text_line.cache_info().currsize == kept


def test_laid_out_texts_are_forgotten_and_laid_out_again():
    before = text_line("A line", 12), text_width("A line", 12)
    assert text_line("A line", 12) is before[0]
    forget_layouts()
    assert text_line.cache_info().currsize == text_width.cache_info().currsize == 0
    assert (text_line("A line", 12).width, text_width("A line", 12)) == (before[0].width, before[1])
