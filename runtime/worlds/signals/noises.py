"""Keep the noises that were made until everybody has had the time to hear them (SENSE-09)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from graphs.worlds.kinds.emitter_kinds import LOUDEST
from runtime.basics.values import Vector

_FURTHEST = 1e6


@dataclass(frozen=True, slots=True)
class Noise:
    """Hold one noise: where, when and how loud it was made, what it is and by whom (None: nobody there).

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


LONGEST_EMOTE = 12
"""Most characters of an emote."""


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
