"""Keep the emotes above the heads of agents until their time is over (SENSE-19)."""

from __future__ import annotations

from dataclasses import dataclass

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
