"""Say what the inspector shows of one node with its branches, a transition or a graph; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from editor.canvas.commands.node_choices import pick_choices, recent_first
from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import (
    Edit,
    FieldAction,
    FieldKind,
    FieldSpec,
    InspectorContent,
    Section,
    merged,
)
from editor.panels.inspector.field_text import expression_check, expressions_check
from editor.panels.inspector.graph_contents import frame_content, graph_content
from editor.panels.inspector.machine_contents import edge_content, state_content
from editor.panels.inspector.shared_sections import (
    argument_rows,
    end_section,
    graph_choices,
    guard_section,
    more_section,
    preconditions_section,
    services_section,
)
from editor.panels.inspector.want_contents import needs_section, weighed_rows
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import graph_scope
from graphs.edits.attaching import BRANCHING_KINDS, add_branch, remove_branch
from graphs.edits.setting import rename, set_branch_field
from graphs.expressions.types import BOOL, FLOAT
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import ChildSlot, DecisionNode, Document, Graph, StateMachineGraph, StateNode, TreeNode
from graphs.model.decision_tree import Branch
from graphs.structure.queries import TOP, parent_of

MAXIMUM_MERGED = 200
"""Elements of a selection that are looked at; more of them share the same fields anyway."""


def selection_content(
    document: Document,
    graph_id: str,
    selection: frozenset[str],
    registry: Registry,
    paths: Sequence[str] = (),
) -> InspectorContent | None:
    """Return what the inspector shows: an element, what several share, or the graph itself.

    `paths` are the names of the paths of the world, for actions that go along one.
    """
    graph = document.graphs.get(graph_id)
    if graph is None:
        return None
    chosen = sorted(element for element in selection if _exists(graph, element))
    frames = sorted(element for element in selection if element in graph.notes)
    if frames and not chosen:
        shown = tuple(frame_content(document, graph_id, frame) for frame in frames[:MAXIMUM_MERGED])
        if len(frames) == 1:
            return shown[0]
        return InspectorContent(f"{len(frames)} frames", "what they share", "comment", "value", merged(shown))
    if not chosen:
        return graph_content(document, graph_id, registry)
    looked_at = chosen[:MAXIMUM_MERGED]
    contents = tuple(element_content(document, graph_id, element, registry, paths) for element in looked_at)
    if len(chosen) == 1:
        return contents[0]
    return InspectorContent(f"{len(chosen)} selected", "what they share", "layers", "value", merged(contents))


def with_recent_picks(content: InspectorContent | None, recent: Sequence[str]) -> InspectorContent | None:
    """Return a content in which what was picked last stands first in the lists of actions and graphs."""
    if content is None or not any(field.picks for part in content.sections for field in part.fields):
        return content
    sections = (
        replace(part, fields=tuple(_with_recent(field, recent) for field in part.fields))
        for part in content.sections
    )
    return replace(content, sections=tuple(sections))


def _with_recent(field: FieldSpec, recent: Sequence[str]) -> FieldSpec:
    return replace(field, picks=recent_first(field.picks, recent)) if field.picks else field


def element_content(
    document: Document, graph_id: str, element_id: str, registry: Registry, paths: Sequence[str] = ()
) -> InspectorContent:
    """Return what the inspector shows of one node or transition."""
    graph = document.graphs[graph_id]
    if isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        return edge_content(document, graph_id, element_id, registry)
    node = graph.nodes[element_id]
    if isinstance(node, StateNode):
        return state_content(document, graph_id, element_id, registry, paths)
    return _tree_content(document, graph_id, element_id, registry, paths)


def _tree_content(
    document: Document, graph_id: str, node_id: str, registry: Registry, paths: Sequence[str]
) -> InspectorContent:
    graph = document.graphs[graph_id]
    node = graph.nodes[node_id]
    kind = registry.kind(graph.kind, node.kind)
    scope = graph_scope(document, graph_id, registry)
    builder = FieldBuilder(document, graph_id, node_id, registry, scope, paths)
    title = node_title(node, graph.kind, registry, document)
    what = (kind.title if kind else node.kind).lower()
    assert not isinstance(node, StateNode)
    seldom = (
        {f"params.{parameter.name}" for parameter in kind.parameters if parameter.seldom} if kind else set()
    )
    rows = _main_rows(builder, node, kind)
    shown = tuple(row for row in rows if row.key not in seldom)
    sections = [Section("main", kind.title if kind else node.kind, shown)]
    if isinstance(node, DecisionNode):
        branches = branch_section(builder, node)
        sections += [branches] if branches is not None else []
    if isinstance(node, TreeNode):
        if kind is not None and "needs" in kind.fields:
            sections.append(needs_section(builder, node))
        sections.append(guard_section(builder, node.guard))
        sections.append(preconditions_section(builder, node.preconditions))
        sections.append(services_section(builder, node.services))
        sections.append(end_section(builder, node, "When it ends"))
        slot = _slot_section(builder, graph, node_id, registry)
        sections += [slot] if slot.fields or slot.actions else []
    more = (row for row in rows if row.key in seldom)
    title_row = _title_row(builder, node.title, title)
    sections.append(more_section(builder, node.note, node.disabled, *more, title_row))
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
        listed = pick_choices(builder.document, builder.graph_id, builder.registry)
        picks = tuple(choice for choice in listed if choice.key.startswith("action:"))
        choices: list[tuple[JsonValue, str]] = [(choice.name, choice.title) for choice in picks]
        edit = _setter_without(builder, "action", "params")
        row = builder.choice("action", "Action", node.action, choices, edit=edit, required=True)
        rows.append(replace(row, picks=picks))
    if "graph" in fields and kind is not None:
        offered = graph_choices(builder.document, kind.calls, builder.graph_id)
        edit = _setter_without(builder, "graph", "arguments")
        rows.append(builder.choice("graph", "Graph", node.graph, offered, edit=edit, required=True))
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
        row = FieldSpec("value", "Value", FieldKind.VALUE, node.value, builder.setter("value"))
        rows.append(replace(row, takes_expression=True, check=expression_check(builder.scope)))
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


def _slot_section(builder: FieldBuilder, graph: Graph, node_id: str, registry: Registry) -> Section:
    parent_id = parent_of(graph, node_id)
    parent = graph.nodes.get(parent_id or TOP)
    kind = registry.kind(graph.kind, parent.kind) if parent is not None else None
    node = graph.nodes[node_id]
    title, slot = "Under its parent", getattr(node, "slot", None)
    if kind is None or not isinstance(node, TreeNode) or not isinstance(parent, TreeNode):
        return Section("slot", title)
    rows: list[FieldSpec] = []
    if "weight" in kind.slot_fields:
        weight = slot.weight if slot else None
        rows.append(builder.number("slot.weight", "Weight", weight, 1, takes_expression=False))
    if "score" in kind.slot_fields:
        label = "Priority" if "feasible" in kind.slot_fields else "Score"
        rows.append(builder.expression("slot.score", label, slot.score if slot else None, FLOAT))
    if "case" in kind.slot_fields:
        case = slot.case if slot else None
        edit = builder.setter("slot.case")
        rows.append(FieldSpec("slot.case", "Case", FieldKind.VALUE, case, edit, literal="any"))
    if "default" in kind.slot_fields:
        rows.append(builder.switch("slot.default", "Default", slot.default if slot else None, False))
    if "chosen" in kind.slot_fields:
        hint = "Its success is needed where Success above is chosen."
        rows.append(builder.switch("slot.chosen", "Chosen", slot.chosen if slot else None, False, hint=hint))
    weighed, actions = weighed_rows(builder, parent, kind, slot or ChildSlot())
    return Section("slot", title, (*rows, *weighed), tuple(actions))


def _setter_without(builder: FieldBuilder, field: str, given: str) -> Edit:
    """Return the edit that calls something else; what was given to the former goes."""
    set_it, clear = builder.setter(field), builder.setter(given)
    return lambda document, value: set_it(clear(document, None), value)


def _exists(graph: Graph, element_id: str) -> bool:
    if element_id in graph.nodes:
        return True
    return isinstance(graph, StateMachineGraph) and element_id in graph.edges


def branch_section(builder: FieldBuilder, node: DecisionNode) -> Section | None:
    """Return a row for what decides for each branch, named by where it leads; None for a leaf."""
    kind = builder.registry.kind("decision_tree", node.kind)
    if kind is None or not kind.branch_fields or node.kind == "test":
        return None
    rows: list[FieldSpec] = []
    actions: list[FieldAction] = []
    for index, branch in enumerate(node.branches):
        rows += _rows(builder, node, index, branch)
        actions.append(FieldAction(f"Remove branch {index + 1}", "trash", _remover(builder, index)))
    if node.kind in BRANCHING_KINDS:
        graph_id, node_id = builder.graph_id, builder.element_id
        actions.append(
            FieldAction("Add branch", "add", lambda changed: add_branch(changed, graph_id, node_id))
        )
    return Section("branches", "Branches", tuple(rows), tuple(actions), note="in this order")


def _rows(builder: FieldBuilder, node: DecisionNode, index: int, branch: Branch) -> list[FieldSpec]:
    label = f"{index + 1} {_child_title(builder, branch)}"
    last = index == len(node.branches) - 1
    path = f"branches.{index}"
    rows: list[FieldSpec] = []
    takes_rest = branch.else_

    def setter(name: str) -> Edit:
        return _setter(builder, index, name)

    def row(name: str, kind: FieldKind, value: JsonValue, hint: str = "") -> FieldSpec:
        return FieldSpec(f"{path}.{name}", label, kind, value, setter(name), help=hint)

    match node.kind:
        case "ranges" if branch.upto is not None or not last:
            hint = "Numbers below this bound, and not below the one before, lead here."
            upto = row("upto", FieldKind.NUMBER, branch.upto, hint)
            hint, edit = "The bound belongs to this branch, not to the next one.", setter("closed")
            closed = builder.switch(f"{path}.closed", "Equal too", branch.closed, False, hint=hint, edit=edit)
            rows += [replace(upto, placeholder="no bound"), closed]
        case "ranges":
            rows.append(_words(index, label, "all the rest"))
        case "switch" if not takes_rest:
            case = row("case", FieldKind.VALUE, branch.case, "The value that leads here.")
            rows.append(replace(case, literal="any"))
        case "first_of" if not takes_rest:
            check = expression_check(builder.scope, BOOL, required=True)
            rows.append(replace(row("test", FieldKind.EXPRESSION, branch.test), default="", check=check))
        case "random":
            hint = "How likely it is drawn, against the weights of the others."
            rows.append(replace(row("weight", FieldKind.NUMBER, branch.weight, hint), default=1, minimum=0))
        case "table" if not takes_rest:
            rows += _cells(builder, node, index, branch, label)
    kind = builder.registry.kind("decision_tree", node.kind)
    if last and kind is not None and "else" in kind.branch_fields:
        words, hint = label if takes_rest else "Takes the rest", "Taken when no other branch is."
        edit = _else_setter(builder, index)
        rows.append(builder.switch(f"{path}.else", words, takes_rest, False, hint=hint, edit=edit))
    return rows


def _cells(
    builder: FieldBuilder, node: DecisionNode, index: int, branch: Branch, label: str
) -> list[FieldSpec]:
    """Return a row for each cell of a table's branch, named by its input; the first names the child too."""
    cells = [*(branch.row or ()), *[""] * len(node.inputs)][: max(len(node.inputs), len(branch.row or ()))]

    def setter(place: int) -> Edit:
        def edit(document: Document, value: JsonValue) -> Document:
            changed: list[JsonValue] = [*cells[:place], str(value or ""), *cells[place + 1 :]]
            return _setter(builder, index, "row")(document, changed)

        return edit

    rows = []
    hint = "A comparison such as < 30, a value it must equal, or nothing for any."
    for place, cell in enumerate(cells):
        words = f"{label}: {node.inputs[place] if place < len(node.inputs) else 'no input'}"
        key = f"branches.{index}.row.{place}"
        row = FieldSpec(key, words, FieldKind.TEXT, cell or None, setter(place), default="", help=hint)
        rows.append(replace(row, placeholder="any"))
    return rows


