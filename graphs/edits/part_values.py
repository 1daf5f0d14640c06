"""Put whole parts of a document in place: what a script says where no narrower edit does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import JsonObject, to_canonical_json
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import plain_json
from graphs.edits.refusal import EditRefused
from graphs.model.document import Document

Whole = TypeVar("Whole", bound=BaseModel)


@edit
def set_parts(document: Document, values: Mapping[str, JsonValue], without: Sequence[str] = ()) -> Document:
    """Put parts of the document in place, and take others out, as if its file said so.

    Parts are named by JSON Pointers: `/graphs/main/nodes/a1/title`. A list is put in place whole. Raises
    `EditRefused` for a place that is not there, and for values that no document can hold.
    """
    return with_parts(document, values, without)


def with_parts(whole: Whole, values: Mapping[str, JsonValue], without: Sequence[str]) -> Whole:
    """Return a document or a world with parts put in place and taken out, as `set_parts` says."""
    plain = plain_json(whole)
    assert isinstance(plain, dict)
    for place in without:
        inside, key = _inside(plain, place)
        if key not in inside:
            raise EditRefused(f"There is nothing at {place!r}.", "Name a part that is there.")
        del inside[key]
    for place, value in values.items():
        inside, key = _inside(plain, place)
        inside[key] = value
    try:
        return type(whole).model_validate_json(to_canonical_json(plain))
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(map(str, problem["loc"]))
        raise EditRefused(f"The parts do not fit at {where!r}: {problem['msg']}.", "Correct them.") from None


def differing_parts(old: BaseModel, new: BaseModel) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
    """Return what `with_parts` takes to make `new` of `old`: the values, and the places taken out."""
    before, after = plain_json(old), plain_json(new)
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    values = dict(_set(before, after, ""))
    return values, tuple(_gone(before, after, ""))


def _set(old: JsonObject, new: JsonObject, place: str) -> Iterator[tuple[str, JsonValue]]:
    for key, value in new.items():
        former, at = old.get(key), f"{place}/{_escaped(key)}"
        if isinstance(former, dict) and isinstance(value, dict):
            yield from _set(former, value, at)
        elif key not in old or to_canonical_json(former) != to_canonical_json(value):
            yield at, value


def _gone(old: JsonObject, new: JsonObject, place: str) -> Iterator[str]:
    for key, former in old.items():
        value, at = new.get(key), f"{place}/{_escaped(key)}"
        if key not in new:
            yield at
        elif isinstance(former, dict) and isinstance(value, dict):
            yield from _gone(former, value, at)


def _inside(plain: JsonObject, place: str) -> tuple[JsonObject, str]:
    """Return the object that holds the part at a place, and the part's key in it."""
    first, *steps = place.split("/")
    if first or not steps:
        raise EditRefused(f"{place!r} is no place in a document.", "Write it as /graphs/main/title.")
    keys = [step.replace("~1", "/").replace("~0", "~") for step in steps]
    inside = plain
    for key in keys[:-1]:
        inner = inside.get(key)
        if not isinstance(inner, dict):
            raise EditRefused(f"There is no {key!r} on the way to {place!r}.", "Put a part in above it.")
        inside = inner
    return inside, keys[-1]


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
