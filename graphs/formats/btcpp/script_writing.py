"""Say expressions and lines of Mindloom as scripts of BehaviorTree.CPP, or say what they cannot say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.expressions.action_syntax import AssignStatement, parse_action_line
from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import (
    Binary,
    BoolLiteral,
    CallSyntax,
    ComparisonSyntax,
    IfElse,
    LogicalSyntax,
    Name,
    NumberLiteral,
    StringLiteral,
    SyntaxNode,
    Unary,
)
from graphs.formats.btcpp.script_translation import EPSILON, Unsayable

_OR, _AND, _COMPARE, _PLUS, _TIMES, _PREFIX, _ATOM = range(6, 20, 2)
_POWERS = {"or": _OR, "and": _AND, "+": _PLUS, "-": _PLUS, "*": _TIMES, "/": _TIMES}
_WORDS = {"or": "||", "and": "&&"}


@dataclass(frozen=True)
class KeyScope:
    """Hold the keys of variables; `odd` are the types of those whose values scripts do not know."""

    keys: Mapping[str, str] = field(default_factory=dict)
    odd: Mapping[str, str] = field(default_factory=dict)

    def key(self, name: str) -> str:
        """Return the key of a variable; raises `Unsayable`."""
        if name in self.odd:
            raise Unsayable(f"'{name}' is of the type {self.odd[name]}, which scripts do not have.")
        if name not in self.keys:
            raise Unsayable(f"Scripts know no '{name}'.")
        return self.keys[name]


def script_of(text: str, scope: KeyScope) -> str:
    """Return an expression as a script; raises `Unsayable`."""
    try:
        return _said(parse_expression(text), scope, 0)
    except ExpressionError as error:
        raise Unsayable(f"It cannot be read: {error.message}") from None


def lines_script(lines: Iterable[str], scope: KeyScope) -> str:
    """Return action lines as a script; raises `Unsayable` for what is no assignment."""
    said = []
    for line in lines:
        if not line.strip():
            continue
        try:
            statement = parse_action_line(line)
        except ExpressionError:
            statement = None
        if not isinstance(statement, AssignStatement):
            raise Unsayable(f"'{line.strip()[:60]}' is no assignment.")
        said.append(f"{scope.key(statement.target.name)} := {_said(statement.value, scope, 0)}")
    if not said:
        raise Unsayable("A script has a statement at least.")
    return "; ".join(said)


def _said(node: SyntaxNode, scope: KeyScope, least: int) -> str:
    text, power = _text(node, scope)
    return f"({text})" if power < least else text


def _text(node: SyntaxNode, scope: KeyScope) -> tuple[str, int]:
    """Return a value with how tightly it binds."""
    match node:
        case BoolLiteral(value=value):
            return ("true" if value else "false"), _ATOM
        case NumberLiteral(value=value):
            return repr(value), _PREFIX if value < 0 else _ATOM
        case StringLiteral(value=value):
            if "'" in value:
                raise Unsayable("A text with ' in it cannot stand in a script.")
            return f"'{value}'", _ATOM
        case Name(name=name):
            return scope.key(name), _ATOM
        case Unary(operator=operator, operand=operand):
            return ("!" if operator == "not" else "-") + _said(operand, scope, _ATOM), _PREFIX
        case Binary(operator=operator, left=left, right=right) if operator in _POWERS:
            power = _POWERS[operator]
            return f"{_said(left, scope, power)} {operator} {_said(right, scope, power + 1)}", power
        case LogicalSyntax(operator=operator, operands=operands):
            power = _POWERS[operator]
            return f" {_WORDS[operator]} ".join(_said(each, scope, power + 1) for each in operands), power
        case ComparisonSyntax():
            return _comparison(node, scope), _COMPARE
        case IfElse(condition=condition, when_true=then, when_false=otherwise):
            parts = (_said(condition, scope, _OR), _said(then, scope, _OR), _said(otherwise, scope, _OR))
            return f"{parts[0]} ? {parts[1]} : {parts[2]}", 4
        case CallSyntax(name=name):
            raise Unsayable(f"Scripts have no {name}(…).")
    raise Unsayable("Scripts cannot say it.")


def _comparison(node: ComparisonSyntax, scope: KeyScope) -> str:
    operators, operands = _compared(node)
    said = _said(operands[0], scope, _PLUS)
    for operator, operand in zip(operators, operands[1:], strict=True):
        said += f" {operator} {_said(operand, scope, _PLUS)}"
    return said


def _compared(node: ComparisonSyntax) -> tuple[Sequence[str], Sequence[SyntaxNode]]:
    """Return the operators and what they compare; `abs(a - b) <= …` is how equality is said here."""
    match node.operands:
        case (
            CallSyntax(name="abs", arguments=(argument,)),
            NumberLiteral(value=bound),
        ) if bound == float(EPSILON):
            difference, operator = argument.value, {"<=": "==", ">": "!="}.get(node.operators[0])
            if operator is not None and isinstance(difference, Binary) and difference.operator == "-":
                return (operator,), (difference.left, difference.right)
    return node.operators, node.operands
