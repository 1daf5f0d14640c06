"""Keep everything that flies in a world, under ids that minds can name, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_between, fnv1a_32
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray, length
from runtime.formulas.impacts import blast_damage
from runtime.records.world_records import WorldEvent
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, reaching_above
from runtime.worlds.bodies.health import Health
from runtime.worlds.flight.flight import fly
from runtime.worlds.flight.flight_hits import Targets
from runtime.worlds.flight.projectiles import Impact, Projectile

FAR_EDGE = 1e-9
"""How much of a ray's length may miss before something counts as hit in front of its end."""

IMPACT_TICKS = 30
"""How many steps an impact stays in `Flying.impacts`, so that the preview can draw it."""


@dataclass(frozen=True, slots=True)
class BlastHit:
    """Tell who an explosion reached, by row, how far off, and what it did to them."""

    agent: int
    distance: float
    damage: float


def blast_hits(
    impact: Impact, position: FloatArray, radius: FloatArray, alive: BoolArray, solid: Obstructions
) -> Iterator[BlastHit]:
    """Yield whom an explosion hurts, in ascending row; whoever threw it as well.

    `position` (k, 2) and `radius` (k,) are the bodies. The distance is that to a body's edge, 0 inside it.
    Whoever stands behind something solid that reaches higher than the explosion is not hurt: the middle of
    the body counts.
    """
    projectile = impact.projectile
    if not impact.exploded or not len(position):
        return
    center = np.array([impact.at], dtype=np.float64)
    distance = np.maximum(length(position - center) - radius, 0.0)
    near = np.flatnonzero(alive & (distance < projectile.blast_radius))
    if not len(near):
        return
    ways = position[near] - center
    walls = cast_rays(reaching_above(solid, impact.height), np.repeat(center, len(near), axis=0), ways)
    for row, agent in enumerate(near.tolist()):
        if walls.hit[row] and FAR_EDGE < walls.share[row] < 1.0 - FAR_EDGE:
            continue
        away = float(distance[agent])
        yield BlastHit(agent, away, blast_damage(projectile.damage, away, projectile.blast_radius))


@dataclass(frozen=True, slots=True)
class FlyingState:
    """Hold a copy of all that flies: plain values that never change."""

    projectiles: tuple[Projectile, ...]
    impacts: tuple[Impact, ...]
    launched: int
    slots: tuple[str | None, ...]
    places: tuple[Projectile, ...]
    draws: tuple[tuple[tuple[str, str], int], ...] = ()


