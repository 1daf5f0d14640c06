"""Lint one graph in units, and again only those units that look at what an edit touched.

A first lint makes all units, so that both are the same lint.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from graphs.kinds.registry import Registry
from graphs.kinds.titles import node_title
from graphs.lints.counted_uses import CountedUses
from graphs.lints.declared_uses import lint_graph_declarations
from graphs.lints.graph_lint import GraphLint
from graphs.lints.text_uses import Uses
from graphs.model.document import Document, Graph
from graphs.queries import TOP
from graphs.validation.further_units import GraphUpdate
from graphs.validation.problem import Problem
from graphs.validation.problem_board import Problems, Unit

Names = dict[str, None]
"""A set of ids in the order they were added."""

Found = tuple[Unit, Problems]

MANY_TITLES = 200
"""If so many nodes are called something else, all reports are made again instead of being searched."""

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
        titles = self._former_titles(update)
        if not titles:
            return []
        if len(titles) > MANY_TITLES:
            return [*self._found]
        pattern = re.compile("|".join(rf"(?<!\w){re.escape(title)}(?!\w)" for title in sorted(titles)))
        return [unit for unit, problems in self._found.items() if any(map(pattern.search, _texts(problems)))]

    def _former_titles(self, update: GraphUpdate) -> set[str]:
        old, old_document = update.old, update.old_document
        if old is None or old_document is None:
            return set()
        titles: set[str] = set()
        for node_id in (*update.touched.changed_nodes.touched, *update.recalled):
            before = self._title(old_document, old, node_id)
            if before != self._title(update.document, update.graph, node_id):
                titles.add(before)
        if old.title != update.graph.title:
            titles.add(old.title or self._graph_id)
        return titles

    def _title(self, document: Document, graph: Graph, node_id: str) -> str:
        node = graph.nodes.get(node_id)
        return node_id if node is None else node_title(node, graph.kind, self._registry, document)


def _texts(problems: Problems) -> Iterator[str]:
    for problem in problems:
        yield problem.message
        yield problem.why
        if problem.fix is not None:
            yield problem.remedy
            yield problem.fix.label


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
