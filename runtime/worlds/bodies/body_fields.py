"""Read the fields that every agent has by having a body."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from runtime.basics.values import Value, Vector
from runtime.worlds.bodies.agent_arrays import AgentArrays


def _position(agents: AgentArrays, row: int) -> Vector:
    return float(agents.position[row, 0]), float(agents.position[row, 1])


def _velocity(agents: AgentArrays, row: int) -> Vector:
    return float(agents.velocity[row, 0]), float(agents.velocity[row, 1])


def _on_the_ground(agents: AgentArrays, row: int) -> float:
    return 0.0


BODY_FIELDS: Mapping[str, Callable[[AgentArrays, int], Value]] = {
    "heading": lambda agents, row: float(agents.orientation[row]),
    "height": _on_the_ground,
    "landing": _position,
    "landing_in": _on_the_ground,
    "position": _position,
    "radius": lambda agents, row: float(agents.radius[row]),
    "rotation": lambda agents, row: float(agents.rotation[row]),
    "team": lambda agents, row: agents.teams[row],
    "velocity": _velocity,
}
"""What reads each field of the body in a row, by name."""
