"""What all parts of a document share: frozen, strict, keeping what they do not know."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic import JsonValue as JsonValue
from pydantic_core import CoreSchema


class _NoEntries(dict[str, Any]):
    """Be the mapping without entries that all parts share; pydantic copies no default that has a hash."""

    def __hash__(self) -> int:  # type: ignore[override]
        return 0

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(dict[str, Any])


_NO_ENTRIES = _NoEntries()


class Frozen(BaseModel):
    """Hold one part of a document as a frozen value.

    Fields that this version does not know are kept in `model_extra` and written back as they were. Mappings
    inside are never changed in place; an edit makes a new mapping and shares the rest.
    """

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,
        extra="allow",
        strict=True,
        allow_inf_nan=False,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        protected_namespaces=(),
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **_given: Any) -> None:
        """Let fields without a value share one mapping: copying it took half of reading a document."""
        for field in cls.model_fields.values():
            if field.default == {}:
                field.default = _NO_ENTRIES


def shortest_number(value: int | float) -> int | float:
    """Return an int for a float without fraction, so that 2.0 and 2 have one written form."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


Number = Annotated[int | float, AfterValidator(shortest_number)]
"""A finite number; a float without fraction is kept as an int."""

Point = tuple[Number, Number]
"""A position or size on the canvas, in logical pixels."""

NumberOrExpression = Number | dict[str, str]
"""A number, or `{"expr": "…"}`."""
