"""Write schemas of objects of which one field says what the others are."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonValue
from graphs.files.schema import JsonObject


def picked_by(field: str, schemas: Mapping[str, JsonObject]) -> JsonObject:
    """Return the schema of an object of which the text in `field` picks one of some schemas.

    It says what `oneOf` does, but a validator looks at one of them only, and tells what is wrong in it.
    """
    picked: list[JsonValue] = [
        {"if": {"properties": {field: {"const": name}}, "required": [field]}, "then": schema}
        for name, schema in schemas.items()
    ]
    return {
        "type": "object",
        "properties": {field: {"enum": [*schemas]}},
        "required": [field],
        "allOf": picked,
    }
