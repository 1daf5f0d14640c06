"""Refuse to run a document that has errors, or let it run all the same (rule 8.5).

The errors are those that `mindloom check` finds. Where they shall not keep it from running, what has one
becomes a stand-in that fails.

| with an error | plays as |
|---|---|
| a node of a behavior tree | `fail`, without what is below it |
| a question or an answer of a decision tree | one that is disabled: it answers `none` |
| a state | a state without anything inside, whose activity fails |
| a final state | one that ends the machine with failure |
| a transition | one that is disabled |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from graphs.basics.identity_cache import IdentityCache
from graphs.checks.checker import Checker
from graphs.checks.rules.problem import Problem
from graphs.kinds.declarations.registry import Registry
from graphs.model import (
    Activity,
    BehaviorTreeGraph,
    DecisionTreeGraph,
    Document,
    Graph,
    StateMachineGraph,
    StateNode,
    TreeNode,
)
from graphs.model.document import ReferencedGraphs
from graphs.structure.queries import descendants, parent_of, parents_of
from runtime.minds.program.problems import CompileError, CompileProblem
from runtime.minds.trees.leaves import FAILS


def refuse_errors(
    document: Document, registry: Registry, each_item: Callable[[], None] | None = None
) -> None:
    """Raise `CompileError` with the code and remedy of every error of a document.

    Whoever lets a document run asks here first. `each_item` is called again and again, so that the check of a
    large one can be done in slices or given up by an exception.
    """
    errors = errors_of(document, registry, each_item)
    if errors:
        raise CompileError(tuple(map(_refusal, errors)))


def errors_of(
    document: Document, registry: Registry, each_item: Callable[[], None] | None = None
) -> tuple[Problem, ...]:
    """Return the errors of a document that is joined with the graphs of other files it calls."""
    known = FOUND.known(document)
    if known is None or known[0] is not registry:
        known = registry, _find(document, registry, each_item)
        FOUND.keep(document, known)
    return known[1]


def known_as_sound(document: Document, registry: Registry) -> bool:
    """Tell whether a document was asked for its errors before and has none."""
    known = FOUND.known(document)
    return known is not None and known[0] is registry and not known[1]


def take_as_sound(document: Document, registry: Registry) -> None:
    """Note that a document has no errors."""
    FOUND.keep(document, (registry, ()))


def _nothing_yet(document: Document) -> tuple[Registry | None, tuple[Problem, ...]]:
    return None, ()


FOUND: IdentityCache[Document, tuple[Registry | None, tuple[Problem, ...]]] = IdentityCache(_nothing_yet)
"""What was found in a document, and with which registry: several worlds and doors ask about the same one."""


def _find(
    document: Document, registry: Registry, each_item: Callable[[], None] | None
) -> tuple[Problem, ...]:
    checker = Checker(registry, lints=False, follows=False)
    for _ in checker.steps(document, _joined_graphs(document)):
        if each_item is not None:
            each_item()
    return tuple(
        problem for problem in checker.problems if problem.severity == "error" and not _is_joined_id(problem)
    )


def _joined_graphs(document: Document) -> ReferencedGraphs:
    return ReferencedGraphs({key: graph for key, graph in document.graphs.items() if "#" in key})


def _is_joined_id(problem: Problem) -> bool:
    """Tell whether all that is found is the id of a joined graph, which no graph of a file may have."""
    place = problem.place
    return problem.code == "E012" and not place.element and "#" in place.graph


def _refusal(problem: Problem) -> CompileProblem:
    place = problem.place
    return CompileProblem(
        place.graph, place.element, place.field, problem.message, problem.remedy, problem.code
    )


ROUNDS = 4
"""So often is looked at what taking things out has left wrong, such as transitions that lead nowhere now."""


def with_failing_stand_ins(document: Document, registry: Registry) -> Document:
    """Return a document without errors, the very same if it has none; raise `CompileError` where none can be.

    An error that is no node's or transition's, such as one in a declaration, has no stand-in.
    """
    failing = ""
    for _ in range(ROUNDS):
        errors = errors_of(document, registry)
        if not any(problem.place.element for problem in errors):
            break
        graphs: dict[str, Graph] = dict(document.graphs)
        if not failing:
            failing = _free_id(graphs)
            tree = {"kind": "behavior_tree", "root": FAILS, "nodes": {FAILS: TreeNode(kind=FAILS)}}
            graphs[failing] = BehaviorTreeGraph.model_validate(tree)
        for graph_id in dict.fromkeys(problem.place.graph for problem in errors if problem.place.element):
            wrong = _elements(graphs[graph_id], (error for error in errors if error.place.graph == graph_id))
            graphs[graph_id] = _stood_in(graphs[graph_id], wrong, failing)
        document = document.model_copy(update={"graphs": graphs})
    refuse_errors(document, registry)
    return document


def _free_id(graphs: Collection[str]) -> str:
    """Return an id that no graph has: always the same one for the same graphs."""
    name = "fails"
    while name in graphs:
        name += "_"
    return name


def _elements(graph: Graph, problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the nodes and transitions that errors are of; what a parent asks of a child is the parent's."""
    found = {
        (parent_of(graph, problem.place.element) or problem.place.element)
        if problem.place.field.startswith("slot.")
        else problem.place.element
        for problem in problems
    }
    return tuple(sorted(found))


def _stood_in(graph: Graph, wrong: Collection[str], failing: str) -> Graph:
    if isinstance(graph, BehaviorTreeGraph):
        return _tree(graph, wrong)
    if isinstance(graph, DecisionTreeGraph):
        nodes = {
            key: node.model_copy(update={"disabled": True}) if key in wrong else node
            for key, node in graph.nodes.items()
        }
        return graph.model_copy(update={"nodes": nodes})
    return _machine(graph, wrong, failing)


def _tree(graph: BehaviorTreeGraph, wrong: Collection[str]) -> BehaviorTreeGraph:
    nodes = {
        key: TreeNode(kind=FAILS, title=node.title, slot=node.slot) if key in wrong else node
        for key, node in graph.nodes.items()
    }
    changed = graph.model_copy(update={"nodes": nodes})
    without_parent = [key for key in nodes if not parents_of(changed, key)]
    return changed.model_copy(update={"loose": (*changed.loose, *without_parent)})


def _machine(graph: StateMachineGraph, wrong: Collection[str], failing: str) -> StateMachineGraph:
    gone = {inner for key in wrong if key in graph.nodes for inner in descendants(graph, key)}
    nodes = {
        key: _state(key, node, failing) if key in wrong else node
        for key, node in graph.nodes.items()
        if key not in gone
    }
    left = {edge for key in gone for edge in graph.nodes[key].transitions}
    edges = {
        key: edge.model_copy(update={"disabled": True, "targets": _among(nodes, edge.targets)})
        if key in wrong or not gone.isdisjoint(edge.targets)
        else edge
        for key, edge in graph.edges.items()
        if key not in left
    }
    return graph.model_copy(update={"nodes": nodes, "edges": edges})


def _among(nodes: Collection[str], targets: Iterable[str]) -> tuple[str, ...]:
    return tuple(target for target in targets if target in nodes)


def _state(key: str, node: StateNode, failing: str) -> StateNode:
    if node.kind == "final":
        return StateNode(kind="final", name=node.name or key, status="failure")
    activity = Activity(graph=failing, loop=False)
    return StateNode(kind="state", name=node.name or key, transitions=node.transitions, activity=activity)
