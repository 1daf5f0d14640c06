"""Sensors of what is thrown and of health: when they write, what they raise, what they know (PROJ-02)."""

from __future__ import annotations

import pytest

from runtime.records.world_records import Effect
from runtime.worlds.flight.projectiles import GRENADE, STONE
from runtime.worlds.world import World
from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor
from tests.runtime.worlds.world_builder import world


def field(*sensors: dict[str, object], **fields: object) -> World:
    return world(
        agents={"guard": agent(5, 5, *sensors), "foe": agent(15, 10, fields={"health": 60})},
        **fields,  # type: ignore[arg-type]
    )


def names(watcher: Watcher) -> list[str]:
    return [event.name for event in watcher.events]


def test_a_throw_that_lands_near_is_told_once_and_until_it_has_landed():
    running = field(sensor("projectile"))
    watcher = Watcher(running)
    assert watcher.step() == {"incoming": False, "seconds": 0.0}
    running.throw_object((15, 10), (7, 6), STONE, "foe")
    values = watcher.step()
    assert values["incoming"] is True
    assert values["landing"] == pytest.approx((7, 6))
    assert values["distance"] == pytest.approx(5**0.5)
    assert (values["projectile"], values["shooter"]) == ("foe:1", "foe")
    assert names(watcher) == ["incoming"]
    assert watcher.events[0].payload["seconds"] == pytest.approx(running.projectiles[0].landing_in, abs=0.02)
    values = watcher.steps(120)
    assert names(watcher) == ["over"]
    assert (values["incoming"], values["seconds"]) == (False, 0.0)
    assert values["landing"] == pytest.approx((7, 6))


@pytest.mark.parametrize(("x", "incoming"), [(8.99, True), (9.01, False)])
def test_the_border_is_at_the_distance_asked_for(x, incoming):
    running = field(sensor("projectile", within=4))
    running.throw_object((15, 10), (x, 5), STONE)
    assert Watcher(running).step()["incoming"] is incoming


def test_with_blasts_only_what_explodes_counts_and_its_reach():
    running = field(sensor("projectile", within=1, what="blasts"))
    watcher = Watcher(running)
    running.throw_object((15, 10), (6, 5), STONE)
    assert watcher.step()["incoming"] is False
    running.throw_object((15, 10), (8.9, 5), GRENADE)
    values = watcher.step()
    assert values["incoming"] is True
    assert values["distance"] == pytest.approx(3.9)


def test_a_grenade_that_lies_still_counts_until_it_explodes():
    running = field(sensor("projectile", what="blasts"))
    watcher = Watcher(running)
    running.throw_object((7, 5), (7, 5), GRENADE)
    values = watcher.steps(140)
    assert values["incoming"] is True
    assert watcher.steps(20)["incoming"] is False


def test_a_ball_that_lies_is_not_incoming_and_of_two_the_nearer_one_counts():
    running = field(sensor("projectile"), projectiles={"ball": {"at": [6, 5]}})
    watcher = Watcher(running)
    assert watcher.step()["incoming"] is False
    running.throw_object((15, 10), (8, 5), STONE)
    running.throw_object((15, 10), (6, 6), STONE)
    assert watcher.step()["landing"] == pytest.approx((6, 6))


def test_the_explanation_names_everything_thrown():
    running = field(sensor("projectile"))
    running.throw_object((15, 10), (8, 5), STONE)
    running.throw_object((15, 10), (15, 5), STONE)
    (explained,) = running.overlay("guard").sensors
    assert [(candidate.entity_id, candidate.visible) for candidate in explained.candidates] == [
        ("thrown:1", True),
        ("thrown:2", False),
    ]


def test_health_is_written_and_changes_are_told():
    running = field(sensor("health"), sensor("health", of="foe"))
    watcher = Watcher(running)
    assert watcher.step() == {"health": 60.0, "alive": True}
    running.change_health("foe", -60.0, "guard")
    running.change_health("guard", -5.0)
    assert watcher.step() == {"health": 0.0, "alive": False}
    assert [(event.name, event.payload["amount"]) for event in watcher.events] == [
        ("hurt", 5.0),
        ("hurt", 60.0),
    ]
    running.apply_effect(Effect("guard", "heal", {"target": "foe", "amount": 20.0}))
    watcher.step()
    assert [(event.name, event.payload) for event in watcher.events] == [
        ("healed", {"amount": 20.0, "health": 20.0})
    ]


def test_health_that_changes_between_two_looks_is_told_at_the_second():
    running = field(sensor("health", every=0.5))
    watcher = Watcher(running)
    watcher.step()
    running.change_health("guard", -30.0)
    running.change_health("guard", 10.0)
    assert watcher.steps(29)["health"] == 100.0
    assert watcher.events == []
    watcher.step()
    assert [event.payload["amount"] for event in watcher.events] == [20.0]


def test_a_ball_of_the_world_can_be_measured_to_as_it_flies():
    ball = {"at": [8, 5], "velocity": [6, 0], "gravity": 0, "bounce": 1}
    running = field(sensor("distance", to="ball"), projectiles={"ball": ball})
    watcher = Watcher(running)
    assert watcher.step()["distance"] == pytest.approx(3)
    assert watcher.steps(30)["distance"] == pytest.approx(6)
