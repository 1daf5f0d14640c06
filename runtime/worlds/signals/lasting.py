"""Keep noises, traces of scent and interests until they are over (SENSE-09, SENSE-11, SENSE-16).

Manage the interests of a world: what is there to notice, and who reacts (SENSE-16).

Every step, for each interest that is there, those who wait for something to notice and are reached by it are
gathered, team by team. Who of them reacts, the interest says:

| who | reacts |
|---|---|
| squad | ⌊log2 n⌋ scouts drawn at random; another one leads. One who is alone goes |
| all | everyone |
| nearest | the one nearest to it, of equally near ones the lower id |

Then the interest is over. One that reaches no one is over after its step, unless it `lasts`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from graphs.worlds.kinds.emitter_kinds import LOUDEST
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, IntArray
from runtime.formulas.sensing import choose_squad, faded
from runtime.worlds.bodies.geometry import point_in_polygon

_FURTHEST = 1e6

LONGEST_EMOTE = 12
"""Most characters of an emote."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Hold one noise: where, when and how loud it was made, what it is and by whom (None: no one there).

    `number` counts the noises of a run; `attenuation` is the loudness lost with each unit of distance.
    """

    number: int
    tick: int
    at: Vector
    loudness: float
    attenuation: float = 1.0
    tag: str = ""
    maker: str | None = None


class NoiseBoard:
    """Hold the noises of the last steps. `recent` and `count`, the number of the next, are state."""

    def __init__(self, kept_steps: int) -> None:
        """Keep each noise for `kept_steps` steps."""
        self._kept_steps = kept_steps
        self.recent: tuple[Noise, ...] = ()
        self.count = 0

    def add(
        self, tick: int, at: Vector, loudness: float, attenuation: float, tag: str, maker: str | None
    ) -> None:
        """Make a noise; what is no number is 0, and nothing is louder than `LOUDEST`."""
        noise = Noise(
            number=self.count,
            tick=tick,
            at=(_clamped(at[0], -_FURTHEST, _FURTHEST), _clamped(at[1], -_FURTHEST, _FURTHEST)),
            loudness=_clamped(loudness, 0.0, LOUDEST),
            attenuation=_clamped(attenuation, 0.0, LOUDEST),
            tag=tag,
            maker=maker,
        )
        self.count += 1
        self.recent = (*self.recent, noise)

    def forget(self, tick: int) -> None:
        """Forget the noises that are over on `tick`."""
        oldest = tick - self._kept_steps
        if self.recent and self.recent[0].tick < oldest:
            self.recent = tuple(noise for noise in self.recent if noise.tick >= oldest)


def _clamped(value: float, low: float, high: float) -> float:
    return 0.0 if math.isnan(value) else min(max(float(value), low), high)


@dataclass(frozen=True, slots=True)
class Emote:
    """Hold what is shown above an agent: a short text since `tick`, gone on the tick `until`."""

    text: str
    tick: int
    until: int


class Emotes:
    """Hold the emotes of a world by agent. `shown` is state."""

    def __init__(self) -> None:
        self.shown: dict[str, Emote] = {}

    def show(self, agent: str, text: str, tick: int, steps: int) -> None:
        """Show `text` above an agent for so many steps, in place of what is there; "" takes it away."""
        if text and steps > 0:
            self.shown[agent] = Emote(text[:LONGEST_EMOTE], tick, tick + steps)
        else:
            self.shown.pop(agent, None)

    def end(self, tick: int) -> None:
        """Take away what is over on `tick`."""
        over = [agent for agent, emote in self.shown.items() if emote.until <= tick]
        for agent in over:
            del self.shown[agent]


@dataclass(frozen=True, slots=True, eq=False)
class ScentTraces:
    """Hold m traces in the order they were left: where, by which thing, when, how strong, how many steps."""

    position: FloatArray
    thing: IntArray
    born: IntArray
    strength: FloatArray
    lifetime: IntArray

    def __len__(self) -> int:
        return len(self.born)

    def strength_at(self, tick: int) -> FloatArray:
        """Return how strong each trace still is on `tick`."""
        return faded(self.strength, (tick - self.born).astype(np.float64), self.lifetime.astype(np.float64))


def no_traces() -> ScentTraces:
    """Return no traces at all."""
    none = np.zeros(0, dtype=np.int64)
    return ScentTraces(np.zeros((0, 2)), none, none, np.zeros(0), none)


class ScentTrails:
    """Hold the traces of a world. `traces` are state and never changed in place.

    Nothing is left inside the polygons `washed`, such as water.
    """

    def __init__(self, washed: Sequence[FloatArray]) -> None:
        self._washed = tuple(washed)
        self.traces = no_traces()

    def leave(
        self, tick: int, position: FloatArray, thing: IntArray, strength: FloatArray, lifetime: IntArray
    ) -> None:
        """Leave traces at `position` (k, 2); `strength` and `lifetime`, in steps, are theirs (k,)."""
        dry = np.ones(len(position), dtype=np.bool_)
        for polygon in self._washed:
            dry &= ~point_in_polygon(position, polygon)
        if not dry.any():
            return
        left = ScentTraces(
            position[dry], thing[dry], np.full(int(dry.sum()), tick), strength[dry], lifetime[dry]
        )
        self.traces = ScentTraces(
            *(
                np.concatenate((getattr(self.traces, each.name), getattr(left, each.name)))
                for each in fields(ScentTraces)
            )
        )

    def fade(self, tick: int) -> None:
        """Take away the traces that have faded by `tick`."""
        if not len(self.traces.born):
            return
        there = tick - self.traces.born < self.traces.lifetime
        if not there.all():
            self.traces = ScentTraces(
                *(getattr(self.traces, each.name)[there] for each in fields(ScentTraces))
            )

    def state_bytes(self) -> bytes:
        """Return the traces as bytes, the same for the same traces."""
        return b"".join(getattr(self.traces, each.name).tobytes() for each in fields(ScentTraces))


@dataclass(frozen=True, slots=True)
class Interest:
    """Hold one interest: what it is, how much it matters, where it is and how it is noticed.

    `source` is the entity it belongs to, None for a place. `until` is the last tick on which it waits.
    `number` counts the interests of a run.
    """

    number: int
    tick: int
    until: int
    name: str
    priority: int
    at: Vector
    radius: float
    sense: str
    who: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Tell that the awareness sensor at `place` of its group is to notice, or to lead, for an interest.

    A leader knows by `scouts` how many go.
    """

    place: int
    interest: Interest
    leads: bool = False
    scouts: int = 0


