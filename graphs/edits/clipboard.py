"""Copy nodes to text and paste them back: the clipboard holds JSON that can be mailed and read."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import cast

from pydantic import ValidationError

from graphs.basics.json_text import JsonTextError, parse_json, to_canonical_json
from graphs.edits.adding import unique_name
from graphs.edits.attaching import attached, initial_without, is_state, placed
from graphs.edits.edit_calls import edit
from graphs.edits.frames import frames_among, with_frame_copies
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused, require
from graphs.edits.replacing import (
    need_graph,
    need_node,
    new_element_id,
    put,
    with_entries,
    with_graph,
    with_layout,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.document import Document, Graph, Node
from graphs.model.graph_parts import Layout
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.structure.graph_index import initial_targets
from graphs.structure.queries import (
    TOP,
    ancestors,
    children_of,
    document_order,
    in_document_order,
    parent_of,
    walk,
)
from graphs.structure.rules import may_add_child

FRAGMENT_FORMAT = "mindloom-fragment"

_GRAPHS: dict[str, type[StateMachineGraph] | type[BehaviorTreeGraph] | type[DecisionTreeGraph]] = {
    "state_machine": StateMachineGraph,
    "behavior_tree": BehaviorTreeGraph,
    "decision_tree": DecisionTreeGraph,
}
_BESIDE = 256.0
"""How far apart the tops of a tree are put that had no place, px."""
_KIND_WORDS = {
    "state_machine": "a state machine",
    "behavior_tree": "a behavior tree",
    "decision_tree": "a decision tree",
}


@dataclass(frozen=True, slots=True)
class Fragment:
    """Hold nodes and frames cut out of a graph: a graph of its own, whose tops are listed in order."""

    graph: Graph
    tops: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Tell whether there is neither a node nor a frame in it."""
        return not self.tops and not self.graph.notes


def copy(document: Document, graph_id: str, ids: Collection[str]) -> str:
    """Return the text for the clipboard: nodes, all below them, the transitions among them, and frames."""
    graph = need_graph(document, graph_id)
    fragment = _cut_out(graph, ids)
    if fragment.is_empty:
        raise EditRefused("Nothing is selected that can be copied.", "Select a node first.")
    body = fragment.graph.model_dump(mode="json", exclude_defaults=True)
    return to_canonical_json(
        {"format": FRAGMENT_FORMAT, "graph": body, "tops": [*fragment.tops], "version": 1}
    )


@edit
def paste(
    document: Document,
    graph_id: str,
    text: str,
    registry: Registry,
    *,
    parent: str = TOP,
    index: int | None = None,
    at: tuple[float, float] | None = None,
) -> tuple[Document, tuple[str, ...]]:
    """Paste a copied fragment and return the new document and the ids of its top nodes and frames.

    Frames alone go into any kind of graph. All ids are made again; states get names that are free. In a tree
    the tops go under `parent` before `index`, or become loose; in a machine they go into the compound
    `parent`. `at` is where the upper left corner of the fragment goes. Any text is safe: what is no fragment
    of this kind of graph is refused.
    """
    graph = need_graph(document, graph_id)
    fragment = read_fragment(text)
    if fragment.tops and fragment.graph.kind != graph.kind:
        said = f"The clipboard holds nodes of {_KIND_WORDS[fragment.graph.kind]}."
        raise EditRefused(said, f"Paste them into {_KIND_WORDS[fragment.graph.kind]}.")
    return _pasted(document, graph_id, fragment, registry, parent, index, at)


