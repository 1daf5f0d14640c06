"""Say scripts of BehaviorTree.CPP in the expression language, exactly or not at all.

There all numbers are doubles, `true` is 1, and doubles are equal within the epsilon of a float. Here types
are strict, so conversions are written out.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graphs.expressions.types import INT_MAXIMUM
from graphs.formats.btcpp.script_syntax import ScriptError, ScriptNode, parse_script
from graphs.formats.btcpp.value_types import EntryType, expression_text_of, type_of_value

EPSILON = "1.1920928955078125e-07"
"""How far two doubles may differ that the library calls equal."""

_ATOM, _UNARY, _TIMES, _PLUS, _COMPARE, _NOT, _AND, _OR, _IF = range(9)
_ARITHMETIC = {"+": _PLUS, "-": _PLUS, "*": _TIMES, "/": _TIMES}
_LOGIC = {"&&": ("and", _AND), "||": ("or", _OR)}


class Unsayable(ValueError):
    """Say what of a script the expression language cannot say."""


@dataclass(frozen=True)
class ScriptScope:
    """Hold what the keys of a tree are called here, and of which types they are.

    A key with `@` in front is one of the root's blackboard. `typed` are keys whose type a port declares.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, EntryType] = field(default_factory=dict)
    typed: Container[str] = ()

    def variable(self, key: str) -> str:
        """Return the variable of a key; raises `Unsayable`."""
        name = self.names.get(key)
        if name is None:
            raise Unsayable(f"{key} is no entry of the blackboard that is written; it may be of an enum.")
        return name


class _Said(NamedTuple):
    text: str
    type: EntryType
    looseness: int = _ATOM

    def within(self, looseness: int) -> str:
        """Return the text in parentheses, unless it binds at least as tightly."""
        return f"({self.text})" if self.looseness > looseness else self.text


def said_test(script: str, scope: ScriptScope) -> str:
    """Return a script of one value as a test; raises `Unsayable`."""
    statements = _parsed(script)
    if len(statements) > 1:
        raise Unsayable("It has several statements where a test is wanted.")
    return _as_bool(_said(statements[0], scope)).text


def said_lines(script: str, scope: ScriptScope) -> tuple[str, ...]:
    """Return the lines of a script; raises `Unsayable`. A statement that writes nothing is no line."""
    lines = []
    for statement in _parsed(script):
        if statement.sort == "assign":
            lines.append(_line(statement, scope))
        else:
            _said(statement, scope)
    return tuple(lines)


def _parsed(script: str) -> tuple[ScriptNode, ...]:
    try:
        return parse_script(script)
    except ScriptError as error:
        raise Unsayable(str(error)) from None


def _line(statement: ScriptNode, scope: ScriptScope) -> str:
    target, value = statement.parts
    if target.sort != "name":
        raise Unsayable("It writes to what is no entry.")
    name, wanted = scope.variable(str(target.value)), scope.types[str(target.value)]
    if statement.value not in (":=", "="):
        value = ScriptNode("binary", str(statement.value)[0], statement.parts)
    said = _said(value, scope)
    if wanted == "bool":
        said = _as_bool(said)
    elif wanted in ("int", "float"):
        said = _as_number(said)
    if said.type != wanted and (said.type, wanted) != ("int", "float"):
        raise Unsayable(f"It writes a {said.type} to {name}, which is a {wanted}.")
    return f"{name} = {said.text}"


def _said(node: ScriptNode, scope: ScriptScope) -> _Said:
    if node.sort == "literal":
        return _literal(node.value)
    operator = str(node.value)
    if node.sort == "name":
        return _Said(scope.variable(operator), scope.types[operator])
    if node.sort == "assign":
        raise Unsayable("It writes to an entry inside of a value.")
    parts = [_said(part, scope) for part in node.parts]
    match node.sort, operator:
        case "unary", "-":
            said = _as_number(parts[0])
            return _Said(f"-{said.within(_ATOM)}", said.type, _UNARY)
        case "unary", "!":
            return _Said(f"not {_as_bool(parts[0]).within(_NOT)}", "bool", _NOT)
        case "binary", "+" | "-" | "*" | "/":
            return _arithmetic(operator, *parts)
        case "binary", "&&" | "||":
            word, looseness = _LOGIC[operator]
            first, second = (_as_bool(part) for part in parts)
            text = f"{first.within(looseness)} {word} {second.within(looseness - 1)}"
            return _Said(text, "bool", looseness)
        case "compare", _:
            return _comparison(operator.split(), parts)
        case "choose", _:
            return _choice(*parts)
    raise Unsayable(f"Expressions have no operator {operator}.")


def _literal(value: bool | int | float | str) -> _Said:
    if isinstance(value, int) and value > INT_MAXIMUM:
        value = float(value)
    return _Said(expression_text_of(value), type_of_value(value))


def _as_bool(said: _Said) -> _Said:
    if said.type == "string":
        raise Unsayable("It takes a text for true or false.")
    return said if said.type == "bool" else _Said(f"{said.within(_PLUS)} != 0", "bool", _COMPARE)


def _as_number(said: _Said) -> _Said:
    if said.type == "string":
        raise Unsayable("It calculates with a text.")
    return said if said.type != "bool" else _Said(f"1 if {said.within(_OR)} else 0", "int", _IF)


def _arithmetic(operator: str, left: _Said, right: _Said) -> _Said:
    first, second = _as_number(left), _as_number(right)
    looseness = _ARITHMETIC[operator]
    found: EntryType = "float" if operator == "/" or "float" in (first.type, second.type) else "int"
    return _Said(f"{first.within(looseness)} {operator} {second.within(looseness - 1)}", found, looseness)


def _comparison(operators: list[str], operands: list[_Said]) -> _Said:
    pairs = [_pair(operator, *operands[place : place + 2]) for place, operator in enumerate(operators)]
    if len(pairs) == 1:
        return pairs[0]
    return _Said(" and ".join(pair.within(_COMPARE) for pair in pairs), "bool", _AND)


def _pair(operator: str, left: _Said, right: _Said) -> _Said:
    types = {left.type, right.type}
    equality = operator in ("==", "!=")
    if "string" in types and (types != {"string"} or not equality):
        said = "orders texts" if types == {"string"} else "compares a text with a number"
        raise Unsayable(f"It {said}.")
    if "string" not in types and not (types == {"bool"} and equality):
        left, right = _as_number(left), _as_number(right)
    if "float" in types and equality:
        sign = "<=" if operator == "==" else ">"
        return _Said(f"abs({left.within(_PLUS)} - {right.within(_TIMES)}) {sign} {EPSILON}", "bool", _COMPARE)
    return _Said(f"{left.within(_PLUS)} {operator} {right.within(_PLUS)}", "bool", _COMPARE)


def _choice(test: _Said, then: _Said, otherwise: _Said) -> _Said:
    if test.type == "string":
        test = _Said(f'{test.within(_PLUS)} != ""', "bool", _COMPARE)
    if then.type != otherwise.type:
        if "string" in (then.type, otherwise.type):
            raise Unsayable("It gives a text or a number.")
        then, otherwise = _as_number(then), _as_number(otherwise)
    text = f"{then.within(_OR)} if {_as_bool(test).within(_OR)} else {otherwise.within(_IF)}"
    return _Said(text, "float" if otherwise.type == "float" else then.type, _IF)
