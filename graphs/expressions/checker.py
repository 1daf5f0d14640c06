"""Check a syntax tree against a scope and give every node its type (rules 2.4, 2.6)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Literal

from graphs.expressions.call_checks import check_call, event_argument
from graphs.expressions.conversions import common_type, converted
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import FUZZY_FUNCTIONS, PURE_FUNCTIONS
from graphs.expressions.fuzzy_degrees import FuzzyDegrees, as_truth
from graphs.expressions.names import name_remedy
from graphs.expressions.parser import parse_expression
from graphs.expressions.scope import Scope
from graphs.expressions.syntax import (
    Argument,
    Binary,
    BoolLiteral,
    CallSyntax,
    ComparisonSyntax,
    CurveSyntax,
    DegreeSyntax,
    FieldAccess,
    IfElse,
    LogicalSyntax,
    Name,
    NoneLiteral,
    NumberLiteral,
    StringLiteral,
    SyntaxNode,
    Unary,
)
from graphs.expressions.typed import (
    Arithmetic,
    Conditional,
    Constant,
    ContextRead,
    CurveRead,
    EntityField,
    EventField,
    EventName,
    LastField,
    Negate,
    Not,
    TypedExpression,
    VariableRead,
    VectorComponent,
)
from graphs.expressions.typed import Comparison as TypedComparison
from graphs.expressions.typed import Logical as TypedLogical
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, STRING, VECTOR, Type, ValueType, readable_type

_LITERAL_TYPES: dict[type, Type] = {bool: BOOL, int: INT, float: FLOAT, str: STRING}


def check_expression(
    expression: SyntaxNode | str, scope: Scope, expected: Type | None = None
) -> TypedExpression:
    """Return the typed tree of an expression, converted to the expected type if one is given.

    A text is parsed first. Raises ExpressionError at the first problem found.
    """
    syntax = parse_expression(expression) if isinstance(expression, str) else expression
    checker = ExpressionChecker(scope)
    if expected == BOOL:
        return checker.truth(syntax)
    typed = checker.check(syntax)
    return typed if expected is None else converted(typed, expected)


def checked_rule(text: str, scope: Scope) -> TypedExpression:
    """Return how far the condition of a fuzzy rule holds, as `check_expression` does (rule 10.5)."""
    return fuzzy_degrees(scope).of_rule(text)


def fuzzy_degrees(scope: Scope) -> FuzzyDegrees:
    """Return what writes the degrees of a scope's fuzzy sheets."""
    return FuzzyDegrees(scope, lambda node, inner: ExpressionChecker(inner).check(node))