class InterestBoard:
    """Hold the interests that wait. `waiting`, `count` and `draws`, those made so far, are state.

    `recent` are the interests of the last steps, for the preview.
    """

    def __init__(self, seed: int, kept_steps: int) -> None:
        self._seed = seed
        self._kept_steps = kept_steps
        self.waiting: tuple[Interest, ...] = ()
        self.recent: tuple[Interest, ...] = ()
        self.count = 0
        self.draws = 0

    def add(self, interest: Interest) -> None:
        """Let an interest wait for those who notice it."""
        self.waiting = (*self.waiting, interest)
        self.recent = (*self.recent, interest)
        self.count += 1

    def react(self, interest: Interest, reached: Sequence[int], nearest: int) -> tuple[Notice, ...]:
        """Return who of one team's sensors in the places `reached`, ascending, notices or leads."""
        if interest.who == "all":
            return tuple(Notice(place, interest) for place in reached)
        if interest.who == "nearest":
            return (Notice(nearest, interest),)
        squad = choose_squad(reached, self._seed, interest.source or "", self.draws)
        self.draws += squad.draws
        leads = () if squad.leader is None else (squad.leader,)
        leading = tuple(Notice(place, interest, leads=True, scouts=len(squad.scouts)) for place in leads)
        return (*leading, *(Notice(place, interest) for place in squad.scouts))

    def close(self, noticed: frozenset[int]) -> None:
        """Take away the interests whose numbers are `noticed`."""
        if noticed:
            self.waiting = tuple(each for each in self.waiting if each.number not in noticed)

    def forget(self, tick: int) -> None:
        """Forget what waits no more on `tick`, and what the preview shows no more."""
        if self.waiting:
            self.waiting = tuple(each for each in self.waiting if each.until >= tick)
        oldest = tick - self._kept_steps
        if self.recent and self.recent[0].tick < oldest:
            self.recent = tuple(each for each in self.recent if each.tick >= oldest)
