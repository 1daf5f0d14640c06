"""Find what of a document is compiled: the graphs called, the rows they make, what this version does not run.

What is not run is refused by name, so that nothing in a document is silently ignored.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, Graph, StateMachineGraph, TreeNode
from runtime.minds.program.problems import CompileProblem, not_run
from runtime.minds.trees.tree_rows import ROW_OF_KIND

MOST_CALLS = 100
"""Graphs that may call one another in a row."""


class Recursion(Exception):
    """Say that a graph calls itself, by whatever way round (rule 6.4), or that calls go too deep."""

    def __init__(self, problem: CompileProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def calls_of(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield (node id, called graph id) for every call in a graph that can be reached when it runs."""
    if isinstance(graph, StateMachineGraph):
        for node_id in enabled_states(graph):
            state = graph.nodes[node_id]
            if state.activity is not None and state.activity.graph is not None:
                yield node_id, state.activity.graph
            if state.decision is not None and state.kind == "choice":
                yield node_id, state.decision.graph
        return
    for node_id in reached(graph, disabled=False):
        called = graph.nodes[node_id].graph
        if called is not None:
            yield node_id, called


def enabled_states(graph: StateMachineGraph) -> list[str]:
    """Return the states of a machine that are not disabled, nor stand in one that is, in document order."""
    found: list[str] = []
    seen: set[str] = set()
    waiting = list(reversed(graph.children))
    while waiting:
        node_id = waiting.pop()
        node = graph.nodes.get(node_id)
        if node is None or node.disabled or node_id in seen:
            continue
        seen.add(node_id)
        found.append(node_id)
        waiting.extend(reversed(node.children))
    return found


def reached(graph: BehaviorTreeGraph | DecisionTreeGraph, *, disabled: bool = True) -> list[str]:
    """Return the nodes of a tree that are reached from its root; loose fragments are not.

    `disabled` tells whether disabled nodes and what is below them count.
    """
    nodes = graph.nodes
    found: list[str] = []
    seen: set[str] = set()
    pending = [] if graph.root is None else [graph.root]
    while pending:
        node_id = pending.pop()
        node = nodes.get(node_id)
        if node is None or node_id in seen or (node.disabled and not disabled):
            continue
        seen.add(node_id)
        found.append(node_id)
        if isinstance(node, TreeNode):
            if node.children:
                pending.extend(reversed(node.children))
        else:
            pending.extend(branch.child for branch in reversed(node.branches) if branch.child is not None)
    return found


def called_graphs(document: Document, root: str) -> tuple[str, ...]:
    """Return `root` and every graph it calls, each once; raise `Recursion` for a call circle."""
    found: dict[str, None] = {}
    _visit(document, root, (), found)
    return tuple(found)


def _visit(document: Document, graph_id: str, above: tuple[str, ...], found: dict[str, None]) -> None:
    if graph_id not in document.graphs or graph_id in found:
        return
    above = (*above, graph_id)
    if len(above) > MOST_CALLS:
        message = f"More than {MOST_CALLS} graphs call one another in a row."
        raise Recursion(CompileProblem(graph_id, "", "graph", message, "Take levels out."))
    for node_id, called in calls_of(document.graphs[graph_id]):
        if called in above:
            message = f"The graph calls itself through {' → '.join((*above, called))}."
            problem = CompileProblem(graph_id, node_id, "graph", message, "Break the circle.")
            raise Recursion(problem)
        _visit(document, called, above, found)
    found[graph_id] = None


def count_rows(document: Document, graph_id: str, known: dict[str, int] | None = None) -> int:
    """Return how many rows one use of a graph takes, calls included."""
    known = {} if known is None else known
    if graph_id in known:
        return known[graph_id]
    graph = document.graphs.get(graph_id)
    if graph is None:
        return 1
    if isinstance(graph, StateMachineGraph):
        count = 1 + len(graph.nodes) + len(graph.edges)
        count += sum(
            1
            for state in graph.nodes.values()
            if state.activity is not None and state.activity.action is not None
        )
    else:
        own = 1 if isinstance(graph, DecisionTreeGraph) else 0
        count = own + max(len(reached(graph)), 1)
    count += sum(count_rows(document, called, known) for _, called in calls_of(graph))
    known[graph_id] = count
    return count


TREE_KINDS = frozenset(ROW_OF_KIND)
"""Kinds of behavior-tree nodes that run."""

STATE_KINDS = frozenset({"state", "parallel", "final", "history", "choice"})
"""Kinds of machine nodes that run."""


def unsupported(document: Document, graph_ids: Iterator[str] | tuple[str, ...]) -> list[CompileProblem]:
    """Return what of the given graphs this version does not run, and triggers of the world."""
    problems = [
        CompileProblem("", name, "scope", f"The trigger {name!r} is of scope world.", "Make it an agent's.")
        for name, variable in document.variables.items()
        if variable.type == "trigger" and variable.scope == "world"
    ]
    for graph_id in graph_ids:
        graph = document.graphs[graph_id]
        problems += [not_run(graph_id, node, field, what) for node, field, what in _of_graph(graph)]
    return problems


Finding = tuple[str, str, str]
"""Node or edge id, field, and what is not run, as the start of a sentence."""


def _of_graph(graph: Graph) -> Iterator[Finding]:
    if isinstance(graph, BehaviorTreeGraph):
        for node_id in reached(graph, disabled=False):
            yield from ((node_id, field, what) for field, what in _of_tree_node(graph.nodes[node_id]))
    elif isinstance(graph, StateMachineGraph):
        for node_id in enabled_states(graph):
            kind = graph.nodes[node_id].kind
            if kind not in STATE_KINDS:
                yield node_id, "kind", f"The kind {kind}"


def _of_tree_node(node: TreeNode) -> Iterator[tuple[str, str]]:
    if node.kind not in TREE_KINDS:
        yield "kind", f"The kind {node.kind}"
