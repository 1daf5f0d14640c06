"""Check one graph, and check it again at the cost of what changed.

The check is made of units: a node, a transition, the graph's own fields, states of one name, a weighted
group, and so on. What each found is kept, and after an edit only the units are made again that look at
anything the edit touched. A first check makes all of them, so that both are the same check.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from graphs.checks.rules.behavior_tree_checks import check_tree_node
from graphs.checks.rules.call_checks import check_calls
from graphs.checks.rules.decision_checks import check_question
from graphs.checks.rules.declaration_checks import check_graph_declarations, check_graph_id
from graphs.checks.rules.expression_memory import ExpressionMemory
from graphs.checks.rules.former_titles import former_titles, naming_any
from graphs.checks.rules.further_units import FurtherUnits, GraphUpdate
from graphs.checks.rules.graph_check import Findings, GraphCheck
from graphs.checks.rules.node_checks import check_node
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.problem_board import ProblemBoard, Problems, Unit
from graphs.checks.rules.reached_states import ReachedStates
from graphs.checks.rules.recursion import Recursive
from graphs.checks.rules.scope_changes import changed_words, has_any_word
from graphs.checks.rules.scope_memories import graph_memory
from graphs.checks.rules.state_checks import check_names, check_start, check_state, has_name
from graphs.checks.rules.structure_checks import (
    check_circles,
    check_edge_form,
    check_node_form,
    check_top_form,
)
from graphs.checks.rules.touched_elements import (
    Touched,
    closes_a_circle,
    elements_elsewhere,
    everything_in,
    touched_by,
)
from graphs.checks.rules.transition_checks import check_group, check_transition
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Document, Graph, Node, ReferencedGraphs
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, cycles, in_document_order, index_of, initial_targets, transitions_of

Names = dict[str, None]
"""A set of ids in the order they were added."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Hold what a graph's check looks at beside the graph.

    `recalled` are nodes whose calls must be looked at again, since what they call changed. `old` is the
    document of the check before.
    """

    document: Document
    recursive: Recursive
    referenced: ReferencedGraphs
    recalled: Collection[str] = ()
    old: Document | None = None


class GraphChecks:
    """Hold what the check of one graph found, and bring it up to date with the graph."""

    def __init__(
        self, graph_id: str, kind: GraphKind, registry: Registry, further: FurtherUnits | None = None
    ) -> None:
        self.board = ProblemBoard()
        self.kind = kind
        self.further = further
        self._graph_id = graph_id
        self._registry = registry
        self._graph: Graph | None = None
        self._memory: ExpressionMemory | None = None
        self._consulted: dict[Unit, tuple[str, ...]] = {}
        self._named: dict[str, Names] = {}
        self._shared_names: Names = {}
        self._groups: dict[str, Names] = {}
        self._deep_marks: Names = {}
        self._joint: Names = {}
        self._crowded: Names = {}
        self._knots: tuple[tuple[str, ...], ...] = ()
        self._reached = ReachedStates()

    def update(self, graph: Graph, around: Surroundings) -> Iterator[None]:
        """Make the units again that anything may have changed for since the last time, a few at each step."""
        memory = graph_memory(around.document, self._graph_id, self._registry)
        check = GraphCheck(
            around.document,
            self._registry,
            self._graph_id,
            graph,
            memory.scope,
            memory,
            Findings(),
            around.referenced,
        )
        known, old_memory = self._graph, self._memory
        self._graph, self._memory = graph, memory
        recalled = [one for one in around.recalled if one in graph.nodes]
        if known is None or old_memory is None:
            old, touched = graph.model_copy(update=_EMPTY[graph.kind]), everything_in(graph)
        else:
            old, touched = known, touched_by(known, graph, recalled)
            self._add_rescoped(touched, old_memory, memory)
            self._add_naming(touched, old, graph, around)
        yield
        if known is None or _declares_otherwise(old, graph):
            check_graph_id(self._graph_id, check.findings)
            check_graph_declarations(self._graph_id, graph, check.findings)
            self._take(check, _DECLARED)
        had_knots = bool(self._knots)
        self._follow(old, graph, touched)
        yield from self._make(check, graph, touched, around.recursive)
        yield from self._make_shared(check, graph, old, touched, first=known is None)
        yield from self._make_further(
            GraphUpdate(around.document, graph, around.old, known, touched, recalled)
        )
        changed = (*touched.changed_nodes.touched, *touched.changed_edges.touched)
        in_circles = had_knots or bool(self._knots)
        self.board.update(graph, changed, None if in_circles else elements_elsewhere(graph, touched))
        yield

    def _make_further(self, update: GraphUpdate) -> Iterator[None]:
        if self.further is not None:
            for found in self.further.update(update):
                if found is not None:
                    self.board.set(*found)
                yield

    def found(self, *, declarations: bool = True) -> list[Problem]:
        """Return all that was found, in no order, with what is suppressed."""
        found = (problems for unit, problems in self.board.found() if declarations or unit != _DECLARED)
        return [problem for problems in found for problem in problems]

    def _add_naming(self, touched: Touched, old: Graph, graph: Graph, around: Surroundings) -> None:
        """Add the units with reports that name a node by the title it had."""
        if around.old is None:
            return
        nodes = (*touched.changed_nodes.touched, *around.recalled)
        states = (around.old, old), (around.document, graph)
        for unit in naming_any(self.board.found(), former_titles(*states, nodes, self._registry)):
            if unit[0] in _OWN_UNITS:
                self._add_unit(unit, touched)

    def _add_rescoped(self, touched: Touched, old: ExpressionMemory, new: ExpressionMemory) -> None:
        """Add the units whose texts may mean something else in the new scope."""
        words = changed_words(old.scope, new.scope)
        if words is not None and not words:
            return
        for unit, texts in self._consulted.items():
            if words is None or has_any_word(texts, words) or self.board.found_by(unit):
                self._add_unit(unit, touched)

    def _add_unit(self, unit: Unit, touched: Touched) -> None:
        kind, element = unit
        if kind == "node":
            touched.nodes[element] = None
        elif kind == "edge":
            touched.edges[element] = None
        else:
            touched.top = True

    def _follow(self, old: Graph, graph: Graph, touched: Touched) -> None:
        """Bring names, groups and marks up to date, and add what looks at more than its neighbors."""
        for node_id in touched.changed_nodes.touched:
            _refile(self._named, node_id, _name(old.nodes.get(node_id)), _name(graph.nodes.get(node_id)))
            if _has_deep_marks(graph.nodes.get(node_id)):
                self._deep_marks[node_id] = None
            else:
                self._deep_marks.pop(node_id, None)
        if isinstance(old, StateMachineGraph) and isinstance(graph, StateMachineGraph):
            for edge_id in touched.changed_edges.touched:
                before, after = old.edges.get(edge_id), graph.edges.get(edge_id)
                _refile(self._groups, edge_id, _group(before), _group(after))
                if after is not None and len(after.targets) > 1:
                    self._joint[edge_id] = None
                else:
                    self._joint.pop(edge_id, None)
        if touched.moved or touched.rekinded:
            touched.nodes.update(self._deep_marks)
            touched.edges.update(self._joint)
        if touched.nodes:
            touched.nodes.update((one, None) for one in self._crowded if one in graph.nodes)
            shared = index_of(graph).owned_edges.shared
            touched.edges.update((one, None) for one in sorted(shared) if one in _edges(graph))

    def _make(
        self, check: GraphCheck, graph: Graph, touched: Touched, recursive: Recursive
    ) -> Iterator[None]:
        for node_id in touched.changed_nodes.removed:
            self._keep(("node", node_id), (), ())
        for edge_id in touched.changed_edges.removed:
            self._keep(("edge", edge_id), (), ())
        for node_id in touched.nodes:
            if node_id in graph.nodes:
                _make_node(check, graph, node_id, recursive)
                problems = self._take(check, ("node", node_id))
                if any(problem.code == "E001" for problem in problems):
                    self._crowded[node_id] = None
                else:
                    self._crowded.pop(node_id, None)
                yield
        for edge_id in touched.edges:
            if isinstance(graph, StateMachineGraph) and edge_id in graph.edges:
                check_edge_form(check, edge_id)
                check_transition(check, graph, edge_id)
                self._take(check, ("edge", edge_id))
                yield

    def _make_shared(
        self, check: GraphCheck, graph: Graph, old: Graph, touched: Touched, *, first: bool
    ) -> Iterator[None]:
        """Make the units that are about the graph as a whole, or about several of its elements."""
        changed = touched.changed_nodes
        edges = touched.changed_edges
        if touched.top or changed.added or changed.removed or edges.added or edges.removed:
            check_top_form(check)
            self._take(check, ("top", TOP))
        if first or self._knots or closes_a_circle(graph, touched.new_links):
            self._knots = cycles(graph)
            check_circles(check, self._knots)
            self._take(check, ("circles", TOP))
        yield
        if not isinstance(graph, StateMachineGraph) or not isinstance(old, StateMachineGraph):
            return
        moved = touched.moved or touched.rekinded
        if touched.top or moved or self._is_at_start(graph, touched):
            check_start(check, graph)
            self._take(check, ("start", TOP))
        self._make_names(check, graph, old, touched)
        yield
        self._make_groups(check, graph, old, touched)
        yield
        for node_id in self._reached.update(check, graph, old, touched, first=first):
            if node_id is not None:
                self._take(check, ("reach", node_id))
            yield

    def _is_at_start(self, graph: StateMachineGraph, touched: Touched) -> bool:
        """Tell whether the machine begins at a node that was touched, or could."""
        if not initial_targets(graph.initial):
            return any(one in graph.children for one in touched.nodes)
        return any(one in touched.nodes for one in initial_targets(graph.initial))

    def _make_names(
        self, check: GraphCheck, graph: StateMachineGraph, old: StateMachineGraph, touched: Touched
    ) -> None:
        nodes = touched.changed_nodes.touched
        names = {
            name
            for node_id in nodes
            for name in (_name(old.nodes.get(node_id)), _name(graph.nodes.get(node_id)))
            if name is not None
        }
        if touched.moved:
            names.update(self._shared_names)
        for name in sorted(names):
            members = self._named.get(name, {})
            self._shared_names.pop(name, None)
            if len(members) > 1:
                self._shared_names[name] = None
                check_names(check, name, in_document_order(graph, members))
            self._take(check, ("name", name))

    def _make_groups(
        self, check: GraphCheck, graph: StateMachineGraph, old: StateMachineGraph, touched: Touched
    ) -> None:
        edges = {*touched.changed_edges.touched, *touched.edges}
        groups = {
            name
            for edge_id in edges
            for name in (_group(old.edges.get(edge_id)), _group(graph.edges.get(edge_id)))
            if name is not None
        }
        if touched.moved:
            groups.update(name for name in self._groups if self.board.found_by(("group", name)))
        for name in sorted(groups):
            members = self._groups.get(name)
            if members:
                check_group(check, graph, name, _edges_in_order(graph, members))
            self._take(check, ("group", name))

    def _take(self, check: GraphCheck, unit: Unit) -> Problems:
        """Keep what a unit found and consulted, and let the next one begin with nothing."""
        problems = tuple(check.findings.problems)
        check.findings.problems.clear()
        texts = tuple(check.consulted)
        check.consulted.clear()
        self._keep(unit, problems, texts)
        return problems

    def _keep(self, unit: Unit, problems: Problems, texts: tuple[str, ...]) -> None:
        self.board.set(unit, problems)
        if texts:
            self._consulted[unit] = texts
        else:
            self._consulted.pop(unit, None)


_EMPTY: dict[str, dict[str, object]] = {
    "state_machine": {"nodes": {}, "edges": {}, "children": (), "transitions": (), "initial": None},
    "behavior_tree": {"nodes": {}, "root": None, "loose": ()},
    "decision_tree": {"nodes": {}, "root": None, "loose": ()},
}


_DECLARED: Unit = ("declared", TOP)
_OWN_UNITS = ("node", "edge", "top", "start")
"""What may name nodes other than its own; the others are made again with these, or name none."""


def _declares_otherwise(old: Graph, new: Graph) -> bool:
    same = old.variables is new.variables and old.parameters is new.parameters
    return not same or old.title != new.title


def _make_node(check: GraphCheck, graph: Graph, node_id: str, recursive: Recursive) -> None:
    check_node_form(check, node_id)
    check_node(check, node_id)
    check_calls(check, node_id, recursive)
    if isinstance(graph, StateMachineGraph):
        check_state(check, graph, node_id)
    elif isinstance(graph, BehaviorTreeGraph):
        check_tree_node(check, graph, node_id)
    elif isinstance(graph, DecisionTreeGraph):
        check_question(check, graph, node_id)


def _edges(graph: Graph) -> dict[str, Edge]:
    return graph.edges if isinstance(graph, StateMachineGraph) else {}


def _name(node: Node | None) -> str | None:
    return node.name if isinstance(node, StateNode) and has_name(node) else None


def _group(edge: Edge | None) -> str | None:
    return None if edge is None else edge.group


def _has_deep_marks(node: Node | None) -> bool:
    """Tell whether what a state begins at may be anywhere below it, or beside it."""
    if not isinstance(node, StateNode):
        return False
    initial = node.initial
    return (
        node.default is not None
        or isinstance(initial, InitialTransition)
        or (initial is not None and initial not in node.children)
    )


def _refile(files: dict[str, Names], one: str, old: str | None, new: str | None) -> None:
    """Move an id from the file of one name to that of another."""
    if old is not None and old != new:
        files[old].pop(one, None)
        if not files[old]:
            del files[old]
    if new is not None:
        files.setdefault(new, {})[one] = None


def _edges_in_order(graph: StateMachineGraph, edges: Iterable[str]) -> list[str]:
    """Return some transitions in document order: by their sources, then as those list them."""
    sources = index_of(graph).sources
    by_source: dict[str, Names] = {}
    unowned = []
    for edge_id in edges:
        source = sources.get(edge_id)
        if source is None:
            unowned.append(edge_id)
        else:
            by_source.setdefault(source, {})[edge_id] = None
    order = in_document_order(graph, by_source)
    if TOP in by_source:
        order.insert(0, TOP)
    listed = [
        edge_id
        for source in order
        for edge_id in dict.fromkeys(transitions_of(graph, source))
        if edge_id in by_source[source]
    ]
    return [*listed, *sorted(unowned)]
