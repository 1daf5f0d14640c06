"""Declare how values stand in an export: one form writes, reads and describes each.

Writing and reading cannot drift apart, and the published JSON Schema is made of the same declarations.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Items, Value
from graphs.model.document import FEWEST_ROUNDS, MOST_ROUNDS
from runtime.basics.context import BufferName
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.writing_and_reading import Reading, Writing
from runtime.minds.program.rows import Row

T = TypeVar("T")
Part = TypeVar("Part")


NEVER = object()
"""In place of a value with which a field is left out: it is always there."""


@dataclass(frozen=True)
class Form(Generic[T]):
    """Say how one sort of value is written and read, and its JSON Schema.

    `read` raises `ExportProblem` for anything that `write` does not write. `parts` are the named schemas that
    `schema` refers to. A field of this form is left out where its JSON is `empty`: null, false, 0, no text,
    an empty list or object.
    """

    schema: JsonObject
    write: Callable[[T, Writing], JsonValue]
    read: Callable[[JsonValue, str, Reading], T]
    parts: Mapping[str, JsonObject] = field(default_factory=dict)
    empty: object = NEVER


def named(name: str, form: Form[T], description: str = "") -> Form[T]:
    """Return the same form, its schema to be found under a name."""
    schema = {**form.schema, "description": description} if description else form.schema
    return replace(form, schema={"$ref": f"#/$defs/{name}"}, parts={**form.parts, name: schema})


# -- plain values -----------------------------------------------------------------------------------


def _plain(value: Any, out: Writing) -> JsonValue:
    return value  # type: ignore[no-any-return]


def _read_bool(data: JsonValue, path: str, source: Reading) -> bool:
    if isinstance(data, bool):
        return data
    raise expected("true or false", data, path)


def _read_text(data: JsonValue, path: str, source: Reading) -> str:
    if isinstance(data, str):
        return data
    raise expected("a text", data, path)


BOOL: Form[bool] = Form({"type": "boolean"}, _plain, _read_bool, empty=False)
TEXT: Form[str] = Form({"type": "string"}, _plain, _read_text, empty="")


_LARGEST = sys.float_info.max


def whole(minimum: int = INT_MINIMUM, maximum: int = INT_MAXIMUM) -> Form[int]:
    """Return the form of a whole number between two bounds, both included."""

    def read(data: JsonValue, path: str, source: Reading) -> int:
        if isinstance(data, int) and not isinstance(data, bool) and minimum <= data <= maximum:
            return data
        raise expected(f"a whole number from {minimum} to {maximum}", data, path)

    return Form({"type": "integer", "minimum": minimum, "maximum": maximum}, _plain, read)


def from_zero(form: Form[int]) -> Form[int]:
    """Return the form of a whole number that is left out where it is 0."""
    return replace(form, empty=0)


ROUNDS_FORM = whole(FEWEST_ROUNDS, MOST_ROUNDS)
"""How the rounds of a macrostep stand in a file, which has them if they are not 1,000."""


def number(minimum: float = -sys.float_info.max) -> Form[float]:
    """Return the form of a finite float that is not below a bound."""

    def read(data: JsonValue, path: str, source: Reading) -> float:
        if isinstance(data, (int, float)) and not isinstance(data, bool) and minimum <= data <= _LARGEST:
            return float(data)
        raise expected("a number" if minimum == -_LARGEST else f"a number from {minimum:g} on", data, path)

    schema: JsonObject = {"type": "number"}
    if minimum > -_LARGEST:
        schema["minimum"] = minimum
    return Form(schema, _plain, read)


def one_of(words: Mapping[str, T]) -> Form[T]:
    """Return the form of a value that is written as one of some words."""
    names = {value: word for word, value in words.items()}

    def read(data: JsonValue, path: str, source: Reading) -> T:
        if isinstance(data, str) and data in words:
            return words[data]
        raise expected(f"one of {', '.join(words)}", data, path)

    return Form({"enum": [*words]}, lambda value, out: names[value], read)


def words(*choices: str) -> Form[Any]:
    """Return the form of a text that is one of some."""
    return one_of({word: word for word in choices})


def value_to_json(value: Value) -> JsonValue:
    """Return a value of the language as JSON: a vector is [x, y], nobody null, a list an object."""
    if isinstance(value, Items):
        return {"list": [value_to_json(each) for each in value.values]}
    return [*value] if isinstance(value, tuple) else value


def value_from_json(data: JsonValue, path: str) -> Value:
    """Return the value that `value_to_json` wrote."""
    if isinstance(data, dict) and isinstance(listed := data.get("list"), list) and len(data) == 1:
        found = [value_from_json(each, f"{path}.list[{place}]") for place, each in enumerate(listed)]
        items = tuple(each for each in found if not isinstance(each, Items))
        if len(items) == len(found):
            return Items(items)
    if isinstance(data, list) and len(data) == 2:
        x, y = (number().read(each, path, NO_SOURCE) for each in data)
        return (x, y)
    if isinstance(data, int) and not isinstance(data, bool) and not INT_MINIMUM <= data <= INT_MAXIMUM:
        raise expected("an int of 32 bits", data, path)
    if (
        data is None
        or isinstance(data, (bool, int, str))
        or (isinstance(data, float) and math.isfinite(data))
    ):
        return data
    raise expected("a value", data, path)


NO_SOURCE: Any = None
"""What plain forms are read with: they ask nothing of what is read around them."""

_VALUE_SCHEMA: JsonObject = {
    "anyOf": [
        {"type": ["boolean", "number", "string", "null"]},
        {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        {
            "type": "object",
            "properties": {"list": {"type": "array"}},
            "required": ["list"],
            "additionalProperties": False,
        },
    ]
}

VALUE: Form[Value] = named(
    "value",
    Form(
        _VALUE_SCHEMA,
        lambda value, out: value_to_json(value),
        lambda data, path, source: value_from_json(data, path),
    ),
    'A value: true, false, a number, a text, a vector as [x, y], null for nobody, {"list": […]} for a list.',
)


# -- made of others ---------------------------------------------------------------------------------


def optional(form: Form[T]) -> Form[T | None]:
    """Return the form of a value that may be missing: null then."""
    return Form(
        {"anyOf": [form.schema, {"type": "null"}]},
        lambda value, out: None if value is None else form.write(value, out),
        lambda data, path, source: None if data is None else form.read(data, path, source),
        form.parts,
        empty=None,
    )


def many(form: Form[T]) -> Form[tuple[T, ...]]:
    """Return the form of any number of values in order."""

    def read(data: JsonValue, path: str, source: Reading) -> tuple[T, ...]:
        if not isinstance(data, list):
            raise expected("a list", data, path)
        return tuple(form.read(each, f"{path}[{place}]", source) for place, each in enumerate(data))

    return Form(
        {"type": "array", "items": form.schema},
        lambda values, out: [form.write(value, out) for value in values],
        read,
        form.parts,
        empty=[],
    )


@dataclass(frozen=True)
class Field:
    """Declare one field of a record: its name in the export, the attribute it holds, its form, its help.

    The attribute may be one of an attribute. `only_named` fields are in the file of names, and `stripped`
    without it; others are left out where they are `left_out`, or where the form is empty.
    """

    name: str
    attribute: str
    form: Form[Any]
    help: str
    only_named: bool = False
    stripped: object = None
    left_out: object = NEVER

    @property
    def can_lack(self) -> bool:
        """Tell whether it can be left out of a file."""
        return self.only_named or self.left_out is not NEVER or self.form.empty is not NEVER

    def is_left_out(self, value: object, written: JsonValue) -> bool:
        """Tell whether it is left out with this value, which is written so."""
        if self.left_out is not NEVER:
            return value == self.left_out
        return written == self.form.empty and type(written) is type(self.form.empty)


def record_schema(fields: Sequence[Field], title: str, description: str) -> JsonObject:
    """Return the schema of an object with exactly these fields."""
    words: JsonObject = {"title": title, "description": description}
    return {
        "type": "object",
        **{name: text for name, text in words.items() if text},
        "properties": {
            field.name: {**({"description": field.help} if field.help else {}), **field.form.schema}
            for field in fields
        },
        "required": [field.name for field in fields if not field.can_lack],
        "additionalProperties": False,
    }


def parts_of(fields: Sequence[Field]) -> dict[str, JsonObject]:
    """Return the named schemas that fields refer to."""
    found: dict[str, JsonObject] = {}
    for each in fields:
        found.update(each.form.parts)
    return found


def write_fields(fields: Sequence[Field], holder: object, out: Writing) -> dict[str, JsonValue]:
    """Return the fields of an object that `holder` has as attributes."""
    found: dict[str, JsonValue] = {}
    for each in fields:
        if out.names or not each.only_named:
            value = attrgetter(each.attribute)(holder)
            written = each.form.write(value, out)
            if not each.is_left_out(value, written):
                found[each.name] = written
    return found


def read_fields(
    fields: Sequence[Field],
    data: JsonValue,
    path: str,
    source: Reading,
    keep: Callable[[str, Any], None],
    besides: frozenset[str] = frozenset(),
) -> None:
    """Read the fields of an object one after the other and hand each to `keep` by its attribute.

    `besides` are names that may stand there too, read by the caller.
    """
    given = require_object(data, path)
    known = {item.name for item in fields} | besides
    for name in given:
        if name not in known:
            raise ExportProblem(path, f"There is no field {name[:40]!r} here.", EXPORT_AGAIN)
    for each in fields:
        if each.name in given:
            keep(each.attribute, each.form.read(given[each.name], f"{path}.{each.name}", source))
        elif each.only_named or each.left_out is not NEVER:
            keep(each.attribute, each.stripped if each.only_named else each.left_out)
        elif each.form.empty is not NEVER:
            keep(
                each.attribute,
                each.form.read(cast(JsonValue, each.form.empty), f"{path}.{each.name}", source),
            )
        else:
            raise ExportProblem(path, f"The field {each.name!r} is missing.", EXPORT_AGAIN)


def require_object(data: JsonValue, path: str) -> dict[str, JsonValue]:
    """Return a JSON object; raise `ExportProblem` for anything else."""
    if isinstance(data, dict):
        return data
    raise expected("an object", data, path)


def record(title: str, description: str, made: Callable[..., T], fields: Sequence[Field]) -> Form[T]:
    """Return the form of an object with exactly these fields, made by calling `made` with them by name."""

    def read(data: JsonValue, path: str, source: Reading) -> T:
        values: dict[str, Any] = {}
        read_fields(fields, data, path, source, values.__setitem__)
        return made(**values)

    schema = record_schema(fields, title, description)
    return Form(schema, lambda value, out: write_fields(fields, value, out), read, parts_of(fields))


# -- rows and memory --------------------------------------------------------------------------------


def row_link(kind: type[Part], what: str) -> Form[Part]:
    """Return the form of a row of one class that is named by its number."""

    def write(row: Any, out: Writing) -> JsonValue:
        assert isinstance(row, Row)
        return row.index

    def read(data: JsonValue, path: str, source: Reading) -> Part:
        found = source.row_at(data, path)
        if isinstance(found, kind):
            return found
        raise ExportProblem(path, f"Row {found.index} is no {what}.", EXPORT_AGAIN)

    schema: JsonObject = {"type": "integer", "minimum": 0, "description": f"The number of a row: {what}."}
    return Form(schema, write, read)


ONE_PLACE: Callable[[Row], int] = lambda row: 1  # noqa: E731 - it is a value that is passed on


def memory(buffer: BufferName, count: Callable[[Row], int] = ONE_PLACE) -> Form[int]:
    """Return the form of the first of some places of memory that a row owns.

    `count` tells how many there are, once the row is read.
    """

    def read(data: JsonValue, path: str, source: Reading) -> int:
        first = whole(0).read(data, path, source)
        row = source.row
        source.later(lambda: source.claims.claim(buffer, first, count(row), path))
        return first

    what = f"A place in the agent's {buffer} memory."
    return Form({"type": "integer", "minimum": 0, "description": what}, _plain, read)


def shared_memory(sort: str) -> Form[int]:
    """Return the form of an int place that all things of one `sort` may share."""

    def read(data: JsonValue, path: str, source: Reading) -> int:
        place = whole(0).read(data, path, source)
        source.claims.claim_shared("int", place, path, sort)
        return place

    return Form(
        {"type": "integer", "minimum": 0, "description": "A place in the agent's int memory."}, _plain, read
    )


COUNT_OF_DRAWS = "a count of draws"
"""What owns an int place that counts the draws of a node."""

DRAWS = shared_memory(COUNT_OF_DRAWS)
"""The int place that counts the draws of a node."""


def or_none(form: Form[int]) -> Form[int]:
    """Return the form of a place or position that is -1 where there is none, written as null."""
    return Form(
        {"anyOf": [form.schema, {"type": "null"}]},
        lambda value, out: None if value < 0 else form.write(value, out),
        lambda data, path, source: -1 if data is None else form.read(data, path, source),
        form.parts,
        empty=None,
    )
