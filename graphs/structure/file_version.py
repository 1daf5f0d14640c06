"""Tell which version the file of a document says: that of the newest thing it uses.

| what is new | where its version is declared |
|---|---|
| a field of a document, or some of its values | `Annotated[…, Since(2)]` at it (`graphs.basics.since`) |
| a kind of node, an action | `version` of its record |
| a parameter of one, or some choices of a parameter | `since` and `later_choices` of the parameter |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from graphs.basics.mapping_differences import replacement
from graphs.basics.since import needed_version
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.parameter import Parameter
from graphs.model.behavior_tree import Service, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import VERSION, Document, Node
from graphs.model.graph_parts import Activity, Arguments
from graphs.model.state_machine import StateNode

HasAction = TreeNode | Service | DecisionNode | Activity


@cache
def later_names() -> Mapping[str, int]:
    """Return the kinds of nodes and the actions that came later, with the version of files they came with."""
    registry = builtin_registry()
    kinds = {kind.id: kind.version for kind in registry.kinds.values() if kind.version > VERSION}
    return kinds | {each.id: each.version for each in registry.actions.values() if each.version > VERSION}


@cache
def _later_parameters() -> Mapping[str, Sequence[Parameter]]:
    """Return the parameters of kinds and actions that came later than these, or have choices that did."""
    registry = builtin_registry()
    found: dict[str, list[Parameter]] = {}
    declared = [(kind.id, kind.parameters) for kind in registry.kinds.values()]
    declared += [(action.id, action.parameters) for action in registry.actions.values()]
    for name, parameters in declared:
        for parameter in parameters:
            if parameter.since > VERSION:
                found.setdefault(name, []).append(parameter)
    return found


def file_version(document: Document) -> int:
    """Return the version that the file of a document says: its own, or that of the newest thing it uses."""
    return max(document.version, needed_version(document), *_versions_of_names(document))


def with_file_version(document: Document, known: Document | None = None) -> Document:
    """Return the document with the version that its file says, the very same where it has it.

    Of a document made from `known`, which has the version that its own file says, only what differs is looked
    at, unless its version does.
    """
    if known is None or known.version != document.version:
        version = file_version(document)
    else:
        names = _versions_of_names(document, known)
        version = max(document.version, needed_version(document, known), *names)
    return document if version == document.version else document.model_copy(update={"version": version})


def _versions_of_names(document: Document, known: Document | None = None) -> Iterator[int]:
    """Yield the versions that the kinds, the actions and their parameters came with."""
    yield VERSION
    names, parameters = later_names(), _later_parameters()
    for name, given in _uses(document, known):
        if name in names:
            yield names[name]
        for parameter in parameters.get(name, ()):
            if parameter.name in given and parameter.is_later(given[parameter.name]):
                yield parameter.since


def _uses(document: Document, known: Document | None) -> Iterator[tuple[str, Arguments]]:
    """Yield the kinds of all nodes, and the actions that they call by name, with what these are given."""
    for graph_id, graph in document.graphs.items():
        former = None if known is None else known.graphs.get(graph_id)
        if former is None:
            nodes: Iterable[Node] = graph.nodes.values()
        else:
            found = replacement(former.nodes, graph.nodes)
            nodes = [graph.nodes[node] for node in found.added | found.changed]
        for node in nodes:
            yield node.kind, node.params
            if isinstance(node, StateNode):
                callers: Sequence[HasAction] = () if node.activity is None else (node.activity,)
            else:
                callers = (node, *node.services) if isinstance(node, TreeNode) else (node,)
            yield from ((caller.action, caller.params) for caller in callers if caller.action is not None)
