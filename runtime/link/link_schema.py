"""Describe the frames of `mindloom-link` 1 as a JSON Schema."""

from __future__ import annotations

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.model.curves import MOST_POINTS
from runtime.minds.program.orders import ORDER_WORDS

_TEXT: JsonObject = {"type": "string", "maxLength": 2000}
_ID: JsonObject = {"type": "string", "minLength": 1, "maxLength": 200}
_HASH: JsonObject = {"type": "string", "minLength": 1, "maxLength": 64}
_COUNT: JsonObject = {"type": "integer", "minimum": 0}
_FLAG: JsonObject = {"type": "boolean"}
_DATA: JsonObject = {"type": "object"}
_NUMBER: JsonObject = {"type": "number"}
_ANY: JsonObject = {}
_FAILED: JsonObject = {"type": "object", "properties": {"failed": {"type": "string"}}, "required": ["failed"]}


def _list(each: JsonObject) -> JsonObject:
    return {"type": "array", "items": each}


def _one_of(*texts: str) -> JsonObject:
    return {"enum": [*texts]}


def _entry(*parts: JsonObject) -> JsonObject:
    """Return the schema of a list with these parts."""
    return {"type": "array", "prefixItems": [*parts], "minItems": len(parts), "maxItems": len(parts)}


def _with_place(entries: list[JsonObject]) -> list[JsonValue]:
    found: list[JsonValue] = []
    for entry in entries:
        parts = entry["prefixItems"]
        assert isinstance(parts, list)
        count = len(parts) + 1
        found.append({**entry, "prefixItems": [_COUNT, *parts], "minItems": count, "maxItems": count})
    return found


def _object(required: dict[str, JsonObject], optional: dict[str, JsonObject] | None = None) -> JsonObject:
    members: dict[str, JsonValue] = {**required, **(optional or {})}
    return {"type": "object", "properties": members, "required": [*required]}


_ORDERED: JsonObject = {"enum": [*ORDER_WORDS, None]}
_MEANWHILE = [
    _entry(_one_of("set"), _ID, _ANY),
    _entry(_one_of("post"), _ID, _DATA),
    _entry(_one_of("halt", "restart")),
    _entry(_one_of("pass"), _COUNT),
]
_BEFORE_A_TICK = [_entry(_one_of("swap"), _HASH), _entry(_one_of("order"), _COUNT, _ORDERED)]
_QUESTIONS = [
    _entry(
        _one_of("action"),
        _COUNT,
        _ID,
        _one_of("enter", "tick", "halt"),
        {"anyOf": [_one_of("running", "success", "failure"), _FAILED]},
    ),
    _entry(_one_of("condition"), _ID, _list(_ANY), {"anyOf": [_FLAG, _FAILED]}),
    _entry(_one_of("field"), _ID, _TEXT, _ANY),
    _entry(_one_of("query"), _ID, _TEXT, _ANY),
    _entry(_one_of("free"), _ID, _FLAG),
    _entry(_one_of("shared"), _ID, _ANY),
]
_COORDINATE: JsonObject = {"anyOf": [_NUMBER, {"const": "-0"}]}
_TABLE: JsonObject = {**_list(_entry(_COORDINATE, _COORDINATE)), "minItems": 1, "maxItems": MOST_POINTS}
_AGENT = _object(
    {},
    {
        "mind": _HASH,
        "save": _DATA,
        "curves": {"type": "object", "additionalProperties": _TABLE},
        "orders": _list(_entry(_COUNT, _ORDERED)),
        "in": {"type": "array", "items": {"anyOf": [*_MEANWHILE, *_BEFORE_A_TICK]}},
        "asked": {"type": "array", "items": {"anyOf": _with_place([*_QUESTIONS, *_MEANWHILE])}},
        "out": _list(_COUNT),
        "is": _one_of("idle", "running", "success", "failure", "skipped"),
        "ended": _FLAG,
        "at": _entry(_NUMBER, _NUMBER, _NUMBER),
    },
)
_BREAK = _object({"program": _HASH, "row": _COUNT, "mask": _COUNT, "is": _COUNT})

_FROM_THE_GAME: dict[str, JsonObject] = {
    "hello": _object(
        {"link": _COUNT, "token": _TEXT, "rate": _COUNT},
        {
            "game": _TEXT,
            "executor": _TEXT,
            "seed": {"type": "integer"},
            "programs": _list(_HASH),
            "can": _list(_TEXT),
            "outline": _list(_entry(_NUMBER, _NUMBER)),
        },
    ),
    "program": _object({"hash": _HASH, "program": _DATA}, {"names": {"type": ["object", "null"]}}),
    "tick": _object(
        {"tick": _COUNT},
        {
            "shared": _DATA,
            "agents": {"type": "object", "additionalProperties": _AGENT},
            "still": _list(_ID),
            "gone": _list(_ID),
        },
    ),
    "held": _object({"tick": _COUNT}, {"by": _one_of("pause", "step", "break"), "agent": _TEXT}),
    "going": _object({}),
    "swapped": _object({"from": _HASH, "to": _HASH}, {"agents": _COUNT}),
    "refused": _object({}, {"about": _TEXT, "why": _TEXT}),
    "end": _object({}, {"why": _TEXT}),
}
_FROM_MINDLOOM: dict[str, JsonObject] = {
    "welcome": _object({"editor": _TEXT}),
    "refused": _object({"why": _TEXT}),
    "program": _object({"hash": _HASH}),
    "watch": _object({"detail": _one_of("all", "off")}),
    "set": _object({"agent": _ID, "name": _ID, "to": _ANY}),
    "shared": _object({"name": _ID, "to": _ANY}),
    "post": _object({"agent": {"type": ["string", "null"]}, "event": _ID, "with": _DATA}),
    "order": _object({"agent": _ID, "program": _HASH, "row": _COUNT, "to": _ORDERED}),
    "pause": _object({}),
    "resume": _object({}),
    "step": _object({"ticks": _COUNT}),
    "speed": _object({"factor": _NUMBER}),
    "break": _object({"at": _list(_BREAK)}),
    "swap": _object({"program": _DATA, "names": {"type": ["object", "null"]}, "upgrade": _DATA}),
}


def link_schema() -> JsonObject:
    """Return the schema of all frames; `$defs` have those of each side apart."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "mindloom-link 1",
        "anyOf": [{"$ref": "#/$defs/from_the_game"}, {"$ref": "#/$defs/from_mindloom"}],
        "$defs": {
            "from_the_game": {"oneOf": _kinds(_FROM_THE_GAME)},
            "from_mindloom": {"oneOf": _kinds(_FROM_MINDLOOM)},
        },
    }


def _kinds(frames: dict[str, JsonObject]) -> list[JsonValue]:
    found: list[JsonValue] = []
    for kind, frame in frames.items():
        members, required = frame["properties"], frame["required"]
        assert isinstance(members, dict)
        assert isinstance(required, list)
        named: JsonObject = {"frame": {"const": kind}, **members}
        found.append({**frame, "properties": named, "required": ["frame", *required]})
    return found
