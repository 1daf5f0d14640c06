"""Put a compound state around states of a machine, and take one away from around them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from graphs.basics.ids import without_member
from graphs.edits.adding import unique_name
from graphs.edits.attaching import all_placed, rounded
from graphs.edits.clipboard import topmost
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    need_machine,
    need_node,
    new_element_id,
    put,
    with_children,
    with_edge,
    with_edges,
    with_graph,
    with_initial,
    with_layouts,
    with_node,
    with_transitions,
    without,
    without_nodes,
)
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.layout.machine_layout import FIRST_PLACE, WALL_DISTANCE
from graphs.model.document import Document
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.structure.expression_places import rewritten_edge
from graphs.structure.queries import (
    TOP,
    children_of,
    edges_into,
    index_of,
    initial_targets,
    parent_of,
    parents_of,
    transitions_of,
)

_STATE_SIZE = (160, 64)
"""What a state takes up whose size is not stored, about, in px."""

Initial = str | InitialTransition | None

_RESTING = ("state", "parallel")
_BLOCKS = {
    "activity": "an activity",
    "entry": "an entry block",
    "update": "an update block",
    "exit": "an exit block",
}


@edit
def wrap_into_compound_state(
    document: Document, graph_id: str, ids: Collection[str], registry: Registry, *, name: str = ""
) -> tuple[Document, str]:
    """Put a new state around states that are in one box; return the document and the new state's id.

    All transitions stay as they are, also those that cross the new border. Where the machine or the box
    began at one of the states, it now begins at the new one. Regions of a parallel state get a parallel state
    around them. Stored positions are kept on the canvas. Raises `EditRefused`.
    """
    graph = need_machine(document, graph_id)
    for key in ids:
        need_node(graph, key)
    chosen = topmost(graph, list(ids))
    parent = _shared_parent(graph, chosen)
    _require_movable(document, graph, chosen, parent, registry)
    box_id = new_element_id(graph)
    initial, outer = _initials(graph, chosen, parent, box_id)
    above = graph.nodes.get(parent)
    regions = above is not None and above.kind == "parallel"
    box = StateNode(
        kind="parallel" if regions else "state",
        name=unique_name(graph, name or "State"),
        children=chosen,
        initial=None if regions else initial,
    )
    row = children_of(graph, parent)
    place = row.index(chosen[0])
    row = (*row[:place], box_id, *row[place + 1 :])
    for key in chosen:
        row = without_member(row, key, parents_of(graph, key).count(parent) - (key == chosen[0]))
    changed = with_children(with_node(graph, box_id, box), parent, row)
    assert isinstance(changed, StateMachineGraph)
    changed = with_initial(changed, parent, outer)
    return with_graph(document, graph_id, _with_box(changed, box_id, chosen)), box_id


def _shared_parent(graph: StateMachineGraph, chosen: Sequence[str]) -> str:
    parents = {parent_of(graph, key) for key in chosen}
    if not chosen or parents == {None}:
        raise EditRefused("No state is selected.", "Select the states to put a box around.")
    if len(parents) > 1:
        raise EditRefused("The states stand in different boxes.", "Select states of one box.")
    return parents.pop() or TOP


def _require_movable(
    document: Document, graph: StateMachineGraph, chosen: Sequence[str], parent: str, registry: Registry
) -> None:
    """Refuse what means something else in another box: a final, and a history without what it returns to."""
    for key in chosen:
        node = graph.nodes[key]
        title = node_title(node, graph.kind, registry, document)
        if node.kind == "final":
            said = f"{title} ends the box it stands in; in another box it would end that one."
            raise EditRefused(said, "Leave it out of the selection.")
        left = children_of(graph, parent) if node.kind == "history" else ()
        if any(graph.nodes[other].kind != "history" for other in left if other not in chosen):
            said = "A history returns to the states of the box it stands in."
            raise EditRefused(said, "Leave it out of the selection, or select all states beside it.")
    if not any(graph.nodes[each].kind in ("state", "parallel") for each in chosen):
        raise EditRefused("A box needs a state inside.", "Select at least one state.")


def _initials(
    graph: StateMachineGraph, chosen: Sequence[str], parent: str, box_id: str
) -> tuple[Initial, Initial]:
    """Return where the new box begins, and where the box around it does now."""
    outer = graph.initial if parent == TOP else graph.nodes[parent].initial
    inside = [target for target in initial_targets(outer) if target in chosen]
    if inside:
        if isinstance(outer, InitialTransition):
            kept = tuple(dict.fromkeys(box_id if key in chosen else key for key in outer.targets))
            return inside[0], put(outer, targets=kept)
        return inside[0], box_id
    states = [key for key in chosen if graph.nodes[key].kind in ("state", "parallel")]
    entered = [state for state in states if edges_into(graph, state)]
    return (entered or states)[0], outer


def _with_box(graph: StateMachineGraph, box_id: str, chosen: Sequence[str]) -> StateMachineGraph:
    """Place the new box around the states that have positions, which become relative to it."""
    at = {each: graph.layout[each].at for each in chosen if each in graph.layout}
    known = {item: place for item, place in at.items() if place is not None}
    if not known:
        return graph
    left = min(x for x, _ in known.values()) - FIRST_PLACE[0]
    upper = min(y for _, y in known.values()) - FIRST_PLACE[1]
    right, lower = left, upper
    for key, (x, y) in known.items():
        width, height = graph.layout[key].size or _STATE_SIZE
        right, lower = max(right, x + width), max(lower, y + height)
    size = (round(right - left + WALL_DISTANCE), round(lower - upper + WALL_DISTANCE))
    inside: dict[str, dict[str, object]] = {
        entry: {"at": rounded((x - left, y - upper))} for entry, (x, y) in known.items()
    }
    return with_layouts(graph, {**inside, box_id: {"at": rounded((left, upper)), "size": size}})


@edit
def unwrap_compound_state(document: Document, graph_id: str, node_id: str, registry: Registry) -> Document:
    """Put the states inside a compound in its place, at the places they have on the canvas.

    Transitions into the compound lead to where it began; its own start at each of the states that were
    inside (copies get ids of their own). Regions can be unwrapped into a parallel state around theirs. Raises
    `EditRefused` where the machine would do something else afterwards, saying what is in the way.
    """
    graph = need_machine(document, graph_id)
    node = need_node(graph, node_id)
    assert isinstance(node, StateNode)
    title = node_title(node, graph.kind, registry, document)
    parent = parent_of(graph, node_id)
    if not node.children or parent is None:
        raise EditRefused(f"{title} has no states inside.", "Select a state with states inside.")
    _require_liftable(graph, node_id, node, parent, title)
    changed = _with_own_transitions_inside(graph, node_id, node)
    changed = _led_past(changed, node_id, node, parent)
    row = children_of(changed, parent)
    place = row.index(node_id)
    changed = with_children(changed, parent, (*row[:place], *node.children, *row[place + 1 :]))  # type: ignore[assignment]
    changed = _with_places(changed, node_id, node)
    changed = without_nodes(changed, {node_id})
    return with_graph(document, graph_id, changed)


def _require_liftable(
    graph: StateMachineGraph, node_id: str, node: StateNode, parent: str, title: str
) -> None:
    """Refuse where the machine would do something else without the box."""
    inside = [graph.nodes[child] for child in node.children if child in graph.nodes]
    for name, words in _BLOCKS.items():
        if getattr(node, name):
            _refuse(f"{title} has {words}.", "Move it into the states inside first.")
    for each in inside:
        if each.kind in ("final", "history"):
            _refuse(f"A {each.kind} stands in {title} and is about it.", f"Remove the {each.kind} first.")
    above = graph.nodes.get(parent)
    if (node.kind == "parallel") != (above is not None and above.kind == "parallel"):
        what = "The states inside are active at once" if node.kind == "parallel" else f"{title} is a region"
        _refuse(f"{what}.", "Unwrap only regions inside regions, and states inside states.")
    if node.kind == "parallel" and (node.transitions or edges_into(graph, node_id)):
        _refuse(f"Transitions start or end at {title}.", "Let them start and end at the regions inside.")
    if node.kind == "state" and not initial_targets(node.initial):
        _refuse(f"{title} has no initial state.", "Make one of the states inside it initial.")
    own = [graph.edges[transition_id] for transition_id in node.transitions if transition_id in graph.edges]
    if own:
        _require_sharable(graph, own, [item for item in inside if item.kind in _RESTING], title)


def _require_sharable(
    graph: StateMachineGraph, own: list[Edge], resting: list[StateNode], title: str
) -> None:
    """Refuse transitions of the compound that mean something else at the states inside."""
    if any(edge.interrupt for edge in own):
        _refuse(f"{title} owns an interrupt.", "Make it an ordinary transition, or the machine's own.")
    if any(event.partition(".")[0] == "done" for edge in own for event in edge.events):
        _refuse(f"A transition waits until {title} is done.", "Change its event first.")
    if not resting:
        _refuse(f"No state in {title} can take over its transitions.", "Remove them first.")
    below = [
        graph.edges[transition_id]
        for inner in resting
        for transition_id in inner.transitions
        if transition_id in graph.edges
    ]
    if len({edge.priority for edge in (*own, *below)}) > 1:
        _refuse(f"Transitions of {title} and inside it have different priorities.", "Make them equal first.")
    if len(resting) > 1 and any(_counts_from_entry(edge) for edge in own):
        said = "Let it start at the states inside first."
        _refuse(f"A transition of {title} counts the time since it was entered, or draws by weight.", said)


def _refuse(reason: str, remedy: str) -> None:
    raise EditRefused(reason, remedy)


def _counts_from_entry(edge: Edge) -> bool:
    """Tell whether a transition means something else when each state inside has its own copy."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    rewritten_edge(edge, note)
    timed = edge.after is not None or edge.delay is not None or edge.cooldown is not None
    return timed or edge.group is not None or any("state_time" in text for text in found)


