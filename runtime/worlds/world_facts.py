"""Say what can be read of a running world: fields of entities, poses, what overlays draw."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import EvaluationError
from runtime.basics.host import ROUTE_FIELD
from runtime.basics.values import Value
from runtime.basics.vectors import FloatArray
from runtime.formulas.path_following import PathTrack
from runtime.records.sense_records import SensorExplanation
from runtime.records.world_records import AgentOverlay, Pose
from runtime.worlds.asked_fields import asked_field, is_asked_field
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.body_fields import BODY_FIELDS
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.health import HEALTH, health_of
from runtime.worlds.bodies.things import Things
from runtime.worlds.combat_fields import combat_field, is_combat_field
from runtime.worlds.flight.flying import Flying, projectile_field
from runtime.worlds.flight.projectiles import Impact, Projectile
from runtime.worlds.navigation.navigator import Navigator
from runtime.worlds.overlays.overlay import ALL_PARTS, OverlayPart, OverlayScene, build_overlay, pose_of
from runtime.worlds.requests.request_store import RequestStore
from runtime.worlds.requests.tracks import path_left
from runtime.worlds.senses.entities import Entities
from runtime.worlds.senses.senses import Senses
from runtime.worlds.signals.signals import Signals
from runtime.worlds.steering.steering_step import SteeringStep

_ENTITY_FIELDS = (*BODY_FIELDS, HEALTH, "path_left", "emote")


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
    _senses: Senses
    _store: RequestStore
    _tracks: tuple[PathTrack, ...]
    _navigator: Navigator
    _last_step: SteeringStep | None
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
        row = self.entities.row(entity)
        if entity is not None and is_asked_field(field):
            return asked_field(self, entity, field)
        if row < self.entities.agent_count:
            return self._agent_field(row, field)
        if row >= len(self.entities.ids):
            return projectile_field(self.flying.find(entity), field)
        place = self.entities.still_positions[row - self.entities.agent_count]
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
            **self._still_fields.get(self.entities.ids[row], {}),
        }
        if field not in still:
            known = ", ".join(sorted(still))
            raise EvaluationError(f"{entity} has no field {field!r}. Known fields: {known}.")
        return still[field]

    def has_entity(self, entity: str) -> bool:
        """Tell whether there is an entity of this id now."""
        try:
            self.entities.row(entity)
        except EvaluationError:
            return False
        return True

    @property
    def opaque(self) -> Obstructions:
        """Return what is solid and ends sight."""
        return self._senses.opaque

    def pose(self, agent_id: str) -> Pose:
        """Return where an agent is; raises `EvaluationError` for an unknown one."""
        return pose_of(self.agents, self._agent_row(agent_id))

    def poses(self) -> FloatArray:
        """Return (x, y, heading in degrees) of every agent, one row each, in ascending agent id."""
        agents = self.agents
        return np.column_stack((agents.position, agents.orientation))

    def sensors_now(self, agent_id: str) -> tuple[SensorExplanation, ...]:
        """Explain what every sensor of an agent makes of the world as it is, due or not; changes nothing."""
        return self._senses.explain(agent_id, self.tick)

    def overlay(self, agent_id: str, parts: Collection[OverlayPart] = ALL_PARTS) -> AgentOverlay:
        """Return what the preview draws over one agent, as far as `parts` ask for it; changes nothing."""
        scene = OverlayScene(
            tick=self.tick,
            step_seconds=self.step_seconds,
            agents=self.agents,
            solid=self.solid,
            entities=self.entities,
            senses=self._senses,
            store=self._store,
            tracks=self._tracks,
            navigator=self._navigator,
            step=self._last_step,
        )
        return build_overlay(scene, self._agent_row(agent_id), parts)

    def _agent_field(self, row: int, field: str) -> Value:
        agents, agent_id = self.agents, self.agents.ids[row]
        if field in self._fields[agent_id]:
            return self._fields[agent_id][field]
        if field in BODY_FIELDS:
            return BODY_FIELDS[field](agents, row)
        if field == HEALTH:
            return health_of(self._fields[agent_id])
        if field == "path_left":
            return path_left(row, agents.position[row], self._store, self._tracks)
        if is_combat_field(field):
            return combat_field(self, agent_id, field)
        if field.startswith(ROUTE_FIELD):
            return self._navigator.state((row, field.removeprefix(ROUTE_FIELD), "go_to", 0))
        known = ", ".join(sorted({*_ENTITY_FIELDS, *self._fields[agent_id]}))
        raise EvaluationError(f"{agent_id} has no field {field!r}. Known fields: {known}.")

    def _agent_row(self, agent_id: str) -> int:
        row = self.entities.rows.get(agent_id)
        if row is None or row >= self.entities.agent_count:
            raise EvaluationError(f"{agent_id} is no agent.")
        return row
