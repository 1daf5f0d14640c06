"""Say what turns one frozen value into another and back, holding only what differs.

No patch is written by hand: `patch_between` compares two values that share their parts. What comes back is
equal to what there was, down to 1 and 1.0, and shares with its neighbor all that the two share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from pydantic import BaseModel

from graphs.basics.ids import common_ends, is_one_move
from graphs.basics.mapping_differences import derived, replacement
from graphs.model.document import Graph
from graphs.model.graph_parts import GraphBase
from graphs.structure.queries import carry_index

LONG_LIST = 64
"""From so many members on a list is patched, not kept twice."""

MOST_ORDERED = 256
"""Up to so many entries of a mapping come back in their old order.

In larger ones, the nodes and transitions of a graph, entries that come back are at the end: document order
is in lists, the file sorts by id, and to put one of ten thousand in its old place takes as long as to copy
them all by hand.
"""


class Patch(Protocol):
    """Turn an older value into a newer one, and back."""

    def forward(self, old: Any) -> Any:
        """Return the newer value for the older one."""

    def backward(self, new: Any) -> Any:
        """Return the older value for the newer one."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Hold both values; nothing is shared between them."""

    old: Any
    new: Any

    def forward(self, old: Any) -> Any:
        """Return the newer value."""
        return self.new

    def backward(self, new: Any) -> Any:
        """Return the older value."""
        return self.old


@dataclass(frozen=True, slots=True)
class ListPatch:
    """Hold what is in one place of a list before and after."""

    start: int
    old: tuple[Any, ...]
    new: tuple[Any, ...]

    def forward(self, old: Any) -> Any:
        """Return the newer list."""
        return (*old[: self.start], *self.new, *old[self.start + len(self.old) :])

    def backward(self, new: Any) -> Any:
        """Return the older list."""
        return (*new[: self.start], *self.old, *new[self.start + len(self.new) :])


@dataclass(frozen=True, slots=True)
class MovedMember:
    """Hold the places between which one member of a list went."""

    old: int
    new: int

    def forward(self, old: Any) -> Any:
        """Return the newer list."""
        return _moved(old, self.old, self.new)

    def backward(self, new: Any) -> Any:
        """Return the older list."""
        return _moved(new, self.new, self.old)


@dataclass(frozen=True, slots=True)
class MappingPatch:
    """Hold the entries that differ; with the order of keys on both sides where it shall be kept."""

    changed: tuple[tuple[str, Patch], ...]
    removed: tuple[tuple[str, Any], ...]
    added: tuple[tuple[str, Any], ...]
    old_order: tuple[str, ...] | None = None
    new_order: tuple[str, ...] | None = None

    def forward(self, old: Any) -> Any:
        """Return the newer mapping."""
        values = {key: patch.forward(old[key]) for key, patch in self.changed}
        return _rebuilt(old, values, self.removed, self.added, self.new_order)

    def backward(self, new: Any) -> Any:
        """Return the older mapping."""
        values = {key: patch.backward(new[key]) for key, patch in self.changed}
        return _rebuilt(new, values, self.added, self.removed, self.old_order)


@dataclass(frozen=True, slots=True)
class ModelPatch:
    """Hold the fields that differ."""

    fields: tuple[tuple[str, Patch], ...]

    def forward(self, old: Any) -> Any:
        """Return the newer model."""
        return _copied(old, {name: patch.forward(getattr(old, name)) for name, patch in self.fields})

    def backward(self, new: Any) -> Any:
        """Return the older model."""
        return _copied(new, {name: patch.backward(getattr(new, name)) for name, patch in self.fields})


def patch_between(old: Any, new: Any) -> Patch:
    """Return the patch that makes `new` of `old`: documents, graphs, mappings and lists are taken apart."""
    if isinstance(old, BaseModel) and _holds_much(old) and type(old) is type(new):
        return _model_patch(old, new)
    if isinstance(old, dict) and isinstance(new, dict):
        return _mapping_patch(old, new)
    if isinstance(old, tuple) and isinstance(new, tuple) and min(len(old), len(new)) >= LONG_LIST:
        return _list_patch(old, new)
    return Replaced(old, new)


def _holds_much(model: BaseModel) -> bool:
    """Tell whether a model is a document, a graph, a world, or a node with many children."""
    long_list = len(getattr(model, "children", ())) >= LONG_LIST
    return long_list or any(hasattr(model, name) for name in ("graphs", "nodes", "agents"))


def _model_patch(old: BaseModel, new: BaseModel) -> Patch:
    if old.model_extra != new.model_extra:
        return Replaced(old, new)
    fields = [
        (name, patch_between(getattr(old, name), getattr(new, name)))
        for name in type(old).model_fields
        if getattr(old, name) is not getattr(new, name)
    ]
    return ModelPatch(tuple(fields))


def _copied(model: BaseModel, values: dict[str, Any]) -> BaseModel:
    copy = model.model_copy(update=values)
    if isinstance(model, GraphBase):
        carry_index(cast(Graph, copy), cast(Graph, model))
    return copy


def _list_patch(old: tuple[Any, ...], new: tuple[Any, ...]) -> Patch:
    start, end = common_ends(old, new)
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if before and after and is_one_move(before, after):
        first, last = start, start + len(before) - 1
        return MovedMember(first, last) if before[1:] == after[:-1] else MovedMember(last, first)
    return ListPatch(start, before, after)


def _moved(members: tuple[Any, ...], old: int, new: int) -> tuple[Any, ...]:
    rest = members[:old] + members[old + 1 :]
    return (*rest[:new], members[old], *rest[new:])


def _mapping_patch(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    found = replacement(old, new)
    changed = tuple((key, patch_between(old[key], new[key])) for key in sorted(found.changed))
    removed = tuple((key, old[key]) for key in sorted(found.removed))
    added = tuple((key, new[key]) for key in sorted(found.added))
    if max(len(old), len(new)) > MOST_ORDERED or [*old] == [*new]:
        return MappingPatch(changed, removed, added)
    return MappingPatch(changed, removed, added, tuple(old), tuple(new))


def _rebuilt(
    source: dict[str, Any],
    values: Mapping[str, Any],
    removed: tuple[tuple[str, Any], ...],
    added: tuple[tuple[str, Any], ...],
    order: tuple[str, ...] | None,
) -> dict[str, Any]:
    """Return a mapping with entries replaced, taken out and put in."""
    changed = source.copy()
    changed.update(values)
    for key, _ in removed:
        del changed[key]
    changed.update(added)
    if order is not None:
        changed = {key: changed[key] for key in order}
    return derived(changed, source, (*values, *(key for key, _ in (*removed, *added))))
