"""Add, name, change and remove what batch runs of a world measure."""

from __future__ import annotations

from graphs.basics.ids import free_name
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed, without
from graphs.worlds.model.world_file import MeasureEntry, MeasureKind, WorldDocument

START: dict[MeasureKind, str] = {
    "end": "time",
    "mean": "time",
    "min": "time",
    "max": "time",
    "share": "true",
    "first": "true",
}
"""What a new measure of a kind is of: something that any mind can answer. Nodes and events are named."""


@edit
def add_measure(world: WorldDocument, kind: MeasureKind, of: str = "") -> WorldDocument:
    """Return the world with a further measure under a free name, `of` "" for something to begin with.

    Refuses one of a node or event that is not named.
    """
    start = of or START.get(kind, "")
    if not start:
        raise EditRefused("No mind of this world has anything to measure so.", "Give an agent a mind first.")
    entry = MeasureEntry(kind=kind, of=start)
    return put(world, measures={**world.measures, free_name(kind, world.measures): entry})


@edit
def remove_measure(world: WorldDocument, name: str) -> WorldDocument:
    """Return the world without a measure; refuse one that is not there."""
    _need(world, name)
    return put(world, measures=without(world.measures, (name,)))


@edit
def rename_measure(world: WorldDocument, name: str, new_name: str) -> WorldDocument:
    """Return the world with another name for a measure, in its place; refuse a name that is taken."""
    _need(world, name)
    wanted = new_name.strip()
    if not wanted:
        raise EditRefused("A measure needs a name.", "It heads a column of the results.")
    if wanted == name:
        return world
    if wanted in world.measures:
        raise EditRefused(f"There is a measure {wanted!r} already.", "Choose another name.")
    return put(world, measures=renamed(world.measures, name, wanted))


@edit
def set_measure_field(world: WorldDocument, name: str, field: str, value: object) -> WorldDocument:
    """Return the world with `kind`, `of` or `agent` of a measure set; None takes the default.

    Refuses a value that does not fit, an empty `of`, and an agent that is not there.
    """
    entry = _need(world, name)
    if field == "of" and not (isinstance(value, str) and value.strip()):
        raise EditRefused("A measure is of something.", "Name an expression, a node or an event.")
    if field == "agent" and value is not None and value not in world.agents:
        raise EditRefused(f"There is no agent {value!r}.", "Choose one of the world's, or every agent.")
    new = with_field(entry, field, value)
    return world if new is entry else put(world, measures={**world.measures, name: new})


def _need(world: WorldDocument, name: str) -> MeasureEntry:
    entry = world.measures.get(name)
    if entry is None:
        raise EditRefused(f"There is no measure {name!r}.", "It may have been removed.")
    return entry
