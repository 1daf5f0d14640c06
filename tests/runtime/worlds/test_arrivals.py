"""Where something that moves comes into a zone is predicted as rule 11.41 says, and comes true."""

from __future__ import annotations

import math

import pytest

from runtime.basics.context import EvaluationError
from runtime.formulas.bouncing import Hit, arrival, bounced_way, first_crossing, is_inside
from runtime.worlds.flight.arrivals import Arrivals
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import box, world

GOAL = {"polygon": [[0, 3], [1, 3], [1, 6], [0, 6]]}
SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


def table(velocity: tuple[float, float], **more: object) -> World:
    """Return a table of 14 × 9 with a puck at (9, 4) and a goal at the left."""
    fields = {"at": [9, 4], "velocity": list(velocity), "gravity": 0, "radius": 0.25, "bounce": 1}
    bounce = {name: more.pop(name) for name in ("bounce", "gravity") if name in more}
    return world((14, 9), projectiles={"puck": {**fields, **bounce}}, zones={"goal": GOAL}, **more)


def played(running: World, most: int = 2000) -> tuple[tuple[float, float], float]:
    """Play until the puck is in the goal; return where it came in, to a step, and after how many seconds."""
    for step in range(most):
        (puck,) = running.projectiles
        if is_inside(puck.position, [(0.0, 3.0), (1.0, 3.0), (1.0, 6.0), (0.0, 6.0)]):
            return puck.position, step / 60
        running.step()
    raise AssertionError("It never came.")


def walls_of_room(start, way):
    """Answer what a point in a room of 10 × 4 meets first."""
    found = []
    for axis, high in ((0, 10.0), (1, 4.0)):
        if way[axis] != 0.0:
            edge = high if way[axis] > 0.0 else 0.0
            normal = [0.0, 0.0]
            normal[axis] = -math.copysign(1.0, way[axis])
            found.append(Hit((edge - start[axis]) / way[axis], (normal[0], normal[1])))
    return min(found, key=lambda hit: hit.share)


def test_11_41_the_way_turns_by_the_rule_of_reflection_at_each_hit():
    legs = list(bounced_way((2.0, 2.0), (1.0, 1.0), 1.0, 2, 100.0, walls_of_room))

    assert [leg.end for leg in legs] == [pytest.approx(each) for each in ((4, 4), (8, 0), (10, 2))]
    assert sum(leg.seconds for leg in legs) == pytest.approx(8.0)


def test_11_41_speed_across_a_wall_is_lost_by_the_bounce():
    (first, second) = bounced_way((2.0, 2.0), (1.0, 1.0), 0.5, 1, 100.0, walls_of_room)

    assert first.end == pytest.approx((4.0, 4.0))
    assert second.speed == pytest.approx(math.hypot(1.0, 0.5))
    assert second.end == pytest.approx((10.0, 1.0))


@pytest.mark.parametrize(("hits", "at"), [(0, None), (1, (7.0, 1.0)), (2, (7.0, 1.0))])
def test_11_41_it_arrives_after_at_most_so_many_bounces(hits, at):
    area = ((7.0, 0.5), (7.5, 0.5), (7.5, 1.5), (7.0, 1.5))
    found = arrival((2.0, 2.0), bounced_way((2.0, 2.0), (1.0, 1.0), 1.0, hits, 100.0, walls_of_room), area)

    assert (found and found.at) == (pytest.approx(at) if at else None)
    assert found is None or (found.seconds == pytest.approx(5.0) and len(found.way) == 3)


def test_a_way_crosses_an_area_where_it_first_meets_its_outline():
    assert first_crossing((-2.0, 1.0), (4.0, 1.0), SQUARE) == pytest.approx(1 / 3)
    assert first_crossing((-2.0, 3.0), (4.0, 3.0), SQUARE) is None
    assert first_crossing((-2.0, 1.0), (-1.0, 1.0), SQUARE) is None
    assert is_inside((1.0, 1.0), SQUARE)
    assert not is_inside((3.0, 1.0), SQUARE)


@pytest.mark.parametrize(
    ("velocity", "walls"),
    [
        ((-5.0, 0.3), {}),
        ((-4.2, 5.0), {}),
        ((-2.0, -5.0), {}),
        ((6.0, 2.5), {}),
        ((-4.0, 5.0), {"w": box(3, 7, 5, 8)}),
        ((-6.0, 5.0), {"w": box(3, 7, 5, 8)}),
        ((7.0, 0.0), {"w": {"polygon": [[12, 2], [13, 6], [13, 2]]}}),
    ],
)
def test_11_41_the_puck_arrives_where_and_when_it_was_predicted(velocity, walls):
    running = table(velocity, walls=walls)
    at, seconds = (
        running.entity_field("puck", "impact:goal:10"),
        running.entity_field("puck", "impact_in:goal:10"),
    )
    there, after = played(running)

    assert isinstance(at, tuple)
    assert isinstance(seconds, float)
    step = math.hypot(*velocity) / 60
    assert math.dist(at, there) <= step + 1e-6
    assert -1e-9 <= after - seconds <= 1 / 60 + 1e-6


def test_11_41_what_loses_speed_with_each_bounce_is_predicted_too():
    running = table((-4.0, 5.0), bounce=0.8)
    at = running.entity_field("puck", "impact:goal")
    there, _ = played(running)

    assert isinstance(at, tuple)
    assert math.dist(at, there) <= 0.1


def test_11_41_what_does_not_come_is_told_by_minus_one_and_a_failure():
    running = table((0.0, 3.0))

    assert running.entity_field("puck", "impact_in:goal") == -1.0
    with pytest.raises(EvaluationError, match="does not come to 'goal'"):
        running.entity_field("puck", "impact:goal")


def test_11_41_a_thing_at_rest_arrives_only_where_it_is_already():
    running = world((14, 9), zones={"goal": GOAL}, projectiles={"puck": {"at": [0.5, 4], "gravity": 0}})

    assert running.entity_field("puck", "impact:goal") == (0.5, 4.0)
    assert running.entity_field("puck", "impact_in:goal") == 0.0


def test_11_41_an_agent_goes_straight_on_and_does_not_bounce():
    running = table(
        (0.0, 0.0), agents={"a": {"at": [9, 5], "radius": 0.3}, "b": {"at": [9, 2], "radius": 0.3}}
    )
    running.agents.velocity[0] = (-2.0, 0.0)
    running.agents.velocity[1] = (-2.0, 5.0)

    assert running.entity_field("a", "impact:goal") == pytest.approx((1.0, 5.0))
    assert running.entity_field("a", "impact_in:goal") == pytest.approx(4.0)
    assert running.entity_field("b", "impact_in:goal") == -1.0


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("impact:den", "no zone 'den'"),
        ("impact:goal:11", "expected 0 to 10"),
        ("impact_in:goal:x", "'x' is no"),
    ],
)
def test_11_41_a_question_that_means_nothing_fails_and_says_why(question, said):
    with pytest.raises(EvaluationError, match=said):
        table((1.0, 0.0)).entity_field("puck", question)


def test_what_was_asked_is_kept_a_quarter_of_a_second_to_be_drawn_and_decides_nothing():
    running = table((-5.0, 0.3))
    quiet = running.state_bytes()
    running.entity_field("puck", "impact:goal")
    part = running.part(Arrivals)
    assert part is not None
    saved = running.snapshot()

    assert running.state_bytes() == quiet
    assert list(part.asked) == [("puck", "goal")]
    for _ in range(17):
        running.step()
    assert not part.asked
    running.restore(saved)
    assert list(part.asked) == [("puck", "goal")]
