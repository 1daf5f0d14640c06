"""Say what the inspector shows of one node, transition or graph; no Qt."""

from __future__ import annotations

from dataclasses import replace

from editor.panels.inspector.branch_sections import branch_section
from editor.panels.inspector.checks import expression_check, expressions_check
from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import (
    Edit,
    FieldKind,
    FieldSpec,
    InspectorContent,
    Section,
    merged,
)
from editor.panels.inspector.frame_contents import frame_content
from editor.panels.inspector.graph_contents import graph_content
from editor.panels.inspector.machine_contents import edge_content, state_content
from editor.panels.inspector.shared_sections import (
    argument_rows,
    graph_choices,
    guard_section,
    more_section,
    services_section,
)
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import graph_scope
from graphs.edits.setting import rename, set_field
from graphs.expressions.types import FLOAT
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import DecisionNode, Document, Graph, StateMachineGraph, StateNode, TreeNode
from graphs.structure.queries import TOP, parent_of

MAXIMUM_MERGED = 200
"""Elements of a selection that are looked at; more of them share the same fields anyway."""


def selection_content(
    document: Document, graph_id: str, selection: frozenset[str], registry: Registry
) -> InspectorContent | None:
    """Return what the inspector shows: an element, what several share, or the graph itself."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return None
    chosen = sorted(one for one in selection if _exists(graph, one))
    frames = sorted(one for one in selection if one in graph.notes)
    if frames and not chosen:
        shown = tuple(frame_content(document, graph_id, one) for one in frames[:MAXIMUM_MERGED])
        if len(frames) == 1:
            return shown[0]
        return InspectorContent(f"{len(frames)} frames", "what they share", "comment", "value", merged(shown))
    if not chosen:
        return graph_content(document, graph_id, registry)
    contents = tuple(element_content(document, graph_id, one, registry) for one in chosen[:MAXIMUM_MERGED])
    if len(chosen) == 1:
        return contents[0]
    return InspectorContent(f"{len(chosen)} selected", "what they share", "layers", "value", merged(contents))


def element_content(
    document: Document, graph_id: str, element_id: str, registry: Registry
) -> InspectorContent:
    """Return what the inspector shows of one node or transition."""
    graph = document.graphs[graph_id]
    if isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        return edge_content(document, graph_id, element_id, registry)
    node = graph.nodes[element_id]
    if isinstance(node, StateNode):
        return state_content(document, graph_id, element_id, registry)
    return _tree_content(document, graph_id, element_id, registry)


def _tree_content(document: Document, graph_id: str, node_id: str, registry: Registry) -> InspectorContent:
    graph = document.graphs[graph_id]
    node = graph.nodes[node_id]
    kind = registry.kind(graph.kind, node.kind)
    builder = FieldBuilder(document, graph_id, node_id, registry, graph_scope(document, graph_id, registry))
    title = node_title(node, graph.kind, registry, document)
    what = (kind.title if kind else node.kind).lower()
    assert not isinstance(node, StateNode)
    sections = [Section("main", kind.title if kind else node.kind, _main_rows(builder, node, kind))]
    if isinstance(node, DecisionNode):
        branches = branch_section(builder, node)
        sections += [branches] if branches is not None else []
    if isinstance(node, TreeNode):
        sections.append(guard_section(builder, node.guard))
        sections.append(services_section(builder, node.services))
        slot = _slot_rows(builder, graph, node_id, registry)
        if slot:
            sections.append(Section("slot", "Under its parent", slot))
    sections.append(more_section(builder, node.note, node.disabled, _title_row(builder, node.title, title)))
    hint = "" if kind else f"The kind {node.kind!r} is not known here. Its parameters are kept as they are."
    return InspectorContent(
        title,
        f"{what} in {graph.title or graph_id}",
        kind.icon if kind else "help",
        kind.family if kind else "value",
        tuple(sections),
        hint=hint or (kind.summary if kind else ""),
    )


def _title_row(builder: FieldBuilder, value: str, template: str) -> FieldSpec:
    graph_id, element_id = builder.graph_id, builder.element_id

    def edit(document: Document, new: JsonValue) -> Document:
        return rename(document, graph_id, element_id, str(new or ""))

    return FieldSpec("title", "Title", FieldKind.TEXT, value or None, edit, default="", placeholder=template)


def _main_rows(
    builder: FieldBuilder, node: TreeNode | DecisionNode, kind: NodeKind | None
) -> tuple[FieldSpec, ...]:
    fields = kind.fields if kind else ()
    rows: list[FieldSpec] = []
    if "action" in fields:
        choices: list[tuple[JsonValue, str]] = [
            (action.id, action.title) for action in builder.registry.actions.values()
        ]
        rows.append(
            builder.choice(
                "action",
                "Action",
                node.action,
                choices,
                edit=_action_setter(builder, "params"),
                required=True,
            )
        )
    if "graph" in fields and kind is not None:
        offered = graph_choices(builder.document, kind.calls, builder.graph_id)
        rows.append(
            builder.choice("graph", "Graph", node.graph, offered, edit=_graph_setter(builder), required=True)
        )
        rows.extend(argument_rows(builder, node.graph, node.arguments, "arguments"))
    if "test" in fields:
        rows.append(builder.expression("test", "Test", node.test, required=True))
    if isinstance(node, TreeNode) and "actions" in fields:
        rows.append(builder.lines("actions", "Lines", node.actions))
    if isinstance(node, DecisionNode):
        rows.extend(_decision_rows(builder, node, fields))
    declared = kind.parameters if kind else ()
    action = builder.registry.actions.get(node.action or "")
    rows.extend(builder.parameters(action.parameters if action else declared, node.params))
    return tuple(rows)


def _decision_rows(builder: FieldBuilder, node: DecisionNode, fields: tuple[str, ...]) -> list[FieldSpec]:
    rows = []
    if "outcome" in fields:
        rows.append(builder.text("outcome", "Outcome", node.outcome))
    if "value" in fields:
        rows.append(
            FieldSpec(
                "value",
                "Value",
                FieldKind.VALUE,
                node.value,
                builder.setter("value"),
                takes_expression=True,
                check=expression_check(builder.scope),
            )
        )
    if "inputs" in fields:
        hint = "An expression a line; each branch has a cell for each of them."
        inputs = builder.lines("inputs", "Inputs", node.inputs, hint=hint)
        rows.append(replace(inputs, check=expressions_check(builder.scope)))
    if "timeout" in fields:
        hint = "Draw again after so many evaluations."
        rows.append(builder.number("timeout", "Timeout", node.timeout, unit="evaluations", hint=hint))
    if "policy" in fields:
        choices: list[tuple[JsonValue, str]] = [("first", "first"), ("unique", "unique")]
        rows.append(builder.choice("policy", "Hit policy", node.policy, choices, "first"))
    return rows


def _slot_rows(
    builder: FieldBuilder, graph: Graph, node_id: str, registry: Registry
) -> tuple[FieldSpec, ...]:
    parent_id = parent_of(graph, node_id)
    parent = graph.nodes.get(parent_id or TOP)
    kind = registry.kind(graph.kind, parent.kind) if parent is not None else None
    node = graph.nodes[node_id]
    if kind is None or not isinstance(node, TreeNode):
        return ()
    slot = node.slot
    rows = []
    if "weight" in kind.slot_fields:
        weight = slot.weight if slot else None
        rows.append(builder.number("slot.weight", "Weight", weight, 1, takes_expression=False))
    if "score" in kind.slot_fields:
        rows.append(builder.expression("slot.score", "Score", slot.score if slot else None, FLOAT))
    if "case" in kind.slot_fields:
        case = slot.case if slot else None
        rows.append(
            FieldSpec("slot.case", "Case", FieldKind.VALUE, case, builder.setter("slot.case"), literal="any")
        )
    if "default" in kind.slot_fields:
        rows.append(builder.switch("slot.default", "Default", slot.default if slot else None, False))
    return tuple(rows)


def _action_setter(builder: FieldBuilder, params: str) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        document = set_field(document, builder.graph_id, builder.element_id, params, None)
        return set_field(document, builder.graph_id, builder.element_id, "action", value)

    return edit


def _graph_setter(builder: FieldBuilder) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        document = set_field(document, builder.graph_id, builder.element_id, "arguments", None)
        return set_field(document, builder.graph_id, builder.element_id, "graph", value)

    return edit


def _exists(graph: Graph, element_id: str) -> bool:
    if element_id in graph.nodes:
        return True
    return isinstance(graph, StateMachineGraph) and element_id in graph.edges
