"""What flies falls, hits, bounces, rolls and ends as its formulas say, whatever the length of a step."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.formulas.ballistics import landing
from runtime.worlds.bodies.geometry import MAP_EDGE, Obstructions, build_obstructions, points_in_walls
from runtime.worlds.flight.flight import Flown, fly
from runtime.worlds.flight.flight_hits import Targets
from runtime.worlds.flight.projectiles import GRENADE, Projectile, ThrownObject, thrown
from tests.example_counts import daily
from tests.runtime.worlds.world_builder import box, document

STEP = 1 / 60


def solid_of(**fields: object) -> Obstructions:
    return build_obstructions(document(**fields))  # type: ignore[arg-type]


def targets_at(
    *places: tuple[float, float], move: tuple[float, float] = (0, 0), radius: float = 0.5
) -> Targets:
    start = np.array(places, dtype=np.float64).reshape(-1, 2)
    count = len(start)
    return Targets(
        start,
        np.tile(np.array(move, dtype=np.float64), (count, 1)),
        np.full(count, radius),
        np.full(count, True),
    )


def bullet(velocity: tuple[float, float], at: tuple[float, float] = (5, 5), **fields: object) -> Projectile:
    made = Projectile("me", 0, at, at, velocity, math.inf, 10.0, id="b")
    return replace_fields(made, **fields)


def replace_fields(projectile: Projectile, **fields: object) -> Projectile:
    from dataclasses import replace

    return replace(projectile, **fields)  # type: ignore[arg-type]


def ball(velocity: tuple[float, float], at: tuple[float, float] = (5, 5), **fields: object) -> Projectile:
    """Return a ball that glides without gravity and bounces for ever."""
    return bullet(velocity, at, lasting=True, **{"bounce": 1.0, "radius": 0.3, **fields})


NOBODY = targets_at()


def fly_on(
    projectile: Projectile,
    solid: Obstructions,
    steps: int,
    step: float = STEP,
    targets: Targets = NOBODY,
) -> tuple[Projectile | None, list[Flown]]:
    """Fly for some steps or until it ends; return it, None when it ended, and every step."""
    flown: list[Flown] = []
    alive: tuple[Projectile, ...] = (projectile,)
    ids = [f"a{row}" for row in range(len(targets.start))]
    for tick in range(steps):
        flown.append(fly(alive, targets, ids, solid, step, tick))
        alive = flown[-1].alive
        if not alive:
            return None, flown
    return alive[0], flown


EMPTY = solid_of(size=(40, 20))


# -- falling -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [7, 30, 60, 240])
def test_a_throw_lands_where_and_when_the_formula_says_whatever_the_step(rate):
    stone = thrown("me", 0, 60, (5, 10), 1.0, (8.0, 1.0), 6.0, ThrownObject(gravity=10.0))
    expected = landing((5, 10), 1.0, (8.0, 1.0), 6.0, 10.0)
    assert expected is not None
    gone, flown = fly_on(stone, EMPTY, 10 * rate, 1 / rate)
    assert gone is None
    impact = flown[-1].impacts[0]
    assert impact.at == pytest.approx(expected.at, abs=1e-9)
    assert len(flown) == math.ceil(expected.seconds * rate)
    assert impact.hit_agent is impact.hit_obstruction is None


def test_the_height_after_every_step_is_on_the_parabola():
    stone = thrown("me", 0, 60, (5, 10), 1.0, (8.0, 0.0), 6.0, ThrownObject(gravity=10.0))
    for tick in range(1, 70, 6):
        there, _ = fly_on(stone, EMPTY, tick)
        assert there is not None
        seconds = tick / 60
        assert there.height == pytest.approx(1 + 6 * seconds - 5 * seconds * seconds)
        assert there.climb == pytest.approx(6 - 10 * seconds)
        assert there.position == pytest.approx((5 + 8 * seconds, 10))


def test_the_landing_told_in_flight_stays_the_same_until_it_lands():
    stone = thrown("me", 0, 60, (5, 10), 1.0, (8.0, 1.0), 6.0, ThrownObject())
    told = stone.landing
    for tick in range(1, 80, 7):
        there, _ = fly_on(stone, EMPTY, tick)
        if there is None:
            break
        assert there.landing == pytest.approx(told, abs=1e-9)
        assert there.landing_in == pytest.approx(stone.landing_in - tick / 60, abs=1e-9)


def test_a_grenade_bounces_rolls_comes_to_rest_and_explodes_when_its_fuse_ends():
    grenade = thrown("me", 0, 60, (5, 10), 1.0, (5.0, 0.0), 4.0, GRENADE)
    heights, there = [], grenade
    for tick in range(149):
        (there,) = fly((there,), NOBODY, [], EMPTY, STEP, tick).alive
        heights.append(there.height)
    assert there.resting
    assert there.velocity == (0.0, 0.0)
    assert there.position[0] > grenade.landing[0]
    last = fly((there,), NOBODY, [], EMPTY, STEP, 149)
    assert last.alive == ()
    assert last.impacts[0].exploded
    assert last.impacts[0].at == there.position
    # 2.5 s are 150 steps, that of the throw included
    assert grenade.due == 150
    assert max(heights) == pytest.approx(1 + 4 * 4 / (2 * 9.8), abs=0.01)


def test_what_rolls_comes_to_rest_where_it_is_told_to():
    rolling = bullet((4, 0), lasting=True, bounce=0.5, gravity=9.8, height=0.0, resting=True)
    there, _ = fly_on(rolling, EMPTY, 600, 1 / 600)
    assert there is not None
    assert there.velocity == (0.0, 0.0)
    assert there.position == pytest.approx(rolling.landing, abs=0.02)


@settings(max_examples=daily(5, deep=15))
@given(st.floats(0, 1), st.floats(-8, 8), st.floats(0, 8))
def test_no_bounce_off_the_ground_makes_it_faster(bounce, along, climb):
    thing = bullet((along, 0), at=(20, 10), lasting=True, bounce=bounce, gravity=9.8, height=1.0, climb=climb)

    def energy(one: Projectile) -> float:
        vx, vy = one.velocity
        return 0.5 * (vx * vx + vy * vy + one.climb * one.climb) + 9.8 * one.height

    there, before = thing, energy(thing)
    for tick in range(60):
        (there,) = fly((there,), NOBODY, [], EMPTY, STEP, tick).alive
        assert energy(there) <= before + 1e-6
        assert there.height >= 0.0
        before = energy(there)


# -- walls ---------------------------------------------------------------------------------------

WALLED = solid_of(size=(40, 20), walls={"w": box(10, 0, 10.2, 20)})


@pytest.mark.parametrize("speed", [1, 30, 600, 60_000, 1e8])
def test_no_bullet_tunnels_through_a_thin_wall(speed):
    gone, flown = fly_on(bullet((speed, 0)), WALLED, math.ceil(6 * 60 / speed) + 1)
    assert gone is None
    assert flown[-1].impacts[0].hit_obstruction == "w"
    assert flown[-1].impacts[0].at == pytest.approx((10, 5), abs=1e-5)


@pytest.mark.parametrize("speed", [30, 600, 60_000])
@pytest.mark.parametrize("radius", [0.0, 0.4])
def test_a_ball_stays_on_its_side_of_the_wall_and_keeps_its_speed(speed, radius):
    there, _ = fly_on(ball((speed, speed * 0.3), radius=radius), WALLED, 30)
    assert there is not None
    assert 0 < there.position[0] <= 10 - radius
    assert 0 <= there.position[1] <= 20
    assert math.hypot(*there.velocity) == pytest.approx(math.hypot(speed, speed * 0.3))


def test_a_ball_bounces_like_light():
    there, _ = fly_on(ball((3, 4), at=(9, 5), radius=0.5), WALLED, 60)
    # the middle turns at x = 9.5, after a sixth of a second
    assert there is not None
    assert there.velocity == pytest.approx((-3, 4))
    assert there.position == pytest.approx((9.5 - 3 * (1 - 0.5 / 3), 9), abs=1e-5)


def test_without_bounce_a_bullet_ends_at_the_wall_and_with_it_flies_back():
    there, flown = fly_on(bullet((30, 0), bounce=0.5), WALLED, 20)
    assert there is not None
    assert there.velocity == pytest.approx((-15, 0))
    assert not any(step.impacts for step in flown)


@given(st.floats(1, 9), st.floats(1, 19), st.floats(-4000, 4000), st.floats(-4000, 4000), st.floats(0, 0.5))
def test_no_ball_is_ever_in_a_wall_or_off_the_map(x, y, vx, vy, radius):
    solid = solid_of(
        size=(20, 20),
        walls={"w": box(10, 3, 10.1, 17), "v": {"polygon": [[3, 12], [7, 14], [4, 13.2]]}},
        obstacles={"o": {"center": [15, 10], "radius": 2}},
    )
    if points_in_walls(solid, np.array([[x, y]]))[0]:
        return
    there = ball((vx, vy), at=(x, y), radius=radius)
    for tick in range(12):
        (there,) = fly((there,), NOBODY, [], solid, STEP, tick).alive
        assert not points_in_walls(solid, np.array([there.position]))[0]
        assert 0 <= there.position[0] <= 20
        assert 0 <= there.position[1] <= 20
        assert math.hypot(*there.velocity) <= math.hypot(vx, vy) * (1 + 1e-9)


@pytest.mark.parametrize(("climb", "over"), [(9.0, True), (3.0, False)])
def test_a_throw_flies_over_a_wall_that_is_lower_and_not_over_one_that_is_higher(climb, over):
    stone = thrown("me", 0, 60, (6, 10), 1.0, (8.0, 0.0), climb, ThrownObject())
    _, flown = fly_on(stone, WALLED, 300)
    impact = flown[-1].impacts[0]
    assert (impact.hit_obstruction is None) == over
    assert (impact.at[0] > 10.2) == over


def test_nothing_flies_off_the_map_however_high():
    stone = thrown("me", 0, 60, (6, 10), 1.0, (30.0, 0.0), 60.0, ThrownObject())
    _, flown = fly_on(stone, EMPTY, 900)
    assert flown[-1].impacts[0].hit_obstruction == MAP_EDGE
    assert flown[-1].impacts[0].at[0] == pytest.approx(40, abs=0.2)


def test_what_comes_down_on_a_wall_lies_there_and_rolls_off():
    solid = solid_of(size=(40, 20), walls={"w": {**box(10, 0, 14, 20), "height": 2}})
    dropped = thrown("", 0, 60, (12, 10), 5.0, (0.5, 0.0), 0.0, GRENADE)
    there, _ = fly_on(replace_fields(dropped, due=-1), solid, 240)
    assert there is not None
    assert there.resting
    assert there.height == 2.0
    pushed = replace_fields(there, velocity=(9.0, 0.0))
    there, _ = fly_on(pushed, solid, 240)
    assert there is not None
    assert there.height == 0.0
    assert there.position[0] > 14


def test_a_stone_that_lands_on_a_wall_ends_there():
    solid = solid_of(size=(40, 20), obstacles={"o": {"center": [12, 10], "radius": 2, "height": 1.5}})
    stone = thrown("", 0, 60, (12, 10), 5.0, (0.0, 0.0), 0.0, ThrownObject())
    _, flown = fly_on(stone, solid, 240)
    assert (flown[-1].impacts[0].hit_obstruction, flown[-1].impacts[0].height) == ("o", 1.5)


# -- agents --------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [6, 600, 60_000])
def test_no_bullet_tunnels_through_an_agent(speed):
    _, flown = fly_on(bullet((speed, 0)), EMPTY, 60, targets=targets_at((7, 5)))
    assert flown[-1].impacts[0].hit_agent == "a0"
    assert flown[-1].impacts[0].at == pytest.approx((6.5, 5), abs=1e-5)


def test_an_agent_that_crosses_the_way_within_one_step_is_hit():
    # It runs from one side of the way to the other in the step in which the bullet comes by.
    crossing = Targets(np.array([[10.0, 3.0]]), np.array([[0.0, 4.0]]), np.array([0.5]), np.array([True]))
    found = fly((bullet((600, 0)),), crossing, ["a"], EMPTY, STEP, 0)
    assert found.impacts[0].hit_agent == "a"


def test_the_nearest_is_hit_and_of_two_the_lower_id():
    _, flown = fly_on(bullet((600, 0)), EMPTY, 1, targets=targets_at((9, 5), (7, 5)))
    assert flown[0].impacts[0].hit_agent == "a1"
    _, flown = fly_on(bullet((600, 0)), EMPTY, 1, targets=targets_at((7, 5.2), (7, 4.8)))
    assert flown[0].impacts[0].hit_agent == "a0"


def test_the_shooter_and_whoever_has_no_health_are_not_hit():
    found = fly((bullet((600, 0)),), targets_at((5, 5), (7, 5)), ["me", "you"], EMPTY, STEP, 0)
    assert found.impacts[0].hit_agent == "you"
    dead = targets_at((7, 5))
    dead.alive[0] = False
    assert fly((bullet((600, 0)),), dead, ["you"], EMPTY, STEP, 0).impacts == ()


def test_what_flies_higher_than_a_body_misses_it():
    high = bullet((60, 0), height=1.9)
    assert fly_on(high, EMPTY, 10, targets=targets_at((7, 5)))[0] is not None
    assert fly_on(replace_fields(high, height=1.7), EMPTY, 10, targets=targets_at((7, 5)))[0] is None


def test_a_ball_bounces_off_an_agent_with_its_own_speed():
    there, flown = fly_on(ball((6, 0)), EMPTY, 60, targets=targets_at((8, 5)))
    assert there is not None
    assert there.velocity == pytest.approx((-6, 0))
    touched = [touch for step in flown for touch in step.touches]
    assert [touch.agent for touch in touched] == [0]
    assert touched[0].at == pytest.approx((7.2, 5))


def test_an_agent_in_its_way_sends_a_ball_sideways():
    there, _ = fly_on(ball((6, 0), at=(5, 5.4)), EMPTY, 60, targets=targets_at((8, 5)))
    assert there is not None
    assert there.velocity[1] > 0
    assert math.hypot(*there.velocity) == pytest.approx(6)


# -- range, order, mirror ------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [10, 60, 1000])
def test_a_bullet_ends_exactly_where_its_range_does(rate):
    _, flown = fly_on(bullet((7, 0), range_left=3.5), EMPTY, 2 * rate, 1 / rate)
    assert flown[-1].impacts[0].at == pytest.approx((8.5, 5))


def test_of_an_agent_and_a_wall_at_the_same_distance_the_agent_is_hit():
    solid = solid_of(size=(40, 20), walls={"w": box(9, 0, 9.2, 20)})
    there = targets_at((9.5, 5), radius=0.5)
    found = fly((bullet((600, 0)),), there, ["a"], solid, STEP, 0)
    assert found.impacts[0].hit_agent == "a"


@settings(max_examples=daily(4, deep=10))
@given(st.floats(-40, 40), st.floats(-40, 40), st.floats(0, 9))
def test_mirrored_throws_have_mirrored_flights(vx, vy, climb):
    solid = solid_of(
        size=(20, 20), walls={"w": box(12, 9, 13, 11)}, obstacles={"o": {"center": [5, 10], "radius": 1}}
    )
    one = thrown("", 0, 60, (10, 10), 1.0, (vx, vy), climb, GRENADE)
    other = thrown("", 0, 60, (10, 10), 1.0, (vx, -vy), climb, GRENADE)
    for tick in range(60):
        (one,), (other,) = (fly((each,), NOBODY, [], solid, STEP, tick).alive for each in (one, other))
    assert other.position == pytest.approx((one.position[0], 20 - one.position[1]), abs=1e-6)
    assert other.height == pytest.approx(one.height, abs=1e-6)


def test_all_at_once_fly_as_each_alone():
    things = [
        replace_fields(ball((3 * place - 7, 11 - 2 * place), at=(3 + place, 8)), id=f"b{place}")
        for place in range(8)
    ]
    things.append(thrown("me", 0, 60, (6, 10), 1.0, (8.0, 0.0), 9.0, GRENADE))
    together = tuple(things)
    alone: list[tuple[Projectile, ...]] = [(thing,) for thing in things]
    targets = targets_at((9, 9), (15, 4))
    for tick in range(90):
        together = fly(together, targets, ["x", "y"], WALLED, STEP, tick).alive
        alone = [fly(each, targets, ["x", "y"], WALLED, STEP, tick).alive for each in alone]
    assert list(together) == list(itertools.chain.from_iterable(alone))


@settings(max_examples=daily(13, deep=40))
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=4, max_size=4))
def test_no_number_of_a_flight_is_ever_none(numbers):
    vx, vy, climb, height = numbers
    thing = bullet((vx, vy), lasting=True, bounce=0.5, gravity=9.8, climb=climb, height=abs(height))
    for tick in range(3):
        for there in fly((thing,), targets_at((6, 5)), ["a"], WALLED, STEP, tick).alive:
            assert not any(map(math.isnan, (*there.position, *there.velocity, there.height, there.climb)))
            thing = there


def test_a_moved_thing_is_the_same_but_for_its_movement():
    thing = thrown("me", 3, 60, (5, 10), 1.0, (8.0, 1.0), 6.0, GRENADE, "red")
    thing = replace_fields(thing, id="x", resting=True)
    expected = replace_fields(
        thing, position=(1.0, 2.0), velocity=(3.0, 4.0), height=5.0, climb=6.0, range_left=7.0
    )
    assert thing.moved((1.0, 2.0), (3.0, 4.0), 5.0, 6.0, 7.0) == expected