@edit
def duplicate(
    document: Document,
    graph_id: str,
    ids: Collection[str],
    registry: Registry,
    offset: tuple[float, float] = (32, 32),
) -> tuple[Document, tuple[str, ...]]:
    """Copy nodes and frames beside themselves and return the new document and the ids of the copies' tops.

    In a tree each copy follows its original, or becomes loose where the parent has no room.
    """
    graph = need_graph(document, graph_id)
    for key in ids:
        if key not in graph.notes:
            need_node(graph, key)
    tops = topmost(graph, list(ids))
    document, frames = with_frame_copies(document, graph_id, frames_among(graph, ids), offset)
    made: list[str] = []
    for top in tops:
        graph = need_graph(document, graph_id)
        parent = parent_of(graph, top) or TOP
        tree = not isinstance(graph, StateMachineGraph)
        if tree and not may_add_child(document, graph_id, parent, registry).ok:
            parent = TOP
        siblings = children_of(graph, parent)
        index = siblings.index(top) + 1 if top in siblings and not (tree and parent == TOP) else None
        document, new = _pasted(document, graph_id, _cut_out(graph, [top]), registry, parent, index, None)
        made.extend(new)
        entry = graph.layout.get(top)
        if entry is not None and entry.at is not None:
            moved = (entry.at[0] + offset[0], entry.at[1] + offset[1])
            document = with_graph(document, graph_id, placed(document.graphs[graph_id], new[0], moved))
    return document, (*made, *frames)


def read_fragment(text: str) -> Fragment:
    """Return the fragment a text holds; raise `EditRefused` for any other text."""
    none = EditRefused("The clipboard holds no Mindloom nodes.", "Copy nodes first.")
    if FRAGMENT_FORMAT not in text:
        raise none
    try:
        value = parse_json(text.encode("utf-8", "surrogatepass"))
    except JsonTextError:
        raise none from None
    if not isinstance(value, dict) or value.get("format") != FRAGMENT_FORMAT or value.get("version") != 1:
        raise none
    body, tops = value.get("graph"), value.get("tops")
    if not isinstance(body, dict) or not isinstance(tops, list):
        raise none
    model = _GRAPHS.get(str(body.get("kind")))
    if model is None:
        raise none
    try:
        graph: Graph = model.model_validate_json(json.dumps(body))
    except ValidationError:
        raise EditRefused("The nodes on the clipboard are damaged.", "Copy them again.") from None
    listed = [top for top in tops if isinstance(top, str) and top in graph.nodes]
    fragment = _cut_out(graph, {*listed, *graph.notes})
    if fragment.is_empty:
        raise none
    return _with_marks_inside(fragment)


def _with_marks_inside(fragment: Fragment) -> Fragment:
    """Return the fragment in which every state begins at states that are inside it."""
    graph = fragment.graph
    if not isinstance(graph, StateMachineGraph):
        return fragment
    order = document_order(graph)
    rank = {each: place for place, each in enumerate(order)}
    end = {item: place + 1 for place, item in enumerate(order)}
    for key in reversed(order):
        above = parent_of(graph, key)
        if above:
            end[above] = max(end[above], end[key])
    nodes = dict(graph.nodes)
    for key, node in graph.nodes.items():
        direct = isinstance(node.initial, str)
        inside = [
            target in node.children if direct else rank[key] < rank[target] < end[key]
            for target in initial_targets(node.initial)
        ]
        gone = {
            target for target, kept in zip(initial_targets(node.initial), inside, strict=True) if not kept
        }
        if gone:
            nodes[key] = put(node, initial=initial_without(node.initial, gone))
    return Fragment(put(graph, nodes=nodes), fragment.tops)


def _cut_out(graph: Graph, ids: Iterable[str]) -> Fragment:
    """Return a well-formed fragment: nodes in one list each, no id that leads out of it."""
    notes = frames_among(graph, list(ids))
    tops = topmost(graph, list(ids))
    inside = dict.fromkeys(walk(graph, tops))
    seen = set(tops)
    nodes = {key: _inner(graph.nodes[key], inside, seen) for key in inside}
    layout = {key: graph.layout[key] for key in inside if key in graph.layout}
    if not isinstance(graph, StateMachineGraph):
        model = type(graph)
        return Fragment(
            model(kind=graph.kind, nodes=nodes, layout=layout, notes=notes, loose=tops),  # type: ignore[arg-type]
            tops,
        )
    edges, owned = _inner_edges(graph, inside)
    states = {node_id: put(node, transitions=owned[node_id]) for node_id, node in nodes.items()}
    layout |= {edge_id: graph.layout[edge_id] for edge_id in edges if edge_id in graph.layout}
    return Fragment(
        StateMachineGraph(
            kind="state_machine",
            nodes=states,  # type: ignore[arg-type]
            edges=edges,
            layout=layout,
            notes=notes,
            children=tops,
        ),
        tops,
    )


