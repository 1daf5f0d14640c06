"""Explain why an expression gave what it gave: the value of every part, and by how much it decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Literal, cast

from graphs.expressions import typed as nodes
from graphs.expressions.typed import TypedExpression, typed_children
from graphs.expressions.types import Items, Value
from runtime.basics.context import EvaluationContext, EvaluationError, Slot
from runtime.minds.expressions.evaluate import TreeWalk
from runtime.records.trace_frame import GuardPart


class PartOutcome(StrEnum):
    """Say what happened to one part of an expression."""

    VALUE = "value"
    NOT_EVALUATED = "not evaluated"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Hold what one part of an expression gave.

    ``start`` and ``end`` are its span in the text, ``value`` is None unless ``outcome`` is VALUE,
    ``message`` is the failure that happened in this very part. ``margin`` is set for comparisons of
    numbers: when the comparison holds, the distance (0 or more) to where it would change; when it does
    not, minus the distance it is missed by. A chain has the margin of the pair that decided, or
    the smallest. ``parts`` are the direct parts in text order of evaluation.
    """

    start: int
    end: int
    node: TypedExpression
    outcome: PartOutcome
    value: Value = None
    message: str = ""
    margin: float | None = None
    parts: tuple[Explanation, ...] = ()


def explain(typed: TypedExpression, slots: Mapping[str, Slot], context: EvaluationContext) -> Explanation:
    """Evaluate an expression and return the value of it and of each of its parts; never raises
    EvaluationError.
    """
    walk = _RecordingWalk(slots, context)
    try:
        walk.value(typed)
    except EvaluationError:
        pass
    return walk.explanation(typed)


def describe(explanation: Explanation, text: str) -> str:
    """Return one phrase that tells what decided a condition, such as ``d is 6.4, 3.4 too high``.

    Where all parts of an ``and`` or ``or`` had to agree, each is told.

    ``text`` is the source the expression was checked from.
    """
    failed = _failure(explanation)
    if failed is not None:
        return f"{_source(failed, text)} failed: {failed.message.rstrip('.')}"
    part = _deciding_part(explanation)
    if isinstance(part.node, nodes.Logical):
        evaluated = (inner for inner in part.parts if inner.outcome is not PartOutcome.NOT_EVALUATED)
        return ", and ".join(dict.fromkeys(describe(part, text) for part in evaluated))
    if isinstance(part.node, nodes.Comparison):
        return _describe_comparison(part, text)
    return f"{_source(part, text)} is {format_value(part.value)}"


