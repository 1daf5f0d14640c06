"""Write all that a brain remembers as JSON data, and let a brain of the same program remember it again.

The data are the same in every executor (help page on the runtime format, *Saved games*): what is saved in one
language goes on in another. What is empty is left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import FLOAT, INT_MAXIMUM, INT_MINIMUM, Items, Type, Value
from runtime.basics.context import BufferName, Slot
from runtime.basics.host import RaisedEvent, Request
from runtime.basics.random_numbers import fnv1a_32
from runtime.embedding.mind import EmbeddingError, Mind
from runtime.export.export_problem import ExportProblem
from runtime.export.forms import value_from_json, value_to_json
from runtime.export.writing_and_reading import width_of
from runtime.minds.brain.brain import Brain
from runtime.minds.program.machines import DelayedEvent, MachineMemorySnapshot, PendingTransition
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow
from runtime.session.snapshot import brain_snapshot


class SavedBeside(NamedTuple):
    """Hold what is saved with a brain: ticks that passed for it alone, the row of its final state or -1."""

    ahead: int = 0
    final: int = -1


def save_brain(brain: Brain, mind: Mind, beside: SavedBeside) -> JsonObject:
    """Return what a brain of a mind remembers between two ticks."""
    kept = brain_snapshot(brain)
    if Brain.trials.peek(brain):
        raise EmbeddingError("A generator runs, and its place cannot be saved. Write the action as a class.")
    rows = {row.path: row.index for row in brain.program.rows}
    sizes = own_sizes(brain.program)
    own_bytes = bytes(brain.bytes_[: sizes["byte"]]).hex()
    ints = [*brain.ints[: sizes["int"]]]
    data: JsonObject = {
        "ahead": beside.ahead,
        "bytes": own_bytes,
        "delayed": [
            {
                "due": event.due,
                "event": _event(event.event),
                "id": event.id,
                "machine": event.machine,
                "state": event.state,
            }
            for event in kept.machines.delayed
        ],
        "ended": kept.ended,
        "fields": _fields(brain),
        "floats": [saved_float(value) for value in brain.floats[: sizes["float"]]],
        "ints": [*ints],
        "objects": [*brain.objects[: sizes["object"]]],
        "pending": [
            {
                "armed": [*transition.armed],
                "due": transition.due,
                "event": None if transition.event is None else _event(transition.event),
                "since": transition.since,
                "source": source,
                "transition": transition.transition,
            }
            for source, transition in kept.machines.pending
        ],
        "posted": [_event(event) for event in kept.posted],
        "quiet": kept.quiet_ticks,
        "requests": [
            {
                "arguments": values_to_json(request.arguments),
                "behavior": request.behavior,
                "priority": request.priority,
                "row": rows[request.node_path],
                "stream": request.stream,
                "weight": saved_float(request.weight),
            }
            for request in kept.requests
        ],
    }
    data = {name: value for name, value in data.items() if value}
    if beside.final >= 0:
        data["final"] = beside.final
    return {**data, "check": check_of(mind.fingerprint, own_bytes, ints), "mind": mind.fingerprint}


def restore_brain(brain: Brain, saved: JsonObject, mind: Mind) -> SavedBeside:
    """Remember what was saved of a brain of the same mind; raise `EmbeddingError` for anything else."""
    if saved.get("mind") != mind.fingerprint:
        raise EmbeddingError("It was saved of another mind, or of another version of it.")
    try:
        given = _Saved(saved)
        ints = [_int(value) for value in given.items("ints")]
        if saved.get("check") != check_of(mind.fingerprint, given.text("bytes"), ints):
            raise EmbeddingError("What was saved is damaged: its check does not fit.")
        beside = SavedBeside(given.whole("ahead"), _int(saved.get("final", -1)))
        if beside.ahead < 0 or not -1 <= beside.final < len(brain.program.rows):
            raise ValueError("its clock or its final state is not there")
        _restore(brain, given, ints, mind)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ExportProblem) as error:
        if isinstance(error, EmbeddingError):
            raise
        raise EmbeddingError(f"What was saved is damaged: {error}.") from None
    return beside


# -- values -----------------------------------------------------------------------------------------


def values_to_json(values: Mapping[str, Value]) -> JsonObject:
    """Return values by name as JSON data."""
    return {name: _value(value) for name, value in values.items()}


def values_from_json(data: JsonValue, types: Mapping[str, Type]) -> dict[str, Value]:
    """Return what `values_to_json` returned; `types` are those of the names, as far as they are known."""
    if not isinstance(data, dict):
        raise EmbeddingError("What was saved is damaged: it has no values by name.")
    return {name: _read_value(value, name, types.get(name)) for name, value in data.items()}


def saved_float(value: float) -> JsonValue:
    """Return a float as JSON; what JSON has not, or loses, as a text: NaN, both infinities, -0."""
    if math.isfinite(value) and (value != 0 or math.copysign(1, value) > 0):
        return value
    return "-0" if value == 0 else "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


_TEXTS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}


def _value(value: Value) -> JsonValue:
    if isinstance(value, float):
        return saved_float(value)
    if isinstance(value, tuple):
        return [saved_float(part) for part in value]
    if isinstance(value, Items):
        return {"list": [_value(each) for each in value.values]}
    return value_to_json(value)


def _read_value(data: JsonValue, name: str, declared: Type | None) -> Value:
    if declared == FLOAT and data is not None:
        return _float(data)
    if isinstance(data, list) and len(data) == 2:
        return (_float(data[0]), _float(data[1]))
    if isinstance(data, dict) and isinstance(listed := data.get("list"), list):
        item = declared.item_type if declared is not None and declared.item is not None else None
        found = [_read_value(each, name, item) for each in listed]
        items = tuple(each for each in found if not isinstance(each, Items))
        if len(items) == len(found):
            return Items(items)
    return value_from_json(data, name)


def _float(data: JsonValue) -> float:
    if isinstance(data, str) and data in _TEXTS:
        return _TEXTS[data]
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        raise TypeError(f"{data!r} is no number")
    return float(data)


def _int(data: JsonValue) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not INT_MINIMUM <= data <= INT_MAXIMUM:
        raise TypeError(f"{data!r} is no int of 32 bits")
    return data


def _text(data: JsonValue) -> str:
    if not isinstance(data, str):
        raise TypeError(f"{data!r} is no text")
    return data


def _name(data: JsonValue) -> str | None:
    return None if data is None else _text(data)


def check_of(fingerprint: str, saved_bytes: str, ints: list[int]) -> int:
    """Return a hash of what rows trust, so that damage is noticed before it does harm."""
    return fnv1a_32(f"{fingerprint}|{saved_bytes}|{','.join(map(str, ints))}")


# -- memory -----------------------------------------------------------------------------------------


def _acting(program: Program) -> list[tuple[ActionRow, str, Slot]]:
    """Return the declared fields of the game's actions with their rows; they lie behind the program's own."""
    rows = [row for row in program.rows if isinstance(row, ActionRow)]
    return [(row, name, slot) for row in rows for name, slot in sorted(row.fields.items())]


def own_sizes(program: Program) -> dict[BufferName, int]:
    """Return how many places a program has without the fields of actions."""
    sizes = dict(program.layout.sizes)
    for _, _, slot in _acting(program):
        sizes[slot.buffer] -= width_of(slot)
    return sizes


def _fields(brain: Brain) -> JsonObject:
    """Return what actions keep in their declared fields, by their rows."""
    found: dict[str, JsonValue] = {}
    for row, name, slot in _acting(brain.program):
        told = found.setdefault(str(row.index), {})
        assert isinstance(told, dict)
        told[name] = _value(brain.state.read(slot))
    return found


def _restore(brain: Brain, given: _Saved, ints: list[int], mind: Mind) -> None:
    saved_bytes = bytes.fromhex(given.text("bytes"))
    floats = [_float(value) for value in given.items("floats")]
    objects = [_name(value) for value in given.items("objects")]
    sizes = own_sizes(brain.program)
    found: dict[BufferName, int] = {
        "byte": len(saved_bytes),
        "int": len(ints),
        "float": len(floats),
        "object": len(objects),
    }
    if found != sizes:
        raise ValueError("its memory has another size")
    fields = _Saved(given.data.get("fields", {}))
    kept = [
        (slot, _read_value(_Saved(fields.data.get(str(row.index), {})).data[name], name, slot.type))
        for row, name, slot in _acting(brain.program)
        if str(row.index) in fields.data
    ]
    delayed = tuple(_delayed(_Saved(value), mind) for value in given.items("delayed"))
    pending = tuple(_pending(_Saved(value), mind) for value in given.items("pending"))
    posted = [_read_event(value, mind) for value in given.items("posted")]
    requests = tuple(_request(_Saved(value), brain.program.rows, mind) for value in given.items("requests"))
    brain.bytes_[: len(saved_bytes)], brain.ints[: len(ints)] = saved_bytes, ints
    if floats:
        brain.floats[: len(floats)] = floats
    if objects:
        brain.objects[: len(objects)] = objects
    for slot, value in kept:
        brain.state.write(slot, value)
    brain.posted = posted
    brain.ended = given.data.get("ended") is True
    brain.quiet_ticks = given.whole("quiet")
    brain.requests_in_force = requests
    brain.take_orders(None)
    brain.restore_machines(MachineMemorySnapshot(delayed, pending))
    brain.host.claims.forget()


class _Saved:
    """Read the fields of one saved object; what is left out is empty."""

    def __init__(self, data: JsonValue) -> None:
        if not isinstance(data, dict):
            raise TypeError("an object is missing")
        self.data = data

    def text(self, name: str) -> str:
        return _text(self.data.get(name, ""))

    def whole(self, name: str) -> int:
        return _int(self.data.get(name, 0))

    def items(self, name: str) -> list[JsonValue]:
        value = self.data.get(name, [])
        if not isinstance(value, list):
            raise TypeError(f"{name} is no list")
        return value


def _delayed(saved: _Saved, mind: Mind) -> DelayedEvent:
    event = _read_event(saved.data["event"], mind)
    places = (saved.whole("due"), saved.whole("machine"), saved.whole("state"))
    return DelayedEvent(*places, event, saved.text("id"))


def _pending(saved: _Saved, mind: Mind) -> tuple[int, PendingTransition]:
    told = saved.data.get("event")
    event = None if told is None else _read_event(told, mind)
    armed = tuple(_int(place) for place in saved.items("armed"))
    places = (saved.whole("transition"), saved.whole("since"), saved.whole("due"))
    return saved.whole("source"), PendingTransition(*places, event, armed)


def _request(saved: _Saved, rows: tuple[Row, ...], mind: Mind) -> Request:
    row = rows[saved.whole("row")]
    stream = saved.data["stream"]
    if not isinstance(stream, int):
        raise TypeError("a stream is a whole number")
    needed = mind.needs.actions.get(row.action_id) if isinstance(row, ActionRow) else None
    numbers = ("float", "seconds")
    types = {each.name: FLOAT for each in (needed.parameters if needed else ()) if each.type in numbers}
    arguments = values_from_json(saved.data.get("arguments", {}), types)
    weight = _float(saved.data["weight"])
    return Request(saved.text("behavior"), arguments, weight, saved.whole("priority"), row.path, stream)


def _event(event: RaisedEvent) -> JsonObject:
    fields: JsonObject = {"fields": values_to_json(event.fields)} if event.fields else {}
    return {**fields, "name": event.name}


def _read_event(data: JsonValue, mind: Mind) -> RaisedEvent:
    saved = _Saved(data)
    name = saved.text("name")
    known = mind.needs.events.get(name)
    return RaisedEvent(name, values_from_json(saved.data.get("fields", {}), known.payload if known else {}))
