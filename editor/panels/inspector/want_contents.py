"""Say what the inspector shows of needs, and of what a parent weighs of its child; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import Edit, FieldAction, FieldKind, FieldSpec, Section
from editor.panels.inspector.field_text import expression_check
from graphs.basics.frozen import JsonValue
from graphs.edits.field_values import plain_json
from graphs.edits.goals import (
    add_consideration,
    add_need,
    move_consideration,
    remove_consideration,
    remove_need,
    set_consideration,
    set_effect,
)
from graphs.edits.setting import set_field
from graphs.edits.variables import set_variable_field
from graphs.expressions.types import BOOL, FLOAT, ValueType
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import ChildSlot, Document, TreeNode, Variable


def needs_section(builder: FieldBuilder, node: TreeNode) -> Section:
    """Return two rows for each need, its value at the start and its rise, and a row to add one."""
    rows: list[FieldSpec] = []
    actions: list[FieldAction] = []
    for number, name in enumerate(node.needs):
        rows += _need_rows(builder, number, name)
        actions.append(FieldAction(f"Remove {name}", "trash", _need_remover(builder, name)))
    rows.append(_adding_row(builder, node))
    return Section("needs", "Needs", tuple(rows), tuple(actions), note="better low")


def _need_rows(builder: FieldBuilder, number: int, name: str) -> list[FieldSpec]:
    own = builder.document.graphs[builder.graph_id].variables.get(name)
    variable = own or builder.document.variables.get(name)
    owner = builder.graph_id if own is not None else None
    if variable is None or variable.type != "float":
        nothing = FieldSpec(f"needs.{number}", name, FieldKind.TEXT, None, lambda document, _value: document)
        return [replace(nothing, default="", placeholder="no float of the document or the graph")]

    def setter(path: str) -> Edit:
        return lambda document, value: set_variable_field(document, name, path, value, graph_id=owner)

    start = FieldSpec(f"needs.{number}", name, FieldKind.NUMBER, variable.default, setter("default"))
    start = replace(start, default=0, minimum=variable.min, maximum=variable.max, unit="at the start")
    return [start, replace(rise_row(variable, setter("rise"), f"needs.{number}.rise"), label="rises")]


def rise_row(variable: Variable, edit: Edit, key: str = "rise") -> FieldSpec:
    """Return the row for how much a float rises by itself in a second (rule 2.8)."""
    row = FieldSpec(key, "Rises", FieldKind.NUMBER, variable.rise or None, edit, default=0, unit="per s")
    return replace(row, help="How much it changes by itself in a second, within least and most.")


def _adding_row(builder: FieldBuilder, node: TreeNode) -> FieldSpec:
    graph_id, node_id = builder.graph_id, builder.element_id

    def add(document: Document, value: JsonValue) -> Document:
        name = str(value or "").strip()
        return add_need(document, graph_id, node_id, name) if name else document

    floats = [
        name
        for name, info in sorted(builder.scope.variables.items())
        if info.type.kind is ValueType.FLOAT and info.writable and name not in node.needs
    ]
    hint = "The name of a float, or a new one: that becomes a variable which rises by 1 in a second."
    row = FieldSpec("needs", "Add a need", FieldKind.TEXT, None, add, default="", help=hint)
    return replace(row, placeholder="a name", choices=tuple((name, name) for name in floats))


def _need_remover(builder: FieldBuilder, name: str) -> Callable[[Document], Document]:
    graph_id, node_id = builder.graph_id, builder.element_id
    return lambda document: remove_need(document, graph_id, node_id, name)


# -- under its parent -------------------------------------------------------------------------------


def weighed_rows(
    builder: FieldBuilder, parent: TreeNode, kind: NodeKind, slot: ChildSlot
) -> tuple[list[FieldSpec], list[FieldAction]]:
    """Return the rows and buttons of what a goal selector or a strategy must know of its child."""
    rows: list[FieldSpec] = []
    actions: list[FieldAction] = []
    if "effects" in kind.slot_fields:
        rows += [_effect_row(builder, need, slot) for need in dict.fromkeys((*parent.needs, *slot.effects))]
    if "duration" in kind.slot_fields:
        hint = "How long it is taken to last: needs rise meanwhile."
        rows.append(builder.number("slot.duration", "Lasts", slot.duration, 0, unit="s", hint=hint))
    if "considerations" in kind.slot_fields and (slot.considerations or _considers(parent)):
        rows += _consideration_rows(builder, slot, weighs=parent.params.get("by") == "sum")
        actions += _consideration_actions(builder, slot)
    if "feasible" in kind.slot_fields:
        hint = "Without this the goal is not pursued."
        rows.append(builder.expression("slot.feasible", "Feasible if", slot.feasible, BOOL, hint=hint))
    if "attempts" in kind.slot_fields:
        hint = "How often its plan may fail until the goal is set aside."
        attempts = builder.number(
            "slot.attempts", "Attempts", slot.attempts, 1, whole=True, takes_expression=False, hint=hint
        )
        rows.append(replace(attempts, minimum=1, maximum=1000))
    if "dropped" in kind.slot_fields:
        hint = "Set aside for good, not for a while, once no attempt is left."
        rows.append(builder.switch("slot.dropped", "For good", slot.dropped, False, hint=hint))
    return rows, actions


def _considers(parent: TreeNode) -> bool:
    return parent.params.get("by", "discontentment") != "discontentment"


def _effect_row(builder: FieldBuilder, need: str, slot: ChildSlot) -> FieldSpec:
    graph_id, node_id = builder.graph_id, builder.element_id

    def edit(document: Document, value: JsonValue) -> Document:
        return set_effect(document, graph_id, node_id, need, value)

    value = plain_json(slot.effects[need]) if need in slot.effects else None
    row = FieldSpec(f"slot.effects.{need}", f"Effect on {need}", FieldKind.NUMBER, value, edit, default=0)
    row = replace(row, takes_expression=True, check=expression_check(builder.scope, FLOAT))
    return replace(row, help="What its success adds to the need; below 0 makes it better.")


def _consideration_rows(builder: FieldBuilder, slot: ChildSlot, *, weighs: bool) -> list[FieldSpec]:
    graph_id, node_id = builder.graph_id, builder.element_id

    def setter(index: int, path: str) -> Edit:
        return lambda document, value: set_consideration(document, graph_id, node_id, index, path, value)

    rows: list[FieldSpec] = []
    for index, each in enumerate(slot.considerations):
        key = f"slot.considerations.{index}"
        hint = "A score, kept from 0 to 1."
        score = builder.expression(
            f"{key}.score",
            f"Considers {index + 1}",
            each.score,
            FLOAT,
            hint=hint,
            required=True,
            edit=setter(index, "score"),
        )
        rows.append(score)
        if weighs or each.weight != 1:
            shown = None if each.weight == 1 else each.weight
            weight = FieldSpec(f"{key}.weight", "Weight", FieldKind.NUMBER, shown, setter(index, "weight"))
            rows.append(replace(weight, default=1, minimum=0, help="Of a weighted sum."))
    return rows


def _consideration_actions(builder: FieldBuilder, slot: ChildSlot) -> list[FieldAction]:
    graph_id, node_id = builder.graph_id, builder.element_id

    def mover(index: int) -> Callable[[Document], Document]:
        return lambda document: move_consideration(document, graph_id, node_id, index, index - 1)

    def remover(index: int) -> Callable[[Document], Document]:
        return lambda document: remove_consideration(document, graph_id, node_id, index)

    def add(document: Document) -> Document:
        return add_consideration(document, graph_id, node_id)

    actions = []
    for index in range(len(slot.considerations)):
        if index:
            actions.append(FieldAction(f"Move consideration {index + 1} up", "up", mover(index)))
        actions.append(FieldAction(f"Remove consideration {index + 1}", "trash", remover(index)))
    return [*actions, FieldAction("Add consideration", "add", add)]


# -- the table of effects ---------------------------------------------------------------------------

LASTS = "lasts, s"
"""The title of the column with durations."""


@dataclass(frozen=True, slots=True)
class EffectTable:
    """Hold the children of a goal selector with their titles, titles of columns, and a line of texts each."""

    children: tuple[str, ...]
    titles: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


def effect_table(document: Document, graph_id: str, node_id: str, registry: Registry) -> EffectTable:
    """Return what each child of a goal selector does to each need, and how long it lasts."""
    graph = document.graphs[graph_id]
    node = graph.nodes[node_id]
    assert isinstance(node, TreeNode)
    known = {key: graph.nodes[key] for key in node.children if key in graph.nodes}
    cells = []
    for child in known.values():
        slot = getattr(child, "slot", None) or ChildSlot()
        texts = (_cell_text(slot.effects.get(need)) for need in node.needs)
        cells.append((*texts, _cell_text(slot.duration or None)))
    titles = tuple(node_title(child, graph.kind, registry, document) for child in known.values())
    return EffectTable((*known,), titles, (*node.needs, LASTS), tuple(cells))


def with_effect_cell(document: Document, graph_id: str, child: str, column: str, text: str) -> Document:
    """Return the document with what was typed into a cell: a number, an expression, or nothing."""
    if column == LASTS:
        return set_field(document, graph_id, child, "slot.duration", _typed(text))
    return set_effect(document, graph_id, child, column, _typed(text))


def _cell_text(value: object) -> str:
    plain = plain_json(value)
    expression = expression_text(plain)
    if expression is not None:
        return expression
    return f"{plain:g}" if isinstance(plain, (int, float)) else ""


def _typed(text: str) -> JsonValue:
    if not text:
        return None
    try:
        number = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        return {"expr": text}
    return int(number) if number == int(number) else number