def topmost(graph: Graph, ids: list[str]) -> tuple[str, ...]:
    """Return those of some nodes that are below none of the others, in document order."""
    chosen = set(ids)
    tops = {key for key in chosen if key in graph.nodes and chosen.isdisjoint(ancestors(graph, key))}
    return tuple(in_document_order(graph, tops))


def _inner(node: Node, inside: Collection[str], seen: set[str]) -> Node:
    """Return a node whose children are inside and in no other list; merged branches may share one."""
    if isinstance(node, DecisionNode):
        branches = tuple(
            branch if branch.child is None or branch.child in inside else put(branch, child=None)
            for branch in node.branches
        )
        return node if branches == node.branches else put(node, branches=branches)
    children = []
    for child in node.children:
        if child in inside and child not in seen:
            seen.add(child)
            children.append(child)
    node = node if tuple(children) == node.children else put(node, children=tuple(children))
    if not isinstance(node, StateNode):
        return node
    outside = {
        target
        for target in (*initial_targets(node.initial), *initial_targets(node.default))
        if target not in inside
    }
    if not outside:
        return node
    return put(
        node, initial=initial_without(node.initial, outside), default=initial_without(node.default, outside)
    )


def _inner_edges(
    graph: StateMachineGraph, inside: Collection[str]
) -> tuple[dict[str, Edge], dict[str, tuple[str, ...]]]:
    edges: dict[str, Edge] = {}
    owned: dict[str, tuple[str, ...]] = {}
    for node_id in inside:
        kept = []
        for edge_id in graph.nodes[node_id].transitions:
            edge = graph.edges.get(edge_id)
            if edge is not None and edge_id not in edges and all(target in inside for target in edge.targets):
                edges[edge_id] = edge
                kept.append(edge_id)
        owned[node_id] = tuple(kept)
    return edges, owned


def _pasted(
    document: Document,
    graph_id: str,
    fragment: Fragment,
    registry: Registry,
    parent: str,
    index: int | None,
    at: tuple[float, float] | None,
) -> tuple[Document, tuple[str, ...]]:
    graph = need_graph(document, graph_id)
    if parent != TOP:
        need_node(graph, parent)
        require(may_add_child(document, graph_id, parent, registry, len(fragment.tops)))
    new_ids = _new_ids(graph, fragment.graph)
    lone = isinstance(graph, StateMachineGraph) and not graph.nodes and graph.initial is None
    graph = _with_contents(graph, fragment.graph, new_ids)
    tops = tuple(new_ids[node_id] for node_id in fragment.tops)
    for place, top in enumerate(tops):
        graph = attached(graph, parent, top, None if index is None else index + place)
    if lone and (first := next((key for key in tops if is_state(graph.nodes[key])), None)):
        graph = put(graph, initial=first)
    corner = _corner(fragment)
    graph = _with_places(graph, tops, at, corner)
    document = with_parts_in_place(document, with_graph(document, graph_id, graph), graph_id, registry)
    offset = (at[0] - corner[0], at[1] - corner[1]) if at is not None else (0.0, 0.0)
    document, frames = with_frame_copies(document, graph_id, fragment.graph.notes, offset)
    return document, (*tops, *frames)


def _new_ids(graph: Graph, fragment: Graph) -> dict[str, str]:
    made: set[str] = set()
    new_ids: dict[str, str] = {}
    edges = fragment.edges if isinstance(fragment, StateMachineGraph) else {}
    for old in (*fragment.nodes, *edges):
        new_ids[old] = new_element_id(graph, made)
        made.add(new_ids[old])
    return new_ids


