"""Shots, throws, blasts and health in a running world: who is told what, and that a snapshot holds it all."""

from __future__ import annotations

import math
from typing import Any

import pytest

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_between, fnv1a_32
from runtime.basics.values import Value
from runtime.formulas.ballistics import HAND_HEIGHT, aim_throw
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.flight.projectiles import GRENADE, STONE, ThrownObject
from runtime.worlds.place_check import check_world
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, document, world

BOMB = ThrownObject(damage=40.0, blast_radius=4.0)


def squad(**fields: Any) -> World:
    agents = {
        "a": {"at": [3, 5], "team": "red"},
        "b": {"at": [10, 5], "team": "blue"},
        "c": {"at": [10, 8], "team": "blue", "fields": {"health": 30}},
    }
    return world(agents=agents, **fields)


def happens(running: World, steps: int) -> list[WorldEvent]:
    return [event for _ in range(steps) for event in running.step()]


def told(events: list[WorldEvent]) -> list[tuple[str, str]]:
    return [(event.agent_id, event.name) for event in events]


def fire(running: World, by: str = "a", **arguments: Value) -> str | None:
    return running.apply_effect(Effect(by, "fire", arguments))


def test_everyone_has_health_and_a_hit_takes_from_it():
    running = squad()
    assert [running.entity_field(agent, "health") for agent in "abc"] == [100, 100, 30]
    fire(running, target="b", speed=600.0, damage=25.0)
    hit, struck = happens(running, 3)
    assert hit == WorldEvent(
        "b", "hit", {"by": "a", "at": hit.payload["at"], "damage": 25.0, "health": 75.0, "blast": False}
    )
    assert struck.agent_id == "a"
    assert struck.payload["target"] == "b"
    assert struck.payload["died"] is False
    assert running.entity_field("b", "health") == 75


def test_who_dies_is_told_once_and_is_hit_no_more():
    running = squad()
    fire(running, target="c", speed=600.0, damage=50.0)
    assert told(happens(running, 3)) == [("c", "hit"), ("c", "died"), ("a", "struck")]
    fire(running, target="c", speed=600.0, damage=50.0)
    assert told(happens(running, 3)) == []
    assert running.entity_field("c", "health") == 0
    running.apply_effect(Effect("c", "heal", {"amount": 20.0}))
    fire(running, target="c", speed=600.0, damage=5.0)
    assert told(happens(running, 3)) == [("c", "hit"), ("a", "struck")]
    assert running.entity_field("c", "health") == 15


def test_healing_stops_at_its_limit_and_never_takes():
    running = squad()
    running.apply_effect(Effect("a", "heal", {"target": "c", "amount": 200.0}))
    assert running.entity_field("c", "health") == 100
    running.apply_effect(Effect("a", "heal", {"target": "c", "amount": 5.0, "limit": 50.0}))
    assert running.entity_field("c", "health") == 100


def test_a_strike_hurts_at_once_and_tells_both():
    running = squad()
    assert running.apply_effect(Effect("a", "strike", {"target": "b", "damage": 7.0})) is None
    assert told(happens(running, 1)) == [("b", "hit"), ("a", "struck")]
    assert running.entity_field("b", "health") == 93
    assert "ghost" in (running.apply_effect(Effect("a", "strike", {"target": "ghost"})) or "")


def explode(running: World, at: tuple[float, float]) -> list[WorldEvent]:
    """Drop a bomb that explodes where it lands, from hand height straight down."""
    running.throw_object(at, at, BOMB)
    return happens(running, 40)


def test_a_blast_hurts_all_around_it_less_with_the_distance():
    running = squad()
    events = explode(running, (10, 5))
    # b stands on it; c is 3 away and has a radius of 0.5: 40 · (1 - 2.5/4) = 15
    assert told(events) == [("b", "hit"), ("c", "hit")]
    assert [event.payload["damage"] for event in events] == pytest.approx([40, 15])
    assert all(event.payload["blast"] for event in events)
    assert all(event.payload["by"] is None for event in events)


def test_a_wall_shields_from_a_blast_and_a_low_one_in_the_air_does_not():
    shielded = squad(walls={"w": {**box(8, 6.2, 12, 6.4), "height": 2}})
    assert told(explode(shielded, (10, 5))) == [("b", "hit")]
    bounced = squad(walls={"w": {**box(8, 6.2, 12, 6.4), "height": 0.5}})
    bounced.throw_object((10, 5), (10, 5), ThrownObject(damage=40.0, blast_radius=4.0, fuse=0.1))
    # a tenth of a second after it was dropped from 1 it is at 0.95, above the wall
    assert ("c", "hit") in told(happens(bounced, 8))


