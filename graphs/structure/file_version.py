"""Tell which version the file of a document says: that of the newest thing it uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.behavior_tree import Service, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import NEWEST_VERSION, ROUNDS, VERSION, Document
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import StateNode

HasAction = TreeNode | Service | DecisionNode | Activity


@cache
def later_names() -> frozenset[str]:
    """Return the kinds of nodes and the actions that came with a later version than the first."""
    registry = builtin_registry()
    kinds = {kind.id for kind in registry.kinds.values() if kind.version > VERSION}
    return frozenset(kinds | {action.id for action in registry.actions.values() if action.version > VERSION})


def file_version(document: Document) -> int:
    """Return the version that the file of a document says: its own, or that of the newest thing it uses."""
    is_new = (
        document.rounds != ROUNDS
        or any(mark.across for graph in document.graphs.values() for mark in graph.layout.values())
        or not later_names().isdisjoint(_names(document))
    )
    return max(document.version, NEWEST_VERSION if is_new else VERSION)


def with_file_version(document: Document) -> Document:
    """Return the document with the version that its file says, the very same where it has it."""
    version = file_version(document)
    return document if version == document.version else document.model_copy(update={"version": version})


def _names(document: Document) -> Iterator[str]:
    """Yield the kinds of all nodes, and the actions that they call by name."""
    for graph in document.graphs.values():
        for node in graph.nodes.values():
            yield node.kind
            if isinstance(node, StateNode):
                callers: Sequence[HasAction] = () if node.activity is None else (node.activity,)
            else:
                callers = (node, *node.services) if isinstance(node, TreeNode) else (node,)
            yield from (caller.action for caller in callers if caller.action is not None)
