"""Find the rows that a case names: by path of ids, by id, by title or name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graphs.checks.rules.places import element_text
from graphs.expressions.names import name_remedy
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.program import Program
from runtime.minds.program.rows import ACTIVITY, Row, RowFamily, row_path, told_path
from runtime.minds.trees.leaves import ActionRow

_TITLED = (RowFamily.TREE_NODE, RowFamily.DECISION)
"""Rows that have a title made by their kind."""


@dataclass(frozen=True, slots=True)
class CaseProblem:
    """Say what is wrong in a case itself: the place in the file, the fault, the remedy."""

    where: str
    message: str
    remedy: str = ""


class CaseRefused(Exception):
    """Hold a problem that keeps a case from being run as it is written."""

    def __init__(self, problem: CaseProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class NodeNames:
    """Know the names of a program's rows."""

    def __init__(self, program: Program, document: Document, registry: Registry) -> None:
        self._rows = program.rows
        self.paths = [row_path(row) for row in program.rows]
        self._own = [_own_title(row, document) for row in program.rows]
        self._shown = [_shown_title(row, document, registry) for row in program.rows]

    def label(self, row: int) -> str:
        """Return how a row is called in messages: its path, and its title where it has one."""
        title = self._own[row] or self._shown[row]
        path = told_path(self._rows[row])
        return f"{path} ({title})" if title and title != path else path or title or "the root"

    def is_added(self, row: int) -> bool:
        """Tell whether a row is of what expanding added to the document (section 10)."""
        return self._rows[row].is_added

    def find(self, name: str, where: str, *families: RowFamily) -> int:
        """Return the one row that `name` names; `where` is the place in the case.

        Looked for are, one after the other, a path of ids, an id, a title or name of its own, and a title
        made by its kind. Raises `CaseRefused` when there is none or there are several.
        """
        found = self._called(name, families)
        if len(found) == 1:
            return found[0]
        raise self._not_one(name, where, found, families)

    def find_uses(self, name: str, where: str, *families: RowFamily) -> tuple[int, ...]:
        """Return all rows of the one node that `name` names: several where its graph is called again.

        Raises `CaseRefused` when there is none or there are several nodes.
        """
        found = self._called(name, families)
        if len({(self._rows[row].graph, self._rows[row].node) for row in found}) == 1:
            return tuple(found)
        raise self._not_one(name, where, found, families)

    def _called(self, name: str, families: tuple[RowFamily, ...]) -> list[int]:
        """Return the rows that the first way of calling rows finds."""
        rows = [row.index for row in self._rows if not families or row.family in families]
        ways: tuple[Callable[[int], str], ...] = (
            lambda row: self.paths[row],
            lambda row: "" if self._rows[row].kind == ACTIVITY else self._rows[row].node,
            lambda row: self._own[row],
            lambda row: self._shown[row],
        )
        for called in ways:
            found = [row for row in rows if called(row) == name and (name or self._rows[row].node == "")]
            if found:
                return found
        return []

    def _not_one(
        self, name: str, where: str, found: list[int], families: tuple[RowFamily, ...]
    ) -> CaseRefused:
        if found:
            places = ", ".join(self.paths[row] or "the root" for row in found)
            return CaseRefused(CaseProblem(where, f"{name!r} names {places}.", "Write the path of one."))
        rows = [each.index for each in self._rows if not families or each.family in families]
        rows = [row for row in rows if not self.is_added(row)]
        known = [text for row in rows for text in (self.paths[row], self._own[row]) if text]
        return CaseRefused(
            CaseProblem(where, f"There is no {name!r} in this mind.", name_remedy(name, known))
        )

    def action(self, name: str, where: str) -> ActionRow:
        """Return the action leaf that `name` names, or the action of the state of that name."""
        row = self._rows[self.find(name, where, RowFamily.TREE_NODE, RowFamily.STATE)]
        if isinstance(row, StateRow) and row.activity is not None:
            row = row.activity.row
        if not isinstance(row, ActionRow):
            said = f"{name!r} is no action: only action leaves follow a script."
            raise CaseRefused(CaseProblem(where, said, "Name an action leaf, or a state with an action."))
        return row


def _own_title(row: Row, document: Document) -> str:
    if isinstance(row, StateRow):
        return row.name
    graph = document.graphs.get(row.graph)
    node = graph.nodes.get(row.node) if graph is not None else None
    return node.title if node is not None and row.kind != ACTIVITY else ""


def _shown_title(row: Row, document: Document, registry: Registry) -> str:
    graph = document.graphs.get(row.graph)
    if graph is not None and row.family is RowFamily.TRANSITION:
        return element_text(document, graph, row.node, registry)
    node = graph.nodes.get(row.node) if graph is not None else None
    if graph is None or node is None or row.family not in _TITLED or row.kind == ACTIVITY:
        return ""
    return node_title(node, graph.kind, registry, document)


def names_listed(names: Iterable[str]) -> str:
    """Return names in one line, as messages show a list; `nothing` for none."""
    return ", ".join(names) or "nothing"
