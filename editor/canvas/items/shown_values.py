"""The values that can be edited in place: what they are, what is typed for them, where they are shown."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass

from editor.canvas.items.label_value import is_only_undeclared, label_value
from editor.canvas.painting.node_geometry import STRIP_HEIGHT, node_geometry
from editor.canvas.painting.pictures import NodePicture, NodeShape, StatePicture
from editor.canvas.painting.state_painting import ROW_HEIGHT
from editor.canvas.painting.tree_node_painting import TreeNodePicture
from editor.canvas.routing.shapes import Rect
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import text_width
from editor.widgets.completions import Completions
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.checks.rules.scopes import argument_type, graph_scope
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_field, set_parameter
from graphs.expressions.action_blocks import check_action_lines
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.transition_label import LabelError
from graphs.expressions.types import BOOL, Type
from graphs.kinds.declarations.parameter import Parameter, expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import placeholders, value_text
from graphs.model import Document, StateMachineGraph, StateNode, TreeNode
from graphs.model.action_rows import has_conditions, one_line
from graphs.model.decision_tree import DecisionNode

MOST_SHOWN = 2
"""So many values of a node can be edited on it; the inspector has them all."""
GUARD = "guard"
_NUMBERS = frozenset({"float", "int", "seconds"})
_EXPRESSIONS = frozenset({"test"})
_BLOCKS = frozenset({"entry", "update", "exit", "actions"})
_FIELDS = _EXPRESSIONS | _BLOCKS | {"value", "outcome"}
_NOT_TYPED = frozenset({"bool"})
_NAMES = frozenset({"outcome"})
_IN_INSPECTOR = "Lines with conditions have a row each. Change them in the inspector."


@dataclass(frozen=True, slots=True)
class ShownValue:
    """One value: its name, the words for it, its text, what is wrong with another text, and the edit."""

    name: str
    label: str
    text: str
    check: Callable[[str], str]
    edit: Callable[[Document, str], Document]
    complete: Callable[[str, int], Completions] | None = None
    """Tells what may stand where the cursor is in a text."""
    declare: Callable[[str], object] | None = None
    """Notes a new name that `edit` is to declare."""


def title_values(node: TreeNode | DecisionNode, graph_kind: str, registry: Registry) -> tuple[str, ...]:
    """Return the names of values that stand in a node's title; none where it has a title of its own."""
    if node.title:
        return ()
    return _editable(node, graph_kind, registry, "title_template")


def line_values(node: TreeNode | DecisionNode, graph_kind: str, registry: Registry) -> tuple[str, ...]:
    """Return the names of values in the line under a node's title, at most two with those in the title."""
    in_title = title_values(node, graph_kind, registry)
    names = _editable(node, graph_kind, registry, "line_template")
    if node.title:
        names = (*_editable(node, graph_kind, registry, "title_template"), *names)
    return names[: max(0, MOST_SHOWN - len(in_title))]


def _editable(
    node: TreeNode | DecisionNode, graph_kind: str, registry: Registry, template: str
) -> tuple[str, ...]:
    kind = registry.kind(graph_kind, node.kind)  # type: ignore[arg-type]
    if kind is None:
        return ()
    source = registry.actions.get(node.action or "") or kind
    declared = {parameter.name: parameter for parameter in source.parameters}
    names = placeholders(getattr(source, template))
    return tuple(
        name
        for name in names
        if name in _FIELDS or (name in declared and declared[name].type not in _NOT_TYPED)
    )[:MOST_SHOWN]


def shown_value(
    document: Document, graph_id: str, element_id: str, name: str, registry: Registry
) -> ShownValue | None:
    """Return one value of a node or transition to be edited in place; None when it has none of that name."""
    graph = document.graphs[graph_id]
    scope = graph_scope(document, graph_id, registry)
    if isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        return _edge_label(document, graph_id, element_id, registry)
    node = graph.nodes.get(element_id)
    if isinstance(node, StateNode):
        return _state_value(node, graph_id, element_id, name, scope, registry)
    if node is None:
        return None
    if name == GUARD:
        text = node.guard.test if isinstance(node, TreeNode) and node.guard is not None else ""
        return _expression("Guard", "guard.test", text, graph_id, element_id, scope, BOOL)
    kind = registry.kind(graph.kind, node.kind)
    source = registry.actions.get(node.action or "") or kind
    parameter = (
        next((parameter for parameter in source.parameters if parameter.name == name), None)
        if source
        else None
    )
    if parameter is not None:
        current = node.params.get(name, parameter.default)
        return _parameter(parameter, current, scope, _parameter_setter(graph_id, element_id, name, registry))
    if name in _EXPRESSIONS:
        return _expression("Test", name, getattr(node, name) or "", graph_id, element_id, scope, BOOL)
    if name in _BLOCKS:
        return _block(name, getattr(node, name), graph_id, element_id, scope)
    return _plain(name, getattr(node, name, None), graph_id, element_id)


