"""Turn typed expressions and action lines into plain JSON data and back, verified (rule 2.7).

A node is ``{"node": kind, "type": type, "span": [start, end], …}`` with the fields of its class. Reading
is by allow-list: every kind, field and type is checked, so that a file from anywhere yields a well-typed
tree or a TypedDataError, and nothing is ever executed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from graphs.expressions.functions import (
    LIST_FUNCTIONS,
    PURE_FUNCTIONS,
    ParameterForm,
    PureFunction,
    ResultForm,
)
from graphs.expressions.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    ConditionCall,
    Constant,
    ContextRead,
    CurveRead,
    EntityField,
    EventField,
    EventName,
    FunctionCall,
    LastField,
    Logical,
    Negate,
    Not,
    Received,
    ToFloat,
    TypedExpression,
    VariableRead,
    VectorComponent,
    typed_children,
    walk_typed,
)
from graphs.expressions.types import (
    BOOL,
    ENTITY,
    FLOAT,
    INT,
    STRING,
    TRIGGER,
    VECTOR,
    Type,
    Value,
    ValueType,
    fits_type,
    list_type,
)
from graphs.model.variables_and_events import MOST_ITEMS

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
_DEEPEST = 150  # levels of a tree that is read; checked expressions stay below 130
_WITH_PARTS = frozenset({ValueType.ENUM, ValueType.LIST})
_COMMON = ("type", "start", "end")
_FieldReader: TypeAlias = Callable[[object, str, int], Any]


def list_problem(node: TypedExpression) -> str:
    """Return what is wrong where a list is anything but what a function of lists is asked about, or ""."""
    where = node.arguments[:1] if isinstance(node, FunctionCall) and node.function in LIST_FUNCTIONS else ()
    named = isinstance(where[0], VariableRead) if where else True
    out = all(part in where or part.type.item is None for part in typed_children(node))
    return "" if named and out else "A list stands only first in len, contains and at."


def type_problem(node: TypedExpression) -> str:
    """Return what is wrong with a node's type, operator or operands' types, or ""."""
    if node.type.kind is ValueType.TRIGGER:
        return "An expression cannot have the type trigger."
    rule = _RULES.get(type(node))
    return "" if rule is None or rule(node) else f"The parts of this {type(node).__name__} do not fit."


def _constant(node: Constant) -> bool:
    if node.type.kind is ValueType.VECTOR:
        return False
    return (node.type.kind is ValueType.ENTITY) == (node.value is None)


def _context_read(node: ContextRead) -> bool:
    return node.type == {"time": FLOAT, "state_time": FLOAT, "self": ENTITY}.get(node.name)


def _component(node: VectorComponent) -> bool:
    return node.component in ("x", "y") and node.type == FLOAT and node.vector.type == VECTOR


def _arithmetic(node: Arithmetic) -> bool:
    sides = (node.left.type, node.right.type)
    if node.type == VECTOR:
        if node.operator == "*":
            return set(sides) == {VECTOR, FLOAT}
        return node.operator in ("+", "-") and sides == (VECTOR, VECTOR)
    allowed = ("+", "-", "*", "%") if node.type == INT else ("+", "-", "*", "/", "%")
    return node.type.is_number and node.operator in allowed and sides == (node.type, node.type)


def _comparison(node: Comparison) -> bool:
    kinds = {operand.type for operand in node.operands}
    fits = node.type == BOOL and len(kinds) == 1 and len(node.operators) == len(node.operands) - 1 >= 1
    if not fits:
        return False
    allowed = {"==", "!="}
    if node.operands[0].type.is_number:
        allowed |= {"<", "<=", ">", ">="}
    return allowed.issuperset(node.operators)


def _logical(node: Logical) -> bool:
    all_bool = all(operand.type == BOOL for operand in node.operands)
    return node.type == BOOL and node.operator in ("and", "or") and len(node.operands) >= 2 and all_bool


def _conditional(node: Conditional) -> bool:
    return node.condition.type == BOOL and node.when_true.type == node.type == node.when_false.type


def _function_call(node: FunctionCall) -> bool:
    if node.function in LIST_FUNCTIONS:
        return _list_call(node)
    function = PURE_FUNCTIONS.get(node.function)
    if function is None or not _right_count(function, len(node.arguments)):
        return False
    forms = [parameter.form for parameter in function.parameters]
    forms += [forms[-1]] * (len(node.arguments) - len(forms))
    shared: set[Type] = set()
    for form, argument in zip(forms, node.arguments, strict=True):
        if form in (ParameterForm.NUMBER, ParameterForm.FLOAT_OR_VECTOR):
            shared.add(argument.type)
        elif argument.type != (FLOAT if form is ParameterForm.FLOAT else VECTOR):
            return False
    if shared and not _shared_fits(forms, shared):
        return False
    expected = {ResultForm.INT: INT, ResultForm.FLOAT: FLOAT, ResultForm.VECTOR: VECTOR}.get(function.result)
    return node.type == (expected if expected is not None else next(iter(shared)))


def _list_call(node: FunctionCall) -> bool:
    listed = node.arguments[0].type if node.arguments else INT
    if listed.item is None:
        return False
    kinds = [each.type for each in node.arguments[1:]]
    match node.function:
        case "len":
            return node.type == INT and not kinds
        case "contains":
            return node.type == BOOL and kinds == [listed.item_type]
        case _:
            return node.type == listed.item_type and kinds == [INT]


def _right_count(function: PureFunction, count: int) -> bool:
    return count >= len(function.parameters) if function.variadic else count == len(function.parameters)


def _shared_fits(forms: list[ParameterForm], shared: set[Type]) -> bool:
    allowed = {INT, FLOAT} if ParameterForm.NUMBER in forms else {FLOAT, VECTOR}
    return len(shared) == 1 and shared <= allowed


_RULES: Mapping[type[TypedExpression], Callable[[Any], bool]] = {
    Arithmetic: _arithmetic,
    Comparison: _comparison,
    ConditionCall: lambda node: node.type == BOOL,
    CurveRead: lambda node: node.type == node.operand.type == FLOAT,
    Conditional: _conditional,
    Constant: _constant,
    ContextRead: _context_read,
    EntityField: lambda node: node.entity.type == ENTITY,
    EventName: lambda node: node.type == STRING,
    FunctionCall: _function_call,
    Logical: _logical,
    Negate: lambda node: node.type == node.operand.type and (node.type.is_number or node.type == VECTOR),
    Not: lambda node: node.type == BOOL and node.operand.type == BOOL,
    Received: lambda node: node.type == BOOL,
    ToFloat: lambda node: node.type == FLOAT and node.operand.type == INT,
    VectorComponent: _component,
}


class TypedDataError(ValueError):
    """Tell that JSON data is no typed expression; ``path`` leads to the place (``operands[1].left``)."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(f"{path or 'expression'}: {message}")
        self.message = message
        self.path = path


