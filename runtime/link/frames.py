"""Read the frames that a game sends by `mindloom-link` 1, and write those it is sent (help page on the link).

Everything that comes is checked here for its form: what a later module is given can be wrong about a mind,
but not about what a frame is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import JsonObject
from graphs.curves.curve_tables import Table
from runtime.export.curve_forms import curves_from_json
from runtime.export.export_problem import ExportProblem
from runtime.minds.program.orders import ORDER_WORDS

LINK_VERSION = 1
MOST_FRAME_BYTES = 16 * 1024 * 1024
"""How long a frame of a game may be."""

MOST_ID, MOST_WORDS = 200, 2000
"""Letters of an id, and of any other text that is no value."""

_Count = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
_Id = Annotated[str, Field(strict=True, min_length=1, max_length=MOST_ID)]
_Hash = Annotated[str, Field(strict=True, min_length=1, max_length=64)]
_Words = Annotated[str, Field(strict=True, max_length=MOST_WORDS)]
_Number = Annotated[float, Field(strict=False, ge=-1e9, le=1e9)]
_Byte = Annotated[int, Field(strict=True, ge=0, le=255)]
_Flag = Annotated[bool, Field(strict=True)]


class _FramePart(BaseModel):
    """Hold what a game tells."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)


class LinkFault(Exception):
    """Say what is wrong with what came by a link, and what was expected."""


def _object(value: object) -> JsonObject:
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


Data = Annotated[JsonObject, PlainValidator(_object)]
"""A JSON object that whoever uses it looks into."""


class Failed(NamedTuple):
    """Hold why game code failed."""

    words: str


MindInput: TypeAlias = tuple[JsonValue, ...]
"""Something that came into a mind: its kind, then what belongs to it."""


class Asked(NamedTuple):
    """Hold what a mind asked of its game, or what came into it meanwhile.

    `place` counts the steps of actions before it in its tick. The `answer` to a question may be that it
    failed; an input has none.
    """

    place: int
    kind: str
    parts: tuple[JsonValue, ...]
    answer: JsonValue | Failed = None


Check = Callable[[object], bool]


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_ID


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MOST_WORDS


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _is_value(value: object) -> bool:
    return True


def _is_a(kind: type) -> Check:
    return lambda value: isinstance(value, kind)


def _is_one_of(*known: str) -> Check:
    return lambda value: value in known


_is_list, _is_fields, _is_flag = _is_a(list), _is_a(dict), _is_a(bool)
_is_step, _is_result = _is_one_of("enter", "tick", "halt"), _is_one_of("running", "success", "failure")


def _is_order(value: object) -> bool:
    return value is None or value in ORDER_WORDS


_INPUTS: Mapping[str, tuple[Check, ...]] = {
    "set": (_is_id, _is_value),
    "post": (_is_id, _is_fields),
    "halt": (),
    "restart": (),
    "pass": (_is_count,),
}
"""What belongs to each kind of input that may come at any time."""

_BEFORE_A_TICK: Mapping[str, tuple[Check, ...]] = {
    **_INPUTS,
    "swap": (_is_id,),
    "order": (_is_count, _is_order),
}
_MEANWHILE: Mapping[str, tuple[Check, ...]] = {**_INPUTS, "shared": (_is_id, _is_value)}

_QUESTIONS: Mapping[str, tuple[Check, ...]] = {
    "action": (_is_count, _is_id, _is_step, _is_result),
    "condition": (_is_id, _is_list, _is_flag),
    "field": (_is_id, _is_text, _is_value),
    "query": (_is_id, _is_text, _is_value),
    "free": (_is_id, _is_flag),
}
"""What belongs to each kind of question, its answer last."""


def _read_input(value: object) -> MindInput:
    if not (isinstance(value, list) and value and isinstance(value[0], str)):
        raise ValueError("an input is a list that begins with its kind")
    _check(value[0], value[1:], _BEFORE_A_TICK.get(value[0]))
    return tuple(value)


def _read_asked(value: object) -> Asked:
    if not (isinstance(value, list) and len(value) > 1 and _is_count(value[0]) and isinstance(value[1], str)):
        raise ValueError("what is asked is a list that begins with its place and kind")
    place, kind, *parts = value
    wanted = _QUESTIONS.get(kind)
    if wanted is None:
        _check(kind, parts, _MEANWHILE.get(kind))
        return Asked(place, kind, tuple(parts))
    answer = parts[-1] if parts else None
    if isinstance(answer, dict) and set(answer) == {"failed"} and kind != "free":
        _check(kind, parts[:-1], wanted[:-1])
        return Asked(place, kind, tuple(parts[:-1]), Failed(str(answer["failed"])[:MOST_WORDS]))
    _check(kind, parts, wanted)
    return Asked(place, kind, tuple(parts[:-1]), answer)


def _check(kind: str, parts: Sequence[object], wanted: Sequence[Check] | None) -> None:
    if wanted is None:
        raise ValueError(f"{kind!r:.40} is no kind that can come here")
    if len(parts) != len(wanted) or not all(check(part) for check, part in zip(wanted, parts, strict=True)):
        raise ValueError(f"{kind} has not the parts that it is told with")


