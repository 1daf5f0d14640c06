"""Hold everything a world's agents and sources give off, and let it come and go (SENSE-09, 11, 16, 19).

In one step: the emitters due give something off before the sensors sense; after bodies have moved, what is
over goes. A noise made by a brain is heard from the next step on, one made by the user in its own (1.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from graphs.worlds.kinds.emitter_kinds import INTEREST_PRIORITIES, LOUDEST
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, length
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.things import Things
from runtime.worlds.signals.emitters import Emitter, EmitterSwitches, build_emitters
from runtime.worlds.signals.lasting import (
    Emote,
    Emotes,
    Interest,
    InterestBoard,
    Noise,
    NoiseBoard,
    ScentTraces,
    ScentTrails,
)

SHOWN_SECONDS = 1.0
"""How long a noise and an interest stay to be drawn."""

LEAST_STEP_SHARE = 0.05
"""An agent slower than this share of its top speed makes no steps."""


@dataclass(frozen=True, slots=True)
class SignalsState:
    """Hold a copy of everything about signals that changes."""

    active: BoolArray
    rung: BoolArray
    noises: tuple[Noise, ...]
    noise_count: int
    traces: ScentTraces
    waiting: tuple[Interest, ...]
    recent: tuple[Interest, ...]
    interest_count: int
    draws: int
    emotes: Mapping[str, Emote]


class Signals:
    """Hold the noises, scent, interests and emotes of one world.

    `kept_steps` is how long noises are kept at least, so that the slowest ears hear them.
    """

    def __init__(
        self, world: WorldDocument, agents: AgentArrays, things: Things, seed: int, kept_steps: int
    ) -> None:
        self._agents = agents
        self._things = things
        self._rate = world.rate
        shown = int(SHOWN_SECONDS * world.rate)
        self._switches = EmitterSwitches(build_emitters(world, things))
        kinds = [emitter.kind.id for emitter in self._switches.emitters]
        self._lamps = tuple(index for index, kind in enumerate(kinds) if kind == "light")
        self.noises = NoiseBoard(max(kept_steps, shown))
        washed = [zone.polygon for _, zone in sorted(world.zones.items()) if zone.clears_scent]
        self.scents = ScentTrails([np.array(polygon, dtype=np.float64) for polygon in washed])
        self.interests = InterestBoard(seed, shown)
        self.emotes = Emotes()

    # -- the step ----------------------------------------------------------------------------------

    def emit(self, tick: int) -> None:
        """Let everything give off what is due on `tick`."""
        if not self._switches.emitters:
            return
        due = [
            index
            for index in self._switches.take_due(tick).tolist()
            if self._things.present[self._switches.emitters[index].thing]
        ]
        if not due:
            return
        positions = self._things.positions(self._agents)
        scents: list[Emitter] = []
        for index in due:
            emitter = self._switches.emitters[index]
            at = (float(positions[emitter.thing, 0]), float(positions[emitter.thing, 1]))
            if emitter.kind.id == "noise":
                self._emit_noise(emitter, at, tick)
            elif emitter.kind.id == "interest":
                self._emit_interest(emitter, at, tick)
            else:
                scents.append(emitter)
        if scents:
            rows = np.array([each.thing for each in scents], dtype=np.int64)
            strengths: FloatArray = np.array([each.number("strength") for each in scents])
            lifetimes = np.array([self._steps(each.number("lifetime")) for each in scents], dtype=np.int64)
            self.scents.leave(tick, positions[rows], rows, strengths, lifetimes)

    def end_step(self, tick: int) -> None:
        """Let go what is over; `tick` is that of the next step."""
        self.noises.forget(tick)
        self.scents.fade(tick)
        self.interests.forget(tick)
        self.emotes.end(tick)

    def _emit_noise(self, emitter: Emitter, at: Vector, tick: int) -> None:
        loudness = emitter.number("loudness")
        if emitter.parameter("moving") is True and emitter.is_agent:
            row = emitter.thing
            speed = float(length(self._agents.velocity[row : row + 1])[0])
            share = speed / max(float(self._agents.max_speed[row]), 1e-9)
            if share < LEAST_STEP_SHARE:
                return
            loudness *= min(share, 1.0)
        self.noises.add(
            tick, at, loudness, emitter.number("attenuation"), emitter.text("tag"), emitter.entity
        )

    def _emit_interest(self, emitter: Emitter, at: Vector, tick: int) -> None:
        given = emitter.parameter("priority")
        self.attract(
            tick,
            at,
            interest=emitter.text("interest"),
            priority=int(given) if isinstance(given, (int, float)) else None,
            radius=emitter.number("radius"),
            sense=emitter.text("sense"),
            who=emitter.text("who"),
            lasts=emitter.number("lasts"),
            source=emitter.entity,
        )

    def lights(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return position (k, 2), radius (k,) and brightness (k,) of every lamp that is on."""
        emitters = self._switches.emitters
        lit = [index for index in self._lamps if self._switches.active[index]]
        found = [emitters[index] for index in lit if self._things.present[emitters[index].thing]]
        rows = np.array([each.thing for each in found], dtype=np.int64)
        return (
            self._things.positions(self._agents)[rows],
            np.array([each.number("radius") for each in found], dtype=np.float64),
            np.array([each.number("brightness") for each in found], dtype=np.float64),
        )

    # -- what is asked for -------------------------------------------------------------------------

    def attract(
        self,
        tick: int,
        at: Vector,
        *,
        interest: str,
        priority: int | None = None,
        radius: float = 8.0,
        sense: str = "sound",
        who: str = "squad",
        lasts: float = 0.0,
        source: str | None = None,
    ) -> None:
        """Let something be noticed at a place; `lasts` in seconds. Without a priority it has its name's."""
        self.interests.add(
            Interest(
                number=self.interests.count,
                tick=tick,
                until=tick + self._steps(lasts),
                name=interest,
                priority=INTEREST_PRIORITIES.get(interest, 0) if priority is None else priority,
                at=at,
                radius=min(max(radius, 0.0), LOUDEST),
                sense=sense,
                who=who,
                source=source,
            )
        )

    def ring(self, entity: str) -> bool:
        """Let an entity's noises and interests be given off in the next step; tell whether it has any."""
        found = [*self._switches.of(entity, "noise"), *self._switches.of(entity, "interest")]
        self._switches.rung[found] = True
        return bool(found)

    def switch(self, entity: str, active: bool, kind: str | None = None) -> bool:
        """Switch the emitters of an entity, all or those of one kind; tell whether it has any."""
        found = list(self._switches.of(entity, kind))
        self._switches.active[found] = active
        return bool(found)

    def is_active(self, entity: str) -> bool:
        """Tell whether any emitter of an entity is switched on."""
        return bool(self._switches.active[list(self._switches.of(entity))].any())

    def _steps(self, seconds: float) -> int:
        return max(0, min(int(np.ceil(seconds * self._rate - 1e-9)), 2**31 - 1)) if seconds > 0.0 else 0

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self) -> SignalsState:
        """Return a copy of everything that changes."""
        return SignalsState(
            active=self._switches.active.copy(),
            rung=self._switches.rung.copy(),
            noises=self.noises.recent,
            noise_count=self.noises.count,
            traces=self.scents.traces,
            waiting=self.interests.waiting,
            recent=self.interests.recent,
            interest_count=self.interests.count,
            draws=self.interests.draws,
            emotes=dict(self.emotes.shown),
        )

    def restore(self, state: SignalsState) -> None:
        """Take back what `snapshot` returned."""
        self._switches.active = state.active.copy()
        self._switches.rung = state.rung.copy()
        self.noises.recent, self.noises.count = state.noises, state.noise_count
        self.scents.traces = state.traces
        self.interests.waiting, self.interests.recent = state.waiting, state.recent
        self.interests.count, self.interests.draws = state.interest_count, state.draws
        self.emotes.shown = dict(state.emotes)

    def state_bytes(self) -> bytes:
        """Return everything that decides how signals go on, the same bytes for the same state."""
        switches = self._switches.active.tobytes() + self._switches.rung.tobytes()
        rest = (
            self.noises.recent,
            self.noises.count,
            self.interests.waiting,
            self.interests.count,
            self.interests.draws,
            sorted(self.emotes.shown.items()),
        )
        return switches + self.scents.state_bytes() + repr(rest).encode()
