"""Report needs that nothing lowers, and needs that nothing ever changes (W233, W235)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.basics.identity_cache import IdentityCache
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.lints.uses import Uses
from graphs.checks.rules.problem import Place, Problem
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import Document, Graph
from graphs.model.variables_and_events import Variable
from graphs.structure.queries import children_of


def need_lints(
    document: Document, uses_by_graph: Mapping[str, Uses], surroundings: Surroundings | None
) -> list[Problem]:
    """Return what is to be said of the needs that the trees of a document weigh.

    Which lines write a need, all graphs tell; what sensors write is told by the surroundings alone.
    """
    found: list[Problem] = []
    for graph_id, graph in document.graphs.items():
        for node_id in weighing_nodes(graph):
            node = graph.nodes[node_id]
            assert isinstance(node, TreeNode)
            for number, need in enumerate(node.needs):
                own = graph.variables.get(need)
                variable = own or document.variables.get(need)
                if variable is None or need in graph.parameters:
                    continue
                asked = [graph_id] if own is not None else [*document.graphs]
                lines = any(need in uses_by_graph[key].writes for key in asked)
                outside = own is None and (surroundings is None or need in surroundings.written)
                place = Place(graph_id, node_id, f"needs.{number}")
                found += _of_need(place, need, variable, _effects(graph, node, need), lines, outside)
            found = [
                each for each in found if each.place.element != node_id or each.code not in node.suppress
            ]
    return found


def _of_need(
    place: Place, need: str, variable: Variable, effects: list[object], lines: bool, outside: bool
) -> Iterator[Problem]:
    """Yield what is to be said of a need; `lines` write it, or something `outside` might."""
    if lines or (outside and not variable.rise):
        return
    if not effects and not variable.rise:
        yield _problem("W235", place, f"The need '{need}' never changes.", "Let it rise, or write it.")
    elif not any(_may_lower(effect) for effect in effects):
        remedy = f"Give a child an effect below 0 on it, as in {need} -3."
        yield _problem("W233", place, f"Nothing lowers the need '{need}'.", remedy)


def _effects(graph: Graph, node: TreeNode, need: str) -> list[object]:
    children = (graph.nodes.get(child) for child in node.children)
    return [
        child.slot.effects[need]
        for child in children
        if isinstance(child, TreeNode) and child.slot is not None and not child.disabled
        if need in child.slot.effects
    ]


def _may_lower(effect: object) -> bool:
    return effect < 0 if isinstance(effect, int | float) else True


def _find_weighing(graph: Graph) -> tuple[str, ...]:
    if not isinstance(graph, BehaviorTreeGraph) or graph.root is None:
        return ()
    if not any(node.needs for node in graph.nodes.values()):
        return ()
    found: dict[str, None] = {}
    waiting, seen = [graph.root], {graph.root}
    while waiting:
        node = graph.nodes.get(current := waiting.pop())
        if node is None or node.disabled:
            continue
        if node.needs:
            found[current] = None
        below = [child for child in children_of(graph, current) if child not in seen]
        seen.update(below)
        waiting.extend(below)
    return tuple(found)


weighing_nodes: IdentityCache[Graph, tuple[str, ...]] = IdentityCache(_find_weighing)
"""Return the nodes of a graph that weigh needs and can run; loose ones are work in progress."""


def _problem(code: str, place: Place, message: str, remedy: str) -> Problem:
    lint = LINTS[code]
    return Problem(code, lint.severity, place, message, lint.why, remedy)
