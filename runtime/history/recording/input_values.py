"""Write the inputs of a session as plain JSON values, and read them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, get_args

from pydantic import TypeAdapter, ValidationError

from graphs.basics.plain_json import JsonObject
from runtime.session import inputs as session_inputs
from runtime.session.inputs import SessionInput, SwapMinds

if TYPE_CHECKING:
    from runtime.session.programs import MindPrograms

NameMinds = Callable[["MindPrograms"], str]
"""Return the name by which minds are kept beside the inputs."""

FindMinds = Callable[[str], "MindPrograms"]
"""Return the minds kept by a name; raise KeyError."""


class UnknownInput(ValueError):
    """Say why a value is not an input that can be read."""


@cache
def _kinds() -> Mapping[str, TypeAdapter[SessionInput]]:
    """Return how to read and write each kind of input but the exchange of minds, by its name."""
    return {
        kind.__name__: TypeAdapter(kind)
        for kind in get_args(session_inputs.SessionInput)
        if kind is not SwapMinds
    }


def input_to_json(asked: SessionInput, name_minds: NameMinds) -> JsonObject:
    """Return an input as `{"input": kind, …}`; minds are named, not written."""
    if isinstance(asked, SwapMinds):
        return {"input": "SwapMinds", "minds": name_minds(asked.minds)}
    kind = type(asked).__name__
    return {"input": kind, **_kinds()[kind].dump_python(asked, mode="json")}


def input_from_json(value: JsonObject, find_minds: FindMinds) -> SessionInput:
    """Return the input a value stands for; raise `UnknownInput`."""
    kind = value.get("input")
    fields = {name: field for name, field in value.items() if name != "input"}
    if kind == "SwapMinds":
        try:
            return SwapMinds(find_minds(str(fields.get("minds"))))
        except KeyError as missing:
            raise UnknownInput(f"The minds {missing} of an input are not there.") from None
    adapter = _kinds().get(str(kind))
    if adapter is None:
        raise UnknownInput(f"{kind!r} is no input this version knows.")
    try:
        return adapter.validate_python(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnknownInput(f"{kind}.{place}: {first['msg']}.") from None
