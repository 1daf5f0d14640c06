"""Nobody gets into walls, off the map, or stays inside another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.worlds.bodies import contacts
from runtime.worlds.bodies.contacts import move_bodies
from runtime.worlds.bodies.geometry import build_obstructions, clearance
from runtime.worlds.bodies.solid_shapes import build_solid_shapes
from tests.example_counts import daily
from tests.runtime.worlds.torture_world import Torture, TortureRun
from tests.runtime.worlds.world_builder import ask, box, document, world
from tests.soak.world import main as soak_world

MAZE = {
    "block": box(8, 3, 9, 9),
    "thin": {"polygon": [[20, 2], [20.01, 2], [20.01, 20], [20, 20]]},
    "triangle": {"polygon": [[25, 5], [33, 9], [26, 9]]},
    "corner": {"polygon": [[5, 15], [15, 15], [15, 16], [6, 16], [6, 25], [5, 25]]},
    "spike": {"polygon": [[30, 20], [38, 20.5], [30, 21]]},
    "notch": {"polygon": [[22, 22], [24, 27], [25, 22], [24, 24]]},
}
ROUND = {"o": {"center": [12, 11], "radius": 1.5}, "p": {"center": [35, 14], "radius": 2}}
SOLID = build_obstructions(document((40, 28), walls=MAZE, obstacles=ROUND))
SHAPES = build_solid_shapes(SOLID, 1.5)


def move(start, way, radius=0.5, velocity=None):
    result = move_bodies(
        SHAPES,
        np.array([start], dtype=float),
        np.array([velocity or way], dtype=float),
        np.array([way], dtype=float),
        np.array([radius]),
    )
    return tuple(result.position[0]), tuple(result.velocity[0])


def test_a_body_stops_at_a_wall_at_any_speed():
    for distance in (3, 30, 1e6):
        place, velocity = move((6, 6), (distance, 0))
        assert place == pytest.approx((7.5, 6), abs=1e-5)
        assert velocity == pytest.approx((0, 0))


def test_a_body_does_not_pass_a_thin_wall():
    assert move((18, 10), (1000, 0), radius=0.05)[0] == pytest.approx((19.95, 10), abs=1e-5)


def test_a_body_slides_along_a_wall():
    place, velocity = move((7, 5), (2, 2))
    assert place == pytest.approx((7.5, 7), abs=1e-5)
    assert velocity == pytest.approx((0, 2))


def test_a_body_slides_round_a_round_obstacle():
    place, velocity = move((12.2, 14), (0, -2), radius=0.5)
    assert place[0] > 12.25
    assert place[1] < 13
    assert velocity[0] > 0


def test_a_body_stops_in_a_corner():
    place, velocity = move((7, 17), (-5, -5))
    assert place == pytest.approx((6.5, 16.5), abs=1e-5)
    assert velocity == pytest.approx((0, 0), abs=1e-9)


def test_a_body_stays_on_the_map():
    assert move((1, 1), (-9, -20))[0] == pytest.approx((0.5, 0.5), abs=1e-5)
    assert move((39, 27), (1e9, 1e9))[0] == pytest.approx((39.5, 27.5), abs=1e-5)


def test_a_body_at_a_wall_can_leave_it():
    at_wall, _ = move((6, 6), (3, 0))
    assert move(at_wall, (-1, 0))[0] == pytest.approx((6.5, 6), abs=1e-5)
    assert move(at_wall, (0, 1))[0] == pytest.approx((7.5, 7), abs=1e-5)


@given(
    st.tuples(st.floats(0, 40), st.floats(0, 28)),
    st.tuples(st.floats(-100, 100), st.floats(-100, 100)),
    st.floats(0.01, 1.0),
)
def test_a_free_body_ends_free(start, way, radius):
    if clearance(SOLID, np.array([start]))[0] < radius:
        return
    place, velocity = move(start, way, radius)
    assert clearance(SOLID, np.array([place]))[0] >= radius
    assert np.isfinite(velocity).all()
    travelled = np.hypot(place[0] - start[0], place[1] - start[1])
    assert travelled <= np.hypot(*way) * (1 + 1e-9) + 1e-5


def test_two_overlapping_agents_are_pushed_apart():
    running = world(agents={"a": {"at": [5, 5]}, "b": {"at": [5.5, 5]}})
    for _ in range(10):
        running.step()
    gap = running.pose("b").position[0] - running.pose("a").position[0]
    assert gap == pytest.approx(1.0, abs=1e-6)
    assert running.pose("a").position[0] == pytest.approx(4.75, abs=1e-6)


def test_coincident_agents_come_apart():
    running = world(agents={name: {"at": [5, 5]} for name in ("a", "b", "c")})
    for _ in range(120):
        running.step()
    places = [running.pose(name).position for name in ("a", "b", "c")]
    for first in range(3):
        for second in range(first):
            assert np.hypot(*np.subtract(places[first], places[second])) > 0.98


@pytest.mark.parametrize("seed", range(6))
def test_giants_in_a_crowd_are_pushed_as_if_all_had_looked_as_far_as_they_reach(seed, monkeypatch):
    source = np.random.default_rng(seed)
    shapes = build_solid_shapes(build_obstructions(document((60, 40))), 2.0)
    position, velocity = source.uniform(10, 30, (300, 2)), source.uniform(-3, 3, (300, 2))
    radius = np.where(source.random(300) < 0.02, source.uniform(2, 9, 300), source.uniform(0.1, 0.5, 300))
    radius[0] = 5.0
    position[1] = position[0]
    apart = contacts.push_apart(shapes, position, velocity, radius, np.zeros(300, dtype=np.int64), 1 / 60)
    monkeypatch.setattr(contacts, "_LARGE", np.inf)
    plain = contacts.push_apart(shapes, position, velocity, radius, np.zeros(300, dtype=np.int64), 1 / 60)
    assert apart.position.tobytes() == plain.position.tobytes()
    assert apart.velocity.tobytes() == plain.velocity.tobytes()


def test_one_giant_does_not_make_a_crowd_look_as_far_as_it_reaches():
    source = np.random.default_rng(1)
    position, radius = source.uniform(0, 80, (4000, 2)), np.full(4000, 0.2)
    radius[7] = 8.0
    pairs = contacts._maybe_touching(position, radius)
    assert len(pairs[0]) < 10_000


def test_an_agent_is_not_pushed_into_a_wall():
    running = world(walls={"w": box(0, 0, 4, 14)}, agents={"a": {"at": [4.51, 5]}, "b": {"at": [4.9, 5]}})
    running.set_requests("b", (ask("seek", target=(0.0, 5.0)),))
    for _ in range(120):
        running.step()
        assert clearance(running.solid, running.agents.position).min() >= 0.5


@pytest.mark.deep
def test_a_torture_of_many_steps_gets_nobody_into_or_through_a_wall():
    """Sixty agents, half of them at ten times the usual speed, among thin walls, spikes and narrow gaps."""
    run = TortureRun(seed=6)
    run.run(daily(600, deep=10_000))
    speeds = run.world.agents.max_speed
    assert {30.0, 400.0, 1e6} <= set(speeds.tolist())
    assert run.touched > 500, "a torture in which nobody runs into anything shows nothing"


@pytest.mark.deep
def test_a_torture_with_all_that_steers_gets_nobody_into_or_through_a_wall():
    TortureRun(seed=7, steered=True).run(daily(200, deep=500))


def test_a_soak_of_a_moment_finds_nothing_wrong(capsys):
    assert soak_world(["--steps", "60", "--seed", "5"]) == 0
    assert "1 worlds, 60 steps, nothing wrong" in capsys.readouterr().out


def test_a_soak_tells_what_is_wrong_and_how_to_make_it_again(capsys, monkeypatch):
    def bad_check(run: TortureRun, before: object) -> None:
        raise Torture("seed 5, step 1: a001 is off the map")

    monkeypatch.setattr(TortureRun, "check", bad_check)
    assert soak_world(["--steps", "60", "--seed", "5"]) == 1
    told = capsys.readouterr()
    assert "a001 is off the map" in told.err
    assert "python3 dev.py soak world --steps 60 --seed 5" in told.out


def test_the_torture_notices_who_is_where_he_must_not_be():
    run = TortureRun(seed=6)
    before = run.world.agents.position.copy()
    notch = np.array(run.world.document.walls["w12"].polygon)
    small = int(np.argmin(run.world.agents.radius))
    wrong_places = {
        "off the map": (-1.0, 5.0),
        "reaches into a wall": tuple(run.walls.start[0]),
        "inside a wall": tuple(notch[3:].mean(axis=0)),
        "no finite place": (np.nan, 5.0),
    }
    run.check(before)
    for text, place in wrong_places.items():
        run.world.agents.position[small] = place
        with pytest.raises(Torture, match=text):
            run.check(before)


def test_the_torture_notices_who_passes_a_wall_or_leaves_a_room():
    run = TortureRun(seed=6)
    rod = np.array(run.world.document.walls["w00"].polygon)
    middle, across = rod.mean(axis=0), rod[3] - rod[0]
    across = across / np.sqrt((across * across).sum())
    here, there = (middle - 0.3 * across)[None, :], (middle + 0.3 * across)[None, :]
    assert run.walls.passed(here, there, np.array([0.6])).tolist() == [True]
    assert run.walls.passed(here, there, np.array([20.0])).tolist() == [False]
    assert run.walls.passed(here, here + 0.1 * across, np.array([0.1])).tolist() == [False]
    room = run.rooms[0]
    inside = room.corner + room.along + np.array((-room.along[1], room.along[0]))
    assert room.holds(np.array([inside, room.corner - 0.1 * room.along])).tolist() == [True, False]
