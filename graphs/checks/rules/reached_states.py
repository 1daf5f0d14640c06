"""Keep up from edit to edit which states are reported as unreachable or without a way out."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.reachability import Names, Reachability, state_links
from graphs.checks.rules.reachability_checks import check_reached, exits_of, resting_children
from graphs.checks.rules.touched_elements import Touched
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import (
    TOP,
    ancestors,
    children_of,
    descendants,
    index_of,
    initial_targets,
    parents_of,
)

Exits = tuple[tuple[str, ...], ...]


class ReachedStates:
    """Hold what can be reached in a machine, and of which states anything is reported."""

    def __init__(self) -> None:
        self._reached = Reachability(state_links)
        self._exits: dict[str, Exits] = {}
        self._reported: Names = {}
        self._begins = False

    def update(
        self,
        check: GraphCheck,
        graph: StateMachineGraph,
        old: StateMachineGraph,
        touched: Touched,
        *,
        first: bool,
    ) -> Iterator[str | None]:
        """Yield each state whose report was made again, right after it was, and None for a pause."""
        owners = self._owners(graph, old, touched)
        changed = yield from self._reached.update(graph, owners)
        again: Names = {}
        begins = bool(initial_targets(graph.initial))
        if first or begins != self._begins:
            again.update(dict.fromkeys((*self._reported, *graph.nodes)))
        self._begins = begins
        again.update(touched.nodes)
        again.update(dict.fromkeys(touched.changed_nodes.removed))
        for one in changed:
            again[one] = None
            again.update(dict.fromkeys(children_of(graph, one)))
        if first:
            self._exits = {one: exits for one in owners if (exits := exits_of(graph, one))}
        else:
            again.update(self._with_other_exits(graph, owners))
            again.update(self._with_other_insides(graph, old, touched))
        for one in again:
            before = len(check.findings.problems)
            if begins and one in graph.nodes:
                check_reached(check, graph, one, self._reached)
            if len(check.findings.problems) > before:
                self._reported[one] = None
            else:
                self._reported.pop(one, None)
            yield one

    def _owners(self, graph: StateMachineGraph, old: StateMachineGraph, touched: Touched) -> Names:
        """Return the states, `TOP` among them, whose links or transitions may be others."""
        owners: Names = {TOP: None} if touched.top else {}
        owners.update(dict.fromkeys(touched.changed_nodes.touched))
        owners.update(touched.rehung)
        for edge_id in touched.changed_edges.touched:
            for each in (old, graph):
                source = index_of(each).sources.get(edge_id)
                if source is not None:
                    owners[source] = None
        return owners

    def _with_other_exits(self, graph: StateMachineGraph, owners: Names) -> Names:
        """Return the states for which a transition that may lead out of them came, went or was changed.

        That is a state itself, those around it, and those inside it. Of all that is inside the machine, where
        it has transitions of its own before and after, only those that are told to have no way out, and those
        around a target.
        """
        found: Names = {}
        for one in owners:
            old = self._exits.get(one, ())
            new = exits_of(graph, one)
            if old == new:
                continue
            if new:
                self._exits[one] = new
            else:
                self._exits.pop(one, None)
            found.update(dict.fromkeys((one, *ancestors(graph, one))))
            if one != TOP:
                found.update(dict.fromkeys(descendants(graph, one)))
            elif old and new:
                found.update(self._reported)
                for target in {target: None for targets in (*old, *new) for target in targets}:
                    found.update(dict.fromkeys((target, *ancestors(graph, target))))
            else:
                found.update(dict.fromkeys(graph.nodes))
        return found

    def _with_other_insides(
        self, graph: StateMachineGraph, old: StateMachineGraph, touched: Touched
    ) -> Names:
        """Return the states that stand elsewhere, that have other states inside, or other neighbors."""
        found: Names = {}
        for one in touched.rehung:
            found.update(dict.fromkeys((one, *descendants(graph, one))))
            found.update(dict.fromkeys((*ancestors(old, one), *ancestors(graph, one))))
        boxes: Names = {}
        for one in (*touched.changed_nodes.touched, *touched.rehung):
            boxes.update(dict.fromkeys((*parents_of(old, one), *parents_of(graph, one))))
        for box in boxes:
            siblings = []
            for sibling in resting_children(graph, box):
                siblings.append(sibling)
                if len(siblings) > 2:
                    break
            else:
                found.update(dict.fromkeys(siblings))
        return found
