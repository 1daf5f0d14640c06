"""Read `*.case.json`: a mind, what happens to it tick by tick, and what must come of it.

A case is written by hand, so a field that is not known is refused with the nearest name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from graphs.basics.frozen import JsonValue, Number
from graphs.basics.json_text import to_canonical_json
from graphs.expressions.types import Items, Type, Value, declared_value
from graphs.files.document_file import FileProblem, read_file
from graphs.files.model_file import HandWritten, HandWrittenFormat, model_from_bytes
from graphs.model import Document
from graphs.model.curves import Curve
from runtime.trials.cases.case_format import CASE_FORMAT_NAME, CASE_SUFFIX

TOLERANCE = 1e-9
"""How far a float may lie from the expected one."""

LARGEST = 1_000_000_000
"""Largest count and tick of a case: what is counted from there on still fits into 32 bits."""
_LETTERS = "RSFX"
_BRANCH = re.compile("^branch [1-9][0-9]*$")
Result = Literal["running", "success", "failure", "skipped", "ended"]
"""The result of a whole brain; `ended` is a machine that ended before (rule 6.7)."""
_VECTOR: dict[str, JsonValue] = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_TEXTS: dict[str, JsonValue] = {"type": "array", "items": {"type": "string"}}
_SHAPES: dict[str, JsonValue] = {
    "anyOf": [{"type": ["boolean", "null", "number", "string"]}, _VECTOR, _TEXTS]
}
TriggerWord = Literal["armed", "consumed", "expired", "idle"]
"""How a trigger stands after a tick: armed; consumed or dead since it was armed; not armed before either."""
ForcedWord = Literal["success", "failure", "skipped", "disabled", "free"]
"""What a node is to end with at its next visit, or that it is disabled; `free` takes that back."""


def plain_value(value: JsonValue) -> Value:
    """Return a JSON value as a value of no declared type: [x, y] is a vector, a list of texts a list."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return Items(tuple(part for part in value if isinstance(part, str)))
    if isinstance(value, list) and len(value) == 2 and not any(isinstance(part, bool) for part in value):
        x, y = value
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return (float(x), float(y))
    return value if isinstance(value, (bool, int, float, str)) else None


def typed_value(value: JsonValue, declared: Type) -> Value:
    """Return a JSON value as a value of a declared type; one that does not fit is left as it is."""
    if value is None:
        return None
    converted = declared_value(value, declared)
    return plain_value(value) if converted is None else converted


def same_value(expected: JsonValue, got: Value) -> bool:
    """Tell whether a value is the expected one; numbers may differ by `TOLERANCE`."""
    if isinstance(got, Items):
        fits = isinstance(expected, list) and len(expected) == len(got.values)
        return fits and isinstance(expected, list) and all(map(same_value, expected, got.values))
    wanted = plain_value(expected)
    if isinstance(wanted, tuple) and isinstance(got, tuple):
        return all(abs(x - y) <= TOLERANCE for x, y in zip(wanted, got, strict=True))
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    if isinstance(wanted, (int, float)) and isinstance(got, (int, float)):
        return abs(wanted - got) <= TOLERANCE
    return wanted == got


def value_words(value: object) -> str:
    """Return a value, of a case or of a variable, as it stands in a case file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, Items):
        value = value.values
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_words, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}": {value_words(part)}' for key, part in sorted(value.items())) + "}"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _script(text: str) -> str:
    if not text or set(text) - set(_LETTERS):
        raise PydanticCustomError("script", "letters R, S, F or X, one for each tick")
    return text


def _branch(text: str) -> str:
    if not _BRANCH.fullmatch(text):
        raise PydanticCustomError("branch", "a branch by its number, as in 'branch 1'")
    return text


def _positive(number: int) -> int:
    if number < 1:
        raise PydanticCustomError("positive", "a whole number from 1 on")
    return _not_too_large(number)


def _not_negative(number: int) -> int:
    if number < 0:
        raise PydanticCustomError("not_negative", "a whole number from 0 on")
    return _not_too_large(number)


def _not_too_large(number: int) -> int:
    if number > LARGEST:
        raise PydanticCustomError("too_large", f"a whole number of at most {LARGEST:,}")
    return number


def _entity_field(value: JsonValue) -> JsonValue:
    if isinstance(value, dict) or (isinstance(value, list) and plain_value(value) is None):
        raise PydanticCustomError("entity_field", "a number, a text, true, false, [x, y] or a list of texts")
    return value


Letters = Annotated[str, AfterValidator(_script), Field(json_schema_extra={"pattern": "^[RSFX]+$"})]
"""Results of ticks: R running, S success, F failure, X an exception."""

Positive = Annotated[
    int, AfterValidator(_positive), Field(json_schema_extra={"minimum": 1, "maximum": LARGEST})
]
NotNegative = Annotated[
    int, AfterValidator(_not_negative), Field(json_schema_extra={"minimum": 0, "maximum": LARGEST})
]


Outcome = Literal[
    "running",
    "success",
    "failure",
    "skipped",
    "none",
    "running+halted",
    "success+halted",
    "failure+halted",
    "skipped+halted",
    "halted",
    "inactive",
    "active",
    "entered",
    "exited",
    "re-entered",
    "passed",
    "taken",
    "pending",
    "lost",
    "false",
    "no answer",
    "answered",
]
"""What one outcome byte can say (rule 7.2): of tree nodes down to `halted`, then of states, then of
transitions, which can be `none` as well, then of questions and answers of decision trees.
"""

Branch = Annotated[str, AfterValidator(_branch), Field(json_schema_extra={"pattern": _BRANCH.pattern})]
"""What the outcome byte of a question says: the branch taken, counted from 1."""


class LeafScript(HandWritten):
    """Say what an action leaf gives, tick by tick; the last letter goes on for ever.

    With `per_entry` the script starts afresh each time the leaf is entered.
    """

    results: Letters
    per_entry: bool = False


class ConditionAnswer(HandWritten):
    """Answer a condition for one list of arguments; `error` fails the expression that asks."""

    arguments: tuple[JsonValue, ...] = ()
    answer: bool | Literal["error"]


Answers = bool | Literal["error"] | tuple[ConditionAnswer, ...]
"""What a condition answers: always the same, or by arguments."""

Scripts = dict[str, Letters | LeafScript]
EntityField = Annotated[JsonValue, AfterValidator(_entity_field), Field(json_schema_extra=_SHAPES)]
"""A value of an entity's field: a vector is a list of two numbers, what a query gives one of texts."""

