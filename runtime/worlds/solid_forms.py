"""Hold what is solid in a world for each way its doors stand; what was built once stays known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.contacts import contact_shapes
from runtime.worlds.bodies.geometry import Obstructions, build_obstructions
from runtime.worlds.bodies.solid_shapes import SolidShapes, build_solid_shapes
from runtime.worlds.navigation.grounds import REACH, DoorWays
from runtime.worlds.navigation.navigator import Navigator
from runtime.worlds.parts.doors import Doors
from runtime.worlds.parts.links import Links
from runtime.worlds.senses.senses import Senses, opaque_part

MOST_FORMS = 256


@dataclass(frozen=True, slots=True, eq=False)
class SolidForm:
    """Hold what is solid, the part that ends sight, and the shapes of it for contacts and for ways."""

    solid: Obstructions
    opaque: Obstructions
    contacts: SolidShapes
    ways: SolidShapes


class SolidForms:
    """Build what is solid as the doors of one world stand."""

    def __init__(self, world: WorldDocument, agents: AgentArrays, doors: Doors) -> None:
        self._world = world
        self._agents = agents
        self._doors = doors
        self._known: dict[tuple[int, ...], SolidForm] = {}
        self._resting: dict[DoorWays, SolidShapes] = {}

    def now(self) -> SolidForm:
        """Return what is solid now."""
        form = self._doors.form
        found = self._known.get(form)
        if found is None:
            if len(self._known) >= MOST_FORMS:
                self._known.clear()
            found = self._known[form] = self._built(self._doors.standing())
        return found

    def at_rest(self, ways: DoorWays) -> SolidShapes:
        """Return the shapes for ways when all doors have come to rest, open or closed as told."""
        if ways not in self._resting:
            solid = build_obstructions(self._world, self._doors.standing(ways))
            self._resting[ways] = build_solid_shapes(solid, REACH)
        return self._resting[ways]

    def _built(self, standing: Mapping[str, FloatArray]) -> SolidForm:
        solid = build_obstructions(self._world, standing)
        return SolidForm(
            solid,
            opaque_part(self._world, solid),
            contact_shapes(solid, self._agents, 1.0 / self._world.rate),
            build_solid_shapes(solid, REACH),
        )


class MovingGround:
    """Follow how the doors of one world stand and which of its links are active.

    `now` is the same as long as they stay so; None where nothing was followed yet.
    """

    def __init__(
        self, world: WorldDocument, agents: AgentArrays, doors: Doors | None, links: Links | None
    ) -> None:
        self._doors, self._links = doors, links
        self._forms = SolidForms(world, agents, doors) if doors is not None else None
        self.now: tuple[tuple[int, ...], DoorWays, DoorWays] | None = None

    def follow(self, navigator: Navigator, senses: Senses, *, is_new: bool) -> SolidForm | None:
        """Take over how doors stand and which links are active; with `is_new` those who walk hear of it.

        Returns what is solid now, None where that is what it was.
        """
        doors, links = self._doors, self._links
        if doors is None and links is None:
            return None
        form, ways = (doors.form, doors.ways) if doors is not None else ((), ())
        active = links.active if links is not None else ()
        before, self.now = self.now, (form, ways, active)
        if self.now == before:
            return None
        standing, shapes = None, navigator.grounds.shapes
        if self._forms is not None:
            standing = self._forms.now()
            shapes = standing.ways
            senses.see_past(standing.solid, standing.opaque)
            navigator.grounds.at_rest = self._forms.at_rest
        opened: tuple[Vector, ...] = ()
        if is_new and before is not None:
            opened = opened_places(doors, before[1], links, before[2])
        changed = is_new and before is not None and before[1:] != self.now[1:]
        navigator.take_ground(shapes, ways, opened, changed=changed)
        return standing


def opened_places(
    doors: Doors | None, ways: DoorWays, links: Links | None, active: DoorWays
) -> tuple[Vector, ...]:
    """Return where ways have opened since the doors and links were as told."""
    found: list[Vector] = []
    if doors is not None:
        pairs = enumerate(zip(doors.ways, ways, strict=True))
        found += [doors.middle(place) for place, (now, before) in pairs if now and not before]
    if links is not None:
        for link, now, before in zip(links.ids, links.active, active, strict=True):
            if now and not before:
                x, y = links.links[link].start
                found.append((float(x), float(y)))
    return tuple(found)
