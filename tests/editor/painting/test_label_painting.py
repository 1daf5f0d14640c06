"""Plates on transitions: width, rows, outcome glyphs and the colors of guard parts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.label_painting import (
    MAXIMUM_WIDTH,
    measure_label,
    paint_label,
    shown_plate,
)
from editor.canvas.painting.pictures import (
    GuardLook,
    GuardPiece,
    LabelPicture,
    LabelRow,
    LabelState,
    ProblemLook,
)
from editor.canvas.routing.label_places import OUTCOME_ROOM
from editor.theme.tokens import StatusLook

pytestmark = pytest.mark.usefixtures("qapp")

ROW = LabelRow(1, "noise", (GuardPiece("health > 30"),), "look")
JUDGED = (GuardPiece("d < 3", GuardLook.FALSE), GuardPiece(" and "), GuardPiece("visible", GuardLook.TRUE))


@pytest.fixture
def painted(make_canvas):
    def paint(*rows, detail=Detail.FULL):
        picture = LabelPicture(rows)
        size = measure_label(picture).size
        canvas = make_canvas(size.width() + 30, size.height())
        rect = QRectF(0, 0, size.width(), size.height())
        return canvas.paint(lambda painter: paint_label(painter, rect, picture, detail, theme=canvas.theme))

    return paint


def test_rows_are_22_high_and_share_the_width():
    one = measure_label(LabelPicture((ROW,)))
    assert one.size.height() == 22
    two = measure_label(LabelPicture((ROW, LabelRow(2, "killed"))))
    assert two.size.height() == 46
    assert [rect.height() for rect in two.rows] == [22, 22]
    assert two.rows[1].top() == two.rows[0].bottom()
    assert two.size.width() == one.size.width()


def test_label_is_at_most_240_wide_with_its_outcome_and_whole_when_expanded():
    long = replace(ROW, guard=(GuardPiece("a and b " * 20),))
    assert measure_label(LabelPicture((long,))).size.width() + OUTCOME_ROOM == MAXIMUM_WIDTH == 240
    assert measure_label(LabelPicture((long,), expanded=True)).size.width() > 600


@pytest.mark.parametrize("state", list(LabelState))
def test_outcome_does_not_change_the_measure(state):
    assert measure_label(LabelPicture((replace(ROW, state=state),))) == measure_label(LabelPicture((ROW,)))


def test_outcome_glyph_goes_into_the_room_right_of_the_plate(painted):
    idle, taken = painted(ROW), painted(replace(ROW, state=LabelState.TAKEN))
    assert taken.touched().width() == idle.touched().width() + 18
    geometry = measure_label(LabelPicture((ROW,)))
    assert taken.touched().right() <= geometry.size.width() + OUTCOME_ROOM


def test_taken_plate_is_amber_and_refused_one_has_the_failure_ghost(painted, dark):
    taken = painted(replace(ROW, state=LabelState.TAKEN))
    assert taken.at(60, 0) == dark.status(StatusLook.RUNNING).line
    refused = painted(replace(ROW, state=LabelState.REFUSED))
    assert refused.at(60, 0) == dark.status(StatusLook.FAILURE).ghost
    assert painted(ROW).at(60, 0) == dark.color("border.strong")


def _near(colors: set[str], wanted: QColor) -> bool:
    """Whether one of the colors is close to the wanted one (text is antialiased)."""
    target = int(wanted.name()[1:], 16)
    parts = (target >> 16, target >> 8 & 255, target & 255)
    for name in colors:
        value = int(name[1:], 16)
        if all(
            abs(a - b) < 24 for a, b in zip(parts, (value >> 16, value >> 8 & 255, value & 255), strict=True)
        ):
            return True
    return False


def test_guard_parts_are_colored_by_how_they_came_out(painted, dark):
    judged = painted(LabelRow(2, "", JUDGED, state=LabelState.REFUSED))
    colors = judged.colors_in(QRectF(23, 4, 130, 14))
    assert _near(colors, dark.status(StatusLook.SUCCESS).text)
    assert _near(colors, dark.status(StatusLook.FAILURE).text)
    neutral = painted(LabelRow(2, "", (GuardPiece("d < 3 and visible"),)))
    colors = neutral.colors_in(QRectF(23, 4, 130, 14))
    assert not _near(colors, dark.status(StatusLook.SUCCESS).text)


def test_error_and_problem_show_their_badges(painted, dark):
    error = painted(replace(ROW, state=LabelState.ERROR))
    assert error.at(60, 0) == dark.status(StatusLook.ERROR).line
    warned = painted(replace(ROW, problem=ProblemLook.WARNING))
    width = measure_label(LabelPicture((ROW,))).size.width() + OUTCOME_ROOM
    assert dark.status(StatusLook.WARNING).plate.name() in warned.colors_in(QRectF(width - 20, 4, 14, 16))


def test_clock_hand_shows_the_remaining_share(painted):
    full = painted(replace(ROW, state=LabelState.PENDING, remaining=1.0))
    half = painted(replace(ROW, state=LabelState.PENDING, remaining=0.5))
    assert full.image != half.image


def test_labels_vanish_from_afar(painted):
    assert painted(ROW, detail=Detail.BLOCK).touched().isEmpty()
    assert not painted(ROW, detail=Detail.TITLE).touched().isEmpty()


def test_a_plate_without_room_for_words_is_narrow_and_over_its_line():
    rect = QRectF(100, 0, 200, 22)
    guard = LabelPicture((LabelRow(1, "", (GuardPiece("health > 30 and visible"),)),))
    assert shown_plate(rect, guard, Detail.FULL, 150) == rect
    plate = shown_plate(rect, guard, Detail.TITLE, 150)
    assert 20 < plate.width() < 50
    assert abs(plate.center().x() - 250) <= 1
    assert shown_plate(rect, guard, Detail.TITLE, 0).left() == 100
    assert shown_plate(rect, guard, Detail.TITLE, 200).right() == 300
    wider = shown_plate(rect, LabelPicture((ROW,)), Detail.TITLE, 150)
    assert plate.width() < wider.width() < rect.width()


def test_a_plate_with_an_outcome_is_as_much_wider_as_its_badge_at_every_zoom():
    rect = QRectF(100, 0, 200, 22)
    taken = LabelPicture((replace(ROW, state=LabelState.TAKEN),))
    for detail in (Detail.FULL, Detail.TITLE):
        without = shown_plate(rect, LabelPicture((ROW,)), detail, 150)
        assert shown_plate(rect, taken, detail, 150) == without.adjusted(0, 0, OUTCOME_ROOM, 0)
