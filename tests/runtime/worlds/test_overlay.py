"""What the preview draws over one agent: what it feels, meets, counts and follows."""

from __future__ import annotations

import math
from typing import Any

import pytest

from runtime.records.world_records import SteeringContribution
from runtime.worlds.overlays.overlay import MOST_SENSORS
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, world


def walkers(**agents: dict[str, Any]) -> World:
    return world(
        size=(30, 20),
        agents=agents,
        walls={"w": box(12, 0, 13, 20)},
        waypoints={"a": {"at": [1, 1]}, "b": {"at": [9, 1]}, "c": {"at": [9, 7]}},
        paths={
            "line": {"waypoints": ["a", "b", "c"], "mode": "open"},
            "ring": {"waypoints": ["a", "b", "c"], "mode": "loop"},
        },
    )


def moving(running: World, agent: str, velocity: tuple[float, float]) -> None:
    running.agents.velocity[running.agent_ids.index(agent)] = velocity


def contribution(running: World, agent: str, behavior: str) -> SteeringContribution:
    return next(each for each in running.overlay(agent).contributions if each.behavior == behavior)


def test_a_contribution_names_its_arguments_target_and_way_to_do_it():
    running = walkers(tank={"at": [2, 2]}, player={"at": [8, 2]})
    running.set_requests("tank", (ask("arrive", target="player", slow_radius=4.0),))
    running.step()
    arrives = contribution(running, "tank", "arrive")
    assert arrives.numbers["slow_radius"] == 4.0
    assert arrives.numbers["target_radius"] == 0.5
    assert "speed" not in arrives.numbers
    assert arrives.target_entity == "player"
    assert not arrives.is_modifier


def test_feelers_say_where_they_meet_a_wall_and_which_way_it_faces():
    running = walkers(tank={"at": [11, 10], "modifiers": [{"behavior": "avoid_walls"}]})
    moving(running, "tank", (2.0, 0.0))
    running.set_requests("tank", (ask("seek", target=(20.0, 10.0)),))
    running.step()
    x = running.pose("tank").position[0]
    avoids = contribution(running, "tank", "avoid_walls")
    ahead, left, right = avoids.feelers
    assert avoids.is_modifier
    assert ahead.hit_by == "w"
    assert ahead.normal == pytest.approx((-1.0, 0.0))
    assert ahead.hit_at == pytest.approx((12.0, 10.0), abs=0.05)
    assert math.dist(ahead.start, ahead.end) == pytest.approx(1.6)
    assert ahead.start[0] == x
    assert left.hit_at is None
    assert right.hit_at is None
    assert left.end[1] > ahead.end[1] > right.end[1]


def test_a_body_at_rest_feels_nothing():
    running = walkers(tank={"at": [11, 10], "modifiers": [{"behavior": "avoid_walls"}]})
    running.step()
    assert contribution(running, "tank", "avoid_walls").feelers == ()


def test_a_round_obstacle_ahead_is_felt():
    running = world(
        size=(30, 20),
        obstacles={"o": {"center": [8, 5], "radius": 1}},
        agents={"tank": {"at": [5, 5], "modifiers": [{"behavior": "avoid_obstacles"}]}},
    )
    running.step()
    (ahead,) = contribution(running, "tank", "avoid_obstacles").feelers
    assert ahead.hit_at == pytest.approx((7.0, 5.0))
    assert ahead.normal == pytest.approx((-1.0, 0.0))


def test_the_meeting_is_the_closest_approach():
    dodge = [{"behavior": "avoid_agents", "arguments": {"range": 8, "horizon": 3}}]
    running = walkers(tank={"at": [2, 5], "modifiers": dodge}, other={"at": [6, 5.25]})
    moving(running, "tank", (2.0, 0.0))
    running.set_requests("tank", (ask("seek", target=(20.0, 5.0)),))
    running.step()
    moving(running, "tank", (1.0, 0.0))
    moving(running, "other", (-1.0, 0.0))
    tank, other = running.pose("tank").position, running.pose("other").position
    meeting = contribution(running, "tank", "avoid_agents").meeting
    assert meeting is not None
    assert meeting.entity_id == "other"
    assert meeting.seconds == pytest.approx((other[0] - tank[0]) / 2)
    assert meeting.own[0] == pytest.approx(meeting.other[0])
    assert meeting.distance == pytest.approx(abs(other[1] - tank[1]))


def test_nobody_near_is_no_meeting():
    running = walkers(tank={"at": [2, 5], "modifiers": [{"behavior": "avoid_agents"}]}, far={"at": [25, 15]})
    running.step()
    assert contribution(running, "tank", "avoid_agents").meeting is None


def test_neighbors_are_those_in_range_and_of_the_team_where_asked():
    running = walkers(
        tank={"at": [5, 5], "team": "a"},
        mate={"at": [6, 5], "team": "a"},
        other={"at": [5, 6], "team": "b"},
        far={"at": [9, 9], "team": "a"},
    )
    running.set_requests(
        "tank", (ask("separation", range=2.0, mates="all"), ask("cohesion", range=2.0, mates="team"))
    )
    running.step()
    assert len(contribution(running, "tank", "separation").neighbors) == 2
    assert contribution(running, "tank", "cohesion").neighbors == (running.pose("mate").position,)


def test_progress_grows_with_the_arc_length_of_the_path():
    running = walkers(tank={"at": [1, 1]})
    running.set_requests("tank", (ask("follow_path", path="line", path_offset=1.0),))
    seen = []
    for _ in range(240):
        running.step()
        progress = contribution(running, "tank", "follow_path").progress
        assert progress is not None
        seen.append(progress)
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert seen[0].total == pytest.approx(14.0)
    assert not seen[0].closed
    around_the_corner = next(each for each in seen if each.done > 9)
    assert around_the_corner.line[:2] == ((1.0, 1.0), (9.0, 1.0))
    assert around_the_corner.at[0] == pytest.approx(9.0)


@pytest.mark.parametrize(("path", "closed"), [("line", False), ("ring", True)])
def test_progress_between_waypoints_is_what_lies_behind(path, closed):
    running = walkers(tank={"at": [3, 1]})
    running.set_requests("tank", (ask("follow_waypoints", path=path, target_radius=2.5),))
    running.step()
    progress = contribution(running, "tank", "follow_waypoints").progress
    assert progress is not None
    assert progress.closed is closed
    # Within reach of the first stop it walks to the second, so its place is measured from there.
    assert progress.done == pytest.approx(running.pose("tank").position[0] - 1.0, abs=0.01)
    ahead = running.overlay("tank").path_ahead
    assert ahead[1] == (9.0, 1.0)


def test_reading_an_overlay_changes_nothing():
    running = walkers(tank={"at": [2, 2], "modifiers": [{"behavior": "avoid_walls"}]}, player={"at": [8, 2]})
    running.set_requests("tank", (ask("wander"), ask("follow_path", path="ring")))
    for _ in range(5):
        running.step()
    before = running.state_bytes()
    assert running.overlay("tank") == running.overlay("tank")
    assert running.state_bytes() == before


def test_of_an_agent_with_thousands_of_eyes_only_so_many_are_worked_out_to_be_drawn():
    eye = {"kind": "sight", "params": {"looks_for": "anyone"}}
    running = walkers(tank={"at": [2, 2], "sensors": [eye] * (MOST_SENSORS + 50)})
    drawn = running.overlay("tank")
    assert (len(drawn.cones), len(drawn.sensors)) == (MOST_SENSORS, MOST_SENSORS)
    assert len(running.sensors_now("tank")) == MOST_SENSORS + 50
