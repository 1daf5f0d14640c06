"""STEER-01: integration, limits, stop rules, driving by hand."""

from __future__ import annotations

import pytest

from tests.runtime.worlds.world_builder import ask, world

DT = 1 / 60


def one(**fields):
    return world(agents={"t": {"at": [5, 5], **fields}})


def speed(running):
    x, y = running.pose("t").velocity
    return (x * x + y * y) ** 0.5


def test_velocity_changes_first_and_the_position_moves_with_the_new_one():
    running = one(limits={"max_acceleration": 6, "max_speed": 3})
    running.set_requests("t", (ask("seek", target=(15.0, 5.0)),))
    running.step()
    assert running.pose("t").velocity == pytest.approx((6 * DT, 0))
    assert running.pose("t").position == pytest.approx((5 + 6 * DT * DT, 5))


def test_speed_is_clamped():
    running = one(limits={"max_acceleration": 600, "max_speed": 3})
    running.set_requests("t", (ask("seek", target=(15.0, 5.0)),))
    for _ in range(30):
        running.step()
        assert speed(running) <= 3 * (1 + 1e-12)


def test_a_request_can_ask_for_less_speed_and_the_agent_eases_down_to_it():
    running = one(limits={"max_acceleration": 6, "max_speed": 3})
    running.set_requests("t", (ask("seek", target=(19.0, 5.0)),))
    for _ in range(60):
        running.step()
    running.set_requests("t", (ask("seek", target=(19.0, 5.0), speed=1.0),))
    running.step()
    assert speed(running) == pytest.approx(3 - 6 * DT)
    for _ in range(60):
        running.step()
    assert speed(running) == pytest.approx(1)


@pytest.mark.parametrize(
    ("stop", "after_one", "after_many"), [("hard_stop", 0, 0), ("brake", 3 - 6 * DT, 0), ("coast", 3, 3)]
)
def test_9_2_without_requests_the_stop_rule_acts(stop, after_one, after_many):
    running = one(limits={"max_acceleration": 6, "max_speed": 3}, stop=stop)
    running.set_requests("t", (ask("seek", target=(19.0, 5.0)),))
    for _ in range(60):
        running.step()
    running.set_requests("t", ())
    running.step()
    assert speed(running) == pytest.approx(after_one)
    for _ in range(60):
        running.step()
    assert speed(running) == pytest.approx(after_many)


def test_9_2_a_request_that_only_turns_lets_the_stop_rule_stop_the_movement():
    running = one(limits={"max_acceleration": 6, "max_speed": 3})
    running.set_requests("t", (ask("seek", target=(19.0, 5.0)),))
    for _ in range(30):
        running.step()
    running.set_requests("t", (ask("face", target=(5.0, 9.0)),))
    running.step()
    assert speed(running) == 0
    assert running.pose("t").rotation > 0


def test_9_1_a_request_stays_in_force_until_it_is_replaced():
    running = one()
    running.set_requests("t", (ask("seek", target=(19.0, 5.0)),))
    for _ in range(100):
        running.step()
    assert speed(running) == pytest.approx(3)


def test_rotation_reaches_its_limit_on_both_sides():
    limits = {"max_rotation": 90, "max_angular_acceleration": 100000}
    for side, sign in (((5.0, 9.0), 1), ((5.0, 1.0), -1)):
        running = one(limits=limits)
        running.set_requests("t", (ask("face", target=side, slow_radius=0.0, time_to_target=0.0),))
        running.step()
        assert running.pose("t").rotation == 90 * sign


def test_an_agent_looks_where_it_travels_unless_it_is_free():
    for facing, heading in (("travel", 90), ("free", 0)):
        running = one(facing=facing)
        running.set_requests("t", (ask("seek", target=(5.0, 13.0)),))
        for _ in range(90):
            running.step()
        assert running.pose("t").heading == pytest.approx(heading, abs=2)


def test_driving_by_hand_moves_and_letting_go_stops():
    running = one()
    running.drive("t", (0.0, 5.0))
    for _ in range(60):
        running.step()
    assert running.pose("t").velocity == pytest.approx((0, 3), abs=1e-3)
    running.drive("t", (0.5, 0.0))
    for _ in range(60):
        running.step()
    assert running.pose("t").velocity == pytest.approx((1.5, 0), abs=1e-3)
    running.drive("t", None)
    running.step()
    assert speed(running) == 0


def test_arrive_stops_inside_target_radius():
    running = one(limits={"max_acceleration": 12, "max_speed": 3})
    running.set_requests("t", (ask("arrive", target=(12.0, 8.0), target_radius=0.3, slow_radius=2.0),))
    for _ in range(360):
        running.step()
    x, y = running.pose("t").position
    assert ((x - 12) ** 2 + (y - 8) ** 2) ** 0.5 < 0.3
    assert speed(running) < 0.01


def test_half_the_step_leads_to_nearly_the_same_place():
    places = []
    for rate in (60, 120, 240):
        running = world(rate=rate, agents={"t": {"at": [5, 5]}})
        running.set_requests("t", (ask("arrive", target=(12.0, 8.0)),))
        for _ in range(rate):
            running.step()
        places.append(running.pose("t").position[0])
    assert abs(places[2] - places[1]) < abs(places[1] - places[0]) < 0.05
