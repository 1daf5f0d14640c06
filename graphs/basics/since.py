"""Say which version of files a field came with, and tell which version a document needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from graphs.basics.mapping_differences import replacement

FIRST_VERSION = 1
"""The version of files that use nothing that came later."""


@dataclass(frozen=True, slots=True)
class Since:
    """Mark a field that came with a later version of files: `rounds: Annotated[int, Since(2)] = 1_000`.

    A field that has its default never needs that version. `only` tells which other values do, where some
    were there before: `Since(2, only=frozenset({"list"}).__contains__)`.
    """

    version: int
    only: Callable[[Any], bool] | None = None


def needed_version(part: BaseModel, known: BaseModel | None = None) -> int:
    """Return the oldest version of files that knows every field that a model, and the models in it, use.

    What is the very same in `known`, an earlier state of the model, is left out: its version is known.
    """
    return max(_versions(part, known), default=FIRST_VERSION)


def mentioned_models(annotation: object) -> list[type[BaseModel]]:
    """Return the models that the annotation of a field mentions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in mentioned_models(part)]


def _versions(part: BaseModel, known: BaseModel | None = None) -> Iterator[int]:
    for name, default, since, has_parts in _later_fields(type(part)):
        value, was = getattr(part, name), getattr(known, name, None)
        if value is was or value == default:
            continue
        if since is not None and (since.only is None or since.only(value)):
            yield since.version
        if has_parts:
            yield from _inner_versions(value, was)


def _inner_versions(value: object, was: object) -> Iterator[int]:
    if isinstance(value, dict) and isinstance(was, dict):
        found = replacement(was, value)
        for key in found.added | found.changed:
            if isinstance(value[key], BaseModel):
                yield from _versions(value[key], was.get(key))
        return
    inner = value.values() if isinstance(value, dict) else value
    for each in inner if isinstance(inner, Collection) else (inner,):
        if isinstance(each, BaseModel):
            yield from _versions(each)


@cache
def _later_fields(model: type[BaseModel]) -> tuple[tuple[str, object, Since | None, bool], ...]:
    """Return the fields that are marked or have marked ones below: name, default, mark, whether below."""
    found = []
    for name, info in model.model_fields.items():
        since = next((each for each in info.metadata if isinstance(each, Since)), None)
        has_parts = any(_later_fields(each) for each in mentioned_models(info.annotation))
        if since is not None or has_parts:
            found.append((name, info.get_default(call_default_factory=True), since, has_parts))
    return tuple(found)
