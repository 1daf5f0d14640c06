"""Random changes to random documents: sound before, sound after, and deterministic down to the ids.

A change is made to the plain JSON of a document. `change(draw, value, side)` makes one; ids of what it adds
begin with `side`, so that changes of two sides never add the same id unless a test wants them to.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from tests.graphs.random_documents import (
    BRANCHES,
    CURVES,
    EDGE_FIELDS,
    FRAMES,
    KINDS,
    LAYOUTS,
    QUESTION_FIELDS,
    SHEETS,
    STATE_FIELDS,
    TEXTS,
    TREE_FIELDS,
    UNKNOWN,
    VARIABLES,
    Json,
    graph_values,
    picked,
)

_FIELDS = {
    "state_machine": STATE_FIELDS,
    "behavior_tree": TREE_FIELDS,
    "decision_tree": QUESTION_FIELDS,
}
_NUMBERS = st.integers(0, 999)
_NEW_GRAPHS = graph_values(3)

Change = Callable[[st.DrawFn, Json, str], None]


@st.composite
def changed_values(draw: st.DrawFn, value: Json, side: str = "n", maximum: int = 4) -> Json:
    """Draw a document some changes away from another one; both are plain JSON."""
    result = copy.deepcopy(value)
    for _ in range(draw(_NUMBERS) % maximum + 1):
        picked(draw, CHANGES)(draw, result, side)
    return result


def set_element_field(draw: st.DrawFn, value: Json, side: str) -> None:
    """Set or clear a field of a node or transition."""
    graph = _some_graph(draw, value)
    if graph is None:
        return
    elements = [(_FIELDS[graph["kind"]], node) for node in graph["nodes"].values()]
    elements += [(EDGE_FIELDS, edge) for edge in graph.get("edges", {}).values()]
    if elements:
        fields, element = picked(draw, elements)
        name = picked(draw, sorted(fields))
        if draw(_NUMBERS) % 4 == 0:
            element.pop(name, None)
        else:
            element[name] = draw(fields[name])


def set_graph_field(draw: st.DrawFn, value: Json, side: str) -> None:
    """Set a field of a graph, one that the model knows or not."""
    graph = _some_graph(draw, value)
    if graph is not None:
        graph.update({"title": draw(TEXTS)} if draw(st.booleans()) else draw(UNKNOWN))


def set_document_field(draw: st.DrawFn, value: Json, side: str) -> None:
    """Choose another root graph, or set an unknown field."""
    if value["graphs"] and draw(st.booleans()):
        value["root"] = picked(draw, sorted(value["graphs"]))
    else:
        value.update(draw(UNKNOWN))


def declare(draw: st.DrawFn, value: Json, side: str) -> None:
    """Add, change or remove a variable, a curve or a sheet of the document."""
    section, drawn = picked(draw, [("variables", VARIABLES), ("curves", CURVES), ("sheets", SHEETS)])
    entries = value.setdefault(section, {})
    if entries and draw(_NUMBERS) % 3 == 0:
        del entries[picked(draw, sorted(entries))]
    else:
        entries[picked(draw, [*sorted(entries), f"{side}_v"])] = draw(drawn)


def place(draw: st.DrawFn, value: Json, side: str) -> None:
    """Move something on the canvas, or draw a frame."""
    graph = _some_graph(draw, value)
    if graph is None:
        return
    if draw(_NUMBERS) % 4 == 0:
        graph.setdefault("notes", {})[f"{side}f"] = draw(FRAMES)
    else:
        one = picked(draw, ["", *graph["nodes"], *graph.get("edges", {})])
        graph.setdefault("layout", {})[one] = draw(LAYOUTS)


def add_graph(draw: st.DrawFn, value: Json, side: str) -> None:
    """Add a graph."""
    value["graphs"][_free(value["graphs"], f"{side}g")] = draw(_NEW_GRAPHS)


def remove_graph(draw: st.DrawFn, value: Json, side: str) -> None:
    """Remove a graph that is not the root."""
    others = sorted(value["graphs"].keys() - {value.get("root")})
    if others:
        del value["graphs"][picked(draw, others)]


def add_node(draw: st.DrawFn, value: Json, side: str) -> None:
    """Add a leaf somewhere."""
    graph = _some_graph(draw, value)
    if graph is None:
        return
    fields = _FIELDS[graph["kind"]]
    one = _free({**graph["nodes"], **graph.get("edges", {})}, f"{side}n")
    name = picked(draw, sorted(fields))
    holder = picked(draw, ["", *graph["nodes"]])
    graph["nodes"][one] = {"kind": draw(KINDS[graph["kind"]]), name: draw(fields[name])}
    _attach(draw, graph, holder, one)


def remove_subtree(draw: st.DrawFn, value: Json, side: str) -> None:
    """Remove a node and all that only hangs on it, with the transitions in and out."""
    graph = _some_graph(draw, value)
    if graph is None or not graph["nodes"]:
        return
    gone = _only_below(graph, picked(draw, sorted(graph["nodes"])))
    _forget_edges(graph, {edge for item in gone for edge in graph["nodes"][item].get("transitions", [])})
    lost = {key: edge for key, edge in graph.get("edges", {}).items() if set(edge.get("targets", [])) & gone}
    for edge in lost.values():
        _set_list(edge, "targets", [thing for thing in edge["targets"] if thing not in gone])
    _forget_edges(graph, {entry for entry, edge in lost.items() if not edge.get("targets")})
    for each in gone:
        del graph["nodes"][each]
        graph.get("layout", {}).pop(each, None)
    _detach(graph, gone)
    for holder in (graph, *graph["nodes"].values()):
        for name in ("initial", "default"):
            _forget_initial(holder, name, gone)


def move_node(draw: st.DrawFn, value: Json, side: str) -> None:
    """Hang a node elsewhere, or at another place of its list."""
    graph = _some_graph(draw, value)
    if graph is None or not graph["nodes"]:
        return
    one = picked(draw, sorted(graph["nodes"]))
    below = _below(graph, one)
    holders = ["", *(other for other in graph["nodes"] if other not in below)]
    holder = picked(draw, holders)
    _detach(graph, {one})
    for other in (graph, *graph["nodes"].values()):
        _forget_initial(other, "initial", {one})
    _attach(draw, graph, holder, one)


def reorder(draw: st.DrawFn, value: Json, side: str) -> None:
    """Move an entry of an ordered list to another place of it."""
    graph = _some_graph(draw, value)
    if graph is None:
        return
    lists = [
        holder[name]
        for holder in (graph, *graph["nodes"].values())
        for name in ("children", "loose", "transitions", "branches")
        if len(holder.get(name, [])) > 1
    ]
    if lists:
        chosen = picked(draw, lists)
        entry = chosen.pop(draw(_NUMBERS) % len(chosen))
        chosen.insert(draw(_NUMBERS) % (len(chosen) + 1), entry)


def add_edge(draw: st.DrawFn, value: Json, side: str) -> None:
    """Draw a transition between two states."""
    machines = [graph for graph in _graphs(value) if graph["kind"] == "state_machine" and graph["nodes"]]
    if machines:
        graph = picked(draw, machines)
        edges = graph.setdefault("edges", {})
        one = _free({**graph["nodes"], **edges}, f"{side}t")
        name = picked(draw, sorted(EDGE_FIELDS))
        edges[one] = {"targets": [picked(draw, sorted(graph["nodes"]))], name: draw(EDGE_FIELDS[name])}
        source = picked(draw, [graph, *graph["nodes"].values()])
        ids = source.setdefault("transitions", [])
        ids.insert(draw(_NUMBERS) % (len(ids) + 1), one)


def retarget_edge(draw: st.DrawFn, value: Json, side: str) -> None:
    """Let a transition lead elsewhere, or start elsewhere, or remove it."""
    machines = [graph for graph in _graphs(value) if graph.get("edges") and graph["nodes"]]
    if not machines:
        return
    graph = picked(draw, machines)
    one = picked(draw, sorted(graph["edges"]))
    what = draw(_NUMBERS) % 3
    if what == 0:
        graph["edges"][one]["targets"] = [picked(draw, sorted(graph["nodes"]))]
        return
    edge, mark = graph["edges"][one], graph.get("layout", {}).get(one)
    _forget_edges(graph, {one})
    if what == 1:
        graph["edges"][one] = edge
        if mark is not None:
            graph["layout"][one] = mark
        picked(draw, [graph, *graph["nodes"].values()]).setdefault("transitions", []).append(one)


def begin_elsewhere(draw: st.DrawFn, value: Json, side: str) -> None:
    """Set the initial child of a machine or compound state."""
    graph = _some_graph(draw, value)
    if graph is not None and graph["kind"] == "state_machine":
        holder = picked(draw, [graph, *graph["nodes"].values()])
        if holder.get("children"):
            holder["initial"] = picked(draw, holder["children"])


def change_branch(draw: st.DrawFn, value: Json, side: str) -> None:
    """Change what decides for a branch, or add a branch without a child."""
    nodes = [
        node
        for graph in _graphs(value)
        if graph["kind"] == "decision_tree"
        for node in graph["nodes"].values()
    ]
    if not nodes:
        return
    node = picked(draw, nodes)
    branches = node.setdefault("branches", [])
    if branches and draw(st.booleans()):
        picked(draw, branches).update(draw(BRANCHES))
    else:
        branches.insert(draw(_NUMBERS) % (len(branches) + 1), draw(BRANCHES))


CHANGES: tuple[Change, ...] = (
    set_element_field,
    set_element_field,
    set_graph_field,
    set_document_field,
    declare,
    place,
    add_graph,
    remove_graph,
    add_node,
    add_node,
    remove_subtree,
    move_node,
    move_node,
    reorder,
    add_edge,
    retarget_edge,
    begin_elsewhere,
    change_branch,
)


def children_in(graph: Json, holder: str) -> list[str]:
    """Return the ids below a node, or at the top of the graph for ""."""
    if holder:
        node = graph["nodes"][holder]
        branches = [branch["child"] for branch in node.get("branches", []) if branch.get("child")]
        return [*node.get("children", []), *dict.fromkeys(branches)]
    root = graph.get("root")
    return [*([root] if root else []), *graph.get("loose", []), *graph.get("children", [])]


def _graphs(value: Json) -> list[Json]:
    return [value["graphs"][each] for each in sorted(value["graphs"])]


def _some_graph(draw: st.DrawFn, value: Json) -> Json | None:
    graphs = _graphs(value)
    return picked(draw, graphs) if graphs else None


def _free(taken: Json, wanted: str) -> str:
    return next(each for each in (f"{wanted}{number}" for number in range(1000)) if each not in taken)


def _below(graph: Json, one: str) -> set[str]:
    found: set[str] = set()
    waiting = [one]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(children_in(graph, current))
    return found


def _only_below(graph: Json, one: str) -> set[str]:
    """Return a node and what no other top or node reaches."""
    kept: set[str] = set()
    for top in children_in(graph, ""):
        for path in _walk(graph, top, one):
            kept.add(path)
    return _below(graph, one) - kept


def _walk(graph: Json, top: str, stop: str) -> Iterator[str]:
    waiting, seen = [top], {stop}
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            yield current
            waiting.extend(children_in(graph, current))


def _attach(draw: st.DrawFn, graph: Json, holder: str, one: str) -> None:
    if holder and graph["kind"] == "decision_tree":
        branches = graph["nodes"][holder].setdefault("branches", [])
        branches.insert(draw(_NUMBERS) % (len(branches) + 1), {**draw(BRANCHES), "child": one})
        return
    if not holder and graph["kind"] != "state_machine" and not graph.get("root") and draw(st.booleans()):
        graph["root"] = one
        return
    name = "loose" if not holder and graph["kind"] != "state_machine" else "children"
    ids = (graph["nodes"][holder] if holder else graph).setdefault(name, [])
    ids.insert(draw(_NUMBERS) % (len(ids) + 1), one)


def _detach(graph: Json, gone: set[str]) -> None:
    if graph.get("root") in gone:
        del graph["root"]
    for holder in (graph, *graph["nodes"].values()):
        for name in ("children", "loose"):
            if name in holder:
                _set_list(holder, name, [each for each in holder[name] if each not in gone])
        for branch in holder.get("branches", []):
            if branch.get("child") in gone:
                del branch["child"]


def _forget_edges(graph: Json, gone: set[str]) -> None:
    for each in gone:
        del graph["edges"][each]
        graph.get("layout", {}).pop(each, None)
    for holder in (graph, *graph["nodes"].values()):
        if "transitions" in holder:
            _set_list(holder, "transitions", [item for item in holder["transitions"] if item not in gone])


def _forget_initial(holder: Json, name: str, gone: set[str]) -> None:
    initial: Any = holder.get(name)
    named = {initial} if isinstance(initial, str) else set((initial or {}).get("targets", []))
    if named & gone:
        del holder[name]


def _set_list(holder: Json, name: str, ids: list[str]) -> None:
    if ids:
        holder[name] = ids
    else:
        holder.pop(name, None)
