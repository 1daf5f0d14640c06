"""List beside fields what of the world they can name, and of a question for places the fitting variables."""

from __future__ import annotations

from dataclasses import replace

from editor.panels.inspector.field_spec import FieldSpec, InspectorContent, Section
from graphs.expressions.scope import Scope
from graphs.expressions.types import VECTOR
from graphs.worlds.model.world_file import WorldDocument


def with_place_names(
    content: InspectorContent | None, scope: Scope, world: WorldDocument | None
) -> InspectorContent | None:
    """Return a content whose fields list names of the world, and whose answers list variables that fit."""
    if content is None:
        return None
    sections = tuple(_with_names(section, scope, world) for section in content.sections)
    return replace(content, sections=sections) if sections != content.sections else content


def _with_names(section: Section, scope: Scope, world: WorldDocument | None) -> Section:
    rows = {field.key: field for field in section.fields}
    changed: dict[str, FieldSpec] = {}
    for field in section.fields if world is not None else ():
        known = sorted(name for each in field.names for name in getattr(world, each))
        if known:
            named = tuple((each, each) for each in known)
            changed[field.key] = replace(field, choices=(*named, *field.choices))
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
