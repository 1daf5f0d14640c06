"""Check the entities of a case against the fields that expressions know, before anything reads them."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.checks.rules.scopes import type_of_shape
from graphs.expressions.scope import ENTITY_FIELDS
from graphs.expressions.types import Type, fits_type
from graphs.kinds.declarations.registry import Registry
from runtime.trials.cases.case_file import CaseFile, Entities
from runtime.trials.cases.case_values import plain_value, value_words
from runtime.trials.cases.node_names import CaseProblem


def entity_problems(case: CaseFile, registry: Registry) -> Iterator[CaseProblem]:
    """Yield each field of an entity whose value is not of its type; other fields may hold any value."""
    declared = registry.entity_fields
    types = {**ENTITY_FIELDS, **{name: type_of_shape(one.shape) for name, one in declared.items()}}
    yield from _wrong("entities", case.entities, types)
    for place, tick in enumerate(case.ticks):
        yield from _wrong(f"ticks.{place}.entities", tick.entities, types)


def _wrong(where: str, entities: Entities, types: dict[str, Type]) -> Iterator[CaseProblem]:
    for entity, fields in entities.items():
        for name, value in (fields or {}).items():
            wanted = types.get(name)
            if wanted is not None and not fits_type(plain_value(value), wanted):
                choices = f" of {', '.join(wanted.values)}" if wanted.values else ""
                said = f"{name} is {wanted.phrase}{choices} and cannot be {value_words(value)}."
                yield CaseProblem(f"{where}.{entity}.{name}", said, "Write a value of that type.")