def _edge_label(document: Document, graph_id: str, edge_id: str, registry: Registry) -> ShownValue:
    label = label_value(document, graph_id, edge_id, registry)

    def edit(changed: Document, text: str) -> Document:
        try:
            return label.edited(changed, graph_id, edge_id, text)
        except LabelError as error:
            raise EditRefused(f"In the {error.part}: {error.message}", error.remedy) from error

    return ShownValue(GUARD, "Label", label.text, label.problem, edit, label.complete, label.declared.add)


def _state_value(
    node: StateNode, graph_id: str, element_id: str, name: str, scope: Scope, registry: Registry
) -> ShownValue | None:
    if name in _BLOCKS:
        return _block(name, getattr(node, name), graph_id, element_id, scope)
    action = registry.actions.get(node.activity.action or "") if node.activity is not None else None
    if action is None or node.activity is None:
        return None
    named = placeholders(action.line_template) or tuple(parameter.name for parameter in action.parameters)
    declared = {
        parameter.name: parameter for parameter in action.parameters if parameter.type not in _NOT_TYPED
    }
    first = next((declared[name] for name in named if name in declared), None)
    if first is None:
        return None
    current = node.activity.params.get(first.name, first.default)

    def put(document: Document, value: JsonValue) -> Document:
        return set_field(document, graph_id, element_id, f"activity.params.{first.name}", value)

    return _parameter(first, current, scope, put)


def _parameter_setter(
    graph_id: str, element_id: str, name: str, registry: Registry
) -> Callable[[Document, JsonValue], Document]:
    return lambda document, value: set_parameter(document, graph_id, element_id, name, value, registry)


def _parameter(
    parameter: Parameter, current: JsonValue, scope: Scope, put: Callable[[Document, JsonValue], Document]
) -> ShownValue:
    def edit(document: Document, text: str) -> Document:
        return put(document, _value_of(parameter, current, text))

    def check(text: str) -> str:
        expression = expression_text(_value_of(parameter, current, text))
        return "" if expression is None else _expression_problem(expression, scope, argument_type(parameter))

    return ShownValue(parameter.name, parameter.label, _text_of(current), check, edit)


