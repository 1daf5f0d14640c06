"""List beside the fields of questions for places what they can name: areas, layers and fitting variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor.panels.inspector.field_spec import FieldSpec, InspectorContent, Section
from graphs.expressions.scope import Scope
from graphs.expressions.types import VECTOR
from graphs.worlds.model.world_file import WorldDocument

_NAMED_IN = {"area": "zones", "influence": "layers", "height": "layers"}
"""Where in a world the name of a measure is, by what is measured."""


def with_place_names(
    content: InspectorContent | None, scope: Scope, world: WorldDocument | None
) -> InspectorContent | None:
    """Return a content whose measures list names of the world, and whose answers list variables that fit."""
    if content is None:
        return None
    sections = tuple(_with_names(section, scope, world) for section in content.sections)
    return replace(content, sections=sections) if sections != content.sections else content


def _with_names(section: Section, scope: Scope, world: WorldDocument | None) -> Section:
    rows = {field.key: field for field in section.fields}
    changed: dict[str, FieldSpec] = {}
    name, by = rows.get("params.name"), rows.get("params.by")
    group = _NAMED_IN.get(str(by.shown)) if by is not None and not by.mixed else None
    if name is not None and group is not None and world is not None:
        known: Mapping[str, object] = getattr(world, group)
        changed[name.key] = replace(name, choices=tuple((each, each) for each in sorted(known)))
    into, take = rows.get("params.into"), rows.get("params.take")
    if into is not None and take is not None and not take.mixed:
        fits = tuple(
            choice
            for choice in into.choices
            if choice[0] == into.value or _takes(scope, str(choice[0]), is_list=take.shown == "list")
        )
        changed[into.key] = replace(into, choices=fits)
    if not changed:
        return section
    return replace(section, fields=tuple(changed.get(field.key, field) for field in section.fields))


def _takes(scope: Scope, name: str, *, is_list: bool) -> bool:
    """Tell whether a variable takes a place, or a list of places."""
    info = scope.variables.get(name)
    if info is None or not info.writable:
        return False
    is_of_many = info.type.item is not None
    found = info.type.item_type if is_of_many else info.type
    return found == VECTOR and is_of_many == is_list
