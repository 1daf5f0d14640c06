"""Find reports that name something by a title it no longer has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from graphs.checks.rules.problem_board import Problems, Unit
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.document import Document, Graph

MANY_TITLES = 200
"""If so many nodes are called something else, every report is taken to name one of them."""


def former_titles(
    old: tuple[Document, Graph], new: tuple[Document, Graph], nodes: Iterable[str], registry: Registry
) -> set[str]:
    """Return what some nodes were called in an old state of a graph, of those called otherwise in a new one.

    A node that is missing is called by its id.
    """
    titles: set[str] = set()
    for node_id in nodes:
        before = _title(old, node_id, registry)
        if before != _title(new, node_id, registry):
            titles.add(before)
    return titles


def naming_any(found: Iterable[tuple[Unit, Problems]], titles: Collection[str]) -> list[Unit]:
    """Return the units with reports in which any of some titles stands."""
    if not titles:
        return []
    if len(titles) > MANY_TITLES:
        return [unit for unit, _ in found]
    whole = re.compile("|".join(rf"(?<!\w){re.escape(title)}(?!\w)" for title in sorted(titles)))
    return [
        unit
        for unit, problems in found
        # To look for a text is much quicker than to look for it as a whole word.
        if any(any(title in text for title in titles) and whole.search(text) for text in _texts(problems))
    ]


def _title(state: tuple[Document, Graph], node_id: str, registry: Registry) -> str:
    document, graph = state
    node = graph.nodes.get(node_id)
    return node_id if node is None else node_title(node, graph.kind, registry, document)


def _texts(problems: Problems) -> Iterator[str]:
    for problem in problems:
        yield problem.message
        yield problem.why
        yield problem.remedy
        if problem.fix is not None:
            yield problem.fix.label