def _text_of(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(value_text(item) for item in value)
    return value_text(value)


def _value_of(parameter: Parameter, current: JsonValue, text: str) -> JsonValue:
    """Return the value that a text stands for: a literal of the parameter's type, else an expression."""
    stripped = text.strip()
    if not stripped:
        return None
    if parameter.type in _NUMBERS:
        number = _number(stripped)
        return number if number is not None else {"expr": stripped}
    if parameter.type in ("vector", "point"):
        parts = [_number(part) for part in stripped.strip("[]()").split(",")]
        if len(parts) == 2 and None not in parts:
            return list(parts)
    if parameter.type == "threshold":
        return int(stripped) if stripped.removeprefix("-").isdecimal() else stripped
    if parameter.type in ("enum", "variable") or isinstance(current, str):
        return stripped.replace(" ", "_") if parameter.type == "enum" else stripped
    if expression_text(current) is not None or parameter.type not in ("string", "path"):
        return {"expr": stripped}
    return stripped


def _number(text: str) -> int | float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return shortest_number(number) if math.isfinite(number) else None


def _expression(
    label: str, path: str, text: str, graph_id: str, element_id: str, scope: Scope, expected: Type
) -> ShownValue:
    def edit(document: Document, new: str) -> Document:
        return set_field(document, graph_id, element_id, path, new.strip() or None)

    def check(new: str) -> str:
        return _expression_problem(new, scope, expected) if new.strip() else ""

    return ShownValue(path.partition(".")[0], label, text, check, edit)


def _expression_problem(text: str, scope: Scope, expected: Type | None) -> str:
    try:
        check_expression(text, scope, expected)
    except ExpressionError as error:
        return str(error)
    return ""


def _block(name: str, lines: tuple[str, ...], graph_id: str, element_id: str, scope: Scope) -> ShownValue:
    def parts(text: str) -> list[str]:
        return [part.strip() for part in text.split(";") if part.strip()]

    shown = one_line(lines)

    def edit(document: Document, text: str) -> Document:
        changed = lines if text.strip() == shown else parts(text)
        return set_field(document, graph_id, element_id, name, changed or None)

    def check(text: str) -> str:
        if has_conditions(lines):
            return "" if text.strip() == shown else _IN_INSPECTOR
        problems = check_action_lines(parts(text), scope)
        return str(problems[0]) if problems else ""

    return ShownValue(name, name.capitalize(), shown, check, edit)


def _plain(name: str, value: JsonValue, graph_id: str, element_id: str) -> ShownValue:
    """Return a field that holds a literal or an expression, whichever its text reads as."""

    def edit(document: Document, text: str) -> Document:
        return set_field(document, graph_id, element_id, name, read(text.strip()))

    def read(text: str) -> JsonValue:
        if not text:
            return None
        if expression_text(value) is not None:
            return {"expr": text}
        if name in _NAMES or isinstance(value, str):
            return text
        try:
            found: JsonValue = json.loads(text)
        except ValueError:
            return {"expr": text}
        return found if isinstance(found, (int, float, bool, str)) else {"expr": text}

    return ShownValue(name, name.capitalize(), _text_of(value), lambda _text: "", edit)


def problem_of(document: Document, shown: ShownValue, text: str) -> str:
    """Return why a text cannot be taken for a value, or ""."""
    problem = shown.check(text)
    if problem:
        return problem
    try:
        shown.edit(document, text)
    except EditRefused as refused:
        return str(refused)
    return ""


def may_be_kept(document: Document, shown: ShownValue, text: str) -> bool:
    """Tell whether a text is right but for names that are not declared yet, as the inspector takes it too."""
    problem = shown.check(text)
    if not is_only_undeclared(problem):
        return False
    try:
        shown.edit(document, text)
    except EditRefused:
        return False
    return True


ACTIVITY = "activity"
_FIRST_ROW = 28.0
"""From the top of a state down to the top of the first row under its name, px."""
_BADGE_SIDE = 28.0


def tree_title_rect(picture: TreeNodePicture, rect: Rect) -> Rect:
    """Return where the title of a node of a tree is; that of a question is in its header."""
    if isinstance(picture, NodePicture):
        return node_title_rect(picture, rect)
    return Rect(rect.left + 42, rect.top + 10, rect.right - _BADGE_SIDE, rect.top + 30)


def tree_value_rects(
    picture: TreeNodePicture, rect: Rect, in_title: tuple[str, ...], in_line: tuple[str, ...]
) -> dict[str, Rect]:
    """Return where the values of a node of a tree stand, by name; what a question asks is its title."""
    if isinstance(picture, NodePicture):
        return node_value_rects(picture, rect, in_title, in_line)
    names = (*in_title, *in_line)
    if not names or not picture.title_is_expression:
        return {}
    return {names[0]: tree_title_rect(picture, rect)}


def node_title_rect(picture: NodePicture, rect: Rect) -> Rect:
    """Return where the title of a tree node is."""
    geometry = node_geometry(picture, rect.width)
    left = rect.left + geometry.text_left
    top = rect.top + geometry.body_top
    one_line = not picture.parameter_line or picture.shape == NodeShape.PILL
    middle = top + (geometry.body_height / 2 if one_line else 16.0)
    return Rect(left - 4, middle - 10, rect.right - _BADGE_SIDE, middle + 10)


def node_value_rects(
    picture: NodePicture, rect: Rect, in_title: tuple[str, ...], in_line: tuple[str, ...]
) -> dict[str, Rect]:
    """Return where the values of a tree node stand, by name; of several in one line each takes its part."""
    found: dict[str, Rect] = {}
    if picture.guard is not None:
        found[GUARD] = Rect(rect.left, rect.top, rect.right, rect.top + STRIP_HEIGHT)
    if in_title:
        found[in_title[0]] = node_title_rect(picture, rect)
    if in_line and picture.parameter_line and picture.shape != NodeShape.PILL:
        geometry = node_geometry(picture, rect.width)
        left = rect.left + geometry.text_left
        middle = rect.top + geometry.body_top + 32.5
        line = Rect(left - 4, middle - 8, rect.right - _BADGE_SIDE, middle + 9)
        first, comma, _ = picture.parameter_line.partition(", ")
        if len(in_line) == 1 or not comma:
            found[in_line[0]] = line
        else:
            fixed = picture.parameter_is_expression
            border = left + text_width(f"{first},", TextSize.CAPTION, TextWeight.REGULAR, fixed)
            border = min(max(border, line.left + 8), line.right - 24)
            found[in_line[0]] = line._replace(right=border)
            found[in_line[1]] = line._replace(left=border)
    return found


def state_value_rects(picture: StatePicture, rect: Rect) -> dict[str, Rect]:
    """Return where the rows of a plain state stand: `entry`, `activity`, `update`, `exit`."""
    found = {}
    for place, row in enumerate(picture.rows):
        top = rect.top + _FIRST_ROW + ROW_HEIGHT * place
        if not row.key.startswith("on "):
            found[row.key or ACTIVITY] = Rect(rect.left + 10, top, rect.right - 10, top + ROW_HEIGHT)
    return found
