"""Merge two worlds that come from one, id by id and field by field."""

from __future__ import annotations

from graphs.basics.json_text import to_canonical_json
from graphs.basics.plain_json import JsonObject, plain
from graphs.checks.rules.problem import Place
from graphs.merging.conflict import Conflict
from graphs.merging.value_merge import merged_fields
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes


def merge_worlds(
    base: WorldDocument, ours: WorldDocument, theirs: WorldDocument
) -> tuple[WorldDocument, tuple[str, ...]]:
    """Return ours with what theirs changed since `base`, and a line for each field that both changed.

    There the result has what ours has. Raises FileProblem where the two make no world together.
    """
    conflicts: list[Conflict] = []
    sections: JsonObject = {
        name: {} for name, field in WorldDocument.model_fields.items() if field.default == {}
    }
    sides = [sections | plain(side) for side in (base, ours, theirs)]
    value = merged_fields(Place(), sides[0], sides[1], sides[2], conflicts)
    merged = world_from_bytes(to_canonical_json(value).encode())
    causes = {"removed": "removed on one side and changed on the other"}
    return merged, tuple(
        f"{one.place.field}: {causes.get(one.cause, 'changed on both sides')}" for one in conflicts
    )
