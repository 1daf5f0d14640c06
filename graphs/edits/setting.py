"""Set parameters and fields of nodes, transitions and graphs, and where a graph and a document begin."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.edits.adding import unique_name
from graphs.edits.attaching import is_state, placed
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import plain_json, with_field
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    need_edge,
    need_graph,
    need_machine,
    need_node,
    need_tree,
    put,
    with_edge,
    with_graph,
    with_node,
)
from graphs.kinds.declarations.parameter import Parameter, parameter_problem
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import FEWEST_ROUNDS, MOST_ROUNDS, ROUNDS, VERSION, Document, Graph, Node
from graphs.model.state_machine import InitialTransition, StateMachineGraph, StateNode
from graphs.structure.file_version import file_version
from graphs.structure.queries import TOP, initial_targets, parents_of

_STRUCTURE = frozenset(
    {"nodes", "edges", "children", "branches", "transitions", "kind", "root", "loose", "graphs"}
)


def declared_parameters(node: Node, graph: Graph, registry: Registry) -> tuple[Parameter, ...]:
    """Return the parameters of a node: its kind's, or those of the action it names."""
    action = registry.actions.get(getattr(node, "action", None) or "")
    if action is not None:
        return action.parameters
    kind = registry.kind(graph.kind, node.kind)
    return kind.parameters if kind else ()


