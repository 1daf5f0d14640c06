"""The steering actions: what they ask for and when they end."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from graphs.kinds.actions.steering_actions import STEERING_ACTIONS as DECLARATIONS
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.context import EvaluationError
from runtime.basics.host import ROUTE_FIELD
from runtime.basics.status import Status
from runtime.basics.values import Value, Vector
from runtime.minds.actions.steering_actions import STEERING_ACTIONS, builtin_library
from runtime.records.world_records import Effect, SteeringRequest
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import world


class LoneContext:
    """Let one action act for the agent `t` of a world, as a brain would."""

    def __init__(self, running: World, action: str, **arguments: Value) -> None:
        self.world = running
        declaration = builtin_registry().actions[action]
        self.arguments: dict[str, Any] = {
            each.name: each.default for each in declaration.parameters
        } | arguments
        self.requests: list[SteeringRequest] = []
        self.effects: list[Effect] = []
        self.agent = "t"
        self.tick = 0
        self.rate = 60
        self.seconds_running = 0.0
        self.reason = ""
        self.state: Any = SimpleNamespace()

    def argument(self, name: str) -> Value:
        value: Value = self.arguments[name]
        return value

    def entity_field(self, entity: str, field: str) -> Value:
        return self.world.entity_field(entity, field)

    def request(
        self, behavior: str, arguments: Mapping[str, Value], weight: float = 1.0, priority: int = 1
    ) -> None:
        self.requests.append(SteeringRequest(behavior, arguments, weight, priority, "n1"))

    def request_again(self) -> bool:
        return False

    def effect(self, name: str, arguments: Mapping[str, Value]) -> None:
        self.effects.append(Effect(self.agent, name, arguments))

    def fail(self, reason: str) -> Status:
        self.reason = reason
        return Status.FAILURE

    def succeed(self, reason: str) -> Status:
        return Status.SUCCESS

    def own_state(self, start: str) -> str:
        return ""

    def route_state(self) -> str:
        state = self.world.entity_field(self.agent, f"{ROUTE_FIELD}n1")
        return state if isinstance(state, str) else ""

    def position_of(self, point: Value) -> Vector:
        if isinstance(point, tuple):
            return point
        position = self.world.entity_field(point, "position")  # type: ignore[arg-type]
        assert isinstance(position, tuple)
        return position


def act(context: LoneContext, action: str) -> Status:
    """Tick the action once and step the world with what it asked for."""
    context.requests.clear()
    status = STEERING_ACTIONS[action].tick(context)
    assert context.world.set_requests("t", tuple(context.requests)) == ()
    context.world.step()
    return status


def field(**fields) -> World:
    return world(agents={"t": {"at": [5, 5]}, "p": {"at": [9, 12], "heading": 90}}, **fields)


def steps_until_done(action: str, running: World | None = None, limit: int = 900, **arguments: Value) -> int:
    context = LoneContext(running or field(), action, **arguments)
    for step in range(limit):
        status = act(context, action)
        if status != Status.RUNNING:
            assert status == Status.SUCCESS
            return step
    return limit


def test_every_declared_action_has_a_behavior():
    assert set(STEERING_ACTIONS) == {declaration.id for declaration in DECLARATIONS}
    assert all(builtin_library().get(declaration.id) for declaration in DECLARATIONS)


@pytest.mark.parametrize("action", ["seek", "flee", "pursue", "evade"])
def test_what_has_no_end_stays_running(action):
    assert steps_until_done(action, limit=200, target="p") == 200


def test_wander_moves_and_stays_running():
    running = field()
    assert steps_until_done("wander", running, limit=120) == 120
    assert running.pose("t").position != (5.0, 5.0)


def test_arrive_succeeds_inside_target_radius():
    running = field()
    assert 60 < steps_until_done("arrive", running, target=(12.0, 5.0), target_radius=0.4) < 400
    assert abs(running.pose("t").position[0] - 12.0) <= 0.45


def test_go_to_walks_around_a_wall_and_succeeds():
    running = field(walls={"w": {"polygon": [[7, 0], [8, 0], [8, 9], [7, 9]]}})
    assert 60 < steps_until_done("go_to", running, target=(11.0, 3.0)) < 600
    assert abs(running.pose("t").position[0] - 11.0) <= 0.55


def test_go_to_fails_where_no_way_leads():
    running = field(walls={"w": {"polygon": [[7, 0], [8, 0], [8, 14], [7, 14]]}})
    context = LoneContext(running, "go_to", target=(15.0, 3.0))
    results = [act(context, "go_to") for _ in range(4)]
    assert results[0] == Status.RUNNING
    assert results[-1] == Status.FAILURE


IN_WALL = {"w": {"polygon": [[9, 0], [12, 0], [12, 10], [9, 10]]}}


def test_go_to_a_target_in_a_wall_succeeds_at_the_nearest_free_place():
    running = field(walls=IN_WALL)
    assert 60 < steps_until_done("go_to", running, target=(10.0, 5.0)) < 400
    assert 7.5 < running.pose("t").position[0] < 9.0


def test_go_to_a_target_in_a_wall_fails_where_it_is_to_refuse():
    running = field(walls=IN_WALL)
    context = LoneContext(running, "go_to", target=(10.5, 5.0), in_wall="refuse")
    results = [act(context, "go_to") for _ in range(4)]
    assert results[-1] == Status.FAILURE
    assert "inside a wall" in context.reason


def test_go_to_has_not_arrived_at_a_target_it_was_not_asked_for():
    running = field(walls=IN_WALL)
    steps_until_done("go_to", running, target=(10.0, 5.0))
    context = LoneContext(running, "go_to", target=(2.0, 9.0))
    assert act(context, "go_to") == Status.RUNNING


def test_follow_waypoints_succeeds_at_the_end_of_an_open_path():
    waypoints = {"a": {"at": [8, 5]}, "b": {"at": [8, 9]}}
    running = field(waypoints=waypoints, paths={"way": {"waypoints": ["a", "b"], "mode": "open"}})
    assert 60 < steps_until_done("follow_waypoints", running, path="way", mode="world") < 600
    assert running.pose("t").position[1] > 7.9


WITHOUT_END = ["roam", "flock", "separation", "alignment", "cohesion", "match_velocity", "interpose"]


@pytest.mark.parametrize("action", WITHOUT_END)
def test_what_walks_without_end_stays_running(action):
    target: dict[str, Any] = {"target": "p"} if action in ("match_velocity", "interpose") else {}
    if action == "interpose":
        target["other"] = (5.0, 5.0)
    assert steps_until_done(action, limit=120, **target) == 120


def test_roam_goes_from_place_to_place_on_the_map():
    running = field()
    context = LoneContext(running, "roam", half_size=30.0)
    places = []
    for _ in range(1200):
        act(context, "roam")
        places.append(running.pose("t").position)
    assert max(x for x, _ in places) - min(x for x, _ in places) > 4
    assert all(0 <= x <= 20 and 0 <= y <= 14 for x, y in places)


def test_arrive_at_the_own_place_succeeds_at_once():
    assert steps_until_done("arrive", target=(5.0, 5.0)) == 0


def test_leave_succeeds_where_it_has_faded_out():
    running = field()
    steps = steps_until_done("leave", running, target=(6.0, 5.0), escape_radius=3.0, danger_radius=4.0)
    assert 30 < steps < 300
    assert running.pose("t").position[0] == pytest.approx(6 - 0.95 * 4, abs=0.05)


def test_face_succeeds_within_its_tolerance():
    running = field()
    assert 10 < steps_until_done("face", running, target=(5.0, 1.0), target_radius=3.0) < 200
    assert running.pose("t").heading == pytest.approx(270, abs=4)
    assert running.pose("t").position == (5.0, 5.0)


def test_align_takes_the_heading_of_its_target():
    running = field()
    assert 5 < steps_until_done("align", running, target="p") < 200
    assert running.pose("t").heading == pytest.approx(90, abs=4)


def test_stop_succeeds_at_rest():
    running = field()
    running.drive("t", (1.0, 0.0))
    for _ in range(30):
        running.step()
    running.drive("t", None)
    assert 1 <= steps_until_done("stop", running) < 200
    assert steps_until_done("stop", running) == 0


WAY = {
    "waypoints": {"a": {"at": [5, 5]}, "b": {"at": [12, 5]}, "c": {"at": [12, 10]}},
    "paths": {
        "way": {"waypoints": ["a", "b", "c"], "mode": "open"},
        "ring": {"waypoints": ["a", "b", "c"], "mode": "loop"},
    },
}


def test_follow_path_succeeds_at_the_end_of_an_open_path():
    running = field(**WAY)
    assert 150 < steps_until_done("follow_path", running, path="way") < 600
    assert running.pose("t").position == pytest.approx((12, 10), abs=0.6)


def test_follow_path_goes_on_for_ever_on_a_loop_unless_asked_to_walk_it_once():
    assert steps_until_done("follow_path", field(**WAY), path="ring") == 900
    assert steps_until_done("follow_path", field(**WAY), path="ring", mode="once") < 600


def test_speed_and_weight_reach_the_request():
    context = LoneContext(field(), "arrive", target=(9.0, 9.0), speed=1.5, weight=0.5)
    act(context, "arrive")
    assert context.requests[0].weight == 0.5
    assert context.requests[0].arguments["speed"] == 1.5
    assert "weight" not in context.requests[0].arguments


def test_an_action_that_ends_still_files_its_request():
    context = LoneContext(field(), "arrive", target=(5.0, 5.0))
    assert act(context, "arrive") == Status.SUCCESS
    assert len(context.requests) == 1


@pytest.mark.parametrize("target", [None, "nobody"])
def test_a_lost_target_fails_the_action(target):
    context = LoneContext(field(), "seek", target=target)
    with pytest.raises(EvaluationError):
        STEERING_ACTIONS["seek"].tick(context)
    assert context.requests == []
