"""Offset pursuit and hiding (rule 11.40)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from runtime.basics.vectors import length
from runtime.formulas.following import offset_pursuit
from runtime.formulas.hiding import spots_behind_circles, spots_behind_edges
from runtime.session.session import Session
from runtime.worlds.world import World
from tests.runtime.actions.game_session import tree_document
from tests.runtime.session_of import session_of
from tests.runtime.squads.test_squads import act, field, run
from tests.runtime.steering.body_builder import bodies, numbers, points
from tests.runtime.worlds.world_builder import ask, box, world

SECOND = 1 / 60


def wanted(
    own: dict[str, Any],
    velocity: tuple[float, float] = (0, 0),
    heading: float = 0.0,
    rotation: float = 0.0,
    offset: tuple[float, float] = (2, 0),
    speed: float = 2.0,
) -> np.ndarray:
    """Return the velocity that a body is asked for, beside a target at (1, 1)."""
    found = offset_pursuit(
        bodies({"max_acceleration": 1e9, **own}),
        points((1, 1)),
        points(velocity),
        numbers(heading),
        numbers(rotation),
        points(offset),
        numbers(speed),
        numbers(1.0),
        numbers(1.5),
        numbers(SECOND),
    )
    change: np.ndarray = found.steering.linear[0] * SECOND + np.array(own.get("velocity", (0.0, 0.0)))
    return change


def test_11_40_beside_a_leader_at_rest_it_goes_straight_to_its_place():
    assert wanted({"position": (0, 0)}) == pytest.approx((1.897, 0.632), abs=5e-4)


def test_11_40_the_place_turns_with_the_leader():
    assert wanted({"position": (1, 0)}, heading=90) == pytest.approx((0, 2), abs=1e-9)


def test_11_40_on_its_place_it_moves_as_the_place_does():
    assert wanted({"position": (3, 1)}, velocity=(0, 1.5)) == pytest.approx((0, 1.5), abs=1e-9)
    turning = wanted({"position": (3, 1)}, rotation=30)
    assert turning == pytest.approx((0, 2 * math.radians(30)), abs=1e-9)


def test_11_40_far_away_it_aims_at_where_the_place_will_be():
    ahead = wanted({"position": (-7, 1)}, velocity=(0, 1))

    assert ahead == pytest.approx(2 * np.array((10, 1)) / math.sqrt(101), abs=1e-9)


def test_11_40_it_never_asks_for_more_than_its_speed():
    source = np.random.default_rng(3)
    for _ in range(200):
        own = {"position": tuple(source.uniform(-9, 9, 2))}
        asked = wanted(own, tuple(source.uniform(-6, 6, 2)), source.uniform(0, 360), source.uniform(-90, 90))
        assert length(asked[None, :])[0] <= 2.0 + 1e-9


def test_a_request_in_the_frame_of_the_world_never_turns():
    running = world(agents={"a": {"at": [5, 5]}, "b": {"at": [10, 7], "heading": 90}})
    for frame, place in (("heading", (10, 9)), ("world", (12, 7))):
        request = ask("offset_pursuit", target="b", offset=(2.0, 0.0), frame=frame)
        assert running.set_requests("a", [request]) == ()
        running.step()
        aimed = running.overlay("a").contributions[0].target
        assert aimed == pytest.approx(place)


def test_11_40_a_spot_behind_an_obstacle_lies_on_the_line_from_the_threat():
    (spot,) = spots_behind_circles(points((5, 0)), numbers(1.0), np.array((1.0, 0.0)), 0.5)

    assert spot == pytest.approx((6.5, 0))


def test_11_40_spots_behind_an_edge_lie_on_its_far_side_near_its_corners():
    spots = spots_behind_edges(points((4, -2)), points((4, 2)), np.array((0.0, 0.0)), 0.5)

    assert spots.tolist() == [[4.5, -1.5], [4.5, 1.5]]


def hidden(running: World, place: tuple[float, float]) -> bool:
    running.set_pose("a", place)
    return running.entity_field("a", "sight:foe") != ""


@pytest.mark.parametrize(
    "solids",
    [
        {"obstacles": {"o": {"center": [10, 7], "radius": 1}}},
        {"walls": {"w": box(9, 5, 10, 9)}},
        {"walls": {"w": box(9, 5, 10, 9)}, "obstacles": {"o": {"center": [6, 3], "radius": 0.8}}},
    ],
)
def test_11_40_the_place_is_the_nearest_that_hides_and_has_room(solids):
    running = world(agents={"a": {"at": [5, 6], "radius": 0.4}, "foe": {"at": [3, 7]}}, **solids)

    place = running.entity_field("a", "hide:15.0,0.3,foe")

    assert isinstance(place, tuple)
    assert hidden(running, place)
    assert field_of(running, "a") == pytest.approx(place)


def field_of(running: World, agent: str) -> tuple[float, float]:
    """Return where an agent stands: one that was put where there is no room stands elsewhere."""
    return running.pose(agent).position


def hiding(**world_fields: Any) -> Session:
    mind = tree_document({"r": act("hide_from", threat="foe")}, version=5)
    agents = {"a": {"at": [5, 6], "radius": 0.4, "mind": "m"}, "foe": {"at": [3, 7]}}
    return session_of(agents, {"m": mind}, **world_fields)


def test_11_40_it_walks_around_the_wall_and_ends_where_it_is_not_seen():
    session = hiding(walls={"w": box(9, 5, 10, 9)})
    statuses = {session.step().brains["a"].status.name for _ in range(400)}

    assert "SUCCESS" in statuses
    assert field(session, "a", "sight:foe") == "w"


def test_11_40_without_anything_to_hide_behind_it_fails_and_says_so():
    session = hiding()
    session.watch(["a"])

    (visit,) = session.step().brains["a"].visits

    assert visit.sentence == "nothing within 15 units hides from foe"


def test_hiding_again_follows_a_threat_that_goes_around():
    session = hiding(walls={"w": box(9, 5, 10, 9)})
    run(session, 6)
    session.world.set_pose("foe", (17, 7))
    assert field(session, "a", "sight:foe") == ""

    run(session, 6)

    assert field(session, "a", "sight:foe") == "w"
