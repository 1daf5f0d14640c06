"""Say what the inspector shows of an event: its name and what it carries; no Qt."""

from __future__ import annotations

from collections.abc import Callable

from editor.panels.inspector.field_spec import FieldAction, InspectorContent, Section
from editor.panels.inspector.typed_rows import choice_row, name_row, note_row
from editor.panels.inspector.use_sections import event_use_sections
from graphs.basics.frozen import JsonValue
from graphs.edits.events import rename_event, rename_payload_field, set_event_field, set_payload_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.variables_and_events import VariableType

CARRIED_TYPES: tuple[VariableType, ...] = ("float", "int", "bool", "vector", "entity", "string")
"""Types of what an event can carry, in the order in which they are offered."""


def event_content(document: Document, name: str, registry: Registry | None = None) -> InspectorContent | None:
    """Return the rows of an event of the document, and who uses it; None when it is gone."""
    event = document.events.get(name)
    if event is None:
        return None

    def rename(changed: Document, value: JsonValue) -> Document:
        return rename_event(changed, name, str(value or ""))

    def note(changed: Document, value: JsonValue) -> Document:
        return set_event_field(changed, name, "note", value)

    own = Section(
        "event",
        "Event",
        (
            name_row("event.name", name, rename, "Renaming it renames it wherever it is raised or taken."),
            note_row(event.note, note),
        ),
    )
    carried = tuple(_carried(name, field, kind) for field, kind in event.payload.items())
    add = Section(
        "payload",
        "Carries",
        actions=(FieldAction("Add what it carries", "add", _add_field(name)),),
        note=str(len(carried)) if carried else "nothing",
    )
    used = event_use_sections(document, name, registry or builtin_registry())
    count = len(event.payload)
    words = "nothing" if not count else "1 value" if count == 1 else f"{count} values"
    return InspectorContent(name, f"event that carries {words}", "raise", "act", (own, add, *carried, *used))


def _carried(event: str, field: str, kind: VariableType) -> Section:
    def rename(document: Document, value: JsonValue) -> Document:
        return rename_payload_field(document, event, field, str(value or ""))

    def retype(document: Document, value: JsonValue) -> Document:
        return set_event_field(document, event, f"payload.{field}", value)

    def remove(document: Document) -> Document:
        return set_payload_field(document, event, field, None)

    types = CARRIED_TYPES if kind in CARRIED_TYPES else (*CARRIED_TYPES, kind)
    return Section(
        f"payload.{field}",
        field,
        (
            name_row(f"payload.{field}.name", field, rename, "Read as event.name where the event is taken."),
            choice_row(f"payload.{field}", "Type", kind, types, retype),
        ),
        (FieldAction(f"Remove {field}", "trash", remove),),
        note=kind,
    )


def _add_field(event: str) -> Callable[[Document], Document]:
    def edit(document: Document) -> Document:
        known = document.events[event].payload if event in document.events else {}
        name, number = "value", 1
        while name in known:
            number += 1
            name = f"value_{number}"
        return set_payload_field(document, event, name, "float")

    return edit
