"""Run one world: its bodies, senses, steering and projectiles, one fixed step at a time.

A world knows no brains. In one step (rule 1.2) a session calls `sense`, ticks its brains, hands
what they ask for to `apply_effect` and `set_requests`, both in ascending agent id, and then calls `step`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from graphs.kinds.declarations.registry import EntityFieldDeclaration
from graphs.worlds.checks.entity_fields import agent_fields, still_fields
from graphs.worlds.model.squad_minds import with_squad_minds
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, clamp_length, wrap_orientation
from runtime.records.sense_records import SensorExplanation
from runtime.records.world_records import Effect, SenseResults, SteeringRequest, WorldEvent
from runtime.worlds.bodies.agent_arrays import build_agent_arrays
from runtime.worlds.bodies.cell_grid import KnownPairs
from runtime.worlds.bodies.contacts import Moved, firmness_of, move_bodies, push_apart
from runtime.worlds.bodies.geometry import build_obstructions, nearest_free_place
from runtime.worlds.bodies.health import Health, health_of
from runtime.worlds.bodies.motion import Drive, NextMotion
from runtime.worlds.bodies.movement import direction_to, integrate, with_driven
from runtime.worlds.bodies.things import build_things
from runtime.worlds.effects import COMBAT_EFFECTS, SIGNAL_EFFECTS, user_throw
from runtime.worlds.flight.flying import IMPACT_TICKS as IMPACT_TICKS
from runtime.worlds.flight.flying import Flying
from runtime.worlds.flight.projectiles import THROWING_SPEED, Projectile, ThrownObject, standing_projectiles
from runtime.worlds.navigation.grounds import Grounds
from runtime.worlds.navigation.navigator import Navigator
from runtime.worlds.navigation.nearest_search import NearestQuestion
from runtime.worlds.parts.doors import Doors
from runtime.worlds.parts.links import Links
from runtime.worlds.requests.request_store import RequestStore, build_tracks
from runtime.worlds.requests.steering_requests import compile_requests
from runtime.worlds.requests.steering_table import RequestTable
from runtime.worlds.senses.entities import build_entities
from runtime.worlds.senses.senses import Senses, slowest_interval
from runtime.worlds.senses.sensor_group import ReadVariable
from runtime.worlds.signals.signals import Signals
from runtime.worlds.solid_forms import MovingGround
from runtime.worlds.squads.squads_part import SquadsPart
from runtime.worlds.starting import WorldRefused as WorldRefused
from runtime.worlds.starting import (
    is_plain,
    modifier_requests,
    place_agents,
    refuse_errors,
    shapes_for,
    start_of,
)
from runtime.worlds.steering.steering_step import Scene, SteeringStep, steering_of
from runtime.worlds.way_effects import WAY_EFFECTS
from runtime.worlds.world_facts import WorldFacts
from runtime.worlds.world_parts import WorldParts
from runtime.worlds.world_snapshot import WorldSnapshot as WorldSnapshot


class World(WorldFacts):
    """Hold one running world.

    `agents` are the bodies (read them, do not write), `solid` what is solid, `flying` what flies and what hit
    within the last half second, `tick` how many steps have been made.
    """

    def __init__(
        self,
        document: WorldDocument,
        seed: int | None = None,
        declared: Mapping[str, EntityFieldDeclaration] | None = None,
        like: World | None = None,
    ) -> None:
        """Open `document`; `seed` replaces the file's, `declared` are entity fields of the game's manifests.

        `like` is a world that differs in its agents' starts alone, from which a ground that never changes
        (`is_plain`) is taken.
        Raises `WorldRefused` for a world with errors.
        """
        declared = declared or {}
        start = like.start if like is not None and is_plain(document) else None
        refuse_errors(document, declared, start)
        self.document = document = with_squad_minds(document)
        self.seed = document.seed if seed is None else seed
        self.rate = document.rate
        self.step_seconds = 1.0 / document.rate
        self.tick = 0
        self.solid = start.solid if start is not None else build_obstructions(document)
        self.agents = build_agent_arrays(document.agents)
        self._fields = {**agent_fields(document, declared)}
        self._still_fields = still_fields(document, declared)
        self._health = Health(self.agents.ids, self._fields)
        self.flying = Flying(standing_projectiles(document))
        self.entities = build_entities(document, self.flying, self._health)
        place_agents(self.agents, document.agents, self.solid, start)
        self.tracks, self.track_rows = start.tracks if start is not None else build_tracks(document)
        self._own_modes = {path_id: path.mode for path_id, path in document.paths.items()}
        self.things = build_things(document)
        self.signals = Signals(document, self.agents, self.things, self.seed, slowest_interval(document))
        parts = (self.agents, self.things, self.entities, self.solid, self.signals)
        self.senses = Senses(document, *parts, self.seed, start.senses if start is not None else None)
        self.counts_waypoint = lambda _agent, _waypoint: False
        self._radius = self.agents.radius.copy()
        if self.entities.bodiless:
            self._mark_gone()
        self.parts = WorldParts()
        self.parts.open(self)
        self._doors, self._links = self.parts.find(Doors), self.parts.find(Links)
        known = start.grounds if start is not None else None
        self.navigator = Navigator(document, Grounds(document, self.solid, self._links, known))
        self.shapes = shapes_for(self.agents, self.solid, self.step_seconds, start)
        self._firmness = firmness_of(self.agents)
        self._store = RequestStore(len(self.agents))
        for row, requests in modifier_requests(self.agents.ids, document.agents):
            compiled, _ = compile_requests(
                row, requests, self.entities, self.track_rows, self._own_modes, modifiers=True
            )
            self._store.set_modifiers(row, compiled)
        self._moving = MovingGround(document, self.agents, self._doors, self._links)
        self._follow_ground(is_new=False)
        self._events_to_come: tuple[WorldEvent, ...] = ()
        self.leaving: tuple[str, ...] = ()
        self._driven: dict[int, Vector] = {}
        self._sent: dict[int, Vector] = {}
        self._last_step: SteeringStep | None = None
        self.start = start_of(self) if is_plain(document) else None

    # -- what the user does ------------------------------------------------------------------------

    def set_pose(self, agent_id: str, position: Vector, heading: float | None = None) -> Vector:
        """Put an agent at rest at `position`, or at the nearest place that is free; return where it is.

        For dragging and placing; it may cross walls. `heading` in degrees, None keeps it. Where the map has
        no room at all the agent stays where it was.
        """
        row = self._agent_row(agent_id)
        if agent_id in self.entities.gone:
            return self.pose(agent_id).position
        point = np.nan_to_num(np.array(position, dtype=np.float64), nan=0.0, posinf=1e6, neginf=-1e6)
        place = nearest_free_place(self.solid, np.clip(point, -1e6, 1e6), float(self.agents.radius[row]))
        if place is not None:
            self.agents.position[row] = place
        if self._links is not None:
            self._links.drop(row)
        self.agents.velocity[row] = 0.0
        if heading is not None:
            self.agents.orientation[row] = wrap_orientation(np.array([heading], dtype=np.float64))[0]
            self.agents.rotation[row] = 0.0
        return self.pose(agent_id).position

    def throw_object(
        self,
        start: Vector,
        target: Vector,
        thing: ThrownObject,
        thrower: str = "",
        speed: float = THROWING_SPEED,
    ) -> str:
        """Throw `thing` from `start` to `target` as a user does; return the id of what flies.

        As far as `speed` (units/s) reaches, in a flat arc; further away it falls short. From inside something
        solid it comes from its top. `thrower` is an agent's id, "" for no one.
        """
        return self.launch(user_throw(self, start, target, thing, thrower, speed))

    def drive(self, agent_id: str, direction: Vector | None) -> None:
        """Drive an agent by hand along `direction` until told otherwise; None gives it back.

        A vector of length 1 or more is full speed, a shorter one less, (0, 0) brakes. While driven, the
        agent's movement requests do not count.
        """
        row = self._agent_row(agent_id)
        self._sent.pop(row, None)
        if direction is None or agent_id in self.entities.gone:
            self._driven.pop(row, None)
        else:
            self._driven[row] = (float(direction[0]), float(direction[1]))

    def send(self, agent_id: str, goal: Vector) -> None:
        """Drive an agent straight to `goal`, slower near it, and give it back there (STEER-21)."""
        if agent_id not in self.entities.gone:
            self._sent[self._agent_row(agent_id)] = (float(goal[0]), float(goal[1]))

    def sent_to(self, agent_id: str) -> Vector | None:
        """Return where an agent is driven to, None for one that was not sent anywhere."""
        return self._sent.get(self._agent_row(agent_id))

    # -- one step ----------------------------------------------------------------------------------

    def sense(self, tick: int, read_variable: ReadVariable) -> SenseResults:
        """Let everything give off what is due on `tick`, then run the sensors due; see `Senses.sense`."""
        self.signals.emit(tick)
        return self.senses.sense(tick, read_variable, self.entity_field)

    def explain_senses(self, agent_id: str, tick: int) -> tuple[SensorExplanation, ...]:
        """Explain what the sensors of an agent that were due on `tick` made of the world; changes nothing."""
        return self.senses.explain(agent_id, tick, only_due=True)

    def set_requests(self, agent_id: str, requests: Sequence[SteeringRequest]) -> tuple[str, ...]:
        """Put an agent's set of steering requests in force, instead of the one before (rule 9.1).

        Which set that is after a brain tick, the brain decides; () lets the stop rule act. Returns why
        requests cannot be computed and are left out; empty when all is well.
        """
        row = self._agent_row(agent_id)
        filed = tuple(requests)
        if filed and agent_id in self.entities.bodiless:
            return (f"The mind of the squad {agent_id} has no body to steer: order its members.",)
        if filed == self._store.filed[row]:
            self._store.filed[row] = filed  # whoever asks for the same again is known by identity
            return ()
        compiled, refusals = compile_requests(row, filed, self.entities, self.track_rows, self._own_modes)
        self._store.replace(row, filed if not refusals else (), compiled)
        return refusals

    @property
    def filed_requests(self) -> Sequence[tuple[SteeringRequest, ...]]:
        """Return the steering requests in force by agent row: of this moment, not to be kept."""
        return self._store.filed

    def apply_effect(self, effect: Effect) -> str | None:
        """Do something once (rule 9.3); return why it cannot be done, or None."""
        name = effect.name
        apply = COMBAT_EFFECTS.get(name) or SIGNAL_EFFECTS.get(name) or WAY_EFFECTS.get(name)
        if apply is not None:
            return apply(self, effect)
        of_part = self.parts.effects.get(effect.name)
        return f"This world has no effect {effect.name!r}." if of_part is None else of_part(effect)

    def announce(self, event: str) -> None:
        """Let the doors hear of an event that was sent to all."""
        if self._doors is not None:
            self._doors.announce(event)

    def ask_nearest(self, row: int, among: str, goals: tuple[tuple[str, Vector], ...]) -> None:
        """Search which of some goals, chosen by `among`, is nearest to an agent by the way there (NAV-18)."""
        costs = self.navigator.grounds.costs.of(row, self.tick)
        radius = float(self.agents.radius[row])
        x, y = self.agents.position[row].tolist()
        question = NearestQuestion(row, among, self.tick, radius, costs, (x, y), goals)
        self.navigator.nearest.ask(question)

    def make_noise(
        self,
        at: Vector,
        loudness: float = 10.0,
        tag: str = "",
        *,
        maker: str | None = None,
        attenuation: float = 1.0,
    ) -> None:
        """Make a noise at a place, by an entity or no one; sensors hear it when they are due next.

        `tag` says what it is, `attenuation` how much loudness is lost with each unit of distance.
        """
        self.signals.noises.add(self.tick, at, loudness, attenuation, tag, maker)

    def forget_interest(self, agent_id: str) -> bool:
        """Let an agent be interested in nothing; tell whether it can notice anything at all (SENSE-16)."""
        return self.senses.forget_interest(self._agent_row(agent_id))

    def launch(self, projectile: Projectile) -> str:
        """Let something fly from now on; return its id. Rows that requests still name are not given away."""
        first = len(self.entities.ids)
        named = [row - first for row in self._store.target_rows() if row >= first]
        return self.flying.launch(projectile, named)

    @property
    def gone(self) -> Collection[str]:
        """Return the agents that were taken out of the world."""
        return self.entities.gone

    def ask_to_leave(self, agent_id: str) -> None:
        """Let an agent be taken out at the end of this step, when its brain has been halted."""
        if agent_id not in self.entities.gone and agent_id not in self.leaving:
            self.leaving = (*self.leaving, agent_id)

    def take_out(self, agent_id: str) -> None:
        """Take an agent out for good (rule 6.7): no one meets, sees, hits or names it any more."""
        row = self._agent_row(agent_id)
        self.leaving = tuple(each for each in self.leaving if each != agent_id)
        self.entities.gone.add(agent_id)
        self._driven.pop(row, None)
        self._sent.pop(row, None)
        self._store.replace(row, (), ())
        if self._links is not None:
            self._links.drop(row)
        self.agents.position[row] = -(self.solid.width + self.solid.height)
        self.agents.velocity[row] = 0.0
        self._mark_gone()

    def draw(self, agent_id: str, path: str, key: int) -> float:
        """Return the next random number in [0, 1) of an agent's stream of that path (rule 1.4)."""
        return self.flying.draw(self.seed, agent_id, path, key)

    def change_health(self, agent_id: str, amount: float, by: str = "", limit: float = math.inf) -> None:
        """Hurt an agent, with a negative `amount`, or give it health up to `limit`.

        Whoever is hurt, and whoever did it, is told in the next step as by a projectile.
        """
        row = self._agent_row(agent_id)
        if amount < 0.0:
            at = self.pose(agent_id).position
            self._events_to_come += self._health.hit(row, -amount, by, at)
            return
        room = max(0.0, limit - health_of(self._fields[agent_id]))
        self._health.change(row, min(amount, room))

    def steer(self) -> SteeringStep:
        """Compute what the requests in force ask of everyone now; no one moves."""
        return steering_of(self.scene(), self.request_table)

    def scene(self) -> Scene:
        """Return what steering reads, as it is now."""
        return Scene(
            agents=self.agents,
            entities=self.entities,
            solid=self.solid,
            shapes=self.shapes,
            tracks=self.tracks,
            seed=self.seed,
            rate=self.rate,
            navigator=self.navigator,
            tick=self.tick,
            slots=squads.slot_arrays if (squads := self.parts.find(SquadsPart)) is not None else None,
        )

    @property
    def request_table(self) -> RequestTable:
        """Return the requests in force, ready to compute."""
        return self._store.table()

    @property
    def is_usual(self) -> bool:
        """Tell whether a step is nothing but steering and moving on a ground that never changes.

        Nobody is driven by hand, walks a route, asks for places or ways, or has left.
        """
        if self.start is None or self._driven or self._sent or self.entities.gone:
            return False
        return not (self.navigator.is_in_use or self.parts.is_at_work)

    def step(self) -> tuple[WorldEvent, ...]:
        """Steer, move and resolve contacts; return the events that brains get in the next step.

        Those of hits are told by `Health.hit`.
        """
        self._lead_sent()
        scene = self.scene()
        computed = steering_of(scene, self.request_table)
        if self._driven:
            drive = with_driven(computed.drive, self.agents, self._driven, self.step_seconds)
            computed = replace(computed, drive=drive)
        self._last_step = computed
        before = self.agents.position
        self._move(self._last_step.drive, scene.near_bodies)
        return self.end_step(before)

    def end_step(self, before: FloatArray) -> tuple[WorldEvent, ...]:
        """Let fly what flies and end what is over, once bodies have moved from `before` (n, 2)."""
        events, self._events_to_come = self._events_to_come, ()
        events += self.flying.step(
            self.agents, before, self._health, self.solid, self.step_seconds, self.tick
        )
        self.tick += 1
        self.signals.end_step(self.tick)
        events += self.parts.step()
        self._follow_ground()
        for event in events:
            if event.name == "died" and self.document.agents[event.agent_id].when_dead == "remove":
                self.ask_to_leave(event.agent_id)
        return events

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self) -> WorldSnapshot:
        """Return a copy of everything that changes."""
        return WorldSnapshot(
            tick=self.tick,
            bodies=self.agents.snapshot(),
            requests=self._store.snapshot(),
            trips=self.navigator.snapshot(),
            senses=self.senses.snapshot(),
            signals=self.signals.snapshot(),
            fields=dict(self._fields),
            driven=dict(self._driven),
            sent=dict(self._sent),
            flying=self.flying.snapshot(),
            gone=frozenset(self.entities.gone),
            events_to_come=self._events_to_come,
            last_step=self._last_step,
            parts=self.parts.snapshot(),
        )

    def restore(self, snapshot: WorldSnapshot) -> None:
        """Go back to a snapshot of this world; going on from it gives the same bytes (rule 1.5)."""
        self.tick = snapshot.tick
        self.agents.restore(snapshot.bodies)
        self.parts.restore(snapshot.parts)
        self._follow_ground(is_new=False)
        self._store.restore(snapshot.requests)
        self.navigator.restore(snapshot.trips)
        self.senses.restore(snapshot.senses)
        self.signals.restore(snapshot.signals)
        self._fields = dict(snapshot.fields)
        self._driven = dict(snapshot.driven)
        self._sent = dict(snapshot.sent)
        self.flying.restore(snapshot.flying)
        self._events_to_come = snapshot.events_to_come
        self._health.take(self._fields)
        self.leaving = ()
        self.entities.gone.clear()
        self.entities.gone.update(snapshot.gone)
        self._mark_gone()
        self._last_step = snapshot.last_step

    def state_bytes(self) -> bytes:
        """Return everything that decides how the world goes on, the same bytes for the same state."""
        bodies = (self.agents.position, self.agents.velocity, self.agents.orientation, self.agents.rotation)
        rest = (
            self.tick,
            self._store.compiled,
            *self._store.memories(),
            *self._store.others(),
            self.navigator.snapshot(),
            sorted((agent_id, sorted(fields.items())) for agent_id, fields in self._fields.items()),
            sorted(self._driven.items()),
            sorted(self._sent.items()),
            self.flying.state(),
            self._events_to_come,
            sorted(self.entities.gone),
            *self.navigator.others(),
            *self.parts.state(),
        )
        arrays = b"".join(array.tobytes() for array in bodies)
        return arrays + self.senses.state_bytes() + self.signals.state_bytes() + repr(rest).encode()

    # -- inside ------------------------------------------------------------------------------------

    def _follow_ground(self, *, is_new: bool = True) -> None:
        """Take over how doors stand and which links are active; with `is_new` those who walk hear of it."""
        form = self._moving.follow(self.navigator, self.senses, is_new=is_new)
        if form is not None:
            self.solid, self.shapes = form.solid, form.contacts

    def _mark_gone(self) -> None:
        """Give those who are gone, or have no body, no size and no life, and everyone else their own."""
        bodiless = [self.entities.rows[agent_id] for agent_id in self.entities.bodiless]
        gone = [*(self._agent_row(agent_id) for agent_id in self.entities.gone), *bodiless]
        self.agents.radius = self._radius.copy()
        self.agents.radius[gone] = 0.0
        self.agents.position[bodiless] = -(self.solid.width + self.solid.height)
        self._health.alive[gone] = False
        self.things.mark_gone({*self.entities.gone, *self.entities.bodiless})

    def _lead_sent(self) -> None:
        """Turn everyone who was sent somewhere that way; whoever is there is given back."""
        for row, goal in tuple(self._sent.items()):
            direction = direction_to(self.agents.position[row], goal)
            if direction is None:
                del self._sent[row]
                self._driven.pop(row, None)
            else:
                self._driven[row] = direction

    def _move(self, drive: Drive, near: KnownPairs | None) -> None:
        agents = self.agents
        motion = integrate(agents, drive, self.step_seconds)
        radius = agents.radius
        if self._links is not None and self._links.riders:
            radius = radius.copy()
            radius[sorted(self._links.riders)] = 0.0
        moved = move_bodies(self.shapes, agents.position, motion.velocity, motion.way, radius)
        self.settle(motion, moved, radius, near)

    def settle(
        self, motion: NextMotion, moved: Moved, radius: FloatArray, near: KnownPairs | None = None
    ) -> None:
        """Take bodies of some `radius` (n,) to where they moved, pushed apart where they overlap.

        `near` are pairs of bodies that were found in this step already.
        """
        agents = self.agents
        apart = push_apart(
            self.shapes, moved.position, moved.velocity, radius, self._firmness, self.step_seconds, near
        )
        agents.position = apart.position
        agents.velocity = clamp_length(apart.velocity, agents.max_speed)
        for agent_id in self.entities.gone:
            agents.velocity[self._agent_row(agent_id)] = 0.0
        agents.orientation = motion.orientation
        agents.rotation = motion.rotation
        if self._links is not None:
            self._links.carry()
