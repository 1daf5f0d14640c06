"""Write JSON values and document models in the one canonical form.

Models are written field by field, without making a plain value of the whole document first: that takes half
the time of `model_dump` followed by writing, and gives the same text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from json.encoder import encode_basestring
from operator import itemgetter

from pydantic import BaseModel

_REQUIRED = object()

_Field = tuple[str, str, object]
"""The name of a field, its key as written with the colon, and its default."""


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
            f"{encode(key)}: {encode(one) if type(one) is str else text(one, inner)}"
            for key in sorted(value)
            for one in (value[key],)
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
        for name, key, default in self._fields_of(type(value)):
            one = values[name]
            if one is not default and one != default:
                entries.append(key + (encode_basestring(one) if type(one) is str else self.text(one, inner)))
        return "{" + inner + ("," + inner).join(entries) + newline + "}" if entries else "{}"

    def _with_unknown_fields(self, value: BaseModel) -> dict[str, object]:
        values = value.__dict__
        known = {
            info.alias or name: values[name]
            for name, info in type(value).model_fields.items()
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
                )
                for name, info in model.model_fields.items()
            ]
            fields = tuple(
                (name, f"{encode_basestring(key)}: ", default)
                for key, name, default in sorted(keyed, key=itemgetter(0))
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
