"""Hold what sensors explain: plain data, for panels and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.basics.values import Value, Vector


@dataclass(frozen=True, slots=True)
class SenseCandidate:
    """Explain one thing that a sensor could sense: whether it did, and what decided.

    `entity_id` is "" for what nobody made, such as a noise of the user's. `verdict` says in a few words what
    decided, such as "out of range" or "behind w1". `angle` is between the heading and the direction to it, in
    degrees. Where a ray was stopped, `blocked_by` is the wall or obstacle and `blocked_at` the place.
    `strength` is what arrives: loudness, scent, or the share of the detection meter filled in a second.
    """

    entity_id: str
    distance: float
    position: Vector = (0.0, 0.0)
    angle: float = 0.0
    in_range: bool = True
    in_angle: bool = True
    blocked_by: str | None = None
    blocked_at: Vector | None = None
    visible: bool = False
    strength: float = 0.0
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class SenseShape:
    """Show how far a sensor reaches: a cone or, with a half angle of 180 degrees, a circle.

    `name` says what holds inside, such as "far" or "peripheral". `blocked` tells whether walls cut it off.
    With a `far_width` it is a box that widens from `near_width` at the eye to `far_width` at its range.
    """

    name: str
    range: float
    half_angle: float = 180.0
    blocked: bool = False
    near_width: float = 0.0
    far_width: float = 0.0


@dataclass(frozen=True, slots=True)
class SensorExplanation:
    """Explain what one sensor of an agent makes of the world as it is now.

    `outputs` are what it last wrote or would write, `candidates` everything it could sense, in ascending id,
    and `shapes` how far it reaches.
    """

    agent_id: str
    index: int
    kind: str
    outputs: Mapping[str, Value]
    candidates: tuple[SenseCandidate, ...] = ()
    shapes: tuple[SenseShape, ...] = ()
