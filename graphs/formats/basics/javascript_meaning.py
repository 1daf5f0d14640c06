"""Say parsed expressions of JavaScript in the language of Mindloom, with their types.

JavaScript has one sort of number. A number here is an int where all that it is made of are ints, so that
counters stay whole.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.formats.basics.javascript_expressions import (
    JsBinary,
    JsCall,
    JsChoice,
    JsExpression,
    JsLiteral,
    JsPath,
    JsUnary,
    NotSaid,
)

JsType = Literal["bool", "int", "float", "string", "unknown"]
"""The type of a value; `unknown` is that of a field whose use says what it is."""

_CHOICE, _OR, _AND, _NOT, _COMPARE, _ADD, _TIMES, _MINUS, _ATOM = range(1, 10)
_EQUALITY = {"==": "==", "===": "==", "!=": "!=", "!==": "!="}
_ORDER = {each: each for each in ("<", "<=", ">", ">=")}
_FUNCTIONS = frozenset({"abs", "floor", "ceil", "max", "min", "sqrt", "sign"})
_TO_INT = frozenset({"floor", "ceil", "sign"})
_LARGEST_INT = 2**31 - 1
_MOST_POWER = 6


@dataclass(frozen=True, slots=True)
class Said:
    """Hold an expression in the language of Mindloom: its text, its type, how tightly it binds."""

    text: str
    type: JsType
    binding: int = _ATOM


@dataclass
class Meaning:
    """Say expressions where names mean what two functions say.

    `value_of` returns what a name with its fields is, `answer_of` what a call is; both raise `NotSaid`, and
    `answer_of` returns None for a call that it does not know. `learn` hears of the type that the use of an
    unknown one shows. `notes` gathers, as sentences, what differs though it can be said.
    """

    value_of: Callable[[tuple[str, ...]], Said]
    answer_of: Callable[[tuple[str, ...], Sequence[JsExpression]], Said | None]
    learn: Callable[[tuple[str, ...], JsType], None] = lambda _path, _type: None
    notes: list[str] = field(default_factory=list)

    def condition(self, expression: JsExpression) -> str:
        """Return the text of a bool that is true where JavaScript takes the value as true."""
        return _checked(self._truth(expression).text)

    def value(self, expression: JsExpression) -> Said:
        """Return an expression and its type."""
        said = self._said(expression)
        return Said(_checked(said.text), said.type, said.binding)

    def _truth(self, expression: JsExpression) -> Said:
        if isinstance(expression, JsBinary) and expression.operator in ("&&", "||"):
            return self._joined(expression, self._truth(expression.left), self._truth(expression.right))
        if isinstance(expression, JsUnary) and expression.operator == "!":
            return Said(f"not {_in(self._truth(expression.operand), _NOT)}", "bool", _NOT)
        said = self._learned(expression, self._said(expression), "bool")
        if said.type in ("int", "float", "string"):
            nothing = '""' if said.type == "string" else "0"
            return Said(f"{_in(said, _ADD)} != {nothing}", "bool", _COMPARE)
        return said

    def _joined(self, expression: JsBinary, left: Said, right: Said) -> Said:
        word, binding = ("and", _AND) if expression.operator == "&&" else ("or", _OR)
        return Said(f"{_in(left, binding)} {word} {_in(right, binding)}", "bool", binding)

    def _said(self, expression: JsExpression) -> Said:
        match expression:
            case JsLiteral():
                return _literal(expression)
            case JsPath(parts):
                return self.value_of(parts)
            case JsCall():
                return self._call(expression)
            case JsUnary("!"):
                return self._truth(expression)
            case JsUnary():
                return self._signed(expression)
            case JsBinary():
                return self._binary(expression)
            case JsChoice():
                return self._choice(expression)

    def _signed(self, expression: JsUnary) -> Said:
        said = self._number(expression.operand)
        return said if expression.operator == "+" else Said(f"-{_in(said, _MINUS)}", said.type, _MINUS)

    def _number(self, expression: JsExpression) -> Said:
        said = self._learned(expression, self._said(expression), "float")
        if said.type not in ("int", "float"):
            raise NotSaid("It calculates with what is no number.")
        return said

    def _learned(self, expression: JsExpression, said: Said, other: JsType) -> Said:
        """Return what is said, of the type that its use beside another shows where its own is unknown."""
        if said.type != "unknown" or not isinstance(expression, JsPath):
            return said
        found: JsType = "float" if other in ("int", "unknown") else other
        self.learn(expression.parts, found)
        return Said(said.text, found)

    def _choice(self, expression: JsChoice) -> Said:
        test, yes, no = self._truth(expression.test), self._said(expression.yes), self._said(expression.no)
        kind = _common(yes.type, no.type)
        if kind is None:
            raise NotSaid("Its two answers are of different types.")
        return Said(f"{_in(yes, _OR)} if {_in(test, _OR)} else {_in(no, _CHOICE)}", kind, _CHOICE)

    def _binary(self, expression: JsBinary) -> Said:
        operator = expression.operator
        if operator in ("&&", "||"):
            left, right = self._said(expression.left), self._said(expression.right)
            if left.type != "bool" or right.type != "bool":
                raise NotSaid(f"'{operator}' joins what is neither true nor false.")
            return self._joined(expression, left, right)
        if operator in _EQUALITY or operator in _ORDER:
            return self._comparison(expression)
        left, right = self._number(expression.left), self._number(expression.right)
        if operator == "%":
            self.notes.append("'%' takes the sign of the divisor here, that of the dividend there.")
        if operator == "/":
            divisor = expression.right
            if not (isinstance(divisor, JsLiteral) and divisor.value):
                self.notes.append("A division by zero fails here and is infinite there.")
        kind: JsType = "int" if operator != "/" and left.type == right.type == "int" else "float"
        binding = _ADD if operator in "+-" else _TIMES
        return Said(f"{_in(left, binding)} {operator} {_in(right, binding + 1)}", kind, binding)

    def _comparison(self, expression: JsBinary) -> Said:
        left, right = self._said(expression.left), self._said(expression.right)
        left = self._learned(expression.left, left, right.type)
        right = self._learned(expression.right, right, left.type)
        kind = _common(left.type, right.type)
        if kind is None:
            raise NotSaid("It compares values of different types.")
        if kind in ("string", "bool") and expression.operator in _ORDER:
            raise NotSaid("It asks which of two is greater that are no numbers.")
        operator = (_EQUALITY | _ORDER)[expression.operator]
        return Said(f"{_in(left, _ADD)} {operator} {_in(right, _ADD)}", "bool", _COMPARE)

    def _call(self, expression: JsCall) -> Said:
        said = self.answer_of(expression.path, expression.arguments)
        if said is not None:
            return said
        name = expression.path[1] if len(expression.path) == 2 and expression.path[0] == "Math" else ""
        if name == "pow" and len(expression.arguments) == 2:
            return self._power(*expression.arguments)
        if name == "round" and len(expression.arguments) == 1:
            return Said(f"floor({_in(self._number(expression.arguments[0]), _ADD)} + 0.5)", "int")
        many = len(expression.arguments) >= 2 if name in ("max", "min") else len(expression.arguments) == 1
        if name not in _FUNCTIONS or not many:
            raise NotSaid(f"The function {'.'.join(expression.path)} is not known.")
        said_all = [self._number(each) for each in expression.arguments]
        whole = all(each.type == "int" for each in said_all) and name != "sqrt"
        kind: JsType = "int" if whole or name in _TO_INT else "float"
        return Said(f"{name}({', '.join(each.text for each in said_all)})", kind)

    def _power(self, base: JsExpression, exponent: JsExpression) -> Said:
        times = exponent.value if isinstance(exponent, JsLiteral) else None
        if type(times) is not int or not 1 <= times <= _MOST_POWER:
            raise NotSaid(f"Only powers from 1 to {_MOST_POWER} can be said.")
        said = self._number(base)
        return Said(" * ".join([_in(said, _TIMES + 1)] * times), said.type, _TIMES if times > 1 else _ATOM)


def _common(left: JsType, right: JsType) -> JsType | None:
    if left == right:
        return left
    return "float" if {left, right} == {"int", "float"} else None


def joined_type(found: JsType | None, other: JsType) -> JsType | None:
    """Return the type of a variable that values of both types are written to; None where there is none."""
    return other if found is None else _common(found, other)


def _literal(literal: JsLiteral) -> Said:
    value = literal.value
    if value is None:
        raise NotSaid("There is no null or undefined in Mindloom.")
    if isinstance(value, bool):
        return Said("true" if value else "false", "bool")
    if isinstance(value, str):
        return Said(quoted(value), "string")
    if isinstance(value, float) or value > _LARGEST_INT:
        if not math.isfinite(value):
            raise NotSaid("The number is too large.")
        return Said(repr(float(value)), "float")
    return Said(str(value), "int")


def quoted(text: str) -> str:
    """Return a text as an expression has it; raise `NotSaid` for one with other signs than it can hold."""
    said = json.dumps(text, ensure_ascii=False)
    if "\\u" in said or any(mark in said for mark in ("\\r", "\\b", "\\f")):
        raise NotSaid("The text holds signs that an expression cannot hold.")
    return said


def _in(said: Said, least: int) -> str:
    return said.text if said.binding >= least else f"({said.text})"


def _checked(text: str) -> str:
    try:
        parse_expression(text)
    except ExpressionError as error:
        raise NotSaid(error.message) from None
    return text
