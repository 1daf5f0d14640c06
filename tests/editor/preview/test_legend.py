from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF

from editor.map.overlays.overlay_catalogue import everything, only
from editor.map.painting.free_places import LEAST_BODY, covered
from editor.map.painting.legend_painting import (
    ROW,
    best_corner,
    drawn_styles,
    legend_box,
    legend_size,
    legend_title,
    missing_words,
)
from editor.map.picture.map_view import MapView, fitted_view
from editor.map.picture.world_picture import WorldPicture
from editor.map.view.session_reading import SessionReader
from tests.editor.preview.preview_sessions import RecordedSession, crowd
from tools.gallery.overlay_scenes import SCENES

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_legend_names_what_is_drawn_and_nothing_else(session):
    reader = SessionReader(session)
    words = {style.words for style in drawn_styles(reader.read("tank1", None, only("cones", "vectors")))}
    assert "what it can see" in words
    assert "velocity" in words
    assert "the point it steers for" not in words
    assert drawn_styles(reader.read("tank1", None, only())) == ()


def test_it_says_whose_overlays_they_are(session):
    reader = SessionReader(session)
    picked = only("cones", picked_only=True)
    assert legend_title(reader.read("tank1", None, picked)) == "Tank 1"
    assert legend_title(reader.read("tank1", None, only("cones"))) == "3 agents in sight"
    assert legend_title(reader.read(None, None, picked)) == "The world"


def test_it_stays_within_the_map():
    scene = next(scene for scene in SCENES if scene.title == "All agents at once")
    session, trail = scene.open()
    picture = SessionReader(session).read(scene.picked, trail, scene.choice())
    for width, height in ((520, 320), (300, 140)):
        view = fitted_view(picture.ground.size, width, height)
        assert view.bounds().contains(legend_box(picture, view))


def test_it_says_how_much_it_has_no_room_for():
    scene = next(scene for scene in SCENES if scene.title == "All agents at once")
    session, trail = scene.open()
    picture = SessionReader(session).read(scene.picked, trail, everything())
    drawn = len(drawn_styles(picture))
    most = legend_size(picture, 10_000).height()
    cut = legend_size(picture, most - ROW)
    assert most - ROW <= cut.height() < most
    assert legend_size(picture, most).height() == most
    assert missing_words(picture, most) == ""
    assert missing_words(picture, most - ROW) == "and 2 more"
    assert drawn > 3


def test_it_stands_where_it_hides_fewest_agents_and_stays_while_that_is_few():
    session = RecordedSession(crowd(40))
    session.world.agents.position[:] = (0.5, 0.3)
    picture = SessionReader(session).read(None, None, only("grid"))
    view = fitted_view(picture.ground.size, 900, 500)
    lower_left, upper_left = 2, 3
    best = best_corner(picture, view)
    assert best != lower_left
    assert best_corner(picture, view, lower_left) == best
    assert best_corner(picture, view, upper_left) == upper_left


def standing(places: list[tuple[float, float]], view: MapView) -> WorldPicture:
    """Return a picture with one agent at each of these px."""
    session = RecordedSession(crowd(len(places)))
    for row, (x, y) in enumerate(places):
        session.world.agents.position[row] = view.world(QPointF(x, y))
    return SessionReader(session).read(None, None, only("grid"))


VIEW = MapView((9.0, 5.5), 40.0, 900, 500)
CORNERS = [(860.0, 40.0), (860.0, 460.0), (40.0, 460.0), (40.0, 40.0)]


def test_with_agents_in_all_corners_it_stands_at_an_edge_and_covers_none():
    picture = standing(CORNERS, VIEW)
    place = best_corner(picture, VIEW)
    assert place >= 4
    assert not covered(picture, VIEW, legend_box(picture, VIEW, place)).any()


def test_it_leaves_a_place_for_a_free_one_when_a_single_agent_walks_in():
    assert best_corner(standing([CORNERS[0], (450.0, 250.0)], VIEW), VIEW, 0) != 0


def test_an_agent_that_walks_to_and_fro_at_its_rim_moves_it_once_at_most():
    box = legend_box(standing(CORNERS, VIEW), VIEW, 0)
    place, places = 0, []
    for frame in range(120):
        swing = 8 if frame % 2 else -8
        picture = standing([(box.left() - LEAST_BODY + swing, box.center().y()), *CORNERS[1:]], VIEW)
        place = best_corner(picture, VIEW, place)
        places.append(place)
    assert sum(a != b for a, b in pairwise([0, *places])) == 1