class ExpressionChecker:
    """Check syntax nodes against one scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def check(self, node: SyntaxNode) -> TypedExpression:
        """Return the typed form of a node; raise ExpressionError if it or a part is refused."""
        match node:
            case NumberLiteral() | StringLiteral() | BoolLiteral():
                kind = _LITERAL_TYPES[type(node.value)]
                return Constant(kind, node.start, node.end, node.value)
            case NoneLiteral():
                return Constant(ENTITY, node.start, node.end, None)
            case Name():
                return self._name(node)
            case FieldAccess():
                return self._field(node)
            case CallSyntax() | CurveSyntax() | DegreeSyntax():
                return self._call(node)
            case Unary(operator="not"):
                return Not(BOOL, node.start, node.end, self.truth(node.operand))
            case Unary():
                return self._negation(node)
            case Binary():
                return self._arithmetic(node)
            case LogicalSyntax():
                operands = tuple(self.truth(operand) for operand in node.operands)
                return TypedLogical(BOOL, node.start, node.end, node.operator, operands)
            case ComparisonSyntax():
                return self._comparison(node)
            case IfElse():
                return self._conditional(node)
            case _:
                raise AssertionError(f"unknown syntax node {type(node).__name__}")

    def truth(self, node: SyntaxNode) -> TypedExpression:
        """Return the typed form of a node as true or false; a degree is true from a half on (rule 10.4)."""
        typed = self.check(node)
        return as_truth(typed) if isinstance(node, DegreeSyntax) else converted(typed, BOOL)

    def _call(self, node: CallSyntax | CurveSyntax | DegreeSyntax) -> TypedExpression:
        if isinstance(node, CurveSyntax):
            return self._curve(node)
        if isinstance(node, DegreeSyntax):
            return fuzzy_degrees(self.scope).degree(node)
        if node.name in FUZZY_FUNCTIONS and node.name not in self.scope.conditions:
            axis = node.arguments[0].value if len(node.arguments) == 1 else None
            if not isinstance(axis, Name):
                usage = FUZZY_FUNCTIONS[node.name][0]
                said = f"'{node.name}' takes the name of one fuzzy input or output."
                raise ExpressionError(said, node.start, node.end, f"Write {usage}.")
            fuzzy = fuzzy_degrees(self.scope)
            return (fuzzy.number if node.name == "number" else fuzzy.strongest)(axis.name, node)
        return check_call(node, self.scope, self._argument)

    def _curve(self, node: CurveSyntax) -> TypedExpression:
        if node.name not in self.scope.curves:
            end = node.name_start + len(node.name)
            remedy = name_remedy(node.name, self.scope.curves, "Add a curve of this name.")
            raise ExpressionError(f"Unknown curve '{node.name}'.", node.name_start, end, remedy)
        return CurveRead(FLOAT, node.start, node.end, node.name, converted(self.check(node.operand), FLOAT))

    def _argument(self, argument: Argument) -> TypedExpression:
        return self.check(argument.value)

    def _name(self, node: Name) -> TypedExpression:
        name, scope = node.name, self.scope
        if name == "time":
            return ContextRead(FLOAT, node.start, node.end, "time")
        if name == "self":
            return ContextRead(ENTITY, node.start, node.end, "self")
        if name == "state_time":
            if not scope.allow_state_time:
                raise ExpressionError(
                    "'state_time' has no meaning here: there is no state around this expression.",
                    node.start,
                    node.end,
                    "Use it in a state or on a transition; elsewhere keep a time in a variable.",
                )
            return ContextRead(FLOAT, node.start, node.end, "state_time")
        if name == "event":
            self._require_event(node)
            raise ExpressionError(
                "'event' cannot be used by itself.",
                node.start,
                node.end,
                "Read event.name or a payload field.",
            )
        if name in scope.variables:
            variable = scope.variables[name]
            if variable.type.item is not None:
                remedy = f"Use len({name}), contains({name}, …) or at({name}, 0)."
                raise ExpressionError(f"'{name}' is {variable.type.phrase}.", node.start, node.end, remedy)
            return VariableRead(readable_type(variable.type), node.start, node.end, name, variable.slot_key)
        raise self._unknown_name(node)

    def _unknown_name(self, node: Name) -> ExpressionError:
        name, scope = node.name, self.scope
        if name in PURE_FUNCTIONS:
            usage = PURE_FUNCTIONS[name].usage
            return ExpressionError(
                f"'{name}' is a function and needs arguments.", node.start, node.end, f"Write {usage}."
            )
        if name in scope.conditions:
            return ExpressionError(
                f"'{name}' is a condition and needs parentheses.", node.start, node.end, f"Write {name}()."
            )
        readable = {*scope.variables, "false", "none", "self", "time", "true"}
        if scope.allow_state_time:
            readable.add("state_time")
        if scope.allow_event:
            readable.add("event")
        readable |= {*PURE_FUNCTIONS, *scope.conditions}
        remedy = name_remedy(name, readable, "Declare a variable of this name.")
        return ExpressionError(f"Unknown name '{name}'.", node.start, node.end, remedy)

    def _require_event(self, node: SyntaxNode) -> None:
        if not self.scope.allow_event:
            raise ExpressionError(
                "'event' has no meaning here: no event belongs to this expression.",
                node.start,
                node.end,
                "Use received(noise) and last(noise).at to ask for an event of this tick.",
            )

    def _field(self, node: FieldAccess) -> TypedExpression:
        target, name = node.target, node.field
        if isinstance(target, Name) and target.name == "event":
            return self._event_field(node, target)
        if isinstance(target, CallSyntax) and target.name == "last":
            event = event_argument(target, self.scope)
            fields = self.scope.events[event]
            if name not in fields:
                raise self._unknown_field(node, f"Event '{event}'", fields)
            return LastField(readable_type(fields[name]), node.start, node.end, event, name)
        typed = self.check(target)
        if typed.type.kind is ValueType.VECTOR:
            if name not in ("x", "y"):
                raise self._unknown_field(node, "A vector", ("x", "y"))
            component: Literal["x", "y"] = "x" if name == "x" else "y"
            return VectorComponent(FLOAT, node.start, node.end, typed, component)
        if typed.type.kind is ValueType.ENTITY:
            fields = self.scope.entity_fields
            if name not in fields:
                raise self._unknown_field(node, "An entity", fields)
            return EntityField(readable_type(fields[name]), node.start, node.end, typed, name)
        phrase = typed.type.phrase
        raise ExpressionError(
            f"{phrase[0].upper()}{phrase[1:]} has no fields.",
            node.field_start,
            node.end,
            "Only entities, vectors, event and last(…) have fields.",
        )

    def _event_field(self, node: FieldAccess, target: Name) -> TypedExpression:
        self._require_event(target)
        if node.field == "name":
            return EventName(STRING, node.start, node.end)
        fields = self.scope.current_event_fields()
        if node.field not in fields:
            raise self._unknown_field(node, "The event", {**fields, "name": STRING})
        return EventField(readable_type(fields[node.field]), node.start, node.end, node.field)

    def _unknown_field(self, node: FieldAccess, owner: str, known: Iterable[str]) -> ExpressionError:
        return ExpressionError(
            f"{owner} has no field '{node.field}'.",
            node.field_start,
            node.field_start + len(node.field),
            name_remedy(node.field, known),
        )

    def _negation(self, node: Unary) -> TypedExpression:
        operand = self.check(node.operand)
        if not operand.type.is_number and operand.type.kind is not ValueType.VECTOR:
            raise ExpressionError(
                f"'-' needs a number or a vector, but this is {operand.type.phrase}.",
                operand.start,
                operand.end,
            )
        return Negate(operand.type, node.start, node.end, operand)

    def _arithmetic(self, node: Binary) -> TypedExpression:
        left, right = self.check(node.left), self.check(node.right)
        operator = node.operator
        if left.type.is_number and right.type.is_number:
            both_int = left.type.kind is right.type.kind is ValueType.INT
            result = INT if both_int and operator != "/" else FLOAT
            return Arithmetic(
                result, node.start, node.end, operator, converted(left, result), converted(right, result)
            )
        vectors = [side.type.kind is ValueType.VECTOR for side in (left, right)]
        if all(vectors) and operator in ("+", "-"):
            return Arithmetic(VECTOR, node.start, node.end, operator, left, right)
        if operator == "*" and any(vectors) and (left.type.is_number or right.type.is_number):
            scaled = [
                side if side.type.kind is ValueType.VECTOR else converted(side, FLOAT)
                for side in (left, right)
            ]
            return Arithmetic(VECTOR, node.start, node.end, operator, *scaled)
        remedy = ""
        if operator == "/" and vectors[0] and right.type.is_number:
            remedy = "Multiply by 1 / x instead."
        elif operator == "*" and all(vectors):
            remedy = "Use dot(a, b) for the dot product."
        raise ExpressionError(
            f"'{operator}' cannot join {left.type.phrase} and {right.type.phrase}.",
            node.start,
            node.end,
            remedy,
        )

    def _comparison(self, node: ComparisonSyntax) -> TypedExpression:
        operands = [self.check(operand) for operand in node.operands]
        for index, operator in enumerate(node.operators):
            for operand in operands[index : index + 2]:
                if operator not in ("==", "!=") and not operand.type.is_number:
                    raise ExpressionError(
                        f"'{operator}' compares numbers, but this is {operand.type.phrase}.",
                        operand.start,
                        operand.end,
                        "Use its length, .x or .y." if operand.type.kind is ValueType.VECTOR else "",
                    )
        shared = common_type(operands)
        if shared is None:
            raise self._not_comparable(operands)
        typed = tuple(converted(operand, shared) for operand in operands)
        return TypedComparison(BOOL, node.start, node.end, typed, node.operators)

    def _not_comparable(self, operands: list[TypedExpression]) -> ExpressionError:
        for left, right in itertools.pairwise(operands):
            if common_type((left, right)) is None:
                first, second = left.type.phrase, right.type.phrase
                also = " with other values" if first == second else ""
                return ExpressionError(
                    f"{first[0].upper()}{first[1:]} cannot be compared with {second}{also}.",
                    left.start,
                    right.end,
                    "Compare values of the same type.",
                )
        return ExpressionError(
            "These values are not all of one type.",
            operands[0].start,
            operands[-1].end,
            "Compare them in pairs.",
        )

    def _conditional(self, node: IfElse) -> TypedExpression:
        when_true = self.check(node.when_true)
        condition = self.truth(node.condition)
        when_false = self.check(node.when_false)
        shared = common_type((when_true, when_false))
        if shared is None:
            raise ExpressionError(
                f"The two results differ: {when_true.type.phrase} and {when_false.type.phrase}.",
                node.start,
                node.end,
                "Give both sides of 'if … else' the same type.",
            )
        branches = converted(when_true, shared), converted(when_false, shared)
        return Conditional(shared, node.start, node.end, condition, *branches)
