"""Hold what the lints of one graph look at, and collect what they find."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not

from graphs.checks.lints.guard_grid import Grid, constant_truth, lay_grid
from graphs.checks.lints.intervals import Domain
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.memo import Cell
from graphs.checks.rules.places import element_text
from graphs.checks.rules.problem import Fix, Place, Problem
from graphs.checks.rules.texts import UNREADABLE
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Type
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.titles import node_title
from graphs.model.graph_parts import GraphParameter
from graphs.model.state_machine import Edge
from graphs.model.variables_and_events import Variable

Guards = tuple[TypedExpression | None, ...]


class GraphLint:
    """Hold one graph under lint and all that its lints need; `problems` grows as they report."""

    def __init__(self, check: GraphCheck) -> None:
        self.check = check
        self.document, self.registry = check.document, check.registry
        self.graph_id, self.graph = check.graph_id, check.graph
        self.texts, self.memo = check.texts, check.memo
        self.problems: list[Problem] = []
        self._grid: tuple[Guards, Grid | None, frozenset[Cell]] = ((), None, frozenset())

    @property
    def name(self) -> str:
        """Return what people call the graph."""
        return self.graph.title or self.graph_id

    def edge_guard(self, edge: Edge) -> TypedExpression | None:
        """Return the guard of a transition, None if it has none."""
        return None if edge.guard is None else self.texts.of_transition(edge).guard(edge.guard)

    def grid(self, guards: Guards) -> Grid | None:
        """Return the grid of some guards, laid once where it is asked for again at once."""
        known, grid, read = self._grid
        if not guards or len(known) != len(guards) or any(map(is_not, known, guards)):
            grid, read = self.memo.recorded(lambda: lay_grid(guards, self.domain))
            self._grid = guards, grid, read
        self.memo.note_all(read)
        return grid

    def always(self, guard: TypedExpression) -> bool | None:
        """Return what a guard comes to for all values there can be, None if it depends or might fail."""
        if guard is UNREADABLE:
            return None
        return self.texts.recall("always", (guard,), lambda: constant_truth(guard, self.domain))

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
        """Add what a lint found; `why` comes before the sentence that all its reports carry."""
        lint = LINTS[code]
        reason = f"{why} {lint.why}".strip()
        place = Place(self.graph_id, element, path)
        self.problems.append(Problem(code, lint.severity, place, message, reason, remedy, fix))

    def found_by(self, *lints: Callable[[], object]) -> tuple[Problem, ...]:
        """Return what some lints report."""
        outer, self.problems = self.problems, []
        for lint in lints:
            lint()
        found, self.problems = tuple(self.problems), outer
        return found


def _declared_domain(declared: Variable | GraphParameter, kind: Type) -> Domain:
    low, high, default = declared.min, declared.max, declared.default
    if expression_text(default) is not None:
        return Domain(kind, None, None)
    if isinstance(default, (int, float)) and not isinstance(default, bool):
        low = None if low is None else min(low, default)
        high = None if high is None else max(high, default)
    return Domain(kind, low, high)
