"""The running world: fields, dragging, requests, fire, snapshots, determinism."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.basics.context import EvaluationError
from runtime.records.world_records import Effect
from runtime.worlds.bodies.geometry import clearance
from runtime.worlds.world import World
from tests.example_counts import daily
from tests.runtime.worlds.world_builder import ask, box, no_variables, world

ROOT = Path(__file__).parents[3]


def pair(**fields) -> World:
    agents = {
        "tank": {"at": [5, 5], "heading": 90, "team": "enemy", "radius": 0.6},
        "player": {"at": [9, 5], "fields": {"health": 100, "home": [1, 2]}},
    }
    return world(agents=agents, waypoints={"w1": {"at": [3, 4]}}, **fields)


def test_fields_of_agents_and_still_entities():
    running = pair()
    fields = {
        name: running.entity_field("tank", name) for name in ("position", "velocity", "heading", "radius")
    }
    assert fields == {"position": (5.0, 5.0), "velocity": (0.0, 0.0), "heading": 90.0, "radius": 0.6}
    assert running.entity_field("tank", "team") == "enemy"
    assert running.entity_field("player", "health") == 100
    assert running.entity_field("player", "home") == (1.0, 2.0)
    assert running.entity_field("w1", "position") == (3.0, 4.0)
    assert running.entity_field("w1", "velocity") == (0.0, 0.0)


@pytest.mark.parametrize(
    ("entity", "field"), [("nobody", "position"), (None, "position"), ("tank", "mana"), ("w1", "mana")]
)
def test_an_unknown_entity_or_field_is_an_evaluation_error(entity, field):
    with pytest.raises(EvaluationError):
        pair().entity_field(entity, field)


def test_dragging_keeps_out_of_walls_and_on_the_map():
    running = pair(walls={"w": box(10, 2, 14, 8)})
    for place in [(12.0, 5.0), (10.0, 5.0), (-50.0, 99.0), (14.1, 7.9), (float("nan"), 3.0), (1e300, 0.0)]:
        reached = running.set_pose("player", place)
        assert clearance(running.solid, np.array([reached]))[0] >= 0.5
    assert running.set_pose("player", (3.0, 9.0), heading=-90) == (3.0, 9.0)
    assert running.pose("player").heading == 270


def test_requests_that_cannot_be_computed_are_refused_and_the_others_kept():
    running = pair()
    refusals = running.set_requests(
        "tank",
        (
            ask("seek", node="a", target="ghost"),
            ask("seek", node="b", target="player"),
            ask("fly", node="c"),
            ask("follow_path", node="d", path="nowhere"),
            ask("arrive", node="e", target="player", slow_radius=float("inf")),
            ask("arrive", node="f", target=None),
        ),
    )
    assert [refusal.split(":")[0] for refusal in refusals] == ["a", "c", "d", "e", "f"]
    running.step()
    assert running.pose("tank").velocity[0] > 0


def test_an_entity_given_as_target_is_followed_and_a_vector_is_not():
    running = pair()
    running.set_requests("tank", (ask("seek", target="player"),))
    running.set_pose("player", (5.0, 12.0))
    running.step()
    assert running.pose("tank").velocity[1] > 0
    running.set_requests("tank", (ask("seek", target=(19.0, 5.0)),))
    running.step()
    assert running.pose("tank").velocity[0] > 0


def test_9_1_the_order_in_which_requests_are_filed_does_not_matter():
    requests = [
        ask("seek", node="a", target=(9.3, 1.7)),
        ask("flee", node="b", weight=0.37, target=(2.1, 2.2)),
        ask("wander", node="c", weight=0.11),
    ]
    states = []
    for order in (requests, requests[::-1]):
        running = pair()
        for _ in range(50):
            running.set_requests("tank", tuple(order))
            running.step()
        states.append(running.state_bytes())
    assert states[0] == states[1]


def test_a_path_keeps_its_place_while_its_request_stays_in_force():
    running = world(
        waypoints={"a": {"at": [2, 2]}, "b": {"at": [18, 2]}, "c": {"at": [18, 3]}, "d": {"at": [2, 3]}},
        paths={"way": {"waypoints": ["a", "b", "c", "d"], "mode": "open"}},
        agents={"t": {"at": [2, 2]}},
    )
    for _ in range(60):
        running.set_requests("t", (ask("follow_path", path="way"),))
        running.step()
    assert running.entity_field("t", "path_left") == pytest.approx(
        33 - (running.pose("t").position[0] - 2), abs=0.1
    )
    running.set_requests("t", ())
    running.step()
    assert running.entity_field("t", "path_left") == -1.0


def test_a_driven_agent_does_not_follow_its_requests():
    running = pair()
    running.set_requests("player", (ask("seek", target=(0.0, 5.0)),))
    running.drive("player", (1.0, 0.0))
    for _ in range(30):
        running.step()
    assert running.pose("player").velocity[0] > 2


def fire(running: World, **arguments) -> str | None:
    return running.apply_effect(Effect("tank", "fire", arguments))


def events_of(running: World, steps: int) -> list[tuple[int, str, str]]:
    found: list[tuple[int, str, str]] = []
    for step in range(steps):
        told = running.step()
        found.extend((step, event.agent_id, event.name) for event in told if event.name == "hit")
    return found


def test_a_projectile_flies_and_hits_once_on_the_right_step():
    running = pair()
    assert fire(running, target="player", speed=6.0, damage=30.0) is None
    events = events_of(running, 120)
    # 3.5 units to the edge of the player at 0.1 units a step: reached in the 35th step
    assert events in ([(34, "player", "hit")], [(35, "player", "hit")])
    assert running.entity_field("player", "health") == 70
    assert running.projectiles == ()


def test_a_hit_carries_who_where_and_how_much():
    running = pair()
    fire(running, target=(9.0, 5.0), speed=600.0, damage=7.0)
    event = running.step()[0]
    assert event.payload["by"] == "tank"
    assert event.payload["at"] == pytest.approx((8.5, 5.0))
    assert event.payload["damage"] == 7.0


def test_a_projectile_without_target_flies_straight_ahead_to_the_edge():
    running = pair()
    fire(running, speed=60.0)
    assert events_of(running, 30) == []
    impact = running.impacts[0]
    assert impact.hit_obstruction == "map edge"
    assert impact.at == pytest.approx((5, 14))


def test_walls_and_range_stop_projectiles():
    behind = pair(walls={"w": box(6.5, 3, 7, 7)})
    fire(behind, target="player")
    assert events_of(behind, 25) == []
    assert behind.impacts[0].hit_obstruction == "w"
    short = pair()
    fire(short, target="player", range=2.0)
    assert events_of(short, 20) == []
    assert short.impacts[0].at == pytest.approx((7, 5))
    assert short.impacts[0].hit_agent is short.impacts[0].hit_obstruction is None


def test_health_does_not_fall_below_zero():
    running = pair()
    fire(running, target="player", speed=600.0, damage=1e6)
    running.step()
    assert running.entity_field("player", "health") == 0


def test_an_effect_the_world_does_not_know_is_told():
    running = pair()
    assert "open_door" in (running.apply_effect(Effect("tank", "open_door")) or "")
    assert "ghost" in (fire(running, target="ghost") or "")


def test_the_overlay_shows_what_steered():
    running = pair(walls={"w": box(10, 2, 14, 8)})
    running.set_requests("tank", (ask("pursue", target="player", weight=2.0, node="n7"),))
    running.drive("player", (0.0, 1.0))
    for _ in range(10):
        running.step()
    overlay = running.overlay("tank")
    contribution = overlay.contributions[0]
    assert (contribution.behavior, contribution.node_path, contribution.weight) == ("pursue", "n7", 2.0)
    assert contribution.target == pytest.approx(running.pose("player").position, abs=0.1)
    assert contribution.target is not None
    assert contribution.marks["predicted"][1] > contribution.target[1]
    assert np.hypot(*overlay.linear) == pytest.approx(12)
    assert not overlay.stopped
    running.set_requests("tank", ())
    running.step()
    assert running.overlay("tank").stopped


# -- determinism ---------------------------------------------------------------------------------------


def busy_world(seed: int = 3, order: int = 1) -> World:
    source = random.Random(seed)
    sight = {
        "kind": "sight",
        "params": {"looks_for": "x"},
        "writes": {"v": "visible"},
        "raises": {"e": "seen"},
    }
    agents = {
        f"a{number:02d}": {
            "at": [source.uniform(1, 19), source.uniform(1, 3)],
            "team": source.choice("xy"),
            "radius": 0.3,
            "modifiers": [{"behavior": "avoid_walls"}, {"behavior": "avoid_agents"}],
            "sensors": [sight],
            "fields": {"health": 50},
        }
        for number in range(40)
    }
    return world(
        seed=seed,
        walls={"w": box(6, 5, 8, 9)},
        waypoints={"a": {"at": [2, 2]}, "b": {"at": [18, 12]}, "c": {"at": [3, 12]}},
        paths={"way": {"waypoints": ["a", "b", "c"]}},
        agents=dict(list(agents.items())[::order]),
    )


def play(running: World, steps: int, seed: int) -> None:
    source = random.Random(seed)
    ids = running.agent_ids
    for _ in range(steps):
        running.sense(running.tick, no_variables)
        for agent in ids:
            if source.random() < 0.1:
                behavior = source.choice(["wander", "pursue", "follow_path", "arrive", "evade"])
                arguments: dict[str, Any] = (
                    {"path": "way"} if behavior == "follow_path" else {"target": source.choice(ids)}
                )
                running.set_requests(agent, (ask(behavior, **({} if behavior == "wander" else arguments)),))
            if source.random() < 0.02:
                running.apply_effect(Effect(agent, "fire", {"target": source.choice(ids)}))
        if source.random() < 0.1:
            running.drive(source.choice(ids), source.choice([None, (1.0, 0.0), (0.0, -1.0)]))
        running.step()


@settings(max_examples=daily(4, deep=12))
@given(before=st.integers(0, 60), after=st.integers(1, 60), seed=st.integers(0, 1000))
def test_1_5_a_restored_world_goes_on_with_the_same_bytes(before, after, seed):
    running = busy_world()
    play(running, before, seed)
    saved, bytes_then = running.snapshot(), running.state_bytes()
    play(running, after, seed + 1)
    first = running.state_bytes()
    play(running, 5, seed + 2)
    running.restore(saved)
    assert running.state_bytes() == bytes_then
    play(running, after, seed + 1)
    assert running.state_bytes() == first


def test_a_snapshot_restores_into_another_world_of_the_same_document():
    first, second = busy_world(), busy_world()
    play(first, 30, 5)
    second.restore(first.snapshot())
    play(first, 30, 6)
    play(second, 30, 6)
    assert first.state_bytes() == second.state_bytes()


def test_1_6_the_order_in_which_agents_are_stored_never_changes_a_result():
    first, second = busy_world(order=1), busy_world(order=-1)
    play(first, 80, 9)
    play(second, 80, 9)
    assert first.state_bytes() == second.state_bytes()


def test_another_seed_makes_another_world():
    first, second = busy_world(), busy_world()
    second.seed = 99
    for running in (first, second):
        running.set_requests("a00", (ask("wander"),))
        for _ in range(30):
            running.step()
    assert first.pose("a00") != second.pose("a00")


def state_hash() -> str:
    """Return the hash of a busy world after 200 steps."""
    running = busy_world()
    play(running, 200, 1)
    return hashlib.sha256(running.state_bytes()).hexdigest()


def test_1_5_two_processes_with_different_hash_seeds_agree():
    code = "from tests.runtime.worlds.test_world import state_hash; print(state_hash())"
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == state_hash()
