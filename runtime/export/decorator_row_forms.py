"""Declare the rows of decorators in an export."""

from __future__ import annotations

from typing import Any

from runtime.behavior_trees.limiting_decorators import PassThroughRow, ProbabilityRow, RunLimitRow
from runtime.behavior_trees.repeat import LoopRow
from runtime.behavior_trees.result_decorators import ResultMapRow
from runtime.behavior_trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow
from runtime.export.code_forms import COUNT, END, FRACTION, REFUSED, SECONDS
from runtime.export.forms import BOOL, DRAWS, Field, Form, many, memory, optional
from runtime.export.row_forms import RowForm
from runtime.export.tree_row_forms import has_children, tree_form

_BYTE, _INT = memory("byte"), memory("int")
_COUNTED: Form[Any] = many(END)

DECORATOR_FORMS: tuple[RowForm, ...] = (
    tree_form(
        "map_result",
        ResultMapRow,
        "Maps the end of its child.",
        ("inverter", "force_success", "force_failure"),
        Field("on_success", "on_success", END, "What SUCCESS becomes."),
        Field("on_failure", "on_failure", END, "What FAILURE becomes."),
        check=has_children(1, 1),
    ),
    tree_form(
        "loop",
        LoopRow,
        "Enters its child again while it gives `again_on`.",
        ("repeat", "retry", "until_success", "until_failure"),
        Field("again_on", "again_on", END, "The result on which it goes on."),
        Field("ends_with", "ends_with", END, "Its result when the child gives the other one."),
        Field("counted_out", "counted_out", END, "Its result when `count` is reached."),
        Field("count", "count", optional(COUNT), "How often the child may give `again_on`; null for ever."),
        Field("same_tick", "same_tick", BOOL, "It enters the child again in the same tick."),
        Field("limit", "limit", _INT, "The count as fixed on enter; -1 for ever."),
        Field("done", "done", _INT, "How often the child gave `again_on`."),
        check=has_children(1, 1),
    ),
    tree_form(
        "timeout",
        TimeoutRow,
        "Fails a child that runs too long.",
        ("timeout",),
        Field("seconds", "seconds", SECONDS, "How long the child may run."),
        Field("due", "due", _INT, "The tick it is halted on."),
        check=has_children(1, 1),
    ),
    tree_form(
        "delay",
        DelayRow,
        "Waits, then visits its child.",
        ("delay",),
        Field("seconds", "seconds", SECONDS, "How long it waits."),
        Field("due", "due", _INT, "The first tick of the child."),
        check=has_children(1, 1),
    ),
    tree_form(
        "cooldown",
        CooldownRow,
        "Refuses to be entered for a time after its child ended.",
        ("cooldown",),
        Field("seconds", "seconds", SECONDS, "How long it refuses."),
        Field("refused", "refused", REFUSED, "What it gives then."),
        Field("length", "length", _INT, "The ticks as fixed on enter."),
        Field("ready", "ready", _INT, "The tick from which on it can be entered; lasts the whole run."),
        check=has_children(1, 1),
    ),
    tree_form(
        "rate_limit",
        RateLimitRow,
        "Enters its child at most every so often.",
        ("rate_limit",),
        Field("seconds", "seconds", SECONDS, "The least time between two starts."),
        Field("between", "between", optional(REFUSED), "What it gives between; null for the last result."),
        Field("next_start", "next_start", _INT, "The tick of the next start; lasts the whole run."),
        Field("last", "last", _BYTE, "The last result; lasts the whole run."),
        check=has_children(1, 1),
    ),
    tree_form(
        "run_limit",
        RunLimitRow,
        "Lets its child complete so many times.",
        ("run_limit", "run_once"),
        Field("count", "count", COUNT, "How many times."),
        Field("counted", "counted", _COUNTED, "The results that count."),
        Field("afterwards", "afterwards", optional(REFUSED), "What it gives then; null for the last result."),
        Field("done", "done", _INT, "The completions so far; lasts as long as its instance."),
        Field("last", "last", _BYTE, "The last result; lasts as long as its instance."),
        check=has_children(1, 1),
    ),
    tree_form(
        "probability",
        ProbabilityRow,
        "Visits its child if the draw on enter was a hit.",
        ("probability",),
        Field("chance", "chance", FRACTION, "The chance of a hit, 0 to 1."),
        Field("refused", "refused", REFUSED, "What a miss gives."),
        Field("hit", "hit", _BYTE, "1 for a hit."),
        Field("draws", "draws", DRAWS, "Counts its draws."),
        check=has_children(1, 1),
    ),
    tree_form(
        "pass",
        PassThroughRow,
        "Visits its child and gives its result.",
        ("breakpoint",),
        check=has_children(1, 1),
    ),
)
"""The forms of all decorators."""
