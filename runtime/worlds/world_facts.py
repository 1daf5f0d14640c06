"""Say what can be read of a running world: fields of entities, poses, what overlays draw.

Answer what minds ask a world about what a thing shows, sees and is, as fields of it.

| field | value |
|---|---|
| `emote` | what is shown above the entity, "" for nothing |
| `switched_on` | whether the entity gives off anything |
| `sight:ENTITY` | what ends the line of sight to that entity, "" when nothing does |
| `zone:ZONE` | whether the entity is in that zone |
| `tag:WORD` | whether the entity has that tag |
| `query:foes_seen:` | the agents of other teams that it sees now, nearest first, then by id |
| `query:path_waypoints:PATH` | the waypoints of that path, along it |

Answer what conditions of fights ask a world, as fields of the agent that asks.

| field | value |
|---|---|
| `shot:ENTITY` | what ends a straight shot at that entity, "" when nothing does |
| `throw:X,Y,SPEED,GRAVITY,ARC` | whether a throw comes down at that place |
| `landing_gap` | distance to the nearest place where something thrown comes down; infinity for none |
| `blast_gap` | gap to the nearest blast to come, negative inside it; infinity for none |
| `shot_in` | seconds until something that flies would hit the agent; infinity for nothing |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np

from graphs.expressions.types import Items
from graphs.model.variables_and_events import MOST_ITEMS
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import EvaluationError
from runtime.basics.host import (
    BLAST_GAP_FIELD,
    HIDE_FIELD,
    LANDING_GAP_FIELD,
    NEAREST_FIELD,
    QUERY_FIELD,
    ROUTE_COST_FIELD,
    ROUTE_FIELD,
    SHOT_FIELD,
    SHOT_IN_FIELD,
    SIGHT_FIELD,
    SQUAD_FIELD,
    SWITCH_FIELD,
    TAG_FIELD,
    THROW_FIELD,
    ZONE_FIELD,
)
from runtime.basics.values import Value, Vector, distance_between
from runtime.basics.vectors import BoolArray, FloatArray
from runtime.formulas.ballistics import HAND_HEIGHT, Arc, aim_throw
from runtime.formulas.impacts import seconds_until_touch
from runtime.formulas.path_following import PathTrack
from runtime.records.sense_records import SensorExplanation
from runtime.records.world_records import AgentOverlay, Pose
from runtime.worlds.bodies.agent_arrays import BODY_FIELDS, AgentArrays
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, point_in_polygon, reaching_above
from runtime.worlds.bodies.health import HEALTH, health_of
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.bodies.things import Things
from runtime.worlds.flight.flight import fly
from runtime.worlds.flight.flight_hits import Targets
from runtime.worlds.flight.flying import Flying, projectile_field
from runtime.worlds.flight.projectiles import Impact, Projectile, ThrownObject, thrown
from runtime.worlds.navigation.agent_costs import ReadCost
from runtime.worlds.navigation.grounds import Grounds
from runtime.worlds.navigation.hiding_places import hiding_place
from runtime.worlds.navigation.navigator import Navigator
from runtime.worlds.overlays.overlay import ALL_PARTS, OverlayPart, OverlayScene, build_overlay, pose_of
from runtime.worlds.parts.world_part import Part
from runtime.worlds.places.places import Places
from runtime.worlds.requests.request_store import RequestStore, path_left
from runtime.worlds.requests.steering_requests import Track
from runtime.worlds.senses.entities import Entities
from runtime.worlds.senses.senses import Senses
from runtime.worlds.signals.signals import Signals
from runtime.worlds.solid_forms import MovingGround
from runtime.worlds.squads.squads_part import SquadsPart
from runtime.worlds.starting import Start
from runtime.worlds.steering.steering_step import SteeringStep
from runtime.worlds.world_parts import WorldParts

EMOTE_FIELD = "emote"

_PREFIXES = (SIGHT_FIELD, ZONE_FIELD, TAG_FIELD, QUERY_FIELD, HIDE_FIELD)

_LANDED_NEAR = 0.5
"""How near to its target in units a throw has to come down."""
_ENTITY_FIELDS = (*BODY_FIELDS, HEALTH, "path_left", "emote")


def asked_field(world: WorldFacts, entity: str, field: str) -> Value:
    """Return such a field; raise `EvaluationError` for an entity or zone that is not there."""
    if field == EMOTE_FIELD:
        shown = world.signals.emotes.shown.get(entity)
        return shown.text if shown is not None else ""
    if field == SWITCH_FIELD:
        return world.signals.is_active(entity)
    prefix = next(each for each in _PREFIXES if field.startswith(each))
    name = field.removeprefix(prefix)
    if prefix == QUERY_FIELD:
        return Items(tuple(_queried(world, entity, *name.partition(":")[::2]))[:MOST_ITEMS])
    if prefix == HIDE_FIELD:
        return _hiding_place(world, entity, *name.split(",", 2))
    if prefix == SIGHT_FIELD:
        start, end = _position(world, entity), _position(world, name)
        hits = cast_rays(world.opaque, start, end - start)
        return world.opaque.names[int(hits.owner[0])] if hits.hit[0] else ""
    if prefix == ZONE_FIELD:
        zone = world.document.zones.get(name)
        if zone is None:
            raise EvaluationError(f"There is no zone {name!r} in this world.")
        polygon = np.array(zone.polygon, dtype=np.float64)
        return bool(point_in_polygon(_position(world, entity), polygon)[0])
    row = world.things.ids.index(entity) if entity in world.things.ids else -1
    return row >= 0 and name in world.things.tags[row]


def _queried(world: WorldFacts, agent: str, query: str, of: str) -> Sequence[str]:
    if query == "path_waypoints":
        if of not in world.document.paths:
            raise EvaluationError(f"There is no path {of!r} in this world.")
        return world.document.paths[of].waypoints
    if query != "foes_seen":
        raise EvaluationError(f"The world has no query {query!r}.")
    team = world.entity_field(agent, "team")
    seen: dict[str, float] = {}
    for sensor in world.sensors_now(agent):
        for each in sensor.candidates:
            if each.visible and each.entity_id in world.agent_ids:
                seen[each.entity_id] = min(each.distance, seen.get(each.entity_id, math.inf))
    foes = (other for other in seen if world.entity_field(other, "team") != team)
    return sorted(foes, key=lambda other: (seen[other], other))


def _hiding_place(world: WorldFacts, agent: str, reach: str, margin: str, threat: str) -> Value:
    """Return the nearest place where an agent is hidden from a threat, "" for none."""
    radius, own, seer = (
        world.entity_field(agent, "radius"),
        world.entity_field(agent, "position"),
        world.entity_field(threat, "position"),
    )
    assert isinstance(radius, float)
    assert isinstance(own, tuple)
    assert isinstance(seer, tuple)
    found = hiding_place(world.solid, world.opaque, own, radius, seer, float(reach), float(margin))
    return "" if found is None else found


def _position(world: WorldFacts, entity: str) -> FloatArray:
    place = world.entity_field(entity, "position")
    assert isinstance(place, tuple)
    return np.array([place], dtype=np.float64)


def is_combat_field(field: str) -> bool:
    """Tell whether a field is answered here."""
    return field in (LANDING_GAP_FIELD, BLAST_GAP_FIELD, SHOT_IN_FIELD) or field.startswith(
        (SHOT_FIELD, THROW_FIELD)
    )


def combat_field(world: WorldFacts, agent: str, field: str) -> Value:
    """Return a field of which `is_combat_field` is true.

    Raises `EvaluationError` for an agent or a target that is not there.
    """
    pose = world.pose(agent)
    if field.startswith(SHOT_FIELD):
        return _end_of_shot(world, pose.position, field.removeprefix(SHOT_FIELD))
    if field.startswith(THROW_FIELD):
        return _comes_down(world, pose.position, field.removeprefix(THROW_FIELD))
    if field == LANDING_GAP_FIELD:
        return min(_landing_gaps(world, pose.position), default=math.inf)
    if field == BLAST_GAP_FIELD:
        return min(_blast_gaps(world, pose.position, pose.radius), default=math.inf)
    return min(_hits(world, agent, pose.position, pose.velocity, pose.radius), default=math.inf)


def _end_of_shot(world: WorldFacts, start: Vector, entity: str) -> str:
    place = world.entity_field(entity, "position")
    assert isinstance(place, tuple)
    solid = reaching_above(world.solid, HAND_HEIGHT)
    way = np.array([[place[0] - start[0], place[1] - start[1]]], dtype=np.float64)
    hits = cast_rays(solid, np.array([start], dtype=np.float64), way)
    return solid.names[int(hits.owner[0])] if hits.hit[0] else ""


def _comes_down(world: WorldFacts, start: Vector, question: str) -> bool:
    x, y, speed, gravity, named = question.split(",")
    arc: Arc = "lob" if named == "lob" else "flat"
    target = (float(x), float(y))
    aim = aim_throw(start, target, float(speed), float(gravity), rise=-HAND_HEIGHT, arc=arc)
    if aim is None:
        return False
    stone = thrown(
        "", 0, world.rate, start, HAND_HEIGHT, aim.velocity, aim.climb, ThrownObject(gravity=float(gravity))
    )
    nobody = Targets(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros(0, dtype=np.bool_))
    flown = fly((stone,), nobody, (), world.solid, aim.seconds * 1.001 + 1e-6, 0)
    ends = [impact.at for impact in flown.impacts] or [each.position for each in flown.alive]
    return distance_between(ends[0], target) <= _LANDED_NEAR


def _landing_gaps(world: WorldFacts, place: Vector) -> Iterator[float]:
    """Yield the distances to where everything thrown comes down; what lies is not on its way any more."""
    for each in world.projectiles:
        if each.gravity > 0.0 and each.velocity != (0.0, 0.0):
            yield distance_between(each.landing, place)


def _blast_gaps(world: WorldFacts, place: Vector, radius: float) -> Iterator[float]:
    for each in world.projectiles:
        if each.blast_radius > 0.0:
            yield distance_between(each.landing, place) - radius - each.blast_radius


def _hits(world: WorldFacts, agent: str, place: Vector, velocity: Vector, radius: float) -> Iterator[float]:
    for each in world.projectiles:
        if each.shooter != agent and not each.lasting and each.velocity != (0.0, 0.0):
            offset = (each.position[0] - place[0], each.position[1] - place[1])
            relative = (each.velocity[0] - velocity[0], each.velocity[1] - velocity[1])
            seconds = seconds_until_touch(offset, relative, radius + each.radius)
            if seconds is not None and seconds <= _time_left(each):
                yield seconds


def _time_left(projectile: Projectile) -> float:
    """Return how long something flies on at most: to the end of its range, or to the ground."""
    if projectile.gravity > 0.0:
        return projectile.landing_in
    speed = distance_between((0.0, 0.0), projectile.velocity)
    return projectile.range_left / speed if speed > 0.0 else 0.0


def _bodiless_field(world: WorldFacts, squad: str, field: str) -> Value:
    """Return a field of the mind of a squad: about squads its own, else what is asked of its leader."""
    if world.parts.answers(field):
        return world.parts.field(squad, field)
    leader = _leader(world, squad)
    if leader is None:
        if field == "team":
            return ""
        raise EvaluationError(f"The squad {squad} has no members any more, so no {field}.")
    return world.entity_field(leader, field)


def _leader(world: WorldFacts, squad: str) -> str | None:
    leader = world.parts.field(squad, f"{SQUAD_FIELD}leader")
    return leader if isinstance(leader, str) else None


def still_field(entities: Entities, row: int, field: str, own: Mapping[str, Value]) -> Value:
    """Return a field of something that stands still, `own` those that it has beside the usual."""
    place = entities.still_positions[row - entities.agent_count]
    still: dict[str, Value] = {
        "position": (float(place[0]), float(place[1])),
        "velocity": (0.0, 0.0),
        "heading": 0.0,
        "radius": 0.0,
        "team": "",
        "health": 0.0,
        "height": 0.0,
        "landing": (float(place[0]), float(place[1])),
        "landing_in": 0.0,
        **own,
    }
    if field not in still:
        known = ", ".join(sorted(still))
        raise EvaluationError(f"{entities.ids[row]} has no field {field!r}. Known fields: {known}.")
    return still[field]


def route_field(navigator: Navigator, row: int, field: str, place: FloatArray) -> Value | None:
    """Return what an agent at `place` asks of its ways; None for a field of something else."""
    if field.startswith(ROUTE_FIELD):
        return navigator.state((row, field.removeprefix(ROUTE_FIELD), "go_to", 0))
    if field == ROUTE_COST_FIELD:
        x, y = place.tolist()
        return navigator.cost_left(row, (x, y))
    if field.startswith(NEAREST_FIELD):
        return navigator.nearest.answer(row, field.removeprefix(NEAREST_FIELD))
    return None


class WorldFacts:
    """Hold the parts of a running world and answer what brains, the session and the preview read."""

    document: WorldDocument
    tick: int
    rate: int
    step_seconds: float
    agents: AgentArrays
    solid: Obstructions
    entities: Entities
    flying: Flying
    things: Things
    signals: Signals
    parts: WorldParts
    counts_waypoint: Callable[[str, str], bool]
    senses: Senses
    _store: RequestStore
    tracks: tuple[PathTrack, ...]
    track_rows: Mapping[Track, int]
    shapes: SolidShapes
    start: Start | None
    navigator: Navigator
    _last_step: SteeringStep | None
    _moving: MovingGround
    _fields: dict[str, Mapping[str, Value]]
    _still_fields: Mapping[str, Mapping[str, Value]]

    @property
    def agent_ids(self) -> tuple[str, ...]:
        """Return the ids of all agents, ascending."""
        return self.agents.ids

    @property
    def projectiles(self) -> tuple[Projectile, ...]:
        """Return what flies, in the order it was launched."""
        return self.flying.projectiles

    @property
    def impacts(self) -> tuple[Impact, ...]:
        """Return where something ended within the last half second."""
        return self.flying.impacts

    # -- what brains and the user read -------------------------------------------------------------

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity.

        `position`, `velocity`, `heading` (degrees), `radius`, `team`, `health`, `height` above the ground,
        `landing`, where it will come down (its place if it does not fly) and `landing_in` so many seconds;
        for an agent also `rotation` (degrees/s), `path_left`, the units left on the open path it follows (-1
        if none), and `emote`, what is shown above it; for a projectile its `shooter`; and what its `fields`
        in the world file name. Raises `EvaluationError` for an unknown entity or field.
        """
        if entity in self.entities.bodiless:
            return _bodiless_field(self, str(entity), field)
        row = self.entities.row(entity)
        if entity is not None and (field in (EMOTE_FIELD, SWITCH_FIELD) or field.startswith(_PREFIXES)):
            return asked_field(self, entity, field)
        if entity is not None and self.parts.answers(field):
            return self.parts.field(entity, field)
        if row < self.entities.agent_count:
            return self._agent_field(row, field)
        if row >= len(self.entities.ids):
            return projectile_field(self.flying.find(entity), field)
        return still_field(self.entities, row, field, self._still_fields.get(self.entities.ids[row], {}))

    def has_entity(self, entity: str) -> bool:
        """Tell whether there is an entity of this id now."""
        try:
            self.entities.row(entity)
        except EvaluationError:
            return False
        return True

    @property
    def alive(self) -> BoolArray:
        """Tell of every agent, by row, whether it is there and has any health left."""
        return self.entities.health.alive

    @property
    def opaque(self) -> Obstructions:
        """Return what is solid and ends sight."""
        return self.senses.opaque

    def part(self, kind: type[Part]) -> Part | None:
        """Return the part of a kind that the world has, None without one."""
        return self.parts.find(kind)

    @property
    def grounds(self) -> Grounds:
        """Return the ground that ways lead over."""
        return self.navigator.grounds

    def has_room(self, points: FloatArray, radius: float) -> BoolArray:
        """Tell for each of n points whether a body of a radius can be there, by the cells of ways."""
        return self.navigator.grounds.has_room(points, radius)

    def counts_for(self, agent_id: str, waypoint: str) -> bool:
        """Tell whether the condition of a waypoint, if it has one, holds for an agent (TAC-07)."""
        return not self.document.waypoints[waypoint].condition or self.counts_waypoint(agent_id, waypoint)

    def pose(self, agent_id: str) -> Pose:
        """Return where an agent is, a squad's mind where its leader is; raises `EvaluationError` for none."""
        leader = _leader(self, agent_id) if agent_id in self.entities.bodiless else None
        return pose_of(self.agents, self._agent_row(leader or agent_id))

    def poses(self) -> FloatArray:
        """Return (x, y, heading in degrees) of every agent, one row each, in ascending agent id."""
        agents = self.agents
        return np.column_stack((agents.position, agents.orientation))

    def sensors_now(self, agent_id: str) -> tuple[SensorExplanation, ...]:
        """Explain what every sensor of an agent makes of the world as it is, due or not; changes nothing."""
        return self.senses.explain(agent_id, self.tick)

    def overlay(self, agent_id: str, parts: Collection[OverlayPart] = ALL_PARTS) -> AgentOverlay:
        """Return what the preview draws over one agent, as far as `parts` ask for it; changes nothing."""
        scene = OverlayScene(
            tick=self.tick,
            step_seconds=self.step_seconds,
            agents=self.agents,
            solid=self.solid,
            entities=self.entities,
            senses=self.senses,
            store=self._store,
            tracks=self.tracks,
            navigator=self.navigator,
            step=self._last_step,
            places=self.part(Places),
            squads=self.part(SquadsPart),
        )
        return build_overlay(scene, self._agent_row(agent_id), parts)

    def doors_and_links(self) -> tuple[object, ...]:
        """Return how doors stand and which links are active: the same as long as they stay so."""
        return self._moving.now or ()

    def read_area_costs(self, read: ReadCost) -> None:
        """Ask `read` what the expressions of agents for the costs of areas come to."""
        self.navigator.grounds.costs.read = read

    def _agent_field(self, row: int, field: str) -> Value:
        agents, agent_id = self.agents, self.agents.ids[row]
        if field in self._fields[agent_id]:
            return self._fields[agent_id][field]
        if field in BODY_FIELDS:
            return BODY_FIELDS[field](agents, row)
        if field == HEALTH:
            return health_of(self._fields[agent_id])
        if field == "path_left":
            return path_left(row, agents.position[row], self._store, self.tracks)
        if is_combat_field(field):
            return combat_field(self, agent_id, field)
        found = route_field(self.navigator, row, field, agents.position[row])
        if found is not None:
            return found
        known = ", ".join(sorted({*_ENTITY_FIELDS, *self._fields[agent_id]}))
        raise EvaluationError(f"{agent_id} has no field {field!r}. Known fields: {known}.")

    def _agent_row(self, agent_id: str) -> int:
        row = self.entities.rows.get(agent_id)
        if row is None or row >= self.entities.agent_count:
            raise EvaluationError(f"{agent_id} is no agent.")
        return row
