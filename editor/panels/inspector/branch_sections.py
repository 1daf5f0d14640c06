"""Build the section for the branches of a decision node (rule 5.1); no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from editor.panels.inspector.checks import expression_check
from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import Edit, FieldAction, FieldKind, FieldSpec, Section
from graphs.basics.frozen import JsonValue
from graphs.edits.attaching import BRANCHING_KINDS, add_branch, remove_branch
from graphs.edits.setting import set_branch_field
from graphs.expressions.types import BOOL
from graphs.kinds.declarations.titles import node_title
from graphs.model import DecisionNode, Document
from graphs.model.decision_tree import Branch


def branch_section(builder: FieldBuilder, node: DecisionNode) -> Section | None:
    """Return a row for what decides for each branch, named by where it leads; None for a leaf."""
    kind = builder.registry.kind("decision_tree", node.kind)
    if kind is None or not kind.branch_fields or node.kind == "test":
        return None
    rows: list[FieldSpec] = []
    actions: list[FieldAction] = []
    for index, branch in enumerate(node.branches):
        rows += _rows(builder, node, index, branch)
        actions.append(
            FieldAction(f"Remove branch {index + 1}", "trash", _remover(builder, index)),
        )
    if node.kind in BRANCHING_KINDS:
        actions.append(FieldAction("Add branch", "add", _adder(builder)))
    return Section("branches", "Branches", tuple(rows), tuple(actions), note="in this order")


def _rows(builder: FieldBuilder, node: DecisionNode, index: int, branch: Branch) -> list[FieldSpec]:
    label = f"{index + 1} {_child_title(builder, branch)}"
    last = index == len(node.branches) - 1
    rows: list[FieldSpec] = []
    takes_rest = branch.else_
    match node.kind:
        case "ranges" if branch.upto is not None or not last:
            upto = FieldSpec(
                f"branches.{index}.upto",
                label,
                FieldKind.NUMBER,
                branch.upto,
                _setter(builder, index, "upto"),
                placeholder="no bound",
                help="Numbers below this bound, and not below the one before, lead here.",
            )
            closed = builder.switch(
                f"branches.{index}.closed",
                "Equal too",
                branch.closed,
                False,
                hint="The bound belongs to this branch, not to the next one.",
            )
            rows += [upto, replace(closed, edit=_setter(builder, index, "closed"))]
        case "ranges":
            rows.append(_words(index, label, "all the rest"))
        case "switch" if not takes_rest:
            rows.append(
                FieldSpec(
                    f"branches.{index}.case",
                    label,
                    FieldKind.VALUE,
                    branch.case,
                    _setter(builder, index, "case"),
                    literal="any",
                    help="The value that leads here.",
                )
            )
        case "first_of" if not takes_rest:
            rows.append(
                FieldSpec(
                    f"branches.{index}.test",
                    label,
                    FieldKind.EXPRESSION,
                    branch.test,
                    _setter(builder, index, "test"),
                    default="",
                    check=expression_check(builder.scope, BOOL, required=True),
                )
            )
        case "random":
            rows.append(
                FieldSpec(
                    f"branches.{index}.weight",
                    label,
                    FieldKind.NUMBER,
                    branch.weight,
                    _setter(builder, index, "weight"),
                    default=1,
                    minimum=0,
                    help="How likely it is drawn, against the weights of the others.",
                )
            )
        case "table" if not takes_rest:
            rows += _cells(builder, node, index, branch, label)
    kind = builder.registry.kind("decision_tree", node.kind)
    if last and kind is not None and "else" in kind.branch_fields:
        rest = builder.switch(
            f"branches.{index}.else",
            label if takes_rest else "Takes the rest",
            takes_rest,
            False,
            hint="Taken when no other branch is.",
        )
        rows.append(replace(rest, edit=_else_setter(builder, index)))
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

    return [
        FieldSpec(
            f"branches.{index}.row.{place}",
            f"{label}: {node.inputs[place]}" if place < len(node.inputs) else f"{label}: no input",
            FieldKind.TEXT,
            cell or None,
            setter(place),
            default="",
            placeholder="any",
            help="A comparison such as < 30, a value it must equal, or nothing for any.",
        )
        for place, cell in enumerate(cells)
    ]


def _words(index: int, label: str, words: str) -> FieldSpec:
    """Return a row that says what a branch takes and has nothing to edit."""

    def edit(document: Document, _value: JsonValue) -> Document:
        return document

    return FieldSpec(
        f"branches.{index}.rest", label, FieldKind.TEXT, None, edit, default="", placeholder=words
    )


def _child_title(builder: FieldBuilder, branch: Branch) -> str:
    graph = builder.document.graphs[builder.graph_id]
    child = graph.nodes.get(branch.child or "")
    if child is None:
        return "(open)"
    return node_title(child, graph.kind, builder.registry, builder.document)


def _setter(builder: FieldBuilder, index: int, path: str) -> Edit:
    graph_id, node_id = builder.graph_id, builder.element_id

    def edit(document: Document, value: JsonValue) -> Document:
        return set_branch_field(document, graph_id, node_id, index, path, value)

    return edit


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


def _adder(builder: FieldBuilder) -> Callable[[Document], Document]:
    graph_id, node_id = builder.graph_id, builder.element_id
    return lambda document: add_branch(document, graph_id, node_id)
