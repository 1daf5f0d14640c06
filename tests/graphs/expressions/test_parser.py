"""Texts are parsed by an allow-list grammar and refused with a place (rules 2.4, 2.7)."""

from __future__ import annotations

import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import DEEPEST_NESTING, parse_expression
from graphs.expressions.syntax import (
    Binary,
    CallSyntax,
    ComparisonSyntax,
    FieldAccess,
    IfElse,
    LogicalSyntax,
    Name,
    NumberLiteral,
    StringLiteral,
    SyntaxNode,
    Unary,
)
from graphs.expressions.tokens import LONGEST_TEXT


def shape(node: SyntaxNode) -> str:
    """Write a syntax tree with every bracket, so that grouping can be compared."""
    match node:
        case Unary():
            return f"({node.operator} {shape(node.operand)})"
        case Binary():
            return f"({shape(node.left)} {node.operator} {shape(node.right)})"
        case LogicalSyntax():
            return "(" + f" {node.operator} ".join(map(shape, node.operands)) + ")"
        case ComparisonSyntax():
            rest = zip(node.operators, map(shape, node.operands[1:]), strict=True)
            return "(" + shape(node.operands[0]) + "".join(f" {sign} {side}" for sign, side in rest) + ")"
        case IfElse():
            return f"(if {shape(node.condition)} then {shape(node.when_true)} else {shape(node.when_false)})"
        case FieldAccess():
            return f"{shape(node.target)}.{node.field}"
        case CallSyntax():
            arguments = (
                f"{argument.name}={shape(argument.value)}" if argument.name else shape(argument.value)
                for argument in node.arguments
            )
            return f"{node.name}[{', '.join(arguments)}]"
        case Name():
            return node.name
        case NumberLiteral() | StringLiteral():
            return repr(node.value)
        case _:
            return type(node).__name__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b % c", "((a / b) % c)"),
        ("-a * b", "((- a) * b)"),
        ("-a.x", "(- a.x)"),
        ("2 - -3", "(2 - -3)"),
        ("- 3 % 2", "(-3 % 2)"),
        ("--a", "(- (- a))"),
        ("not a and b or c", "(((not a) and b) or c)"),
        ("a or b and c or d", "(a or (b and c) or d)"),
        ("(a or b) or c", "((a or b) or c)"),
        ("not a == b", "(not (a == b))"),
        ("a < b <= c + 1 != d", "(a < b <= (c + 1) != d)"),
        ("(a < b) == c", "((a < b) == c)"),
        ("a if b else c if d else e", "(if b then a else (if d then c else e))"),
        ("a + 1 if b or c else d", "(if (b or c) then (a + 1) else d)"),
        ("(a if b else c).x", "(if b then a else c).x"),
        ("f(1, b = 2, c=g())", "f[1, b=2, c=g[]]"),
        ("f(a,)", "f[a]"),
        ("game.sees(a).x.y", "game.sees[a].x.y"),
        ("a.b.c", "a.b.c"),
        ("'a\\'b\\n'", '"a\'b\\n"'),
        ('"\\"\\\\\\t"', "'\"\\\\\\t'"),
        ("1.5e-3 + 007", "(0.0015 + 7)"),
        ("a\n+\tb", "(a + b)"),
        ("android + nothing", "(android + nothing)"),
    ],
)
def test_2_4_operators_bind_as_stated(text, expected) -> None:
    assert shape(parse_expression(text)) == expected


def test_spans_are_character_positions_that_include_parentheses() -> None:
    text = "  (a + b) * distance(c, d)  "
    node = parse_expression(text)
    assert isinstance(node, Binary)
    assert text[node.start : node.end] == "(a + b) * distance(c, d)"
    assert text[node.left.start : node.left.end] == "(a + b)"
    assert isinstance(node.right, CallSyntax)
    assert text[node.right.start : node.right.end] == "distance(c, d)"
    assert text[node.right.name_start : node.right.name_end] == "distance"


