"""Report transitions from one region to another, and random groups drawn every tick (W215, W216)."""

from __future__ import annotations

import itertools

from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.transitions_of_states import POLLED, Exit
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import ancestors


def lint_regions(lint: GraphLint, graph: StateMachineGraph, source: str, own: tuple[Exit, ...]) -> None:
    """Report the transitions of a state that leave one region for another (rule 4.5)."""
    line = (source, *ancestors(graph, source))
    for exit_ in own:
        left = _region_left(graph, line, exit_.edge.targets)
        if left is None:
            continue
        parallel, region, other = left
        said = f"This transition goes from the region {lint.title(region)} to {lint.title(other)}."
        remedy = "Raise an event that the other region waits for."
        why = f"All of {lint.title(parallel)} is left and entered again."
        lint.report("W215", exit_.edge_id, "targets", said, remedy, why=why)


def _region_left(
    graph: StateMachineGraph, line: tuple[str, ...], targets: tuple[str, ...]
) -> tuple[str, str, str] | None:
    """Return the innermost parallel state around a source, its region there, and the other one led to."""
    for region, parallel in itertools.pairwise(line):
        above_region = graph.nodes.get(parallel)
        if above_region is None or above_region.kind != "parallel":
            continue
        for target in targets:
            above = (target, *ancestors(graph, target))
            if parallel in above[1:]:
                other = above[above.index(parallel) - 1]
                if other != region:
                    return parallel, region, other
    return None


def lint_random_groups(lint: GraphLint, own: tuple[Exit, ...]) -> None:
    """Report weighted groups of a state without a pause or an event of their own (rule 4.11)."""
    seen: set[str] = set()
    for exit_ in own:
        edge = exit_.edge
        if edge.group is None or edge.group in seen:
            continue
        seen.add(edge.group)
        node = lint.graph.nodes.get(exit_.source)
        if edge.after is None and POLLED in edge.events and (node is None or node.kind != "choice"):
            said = f"The weighted group '{edge.group}' draws every tick."
            remedy = "Give all its members the same time after, or an event."
            lint.report("W216", exit_.edge_id, "after", said, remedy)
