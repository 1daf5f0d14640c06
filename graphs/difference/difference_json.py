"""Write differences for machines."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import Absent, JsonObject
from graphs.checks.rules.places import json_path
from graphs.difference.difference import Difference
from graphs.difference.difference_text import difference_line
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document


def difference_json(
    differences: Sequence[Difference], old: Document, new: Document, registry: Registry
) -> JsonObject:
    """Return the differences as one JSON object, the same for the same two documents.

    `differences` is a list of objects: `what`, `part`, `path` into the file (of the old one for what was
    removed), `graph`, `element` and `field` where there are such, `old` and `new` unless absent, `canvas`
    true for what is a matter of the picture alone, and `text`, the line a person reads.
    """
    entries: list[JsonValue] = [_entry(one, old, new, registry) for one in differences]
    return {"differences": entries, "format": "mindloom-difference", "version": 1}


def _entry(difference: Difference, old: Document, new: Document, registry: Registry) -> JsonObject:
    place = difference.place
    if difference.what == "placed" and place.field == "layout":
        path = f"graphs.{place.graph}.layout.{place.element}"
    else:
        path = json_path(place, old if difference.what == "removed" else new)
    entry: JsonObject = {
        "what": difference.what,
        "part": difference.part,
        "path": path,
        "text": difference_line(difference, old, new, registry),
    }
    named = {"graph": place.graph, "element": place.element, "field": place.field}
    entry.update({name: value for name, value in named.items() if value})
    if not isinstance(difference.old, Absent):
        entry["old"] = difference.old
    if not isinstance(difference.new, Absent):
        entry["new"] = difference.new
    if difference.only_canvas:
        entry["canvas"] = True
    if difference.followers:
        entry["followers"] = difference.followers
    return entry