_NODES: Mapping[str, type[TypedExpression]] = {
    "arithmetic": Arithmetic,
    "comparison": Comparison,
    "condition_call": ConditionCall,
    "conditional": Conditional,
    "constant": Constant,
    "context_read": ContextRead,
    "curve": CurveRead,
    "entity_field": EntityField,
    "event_field": EventField,
    "event_name": EventName,
    "function_call": FunctionCall,
    "last_field": LastField,
    "logical": Logical,
    "negate": Negate,
    "not": Not,
    "received": Received,
    "to_float": ToFloat,
    "variable_read": VariableRead,
    "vector_component": VectorComponent,
}
_NAMES = {node: name for name, node in _NODES.items()}


def typed_to_json(typed: TypedExpression) -> dict[str, Json]:
    """Return plain data for a typed expression: dicts, lists, texts, numbers, bools and None."""
    data: dict[str, Json] = {
        "node": _NAMES[type(typed)],
        "type": type_to_json(typed.type),
        "span": [typed.start, typed.end],
    }
    for field in fields(typed):
        if field.name not in _COMMON:
            data[field.name] = _field_to_json(getattr(typed, field.name))
    return data


def typed_from_json(data: object, path: str = "") -> TypedExpression:
    """Return the typed expression that ``typed_to_json`` wrote; raise TypedDataError for other data."""
    node = _node_from_json(data, path, 1)
    if node.type.item is not None:
        raise TypedDataError("A list is no value of an expression.", path)
    given_nothing = _left_out(node)
    for part in walk_typed(node):
        problem = "" if id(part) in given_nothing else type_problem(part) or list_problem(part)
        if problem:
            raise TypedDataError(f"{problem} (characters {part.start} to {part.end})", path)
    return node


def _left_out(node: TypedExpression) -> frozenset[int]:
    """Return the constants that stand for arguments of conditions which were left out and have no default."""
    return frozenset(
        id(argument)
        for part in walk_typed(node)
        if isinstance(part, ConditionCall)
        for argument in part.arguments
        if isinstance(argument, Constant) and argument.value is None
    )


def type_to_json(declared: Type) -> Json:
    """Return a type as its name, as ``{"enum": [values]}`` or as ``{"list": type, "most": count}``."""
    if declared.item is not None:
        return {"list": type_to_json(declared.item_type), "most": declared.most}
    if declared.kind is ValueType.ENUM:
        return {"enum": list(declared.values)}
    return declared.kind.value


def type_from_json(data: object, path: str = "") -> Type:
    """Return the type that ``type_to_json`` wrote; raise TypedDataError for other data."""
    if isinstance(data, dict) and set(data) == {"enum"}:
        values = data["enum"]
        if isinstance(values, list) and all(isinstance(value, str) for value in values):
            return Type(ValueType.ENUM, tuple(values))
    elif isinstance(data, dict) and set(data) == {"list", "most"}:
        item, most = type_from_json(data["list"], path), data["most"]
        whole = isinstance(most, int) and not isinstance(most, bool) and 1 <= most <= MOST_ITEMS
        if whole and item.item is None and item != TRIGGER:
            return list_type(item.kind.value, most, item.values)
    elif isinstance(data, str) and data not in _WITH_PARTS and data in {kind.value for kind in ValueType}:
        return Type(ValueType(data))
    raise TypedDataError(f"Expected a type but found {_shown(data)}.", path)