@pytest.mark.parametrize(
    ("text", "message", "start", "end", "remedy"),
    [
        ("", "An expression is missing here.", 0, 0, "Write a value, a name or a comparison."),
        ("   ", "An expression is missing here.", 3, 3, "Write a value, a name or a comparison."),
        ("a +", "The expression breaks off.", 3, 3, "Write a value, a name or a comparison."),
        ("(a", "This '(' is never closed.", 0, 1, "Add ')'."),
        ("f(a, b", "This '(' is never closed.", 1, 2, "Add ')'."),
        ("a)", "There is no '(' for this ')'.", 1, 2, "Remove it or add '(' before it."),
        ("a b", "Unexpected 'b'.", 2, 3, "Put an operator such as 'and', '+' or '<' before it."),
        ("a = b", "Unexpected '='.", 2, 3, "Use '==' to compare."),
        ("a && b", "Unexpected character '&'.", 2, 3, "Use 'and'."),
        ("!a", "Unexpected character '!'.", 0, 1, "Use 'not'."),
        ("a ? b", "Unexpected character '?'.", 2, 3, "Write 'a if condition else b'."),
        ("a ** b", "Expected a value, a name or '(' but found '*'.", 3, 4, ""),
        ("a if b", "Expected 'else' but found the end.", 6, 6, "Write 'a if condition else b'."),
        ("a == not b", "'not' needs parentheses here.", 5, 8, "Write '(not …)'."),
        ("'abc", "A string does not end.", 0, 4, "Close it with ' on the same line."),
        ("1(2)", "Only a function or condition can be called.", 1, 2, "Put an operator before '('."),
        ("-1(2)", "Unexpected '('.", 2, 3, "Put an operator such as 'and', '+' or '<' before it."),
        ("(a)(b)", "Only a function or condition can be called.", 3, 4, "Put an operator before '('."),
        ("f(a)(b)", "Only a function or condition can be called.", 4, 5, "Put an operator before '('."),
        ("a.", "Expected a field's name after the dot but found the end.", 2, 2, ""),
        (
            "f(a = 1, 2)",
            "An argument by position follows one by name.",
            9,
            10,
            "Give positions first, or name this argument too.",
        ),
        ("2147483648", "The int '2147483648' does not fit 32 bits.", 0, 10, "Write it as a float."),
        ("-2147483649", "The int '2147483649' does not fit 32 bits.", 1, 11, "Write it as a float."),
        ("1e999", "The number '1e999' is too large for a float.", 0, 5, ""),
        (
            "3m",
            "The number '3' runs into 'm'.",
            0,
            2,
            "Write numbers as 3, 0.5 or 1e3 and put an operator or a space after them.",
        ),
        (".5", "Expected a value, a name or '(' but found '.'.", 0, 1, ""),
        (
            "'a\\q'",
            "Unknown escape '\\q' in a string.",
            2,
            4,
            "Known are \\\" \\' \\\\ \\n and \\t; write a backslash as two.",
        ),
        ("[1]", "Unexpected character '['.", 0, 1, "There are no lists; use parentheses to group."),
        ("a; b", "Unexpected character ';'.", 1, 2, "Put each action on a line of its own."),
        ("and", "Expected a value, a name or '(' but found 'and'.", 0, 3, ""),
    ],
)
def test_2_6_a_text_that_cannot_be_read_is_refused_with_place_and_remedy(
    text, message, start, end, remedy
) -> None:
    with pytest.raises(ExpressionError) as failure:
        parse_expression(text)
    error = failure.value
    assert (error.message, error.start, error.end, error.remedy) == (message, start, end, remedy)
    assert str(error) == f"{message} {remedy}".rstrip()


def test_the_smallest_int_can_be_written() -> None:
    node = parse_expression("-2147483648")
    assert isinstance(node, NumberLiteral)
    assert node.value == -(2**31)


DEEP = {
    "200,000 parentheses": "(" * 200_000 + "1" + ")" * 200_000,
    "parentheses": "(" * 4000 + "1" + ")" * 4000,
    "unclosed parentheses": "(" * 9000,
    "minus signs": "-" * 5000 + "a",
    "nots": "not " * 2000 + "a",
    "calls": "f(" * 3000 + "a" + ")" * 3000,
    "sums": "+".join("a" * 4000),
    "powers in brackets": "(a or a and a < a + a * -" * 300 + "a" + ")" * 300,
    "conditionals": "a if b else " * 700 + "c",
    "conditionals inside": "a if " * 1500 + "b" + " else c" * 500,
    "fields": "a" + ".x" * 4000,
    "long name": "a" * 20_000,
    "long string": "'" + "a" * 20_000 + "'",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_and_huge_texts_are_refused_quickly_and_with_a_place(name) -> None:
    text = DEEP[name]
    began = time.process_time()
    with pytest.raises(ExpressionError) as failure:
        parse_expression(text)
    assert time.process_time() - began < 2
    assert 0 <= failure.value.start <= failure.value.end <= len(text)
    assert len(failure.value.message) < 200


@pytest.mark.parametrize(
    "text",
    [
        "(" * DEEPEST_NESTING + "a" + ")" * DEEPEST_NESTING,
        "f(" * (DEEPEST_NESTING - 1) + "a" + ")" * (DEEPEST_NESTING - 1),
        "(a or (a and (a < a + (a * -(" * 10 + "a" + ")" * 50,
        "+".join("a" * DEEPEST_NESTING),
        "a" + " " * (LONGEST_TEXT - 1),
        " and ".join(["a"] * 1500),
    ],
)
def test_texts_up_to_the_limits_are_read_in_a_shallow_stack(text) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_stack_depth() + 560)
    try:
        assert parse_expression(text).end <= LONGEST_TEXT
    finally:
        sys.setrecursionlimit(limit)


def _stack_depth() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


_FRAGMENTS = st.sampled_from(
    [
        "a",
        "health",
        "1",
        "2.5",
        "'x'",
        "(",
        ")",
        "+",
        "-",
        "*",
        "/",
        "%",
        "<",
        "==",
        "=",
        ".",
        ",",
        " and ",
        " or ",
        " not ",
        " if ",
        " else ",
        "f(",
        "vec(",
        "true",
        "none",
        "self",
        "event",
        "last(noise)",
        "random(",
        " ",
        "\n",
        '"',
        "\\",
        "\x00",
        "é",
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(_FRAGMENTS, max_size=40).map("".join)))
def test_2_7_any_text_is_read_or_refused_with_a_place_inside_it(text) -> None:
    try:
        parse_expression(text)
    except ExpressionError as error:
        place = (error.start, error.end)
    else:
        return
    assert 0 <= place[0] <= place[1] <= len(text)
