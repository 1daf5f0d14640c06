"""Things are moved, turned, scaled and reshaped; what would leave an agent in a wall is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.worlds.edits.moving import (
    box_of,
    move_elements,
    points_of,
    scale_elements,
    set_heading,
    set_radius,
    turn_elements,
)
from graphs.worlds.edits.reshaping import (
    insert_point,
    move_point,
    remove_point,
    reverse_path,
    set_stops,
)
from graphs.worlds.edits.shapes import Bounds
from graphs.worlds.model.elements import Element, all_elements
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import (
    BELL,
    GUARD,
    OBSTACLE,
    P1,
    P3,
    PATH,
    PLAYER,
    WALL,
    ZONE,
    refusal,
    yard,
)


def test_everything_moves_by_the_same_way_and_paths_take_their_waypoints_along():
    world = move_elements(yard(), (WALL, OBSTACLE, ZONE, PATH, BELL, PLAYER), 1, 0.5)
    assert world.walls["w"].polygon[0] == (5, 4.5)
    assert world.obstacles["o"].center == (11, 10.5)
    assert world.zones["yard"].polygon[0] == (13, 1.5)
    assert [world.waypoints[each].at for each in ("p1", "p2", "p3")] == [(3, 2.5), (3, 8.5), (9, 8.5)]
    assert world.sources["bell"].at == (16, 12.5)
    assert world.agents["player"].at == (17, 3.5)


def test_a_waypoint_in_two_chosen_paths_moves_once():
    world = move_elements(yard(), (PATH, Element("paths", "short"), P1), 1, 0)
    assert world.waypoints["p1"].at == (3, 2)


def test_moving_by_nothing_is_no_edit():
    world = yard()
    assert move_elements(world, all_elements(world), 0, 0) is world


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_a_way_and_back_leads_to_the_same_world(dx, dy):
    world = yard()
    dx, dy = round(dx, 3), round(dy, 3)
    chosen = (WALL, OBSTACLE, ZONE, PATH, BELL, PLAYER)
    assert move_elements(move_elements(world, chosen, dx, dy), chosen, -dx, -dy) == world


@pytest.mark.parametrize(
    ("chosen", "way", "words"),
    [
        ((PLAYER,), (10, 0), "Player would be off the map"),
        ((GUARD,), (3, 0.5), "guard would stand inside wall w"),
        ((WALL,), (-3, 0), "guard would stand inside the wall"),
        ((OBSTACLE,), (6, -7), "Player would stand inside the obstacle"),
        ((Element("walls", "gone"),), (1, 1), "wall gone is no longer"),
        ((WALL,), (1e9, 0), "too far"),
    ],
)
def test_a_move_that_leads_nowhere_is_refused(chosen, way, words):
    world = yard()
    refused = refusal(lambda: move_elements(world, chosen, *way))
    assert words in refused.reason
    assert refused.remedy


def test_an_agent_that_stands_badly_already_stops_no_other_edit():
    world = yard()
    bad = world.agents["guard"].model_copy(update={"at": (5, 4.5)})
    world = world.model_copy(update={"agents": {**world.agents, "guard": bad}})
    assert move_elements(world, (PLAYER,), 1, 0).agents["player"].at == (17, 3)
    assert check_world(move_elements(world, (GUARD,), -3, 0)) == ()


def test_turning_a_quarter_turns_places_and_headings():
    world = turn_elements(yard(), (WALL, GUARD), (5, 4.5), 90)
    assert set(world.walls["w"].polygon) == {(4.5, 3.5), (5.5, 3.5), (5.5, 5.5), (4.5, 5.5)}
    assert world.agents["guard"].heading == 180
    assert world.agents["guard"].at == (5.5, 1.5)


def test_four_quarters_are_a_whole_turn():
    world = yard()
    turned = world
    for _ in range(4):
        turned = turn_elements(turned, (WALL, ZONE, PATH), (10, 7), 90)
    assert turned == world


def test_scaling_keeps_the_fixed_corner_and_the_size_of_agents():
    world = scale_elements(yard(), (WALL, OBSTACLE, GUARD), (4, 4), 2, 0.5)
    assert world.walls["w"].polygon == ((4, 4), (8, 4), (8, 4.5), (4, 4.5))
    assert world.obstacles["o"] == yard().obstacles["o"].model_copy(update={"center": (16, 7), "radius": 0.5})
    assert world.agents["guard"].radius == yard().agents["guard"].radius


@pytest.mark.parametrize(("along_x", "along_y"), [(0, 1), (1, -1)])
def test_scaling_to_nothing_is_refused(along_x, along_y):
    assert refusal(lambda: scale_elements(yard(), (WALL,), (4, 4), along_x, along_y)).remedy


def test_radius_and_heading_are_set():
    world = set_heading(set_radius(yard(), OBSTACLE, 1.5), "guard", -90)
    assert world.obstacles["o"].radius == 1.5
    assert world.agents["guard"].heading == 270
    assert "no size" in refusal(lambda: set_radius(world, OBSTACLE, 0)).reason
    assert "rim" in refusal(lambda: set_radius(world, WALL, 1)).reason


def test_the_box_around_things_holds_their_sizes():
    assert box_of(yard(), (OBSTACLE,)) == Bounds(9, 9, 11, 11)
    assert box_of(yard(), (WALL, PATH)) == Bounds(2, 2, 8, 8)
    assert box_of(yard(), ()) is None
    assert points_of(yard(), Element("walls", "gone")) == ()


def test_corners_are_moved_added_and_taken_away():
    world = move_point(yard(), WALL, 0, (3.5, 3.5))
    assert world.walls["w"].polygon[0] == (3.5, 3.5)
    world = insert_point(world, WALL, 1, (5, 3))
    assert world.walls["w"].polygon[:2] == ((3.5, 3.5), (5, 3))
    world = remove_point(world, WALL, 0)
    assert world.walls["w"].polygon == ((5, 3), (6, 4), (6, 5), (4, 5))


def test_stops_are_moved_added_and_taken_away():
    world = move_point(yard(), PATH, 2, (9, 9))
    assert world.waypoints["p3"].at == (9, 9)
    world = insert_point(world, PATH, 1, (1, 5))
    assert world.paths["round"].waypoints == ("p1", "point_1", "p2", "p3")
    world = remove_point(world, PATH, 3)
    assert "p3" not in world.waypoints
    world = remove_point(world, PATH, 2)
    assert "p2" in world.waypoints
    assert world.paths["round"].waypoints == ("p1", "point_1")


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda world: move_point(world, WALL, 0, (7, 4.5)), "cross itself"),
        (lambda world: move_point(world, PATH, 7, (7, 4.5)), "no longer in the path"),
        (lambda world: remove_point(world, Element("paths", "short"), 0), "at least two"),
        (lambda world: remove_point(remove_point(world, WALL, 0), WALL, 0), "at least three"),
        (lambda world: move_point(world, WALL, 0, (1, 4)), "guard would stand inside"),
        (lambda world: insert_point(world, GUARD, 0, (1, 4)), "no corners"),
        (lambda world: set_stops(world, "round", ("p1", "p9")), "There is no waypoint 'p9'"),
        (lambda world: set_stops(world, "round", ()), "at least one"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(edit, words):
    world = yard()
    if "guard" in words:
        world = world.model_copy(
            update={
                "agents": {"guard": world.agents["guard"].model_copy(update={"at": (3.5, 4.5)})},
                "player": None,
            }
        )
    assert words in refusal(lambda: edit(world)).reason


def test_a_path_is_turned_round_and_led_elsewhere():
    world = set_stops(reverse_path(yard(), "round"), "short", ("p3", "p1"))
    assert world.paths["round"].waypoints == ("p3", "p2", "p1")
    assert world.paths["short"].waypoints == ("p3", "p1")
    assert P3.id in world.waypoints