def _words(index: int, label: str, words: str) -> FieldSpec:
    """Return a row that says what a branch takes and has nothing to edit."""
    row = FieldSpec(f"branches.{index}.rest", label, FieldKind.TEXT, None, lambda document, _value: document)
    return replace(row, default="", placeholder=words)


def _child_title(builder: FieldBuilder, branch: Branch) -> str:
    graph = builder.document.graphs[builder.graph_id]
    child = graph.nodes.get(branch.child or "")
    if child is None:
        return "(open)"
    return node_title(child, graph.kind, builder.registry, builder.document)


def _setter(builder: FieldBuilder, index: int, path: str) -> Edit:
    graph_id, node_id = builder.graph_id, builder.element_id
    return lambda document, value: set_branch_field(document, graph_id, node_id, index, path, value)


def _else_setter(builder: FieldBuilder, index: int) -> Edit:
    """Return the edit that lets a branch take the rest; what decided for it goes."""

    def edit(document: Document, value: JsonValue) -> Document:
        for path in ("case", "test", "row") if value else ():
            document = _setter(builder, index, path)(document, None)
        return _setter(builder, index, "else")(document, value or None)

    return edit


def _remover(builder: FieldBuilder, index: int) -> Callable[[Document], Document]:
    graph_id, node_id = builder.graph_id, builder.element_id
    return lambda document: remove_branch(document, graph_id, node_id, index)
