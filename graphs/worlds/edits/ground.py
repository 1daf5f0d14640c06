"""Add, name, change and remove the layers of the ground of a world, and what gives them values."""

from __future__ import annotations

from graphs.basics.ids import free_name
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed, without
from graphs.worlds.checks.ground_check import layer_problems
from graphs.worlds.edits.references import LONGEST_ID
from graphs.worlds.model.ground_and_squads import Layer, LayerSource
from graphs.worlds.model.world_file import WorldDocument

_EVERYONE = "anyone"
"""Whom a new source names where the world has no team."""


@edit
def add_layer(world: WorldDocument, kind: str) -> WorldDocument:
    """Add a layer of a kind under a free name, with a first source where the kind has any.

    It is what agents of the first team give, or of anyone where there is no team.
    """
    layer = with_field(Layer(), "kind", kind)
    if layer.kind != "height":
        layer = put(layer, sources=(LayerSource(who=_first_team(world)),))
    return put(world, layers={**world.layers, free_name(kind, world.layers): layer})


@edit
def remove_layer(world: WorldDocument, name: str) -> WorldDocument:
    """Take a layer out; refuse one that is not there."""
    need_layer(world, name)
    return put(world, layers=without(world.layers, (name,)))


@edit
def rename_layer(world: WorldDocument, name: str, new_name: str) -> WorldDocument:
    """Give a layer another name, in its place; refuse a name that is taken or cannot be read by a mind."""
    need_layer(world, name)
    wanted = new_name.strip()
    if wanted == name:
        return world
    if not wanted or len(wanted) > LONGEST_ID or any(not (sign.isalnum() or sign in "_-") for sign in wanted):
        raise EditRefused(
            f"{wanted[:LONGEST_ID]!r} cannot be the name of a layer.",
            "Use letters, digits, - and _, as in danger_2.",
        )
    if wanted in world.layers:
        raise EditRefused(f"There is a layer {wanted!r} already.", "Choose another name.")
    return put(world, layers=renamed(world.layers, name, wanted))


@edit
def set_layer_field(world: WorldDocument, name: str, path: str, value: object) -> WorldDocument:
    """Set a field of a layer, or of one of its sources as in `sources.0.radius`; None takes the default.

    Refuses a value that does not fit, and one that the check of worlds calls an error there.
    """
    layer = need_layer(world, name)
    new = with_field(layer, path, value)
    if new is layer:
        return world
    changed = put(world, layers={**world.layers, name: new})
    spot = f"layers.{name}.{path}"
    known = set(layer_problems(world))
    for problem in layer_problems(changed):
        if problem.severity == "error" and problem not in known and problem.where == spot:
            raise EditRefused(problem.message, problem.remedy)
    return changed


@edit
def add_layer_source(world: WorldDocument, name: str, who: str) -> WorldDocument:
    """Let a layer have values from somebody too, at the end of its sources.

    Refuses nobody, and a layer of heights, which is read from walls and obstacles.
    """
    layer = need_layer(world, name)
    if not who.strip():
        raise EditRefused("Nobody was named.", "Name a team, a tag or an agent.")
    if layer.kind == "height":
        raise EditRefused(
            "A layer of heights has no sources: it is read from walls and obstacles.", "Choose another kind."
        )
    sources = (*layer.sources, LayerSource(who=who.strip()))
    return put(world, layers={**world.layers, name: put(layer, sources=sources)})


@edit
def remove_layer_source(world: WorldDocument, name: str, index: int) -> WorldDocument:
    """Take one source of a layer out; refuse one that is not there."""
    layer = need_layer(world, name)
    if not 0 <= index < len(layer.sources):
        raise EditRefused("This source is no longer there.", "Choose another one.")
    sources = layer.sources[:index] + layer.sources[index + 1 :]
    return put(world, layers={**world.layers, name: put(layer, sources=sources)})


def need_layer(world: WorldDocument, name: str) -> Layer:
    """Return a layer, or refuse."""
    layer = world.layers.get(name)
    if layer is None:
        raise EditRefused(f"There is no layer {name!r}.", "It may have been removed.")
    return layer


def _first_team(world: WorldDocument) -> str:
    teams = (agent.team for _, agent in sorted(world.agents.items()) if agent.team)
    return next(teams, _EVERYONE)