def test_the_border_of_a_blast_is_outside_it():
    running = world(agents={"a": {"at": [3, 5]}, "b": {"at": [12.5, 5], "radius": 0.5}})
    assert told(explode(running, (8.0, 5.0))) == []
    assert told(explode(running, (8.01, 5.0))) == [("b", "hit")]


def test_whoever_throws_a_bomb_at_their_own_feet_is_hurt():
    running = squad()
    running.throw_object((3, 5), (3, 5), BOMB, thrower="a")
    events = happens(running, 40)
    assert told(events) == [("a", "hit")]
    assert events[0].payload["by"] == "a"


def throw_to(running: World, target: tuple[float, float], **arguments: Value) -> str | None:
    aim = aim_throw((3, 5), target, 14, 9.8, rise=-HAND_HEIGHT)
    assert aim is not None
    return running.apply_effect(
        Effect("a", "throw", {"velocity": aim.velocity, "climb": aim.climb, **arguments})
    )


def test_a_throw_is_an_entity_until_it_lands():
    running = squad()
    assert throw_to(running, (10, 12)) is None
    running.step()
    (thing,) = running.projectiles
    assert thing.id == "a:1"
    assert running.entity_field("a:1", "landing") == pytest.approx((10, 12))
    assert running.entity_field("a:1", "landing_in") > 0.2  # type: ignore[operator]
    assert running.entity_field("a:1", "height") > 1  # type: ignore[operator]
    assert running.entity_field("a:1", "shooter") == "a"
    assert running.entity_field("a:1", "team") == "red"
    assert running.entity_field("a:1", "heading") == pytest.approx(45)
    with pytest.raises(EvaluationError, match=r"a:1 has no field 'mood'\. Known fields: .*landing"):
        running.entity_field("a:1", "mood")
    happens(running, 120)
    with pytest.raises(EvaluationError, match="There is no entity 'a:1'"):
        running.entity_field("a:1", "position")
    assert running.impacts == ()


def test_what_stands_on_the_ground_lands_where_it_is():
    running = squad(waypoints={"w": {"at": [1, 2]}})
    for entity, place in (("b", (10, 5)), ("w", (1, 2))):
        assert running.entity_field(entity, "landing") == place
        assert running.entity_field(entity, "height") == running.entity_field(entity, "landing_in") == 0


def test_agents_steer_for_what_flies_and_go_to_its_last_place_when_it_is_gone():
    running = squad()
    throw_to(running, (3, 12))
    assert running.set_requests("b", (ask("face", target="a:1"),)) == ()
    for _ in range(60):
        running.step()
    toward = running.entity_field("b", "heading")
    happens(running, 120)
    assert isinstance(toward, float)
    assert 130 < toward < 180
    assert "no entity" in running.set_requests("b", (ask("seek", target="a:1"),))[0]


def test_a_row_that_is_still_steered_for_is_not_given_to_what_flies_next():
    running = squad()
    throw_to(running, (3, 12))
    running.set_requests("b", (ask("seek", target="a:1"),))
    happens(running, 150)
    assert running.projectiles == ()
    throw_to(running, (3, 1))
    assert running.entities.find_row("a:2") == len(running.entities.ids) + 1
    running.set_requests("b", ())
    throw_to(running, (3, 2))
    assert running.entities.find_row("a:3") == len(running.entities.ids)


def test_a_user_throws_as_far_as_it_goes_and_stays_on_the_map():
    running = squad(size=(60, 14))
    running.throw_object((3, 2), (300, 2), STONE, speed=10.0)
    (thing,) = running.projectiles
    assert thing.landing[0] == pytest.approx(3 + 10 / 9.8 * math.sqrt(100 + 2 * 9.8))
    running.throw_object((-5, math.nan), (math.inf, 5), STONE)
    assert running.projectiles[-1].position == (0, 0)


def test_what_is_thrown_from_a_wall_comes_from_its_top():
    running = squad(walls={"w": {**box(14, 4, 16, 6), "height": 3}})
    running.throw_object((15, 5), (15, 12), GRENADE)
    happens(running, 60)
    (thing,) = running.projectiles
    assert thing.position[1] > 10


def test_1_5_a_snapshot_in_flight_goes_on_with_the_same_bytes():
    def play(running: World, first: int, last: int) -> list[bytes]:
        states = []
        for tick in range(first, last):
            if tick % 25 == 0:
                running.throw_object((3, 5), (10, 5 + tick % 4), GRENADE, "a")
                fire(running, "b", target="c", damage=3.0, bounce=0.5, range=60.0)
            if tick == 31:
                running.set_requests("c", (ask("evade", target="a:1"),))
            running.step()
            states.append(running.state_bytes())
        return states

    whole = squad(walls={"w": box(6, 4, 7, 8)})
    expected = play(whole, 0, 240)
    again = squad(walls={"w": box(6, 4, 7, 8)})
    play(again, 0, 97)
    saved = again.snapshot()
    play(again, 97, 150)
    again.restore(saved)
    assert play(again, 97, 240) == expected[97:]


