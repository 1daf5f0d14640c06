"""Check and convert values that are put into fields of a document."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused

Model = TypeVar("Model", bound=BaseModel)


def with_field(model: Model, path: str, value: object) -> Model:
    """Return `model` with the field at `path` set to a value, checked as if it stood in a file.

    `path` is a field, or a way into one with dots: `guard.test`, `activity.params.speed`, `services.0.every`.
    None takes the field back to its default, or an entry out of its object. Lists and tuples, models and
    plain dictionaries are all accepted. Raises `EditRefused` for an unknown field or a value that does not
    fit.
    """
    name, _, rest = path.partition(".")
    field = _field_name(model, name)
    current = getattr(model, field)
    plain = set_inside(plain_json(current), rest.split("."), plain_json(value)) if rest else plain_json(value)
    checked = _default(model, field) if plain is None else _checked(model, field, plain)
    if json.dumps(plain_json(checked)) == json.dumps(plain_json(current)):
        return model
    return model.model_copy(update={field: checked})


def plain_json(value: object) -> JsonValue:
    """Return a value as JSON has it: models as objects without their defaults, tuples as lists."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, Mapping):
        return {str(key): plain_json(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_json(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise EditRefused("A number without end cannot stand in a document.", "Give a finite number.")
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise EditRefused(f"A {type(value).__name__} cannot stand in a document.", "Give a JSON value.")


def set_inside(current: JsonValue, steps: list[str], value: JsonValue) -> JsonValue:
    """Return a JSON value with the entry at a path of keys and indexes set, or taken out for None."""
    step, rest = steps[0], steps[1:]
    if isinstance(current, list):
        return _set_in_list(current, step, rest, value)
    if current is not None and not isinstance(current, dict):
        raise EditRefused(f"There is no {step!r} in {json.dumps(current)}.", "Set the whole field.")
    entries = dict(current or {})
    inner = set_inside(entries.get(step), rest, value) if rest else value
    if inner is None:
        entries.pop(step, None)
    else:
        entries[step] = inner
    return entries or None


def _set_in_list(current: list[JsonValue], step: str, rest: list[str], value: JsonValue) -> JsonValue:
    if not step.isdecimal() or int(step) > len(current):
        raise EditRefused(f"There is no entry {step} in the list.", "Name one of its places.")
    place = int(step)
    old = current[place] if place < len(current) else None
    inner = set_inside(old, rest, value) if rest else value
    return [*current[:place], *([] if inner is None else [inner]), *current[place + 1 :]]


def _field_name(model: BaseModel, name: str) -> str:
    for field, info in type(model).model_fields.items():
        if name in (field, info.alias):
            return field
    known = ", ".join(info.alias or field for field, info in type(model).model_fields.items())
    raise EditRefused(f"There is no field {name!r} here.", f"Use one of {known}.")


def _default(model: BaseModel, field: str) -> object:
    info = type(model).model_fields[field]
    if info.is_required():
        raise EditRefused(f"The field {field!r} must have a value.", "Give one.")
    return info.get_default(call_default_factory=True)


def _checked(model: BaseModel, field: str, plain: JsonValue) -> object:
    fields = type(model).model_fields
    required = {
        info.alias or name: getattr(model, name) for name, info in fields.items() if info.is_required()
    }
    key = fields[field].alias or field
    try:
        text = json.dumps({**required, key: plain}, allow_nan=False)
        return getattr(type(model).model_validate_json(text), field)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        found = json.dumps(plain, ensure_ascii=False)
        shown = found if len(found) <= 60 else found[:57] + "…"
        raise EditRefused(f"{shown} does not fit {key!r}: {problem['msg']}.", "Give another value.") from None
    except ValueError:
        raise EditRefused(f"{key!r} takes no number without end.", "Give a finite number.") from None