@edit
def set_parameter(
    document: Document, graph_id: str, node_id: str, name: str, value: object, registry: Registry
) -> Document:
    """Set one entry of a node's `params`; None, or the parameter's default, takes it out.

    A value that does not fit its declaration is refused; a parameter that is not declared is kept as given,
    so that nodes of unknown kinds can be edited. Raises `EditRefused`.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    declared = declared_parameters(node, graph, registry)
    parameter = next((each for each in declared if each.name == name), None)
    changed = {key: entry for key, entry in node.params.items() if key != name}
    plain = plain_json(value)
    if plain is not None and not _is_default(parameter, plain):
        if parameter is not None and (problem := parameter_problem(parameter, plain)):
            raise EditRefused(problem, "Give another value.")
        # The place in the mapping is kept: files are sorted, but a copy should not differ for nothing.
        changed = {**node.params, name: shortest_number(plain) if isinstance(plain, float) else plain}
    node = node if changed == node.params and _same_types(changed, node.params) else put(node, params=changed)
    return with_graph(document, graph_id, with_node(graph, node_id, node))


@edit
def set_field(document: Document, graph_id: str, element_id: str, path: str, value: object) -> Document:
    """Set a field of a node, a transition, or of the graph itself for `TOP`.

    `path` may lead inside with dots: `guard.test`, `activity.arguments.speed`, `slot.weight`. None takes the
    default back. Lists of children and transitions have edits of their own. Raises `EditRefused`.
    """
    graph = need_graph(document, graph_id)
    if path.partition(".")[0] in _STRUCTURE:
        raise EditRefused(f"{path} is the structure of the graph.", "Connect, move or remove nodes instead.")
    if element_id == TOP:
        graph = with_field(graph, path, value)
    elif isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        edge = with_field(need_edge(graph, element_id), path, value)
        _need_states(graph, edge.targets)
        graph = with_edge(graph, element_id, edge)
    else:
        node = with_field(need_node(graph, element_id), path, value)
        if isinstance(graph, StateMachineGraph) and isinstance(node, StateNode):
            _need_states(graph, (*initial_targets(node.initial), *initial_targets(node.default)))
        graph = with_node(graph, element_id, node)
    if isinstance(graph, StateMachineGraph):
        _need_states(graph, initial_targets(graph.initial))
    return with_graph(document, graph_id, graph)


@edit
def set_branch_field(
    document: Document, graph_id: str, node_id: str, index: int, path: str, value: object
) -> Document:
    """Set what decides for one branch of a decision node: `when`, `upto`, `case`, `test`, `weight`, `row`."""
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    branches = getattr(node, "branches", ())
    if not 0 <= index < len(branches) or path == "child":
        raise EditRefused("This branch is no longer there.", "Choose another one.")
    branch = with_field(branches[index], path, value)
    if branch is branches[index]:
        return document
    changed = put(node, branches=(*branches[:index], branch, *branches[index + 1 :]))
    return with_graph(document, graph_id, with_node(graph, node_id, changed))


@edit
def set_enabled(document: Document, graph_id: str, ids: Collection[str], enabled: bool) -> Document:
    """Enable or disable nodes and transitions; a disabled one stays in the graph and does not run."""
    graph = need_graph(document, graph_id)
    for key in ids:
        if isinstance(graph, StateMachineGraph) and key in graph.edges:
            edge = graph.edges[key]
            if edge.disabled == enabled:
                graph = with_edge(graph, key, put(edge, disabled=not enabled))
        else:
            node = need_node(graph, key)
            if node.disabled == enabled:
                graph = with_node(graph, key, put(node, disabled=not enabled))
    return with_graph(document, graph_id, graph)


def _need_states(graph: StateMachineGraph, ids: Collection[str]) -> None:
    for key in ids:
        if key not in graph.nodes:
            raise EditRefused(f"There is no state {key!r} in this machine.", "Choose one that is there.")


def _is_default(parameter: Parameter | None, value: JsonValue) -> bool:
    if parameter is None or parameter.default is None:
        return False
    same_type = isinstance(value, bool) == isinstance(parameter.default, bool)
    return same_type and value == parameter.default


def _same_types(new: dict[str, JsonValue], old: dict[str, JsonValue]) -> bool:
    return all(repr(value) == repr(old[key]) for key, value in new.items())


@edit
def rename(document: Document, graph_id: str, element_id: str, name: str) -> Document:
    """Rename a state, a node or a transition.

    States have names, which no two of a machine share; other nodes and transitions get a title in place of
    their template, and an empty one takes the template back. Raises `EditRefused` for a name that is taken.
    """
    graph = need_graph(document, graph_id)
    name = " ".join(name.split())
    if isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        edge = need_edge(graph, element_id)
        return with_graph(document, graph_id, with_edge(graph, element_id, put(edge, title=name)))
    node = need_node(graph, element_id)
    if not isinstance(node, StateNode) or node.kind in ("history", "choice"):
        changed = node if node.title == name else put(node, title=name)
        return with_graph(document, graph_id, with_node(graph, element_id, changed))
    assert isinstance(graph, StateMachineGraph)
    if not name and node.kind != "final":
        raise EditRefused("A state needs a name.", "Write one, or press Esc to keep the old name.")
    if name and unique_name(graph, name, element_id) != name:
        raise EditRefused(f"Another state is called {name!r}.", "Choose a name that is not taken.")
    changed = node if node.name == name else put(node, name=name)
    return with_graph(document, graph_id, with_node(graph, element_id, changed))


@edit
def rename_graph(document: Document, graph_id: str, title: str) -> Document:
    """Give a graph another title."""
    graph = need_graph(document, graph_id)
    title = " ".join(title.split())
    if not title:
        raise EditRefused("A graph needs a title.", "Write one, or press Esc to keep the old title.")
    return with_graph(document, graph_id, graph if graph.title == title else put(graph, title=title))


@edit
def set_initial(
    document: Document,
    graph_id: str,
    parent: str,
    child: str | None,
    *,
    targets: Sequence[str] = (),
    actions: Sequence[str] = (),
) -> Document:
    """Make a child the initial state of its compound, or of the machine for `TOP`.

    With `targets` or `actions` an initial transition is stored instead of the plain child.
    """
    graph = need_machine(document, graph_id)
    wanted = tuple(targets) or ((child,) if child else ())
    for key in wanted:
        need_node(graph, key)
    if child is not None and parent not in parents_of(graph, child):
        raise EditRefused("Only a state inside can be initial.", "Choose one that is directly inside.")
    if child is not None and not (is_state(graph.nodes[child]) or graph.nodes[child].kind == "choice"):
        raise EditRefused("A machine cannot begin here.", "Choose a state or a choice.")
    plain = len(wanted) == 1 and not actions and not targets
    value = (
        wanted[0] if plain else InitialTransition(targets=wanted, actions=tuple(actions)) if wanted else None
    )
    if parent == TOP:
        return with_graph(document, graph_id, graph if graph.initial == value else put(graph, initial=value))
    node = need_node(graph, parent)
    assert isinstance(node, StateNode)
    if node.kind != "state":
        raise EditRefused("All regions of a parallel state begin together.", "Set it inside a region.")
    changed = node if node.initial == value else put(node, initial=value)
    return with_graph(document, graph_id, with_node(graph, parent, changed))


@edit
def set_root(document: Document, graph_id: str, node_id: str | None, registry: Registry) -> Document:
    """Make the top of a loose fragment the root of its tree; the former root becomes loose in its place."""
    graph = need_tree(document, graph_id)
    if node_id == graph.root:
        return document
    if node_id is None:
        assert graph.root is not None
        changed = put(graph, root=None, loose=(graph.root, *graph.loose))
        return with_graph(document, graph_id, changed)
    need_node(graph, node_id)
    if node_id not in graph.loose:
        raise EditRefused("Only a node without a parent can be the root.", "Disconnect it first.")
    place = graph.loose.index(node_id)
    former = () if graph.root is None else (graph.root,)
    changed = put(graph, root=node_id, loose=(*graph.loose[:place], *former, *graph.loose[place + 1 :]))
    after = with_graph(document, graph_id, placed(changed, node_id, None))
    return with_parts_in_place(document, after, graph_id, registry)


@edit
def set_root_graph(document: Document, graph_id: str | None) -> Document:
    """Make a graph the one the document runs."""
    if graph_id is not None:
        need_graph(document, graph_id)
    return document if document.root == graph_id else put(document, root=graph_id)


@edit
def set_rounds(document: Document, value: object) -> Document:
    """Set how many rounds the machines of a document may need to come to rest; None takes the default back.

    Raises `EditRefused`.
    """
    rounds = ROUNDS if value is None else value
    if type(rounds) is not int or not FEWEST_ROUNDS <= rounds <= MOST_ROUNDS:
        raise EditRefused(
            f"Rounds are a whole number from {FEWEST_ROUNDS} to {MOST_ROUNDS:,}.", "Give another number."
        )
    if rounds == document.rounds:
        return document
    changed = put(document, rounds=rounds, version=VERSION)
    return put(changed, version=file_version(changed))
