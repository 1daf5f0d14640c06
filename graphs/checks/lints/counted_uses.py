"""Count what the nodes and transitions of a graph use, and keep counting from edit to edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from graphs.checks.lints.text_uses import NO_USES, Uses
from graphs.checks.lints.uses import edge_uses, initial_uses, node_uses
from graphs.checks.rules.touched_elements import Touched
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph

_FIELDS = ("reads", "writes", "raises", "sends", "awaits")


class CountedUses:
    """Hold how often each name is used in a graph; `uses` stays the very same while no name comes or goes."""

    def __init__(self) -> None:
        self.uses = NO_USES
        self._counts: dict[str, Counter[str]] = {name: Counter() for name in _FIELDS}

    def update(self, old: Graph | None, graph: Graph, touched: Touched) -> Iterator[None]:
        """Follow an edit, a few nodes and transitions at each step."""
        changed: set[str] = set()
        for parts in _parts(old, graph, touched):
            for uses, by in parts:
                self._count(uses, by, changed)
            yield
        if changed:
            self.uses = Uses(
                *(
                    frozenset(self._counts[name]) if name in changed else getattr(self.uses, name)
                    for name in _FIELDS
                )
            )

    def _count(self, uses: Uses, by: int, changed: set[str]) -> None:
        """Count the names of some uses up or down, and note the fields in which one came or went."""
        if uses is NO_USES:
            return
        for field in _FIELDS:
            counts = self._counts[field]
            for name in getattr(uses, field):
                counts[name] += by
                if not counts[name]:
                    del counts[name]
                    changed.add(field)
                elif counts[name] == by:
                    changed.add(field)


def _parts(old: Graph | None, graph: Graph, touched: Touched) -> Iterator[list[tuple[Uses, int]]]:
    """Yield the uses that went, counted by -1, and those that came, for each element that was touched."""
    for node_id in touched.changed_nodes.touched:
        before = None if old is None else old.nodes.get(node_id)
        after = graph.nodes.get(node_id)
        parts = [] if before is None else [(node_uses(before), -1)]
        yield parts if after is None else [*parts, (node_uses(after), 1)]
    for edge_id in touched.changed_edges.touched:
        edges = old.edges if isinstance(old, StateMachineGraph) else {}
        gone, come = edges.get(edge_id), None
        if isinstance(graph, StateMachineGraph):
            come = graph.edges.get(edge_id)
        parts = [] if gone is None else [(edge_uses(gone), -1)]
        yield parts if come is None else [*parts, (edge_uses(come), 1)]
    if touched.top:
        yield [*([] if old is None else [(initial_uses(old), -1)]), (initial_uses(graph), 1)]
