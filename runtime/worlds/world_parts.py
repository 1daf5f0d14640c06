"""Give a world the parts that its document asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from runtime.basics.values import Value
from runtime.records.world_records import WorldEvent
from runtime.worlds.parts.world_part import ApplyEffect, WorldPart, WorldView
from runtime.worlds.squads.squads_part import SquadsPart, squads_part

PART_MAKERS: tuple[Callable[[WorldView], WorldPart | None], ...] = (squads_part,)
"""Each makes one part, None where the document of a world has nothing of it; in the order of their steps."""


class WorldParts:
    """Hold the parts of one world, and ask the right one."""

    def __init__(self, world: WorldView) -> None:
        self.parts: Sequence[WorldPart] = tuple(
            part for make in PART_MAKERS if (part := make(world)) is not None
        )
        squads = next((part for part in self.parts if isinstance(part, SquadsPart)), None)
        self.slot_arrays = squads.slot_arrays if squads is not None else None
        self._by_start: Mapping[str, WorldPart] = {
            start: part for part in self.parts for start in part.fields
        }
        self.effects: Mapping[str, ApplyEffect] = {
            name: apply for part in self.parts for name, apply in part.effects.items()
        }

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

    def snapshot(self) -> tuple[object, ...]:
        """Return a copy of everything that changes."""
        return tuple(part.snapshot() for part in self.parts)

    def restore(self, saved: Sequence[object]) -> None:
        """Take back what `snapshot` returned."""
        for part, each in zip(self.parts, saved, strict=True):
            part.restore(each)

    def state(self) -> tuple[object, ...]:
        """Return everything that decides how they go on."""
        return tuple(part.state() for part in self.parts)
