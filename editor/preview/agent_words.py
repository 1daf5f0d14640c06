"""Say in a word or two what an agent does now: the words above it on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphs.kinds.registry import Registry
from graphs.kinds.titles import node_title
from graphs.model import Document
from runtime.program.rows import Row, RowFamily
from runtime.status import RESULT_MASK, NodeOutcome, StateOutcome

if TYPE_CHECKING:
    from runtime.session import Session

_ACTIVE = frozenset({StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED})


def innermost_row(rows: tuple[Row, ...], outcomes: bytes | bytearray | memoryview) -> Row | None:
    """Return the row that says most about what an agent does.

    That is its innermost active state, of several the last in document order; without any state the last
    running leaf of its tree; None before its first tick. `outcomes` holds a byte per row.
    """
    leaf = None
    for row in reversed(rows):
        outcome = outcomes[row.index] if row.index < len(outcomes) else 0
        if row.family is RowFamily.STATE and outcome in _ACTIVE:
            return row
        is_leaf = row.family is RowFamily.TREE_NODE and row.end == row.index + 1
        if leaf is None and is_leaf and outcome & RESULT_MASK == NodeOutcome.RUNNING:
            leaf = row
    return leaf


class AgentWords:
    """Name the active state of every agent of a session, for `PreviewPanel.set_label_of`.

    `session_of` returns the session run now, `document_of` an agent's document by its id.
    """

    def __init__(
        self,
        session_of: Callable[[], Session | None],
        document_of: Callable[[str], Document | None],
        registry: Registry,
    ) -> None:
        self._session_of = session_of
        self._document_of = document_of
        self._registry = registry

    def __call__(self, agent_id: str) -> str:
        """Return the name of what an agent does; empty without a mind, or before its first tick."""
        session = self._session_of()
        brain = session.brains.get(agent_id) if session is not None else None
        document = self._document_of(agent_id)
        if brain is None or document is None:
            return ""
        row = innermost_row(brain.program.rows, brain.outcomes)
        graph = document.graphs.get(row.graph) if row is not None else None
        node = graph.nodes.get(row.node) if graph is not None and row is not None else None
        if graph is None or node is None:
            return ""
        return node_title(node, graph.kind, self._registry, document)
