"""Find the smallest changes of single values that would give another answer, nearest first.

The answer is any pure function of an agent's variables: whether a guard holds, or where a decision tree
leads. Each variable is changed alone. Numbers are moved outwards from where they are, in both directions and
within the variable's range, until the answer is another; the place where it turns is then closed in on. A
window narrower than a fifth of its distance may be jumped over: what is found always leads to what it says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from graphs.expressions.types import Value, ValueType
from graphs.model import Variable
from runtime.basics.context import Slot

Ask = Callable[[Mapping[str, Value]], Hashable]
"""Give the answer with some variables changed, by name; None where there is none."""

_GROWTH = 1.2
_SMALLEST = 1e-3
_FARTHEST = 1e6
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one change: the variable, its value now, the nearest that gives another answer, and that answer.

    `distance` is how far a number has to move; 1 for another choice. `share` is the distance as a share of
    the variable's range, of its size where it has none: by it the nearest come first.
    """

    variable: str
    now: Value
    needed: Value
    answer: Hashable
    distance: float
    share: float


def nearest_changes(
    ask: Ask, variables: Mapping[str, Slot], now: Mapping[str, Value], declared: Mapping[str, Variable]
) -> tuple[Change, ...]:
    """Return the nearest change of each variable, in each direction for numbers, nearest first."""
    present = ask({})
    found: list[Change] = []
    for name, slot in variables.items():
        if name in now:
            found += _changes_of(name, slot, now[name], declared.get(name), ask, present)
    return tuple(sorted(found, key=lambda change: (change.share, change.variable)))


def _changes_of(
    name: str, slot: Slot, now: Value, declared: Variable | None, ask: Ask, present: Hashable
) -> Iterator[Change]:
    kind = slot.type.kind
    if kind in (ValueType.BOOL, ValueType.TRIGGER):
        yield from _choices(name, now, (not now,), ask, present)
    elif kind is ValueType.ENUM:
        yield from _choices(name, now, [one for one in slot.type.values if one != now], ask, present)
    elif kind in (ValueType.INT, ValueType.FLOAT) and isinstance(now, (int, float)):
        low = declared.min if declared is not None and declared.min is not None else -_FARTHEST
        high = declared.max if declared is not None and declared.max is not None else _FARTHEST
        size = high - low if high - low < _FARTHEST else max(abs(float(now)), 1.0)
        whole = kind is ValueType.INT
        for limit in (low, high):
            turned = _turn(name, float(now), float(limit), whole, ask, present)
            if turned is not None:
                needed, answer = turned
                distance = abs(needed - now)
                yield Change(name, now, needed, answer, distance, distance / size)


def _choices(name: str, now: Value, others: Iterable[Value], ask: Ask, present: Hashable) -> Iterator[Change]:
    for value in others:
        answer = ask({name: value})
        if answer != present:
            yield Change(name, now, value, answer, 1.0, 1.0)


def _turn(
    name: str, now: float, limit: float, whole: bool, ask: Ask, present: Hashable
) -> tuple[float | int, Hashable] | None:
    """Return the nearest value towards `limit` with another answer, and that answer; None for none."""
    if limit == now:
        return None
    sign = 1.0 if limit > now else -1.0
    inside, reach = 0.0, 1.0 if whole else _SMALLEST
    furthest = abs(limit - now)
    while True:
        reach = min(reach, furthest)
        if ask({name: _value(now + sign * reach, whole)}) != present:
            break
        if reach >= furthest:
            return None
        inside = reach
        reach = max(reach * _GROWTH, reach + 1.0) if whole else reach * _GROWTH
    outside = reach
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if whole:
            middle = math.floor(middle)
        if middle in (inside, outside):
            break
        if ask({name: _value(now + sign * middle, whole)}) != present:
            outside = middle
        else:
            inside = middle
    needed = _value(now + sign * outside, whole)
    return needed, ask({name: needed})


def _value(number: float, whole: bool) -> float | int:
    return round(number) if whole else number
