"""Things are added to worlds where they can be, and refused elsewhere."""

from __future__ import annotations

import math

import pytest

from graphs.worlds.edits.adding import (
    add_agent,
    add_obstacle,
    add_path,
    add_source,
    add_wall,
    add_zone,
)
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.edits.shapes import area, rectangle, thick_line
from graphs.worlds.model.elements import Element
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import PLAYER, refusal, survives_the_file, yard


def test_everything_that_is_added_is_in_order_and_survives_the_file():
    world = yard()
    world, wall = add_wall(world, rectangle((8, 1), (7, 2)))
    world, obstacle = add_obstacle(world, (12, 12), 0.7)
    world, zone = add_zone(world, [(1, 10), (4, 10), (2.5, 13)])
    world, path = add_path(world, [(1, 1), "p3", (9, 9.25)], "loop")
    world, agent = add_agent(world, (18, 12), 450, mind="guard.mind.json")
    world, source = add_source(world, (1, 13), "light")
    assert check_world(world) == ()
    assert survives_the_file(world)
    assert world.walls[wall.id].polygon == ((7, 1), (8, 1), (8, 2), (7, 2))
    assert world.obstacles[obstacle.id].radius == 0.7
    assert zone == Element("zones", "zone_1")
    assert world.paths[path.id].waypoints == ("point_1", "p3", "point_2")
    assert world.agents[agent.id].heading == 90
    assert world.sources[source.id].kind == "light"


def test_new_ids_keep_clear_of_all_that_minds_can_name():
    world, first = add_agent(yard(), (18, 12))
    world, _ = add_zone(world, rectangle((1, 10), (2, 11)))
    world, second = add_agent(world, (18, 10))
    assert (first.id, second.id) == ("agent_1", "agent_2")
    assert len({*world.agents, *world.zones, *world.waypoints, *world.sources, *world.projectiles}) == 11


def test_a_thinking_agent_like_nobody_sees_foes_and_is_no_friend_of_the_player():
    world = yard()
    for team in ("", "blue", "red"):
        world = set_element_field(world, PLAYER, "team", team)
        changed, added = add_agent(world, (18, 12), mind="guard.mind.json")
        entry = changed.agents[added.id]
        assert entry.team not in ("", team)
        assert [(sensor.kind, sensor.params) for sensor in entry.sensors] == [
            ("sight", {"looks_for": "foes"})
        ]
    assert add_agent(world, (18, 12))[0].agents["agent_1"].sensors == ()


def test_an_agent_like_another_takes_all_but_place_and_name():
    world, added = add_agent(yard(), (18, 12), 30, like="guard")
    entry, model = world.agents[added.id], world.agents["guard"]
    assert (entry.at, entry.heading, entry.name) == ((18, 12), 30, "")
    assert entry.sensors is model.sensors
    assert entry.variables == model.variables


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda world: add_wall(world, [(1, 10), (2, 10)]), "flat"),
        (lambda world: add_wall(world, [(1, 10), (2, 10), (3, 10)]), "flat"),
        (lambda world: add_wall(world, [(1, 10), (3, 12), (3, 10), (1, 12)]), "cross itself"),
        (lambda world: add_wall(world, [(1, 9), (5, 12), (5, 10), (1, 13)]), "cross itself"),
        (lambda world: add_wall(world, rectangle((1, 3), (3, 5))), "guard would stand inside"),
        (lambda world: add_wall(world, [(0, 0), (1e9, 0), (0, 1e9)]), "too far"),
        (lambda world: add_obstacle(world, (2, 4.5), 1), "guard would stand inside"),
        (lambda world: add_obstacle(world, (2, 12), 0), "no size"),
        (lambda world: add_path(world, [(1, 1)]), "leads somewhere"),
        (lambda world: add_path(world, [(1, 1), "nowhere"]), "nowhere is no longer"),
        (lambda world: add_agent(world, (21, 5)), "off the map"),
        (lambda world: add_agent(world, (5, 4.5)), "inside wall w"),
        (lambda world: add_agent(world, (10, 10.5)), "inside obstacle o"),
        (lambda world: add_agent(world, (math.nan, 1)), "too far"),
    ],
)
def test_what_cannot_be_added_is_refused_with_a_remedy(edit, words):
    world = yard()
    refused = refusal(lambda: edit(world))
    assert words in refused.reason
    assert refused.remedy.endswith(".")


def test_a_thick_line_is_as_wide_as_it_says_on_every_piece():
    straight = thick_line([(0, 0), (10, 0)], 0.5)
    assert sorted(straight) == [(0, -0.25), (0, 0.25), (10, -0.25), (10, 0.25)]
    corner = thick_line([(0, 0), (10, 0), (10, 10)], 1)
    assert area(corner) == pytest.approx(20)
    assert (9.5, 0.5) in corner
    assert (10.5, -0.5) in corner


def test_a_sharp_corner_of_a_thick_line_does_not_stick_out_far():
    line = thick_line([(0, 0), (10, 0), (0, 1)], 1)
    assert max(x for x, _ in line) < 12


@pytest.mark.parametrize("points", [[], [(1, 1)], [(1, 1), (1, 1)]])
def test_a_line_without_length_is_refused(points):
    assert "no length" in refusal(lambda: thick_line(points, 1)).reason
