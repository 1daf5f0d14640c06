"""Refuse words that mean nothing to whoever an event is posted to; worlds post theirs without asking."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.expressions.names import name_remedy
from graphs.expressions.types import FLOAT, Type, Value, fits_type

KnownEvents = Mapping[str, Mapping[str, Type]]
"""The events that a mind knows, with the types of what each carries."""


def unknown_event(name: str, known: KnownEvents) -> str:
    """Return why an event cannot be posted that no mind knows."""
    return f"No mind it is posted to has the event {name!r}. {name_remedy(name, known)}"


def posted_payload(name: str, payload: Mapping[str, Value], known: KnownEvents) -> dict[str, Value]:
    """Return what a posted event carries, ints as floats where they are declared so; raise ValueError.

    A field that is not given is missing where it is read, as it is from a sensor.
    """
    if name not in known:
        raise ValueError(unknown_event(name, known))
    found: dict[str, Value] = {}
    for field, value in payload.items():
        declared = known[name].get(field)
        if declared is None:
            raise ValueError(f"The event {name} carries no {field!r}. {name_remedy(field, known[name])}")
        value = float(value) if declared == FLOAT and type(value) is int else value
        if not fits_type(value, declared):
            raise ValueError(f"{name}.{field} is {declared.phrase} and cannot take {value!r}.")
        found[field] = value
    return found
