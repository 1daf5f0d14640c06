"""Find the smallest change of one need that lets the second of two children leave as little as the first.

What a child leaves is the sum of the squares of all needs after it, each from 0 on (rule 10.9). Only the
square of the need that changes differs, so the change is found exactly: as the root of a line or a parabola.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graphs.model import BehaviorTreeGraph, ChildSlot, Document, TreeNode, Variable

NEAR = 1e-9
"""How far what is worked out may be from what was told, relative to sizes above 1."""


@dataclass(frozen=True, slots=True)
class NeedChange:
    """Hold which need had to be how much more, or less where `by` is below 0."""

    need: str
    by: float


@dataclass(frozen=True, slots=True)
class WeighedNeeds:
    """Hold a goal selector's needs as they are declared, and what each child adds until after it."""

    declared: Mapping[str, Variable]
    added: tuple[Mapping[str, float], ...]

    def left(self, values: Mapping[str, float], child: int) -> float:
        """Return what a child leaves."""
        return math.fsum(_square(values[need] + added) for need, added in self.added[child].items())


def weighed_needs(document: Document, graph_id: str, node_id: str) -> WeighedNeeds | None:
    """Return what a goal selector weighs; None where it does not, or where what it adds is an expression."""
    graph = document.graphs.get(graph_id)
    node = graph.nodes.get(node_id) if isinstance(graph, BehaviorTreeGraph) else None
    if graph is None or not isinstance(node, TreeNode) or not node.needs:
        return None
    if node.params.get("by", "discontentment") != "discontentment":
        return None
    known = {**document.variables, **graph.variables}
    if any(need not in known for need in node.needs):
        return None
    added = []
    for child_id in node.children:
        child = graph.nodes.get(child_id)
        slot = (child.slot if isinstance(child, TreeNode) else None) or ChildSlot()
        if isinstance(slot.duration, dict) or any(isinstance(each, dict) for each in slot.effects.values()):
            return None
        lasts = float(slot.duration)
        effects = {need: value for need, value in slot.effects.items() if not isinstance(value, dict)}
        added.append({need: effects.get(need, 0) + lasts * known[need].rise for need in node.needs})
    return WeighedNeeds({need: known[need] for need in node.needs}, tuple(added))


def least_change(
    weighed: WeighedNeeds, values: Mapping[str, float], first: int, second: int, lead: float
) -> NeedChange | None:
    """Return the smallest change of one need, within its bounds, that takes the `lead` of the first away.

    `lead` is by how much less the first child leaves than the second. None where no need can do it.
    """
    found: list[NeedChange] = []
    for need, variable in weighed.declared.items():
        own, other, value = weighed.added[first][need], weighed.added[second][need], values[need]
        wanted = _square(value + own) - _square(value + other) + lead
        least = variable.min if variable.min is not None else -math.inf
        most = variable.max if variable.max is not None else math.inf
        places = [place for place in _places(own, other, wanted) if least <= place <= most]
        found += [NeedChange(need, place - value) for place in places]
    return min(found, key=lambda change: abs(change.by), default=None)


def _places(own: float, other: float, wanted: float) -> Iterator[float]:
    """Yield the values of a need at which the difference of the two squares is as wanted."""
    if own == other:
        return
    candidates = [(wanted / (own - other) - own - other) / 2]
    if wanted >= 0:
        candidates.append(math.sqrt(wanted) - own)
    if wanted <= 0:
        candidates.append(math.sqrt(-wanted) - other)
    for place in candidates:
        difference = _square(place + own) - _square(place + other)
        if abs(difference - wanted) <= NEAR * max(1.0, abs(wanted), place * place):
            yield place


def _square(value: float) -> float:
    least = max(0.0, value)
    return least * least
