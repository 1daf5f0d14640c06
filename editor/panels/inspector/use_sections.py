"""List in the inspector who uses a variable or an event; a click goes there. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from editor.panels.inspector.field_spec import FieldAction, Section
from graphs.checks.rules.places import place_text
from graphs.checks.rules.problem import Place
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.searching.uses_of_names import uses_of_event, uses_of_variable

MOST_LISTED = 30


def variable_use_sections(
    document: Document, name: str, graph_id: str, registry: Registry, sensors: Sequence[str] = ()
) -> tuple[Section, ...]:
    """Return who writes a variable and who reads it; `sensors` of the world it runs in write it too."""
    places = uses_of_variable(document, name, graph_id, registry)
    writers = _section("writers", "Written by", places.writers, document, registry)
    if sensors:
        named = f"{'sensor' if len(sensors) == 1 else 'sensors'} {', '.join(sensors)}"
        writers = replace(writers, note=f"{len(places.writers)} and {named}" if places.writers else named)
    return (
        writers,
        _section("readers", "Read by", places.readers, document, registry),
    )


def event_use_sections(document: Document, name: str, registry: Registry) -> tuple[Section, ...]:
    """Return who raises an event and who takes it."""
    places = uses_of_event(document, name)
    return (
        _section("writers", "Raised by", places.writers, document, registry),
        _section("readers", "Taken by", places.readers, document, registry),
    )


def _section(
    key: str, title: str, places: Sequence[Place], document: Document, registry: Registry
) -> Section:
    listed = tuple(
        FieldAction(place_text(document, place, registry), "right", lambda same: same, place=place)
        for place in places[:MOST_LISTED]
    )
    count = len(places)
    more = (
        f"the first {MOST_LISTED} of {count}"
        if count > MOST_LISTED
        else str(count)
        if count
        else "nobody here"
    )
    return Section(key, title, actions=listed, note=more, open=count <= 8)
