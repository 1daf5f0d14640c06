"""Hang nodes of a tree under a parent, and take them off: the moves that other edits are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from graphs.basics.ids import without_member
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    AnyGraph,
    TreeGraph,
    inserted,
    need_graph,
    need_node,
    put,
    with_children,
    with_graph,
    with_layout,
    with_layouts,
    with_node,
)
from graphs.layout.free_trees import is_placed_freely
from graphs.model.decision_tree import Branch, DecisionNode
from graphs.model.document import Document, Graph
from graphs.model.state_machine import InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, ancestors, children_of, parents_of

_LAST_FIELDS = frozenset({"ranges", "switch", "first_of", "table"})

BRANCHING_KINDS = ("ranges", "switch", "first_of", "random", "table")
"""Questions that can have any number of branches; a test has its two, a called tree none."""


def with_branch_child(node: DecisionNode, child: str, index: int | None = None) -> DecisionNode:
    """Return the node with `child` in its first empty branch from `index` on, else in a new one."""
    start = 0 if index is None else max(0, index)
    for place in range(start, len(node.branches)):
        if node.branches[place].child is None:
            return put(node, branches=_replaced(node, place, put(node.branches[place], child=child)))
    return put(node, branches=_with_new(node, child, index))


def without_branch_child(node: DecisionNode, child: str) -> DecisionNode:
    """Return the node with every branch that led to `child` empty, or gone if nothing decides for it.

    The branches of ranges stay all: the last one has no bound and yet is an interval.
    """
    if child not in _children(node):
        return node
    kept = []
    for branch in node.branches:
        left = put(branch, child=None) if branch.child == child else branch
        if left is branch or left != Branch() or node.kind == "ranges":
            kept.append(left)
    return put(node, branches=tuple(kept))


def replaced_branch_child(node: DecisionNode, old: str, new: str | None) -> DecisionNode:
    """Return the node with `new` wherever `old` was."""
    if old not in _children(node):
        return node
    changed = tuple(put(branch, child=new) if branch.child == old else branch for branch in node.branches)
    return put(node, branches=changed)


def _children(node: DecisionNode) -> set[str | None]:
    return {branch.child for branch in node.branches}


def _replaced(node: DecisionNode, place: int, branch: Branch) -> tuple[Branch, ...]:
    return (*node.branches[:place], branch, *node.branches[place + 1 :])


def _with_new(node: DecisionNode, child: str, index: int | None) -> tuple[Branch, ...]:
    """Add an entry; the last entry of some kinds stays last, since it takes what is left over."""
    branches = node.branches
    if node.kind == "test":
        used = {branch.when for branch in branches}
        when = next((answer for answer in (False, True) if answer not in used), None)
        new = Branch(child=child, when=when)
        place = 0 if when is False else len(branches)
        return (*branches[:place], new, *branches[place:])
    place = len(branches) if index is None else max(0, min(index, len(branches)))
    if branches and node.kind in _LAST_FIELDS and branches[-1].else_:
        place = min(place, len(branches) - 1)
    return (*branches[:place], Branch(child=child), *branches[place:])


def attached(graph: Graph, parent: str, child: str, index: int | None = None) -> Graph:
    """Return the graph with `child` under `parent`; under `TOP` it becomes the root if there is none."""
    if isinstance(graph, StateMachineGraph):
        return with_children(graph, parent, inserted(children_of(graph, parent), (child,), index))
    if parent == TOP:
        if graph.root is None and not graph.loose:
            return put(graph, root=child)
        return put(graph, loose=inserted(graph.loose, (child,), index))
    node = graph.nodes[parent]
    if isinstance(node, DecisionNode):
        return with_node(graph, parent, with_branch_child(node, child, index))
    return with_children(graph, parent, inserted(node.children, (child,), index))


def detached(graph: Graph, child: str, parent: str | None = None) -> Graph:
    """Return the graph with `child` out of every list it is in, or out of one parent's only."""
    parents = parents_of(graph, child)
    for above in dict.fromkeys(parents):
        if parent is None or above == parent:
            graph = _taken_off(graph, above, child, parents.count(above))
    return graph


def replaced_child(graph: Graph, parent: str, old: str, new: tuple[str, ...]) -> Graph:
    """Return the graph with `new` in the place of `old` under one parent."""
    if not isinstance(graph, StateMachineGraph) and parent == TOP:
        return _replaced_top(graph, old, new)
    node = graph.nodes.get(parent)
    if isinstance(node, DecisionNode):
        return with_node(graph, parent, replaced_branch_child(node, old, new[0] if new else None))
    ids = children_of(graph, parent)
    place = ids.index(old)
    return with_children(graph, parent, (*ids[:place], *new, *ids[place + 1 :]))


def as_loose(graph: TreeGraph, node_id: str, index: int | None = None) -> TreeGraph:
    """Return the tree with a node that is in no list as the top of a loose fragment."""
    return put(graph, loose=inserted(graph.loose, (node_id,), index))


def top_of(graph: Graph, node_id: str) -> str:
    """Return the top node of the fragment a node belongs to."""
    above = ancestors(graph, node_id)
    return above[-1] if above else node_id