def require_object(data: object, keys: set[str], path: str) -> dict[str, Any]:
    """Return a JSON object that has exactly the given keys; raise TypedDataError for other data."""
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise TypedDataError(f"Expected an object but found {_shown(data)}.", path)
    if set(data) != keys:
        missing, unknown = sorted(keys - set(data)), sorted(set(data) - keys)
        said = f"missing {', '.join(missing)}" if missing else f"unknown {', '.join(unknown)}"
        raise TypedDataError(f"The object has wrong fields: {said}.", path)
    return data


def require_text(data: object, path: str) -> str:
    """Return a JSON text; raise TypedDataError for other data."""
    if not isinstance(data, str):
        raise TypedDataError(f"Expected a text but found {_shown(data)}.", path)
    return data


def _field_to_json(value: object) -> Json:
    if isinstance(value, TypedExpression):
        return typed_to_json(value)
    if isinstance(value, tuple):
        return [_field_to_json(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON form.")


def _node_from_json(data: object, path: str, depth: int) -> TypedExpression:
    if depth > _DEEPEST:
        raise TypedDataError(f"The tree is more than {_DEEPEST} levels deep.", path)
    if not isinstance(data, dict):
        raise TypedDataError(f"Expected an expression node but found {_shown(data)}.", path)
    kind = data.get("node")
    if not isinstance(kind, str) or kind not in _NODES:
        raise TypedDataError(f"Unknown expression node {_shown(kind)}.", path)
    node_class = _NODES[kind]
    own = [field.name for field in fields(node_class) if field.name not in _COMMON]
    record = require_object(data, {"node", "type", "span", *own}, path)
    declared = type_from_json(record["type"], _join(path, "type"))
    values = {
        name: _field_reader(node_class, name)(record[name], _join(path, name), depth + 1)
        for name in own
        if name != "value"
    }
    if "value" in own:
        values["value"] = _constant_value(record["value"], declared, _join(path, "value"))
    start, end = _span(record["span"], _join(path, "span"))
    return node_class(declared, start, end, **values)


def _constant_value(data: object, declared: Type, path: str) -> Value:
    if isinstance(data, int) and not isinstance(data, bool) and declared.kind is ValueType.FLOAT:
        data = float(data) if abs(data) < 2**53 else data
    if data is None:
        return None
    exact = declared.kind is not ValueType.FLOAT or (isinstance(data, float) and math.isfinite(data))
    if isinstance(data, (bool, int, float, str)) and exact and fits_type(data, declared):
        return data
    raise TypedDataError(f"{_shown(data)} is no {declared} constant.", path)


def _span(data: object, path: str) -> tuple[int, int]:
    if isinstance(data, list) and len(data) == 2:
        start, end = data
        both = isinstance(start, int) and isinstance(end, int)
        if both and not isinstance(start, bool) and not isinstance(end, bool) and 0 <= start <= end:
            return start, end
    raise TypedDataError(f"Expected a span [start, end] but found {_shown(data)}.", path)


def _text_field(data: object, path: str, depth: int) -> str:
    return require_text(data, path)


def _texts_field(data: object, path: str, depth: int) -> tuple[str, ...]:
    if not isinstance(data, list):
        raise TypedDataError(f"Expected a list but found {_shown(data)}.", path)
    return tuple(require_text(item, f"{path}[{index}]") for index, item in enumerate(data))


def _nodes_field(data: object, path: str, depth: int) -> tuple[TypedExpression, ...]:
    if not isinstance(data, list):
        raise TypedDataError(f"Expected a list but found {_shown(data)}.", path)
    return tuple(_node_from_json(item, f"{path}[{index}]", depth) for index, item in enumerate(data))


_FIELD_READERS: Mapping[str, _FieldReader] = {
    "arguments": _nodes_field,
    "component": _text_field,
    "condition": _text_field,
    "curve": _text_field,
    "entity": _node_from_json,
    "event": _text_field,
    "field": _text_field,
    "function": _text_field,
    "left": _node_from_json,
    "name": _text_field,
    "operand": _node_from_json,
    "operands": _nodes_field,
    "operator": _text_field,
    "operators": _texts_field,
    "right": _node_from_json,
    "slot_key": _text_field,
    "vector": _node_from_json,
    "when_false": _node_from_json,
    "when_true": _node_from_json,
}


def _field_reader(node_class: type[TypedExpression], name: str) -> _FieldReader:
    """Return how a field is read; ``condition`` is a node in one class and a name in another."""
    return _node_from_json if (node_class, name) == (Conditional, "condition") else _FIELD_READERS[name]


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(data: object) -> str:
    if isinstance(data, (dict, list)):
        return "an object" if isinstance(data, dict) else "a list"
    text = repr(data)
    return text if len(text) <= 40 else text[:40] + "…"
