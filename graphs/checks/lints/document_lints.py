"""Let a checker lint the documents it checks."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.checks.lints.declared_uses import declaration_lints
from graphs.checks.lints.lint_units import LintUnits
from graphs.checks.lints.machine_units import MachineUnits
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.lints.tree_units import BehaviorUnits, QuestionUnits
from graphs.checks.rules.checker import Checker
from graphs.checks.rules.further_units import FurtherUnits
from graphs.checks.rules.problem_board import Problems
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

_UNITS: dict[GraphKind, type[LintUnits]] = {
    "state_machine": MachineUnits,
    "behavior_tree": BehaviorUnits,
    "decision_tree": QuestionUnits,
}


class DocumentLints:
    """Make the lint units of a document's graphs, and lint what it declares.

    `surroundings` says what worlds and the game do with the document's variables and events; without it
    nothing is said about what only they could do.
    """

    def __init__(self, surroundings: Surroundings | None = None) -> None:
        self._surroundings = surroundings
        self._made_of: tuple[object, ...] = ()
        self._found: Problems = ()

    def of_graph(self, graph_id: str, kind: GraphKind, registry: Registry) -> LintUnits:
        """Return the lint units of a graph."""
        return _UNITS[kind](graph_id, registry)

    def of_document(
        self, document: Document, registry: Registry, units: Mapping[str, FurtherUnits]
    ) -> Problems:
        """Return what is to be said of the variables and events of a document, worked out if any changed."""
        uses = {one: lints.uses for one, lints in units.items() if isinstance(lints, LintUnits)}
        made_of: list[object] = [document.variables, document.events, registry]
        for graph_id, graph in document.graphs.items():
            made_of += (uses[graph_id], graph.variables, graph.parameters)
        same = len(made_of) == len(self._made_of) and all(
            one is other for one, other in zip(made_of, self._made_of, strict=True)
        )
        if not same:
            self._found = tuple(declaration_lints(document, registry, self._surroundings, uses))
            self._made_of = tuple(made_of)
        return self._found


def lint_checker(registry: Registry, surroundings: Surroundings | None = None) -> Checker:
    """Return a checker that lints too."""
    return Checker(registry, DocumentLints(surroundings))
