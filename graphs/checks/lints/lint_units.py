"""Lint one graph in units, and again only those units that look at what an edit touched.

A first lint makes all units, so that both are the same lint.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from graphs.checks.lints.counted_uses import CountedUses
from graphs.checks.lints.declared_uses import lint_graph_declarations
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.text_uses import Uses
from graphs.checks.rules.former_titles import former_titles, naming_any
from graphs.checks.rules.further_units import GraphUpdate
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.problem_board import Problems, Unit
from graphs.kinds.declarations.registry import Registry
from graphs.structure.queries import TOP

Names = dict[str, None]
"""A set of ids in the order they were added."""

Found = tuple[Unit, Problems]

DECLARED: Unit = ("lint of declarations", TOP)
NODE = "lint"
"""The unit of what is to be said of a node and what hangs on it."""


class LintUnits(ABC):
    """Hold what the lints found in one graph, and bring it up to date with the graph."""

    def __init__(self, graph_id: str, registry: Registry) -> None:
        self._graph_id = graph_id
        self._registry = registry
        self._found: dict[Unit, Problems] = {}
        self._counted = CountedUses()

    @property
    def uses(self) -> Uses:
        """Return what the graph uses; the very same while no name comes or goes."""
        return self._counted.uses

    def update(self, update: GraphUpdate) -> Iterator[Found | None]:
        """Yield each unit that was made again with what it found, and None for a pause."""
        lint = GraphLint(update.document, self._registry, self._graph_id)
        before = self.uses
        for _ in self._counted.update(update.old, update.graph, update.touched):
            yield None
        if before is not self.uses or _declares_otherwise(update):
            lint_graph_declarations(lint, self.uses)
            yield self._taken(DECLARED, lint)
        yield from self._make(lint, update, self._renamed(update))

    @abstractmethod
    def _make(self, lint: GraphLint, update: GraphUpdate, renamed: Iterable[Unit]) -> Iterator[Found | None]:
        """Yield the units that are made again; `renamed` ones name something that is called otherwise now."""

    def _taken(self, unit: Unit, lint: GraphLint) -> Found:
        """Keep what a unit found, and return it."""
        problems: tuple[Problem, ...] = lint.take()
        if problems:
            self._found[unit] = problems
        else:
            self._found.pop(unit, None)
        return unit, problems

    def _renamed(self, update: GraphUpdate) -> list[Unit]:
        """Return the units with reports in which the former title of something stands."""
        old, old_document, touched = update.old, update.old_document, update.touched
        if old is None or old_document is None:
            return []
        nodes = (*touched.changed_nodes.touched, *update.recalled)
        titles = former_titles((old_document, old), (update.document, update.graph), nodes, self._registry)
        if old.title != update.graph.title:
            titles.add(old.title or self._graph_id)
        return naming_any(self._found.items(), titles)


def _declares_otherwise(update: GraphUpdate) -> bool:
    old, graph = update.old, update.graph
    if old is None or old.title != graph.title:
        return True
    return old.variables is not graph.variables or old.parameters is not graph.parameters


def redeclared_names(update: GraphUpdate) -> tuple[frozenset[str], bool]:
    """Return the names of variables and parameters that are declared otherwise, and whether any event is."""
    old, old_document = update.old, update.old_document
    if old is None or old_document is None:
        return frozenset(), False
    new, graph = update.document, update.graph
    names = frozenset(
        name
        for before, after in (
            (old_document.variables, new.variables),
            (old.variables, graph.variables),
            (old.parameters, graph.parameters),
        )
        for name in _differing(before, after)
    )
    return names, bool(_differing(old_document.events, new.events))


def means_otherwise(uses: Uses, names: frozenset[str], *, events: bool) -> bool:
    """Tell whether texts that use names may mean something else, now that some are declared otherwise."""
    if names and not (names.isdisjoint(uses.reads) and names.isdisjoint(uses.writes)):
        return True
    return events and bool(uses.raises or uses.sends or uses.awaits)


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    if old is new:
        return []
    absent = object()
    return [name for name in {**old, **new} if old.get(name, absent) != new.get(name, absent)]