def _with_own_transitions_inside(
    graph: StateMachineGraph, node_id: str, node: StateNode
) -> StateMachineGraph:
    """Return the machine in which each state inside has the transitions of the compound.

    Polled ones are asked outer first and so go to the front, events are taken inner first and go to the end
    (rules 4.4, 4.9).
    """
    resting = [key for key in node.children if key in graph.nodes and graph.nodes[key].kind in _RESTING]
    changed = with_transitions(graph, node_id, ())
    for number, child in enumerate(resting):
        polled: list[str] = []
        taken: list[str] = []
        for edge_id in node.transitions:
            edge = graph.edges.get(edge_id)
            if edge is None:
                continue
            new = edge_id if number == 0 else new_element_id(changed)
            changed = with_edge(changed, new, edge)
            if number and edge_id in graph.layout:
                changed = put(changed, layout={**changed.layout, new: graph.layout[edge_id]})
            (polled if edge.events == ("tick",) else taken).append(new)
        own = transitions_of(changed, child)
        if polled or taken:
            changed = with_transitions(changed, child, (*polled, *own, *taken))
    return changed


def _led_past(graph: StateMachineGraph, node_id: str, node: StateNode, parent: str) -> StateMachineGraph:
    """Return the machine in which all that led to the compound leads to where it began."""
    onward = initial_targets(node.initial)
    actions = node.initial.actions if isinstance(node.initial, InitialTransition) else ()
    led: dict[str, Edge] = {}
    for edge_id in edges_into(graph, node_id):
        edge = graph.edges[edge_id]
        targets = dict.fromkeys(_replaced(edge.targets, node_id, onward))
        led[edge_id] = put(edge, targets=tuple(targets), actions=(*edge.actions, *actions))
    graph = with_edges(graph, led)
    if parent == TOP:
        graph = put(graph, initial=_led(graph.initial, node_id, node.initial))
    for key in index_of(graph).marked_by.get(node_id, ()):
        other = graph.nodes[key]
        initial = _led(other.initial, node_id, node.initial)
        default = _led(other.default, node_id, node.initial)
        graph = with_node(graph, key, put(other, initial=initial, default=default))
    return graph


