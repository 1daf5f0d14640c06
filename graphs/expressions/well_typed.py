"""State the typing rules of typed nodes, to verify a tree that was read from a file (rule 2.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphs.expressions.functions import PURE_FUNCTIONS, ParameterForm, PureFunction, ResultForm
from graphs.expressions.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    ConditionCall,
    Constant,
    ContextRead,
    EntityField,
    EventName,
    FunctionCall,
    Logical,
    Negate,
    Not,
    Received,
    ToFloat,
    TypedExpression,
    VectorComponent,
)
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, STRING, VECTOR, Type, ValueType


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


def _entity_field(node: EntityField) -> bool:
    return node.entity.type == ENTITY


def _component(node: VectorComponent) -> bool:
    return node.component in ("x", "y") and node.type == FLOAT and node.vector.type == VECTOR


def _to_float(node: ToFloat) -> bool:
    return node.type == FLOAT and node.operand.type == INT


def _negate(node: Negate) -> bool:
    return node.type == node.operand.type and (node.type.is_number or node.type == VECTOR)


def _not(node: Not) -> bool:
    return node.type == BOOL and node.operand.type == BOOL


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


def _right_count(function: PureFunction, count: int) -> bool:
    return count >= len(function.parameters) if function.variadic else count == len(function.parameters)


def _shared_fits(forms: list[ParameterForm], shared: set[Type]) -> bool:
    allowed = {INT, FLOAT} if ParameterForm.NUMBER in forms else {FLOAT, VECTOR}
    return len(shared) == 1 and shared <= allowed


_RULES: Mapping[type[TypedExpression], Callable[[Any], bool]] = {
    Arithmetic: _arithmetic,
    Comparison: _comparison,
    ConditionCall: lambda node: node.type == BOOL,
    Conditional: _conditional,
    Constant: _constant,
    ContextRead: _context_read,
    EntityField: _entity_field,
    EventName: lambda node: node.type == STRING,
    FunctionCall: _function_call,
    Logical: _logical,
    Negate: _negate,
    Not: _not,
    Received: lambda node: node.type == BOOL,
    ToFloat: _to_float,
    VectorComponent: _component,
}