def _with_contents(graph: Graph, fragment: Graph, new_ids: dict[str, str]) -> Graph:
    layout = {new_ids[key]: entry for key, entry in _places_kept(fragment).items() if key in new_ids}
    nodes: dict[str, Node] = {}
    names: set[str] = set()
    for old, node in fragment.nodes.items():
        renamed = _with_new_ids(node, new_ids)
        if isinstance(graph, StateMachineGraph) and isinstance(renamed, StateNode) and renamed.name:
            renamed = put(renamed, name=unique_name(graph, renamed.name, also_taken=names))
            names.add(renamed.name)
        nodes[new_ids[old]] = renamed
    known = cast("dict[str, Node]", graph.nodes)
    graph = put(graph, nodes=with_entries(known, nodes), layout=with_entries(graph.layout, layout))
    if isinstance(graph, StateMachineGraph) and isinstance(fragment, StateMachineGraph):
        edges = {
            new_ids[edge_id]: put(edge, targets=tuple(new_ids[target] for target in edge.targets))
            for edge_id, edge in fragment.edges.items()
        }
        graph = put(graph, edges=with_entries(graph.edges, edges))
    return graph


def _places_kept(fragment: Graph) -> dict[str, Layout]:
    """Return what a copy keeps of the places: what is below the top of a branch stands by its parent."""
    if isinstance(fragment, StateMachineGraph):
        return fragment.layout
    kept = {
        node_id: entry if node_id in fragment.loose else put(entry, at=None)
        for node_id, entry in fragment.layout.items()
    }
    return {key: entry for key, entry in kept.items() if entry != Layout()}


def _with_new_ids(node: Node, new_ids: dict[str, str]) -> Node:
    if isinstance(node, DecisionNode):
        branches = tuple(
            branch if branch.child is None else put(branch, child=new_ids[branch.child])
            for branch in node.branches
        )
        return put(node, branches=branches)
    node = put(node, children=tuple(new_ids[child] for child in node.children))
    if not isinstance(node, StateNode):
        return node
    return put(
        node,
        transitions=tuple(new_ids[transition_id] for transition_id in node.transitions),
        initial=_initial_with_new_ids(node.initial, new_ids),
        default=_initial_with_new_ids(node.default, new_ids),
    )


def _initial_with_new_ids(
    initial: str | InitialTransition | None, new_ids: dict[str, str]
) -> str | InitialTransition | None:
    if initial is None or isinstance(initial, str):
        return None if initial is None else new_ids[initial]
    return put(initial, targets=tuple(new_ids[target] for target in initial.targets))


def _corner(fragment: Fragment) -> tuple[float, float]:
    """Return the upper left corner of the tops and frames of a fragment that have a place."""
    layout = fragment.graph.layout
    is_machine = isinstance(fragment.graph, StateMachineGraph)
    known = [layout.get(top, Layout()).at or ((0, 0) if is_machine else None) for top in fragment.tops]
    places = [*(at for at in known if at is not None), *(frame.at for frame in fragment.graph.notes.values())]
    if not places:
        return 0.0, 0.0
    return float(min(x for x, _ in places)), float(min(y for _, y in places))


def _with_places(
    graph: Graph, tops: tuple[str, ...], at: tuple[float, float] | None, corner: tuple[float, float]
) -> Graph:
    """Move the tops so that the fragment's upper left corner is at `at`; attached nodes need no place."""
    if not isinstance(graph, StateMachineGraph):
        step = 0.0
        for top in tops:
            if top not in graph.loose or at is None:
                graph = with_layout(graph, top, at=None)
                continue
            known = graph.layout[top].at if top in graph.layout else None
            beside = (at[0] + step, at[1])
            graph = placed(graph, top, _moved(known, at, corner) if known is not None else beside)
            step += _BESIDE
        return graph
    if at is None:
        return graph
    for top in tops:
        graph = placed(graph, top, _moved(graph.layout.get(top, Layout()).at or (0, 0), at, corner))
    return graph


def _moved(
    known: tuple[float, float], at: tuple[float, float], corner: tuple[float, float]
) -> tuple[float, float]:
    return at[0] + known[0] - corner[0], at[1] + known[1] - corner[1]
