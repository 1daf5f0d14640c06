"""Write down, as steps of a script, the edits that led from one document to another."""

from __future__ import annotations

import dataclasses
import inspect
from collections import OrderedDict
from collections.abc import Mapping, Set
from typing import cast

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import JsonObject
from graphs.edits.edit_calls import EditCall, edits_told_to
from graphs.edits.field_values import plain_json
from graphs.edits.part_values import differing_parts
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.scripts.apply_script import ScriptRefused, apply_step
from graphs.scripts.declared_edits import NAME, NEW_IDS, Sort, declared_edits
from graphs.structure.file_version import with_file_version
from graphs.worlds.model.world_file import WorldDocument

Whole = Document | WorldDocument

MOST_CALLS = 512
"""So many calls are remembered until a document is kept: a drag tries an edit at each move of the pointer."""

PARTS_EDIT: Mapping[Sort, str] = {"document": "set_parts", "world": "set_world_parts"}
"""The edits that say any change, for what no narrower ones made."""


class NotedCalls:
    """Remember calls of edits, most of which are only tried, and find those that a change came from."""

    def __init__(self) -> None:
        self._calls: OrderedDict[int, EditCall] = OrderedDict()

    def note(self, call: EditCall) -> None:
        """Remember a call; the oldest ones are forgotten."""
        if call.after is not call.before:
            # The call holds the document, so that no other can have its number meanwhile.
            self._calls[id(call.after)] = call
            while len(self._calls) > MOST_CALLS:
                self._calls.popitem(last=False)

    def forget(self) -> None:
        """Forget all calls: what they led to was kept, or never will be."""
        self._calls.clear()

    def steps(self, before: Whole, after: Whole, registry: Registry) -> tuple[JsonObject, ...]:
        """Return the steps of a script that make `after` of `before`.

        They are the calls that were made where those say all; else one step that puts parts in place.
        """
        way = self._way(before, after)
        steps = [_step(call, before) for call in way] if way is not None else []
        named = [step for step in steps if step is not None]
        if way and len(named) == len(way) and leads_to(before, named, after, registry):
            return tuple(named)
        return (parts_step(before, after),)

    def _way(self, before: Whole, after: Whole) -> list[EditCall] | None:
        """Return the calls that lead from one document to the other, None where there is a gap."""
        way: list[EditCall] = []
        at: object = after
        while not _is_same(at, before):
            call = self._calls.get(id(at))
            if call is None:
                # The document that is kept may have got the version that its file says.
                calls = reversed(self._calls.values())
                call = next((each for each in calls if _is_same(each.after, at)), None)
            if call is None and at == before:
                # What was undone comes back as an equal document.
                break
            if call is None or any(call is each for each in way):
                return None
            way.append(call)
            at = call.before
        return way[::-1]


def leads_to(before: Whole, steps: list[JsonObject], after: Whole, registry: Registry) -> bool:
    """Tell whether steps make `after` of `before`."""
    whole = before
    try:
        with edits_told_to(None):
            for step in steps:
                whole = apply_step(whole, step, registry, "").whole
    except ScriptRefused:
        return False
    return whole == (with_file_version(after) if isinstance(after, Document) else after)


def parts_step(before: Whole, after: Whole) -> JsonObject:
    """Return the step that puts all parts in place in which two documents differ."""
    values, without = differing_parts(before, after)
    step: JsonObject = {NAME: PARTS_EDIT[_sort(before)], "values": values}
    if without:
        step["without"] = list(without)
    return step


def _is_same(one: object, other: object) -> bool:
    """Tell whether two documents share all their parts, the version of the file aside."""
    if one is other:
        return True
    if not isinstance(one, BaseModel) or type(one) is not type(other):
        return False
    names = (name for name in type(one).model_fields if name != "version")
    return all(getattr(one, name) is getattr(other, name) for name in names)


def _step(call: EditCall, whole: Whole) -> JsonObject | None:
    """Return a call as a step of a script, None for an argument that no script can hold."""
    declared = declared_edits(_sort(whole)).get(call.name)
    if declared is None:
        return None
    signature = inspect.signature(declared.function)
    given = signature.bind(None, *call.arguments, **call.named).arguments
    step: JsonObject = {NAME: call.name}
    try:
        for name in declared.names:
            if name in given and given[name] is not signature.parameters[name].default:
                step[name] = _plain(given[name])
    except EditRefused:
        return None
    if call.ids:
        step[NEW_IDS] = list(call.ids)
    return step


def _plain(value: object) -> JsonValue:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Set):
        return [_plain(each) for each in sorted(cast("Set[str]", value))]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return plain_json(value)


def _sort(whole: Whole) -> Sort:
    return "document" if isinstance(whole, Document) else "world"
