"""Hold what the lints of one graph look at, and collect what they find."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from graphs.checks.lints.guard_grid import Grid, constant_truth, lay_grid
from graphs.checks.lints.intervals import Domain
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.lints.typed_texts import UNREADABLE, TypedTexts, typed_texts
from graphs.checks.rules.expression_memory import ExpressionMemory
from graphs.checks.rules.places import element_text
from graphs.checks.rules.problem import Fix, Place, Problem
from graphs.checks.rules.scope_memories import graph_memory, transition_memory
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Type
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.document import Document, Graph, Node
from graphs.model.graph_parts import GraphParameter
from graphs.model.state_machine import Edge
from graphs.model.variables_and_events import Variable


@dataclass
class GraphLint:
    """Hold one graph and all that its lints need; `problems` grows as they report."""

    document: Document
    registry: Registry
    graph_id: str
    problems: list[Problem] = field(default_factory=list)
    _grids: dict[tuple[int, ...], Grid | None] = field(default_factory=dict)

    @cached_property
    def graph(self) -> Graph:
        """Return the graph itself."""
        return self.document.graphs[self.graph_id]

    @cached_property
    def memory(self) -> ExpressionMemory:
        """Return the scope of the graph with the check's verdicts."""
        return graph_memory(self.document, self.graph_id, self.registry)

    @cached_property
    def texts(self) -> TypedTexts:
        """Return the typed texts in the scope of the graph."""
        return typed_texts(self.memory.scope)

    @cached_property
    def name(self) -> str:
        """Return what people call the graph."""
        return self.graph.title or self.graph_id

    def edge_texts(self, edge: Edge) -> TypedTexts:
        """Return the typed texts in the scope of a transition, which sees its event."""
        return typed_texts(transition_memory(self.memory, edge).scope)

    def edge_guard(self, edge: Edge) -> TypedExpression | None:
        """Return the guard of a transition, None if it has none."""
        return None if edge.guard is None else self.edge_texts(edge).guard(edge.guard)

    def grid(self, guards: tuple[TypedExpression | None, ...]) -> Grid | None:
        """Return the grid of some guards, laid once in this lint."""
        key = tuple(map(id, guards))
        if key not in self._grids:
            self._grids[key] = lay_grid(guards, self.domain)
        return self._grids[key]

    def always(self, guard: TypedExpression) -> bool | None:
        """Return what a guard comes to for all values there can be, None if it depends or might fail."""
        if guard is UNREADABLE:
            return None
        return self.texts.answers.recall("always", (guard,), lambda: constant_truth(guard, self.domain))

    def domain(self, key: str, kind: Type) -> Domain:
        """Return the values a variable can have: its declared range, a default outside of it included."""
        owner, _, name = key.partition(":")
        declared: Variable | GraphParameter | None = None
        if owner == "graph":
            declared = self.graph.variables.get(name)
        elif owner == "parameter":
            declared = self.graph.parameters.get(name)
        elif owner in ("agent", "world"):
            declared = self.document.variables.get(name)
        elif key in ("time", "state_time"):
            return Domain(kind, 0)
        return Domain(kind) if declared is None else _declared_domain(declared, kind)

    def kind(self, node: Node) -> NodeKind | None:
        """Return the record of a node's kind, None for an unknown one."""
        return self.registry.kind(self.graph.kind, node.kind)

    def title(self, node_id: str) -> str:
        """Return what people call a node."""
        node = self.graph.nodes.get(node_id)
        if node is None:
            return node_id or self.name
        return node_title(node, self.graph.kind, self.registry, self.document)

    def edge_title(self, edge_id: str) -> str:
        """Return a transition as people read it: "Patrol → Chase"."""
        return element_text(self.document, self.graph, edge_id, self.registry)

    def report(
        self,
        code: str,
        element: str,
        path: str,
        message: str,
        remedy: str,
        *,
        why: str = "",
        fix: Fix | None = None,
    ) -> None:
        """Add what a lint found; `why` stands before the sentence that all its reports carry."""
        lint = LINTS[code]
        reason = f"{why} {lint.why}".strip()
        place = Place(self.graph_id, element, path)
        self.problems.append(Problem(code, lint.severity, place, message, reason, remedy, fix))

    def take(self) -> tuple[Problem, ...]:
        """Return what was reported since the last time."""
        taken = tuple(self.problems)
        self.problems.clear()
        return taken


def _declared_domain(declared: Variable | GraphParameter, kind: Type) -> Domain:
    low, high, default = declared.min, declared.max, declared.default
    if isinstance(default, (int, float)) and not isinstance(default, bool):
        low = None if low is None else min(low, default)
        high = None if high is None else max(high, default)
    return Domain(kind, low, high)
