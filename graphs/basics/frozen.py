"""What all parts of a document share: frozen, strict, keeping what they do not know."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic import JsonValue as JsonValue


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
