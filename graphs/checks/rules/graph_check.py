"""Hold what the checks of one graph need, and collect what they find."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.checks.rules.memo import Memo
from graphs.checks.rules.problem import Fix, Place, Problem, Severity
from graphs.checks.rules.texts import Texts
from graphs.expressions.scope import Scope
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.document import Document, Graph, Node, ReferencedGraphs

SEVERITIES: dict[str, Severity] = {"E": "error", "W": "warning", "I": "note"}
"""How serious a problem is by the first letter of its code."""


@dataclass(slots=True)
class Findings:
    """Collect problems; the first letter of a code is its severity."""

    problems: list[Problem] = field(default_factory=list)

    def add(
        self,
        code: str,
        place: Place,
        message: str,
        remedy: str = "",
        *,
        why: str = "",
        fix: Fix | None = None,
    ) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, SEVERITIES[code[0]], place, message, why, remedy, fix))


@dataclass
class GraphCheck:
    """Hold one graph under check with all that its checks look at.

    Document, graph, texts, `referenced` and `recursive` (the fields of calls that lead back to the graph, by
    node) note in `memo` what is read of them; `plain_graph` is the graph itself and notes nothing.
    """

    document: Document
    registry: Registry
    graph_id: str
    graph: Graph
    plain_graph: Graph
    texts: Texts
    memo: Memo
    referenced: ReferencedGraphs
    recursive: Mapping[str, Collection[str]]
    findings: Findings = field(default_factory=Findings)

    @property
    def scope(self) -> Scope:
        """Return what the texts of the graph may name."""
        return self.texts.scope

    def found_by(self, *checks: Callable[[GraphCheck, str], None], of: str) -> tuple[Problem, ...]:
        """Return what some checks of an element report."""
        self.findings = Findings()
        for check in checks:
            check(self, of)
        return tuple(self.findings.problems)

    def report(
        self,
        code: str,
        element: str,
        path: str,
        message: str,
        remedy: str = "",
        *,
        why: str = "",
        fix: Fix | None = None,
        line: int | None = None,
        span: tuple[int, int] = (0, 0),
    ) -> None:
        """Add a problem at a field of a node, an edge, or the graph itself for ""."""
        place = Place(self.graph_id, element, path, line, *span)
        self.findings.add(code, place, message, remedy, why=why, fix=fix)

    def kind(self, node: Node) -> NodeKind | None:
        """Return the record of a node's kind, or None for an unknown one."""
        return self.registry.kind(self.graph.kind, node.kind)

    def title(self, node_id: str) -> str:
        """Return what people call a node; an id that names nothing stands for itself."""
        node = self.graph.nodes.get(node_id)
        if node is None:
            return node_id or "The graph"
        return node_title(node, self.graph.kind, self.registry, self.document)

    @property
    def name(self) -> str:
        """Return what people call the graph."""
        return self.graph.title or self.graph_id


def listed(names: Sequence[str], limit: int = 6) -> str:
    """Return names in one text, cut after some: "a, b, c and 4 more"."""
    shown = ", ".join(names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown
