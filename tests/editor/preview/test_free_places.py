"""The words beside the pointer stand where they cover no agent, and stay on their side while that is so."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF

from editor.map.overlays.overlay_catalogue import only
from editor.map.painting.free_places import covered, tip_boxes, tip_side
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import WorldPicture
from editor.map.view.session_reading import SessionReader
from tests.editor.preview.preview_sessions import RecordedSession, crowd

pytestmark = pytest.mark.usefixtures("qapp")

VIEW = MapView((9.0, 5.5), 40.0, 900, 500)
AT = QPointF(450, 250)
WORDS = "Tank 1\nPatrol\nhealth 100"


def standing(*places: tuple[float, float]) -> WorldPicture:
    session = RecordedSession(crowd(len(places)))
    for row, (x, y) in enumerate(places):
        session.world.agents.position[row] = VIEW.world(QPointF(x, y))
    return SessionReader(session).read(None, None, only("grid"))


def test_on_bare_ground_words_are_below_and_to_the_right():
    picture = standing((30.0, 30.0))
    side = tip_side(picture, VIEW, AT, WORDS, None)
    box = tip_boxes(WORDS, AT, VIEW)[side]
    assert side == 0
    assert box.left() > AT.x()
    assert box.top() > AT.y()


def test_words_go_to_another_side_where_they_would_cover_an_agent():
    picture = standing((480.0, 280.0))
    side = tip_side(picture, VIEW, AT, WORDS, None)
    assert side != 0
    assert not covered(picture, VIEW, tip_boxes(WORDS, AT, VIEW)[side]).any()


def test_words_about_a_large_agent_stand_off_its_body():
    picture = standing((450.0, 250.0))
    picture.agents.radii[:] = 0.6
    boxes = tip_boxes(WORDS, AT, VIEW)
    side = tip_side(picture, VIEW, AT, WORDS, None)
    assert covered(picture, VIEW, boxes[0]).any()
    assert not covered(picture, VIEW, boxes[side]).any()


def test_words_stay_on_their_side_while_an_agent_passes_at_another():
    side: int | None = None
    sides = []
    for frame in range(60):
        picture = standing((480.0, 200.0 + 2.0 * frame))
        side = tip_side(picture, VIEW, AT, WORDS, side)
        sides.append(side)
        assert not covered(picture, VIEW, tip_boxes(WORDS, AT, VIEW)[side]).any()
    assert sum(a != b for a, b in pairwise(sides)) <= 1


@pytest.mark.parametrize("at", [(895.0, 495.0), (3.0, 3.0), (895.0, 3.0), (3.0, 495.0)])
def test_at_the_edges_words_stay_in_sight_and_off_the_pointer(at):
    here = QPointF(*at)
    picture = standing((450.0, 250.0))
    box = tip_boxes(WORDS, here, VIEW)[tip_side(picture, VIEW, here, WORDS, None)]
    assert VIEW.bounds().contains(box)
    assert not box.contains(here)


def test_with_no_free_side_words_are_shown_all_the_same():
    picture = standing(*((x, y) for x in range(300, 620, 20) for y in range(130, 370, 20)))
    assert tip_side(picture, VIEW, AT, WORDS, None) in range(8)
