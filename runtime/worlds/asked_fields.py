"""Answer what minds ask a world about what a thing shows, sees and is, as fields of it.

| field | value |
|---|---|
| `emote` | what is shown above the entity, "" for nothing |
| `switched_on` | whether the entity gives off anything |
| `sight:ENTITY` | what ends the line of sight to that entity, "" when nothing does |
| `zone:ZONE` | whether the entity is in that zone |
| `tag:WORD` | whether the entity has that tag |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.host import SIGHT_FIELD, SWITCH_FIELD, TAG_FIELD, ZONE_FIELD
from runtime.basics.values import Value
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.geometry import cast_rays, point_in_polygon

if TYPE_CHECKING:
    from runtime.worlds.world_facts import WorldFacts

EMOTE_FIELD = "emote"

_PREFIXES = (SIGHT_FIELD, ZONE_FIELD, TAG_FIELD)


def is_asked_field(field: str) -> bool:
    """Tell whether a field is one that `asked_field` answers."""
    return field in (EMOTE_FIELD, SWITCH_FIELD) or field.startswith(_PREFIXES)


def asked_field(world: WorldFacts, entity: str, field: str) -> Value:
    """Return such a field; raise `EvaluationError` for an entity or zone that is not there."""
    if field == EMOTE_FIELD:
        shown = world.signals.emotes.shown.get(entity)
        return shown.text if shown is not None else ""
    if field == SWITCH_FIELD:
        return world.signals.is_active(entity)
    prefix = next(each for each in _PREFIXES if field.startswith(each))
    name = field.removeprefix(prefix)
    if prefix == SIGHT_FIELD:
        start, end = _position(world, entity), _position(world, name)
        hits = cast_rays(world.opaque, start, end - start)
        return world.opaque.names[int(hits.owner[0])] if hits.hit[0] else ""
    if prefix == ZONE_FIELD:
        zone = world.document.zones.get(name)
        if zone is None:
            raise EvaluationError(f"There is no zone {name!r} in this world.")
        polygon = np.array(zone.polygon, dtype=np.float64)
        return bool(point_in_polygon(_position(world, entity), polygon)[0])
    row = world.things.ids.index(entity) if entity in world.things.ids else -1
    return row >= 0 and name in world.things.tags[row]


def _position(world: WorldFacts, entity: str) -> FloatArray:
    place = world.entity_field(entity, "position")
    assert isinstance(place, tuple)
    return np.array([place], dtype=np.float64)
