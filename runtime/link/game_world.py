"""Make a world in which the agents of a game are shown where the game says they are."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.worlds.model.world_file import AgentEntry, WorldDocument, empty_world
from runtime.link.frames import Hello

GROUND = 100.0
"""The side of the ground, in units, where a game tells none."""

_ROOM = 0.1


class Ground:
    """Turn places of a game into places of its world here, whose lower left corner is (0, 0)."""

    def __init__(self, outline: Sequence[tuple[float, float]]) -> None:
        """Take what a game tells of its ground; without it the game's (0, 0) is in the middle."""
        across = [x for x, _ in outline] or [-GROUND / 2, GROUND / 2]
        along = [y for _, y in outline] or [-GROUND / 2, GROUND / 2]
        self.left, self.low = min(across), min(along)
        self.size = (max(max(across) - self.left, 1.0), max(max(along) - self.low, 1.0))

    def place(self, at: tuple[float, float, float]) -> tuple[float, float, float]:
        """Return where an agent is here; x, y in units, heading in degrees."""
        return (at[0] - self.left, at[1] - self.low, at[2])


def world_of(ground: Ground, hello: Hello) -> WorldDocument:
    """Return the world of a game without agents."""
    made = empty_world(*ground.size)
    return made.model_copy(update={"title": hello.game, "rate": hello.rate, "seed": hello.seed})


def with_agent(world: WorldDocument, agent: str, mind: str) -> WorldDocument:
    """Return the world with one more agent, in the middle until the game says where."""
    middle = (world.size[0] / 2, world.size[1] / 2)
    radius = min(0.5, min(world.size) * _ROOM)
    entry = AgentEntry(name=agent, mind=mind, at=middle, radius=radius)
    return world.model_copy(update={"agents": dict(sorted({**world.agents, agent: entry}.items()))})
