"""Compute all steering requests in force at once, behavior by behavior, and blend them per agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from graphs.worlds.model.world_file import Combiner
from runtime.basics.vectors import FloatArray, columns
from runtime.formulas.blend import Asked, blend_as_running_sum, blend_by_priority, blend_by_weight
from runtime.formulas.steering_input import SteeringInput
from runtime.worlds.bodies.agent_arrays import COMBINERS, AgentArrays
from runtime.worlds.bodies.motion import Drive
from runtime.worlds.requests.request_store import RequestStore
from runtime.worlds.requests.steering_requests import CompiledRequest
from runtime.worlds.requests.steering_table import Batch, RequestTable
from runtime.worlds.steering.single_behaviors import SINGLE_EVALUATORS
from runtime.worlds.steering.steering_behaviors import EVALUATORS
from runtime.worlds.steering.steering_scene import BehaviorResult, Scene

__all__ = ["BehaviorResult", "Scene", "SteeringStep", "compute_steering"]


@dataclass(frozen=True, slots=True, eq=False)
class SteeringStep:
    """Hold one step's steering: what every request asked, unweighted, and what drives the bodies.

    `results` go with the batches of `table`.
    """

    table: RequestTable
    asked: SteeringInput
    results: tuple[BehaviorResult, ...]
    drive: Drive


def compute_steering(scene: Scene, store: RequestStore) -> SteeringStep:
    """Compute what is in force in `store`."""
    return steering_of(scene, store.table())


def steering_of(scene: Scene, table: RequestTable) -> SteeringStep:
    """Compute every request and modifier of `table` and combine them as each agent does.

    What requests remember and how often they drew goes back into `table`. Modifiers add to what is asked;
    they neither count as a request nor keep the stop rule from acting (rule 9.2).
    """
    count = len(table.agent)
    linear, angular = columns(np.zeros(count), np.zeros(count)), np.zeros(count)
    results = []
    for batch in table.batches:
        result = _result(scene, batch)
        results.append(result)
        linear[:, 0][batch.rows] = result.steering.linear[:, 0]
        linear[:, 1][batch.rows] = result.steering.linear[:, 1]
        angular[batch.rows] = result.steering.angular
    scene.navigator.keep(_trips_in_force(table))
    scene.navigator.search(scene.tick)
    asked = SteeringInput(linear, angular)
    blended = combine(Asked(table.agent, table.weight, table.priority, asked), scene.agents)
    steered = table.steered_agents(len(scene.agents))
    limit = speed_limits(table, scene.agents.max_speed)
    return SteeringStep(table, asked, tuple(results), Drive(blended, steered.moved, steered.turned, limit))


def _result(scene: Scene, batch: Batch) -> BehaviorResult:
    behavior = batch.behavior.id
    if scene.single_bodies and behavior in SINGLE_EVALUATORS:
        result = SINGLE_EVALUATORS[behavior](scene, batch)
        if result is not None:
            return result
    return EVALUATORS[behavior](scene, batch, scene.bodies_of(batch))


def speed_limits(table: RequestTable, max_speed: FloatArray) -> FloatArray:
    """Return the highest speed that the requests of each agent ask for; `max_speed` (n,) where none does.

    Modifiers ask for no speed.
    """
    if table.speeds is None:
        table.speeds = _speeds_asked(table, len(max_speed))
    return np.where(table.speeds < 0.0, max_speed, np.minimum(table.speeds, max_speed))


def _speeds_asked(table: RequestTable, count: int) -> FloatArray:
    """Return the highest speed (n,) that the requests of each agent name; -1 where none does."""
    asked = np.full(count, -1.0)
    for batch in table.batches:
        if batch.behavior.steering.moves and batch.has_column("speed"):
            agent, wanted = batch.agent[batch.asks], batch.column("speed")[batch.asks]
            if batch.one_each:
                asked[agent] = np.maximum(asked.take(agent), wanted)
            else:
                np.maximum.at(asked, agent, wanted)
    return asked


def _trips_in_force(table: RequestTable) -> Sequence[CompiledRequest]:
    """Return the requests that walk routes, the same list as long as they are the same."""
    return next((batch.requests for batch in table.batches if batch.behavior.id == "go_to"), ())


_BLENDS: dict[Combiner, Callable[[Asked, FloatArray, FloatArray], SteeringInput]] = {
    "weight": blend_by_weight,
    "priority": blend_by_priority,
    "running_sum": blend_as_running_sum,
}


def combine(asked: Asked, agents: AgentArrays) -> SteeringInput:
    """Return one steering per agent, combined the way the agent's `combiner` says (rule 9.2)."""
    used = agents.combiners
    blends = [_BLENDS[COMBINERS[which]] for which in used]
    parts = [blend(asked, agents.max_acceleration, agents.max_angular_acceleration) for blend in blends]
    linear, angular = parts[0].linear, parts[0].angular
    for which, part in zip(used[1:], parts[1:], strict=True):
        own = agents.combiner == which
        linear = np.where(own[:, None], part.linear, linear)
        angular = np.where(own, part.angular, angular)
    return SteeringInput(linear, angular)
