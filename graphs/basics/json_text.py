"""Strict JSON in, canonical JSON out.

Tell quickly whether a text is strict JSON, without keeping its values.

One pass of the standard library's scanner, whose hooks keep next to nothing, and a look at the characters
outside strings answer for a whole file in a fraction of the time that building its values takes. What is
wrong, and where, is left to `graphs.basics.json_text`.

Write JSON values and document models in the one canonical form.

Models are written field by field, without making a plain value of the whole document first: that takes half
the time of `model_dump` followed by writing, and gives the same text.

Reading refuses what other readers guess about: duplicate keys, NaN and infinities, text that is not UTF-8,
nesting without end. Writing has one form for one value, so that files do not change for nothing.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from json.encoder import encode_basestring
from operator import itemgetter
from typing import NoReturn

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_MARKS = b'{}[]:"'
_ALL_BUT_MARKS = bytes(byte for byte in range(256) if byte not in _MARKS)
_SQUARE_AS_CURLY = bytes.maketrans(b"[]", b"{}")

_ANY_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPES = re.compile(
    r"\\(?:u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|u(?P<half>[dD][89a-fA-F]\w\w)|.)", re.DOTALL
)

_REQUIRED = object()
_Field = tuple[str, str, object, "Written | None"]
"""The name of a field, its key as written with the colon, its default, how else it is written."""
JsonScalar = str | int | float | bool | None
JsonValue = JsonScalar | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]
Written = Callable[[object], JsonValue]
MAXIMUM_DEPTH = 100
"""Deepest nesting of lists and objects that is read."""
MAXIMUM_DIGITS = 308
"""Longest integer literal that is read, in characters: a longer one may be too large for a float."""
_CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def is_strict_json(data: bytes, maximum_depth: int, maximum_digits: int) -> bool:
    """Tell whether `data` is JSON with unique keys and finite numbers, nested at most `maximum_depth` deep.

    `maximum_digits` bounds the length of an integer literal, in characters. A text with half a surrogate
    pair in an escape is not strict, since UTF-8 cannot hold it.
    """
    keys = 0

    def count_keys(found: dict[str, object]) -> None:
        # The object is not kept: a hundred thousand of them would wake the garbage collector.
        nonlocal keys
        keys += len(found)

    floats: list[str] = []
    integers: list[str] = []
    decoder = json.JSONDecoder(
        object_hook=count_keys, parse_float=floats.append, parse_int=integers.append, parse_constant=_refuse
    )
    try:
        text = data.decode("utf-8-sig")
        decoder.decode(text)
    except (ValueError, RecursionError):
        return False
    marks = marks_outside_strings(data)
    return (
        keys == marks.count(b":")
        and all(map(math.isfinite, map(float, floats)))
        and max(map(len, integers), default=0) <= maximum_digits
        and nesting_depth(marks) <= maximum_depth
        and half_surrogate(text) is None
    )


def marks_outside_strings(data: bytes) -> bytes:
    """Return the brackets and colons of a valid JSON text that stand outside its strings, in order."""
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(data.translate(None, _ALL_BUT_MARKS).split(b'"')[::2])


def nesting_depth(marks: bytes) -> int:
    """Return how deep the brackets of a valid JSON text are nested, given its marks."""
    brackets = marks.translate(_SQUARE_AS_CURLY, b":")
    depth = 0
    while brackets:
        brackets = brackets.replace(b"{}", b"")
        depth += 1
    return depth


def half_surrogate(text: str) -> int | None:
    """Return where a valid JSON text escapes half a surrogate pair, None if it does not."""
    if _ANY_SURROGATE.search(text) is None:
        return None
    return next((found.start() for found in _ESCAPES.finditer(text) if found["half"]), None)


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


@dataclass(frozen=True, slots=True)
class WrittenAs:
    """Say, in the annotation of a model's field, that files have it in another form than memory."""

    form: Written


def to_canonical_json(value: object) -> str:
    """Write `value` in the one canonical form, with a newline at the end.

    `value` is a JSON value, tuples counting as lists, or a model, of which fields equal to their default are
    left out. Keys are sorted, the indent is 2, every object and every list that holds an object or a list is
    broken, a list of scalars stays on its line, floats take their shortest form. Raises ValueError for a
    float that is not finite or a value JSON has no form for.
    """
    return _Writer().text(value, "\n") + "\n"