class Flying:
    """Hold what flies now, in the order it was launched, and what ended within the last half second.

    Each has a row among the entities of the world as long as it flies, so that agents can steer for it. A
    row that has become free keeps the last place of what flew there until another takes it.
    """

    def __init__(self, standing: tuple[Projectile, ...] = ()) -> None:
        self.projectiles: tuple[Projectile, ...] = ()
        self.impacts: tuple[Impact, ...] = ()
        self._launched = 0
        self._slots: list[str | None] = []
        self._places: list[Projectile] = []
        self._draws: dict[tuple[str, str], int] = {}
        for projectile in standing:
            self._add(projectile)

    # -- what there is -----------------------------------------------------------------------------

    def find(self, entity: str | None) -> Projectile | None:
        """Return what flies under an id, or None."""
        return next((each for each in self.projectiles if each.id == entity), None)

    def slot(self, entity: str) -> int | None:
        """Return the number of the row of something that flies, None for what does not."""
        return self._slots.index(entity) if entity in self._slots else None

    def id_at(self, slot: int) -> str | None:
        """Return the id of what flies in a row, None where nothing does any more."""
        return self._slots[slot] if slot < len(self._slots) else None

    def positions(self) -> FloatArray:
        """Return where each row is (s, 2)."""
        return np.array([each.position for each in self._places], dtype=np.float64).reshape(-1, 2)

    def velocities(self) -> FloatArray:
        """Return how fast what is in each row moves (s, 2); 0 in a free one."""
        moving = [
            each.velocity if used is not None else (0.0, 0.0)
            for used, each in zip(self._slots, self._places, strict=True)
        ]
        return np.array(moving, dtype=np.float64).reshape(-1, 2)

    def orientations(self) -> FloatArray:
        """Return where what is in each row flies to, in degrees (s,)."""
        return np.array([each.heading for each in self._places], dtype=np.float64)

    # -- what happens ------------------------------------------------------------------------------

    def launch(self, projectile: Projectile, kept: Sequence[int] = ()) -> str:
        """Let something fly from now on; return its id: its own, or one made of its shooter and a number.

        `kept` are rows that are still steered for, though what flew there is gone.
        """
        self._launched += 1
        named = projectile.id or f"{projectile.shooter or 'thrown'}:{self._launched}"
        self.projectiles = tuple(each for each in self.projectiles if each.id != named)
        self._add(replace(projectile, id=named), kept)
        return named

    def draw(self, seed: int, agent: str, path: str, key: int) -> float:
        """Return the next random number in [0, 1) of the stream of an agent and a path (rule 1.4).

        `key` is the number of the path in draws.
        """
        count = self._draws.get((agent, path), 0)
        self._draws[agent, path] = count + 1
        return draw_between(seed, fnv1a_32(agent), key, count, 0.0, 1.0)

    def remove(self, entity: str) -> None:
        """Take something away that flies; nothing happens where there is none."""
        self.projectiles = tuple(each for each in self.projectiles if each.id != entity)
        self._free_slots()

    def step(
        self,
        agents: AgentArrays,
        before: FloatArray,
        health: Health,
        solid: Obstructions,
        step_seconds: float,
        tick: int,
    ) -> tuple[WorldEvent, ...]:
        """Fly for one step; return what agents are told of it.

        `before` (n, 2) are the places of the agents before the movement of this step.
        """
        self.impacts = tuple(each for each in self.impacts if tick - each.tick < IMPACT_TICKS)
        if not self.projectiles:
            return ()
        targets = Targets(before, agents.position - before, agents.radius, health.alive)
        flown = fly(self.projectiles, targets, agents.ids, solid, step_seconds, tick)
        self.projectiles = flown.alive
        self.impacts += flown.impacts
        events: list[WorldEvent] = []
        for touch in flown.touches:
            thing = touch.projectile
            damage = 0.0 if thing.blast_radius > 0.0 else thing.damage
            events.extend(health.hit(touch.agent, damage, thing.shooter, touch.at))
        for impact in flown.impacts:
            events.extend(_hurt(impact, agents, health, solid))
        self._free_slots()
        return tuple(events)

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self) -> FlyingState:
        """Return a copy of everything."""
        return FlyingState(
            self.projectiles,
            self.impacts,
            self._launched,
            tuple(self._slots),
            tuple(self._places),
            tuple(sorted(self._draws.items())),
        )

    def restore(self, state: FlyingState) -> None:
        """Take back what `snapshot` returned."""
        self.projectiles, self.impacts, self._launched = state.projectiles, state.impacts, state.launched
        self._slots, self._places = list(state.slots), list(state.places)
        self._draws = dict(state.draws)

    def state(self) -> tuple[object, ...]:
        """Return what decides how everything flies on, the same for the same state."""
        return self.projectiles, self._launched, self._slots, self._places, sorted(self._draws.items())

    # -- inside ------------------------------------------------------------------------------------

    def _add(self, projectile: Projectile, kept: Sequence[int] = ()) -> None:
        self.projectiles = (*self.projectiles, projectile)
        free = [row for row, used in enumerate(self._slots) if used is None and row not in kept]
        if projectile.id in self._slots:
            self._places[self._slots.index(projectile.id)] = projectile
        elif free:
            self._slots[free[0]], self._places[free[0]] = projectile.id, projectile
        else:
            self._slots.append(projectile.id)
            self._places.append(projectile)

    def _free_slots(self) -> None:
        flying = {each.id: each for each in self.projectiles}
        for row, entity in enumerate(self._slots):
            if entity is None:
                continue
            if entity in flying:
                self._places[row] = flying[entity]
            else:
                self._slots[row] = None


def projectile_field(projectile: Projectile | None, name: str) -> Value:
    """Return a field of something that flies.

    Raises `EvaluationError` where it is gone or has no such field.
    """
    if projectile is None:
        raise EvaluationError("It flies no more.")
    values: dict[str, Value] = {
        "position": projectile.position,
        "velocity": projectile.velocity,
        "heading": projectile.heading,
        "radius": projectile.radius,
        "team": projectile.team,
        "bounce": projectile.bounce,
        "health": 0.0,
        "height": projectile.height,
        "landing": projectile.landing,
        "landing_in": projectile.landing_in,
        "shooter": projectile.shooter or None,
    }
    if name not in values:
        known = ", ".join(sorted(values))
        raise EvaluationError(f"{projectile.id} has no field {name!r}. Known fields: {known}.")
    return values[name]


def _hurt(impact: Impact, agents: AgentArrays, health: Health, solid: Obstructions) -> tuple[WorldEvent, ...]:
    thing = impact.projectile
    if impact.exploded:
        hits = blast_hits(impact, agents.position, agents.radius, health.alive.copy(), solid)
        return tuple(
            event
            for hit in hits
            for event in health.hit(hit.agent, hit.damage, thing.shooter, impact.at, blast=True)
        )
    if impact.hit_agent is None:
        return ()
    return health.hit(agents.ids.index(impact.hit_agent), thing.damage, thing.shooter, impact.at)
