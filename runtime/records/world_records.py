"""Plain data that goes into a world and comes out of it, some of it only for the preview to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from runtime.basics.host import Request
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.values import Value, Vector
from runtime.records.sense_records import SenseCandidate as SenseCandidate
from runtime.records.sense_records import SenseShape as SenseShape
from runtime.records.sense_records import SensorExplanation as SensorExplanation

SteeringRequest: TypeAlias = Request
"""Ask for one steering behavior: what brains file, see `runtime.basics.host.Request`."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Ask for something that happens once, after all brains have ticked (rule 9.3).

    `node_path` names the node that asks, "" for nobody's. `stream` is its number in draws, -1 where that is
    the hash of `node_path`.
    """

    agent_id: str
    name: str
    arguments: Mapping[str, Value] = field(default_factory=dict)
    node_path: str = ""
    stream: int = -1

    def draw_key(self, part: str) -> int:
        """Return the number of a stream of the node that asks, the hash of its path and `part` behind it."""
        own = self.stream if self.stream >= 0 else fnv1a_32(self.node_path)
        return fnv1a_32(f"/{part}", own)


@dataclass(frozen=True, slots=True)
class WorldEvent:
    """Tell an agent's brain something: `name` and what it carries."""

    agent_id: str
    name: str
    payload: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SenseResults:
    """Hold what all sensors due in one step wrote and raised, in ascending agent id and sensor order.

    `writes` are (agent id, variable, value).
    """

    writes: tuple[tuple[str, str, Value], ...] = ()
    events: tuple[WorldEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Pose:
    """Hold where an agent is: position in units, velocity in units/s, heading in degrees, [0, 360)."""

    position: Vector
    velocity: Vector
    heading: float
    rotation: float
    radius: float


@dataclass(frozen=True, slots=True)
class SteeringContribution:
    """Show what one request or modifier contributed to an agent's last step, weight included.

    `linear` in units/s², `angular` in degrees/s². `target` is the point it steered for or from, if any, and
    `target_entity` the entity that is there; `marks` are further named points, such as the predicted place of
    a pursued agent. `numbers` are its arguments by name, those without a limit left out, `mode` the way to do
    it. `feelers`, `meeting`, `neighbors` and `progress` are what it feels, dodges, counts and follows now.
    """

    behavior: str
    node_path: str
    weight: float
    linear: Vector
    angular: float
    target: Vector | None = None
    marks: Mapping[str, Vector] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    mode: str = ""
    target_entity: str | None = None
    is_modifier: bool = False
    feelers: tuple[Feeler, ...] = ()
    meeting: ClosestApproach | None = None
    neighbors: tuple[Vector, ...] = ()
    progress: PathProgress | None = None


@dataclass(frozen=True, slots=True)
class ViewCone:
    """Show what an agent can see: a polygon cut at walls, starting at the eye."""

    polygon: tuple[Vector, ...]
    range: float
    half_angle: float


@dataclass(frozen=True, slots=True)
class PlaceCandidate:
    """Show one candidate of a question for a place: its score, None where it was left out, and why so."""

    at: Vector
    score: float | None
    told: str


@dataclass(frozen=True, slots=True)
class PlaceAnswer:
    """Show the last answer to a question: what was found, best first, and candidates, the best ones last."""

    name: str
    places: tuple[Vector, ...]
    told: str
    candidates: tuple[PlaceCandidate, ...]


@dataclass(frozen=True, slots=True)
class FormationPlace:
    """Show one place of a formation: where it is, and who has it where, "" for nobody."""

    at: Vector
    holder: str = ""
    holder_at: Vector | None = None


@dataclass(frozen=True, slots=True)
class ShownFormation:
    """Show how the squad of an agent stands: its leader, its shape, and all its places."""

    squad_id: str
    leader: str
    shape: str
    places: tuple[FormationPlace, ...]


@dataclass(frozen=True, slots=True)
class AgentOverlay:
    """Hold what the preview draws over a picked agent.

    `cost_left` is what is left to pay of the route it walks, −1 without one.
    """

    agent_id: str
    pose: Pose
    contributions: tuple[SteeringContribution, ...]
    linear: Vector
    angular: float
    cones: tuple[ViewCone, ...]
    sensors: tuple[SensorExplanation, ...]
    target: Vector | None
    path_ahead: tuple[Vector, ...]
    stopped: bool
    answers: tuple[PlaceAnswer, ...] = ()
    cost_left: float = -1.0
    formation: ShownFormation | None = None


@dataclass(frozen=True, slots=True)
class Feeler:
    """Show one ray that a body feels ahead with: from `start` to `end`, in units.

    Where it meets something, `hit_at` is the place, `normal` the unit vector off the surface and `hit_by` the
    wall or obstacle.
    """

    name: str
    start: Vector
    end: Vector
    hit_at: Vector | None = None
    normal: Vector | None = None
    hit_by: str = ""


@dataclass(frozen=True, slots=True)
class ClosestApproach:
    """Show the closest approach that a body dodges: with whom, in how many seconds (0: too near already).

    `own` and `other` are where both will be then, `distance` the units between their middles.
    """

    entity_id: str
    seconds: float
    own: Vector
    other: Vector
    distance: float


@dataclass(frozen=True, slots=True)
class PathProgress:
    """Show how far along its path a follower is.

    `line` is the way behind it from the start of the path to `at`, its own place on it. `done` and `total`
    are arc lengths in units; on a path that loops or goes to and fro `total` is that of one round.
    """

    line: tuple[Vector, ...]
    at: Vector
    done: float
    total: float
    closed: bool
