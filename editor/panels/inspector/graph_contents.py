"""Say what the inspector shows of a graph when nothing in it is selected; no Qt."""

from __future__ import annotations

from dataclasses import replace

from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import FieldKind, FieldSpec, InspectorContent, Section
from editor.panels.inspector.parameter_sections import parameter_sections
from editor.panels.inspector.transition_actions import NONE_OF_ANY, transition_actions
from editor.theme.tokens import GRAPH_LOOKS
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import graph_scope
from graphs.edits.roots import set_initial, set_root_graph, set_rounds
from graphs.edits.setting import rename_graph
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, StateMachineGraph
from graphs.model.document import FEWEST_ROUNDS, MOST_ROUNDS, ROUNDS
from graphs.structure.queries import TOP, children_of


def graph_content(document: Document, graph_id: str, registry: Registry) -> InspectorContent:
    """Return the rows of a graph: its title, where it starts, whether the document runs it."""
    graph = document.graphs[graph_id]
    look = GRAPH_LOOKS[graph.kind]
    builder = FieldBuilder(document, graph_id, TOP, registry, graph_scope(document, graph_id, registry))
    rows: list[FieldSpec] = [_title_row(graph_id, graph.title)]
    if isinstance(graph, StateMachineGraph):
        rows += (_initial_row(builder, graph), _rounds_row(document))
    rows.append(_root_row(document, graph_id))
    sections = (
        Section("graph", look.title, (*rows, builder.note(graph.note))),
        *parameter_sections(document, graph_id, registry),
    )
    count = len(graph.nodes)
    what = "state" if isinstance(graph, StateMachineGraph) else "node"
    words = f"1 {what}" if count == 1 else f"{count} {what}s"
    content = InspectorContent(
        graph.title or graph_id,
        f"{look.title.lower()} with {words}",
        look.icon,
        look.family,
        sections,
    )
    if not isinstance(graph, StateMachineGraph):
        return content
    return replace(
        content,
        outgoing=graph.transitions,
        outgoing_title="From any state",
        outgoing_actions=transition_actions(graph_id, TOP, registry),
        outgoing_empty=NONE_OF_ANY,
    )


def _title_row(graph_id: str, title: str) -> FieldSpec:
    def edit(document: Document, value: JsonValue) -> Document:
        return rename_graph(document, graph_id, str(value or ""))

    return FieldSpec(
        "title", "Title", FieldKind.TEXT, title or None, edit, default="", placeholder=graph_id, required=True
    )


def _root_row(document: Document, graph_id: str) -> FieldSpec:
    def edit(changed: Document, value: JsonValue) -> Document:
        return set_root_graph(changed, graph_id if value else None)

    is_root = document.root == graph_id
    return FieldSpec(
        "root",
        "Runs",
        FieldKind.SWITCH,
        is_root,
        edit,
        default=is_root,
        help="The document runs this graph; the others are called by it.",
    )


def _rounds_row(document: Document) -> FieldSpec:
    return FieldSpec(
        "rounds",
        "Most rounds",
        FieldKind.INTEGER,
        None if document.rounds == ROUNDS else document.rounds,
        set_rounds,
        default=ROUNDS,
        minimum=FEWEST_ROUNDS,
        maximum=MOST_ROUNDS,
        help="Rounds that a machine may need to come to rest, for all machines of the document.",
    )


def _initial_row(builder: FieldBuilder, graph: StateMachineGraph) -> FieldSpec:
    choices: list[tuple[JsonValue, str]] = [
        (child, node_title(graph.nodes[child], graph.kind, builder.registry, builder.document))
        for child in children_of(graph, TOP)
        if child in graph.nodes and graph.nodes[child].kind != "history"
    ]

    def edit(document: Document, value: JsonValue) -> Document:
        return set_initial(document, builder.graph_id, TOP, None if value is None else str(value))

    shown = graph.initial if isinstance(graph.initial, str) else None
    row = builder.choice("initial", "Starts in", shown, choices, edit=edit)
    return replace(row, default=shown, placeholder="several" if graph.initial and not shown else "none yet")