def test_a_ball_of_the_world_lies_there_and_can_be_thrown():
    running = squad(projectiles={"ball": {"at": [12, 10], "bounce": 0.5}})
    happens(running, 30)
    assert running.entity_field("ball", "position") == (12, 10)
    assert throw_to(running, (8, 10), object="ball") is None
    assert [each.id for each in running.projectiles] == ["ball"]
    happens(running, 300)
    (ball,) = running.projectiles
    assert ball.resting
    assert ball.velocity == (0, 0)
    assert ball.position[0] > 8
    assert "rock" in (throw_to(running, (8, 10), object="rock") or "")


def test_a_puck_without_gravity_glides_for_ever():
    puck = {"at": [12, 10], "velocity": [6, 2.5], "gravity": 0, "bounce": 1, "radius": 0.3}
    running = world(size=(20, 14), projectiles={"puck": puck})
    for _ in range(2000):
        running.step()
    (there,) = running.projectiles
    assert math.hypot(*there.velocity) == pytest.approx(6.5)
    assert 0.3 <= there.position[0] <= 19.7
    assert there.height == HAND_HEIGHT


@pytest.mark.parametrize(
    ("entry", "where", "said"),
    [
        ({"at": [40, 2]}, "projectiles.p.at", "off the map"),
        ({"at": [7, 5]}, "projectiles.p.at", "inside a wall"),
        ({"at": [2, 2], "bounce": 1.5}, "projectiles.p.bounce", "expected 0 to 1"),
        ({"at": [2, 2], "radius": 0}, "projectiles.p.radius", "more than 0"),
        ({"at": [2, 2], "gravity": -1}, "projectiles.p.gravity", "expected 0 to"),
        ({"at": [2, 2], "height": -1}, "projectiles.p.height", "expected 0 to"),
    ],
)
def test_what_is_wrong_with_a_ball_is_told(entry, where, said):
    problems = check_world(document(projectiles={"p": entry}, walls={"w": box(6, 4, 8, 6)}))
    assert [problem.where for problem in problems] == [where]
    assert said in problems[0].message


def test_ids_are_not_shared_with_what_flies_and_a_wall_has_a_height():
    problems = check_world(
        document(
            projectiles={"p": {"at": [2, 2]}},
            waypoints={"p": {"at": [1, 1]}},
            walls={"w": {**box(6, 4, 8, 6), "height": -1}},
        )
    )
    assert [problem.where for problem in problems] == ["projectiles.p", "walls.w.height"]


def test_1_4_shots_that_spread_are_drawn_from_their_own_stream():
    def angles(seed: int, node: str, count: int) -> list[float]:
        running = squad(seed=seed)
        for _ in range(count):
            fired = Effect("a", "fire", {"target": (10.0, 5.0), "spread": 4.0}, node)
            assert running.apply_effect(fired) is None
        return [math.degrees(math.atan2(each.velocity[1], each.velocity[0])) for each in running.projectiles]

    shots = angles(1, "n1", 400)
    assert angles(1, "n1", 10) == shots[:10]
    assert angles(2, "n1", 10) != shots[:10]
    assert angles(1, "n2", 10) != shots[:10]
    assert max(map(abs, shots)) < 12
    assert sum(shots) / 400 == pytest.approx(0, abs=0.6)
    assert math.sqrt(sum(angle * angle for angle in shots) / 400) == pytest.approx(4, rel=0.1)
    assert angles(1, "n1", 1)[0] == pytest.approx(4 * (2 * sum(units(1, "a", "n1/fire", 3)) - 3))


def units(seed: int, agent: str, path: str, count: int) -> list[float]:
    """Return the numbers of a stream as rule 1.4 says."""
    return [draw_between(seed, fnv1a_32(agent), fnv1a_32(path), place, 0.0, 1.0) for place in range(count)]


def test_1_5_spreading_shots_go_on_alike_from_a_snapshot():
    fired = Effect("a", "fire", {"target": (10.0, 5.0), "spread": 4.0}, "n1")
    running = squad()
    running.apply_effect(fired)
    saved = running.snapshot()
    running.apply_effect(fired)
    expected = running.state_bytes()
    running.restore(saved)
    running.apply_effect(fired)
    assert running.state_bytes() == expected
