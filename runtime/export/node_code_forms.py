"""Declare how guards and services of nodes stand in an export."""

from __future__ import annotations

from graphs.basics.json_text import JsonValue
from runtime.export.code_forms import REFUSED, SECONDS
from runtime.export.expression_forms import TEST
from runtime.export.forms import (
    BOOL,
    DRAWS,
    Field,
    Form,
    many,
    memory,
    named,
    optional,
    or_none,
    record,
    whole,
)
from runtime.export.line_forms import BLOCK
from runtime.export.reading import Reading
from runtime.minds.program.tree_row import GuardCode, ServiceCode

_GUARD_FIELDS = (
    Field("test", "test", TEST, "What must hold."),
    Field("while_running", "tested_while_running", BOOL, "It is tested before every tick of the node."),
    Field("refused", "refused", REFUSED, "What the node gives where it does not hold."),
    Field("aborts_lower", "aborts_lower", BOOL, "It halts a later child of the selector above."),
    Field("last_test", "last_test", or_none(whole(0)), "The byte with its last test: 1 false, 2 true."),
    Field(
        "held", "held", or_none(whole(0)), "The first byte, one for each trigger, of those that let it in."
    ),
)
_GUARD_RECORD = record("Guard", "What must hold before a node is entered.", GuardCode, _GUARD_FIELDS)


def _read_guard(data: JsonValue, path: str, source: Reading) -> GuardCode:
    guard = _GUARD_RECORD.read(data, path, source)
    if guard.held >= 0:
        source.claims.claim("byte", guard.held, len(guard.test.triggers), f"{path}.held")
    fits = (guard.last_test >= 0) == guard.aborts_lower
    source.require(fits, path, "Only a guard that aborts lower siblings remembers its last test.")
    return guard


GUARD: Form[GuardCode] = named(
    "guard", Form(_GUARD_RECORD.schema, _GUARD_RECORD.write, _read_guard, _GUARD_RECORD.parts)
)

SERVICES: Form[tuple[ServiceCode, ...]] = many(
    named(
        "service",
        record(
            "Service",
            "What is done when a node is entered, and every so often while it is active.",
            ServiceCode,
            (
                Field("every", "every", SECONDS, "Seconds from one run to the next, fixed on enter."),
                Field("jitter", "jitter", optional(SECONDS), "How far that is drawn to both sides."),
                Field("guard", "guard", optional(TEST), "It runs only where this holds."),
                Field("block", "block", BLOCK, "What is done."),
                Field("due", "due", memory("int"), "The tick of the next run."),
                Field("interval", "interval", memory("int"), "The ticks between two runs."),
                Field("spread", "spread", or_none(memory("int")), "The ticks of the jitter."),
                Field("draws", "draws", or_none(DRAWS), "Counts the draws of the node."),
            ),
        ),
    )
)
