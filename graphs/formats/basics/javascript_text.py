"""Write expressions of Mindloom as JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from graphs.expressions import syntax
from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression

_CHOICE, _OR, _AND, _EQUAL, _COMPARE, _ADD, _TIMES, _UNARY, _ATOM = range(1, 10)
_BINDING = {"+": _ADD, "-": _ADD, "*": _TIMES, "/": _TIMES, "%": _TIMES}
_EQUALITY = {"==": "===", "!=": "!=="}
_MATH = frozenset({"abs", "ceil", "floor", "max", "min", "sign", "sqrt"})


@dataclass
class JavaScriptWords:
    """Say what names are in the other program; `notes` gathers, as sentences, what is not the same there.

    `name_of` is given a name with its fields, such as `event.loudness`, and returns JavaScript, or None for
    what is not known there and is written as it is.
    """

    name_of: Callable[[tuple[str, ...]], str | None]
    notes: list[str] = field(default_factory=list)

    def text(self, expression: str) -> str:
        """Return an expression as JavaScript; one that cannot be read is returned as it is."""
        try:
            return self._said(parse_expression(expression))[0]
        except ExpressionError as error:
            self.notes.append(f"It is written as it is: {error.message}")
            return expression

    def _in(self, node: syntax.SyntaxNode, least: int) -> str:
        text, binding = self._said(node)
        return text if binding >= least else f"({text})"

    def _said(self, node: syntax.SyntaxNode) -> tuple[str, int]:
        match node:
            case syntax.NumberLiteral() | syntax.BoolLiteral():
                return json.dumps(node.value), _ATOM
            case syntax.StringLiteral():
                inner = json.dumps(node.value, ensure_ascii=False)[1:-1].replace('\\"', '"')
                return "'" + inner.replace("'", "\\'") + "'", _ATOM
            case syntax.NoneLiteral():
                return "null", _ATOM
            case syntax.Name() | syntax.FieldAccess():
                return self._path(node)
            case syntax.Unary(operator="not"):
                return f"!{self._in(node.operand, _UNARY)}", _UNARY
            case syntax.Unary():
                inner = self._in(node.operand, _UNARY)
                return f"-({inner})" if inner.startswith("-") else f"-{inner}", _UNARY
            case syntax.Binary():
                return self._binary(node)
            case syntax.LogicalSyntax():
                word, binding = (" && ", _AND) if node.operator == "and" else (" || ", _OR)
                return word.join(self._in(each, binding + 1) for each in node.operands), binding
            case syntax.ComparisonSyntax():
                return self._comparison(node)
            case syntax.IfElse():
                test, yes = self._in(node.condition, _OR), self._in(node.when_true, _OR)
                return f"{test} ? {yes} : {self._in(node.when_false, _CHOICE)}", _CHOICE
        return self._call(node), _ATOM

    def _binary(self, node: syntax.Binary) -> tuple[str, int]:
        binding = _BINDING[node.operator]
        left, right = self._in(node.left, binding), self._in(node.right, binding + 1)
        if node.operator == "%":
            self.notes.append("'%' takes the sign of the dividend there, that of the divisor here.")
        right = f"({right})" if right.startswith("-") else right
        return f"{left} {node.operator} {right}", binding

    def _comparison(self, node: syntax.ComparisonSyntax) -> tuple[str, int]:
        parts = []
        for left, operator, right in zip(node.operands, node.operators, node.operands[1:], strict=False):
            word = _EQUALITY.get(operator, operator)
            parts.append(f"{self._in(left, _ADD)} {word} {self._in(right, _ADD)}")
        return " && ".join(parts), _COMPARE if len(parts) == 1 else _AND

    def _path(self, node: syntax.SyntaxNode) -> tuple[str, int]:
        parts: list[str] = []
        target = node
        while isinstance(target, syntax.FieldAccess):
            parts.append(target.field)
            target = target.target
        if not isinstance(target, syntax.Name):
            return f"{self._in(target, _ATOM)}.{'.'.join(reversed(parts))}", _ATOM
        path = (target.name, *reversed(parts))
        found = self.name_of(path)
        if found is None:
            self.notes.append(f"The other program has to know {'.'.join(path)}.")
            return ".".join(path), _ATOM
        return found, _ATOM if found.isidentifier() or "(" in found or "." in found else _UNARY

    def _call(self, node: syntax.SyntaxNode) -> str:
        """Return a call of a function; a curve and the degree of a fuzzy set are functions too."""
        given = [self._in(each, _CHOICE) for each in syntax.syntax_children(node)]
        match node:
            case syntax.DegreeSyntax():
                name = "_".join([node.name, "is", *node.hedges, node.set])
            case syntax.CallSyntax(name=name) | syntax.CurveSyntax(name=name):
                pass
            case _:
                raise AssertionError(type(node))
        if name in _MATH:
            return f"Math.{name}({', '.join(given)})"
        if name == "clamp" and len(given) == 3:
            return f"Math.min(Math.max({given[0]}, {given[1]}), {given[2]})"
        self.notes.append(f"The other program has to bring the function {name}.")
        return f"{name}({', '.join(given)})"
