from __future__ import annotations

import math
from dataclasses import replace

import pytest

from editor.map.view.session_reading import TRACER_LENGTH, SessionReader, read_tracer, team_indices
from runtime.records.world_records import Effect
from runtime.worlds.flight.projectiles import Projectile
from tests.editor.preview.preview_sessions import RecordedSession, arena


def test_the_ground_holds_walls_obstacles_ways_and_names(session):
    ground = SessionReader(session).ground
    assert len(ground.walls) == 5
    assert ground.obstacles[0][1] == 0.75
    assert ground.paths[0].closed is False
    assert [place.name for place in ground.waypoints] == ["p1", "pm", "p2"]


def test_an_equal_ground_is_kept(session):
    first = SessionReader(session).ground
    assert SessionReader(RecordedSession(arena()), like=first).ground is first


def test_the_players_team_has_the_first_color_and_others_follow():
    document = arena()
    ids = tuple(sorted(document.agents))
    colors = dict(zip(ids, team_indices(document, ids).tolist(), strict=True))
    assert colors == {"player": 0, "tank1": 1, "tank2": 1, "tank3": 1}


def test_agents_without_team_differ_from_a_player_without_team():
    document = arena()
    agents = {name: entry.model_copy(update={"team": ""}) for name, entry in document.agents.items()}
    colors = team_indices(document.model_copy(update={"agents": agents}), ("player", "tank1"))
    assert colors.tolist() == [0, 1]


def test_a_tracer_is_short_and_no_longer_than_its_way():
    flown = Projectile("a", 0, (0.0, 0.0), (3.0, 4.0), (6.0, 8.0), 9.0, 1.0)
    tracer = read_tracer(flown)
    assert tracer.tip == (3.0, 4.0)
    assert math.dist(tracer.tail, tracer.tip) == pytest.approx(TRACER_LENGTH)
    fresh = replace(flown, start=(2.7, 3.6))
    assert read_tracer(fresh).tail == pytest.approx((2.7, 3.6))


def test_a_shot_is_read_from_the_muzzle_to_the_impact(session):
    session.world.apply_effect(Effect("tank2", "fire", {"target": "player", "speed": 30.0}))
    seen = []
    for _ in range(60):
        session.step()
        picture = SessionReader(session).read(None)
        seen.append((len(picture.tracers), [impact.hit for impact in picture.impacts]))
    assert seen[0] == (1, [])
    assert (0, [True]) in seen
    assert seen[-1] == (0, [])


def test_an_unknown_picked_agent_shows_no_senses(session):
    picture = SessionReader(session).read("nobody")
    assert picture.picked == -1
    assert picture.marks == ()


def test_a_picture_does_not_change_with_the_world(session):
    reader = SessionReader(session)
    picture = reader.read("tank1")
    before = picture.agents.positions.copy()
    session.world.agents.position += 1.0
    assert (picture.agents.positions == before).all()


def test_a_ball_that_glides_is_drawn_as_a_body_on_the_ground_and_a_bullet_as_a_tracer(session):
    session.world.launch(Projectile("", 0, (1, 1), (3, 3), (4, 0), math.inf, 0, radius=0.3, lasting=True))
    session.world.launch(Projectile("", 0, (1, 1), (2, 2), (4, 0), 20, 5))
    picture = SessionReader(session).read(None)
    assert [(ball.at, ball.height, ball.radius) for ball in picture.thrown] == [((3, 3), 0.0, 0.3)]
    assert [tracer.tip for tracer in picture.tracers] == [(2, 2)]