def _led(
    initial: str | InitialTransition | None, gone: str, onward: str | InitialTransition | None
) -> str | InitialTransition | None:
    if initial == gone:
        return onward
    if not isinstance(initial, InitialTransition) or gone not in initial.targets:
        return initial
    actions = onward.actions if isinstance(onward, InitialTransition) else ()
    targets = tuple(dict.fromkeys(_replaced(initial.targets, gone, initial_targets(onward))))
    return put(initial, targets=targets, actions=(*initial.actions, *actions))


def _replaced(ids: tuple[str, ...], old: str, new: tuple[str, ...]) -> Iterator[str]:
    for key in ids:
        yield from new if key == old else (key,)


def _with_places(graph: StateMachineGraph, node_id: str, node: StateNode) -> StateMachineGraph:
    """Keep the states where they are on the canvas: their positions were relative to the box."""
    box = graph.layout.get(node_id)
    if box is None or box.at is None:
        return put(graph, layout=without(graph.layout, {node_id}))
    places: dict[str, tuple[float, float]] = {}
    for child in node.children:
        entry = graph.layout.get(child)
        if entry is not None and entry.at is not None:
            places[child] = entry.at[0] + box.at[0], entry.at[1] + box.at[1]
    return all_placed(put(graph, layout=without(graph.layout, {node_id})), places)
