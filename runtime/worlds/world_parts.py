"""Give a world the parts that its document asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from runtime.basics.values import Value
from runtime.records.world_records import WorldEvent
from runtime.worlds.flight.arrivals import arrivals_of
from runtime.worlds.ground.ground import ground_of
from runtime.worlds.navigation.ambushes import Ambushes, AmbushView
from runtime.worlds.parts.doors import make_doors
from runtime.worlds.parts.links import make_links
from runtime.worlds.parts.world_part import ApplyEffect, Part, WorldPart
from runtime.worlds.places.places import Places
from runtime.worlds.squads.squads_part import squads_part

PART_MAKERS: tuple[Callable[[AmbushView], WorldPart | None], ...] = (
    make_doors,
    make_links,
    ground_of,
    Places,
    arrivals_of,
    Ambushes,
    squads_part,
)
"""Each makes one part, None where the document of a world has nothing of it; in the order of their steps."""


class WorldParts:
    """Hold the parts of one world, and ask the right one."""

    def __init__(self) -> None:
        self.parts: Sequence[WorldPart] = ()
        self._by_start: dict[str, WorldPart] = {}
        self.effects: dict[str, ApplyEffect] = {}

    def open(self, world: AmbushView) -> None:
        """Make the parts, each of which may ask `world` for what those before it answer."""
        for make in PART_MAKERS:
            part = make(world)
            if part is not None:
                self.parts = (*self.parts, part)
                self._by_start |= dict.fromkeys(part.fields, part)
                self.effects |= part.effects

    def find(self, kind: type[Part]) -> Part | None:
        """Return the part of a kind, None without one."""
        return next((part for part in self.parts if isinstance(part, kind)), None)

    @property
    def is_at_work(self) -> bool:
        """Tell whether any part does something: those that every world has wait until somebody asks."""
        return any(not isinstance(part, (Ambushes, Places)) or part.is_at_work for part in self.parts)

    def answers(self, field: str) -> bool:
        """Tell whether a field of entities is one that a part answers."""
        return bool(self.parts) and f"{field.partition(':')[0]}:" in self._by_start

    def field(self, entity: str, field: str) -> Value:
        """Return such a field; raise `EvaluationError` where the entity has none."""
        name, _, rest = field.partition(":")
        return self._by_start[f"{name}:"].field(entity, f"{name}:", rest)

    def step(self) -> tuple[WorldEvent, ...]:
        """Let all parts go on by one step; return the events that brains get in the next one."""
        return tuple(event for part in self.parts for event in part.step())

    def snapshot(self) -> Mapping[str, object]:
        """Return a copy of everything that changes, by the names of the classes of parts."""
        return {type(part).__name__: part.snapshot() for part in self.parts}

    def restore(self, saved: Mapping[str, object]) -> None:
        """Take back what `snapshot` returned."""
        for part in self.parts:
            part.restore(saved[type(part).__name__])

    def state(self) -> tuple[object, ...]:
        """Return everything that decides how they go on; nothing of one in which nothing happened yet."""
        states = ((type(part).__name__, part.state()) for part in self.parts)
        return tuple(each for each in states if each[1])
