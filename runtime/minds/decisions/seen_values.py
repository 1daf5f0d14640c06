"""Read from an explained condition what it asked about, and how near it was to the other answer (5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphs.expressions.typed import Comparison, Conditional, Constant, Logical, Not
from graphs.expressions.types import Value
from runtime.minds.expressions.explain import Explanation, Outcome


def seen_values(explanation: Explanation, text: str) -> tuple[tuple[str, Value], ...]:
    """Return what was compared or asked, by its text, each once, in the order of evaluation."""
    found: dict[str, Value] = {}
    for part in _asked(explanation):
        found.setdefault(text[part.start : part.end].strip(), part.value)
    return tuple(found.items())


def _asked(part: Explanation) -> Iterator[Explanation]:
    if part.outcome is Outcome.NOT_EVALUATED:
        return
    if isinstance(part.node, (Logical, Not, Conditional, Comparison)):
        for inner in part.parts:
            yield from _asked(inner)
    elif part.outcome is Outcome.VALUE and not isinstance(part.node, Constant):
        yield part


def nearest_threshold(explanation: Explanation) -> float | None:
    """Return how far the nearest compared number is from changing a condition; None without one.

    Where `and` or `or` stopped at the part that decided, only that part counts; else the nearest of all.
    """
    node = explanation.node
    if explanation.outcome is not Outcome.VALUE:
        return None
    if isinstance(node, Comparison):
        return None if explanation.margin is None else abs(explanation.margin)
    if isinstance(node, Not):
        return nearest_threshold(explanation.parts[0])
    if isinstance(node, Logical):
        evaluated = [part for part in explanation.parts if part.outcome is Outcome.VALUE]
        if explanation.value is (node.operator == "or"):
            return nearest_threshold(evaluated[-1])
        return nearest_of(map(nearest_threshold, evaluated))
    if isinstance(node, Conditional):
        return nearest_of(map(nearest_threshold, explanation.parts))
    return None


def nearest_of(margins: Iterable[float | None]) -> float | None:
    """Return the smallest of those that are known."""
    return min((margin for margin in margins if margin is not None), default=None)