Entities = dict[str, dict[str, EntityField] | None]


class PostedEvent(HandWritten):
    """Post an event before the tick."""

    event: str
    payload: dict[str, JsonValue] = {}


class StartNode(HandWritten):
    """Say what one node remembers at the start: its kind then, its status, its memory by name, its draws.

    `running` is also the status of a state that is active. What is left out of the memory of a node that runs
    is as if it had been entered on the tick before.
    """

    kind: str = ""
    status: Literal["idle", "running", "success", "failure"] = "idle"
    memory: dict[str, JsonValue] = {}
    draws: NotNegative = 0


class StartGraph(HandWritten):
    """Hold the graph variables and parameters of one use of a graph."""

    variables: dict[str, JsonValue] = {}
    parameters: dict[str, JsonValue] = {}


class StartRequest(HandWritten):
    """Describe a steering request that is in force at the start."""

    node: str
    behavior: str
    arguments: dict[str, JsonValue] = {}
    weight: Number = 1
    priority: int = 1


class StartLatch(HandWritten):
    """Say until which tick a trigger is latched, and whether it has been armed for a whole tick."""

    until: NotNegative
    had_tick: bool = False


class StartDelayed(HandWritten):
    """Describe an event that waits for its tick: whose machine takes it, with which state it dies, its id.

    `machine` and `state` are paths; "" is the root machine. Without a machine the mind itself takes it.
    """

    event: str
    due: NotNegative
    payload: dict[str, JsonValue] = {}
    machine: str | None = None
    state: str | None = None
    id: str = ""


class StartPending(HandWritten):
    """Describe a transition that waits for its delay, by its path.

    `event` is the one it was enabled by, "" for a poll; `armed` are the triggers that its guard read.
    """

    transition: str
    since: NotNegative
    due: NotNegative
    event: str = ""
    payload: dict[str, JsonValue] = {}
    armed: tuple[str, ...] = ()


class CaseStart(HandWritten):
    """Say where the run begins: the world's tick, the values of variables, and what the mind remembers.

    Nodes are keyed by the path of ids through calls. What names a node that is not there any more, or is of
    another kind by now, is left out and told (rule 8.2).
    """

    tick: NotNegative = 0
    variables: dict[str, JsonValue] = {}
    nodes: dict[str, StartNode] = {}
    graphs: dict[str, StartGraph] = {}
    latches: dict[str, StartLatch] = {}
    events: tuple[PostedEvent, ...] = ()
    delayed: tuple[StartDelayed, ...] = ()
    pending: tuple[StartPending, ...] = ()
    requests: tuple[StartRequest, ...] = ()
    quiet_ticks: NotNegative = 0
    ended: bool = False


class ExpectedCounts(HandWritten):
    """Say how often a node or state has been entered, exited and halted since the case began."""

    enter: NotNegative | None = None
    exit: NotNegative | None = None
    halt: NotNegative | None = None


class ExpectedRequest(HandWritten):
    """Describe a steering request that is in force after the tick; what is left out may be anything."""

    node: str | None = None
    behavior: str | None = None
    arguments: dict[str, JsonValue] = {}
    weight: Number | None = None
    priority: int | None = None


