"""Zones are told apart by cost, doors by being open, links by what they are: by more than color."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QImage, QPainter

from editor.map.painting.ground_painting import paint_all_ground
from editor.map.painting.way_painting import cost_words
from editor.map.picture.map_view import fitted_view
from editor.map.picture.world_picture import DoorPicture, GroundPicture, LinkPicture, NamedArea
from editor.map.view.map_widget import ground_words
from editor.map.view.session_reading import read_ground
from editor.theme.inks import Inks
from editor.theme.tokens import load_theme
from graphs.worlds.edits.linking import set_waypoint_link
from tests.runtime.worlds.edits.edited_world import yard

pytestmark = pytest.mark.usefixtures("qapp")

SQUARE = ((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0))
EMPTY = GroundPicture(size=(10.0, 10.0))
SIZE = QSize(400, 400)
VIEW = fitted_view(EMPTY.size, SIZE.width(), SIZE.height())


def gray(ground: GroundPicture) -> QImage:
    """Return a ground as it is painted, without its colors."""
    image = QImage(SIZE, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    paint_all_ground(painter, ground, VIEW, Inks(load_theme("light")), grid=False, paths=True)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def test_dear_cheap_forbidden_and_plain_ground_look_unlike_without_color_and_names():
    looks = [gray(replace(EMPTY, zones=(NamedArea(SQUARE, "", cost),))) for cost in (1.0, 0.5, 5.0, "never")]
    assert all(looks[i] != looks[j] for i in range(4) for j in range(i))


@pytest.mark.parametrize(("cost", "words"), [(1.0, ""), (0.5, "×0.5"), (5.0, "×5"), ("never", "✕ never")])
def test_the_cost_of_a_zone_is_said_in_words(cost, words):
    assert cost_words(cost) == words
    ground = replace(EMPTY, zones=(NamedArea(SQUARE, "Moor", cost),))
    assert ground_words(ground, VIEW, VIEW.point((5.0, 5.0))) == f"Zone Moor {words}".strip()


def test_open_and_closed_doors_and_each_kind_of_link_look_unlike():
    doors = [gray(replace(EMPTY, doors=(DoorPicture(SQUARE, "gate", is_open),))) for is_open in (True, False)]
    assert doors[0] != doors[1]
    link = LinkPicture((2.0, 2.0), (8.0, 8.0), True, True)
    links = [
        link,
        replace(link, kind="walk"),
        replace(link, kind="ladder"),
        replace(link, both_ways=False),
        replace(link, active=False),
    ]
    looks = [gray(replace(EMPTY, links=(each,))) for each in links]
    assert all(looks[i] != looks[j] for i in range(len(looks)) for j in range(i))


def test_a_link_under_the_pointer_is_told_with_what_it_is():
    off = LinkPicture((2.0, 2.0), (8.0, 8.0), False, False, "ladder", "Shaft")
    ground = replace(EMPTY, links=(off,))
    assert ground_words(ground, VIEW, VIEW.point((5.0, 5.0))) == "Link Shaft: ladder, one way, off"
    assert ground_words(ground, VIEW, QPointF(VIEW.point((8.0, 2.0)))) == ""


def test_waypoints_that_are_linked_from_either_side_are_joined_once():
    world = set_waypoint_link(yard(), "p3", "p1", True)
    assert read_ground(world).waypoint_links == (((2.0, 2.0), (8.0, 8.0)),)
    assert read_ground(yard()).waypoint_links == ()