def _read_order(value: object) -> tuple[int, str | None]:
    if not (isinstance(value, list) and len(value) == 2 and _is_count(value[0]) and _is_order(value[1])):
        raise ValueError("an order is a row and what it is to do")
    return value[0], value[1]


def _with_zeros(value: JsonValue) -> JsonValue:
    if isinstance(value, list):
        return [_with_zeros(each) for each in value]
    return -0.0 if value == "-0" else value


def _read_curves(value: object) -> Mapping[str, Table]:
    """Return tables of curves; "-0" is a zero with a sign, as in saved games."""
    with_zeros = {name: _with_zeros(points) for name, points in _object(value).items()}
    try:
        return curves_from_json(with_zeros)
    except ExportProblem as problem:
        raise ValueError(f"{problem.path}: {problem.message}") from None


class AgentTick(_FramePart):
    """Hold what is told of one agent in one tick."""

    mind: _Hash | None = None
    save: Data | None = None
    curves: Annotated[Mapping[str, Table], PlainValidator(_read_curves)] = {}
    orders: tuple[Annotated[tuple[int, str | None], PlainValidator(_read_order)], ...] = ()
    inputs: tuple[Annotated[MindInput, PlainValidator(_read_input)], ...] = Field((), alias="in")
    asked: tuple[Annotated[Asked, PlainValidator(_read_asked)], ...] = ()
    out: tuple[_Count, ...] = ()
    result: Literal["idle", "running", "success", "failure", "skipped"] | None = Field(None, alias="is")
    ended: _Flag | None = None
    at: tuple[_Number, _Number, _Number] | None = None


class GameTick(_FramePart):
    """Hold a `tick` frame: what came into the minds of a game in one tick, and what they did."""

    tick: _Count
    shared: Data = {}
    agents: dict[_Id, AgentTick] = {}
    still: tuple[_Id, ...] = ()
    gone: tuple[_Id, ...] = ()


class Hello(_FramePart):
    """Hold the first frame of a game."""

    link: _Count
    token: _Words
    game: Annotated[str, Field(strict=True, max_length=200)] = "game"
    executor: Annotated[str, Field(strict=True, max_length=100)] = ""
    rate: Annotated[int, Field(strict=True, ge=1, le=1000)]
    seed: Annotated[int, Field(strict=True, ge=-(2**53), le=2**53)] = 0
    programs: tuple[_Hash, ...] = ()
    can: tuple[_Words, ...] = ()
    outline: Annotated[tuple[tuple[_Number, _Number], ...], Field(max_length=10_000)] = ()


class ProgramText(_FramePart):
    """Hold an export that a game was asked for."""

    hash: _Hash
    program: Data
    names: Data | None = None


class Held(_FramePart):
    """Say that a game is held."""

    tick: _Count
    by: Literal["pause", "step", "break"] = "pause"
    agent: str = ""
    row: int = -1


class Swapped(_FramePart):
    """Say that a game goes on with another program."""

    before: _Hash = Field(alias="from")
    to: _Hash
    agents: _Count = 0


class Refused(_FramePart):
    """Say that a game does not do what it was told."""

    about: _Words = ""
    why: _Words = ""


class GameEnd(_FramePart):
    """Be the last frame of a game."""

    why: _Words = ""


class Going(_FramePart):
    """Say that a game is held no more."""


GameFrame: TypeAlias = Hello | ProgramText | GameTick | Held | Going | Swapped | Refused | GameEnd

_KINDS: dict[str, TypeAdapter[Any]] = {
    "hello": TypeAdapter(Hello),
    "program": TypeAdapter(ProgramText),
    "tick": TypeAdapter(GameTick),
    "held": TypeAdapter(Held),
    "going": TypeAdapter(Going),
    "swapped": TypeAdapter(Swapped),
    "refused": TypeAdapter(Refused),
    "end": TypeAdapter(GameEnd),
}


def read_frame(data: bytes | str) -> GameFrame | None:
    """Return the frame that a text holds, None for a kind that this version does not know.

    Raises `LinkFault` for anything that is no frame.
    """
    try:
        value = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise LinkFault(f"A frame is no JSON: {error}.") from None
    if not isinstance(value, dict) or not isinstance(value.get("frame"), str):
        raise LinkFault('A frame is a JSON object with its kind in "frame".')
    adapter = _KINDS.get(value["frame"])
    if adapter is None:
        return None
    try:
        frame: GameFrame = adapter.validate_python(value)
    except (ValidationError, RecursionError) as error:
        raise LinkFault(f"A frame {value['frame']!r} is wrong: {_first_words(error)}.") from None
    return frame


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def _first_words(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "it is nested too deep"
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"][:4])
    return f"{place:.80}: {first['msg']:.200}"


def write_frame(kind: str, **members: JsonValue) -> bytes:
    """Return a frame of Mindloom as UTF-8 text."""
    told = {"frame": kind, **members}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def as_key(value: JsonValue) -> JsonValue:
    """Return a value in the one form in which equal values are equal text: all numbers as floats."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return float(value) if math.isfinite(value) else str(value)
    if isinstance(value, list):
        return [as_key(each) for each in value]
    return {name: as_key(each) for name, each in value.items()}