class ExpectedEffect(HandWritten):
    """Describe a one-shot effect asked for in the tick; arguments left out may be anything."""

    name: str
    arguments: dict[str, JsonValue] = {}


class ExpectedEvent(HandWritten):
    """Describe an event sent in the tick; payload fields left out may be anything."""

    event: str
    to: str
    payload: dict[str, JsonValue] = {}


class ExpectedDecision(HandWritten):
    """Describe the last evaluation of a decision tree in the tick; what is left out may be anything.

    `path` are the questions from the root down and the leaf, or `none` in its place. `values` are what was
    asked about, by its text; `margins` and `reasons` are by question, a margin null where no number was
    compared.
    """

    path: tuple[str, ...] | None = None
    values: dict[str, JsonValue] = {}
    margins: dict[str, Number | None] = {}
    reasons: dict[str, str] = {}


class Expectation(HandWritten):
    """Say what must hold after a tick; what is left out is not looked at, errors apart.

    Nodes are named by id, by the path of ids through calls, or by a title or name that only one has.
    """

    result: Result | None = None
    outcomes: dict[str, Outcome | Branch] = {}
    decisions: dict[str, ExpectedDecision | None] = {}
    counts: dict[str, ExpectedCounts] = {}
    passages: tuple[str, ...] | None = None
    active: tuple[str, ...] | None = None
    transitions: tuple[str, ...] | None = None
    pending: tuple[str, ...] | None = None
    candidates: dict[str, str] = {}
    waiting: tuple[str, ...] | None = None
    unhandled: tuple[str, ...] | None = None
    variables: dict[str, JsonValue] = {}
    triggers: dict[str, TriggerWord] = {}
    reason: dict[str, str] = {}
    errors: tuple[str, ...] | Literal["any"] = ()
    requests: tuple[ExpectedRequest, ...] | None = None
    effects: tuple[ExpectedEffect, ...] | None = None
    sent: tuple[ExpectedEvent, ...] | None = None
    asked: dict[str, NotNegative] = {}


class CaseTick(HandWritten):
    """Describe one tick, or `repeat` equal ones: what happens before it and what must hold after it.

    `skip` lets so many steps of the world pass first in which the brain does not tick. `reconsider` asks
    every decision tree that runs for an evaluation (rule 5.5). `force` and `enter` overrule what the
    mind would do by itself (rule 7.4).
    """

    note: str = ""
    repeat: Positive = 1
    skip: NotNegative = 0
    reconsider: bool = False
    set: dict[str, JsonValue] = {}
    post: tuple[PostedEvent, ...] = ()
    force: dict[str, ForcedWord] = {}
    enter: tuple[str, ...] = ()
    conditions: dict[str, Answers] = {}
    entities: Entities = {}
    expect: Expectation = Expectation()


class CaseFile(HandWritten):
    """Hold one behavior test: a mind, where it starts, its ticks.

    `curves` are the agent's own, and sets of fuzzy inputs as "input.set" (rule 10.2).
    The mind is a file beside the case (`document`) or stands in it (`mind`). With `refused` the mind must
    not compile, for reasons that contain these texts, and there are no ticks.
    """

    schema_: str = Field(default="", alias="$schema")
    format: Literal["mindloom-case"]
    version: int
    title: str = ""
    note: str = ""
    document: str | None = None
    mind: Document | None = None
    graph: str | None = None
    rate: Positive = 60
    seed: int = 0
    agent: str = "agent"
    curves: dict[str, Curve] = {}
    start: CaseStart = CaseStart()
    leaves: Scripts = {}
    conditions: dict[str, Answers] = {}
    entities: Entities = {}
    ticks: tuple[CaseTick, ...] = ()
    refused: tuple[str, ...] = ()


CASE_FORMAT = HandWrittenFormat(CaseFile, CASE_FORMAT_NAME, 1, "case", f"*{CASE_SUFFIX}")


def case_from_bytes(data: bytes, path: Path | None = None) -> CaseFile:
    """Read a case from bytes; raise `FileProblem` for none of a known version, and for no mind or two."""
    case = model_from_bytes(data, path, CASE_FORMAT)
    if (case.document is None) == (case.mind is None):
        found = "none" if case.mind is None else "both"
        said = f"A case has a mind: the path of a document, or a mind of its own; found {found}."
        raise FileProblem(path, "document", said, 'Write "document" or "mind", one of the two.')
    if bool(case.ticks) == bool(case.refused):
        said = "A case has ticks, or reasons for which its mind is refused, one of the two."
        raise FileProblem(path, "ticks", said, 'Write "ticks" or "refused".')
    return case


def case_to_bytes(case: CaseFile) -> bytes:
    """Write a case in its canonical form; fields equal to their default are left out."""
    return to_canonical_json(case).encode("utf-8")


def load_case(path: Path) -> CaseFile:
    """Load the case at `path`; raise `FileProblem` when it cannot be read or is no case."""
    return case_from_bytes(read_file(path), path)
