"""What is wrong with doors, links, waypoints and costs of areas, each with a remedy."""

from __future__ import annotations

import pytest

from graphs.worlds.edits.seen_waypoints import waypoints_that_see_each_other
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.world_builder import box, document

AGENT = {"at": [2, 2]}
LINK = {"start": [5, 5], "end": [8, 5]}
ZONE = box(10, 1, 12, 3)

WRONG: dict[str, tuple[dict[str, object], str, str]] = {
    "a zone that is not there": (
        {"agents": {"a": {**AGENT, "area_costs": {"z": 2}}}},
        "agents.a.area_costs.z",
        "There is no zone 'z'.",
    ),
    "a cost of nothing": ({"zones": {"z": {**ZONE, "cost": 0}}}, "zones.z.cost", "The cost is 0"),
    "an expression without a mind": (
        {"zones": {"z": ZONE}, "agents": {"a": {**AGENT, "area_costs": {"z": "fear"}}}},
        "agents.a.area_costs.z",
        "the agent has no mind",
    ),
    "a link that ends in a wall": (
        {"walls": {"w": box(7, 4, 9, 6)}, "links": {"l": LINK}},
        "links.l.end",
        "is inside a wall",
    ),
    "a link off the map": ({"links": {"l": {**LINK, "start": [-1, 5]}}}, "links.l.start", "off the map"),
    "a link to itself": ({"links": {"l": {"start": [5, 5], "end": [5, 5]}}}, "links.l.end", "no length"),
    "a door without size": (
        {"doors": {"d": {"polygon": [[4, 4], [6, 4], [5, 4]]}}},
        "doors.d.polygon",
        "no size",
    ),
    "a door of one event": (
        {"doors": {"d": {**box(4, 4, 5, 6), "opens_on": "bell", "closes_on": "bell"}}},
        "doors.d.closes_on",
        "never closes",
    ),
    "a door that takes ages": ({"doors": {"d": {**box(4, 4, 5, 6), "seconds": -1}}}, "doors.d.seconds", "-1"),
    "a waypoint linked with none": (
        {"waypoints": {"p": {"at": [3, 3], "links": ["q"]}}},
        "waypoints.p.links.0",
        "There is no waypoint 'q'.",
    ),
    "no cells at all": ({"ways": {"cells_per_step": 0}}, "ways.cells_per_step", "Found 0"),
}


@pytest.mark.parametrize("name", sorted(WRONG))
def test_what_is_wrong_with_ways_is_told_with_a_remedy(name):
    fields, where, said = WRONG[name]
    [problem] = check_world(document((20, 14), version=4, **fields))
    assert problem.where == where
    assert said in problem.message
    assert problem.remedy.endswith(".")


def test_waypoints_see_each_other_up_to_a_range_unless_something_solid_is_between():
    world = document(
        version=4,
        walls={"w": box(5, 0, 6, 10)},
        obstacles={"o": {"center": [2, 8], "radius": 0.5}},
        doors={"d": box(1, 4, 3, 4.5)},
        waypoints={
            "a": {"at": [2, 2]},
            "b": {"at": [2, 7]},
            "c": {"at": [2, 12]},
            "d": {"at": [8, 2]},
            "e": {"at": [8, 12]},
            "f": {"at": [5.5, 5]},
        },
    )
    assert waypoints_that_see_each_other(world, 9) == (("a", "b"), ("c", "e"))
    assert waypoints_that_see_each_other(world, 20) == (("a", "b"), ("c", "e"), ("d", "e"))
