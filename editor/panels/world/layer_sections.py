"""Build the sections for the layers of the ground: a section to add one, and one for each there is."""

from __future__ import annotations

from dataclasses import replace

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.inspector.field_text import number_of
from editor.panels.world.new_names import new_term
from editor.panels.world.world_fields import (
    PartFields,
    WorldAction,
    WorldField,
    WorldFieldEdit,
    WorldFields,
    WorldSection,
)
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.edits.refusal import EditRefused
from graphs.worlds.checks.sense_check import filter_names
from graphs.worlds.edits.ground import (
    add_layer,
    add_layer_source,
    remove_layer,
    remove_layer_source,
    rename_layer,
    set_layer_field,
)
from graphs.worlds.model.ground_and_squads import Layer, LayerSource
from graphs.worlds.model.world_file import WorldDocument

KINDS: tuple[tuple[str, str], ...] = (
    ("influence", "sum of influence"),
    ("strongest", "strongest influence"),
    ("territory", "territory"),
    ("visits", "visits"),
    ("height", "height"),
)
_FALL_OFFS = (
    ("none", "not at all"),
    ("linear", "linear"),
    ("inverse_square", "by (1 + distance)²"),
    ("steps", "by steps"),
)


def layer_sections(fields: WorldFields) -> tuple[WorldSection, ...]:
    """Return a section to add a layer, and one for each there is with its sources."""
    layers = fields.world.layers
    count = str(len(layers)) if layers else "none"
    head = WorldSection("layers", "Layers of the ground", (_adder(),), note=count, open=bool(layers))
    return (head, *(_section(fields, name, layer) for name, layer in layers.items()))


def _adder() -> WorldField:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if not isinstance(value, str):
            raise EditRefused("Nothing was chosen.", "Choose what its numbers are.")
        return add_layer(world, value)

    hint = "Numbers over the ground, such as danger. Minds read influence(self, name)."
    row = WorldField("layers.add", "Add", FieldKind.CHOICE, None, edit, choices=KINDS, help=hint)
    return replace(row, placeholder="choose what")


def _section(fields: WorldFields, name: str, layer: Layer) -> WorldSection:
    path = f"layers.{name}"

    def put(world: WorldDocument, field: str, value: JsonValue) -> WorldDocument:
        return set_layer_field(world, name, field, value)

    own = PartFields(fields, path, put)
    rows = [*_own_rows(own, name, layer)]
    for place, source in enumerate(layer.sources):
        rows += _source_rows(own, name, layer, place, source)
    if layer.kind != "height":
        rows.append(_source_adder(fields, name))
    removers = [_remover(name, place, source) for place, source in enumerate(layer.sources)]
    remove = WorldAction("Remove layer", "trash", lambda world: remove_layer(world, name))
    return WorldSection(path, name, tuple(rows), (*removers, remove), note=layer.kind)


def _own_rows(fields: WorldFields, name: str, layer: Layer) -> tuple[WorldField, ...]:
    path = f"layers.{name}"

    def rename(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return rename_layer(world, name, str(value or ""))

    hint = "What minds call it: influence(self, name). They are documents of their own and do not follow."
    named = WorldField(f"{path}.id", "Name", FieldKind.TEXT, name, rename, required=True, help=hint)
    kind = fields.choice(f"{path}.kind", "Numbers are", layer.kind, KINDS, "influence")
    hint = "The side of a cell: half of it takes four times the work."
    cell = fields.number(f"{path}.cell", "Cell", layer.cell, 1, unit="units", hint=hint)
    if layer.kind == "height":
        return named, kind, cell
    hint = "How long it takes until half is left of what was there; 0: nothing stays."
    half_life = fields.number(
        f"{path}.half_life", "Half-life", layer.half_life, 0, unit="s", minimum=0, hint=hint
    )
    hint = "How often it is worked out, in slices."
    every = fields.number(f"{path}.every", "Every", layer.every, 0.25, unit="s", minimum=0, hint=hint)
    hint = "Distances on the ground, around walls, in place of straight ones."
    around = fields.switch(f"{path}.around_walls", "Around walls", layer.around_walls, False, hint=hint)
    return named, kind, cell, half_life, every, around


def _source_rows(
    fields: WorldFields, name: str, layer: Layer, place: int, source: LayerSource
) -> tuple[WorldField, ...]:
    """Return the rows of one source; of visits only who counts."""
    path = f"layers.{name}.sources.{place}"
    terms = (*((each, each) for each in sorted(filter_names(fields.world))), *new_term(fields.world))
    hint = "Teams, tags, agents and sources, with commas between; a minus leaves out."
    edit = fields.setter(f"{path}.who")
    who = WorldField(f"{path}.who", f"{place + 1}  Who", FieldKind.TEXT, source.who, edit)
    who = replace(who, required=True, help=hint, choices=terms, on_map=frozenset({"team", "entity"}))
    if layer.kind == "visits":
        return (who,)
    hint = "A number, or the name of a value of who it is, such as health."
    edit = _strength(fields.setter(f"{path}.strength"))
    strength = WorldField(f"{path}.strength", "Strength", FieldKind.VALUE, source.strength, edit, default=1)
    strength = replace(strength, literal="any", help=hint)
    radius = fields.number(f"{path}.radius", "Reaches", source.radius, 4, unit="units", minimum=0)
    hint = "How what it gives falls off with distance."
    fall_off = fields.choice(
        f"{path}.fall_off", "Falls off", source.fall_off, _FALL_OFFS, "linear", hint=hint
    )
    if source.fall_off != "steps":
        return who, strength, radius, fall_off
    shown: JsonValue = [f"{share:g}" for share in source.steps] or None
    hint = "The share that is left at each unit of distance, a line each."
    edit = _steps(fields.setter(f"{path}.steps"))
    steps = WorldField(f"{path}.steps", "Steps", FieldKind.LINES, shown, edit, default=[], help=hint)
    return who, strength, radius, fall_off, steps


def _source_adder(fields: WorldFields, name: str) -> WorldField:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return add_layer_source(world, name, str(value or ""))

    terms = tuple((each, each) for each in sorted(filter_names(fields.world)))
    row = WorldField(f"layers.{name}.add", "Add source", FieldKind.TEXT, None, edit, choices=terms)
    return replace(row, placeholder="a team, tag or agent", help="Who gives this layer values too.")


def _remover(name: str, place: int, source: LayerSource) -> WorldAction:
    title = f"Remove source {place + 1}, {source.who}"
    return WorldAction(title, "trash", lambda world: remove_layer_source(world, name, place))


def _strength(put: WorldFieldEdit) -> WorldFieldEdit:
    def edit(world: WorldDocument, value: JsonValue) -> WorldDocument:
        if isinstance(value, (bool, list)):
            raise EditRefused("A strength is a number or the name of a value.", "Type 1, or health.")
        return put(world, value)

    return edit


def _steps(put: WorldFieldEdit) -> WorldFieldEdit:
    def edit(world: WorldDocument, lines: JsonValue) -> WorldDocument:
        shares: list[JsonValue] = []
        for line in lines if isinstance(lines, list) else ():
            share = number_of(str(line))
            if share is None:
                raise EditRefused(f"{line!r} is no share.", "Type a number a line, such as 1, 0.5, 0.25.")
            shares.append(shortest_number(share))
        return put(world, shares)

    return edit
