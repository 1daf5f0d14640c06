"""Write all that a brain remembers as JSON data, and let a brain of the same program remember it again."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import NamedTuple

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Value
from runtime.basics.host import RaisedEvent, Request
from runtime.embedding.mind import EmbeddingError
from runtime.export.export_problem import ExportProblem
from runtime.export.forms import value_from_json, value_to_json
from runtime.minds.brain.brain import Brain
from runtime.minds.program.machines import DelayedEvent, MachineMemorySnapshot, PendingTransition
from runtime.session.snapshot import brain_snapshot


class SavedBeside(NamedTuple):
    """Hold what is saved with a brain: ticks that passed for it alone, the row of its final state or -1."""

    ahead: int = 0
    final: int = -1


def save_brain(brain: Brain, fingerprint: str, beside: SavedBeside) -> JsonObject:
    """Return what a brain remembers between two ticks; `fingerprint` names its program."""
    kept = brain_snapshot(brain)
    if Brain.trials.peek(brain):
        raise EmbeddingError("A generator runs, and its place cannot be saved. Write the action as a class.")
    data: JsonObject = {
        "bytes": bytes(brain.bytes_).hex(),
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
        "floats": [_exact(value) for value in brain.floats],
        "ints": [*brain.ints],
        "mind": fingerprint,
        "objects": [*brain.objects],
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
        "quiet_ticks": kept.quiet_ticks,
        "requests": [
            {
                "arguments": values_to_json(request.arguments),
                "behavior": request.behavior,
                "node": request.node_path,
                "priority": request.priority,
                "stream": request.stream,
                "weight": request.weight,
            }
            for request in kept.requests
        ],
    }
    if beside.ahead:
        data["ahead"] = beside.ahead
    if beside.final >= 0:
        data["final"] = beside.final
    return {**data, "check": _check_of(data)}


def restore_brain(brain: Brain, saved: JsonObject, fingerprint: str) -> SavedBeside:
    """Remember what was saved of a brain of the same program; raise `EmbeddingError` for anything else."""
    data = {name: value for name, value in saved.items() if name != "check"}
    if data.get("mind") != fingerprint:
        raise EmbeddingError("It was saved of another mind, or of another version of it.")
    if saved.get("check") != _check_of(data):
        raise EmbeddingError("What was saved is damaged: its check does not fit.")
    try:
        beside = SavedBeside(_int(data.get("ahead", 0)), _int(data.get("final", -1)))
        if beside.ahead < 0 or not -1 <= beside.final < len(brain.program.rows):
            raise ValueError("its clock or its final state is not there")
        _restore(brain, data)
    except (KeyError, TypeError, ValueError, AttributeError, ExportProblem) as error:
        raise EmbeddingError(f"What was saved is damaged: {error}.") from None
    return beside


def values_to_json(values: Mapping[str, Value]) -> JsonObject:
    """Return values by name as JSON data."""
    return {name: value_to_json(value) for name, value in values.items()}


def values_from_json(data: JsonValue) -> dict[str, Value]:
    """Return what `values_to_json` returned."""
    if not isinstance(data, dict):
        raise EmbeddingError("What was saved is damaged: it has no values by name.")
    return {name: value_from_json(value, name) for name, value in data.items()}


def _restore(brain: Brain, data: JsonObject) -> None:
    given = _Saved(data)
    saved_bytes = bytes.fromhex(given.text("bytes"))
    ints = [_int(value) for value in given.items("ints")]
    floats = [_float(value) for value in given.items("floats")]
    objects = [_name(value) for value in given.items("objects")]
    found = (len(saved_bytes), len(ints), len(floats), len(objects))
    if found != (len(brain.bytes_), len(brain.ints), len(brain.floats), len(brain.objects)):
        raise ValueError("its memory has another size")
    delayed = tuple(_delayed(_Saved(value)) for value in given.items("delayed"))
    pending = tuple(_pending(_Saved(value)) for value in given.items("pending"))
    posted = [_read_event(value) for value in given.items("posted")]
    requests = tuple(_request(_Saved(value)) for value in given.items("requests"))
    brain.bytes_[:], brain.ints[:] = saved_bytes, ints
    if floats:
        brain.floats[:] = floats
    if objects:
        brain.objects[:] = objects
    brain.posted = posted
    brain.ended = given.data["ended"] is True
    brain.quiet_ticks = given.whole("quiet_ticks")
    brain.requests_in_force = requests
    brain.restore_machines(MachineMemorySnapshot(delayed, pending))
    brain.host.claims.forget()


class _Saved:
    """Read the fields of one saved object."""

    def __init__(self, data: JsonValue) -> None:
        if not isinstance(data, dict):
            raise TypeError("an object is missing")
        self.data = data

    def text(self, name: str) -> str:
        return _text(self.data[name])

    def whole(self, name: str) -> int:
        return _int(self.data[name])

    def items(self, name: str) -> list[JsonValue]:
        value = self.data[name]
        if not isinstance(value, list):
            raise TypeError(f"{name} is no list")
        return value


def _delayed(one: _Saved) -> DelayedEvent:
    event = _read_event(one.data["event"])
    return DelayedEvent(one.whole("due"), one.whole("machine"), one.whole("state"), event, one.text("id"))


def _pending(one: _Saved) -> tuple[int, PendingTransition]:
    event = None if one.data["event"] is None else _read_event(one.data["event"])
    armed = tuple(_int(place) for place in one.items("armed"))
    waiting = PendingTransition(one.whole("transition"), one.whole("since"), one.whole("due"), event, armed)
    return one.whole("source"), waiting


def _request(one: _Saved) -> Request:
    arguments = values_from_json(one.data["arguments"])
    weight = _float(one.data["weight"])
    behavior, node = one.text("behavior"), one.text("node")
    stream = one.data["stream"]
    if not isinstance(stream, int):
        raise TypeError("a stream is a whole number")
    return Request(behavior, arguments, weight, one.whole("priority"), node, stream)


def _event(event: RaisedEvent) -> JsonObject:
    return {"fields": values_to_json(event.fields), "name": event.name}


def _read_event(data: JsonValue) -> RaisedEvent:
    saved = _Saved(data)
    return RaisedEvent(saved.text("name"), values_from_json(saved.data["fields"]))


def _exact(value: float) -> JsonValue:
    """Return a float as JSON; infinity, which JSON has not, as a text."""
    return value if math.isfinite(value) else repr(value)


def _float(data: JsonValue) -> float:
    if isinstance(data, str) and data in ("inf", "-inf", "nan"):
        return float(data)
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


def _check_of(data: JsonObject) -> str:
    """Return a hash of saved data, so that damage is noticed before it does harm."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
