"""Waypoints are linked to a graph, all that see each other or one pair, and links follow their waypoints."""

from __future__ import annotations

import pytest

from graphs.worlds.edits.adding import add_door, add_link, add_waypoint, add_zone
from graphs.worlds.edits.linking import are_linked, link_waypoints, linked_with, set_waypoint_link
from graphs.worlds.edits.references import rename_element
from graphs.worlds.edits.reshaping import remove_elements
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.edits.shapes import rectangle
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from runtime.worlds.navigation.waypoint_ways import WaypointWays
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import GUARD, P1, P2, P3, ZONE, refusal, survives_the_file, yard


def pairs(world: WorldDocument) -> set[tuple[str, str]]:
    """Return the pairs of waypoints that are linked, each in ascending id."""
    ends = ((name, link) for name, each in world.waypoints.items() for link in each.links)
    return {(min(pair), max(pair)) for pair in ends}


def test_all_waypoints_that_see_each_other_are_linked_and_no_others():
    world = link_waypoints(yard())
    assert pairs(world) == {("p1", "p2"), ("p2", "p3")}
    assert check_world(world) == ()
    assert survives_the_file(world)
    assert WaypointWays(world).ids == ["p1", "p2", "p3"]


def test_only_chosen_waypoints_within_the_reach_are_linked_and_links_that_are_there_stay():
    assert pairs(link_waypoints(yard(), ("p2", "p3"))) == {("p2", "p3")}
    linked = set_waypoint_link(yard(), "p1", "p3", True)
    assert pairs(link_waypoints(linked)) == {("p1", "p2"), ("p1", "p3"), ("p2", "p3")}


def test_one_link_is_made_and_taken_away_whichever_of_both_names_it():
    world = set_waypoint_link(yard(), "p1", "p3", True)
    assert are_linked(world, "p3", "p1")
    assert linked_with(world, "p3") == ("p1",)
    assert set_waypoint_link(world, "p3", "p1", True) is world
    assert set_waypoint_link(world, "p3", "p1", False) == yard()
    twice = set_element_field(world, P3, "links", ["p1"])
    assert set_waypoint_link(twice, "p1", "p3", False) == yard()


def test_links_follow_the_id_of_a_waypoint_and_go_with_it():
    world = link_waypoints(yard())
    renamed = rename_element(world, P2, "corner")
    assert linked_with(renamed, "corner") == ("p1", "p3")
    assert check_world(renamed) == ()
    gone = remove_elements(world, (P2,))
    assert pairs(gone) == set()
    assert check_world(gone) == ()


def test_a_door_a_link_and_a_lone_waypoint_are_added_in_order():
    world, door = add_door(yard(), rectangle((13, 8), (14, 8.5)))
    world, link = add_link(world, (1, 1), (3, 1), "walk")
    world, point = add_waypoint(world, (12, 12.00001))
    assert (door.id, link.id, point.id) == ("door_1", "walk_1", "point_1")
    assert (world.links["walk_1"].kind, world.waypoints["point_1"].at) == ("walk", (12, 12))
    assert not world.doors["door_1"].open
    assert check_world(world) == ()
    assert survives_the_file(world)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda: link_waypoints(yard(), ("p1",)), "One waypoint alone sees none."),
        (lambda: link_waypoints(yard(), ("p1", "p9")), "no longer in the world"),
        (lambda: link_waypoints(yard(), ("p1", "p3")), "No two of these waypoints see each other"),
        (lambda: link_waypoints(yard(), (), 2), "within 2 units"),
        (lambda: link_waypoints(yard(), (), 0), "Nothing is within 0 units."),
        (lambda: link_waypoints(link_waypoints(yard())), "are linked already"),
        (lambda: set_waypoint_link(yard(), "p1", "p1", True), "from one waypoint to another"),
        (lambda: set_waypoint_link(yard(), "p1", "p9", False), "no longer in the world"),
        (lambda: set_element_field(yard(), P1, "links", ["p9"]), "There is no waypoint 'p9'."),
        (lambda: set_element_field(yard(), ZONE, "cost", -1), "The cost is -1"),
        (lambda: set_element_field(yard(), GUARD, "area_costs.yard", 0), "The cost is 0"),
        (lambda: set_element_field(yard(), GUARD, "area_costs.moor", 2), "There is no zone 'moor'."),
        (lambda: add_link(yard(), (1, 1), (1, 1)), "The link has no length."),
        (lambda: add_door(yard(), rectangle((1, 3), (3, 5))), "guard would stand inside"),
        (lambda: add_door(yard(), rectangle((1, 1), (1, 3))), "flat"),
    ],
)
def test_what_makes_no_sense_is_refused(edit, reason):
    assert reason in refusal(edit).reason


def test_a_cost_is_a_number_or_never_and_an_agent_may_have_its_own():
    world = set_element_field(yard(), ZONE, "cost", "never")
    world = set_element_field(world, GUARD, "area_costs.yard", "1 + count")
    assert world.zones["yard"].cost == "never"
    assert world.agents["guard"].area_costs == {"yard": "1 + count"}
    assert rename_element(world, ZONE, "moor").agents["guard"].area_costs == {"moor": "1 + count"}
    assert remove_elements(world, (Element("zones", "yard"),)).agents["guard"].area_costs == {}
    assert set_element_field(world, GUARD, "area_costs.yard", None).agents["guard"].area_costs == {}
    assert add_zone(world, rectangle((1, 1), (2, 2)))[0].zones["zone_1"].cost == 1
