"""Say by how much a child won whose score was the highest, what would change that, and what holds it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from runtime.history.recording.row_history import NEVER
from runtime.history.why.asked_tick import AskedTick
from runtime.history.why.need_margins import NEAR, least_change, weighed_needs
from runtime.history.why.why_forms import WhyForm, WhyReason, followed, reason_of
from runtime.minds.program.rows import Row
from runtime.records.reasons import Reason, ReasonForm, shown

SCORED = (ReasonForm.HIGHEST_SCORE, ReasonForm.DRAWN_SCORE)
"""Reasons that say what each child scored."""


LEFT_OUT = -math.inf
"""The score of a goal that is not feasible, or set aside."""


def with_margin(asked: AskedTick, row: int, said: Reason, reason: WhyReason) -> WhyReason:
    """Let a reason be followed by how far the second is behind the best child, and what would change it."""
    number, scores = said.named["number"], said.named["scores"]
    assert isinstance(number, int)
    assert isinstance(scores, tuple)
    first = number - 1
    known = {place: score for place, score in enumerate(scores) if _is_finite(score) and place != first}
    if said.form is not ReasonForm.HIGHEST_SCORE or not known or not _is_finite(scores[first]):
        return reason
    second = max(known, key=lambda place: known[place])
    lead = scores[first] - known[second]
    parts = {"margin": shown("score", lead), "second": asked.title(asked.program.rows[row].children[second])}
    element = asked.program.rows[row]
    weighed = weighed_needs(asked.words.document, element.graph, element.node)
    if weighed is None or len(weighed.added) != len(scores):
        return followed(reason, WhyForm.WON_BY, **parts)
    reason = followed(reason, WhyForm.LEAVES_LESS, **parts, left=shown("score", -scores[first]))
    values = _needs(asked.ticks.variables(asked.tick), tuple(weighed.declared))
    if values is None or not any(
        math.isclose(weighed.left(values, place), -scores[place], rel_tol=NEAR, abs_tol=NEAR)
        for place in (first, second)
    ):
        # A need was written since, so that what was compared is not known any more.
        return reason
    change = least_change(weighed, values, first, second, lead)
    if change is None:
        return reason
    by, way = shown("score", abs(change.by)), "higher" if change.by > 0 else "lower"
    return followed(
        reason, WhyForm.NEED_WOULD_CHANGE, second=parts["second"], need=change.need, by=by, way=way
    )


def not_compared(
    asked: AskedTick, row: int, above: Row, begun: int, parts: Mapping[str, object]
) -> WhyReason:
    """Say that a child was not compared: what runs since `begun` is locked, or goes on."""
    lock = getattr(above, "lock", None)
    ticks = getattr(lock, "constant_ticks", 0) if getattr(above, "every_tick", False) else 0
    left = ticks - (asked.tick - begun)
    if begun != NEVER and left > 0:
        seconds = shown("seconds", left / asked.program.rate)
        return reason_of(row, WhyForm.LOCKED, **parts, seconds=seconds)
    return reason_of(row, WhyForm.NOT_COMPARED, **parts)


def _needs(found: Mapping[str, object], names: tuple[str, ...]) -> dict[str, float] | None:
    values = {name: value for name in names if isinstance(value := found.get(name), (int, float))}
    return values if len(values) == len(names) else None


def _is_finite(score: object) -> bool:
    return isinstance(score, (int, float)) and math.isfinite(score)
