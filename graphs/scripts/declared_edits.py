"""Declare every edit by its name, with its arguments, derived from the functions that are marked as edits."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, create_model

import graphs.edits
import graphs.worlds.edits
from graphs.basics.json_text import JsonObject
from graphs.edits.edit_calls import MARK
from graphs.scripts.script_format import SCRIPT_FORMAT

Sort = Literal["document", "world"]
"""What an edit changes: a mind document or a world document."""

SORTS: Mapping[Sort, ModuleType] = {"document": graphs.edits, "world": graphs.worlds.edits}

NAME, NEW_IDS = "edit", "new_ids"
"""Keys of a step beside its arguments: the edit's name, and ids for what it makes, in the order made."""

NewIds = Annotated[
    tuple[Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$")], ...],
    Field(description="Ids for what the edit makes, in order; random ones follow."),
]

_SEQUENCES = (Collection, Iterable, Sequence, Set)


@dataclass(frozen=True)
class EditDeclaration:
    """Declare one edit: `names` are its arguments in the order of a call, without document and registry.

    `takes_registry` says that it must be given one.
    """

    name: str
    sort: Sort
    summary: str
    function: Callable[..., object]
    names: tuple[str, ...]
    takes_registry: bool

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """Return a model of what a step of a script says."""
        hints, given = get_type_hints(self.function), inspect.signature(self.function).parameters
        fields: dict[str, Any] = {NAME: (Literal[self.name], Field(description=self.summary))}
        for name in self.names:
            default = given[name].default
            fields[name] = (_readable(hints[name]), ... if default is inspect.Parameter.empty else default)
        fields[NEW_IDS] = (NewIds, ())
        config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, protected_namespaces=())
        return create_model(self.name, __config__=config, __doc__=self.summary, **fields)


@cache
def declared_edits(sort: Sort) -> Mapping[str, EditDeclaration]:
    """Return all edits of a sort of document by name, in alphabetical order."""
    package = SORTS[sort]
    found = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        loaded = importlib.import_module(module.name)
        for name, function in vars(loaded).items():
            if getattr(function, MARK, False) and function.__module__ == module.name:
                found[name] = _declaration(name, sort, function)
    return dict(sorted(found.items()))


def _declaration(name: str, sort: Sort, function: Callable[..., object]) -> EditDeclaration:
    _, *parameters = inspect.signature(function).parameters.values()
    names = tuple(each.name for each in parameters if "Registry" not in str(each.annotation))
    return EditDeclaration(
        name, sort, _summary(function), function, names, takes_registry=len(names) < len(parameters)
    )


def _summary(function: Callable[..., object]) -> str:
    """Return the first sentence that is said of a function."""
    words = " ".join((inspect.getdoc(function) or "").split())
    return f"{words.partition('. ')[0].rstrip('.')}."


def _readable(hint: Any) -> Any:
    """Return a type that JSON can be read into and that the edit takes in the place of its own."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is object:
        return JsonValue
    if origin in _SEQUENCES:
        return tuple[_readable(inner[0]), ...]  # type: ignore[misc]
    if origin is Mapping:
        return dict[_readable(inner[0]), _readable(inner[1])]  # type: ignore[misc]
    if origin in (Union, types.UnionType):
        return Union[tuple(map(_readable, inner))]  # noqa: UP007 - made of a list of types
    return hint


def edits_schema() -> JsonObject:
    """Return the JSON Schema of scripts of edits, made from the declarations."""
    models = [each.arguments for sort in SORTS for each in declared_edits(sort).values()]
    any_model: Any = Annotated[Union[tuple(models)], Field(discriminator=NAME)]  # noqa: UP007
    step = TypeAdapter[object](any_model)
    schema: JsonObject = step.json_schema()
    definitions = cast("dict[str, dict[str, JsonObject]]", schema.pop("$defs"))
    for model in models:
        new_ids = definitions[model.__name__]["properties"].pop(NEW_IDS)
        definitions[model.__name__]["properties"][NEW_IDS] = {"$ref": "#/$defs/NewIds"}
        definitions["NewIds"] = cast("dict[str, JsonObject]", new_ids)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Mindloom edits",
        "type": "object",
        "additionalProperties": False,
        "required": ["edits", "format", "version"],
        "properties": {
            "$schema": {"type": "string"},
            "edits": {"type": "array", "items": schema},
            "format": {"const": SCRIPT_FORMAT.name},
            "version": {"const": SCRIPT_FORMAT.version},
        },
        "$defs": cast(JsonObject, definitions),
    }
