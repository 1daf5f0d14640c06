"""Put whole parts of a world in place: what a script says where no narrower edit does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphs.basics.frozen import JsonValue
from graphs.edits.edit_calls import edit
from graphs.edits.part_values import with_parts
from graphs.worlds.model.world_file import WorldDocument


@edit
def set_world_parts(
    world: WorldDocument, values: Mapping[str, JsonValue], without: Sequence[str] = ()
) -> WorldDocument:
    """Put parts of the world in place, and take others out, as `set_parts` does in a mind."""
    return with_parts(world, values, without)