def format_value(value: Value) -> str:
    """Return a value as it is shown in reasons: short numbers, lower-case bools, none for no entity."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Items):
        return f"[{', '.join(map(format_value, value.values))}]"
    if isinstance(value, tuple):
        return f"({format_value(value[0])}, {format_value(value[1])})"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}" if abs(value) < 1e12 else f"{value:g}"
    return str(value) or '""'


class _RecordingWalk(TreeWalk):
    """Evaluate as always and note what every node gave."""

    def __init__(self, slots: Mapping[str, Slot], context: EvaluationContext) -> None:
        super().__init__(slots, context)
        self._values: dict[int, Value] = {}
        self._failures: dict[int, str] = {}
        self._failed = False

    def value(self, node: TypedExpression) -> Value:
        try:
            found = super().value(node)
        except EvaluationError as error:
            self._failures[id(node)] = "" if self._failed else error.message
            self._failed = True
            raise
        self._values[id(node)] = found
        return found

    def _part(self, node: TypedExpression) -> Explanation:
        """Explain a part, showing an int that was turned into a float as the int it is written as."""
        found = self.explanation(node)
        converted = isinstance(node, nodes.ToFloat) and found.outcome is not PartOutcome.FAILED
        return found.parts[0] if converted else found

    def explanation(self, node: TypedExpression) -> Explanation:
        parts = tuple(self._part(part) for part in typed_children(node))
        key = id(node)
        if key in self._values:
            value = self._values[key]
            margin = _margin(node, parts) if isinstance(node, nodes.Comparison) else None
            return Explanation(
                node.start, node.end, node, PartOutcome.VALUE, value, margin=margin, parts=parts
            )
        outcome = PartOutcome.FAILED if key in self._failures else PartOutcome.NOT_EVALUATED
        message = self._failures.get(key, "")
        return Explanation(node.start, node.end, node, outcome, message=message, parts=parts)


def _margin(node: nodes.Comparison, parts: tuple[Explanation, ...]) -> float | None:
    if not node.operands[0].type.is_number:
        return None
    margins = []
    for operator, (left, right) in zip(node.operators, pairwise(parts), strict=True):
        if right.outcome is not PartOutcome.VALUE:
            break
        margins.append(_pair_margin(operator, cast(float, left.value), cast(float, right.value)))
    return min(margins)


def _pair_margin(operator: str, left: float, right: float) -> float:
    difference = right - left
    if operator in ("<", "<="):
        return difference
    if operator in (">", ">="):
        return -difference
    return -abs(difference) if operator == "==" else abs(difference)


def _deciding_part(explanation: Explanation) -> Explanation:
    """Return the smallest part whose value made the whole what it is."""
    while True:
        node = explanation.node
        if isinstance(node, nodes.Not):
            explanation = explanation.parts[0]
        elif isinstance(node, nodes.Logical):
            evaluated = [part for part in explanation.parts if part.outcome is not PartOutcome.NOT_EVALUATED]
            decisive = node.operator == "or"
            if explanation.value is decisive or len(evaluated) == 1:
                explanation = evaluated[-1]
            else:
                return explanation
        else:
            return explanation


def _failure(explanation: Explanation) -> Explanation | None:
    if explanation.outcome is not PartOutcome.FAILED:
        return None
    inner = (_failure(part) for part in explanation.parts)
    return next((part for part in inner if part is not None), explanation)


def _describe_comparison(part: Explanation, text: str) -> str:
    node = cast(nodes.Comparison, part.node)
    shown = [operand for operand in part.parts if operand.outcome is PartOutcome.VALUE]
    index = max(0, len(shown) - 2)
    if part.value is True and len(node.operators) > 1:
        free = [operand for operand in shown if not _is_fixed(operand)]
        return ", ".join(f"{_source(operand, text)} is {format_value(operand.value)}" for operand in free)
    left, right, operator = part.parts[index], part.parts[index + 1], node.operators[index]
    if _is_fixed(left) and not _is_fixed(right):
        left, right, operator = right, left, _MIRRORED[operator]
    said = f"{_source(left, text)} is {format_value(left.value)}"
    if part.value and part.margin is not None and operator not in ("==", "!=") and not _is_fixed(right):
        side = "below" if operator in ("<", "<=") else "above"
        other = f"{_source(right, text)}, which is {format_value(right.value)}"
        return f"{said}, {format_value(abs(part.margin))} {side} {other}"
    if not _is_fixed(right):
        said += f", {_source(right, text)} is {format_value(right.value)}"
    return said + _distance(part, operator, left, right)


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def _distance(part: Explanation, operator: str, left: Explanation, right: Explanation) -> str:
    if operator == "==":
        return "" if part.value or not _is_fixed(right) else f", not {format_value(right.value)}"
    if operator == "!=" or part.margin is None:
        return ""
    size = format_value(abs(part.margin))
    if not part.value and part.margin == 0:
        return f", not {'below' if operator == '<' else 'above'} {format_value(right.value)}"
    if part.value:
        side = "below" if operator in ("<", "<=") else "above"
        return f", {size} {side} {format_value(right.value)}"
    return f", {size} too {'high' if operator in ('<', '<=') else 'low'}"


def _is_fixed(part: Explanation) -> bool:
    return isinstance(part.node, nodes.Constant)


def _source(part: Explanation, text: str) -> str:
    return text[part.start : part.end].strip()


def guard_parts(text: str, explanation: Explanation) -> tuple[GuardPart, ...]:
    """Return `text` cut into stretches, in order: each comparison with its truth, the rest neutral."""
    parts: list[GuardPart] = []
    reached = 0
    for atom in sorted(_atoms(explanation), key=lambda part: part.start):
        if atom.start < reached:
            continue
        if atom.start > reached:
            parts.append(GuardPart(text[reached : atom.start], reached, atom.start, "neutral"))
        parts.append(GuardPart(text[atom.start : atom.end], atom.start, atom.end, _truth(atom)))
        reached = atom.end
    if reached < len(text):
        parts.append(GuardPart(text[reached:], reached, len(text), "neutral"))
    return tuple(parts)


def _atoms(explanation: Explanation) -> Iterator[Explanation]:
    if isinstance(explanation.node, (nodes.Logical, nodes.Not)):
        for part in explanation.parts:
            yield from _atoms(part)
    else:
        yield explanation


def _truth(atom: Explanation) -> Literal["true", "false", "neutral"]:
    if atom.outcome is not PartOutcome.VALUE or not isinstance(atom.value, bool):
        return "neutral"
    return "true" if atom.value else "false"
