"""Show the variables of an agent's mind with what the world gives them in place of their defaults."""

from __future__ import annotations

from editor.panels.inspector.field_builders import label_of
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.inspector.field_text import value_as_text
from editor.panels.world.world_fields import (
    WorldField,
    WorldFields,
    WorldSection,
    entity_choices,
)
from graphs.basics.frozen import JsonValue
from graphs.model import Variable
from graphs.worlds.model.world_file import AgentEntry


def override_section(fields: WorldFields, entry: AgentEntry) -> WorldSection:
    """Return a row for each variable of the mind; those the world sets are marked and can be taken back."""
    document = fields.context.minds.get((entry.mind or "").partition("#")[0])
    variables = document.variables if document is not None else {}
    own = {name: one for name, one in sorted(variables.items()) if _can_be_set(one)}
    rows = [_row(fields, name, one, entry.variables.get(name)) for name, one in own.items()]
    rows += [
        fields.literal(
            f"variables.{name}",
            label_of(name),
            value,
            hint="The mind declares no such variable of its agents; the value is kept as it is.",
        )
        for name, value in sorted(entry.variables.items())
        if name not in own
    ]
    count = len(entry.variables)
    note = f"{count} set here" if count else "as the mind says" if rows else "none"
    return WorldSection("variables", "Variables", tuple(rows), note=note, open=bool(count))


def _can_be_set(variable: Variable) -> bool:
    return variable.scope == "agent" and variable.type != "trigger"


def _row(fields: WorldFields, name: str, variable: Variable, value: JsonValue) -> WorldField:
    path, hint = f"variables.{name}", variable.note or f"{name}, {variable.type}."
    if variable.type == "entity":
        unset = "none" if variable.default is None else "as the mind says"
        return fields.choice(
            path,
            name,
            value,
            ((None, unset), *entity_choices(fields.world)),
            variable.default,
            hint=hint,
        )
    if variable.type == "enum" and variable.values:
        return fields.choice(
            path,
            name,
            value,
            tuple((one, one) for one in variable.values),
            variable.default or variable.values[0],
            hint=hint,
        )
    kinds = {"bool": FieldKind.SWITCH, "int": FieldKind.INTEGER, "float": FieldKind.NUMBER}
    usual: dict[str, JsonValue] = {"bool": False, "int": 0, "float": 0, "string": "", "vector": [0, 0]}
    default = variable.default if variable.default is not None else usual.get(variable.type)
    return WorldField(
        path,
        name,
        kinds.get(variable.type, FieldKind.VALUE),
        value,
        fields.setter(path),
        default=default,
        unit=variable.unit,
        minimum=None if variable.min is None else float(variable.min),
        maximum=None if variable.max is None else float(variable.max),
        help=hint,
        literal="vector" if variable.type == "vector" else "string",
        placeholder=value_as_text(default) if variable.type == "vector" else "",
    )