def _taken_off(graph: Graph, parent: str, child: str, times: int) -> Graph:
    if isinstance(graph, StateMachineGraph):
        graph = _without_initial(graph, parent, child)
        return with_children(graph, parent, without_member(children_of(graph, parent), child, times))
    if parent == TOP:
        return _replaced_top(graph, child, ())
    node = graph.nodes[parent]
    if isinstance(node, DecisionNode):
        return with_node(graph, parent, without_branch_child(node, child))
    return with_children(graph, parent, without_member(node.children, child, times))


def _replaced_top(graph: TreeGraph, old: str, new: tuple[str, ...]) -> TreeGraph:
    if graph.root == old:
        graph = put(graph, root=new[0] if new else None)
        return put(graph, loose=(*new[1:], *graph.loose)) if new[1:] else graph
    if old not in graph.loose:
        return graph
    place = graph.loose.index(old)
    return put(graph, loose=(*graph.loose[:place], *new, *graph.loose[place + 1 :]))


def _without_initial(graph: StateMachineGraph, parent: str, child: str) -> StateMachineGraph:
    """Return the machine with `child` out of the initial states of the parent it leaves."""
    if parent == TOP:
        initial = initial_without(graph.initial, {child})
        return graph if initial is graph.initial else put(graph, initial=initial)
    node = graph.nodes[parent]
    initial = initial_without(node.initial, {child})
    return graph if initial is node.initial else with_node(graph, parent, put(node, initial=initial))


def initial_without(
    initial: str | InitialTransition | None, gone: Collection[str]
) -> str | InitialTransition | None:
    """Return an `initial` or `default` without some targets; None if it loses its only one."""
    if isinstance(initial, str):
        return None if initial in gone else initial
    if initial is None or not any(target in gone for target in initial.targets):
        return initial
    targets = tuple(target for target in initial.targets if target not in gone)
    return put(initial, targets=targets) if targets or initial.actions else None


def placed(graph: AnyGraph, node_id: str, at: tuple[float, float] | None) -> AnyGraph:
    """Return the graph with a node's stored position set, or dropped for None.

    In a tree that is placed freely a node stays where it is, whatever it hangs on.
    """
    if at is None and (node_id not in graph.layout or is_placed_freely(graph)):
        return graph
    return with_layout(graph, node_id, at=None if at is None else rounded(at))


def all_placed(graph: AnyGraph, places: Mapping[str, tuple[float, float] | None]) -> AnyGraph:
    """Return the graph with the stored positions of some nodes set, or dropped for None."""
    return with_layouts(
        graph, {place: {"at": None if at is None else rounded(at)} for place, at in places.items()}
    )


def rounded(point: tuple[float, float]) -> tuple[int | float, int | float]:
    """Return a position rounded to tenths of a pixel, ints where it can be."""
    x, y = (round(float(value), 1) for value in point)
    return int(x) if x.is_integer() else x, int(y) if y.is_integer() else y


def is_state(node: object) -> bool:
    """Tell whether a node is a state that a machine can rest in: what may be made initial by itself."""
    return isinstance(node, StateNode) and node.kind in ("state", "parallel")


@edit
def add_branch(document: Document, graph_id: str, node_id: str) -> Document:
    """Add an empty branch to a question, before the one that takes what is left over.

    A branch of `ranges` gets a bound behind the last one. Raises `EditRefused` for a node that takes none.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    if not isinstance(node, DecisionNode) or node.kind not in BRANCHING_KINDS:
        raise EditRefused("This node takes no more branches.", "Add a question that does.")
    last = len(node.branches)
    place, branch = last, Branch()
    if node.kind == "ranges":
        bounds = [each.upto for each in node.branches if each.upto is not None]
        branch = Branch(upto=bounds[-1] + 1 if bounds else 0)
        place = last - 1 if node.branches and node.branches[-1].upto is None else last
    elif node.branches and node.branches[-1].else_:
        place = last - 1
    branches = (*node.branches[:place], branch, *node.branches[place:])
    return with_graph(document, graph_id, with_node(graph, node_id, put(node, branches=branches)))


@edit
def remove_branch(document: Document, graph_id: str, node_id: str, index: int) -> Document:
    """Remove one branch of a question; its child becomes a loose fragment where nothing else leads to it.

    Raises `EditRefused` for a branch that is not there, and for one of a test, which needs both.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    if not isinstance(node, DecisionNode) or not 0 <= index < len(node.branches):
        raise EditRefused("This branch is no longer there.", "Choose another one.")
    if node.kind == "test":
        raise EditRefused("A test has a branch for true and one for false.", "Take the child off instead.")
    child = node.branches[index].child
    branches = (*node.branches[:index], *node.branches[index + 1 :])
    changed = with_node(graph, node_id, put(node, branches=branches))
    if child is not None and child in changed.nodes and not parents_of(changed, child):
        assert not isinstance(changed, StateMachineGraph)
        changed = as_loose(changed, child)
    return with_graph(document, graph_id, changed)
