"""Hold the bodies of all agents of a world in arrays, in ascending agent id, and read their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from graphs.worlds.model.world_file import AgentEntry, Combiner, StopRule
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, wrap_orientation

STOP_RULES: tuple[StopRule, ...] = ("hard_stop", "brake", "coast")
"""The stop rules; `AgentArrays.stop_rule` indexes them."""


COMBINERS: tuple[Combiner, ...] = ("weight", "priority", "running_sum")
"""The ways to combine steering; `AgentArrays.combiner` indexes them."""


@dataclass(frozen=True, slots=True)
class KinematicState:
    """Hold a copy of everything about bodies that changes while a world runs."""

    position: FloatArray
    velocity: FloatArray
    orientation: FloatArray
    rotation: FloatArray


@dataclass(slots=True, eq=False)
class AgentArrays:
    """Hold n bodies; row i of every array belongs to `ids[i]`, and ids ascend.

    What changes: `position` (n, 2) in units, `velocity` (n, 2) in units/s, `orientation` (n,) in degrees
    [0, 360), `rotation` (n,) in degrees/s. What stays: `team_numbers` (n,), equal for agents of one team,
    `radius`, the four limits of STEER-01 (n,), `stop_rule` (n,) as an index of `STOP_RULES`, `combiner` (n,)
    as one of `COMBINERS`, `faces_travel` (n,), `immovable` (n,). `combiners` are those
    in use.
    """

    ids: tuple[str, ...]
    teams: tuple[str, ...]
    team_numbers: IntArray
    position: FloatArray
    velocity: FloatArray
    orientation: FloatArray
    rotation: FloatArray
    radius: FloatArray
    max_speed: FloatArray
    max_acceleration: FloatArray
    max_rotation: FloatArray
    max_angular_acceleration: FloatArray
    stop_rule: IntArray
    combiner: IntArray
    faces_travel: BoolArray
    immovable: BoolArray
    combiners: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.combiners = tuple(sorted(set(self.combiner.tolist()))) or (0,)

    def __len__(self) -> int:
        return len(self.ids)

    def snapshot(self) -> KinematicState:
        """Return a copy of what changes."""
        return KinematicState(
            self.position.copy(), self.velocity.copy(), self.orientation.copy(), self.rotation.copy()
        )

    def restore(self, state: KinematicState) -> None:
        """Take back what `snapshot` returned."""
        self.position = state.position.copy()
        self.velocity = state.velocity.copy()
        self.orientation = state.orientation.copy()
        self.rotation = state.rotation.copy()


def build_agent_arrays(agents: Mapping[str, AgentEntry]) -> AgentArrays:
    """Return the bodies of `agents` at rest where the world file places them."""
    ids = tuple(sorted(agents))
    entries = [agents[agent_id] for agent_id in ids]

    def column(values: list[float]) -> FloatArray:
        return np.array(values, dtype=np.float64)

    count = len(ids)
    teams = sorted({entry.team for entry in entries})
    return AgentArrays(
        ids=ids,
        teams=tuple(entry.team for entry in entries),
        team_numbers=np.array([teams.index(entry.team) for entry in entries], dtype=np.int64),
        position=np.array([entry.at for entry in entries], dtype=np.float64).reshape(count, 2),
        velocity=np.zeros((count, 2)),
        orientation=wrap_orientation(column([entry.heading for entry in entries])),
        rotation=np.zeros(count),
        radius=column([entry.radius for entry in entries]),
        max_speed=column([entry.limits.max_speed for entry in entries]),
        max_acceleration=column([entry.limits.max_acceleration for entry in entries]),
        max_rotation=column([entry.limits.max_rotation for entry in entries]),
        max_angular_acceleration=column([entry.limits.max_angular_acceleration for entry in entries]),
        stop_rule=np.array([STOP_RULES.index(entry.stop) for entry in entries], dtype=np.int64),
        combiner=np.array([COMBINERS.index(entry.combiner) for entry in entries], dtype=np.int64),
        faces_travel=np.array([entry.facing == "travel" for entry in entries], dtype=np.bool_),
        immovable=np.array([entry.immovable for entry in entries], dtype=np.bool_),
    )


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
