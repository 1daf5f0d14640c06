"""Packed crowds do not sink into each other, stay out of walls, and shove no agent that is firm."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.geometry import clearance
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, world

MOST_SHARE = 0.05
"""The share of the smaller radius by which two may overlap."""


def overlaps(place: World) -> FloatArray:
    """Return the overlap of every pair as a share of the smaller radius, (n, n)."""
    position, radius = place.agents.position, place.agents.radius
    apart = position[:, None, :] - position[None, :, :]
    distance = np.sqrt((apart * apart).sum(axis=2))
    np.fill_diagonal(distance, np.inf)
    shares: FloatArray = (radius[:, None] + radius[None, :] - distance) / np.minimum(
        radius[:, None], radius[None, :]
    )
    return shares


def scattered(count: int, radii: tuple[float, ...], size: tuple[float, float]) -> dict[str, object]:
    """Return agents that do not touch each other, of these radii by turns."""
    source = random.Random(count)
    found: list[tuple[float, float, float]] = []
    while len(found) < count:
        radius = radii[len(found) % len(radii)]
        x, y = source.uniform(radius, size[0] - radius), source.uniform(radius, size[1] - radius)
        if all(math.dist((x, y), other[:2]) > radius + other[2] for other in found):
            found.append((x, y, radius))
    return {f"a{row:03d}": {"at": [x, y], "radius": radius} for row, (x, y, radius) in enumerate(found)}


def seekers_of_a_corner() -> World:
    place = world(agents=scattered(60, (0.5,), (20, 14)))
    for agent in place.agent_ids:
        place.set_requests(agent, [ask("seek", target=(0.0, 0.0))])
    return place


def pushed_into_a_corner() -> World:
    place = world(agents=scattered(100, (0.4,), (20, 14)))
    for agent in place.agent_ids:
        place.drive(agent, (-1.0, -1.0))
    return place


def ring_that_meets_in_one_point() -> World:
    turns = [math.tau * row / 100 for row in range(100)]
    agents = {
        f"a{row:03d}": {"at": [15 + 12 * math.cos(turn), 15 + 12 * math.sin(turn)], "radius": 0.35}
        for row, turn in enumerate(turns)
    }
    place = world((30, 30), agents=agents)
    for agent in place.agent_ids:
        place.set_requests(agent, [ask("seek", target=(15.0, 15.0))])
    return place


def mixed_radii() -> World:
    place = world((26, 18), agents=scattered(100, (0.15, 0.3, 0.3, 0.6, 1.0), (26, 18)))
    for agent in place.agent_ids:
        place.set_requests(agent, [ask("seek", target=(0.0, 0.0))])
    return place


def crowd_before_a_narrow_way() -> World:
    walls = {
        "n": box(4, 8.5, 5, 14),
        "s": box(4, 0, 5, 7.5),
        "spike": {"polygon": [[7, 7], [9, 7.1], [7, 7.2]]},
    }
    agents = scattered(100, (0.4,), (20, 14))
    rows = {agent: entry for agent, entry in agents.items() if entry["at"][0] > 5.5}  # type: ignore[index]
    place = world(walls=walls, agents=rows)
    for agent in place.agent_ids:
        place.set_requests(agent, [ask("seek", target=(4.5, 8.0))])
    return place


CROWDS: dict[str, Callable[[], World]] = {
    "60 seekers of one corner": seekers_of_a_corner,
    "100 driven into one corner": pushed_into_a_corner,
    "a ring of 100 that meets in one point": ring_that_meets_in_one_point,
    "100 of mixed radii": mixed_radii,
    "a crowd before a narrow way": crowd_before_a_narrow_way,
}


@pytest.mark.parametrize("name", sorted(CROWDS))
def test_9_4_a_packed_crowd_overlaps_by_a_twentieth_of_the_radius_at_most_and_comes_to_rest(name):
    """What presses does not keep its speed: in the end half are slower than a tenth of their top speed."""
    place = CROWDS[name]()
    speeds = []
    shares = overlaps(place)
    for _ in range(600):
        place.step()
        shares = overlaps(place)
        assert shares.max() <= MOST_SHARE
        assert (clearance(place.solid, place.agents.position) - place.agents.radius).min() >= 0.0
        speeds.append(np.median(np.sqrt((place.agents.velocity**2).sum(axis=1))))
    assert (overlaps(place) > -0.02).sum() // 2 > len(place.agents), "the crowd is to be packed"
    assert np.mean(speeds[-120:]) < 0.3


def test_9_4_coincident_agents_are_apart_after_a_few_steps():
    place = world(agents={f"a{row:02d}": {"at": [10, 7]} for row in range(12)})
    for _ in range(20):
        place.step()
    assert overlaps(place).max() <= MOST_SHARE


def test_9_4_what_is_packed_elsewhere_changes_nothing():
    """Two agents that touch in the open go the same way, whether others are packed in a corner or not."""
    pair = {"y": {"at": [16, 10]}, "z": {"at": [16.9, 10.1]}}
    crowd = scattered(40, (0.4,), (8, 6))
    alone, beside = world(agents=pair), world(agents={**crowd, **pair})
    for agent in beside.agent_ids:
        if agent not in pair:
            beside.drive(agent, (-1.0, -1.0))
    for step in range(300):
        if step == 150:
            for place in (alone, beside):
                place.set_pose("z", (16.9, 10.0))
                place.drive("z", (-1.0, 0.0))
        alone.step()
        beside.step()
    for agent in pair:
        assert alone.pose(agent) == beside.pose(agent)


FIRM: dict[str, dict[str, object]] = {
    "a top speed of 0": {"limits": {"max_speed": 0}},
    "marked immovable": {"immovable": True},
}


@pytest.mark.parametrize("name", sorted(FIRM))
def test_9_4_a_firm_agent_is_not_shoved_and_others_give_way(name):
    post = {"at": [3, 3], "radius": 0.6, "stop": "coast", **FIRM[name]}
    place = world(agents={**scattered(30, (0.4,), (20, 14)), "post": post})
    for agent in place.agent_ids:
        if agent != "post":
            place.set_requests(agent, [ask("seek", target=(3.0, 3.0))])
    for _ in range(400):
        place.step()
        if _ > 20:
            assert overlaps(place).max() <= MOST_SHARE
        assert place.pose("post").position == (3.0, 3.0)
        assert place.pose("post").velocity == (0.0, 0.0)


def test_9_4_an_immovable_agent_walks_through_a_crowd_as_if_it_were_alone():
    crowd = {f"b{row}": {"at": [8 + row % 3, 5 + row // 3], "radius": 0.5} for row in range(12)}
    guard = {"guard": {"at": [3, 7], "immovable": True}}
    alone, among = world(agents=guard), world(agents={**crowd, **guard})
    for _ in range(240):
        for place in (alone, among):
            place.drive("guard", (1.0, 0.0))
            place.step()
        assert among.pose("guard") == alone.pose("guard")
    assert overlaps(among).max() <= MOST_SHARE


def test_9_4_of_two_immovable_agents_both_give_way_and_none_shoves_a_post():
    pair = {"a": {"at": [5, 5], "immovable": True}, "b": {"at": [5.5, 5], "immovable": True}}
    place = world(agents=pair)
    for _ in range(5):
        place.step()
    assert place.pose("a").position[0] == pytest.approx(4.75, abs=1e-6)
    assert place.pose("b").position[0] == pytest.approx(5.75, abs=1e-6)
    post = {"p": {"at": [5.5, 5], "limits": {"max_speed": 0}}}
    place = world(agents={"a": pair["a"], **post})
    for _ in range(5):
        place.step()
    assert place.pose("p").position == (5.5, 5.0)
    assert place.pose("a").position[0] == pytest.approx(4.5, abs=1e-6)


def test_9_4_two_posts_that_overlap_stay_where_they_were_put():
    posts = {name: {"at": [x, 5], "limits": {"max_speed": 0}} for name, x in (("a", 5), ("b", 5.3))}
    place = world(agents=posts)
    for _ in range(5):
        place.step()
    assert [place.pose(name).position[0] for name in posts] == [5.0, 5.3]


def test_1_5_a_packed_crowd_goes_on_from_a_snapshot_as_the_straight_run():
    straight, other = seekers_of_a_corner(), seekers_of_a_corner()
    for _ in range(200):
        straight.step()
    saved = straight.snapshot()
    for _ in range(30):
        straight.step()
    other.restore(saved)
    for _ in range(30):
        other.step()
    assert other.state_bytes() == straight.state_bytes()