class _Writer:
    """Write values; remembers the fields of the models it meets."""

    def __init__(self) -> None:
        self._fields: dict[type, tuple[_Field, ...]] = {}

    def text(self, value: object, newline: str) -> str:
        """Write a value whose lines start with `newline`, a line break and the indent."""
        kind = type(value)
        if kind is str:
            return encode_basestring(value)  # type: ignore[arg-type]
        if kind is dict:
            return self._object(value, newline)  # type: ignore[arg-type]
        if kind is list or kind is tuple:
            return self._list(value, newline)  # type: ignore[arg-type]
        if kind is int:
            return int.__repr__(value)
        if isinstance(value, BaseModel):
            return self._model(value, newline)
        return self._other(value, newline)

    def _object(self, value: Mapping[str, object], newline: str) -> str:
        if not value:
            return "{}"
        inner = newline + "  "
        encode, text = encode_basestring, self.text
        # The test for text is repeated here and below: it saves a call for most entries of a document.
        entries = [
            f"{encode(key)}: {encode(each) if type(each) is str else text(each, inner)}"
            for key in sorted(value)
            for each in (value[key],)
        ]
        return "{" + inner + ("," + inner).join(entries) + newline + "}"

    def _list(self, value: list[object] | tuple[object, ...], newline: str) -> str:
        for item in value:
            if type(item) is not str and isinstance(item, (dict, list, tuple, BaseModel, Mapping)):
                break
        else:
            return "[" + ", ".join([self.text(item, newline) for item in value]) + "]"
        inner = newline + "  "
        return "[" + inner + ("," + inner).join([self.text(item, inner) for item in value]) + newline + "]"

    def _model(self, value: BaseModel, newline: str) -> str:
        if value.__pydantic_extra__:
            return self._object(self._with_unknown_fields(value), newline)
        values = value.__dict__
        inner = newline + "  "
        entries = []
        for name, key, default, form in self._fields_of(type(value)):
            one = values[name]
            if one is not default and one != default:
                one = one if form is None else form(one)
                entries.append(key + (encode_basestring(one) if type(one) is str else self.text(one, inner)))
        return "{" + inner + ("," + inner).join(entries) + newline + "}" if entries else "{}"

    def _with_unknown_fields(self, value: BaseModel) -> dict[str, object]:
        values = value.__dict__
        known = {
            info.alias or name: values[name] if form is None else form(values[name])
            for name, info in type(value).model_fields.items()
            for form in (_form_of(info),)
            if info.is_required() or values[name] != info.get_default(call_default_factory=True)
        }
        return {**known, **(value.__pydantic_extra__ or {})}

    def _fields_of(self, model: type[BaseModel]) -> tuple[_Field, ...]:
        fields = self._fields.get(model)
        if fields is None:
            keyed = [
                (
                    info.alias or name,
                    name,
                    _REQUIRED if info.is_required() else info.get_default(call_default_factory=True),
                    _form_of(info),
                )
                for name, info in model.model_fields.items()
            ]
            fields = tuple(
                (name, f"{encode_basestring(key)}: ", default, form)
                for key, name, default, form in sorted(keyed, key=itemgetter(0))
            )
            self._fields[model] = fields
        return fields

    def _other(self, value: object, newline: str) -> str:
        if value is None:
            return "null"
        if value is True:
            return "true"
        if value is False:
            return "false"
        if isinstance(value, float):
            if not math.isfinite(value):
                raise ValueError(f"{value} has no form in JSON")
            return float.__repr__(value)
        if isinstance(value, str):
            return encode_basestring(value)
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, Mapping):
            return self._object(value, newline)
        if isinstance(value, (list, tuple)):
            return self._list(value, newline)
        raise ValueError(f"a {type(value).__name__} has no form in JSON")


def _form_of(info: FieldInfo) -> Written | None:
    return next((each.form for each in info.metadata if isinstance(each, WrittenAs)), None)


class JsonTextError(ValueError):
    """Say what is wrong in a JSON text and where.

    `line` and `column` count from 1; `remedy` is a sentence that says what to do.
    """

    def __init__(self, message: str, line: int, column: int, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.remedy = remedy

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


def is_strict(data: bytes, maximum_depth: int = MAXIMUM_DEPTH) -> bool:
    """Tell whether `parse_json` takes `data`, in a fraction of the time."""
    return is_strict_json(data, maximum_depth, MAXIMUM_DIGITS)


def parse_json(data: bytes, maximum_depth: int = MAXIMUM_DEPTH) -> JsonValue:
    """Parse strict JSON.

    Raises
    ------
    JsonTextError
        For text that is not UTF-8, not JSON, nested deeper than `maximum_depth`, with a key twice in one
        object, with a number that is not finite, or with half a surrogate pair.
    """
    text = decode_text(data)
    value = _parsed(text, maximum_depth)
    if nesting_depth(marks_outside_strings(data)) > maximum_depth:
        raise _too_deep(text, maximum_depth)
    half = half_surrogate(text)
    if half is not None:
        raise JsonTextError(
            f"{text[half : half + 6]} is half a character.",
            *_place(text, half),
            "Write the character itself, or both halves.",
        )
    return value


def _parsed(text: str, maximum_depth: int) -> JsonValue:
    try:
        return json.loads(  # type: ignore[no-any-return]
            text,
            object_pairs_hook=_ObjectReader(text),
            parse_constant=lambda name: _refuse_constant(text, name),
            parse_float=lambda literal: _finite_float(text, literal),
            parse_int=lambda literal: _short_integer(text, literal),
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except RecursionError:
        raise _too_deep(text, maximum_depth) from None


def decode_text(data: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark; raise `JsonTextError` naming the bad byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise JsonTextError(
            f"Byte 0x{data[error.start]:02x} is not UTF-8 text.",
            line,
            column,
            "The file is not a text file, or was saved in another encoding; save it as UTF-8.",
        ) from None


class _ObjectReader:
    """Build each object of a text and refuse a key that stands twice in it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __call__(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        result = dict(pairs)
        if len(result) != len(pairs):
            self._refuse(pairs)
        return result

    def _refuse(self, pairs: list[tuple[str, JsonValue]]) -> NoReturn:
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        line, column = _place_of_last(self._text, json.dumps(twice, ensure_ascii=False))
        raise JsonTextError(
            f"The key {json.dumps(twice, ensure_ascii=False)} stands twice in one object.",
            line,
            column,
            "Remove one of the two; a merge may have left both.",
        )


def _refuse_constant(text: str, name: str) -> NoReturn:
    line, column = _place_of_last(text, name)
    raise JsonTextError(f"{name} is not a JSON number.", line, column, "Write a finite number.")


def _finite_float(text: str, literal: str) -> float:
    value = float(literal)
    if math.isfinite(value):
        return value
    line, column = _place_of_last(text, literal)
    raise JsonTextError(
        f"The number {literal[:40]} is too large.", line, column, "Write a number below 1.8e308."
    )


def _short_integer(text: str, literal: str) -> int:
    if len(literal) <= MAXIMUM_DIGITS:
        return int(literal)
    line, column = _place_of_last(text, literal)
    raise JsonTextError(
        f"The integer {literal[:20]}… has {len(literal)} digits.", line, column, "Write a smaller number."
    )


def _place_of_last(text: str, needle: str) -> tuple[int, int]:
    return _place(text, max(text.rfind(needle), 0))


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _too_deep(text: str, limit: int) -> JsonTextError:
    line, column = _place_of_depth(text, limit)
    return JsonTextError(
        f"Brackets are nested deeper than {limit} levels.",
        line,
        column,
        "A document never needs that; restore the file from version control.",
    )


def _place_of_depth(text: str, limit: int) -> tuple[int, int]:
    depth = 0
    for match in _TOKENS.finditer(text):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth > limit:
                return _place(text, match.start())
        elif token in "]}":
            depth -= 1
    return 1, 1


def _syntax_error(text: str, error: json.JSONDecodeError) -> JsonTextError:
    if not text.strip():
        return JsonTextError("The file is empty.", 1, 1, "A Mindloom file starts with an object, { … }.")
    lines = text.split("\n")
    if error.lineno <= len(lines) and lines[error.lineno - 1].startswith(_CONFLICT_MARKS):
        return JsonTextError(
            "Version control left a merge conflict here.",
            error.lineno,
            error.colno,
            "Take one of the two sides, or merge the two files again with mindloom merge.",
        )
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return JsonTextError(
            "The text ends in the middle of the file.",
            error.lineno,
            error.colno,
            "The file was cut off; restore it from version control or a backup.",
        )
    return JsonTextError(
        f"This is not JSON: {error.msg[0].lower()}{error.msg[1:].removesuffix(' at')}.",
        error.lineno,
        error.colno,
        "Correct the text at this place, or restore the file from version control.",
    )
