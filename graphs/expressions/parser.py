"""Parse the text of an expression into a syntax tree (rules 2.4, 2.7).

A precedence-climbing (Pratt) parser over an allow-list grammar. From loosest to tightest:
``a if c else b``, ``or``, ``and``, ``not``, comparisons, ``+ -``, ``* / %``, unary ``-``,
``x is hurt``, ``curve urge(x)``, field access and calls. Nothing in the text is ever executed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import HEDGES, WORDS
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
    dotted_name,
    walk_syntax,
)
from graphs.expressions.tokens import Token, TokenKind, tokenize

DEEPEST_NESTING = 64
"""Levels an expression may be nested, in parentheses and, counted apart, in operators and calls."""

_IF, _OR, _AND, _NOT, _COMPARE, _ADD, _MULTIPLY, _NEGATE = range(1, 9)
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
_ARITHMETIC = {"+": _ADD, "-": _ADD, "*": _MULTIPLY, "/": _MULTIPLY, "%": _MULTIPLY}


@lru_cache(maxsize=4096)
def parse_expression(text: str) -> SyntaxNode:
    """Return the syntax tree of a whole text; raise ExpressionError at the first place it breaks off.

    A text that was read before is not read again: check, lints and compiler ask for the same ones.
    """
    parser = Parser(text)
    node = parser.expression()
    parser.expect_end()
    return node


class Parser:
    """Read expressions from a token stream; action lines use it for their parts.

    `current` is the token to be read next, `position` its place.
    """

    def __init__(self, text: str) -> None:
        self.tokens = tokenize(text)
        self.position = 0
        self.current = self.tokens[0]
        self._depth = 0
        self._open_groups = 0

    @property
    def following(self) -> Token:
        """Give the token after the current one (the END token at the end)."""
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def advance(self) -> Token:
        """Return the current token and go on to the next one."""
        token = self.current
        if token.kind is not TokenKind.END:
            self.position += 1
            self.current = self.tokens[self.position]
        return token

    def expression(self) -> SyntaxNode:
        """Parse one expression, stopping before the first token that cannot continue it."""
        node = self._parse(_IF)
        if len(self.tokens) > DEEPEST_NESTING:  # fewer tokens cannot nest deeper
            for part, depth in walk_syntax(node):
                if depth > DEEPEST_NESTING:
                    raise _too_deep(part.start, part.end)
        return node

    def expect_operator(self, text: str, remedy: str = "") -> Token:
        """Read the given operator or bracket or raise ExpressionError."""
        if not self.current.is_operator(text):
            raise self.unexpected(f"'{text}'", remedy)
        return self.advance()

    def expect_name(self, what: str) -> Token:
        """Read a name that is no word of the grammar or raise ExpressionError."""
        if self.current.kind is not TokenKind.NAME or self.current.text in WORDS:
            raise self.unexpected(what)
        return self.advance()

    def expect_end(self) -> None:
        """Raise ExpressionError unless everything was read."""
        token = self.current
        if token.kind is TokenKind.END:
            return
        if token.is_operator("="):
            raise ExpressionError("Unexpected '='.", token.start, token.end, "Use '==' to compare.")
        if token.is_operator(")"):
            raise ExpressionError(
                "There is no '(' for this ')'.", token.start, token.end, "Remove it or add '(' before it."
            )
        raise ExpressionError(
            f"Unexpected {token.phrase}.",
            token.start,
            token.end,
            "Put an operator such as 'and', '+' or '<' before it.",
        )

    def unexpected(self, expected: str, remedy: str = "") -> ExpressionError:
        """Return the error that something else than the current token was expected."""
        token = self.current
        return ExpressionError(
            f"Expected {expected} but found {token.phrase}.", token.start, token.end, remedy
        )

    def arguments(self) -> tuple[tuple[Argument, ...], int]:
        """Parse ``(…)`` and return the arguments and the end position; names may follow positions."""
        opening = self.expect_operator("(")
        found: list[Argument] = []
        while not self.current.is_operator(")"):
            found.append(self._argument(found))
            if self.current.is_operator(","):
                self.advance()
            elif not self.current.is_operator(")"):
                raise self._unclosed(opening, "',' or ')'")
        return tuple(found), self.advance().end

    def dotted_event(self) -> tuple[str, int, int]:
        """Read an event's (possibly dotted) name and return it with its span."""
        first = self.expect_name("an event's name")
        text, end = first.text, first.end
        while self.current.is_operator("."):
            self.advance()
            part = self.expect_name("a name after the dot")
            text, end = f"{text}.{part.text}", part.end
        return text, first.start, end

    def _parse(self, minimum: int) -> SyntaxNode:
        self._depth += 1
        if self._depth > DEEPEST_NESTING:
            raise _too_deep(self.current.start, self.current.end)
        left = self._prefix(minimum)
        while (power := self._power(self.current)) >= minimum:
            left = self._infix(left, power)
        self._depth -= 1
        return left

    def _power(self, token: Token) -> int:
        if token.kind is TokenKind.NAME:
            return {"if": _IF, "or": _OR, "and": _AND}.get(token.text, 0)
        if token.kind is TokenKind.OPERATOR:
            return _COMPARE if token.text in _COMPARISONS else _ARITHMETIC.get(token.text, 0)
        return 0

    def _infix(self, left: SyntaxNode, power: int) -> SyntaxNode:
        if power == _IF:
            return self._if_else(left)
        if power in (_OR, _AND):
            return self._logical(left, power)
        if power == _COMPARE:
            return self._comparison(left)
        operator = self.advance().text
        right = self._parse(power + 1)
        return Binary(left.start, right.end, operator, left, right)

    def _if_else(self, when_true: SyntaxNode) -> SyntaxNode:
        self.advance()
        condition = self._parse(_OR)
        if not self.current.is_word("else"):
            raise self.unexpected("'else'", "Write 'a if condition else b'.")
        self.advance()
        when_false = self._parse(_IF)
        return IfElse(when_true.start, when_false.end, condition, when_true, when_false)

    def _logical(self, left: SyntaxNode, power: int) -> SyntaxNode:
        word = self.current.text
        operands = [left]
        while self.current.is_word(word):
            self.advance()
            operands.append(self._parse(power + 1))
        return LogicalSyntax(left.start, operands[-1].end, word, tuple(operands))

    def _comparison(self, left: SyntaxNode) -> SyntaxNode:
        operands, operators = [left], []
        while self._power(self.current) == _COMPARE:
            operators.append(self.advance().text)
            operands.append(self._parse(_COMPARE + 1))
        return ComparisonSyntax(left.start, operands[-1].end, tuple(operands), tuple(operators))

    def _prefix(self, minimum: int) -> SyntaxNode:
        token = self.current
        if token.is_operator("-"):
            return self._negation()
        if token.is_word("not"):
            return self._not(minimum)
        if token.is_operator("("):
            return self._postfix(self._group())
        return self._postfix(self._atom())

    def _negation(self) -> SyntaxNode:
        minus = self.advance()
        number = self.current
        if isinstance(number.value, (int, float)):
            self.advance()
            return NumberLiteral(minus.start, number.end, -number.value)
        operand = self._parse(_NEGATE)
        return Unary(minus.start, operand.end, "-", operand)

    def _not(self, minimum: int) -> SyntaxNode:
        token = self.advance()
        if minimum > _NOT:
            raise ExpressionError("'not' needs parentheses here.", token.start, token.end, "Write '(not …)'.")
        operand = self._parse(_NOT)
        return Unary(token.start, operand.end, "not", operand)

    def _group(self) -> SyntaxNode:
        opening = self.advance()
        self._open_groups += 1
        if self._open_groups > DEEPEST_NESTING:
            raise _too_deep(opening.start, opening.end)
        self._depth -= 1  # parentheses add no level to the tree; they are counted on their own
        inner = self._parse(_IF)
        self._depth += 1
        self._open_groups -= 1
        if not self.current.is_operator(")"):
            raise self._unclosed(opening, "')'")
        closing = self.advance()
        return replace(inner, start=opening.start, end=closing.end)

    def _atom(self) -> SyntaxNode:
        token = self.current
        if token.kind is TokenKind.NUMBER:
            self.advance()
            return self._number(token)
        if token.kind is TokenKind.STRING:
            self.advance()
            return StringLiteral(token.start, token.end, str(token.value))
        if token.is_word("curve") and self._is_name(self.following):
            return self._curve()
        if self._is_name(token):
            self.advance()
            if self.current.is_word("is"):
                return self._degree(token)
            return Name(token.start, token.end, token.text)
        if token.text in ("true", "false"):
            self.advance()
            return BoolLiteral(token.start, token.end, token.text == "true")
        if token.text == "none":
            self.advance()
            return NoneLiteral(token.start, token.end)
        if token.kind is TokenKind.END:
            raise ExpressionError(
                "An expression is missing here." if self.position == 0 else "The expression breaks off.",
                token.start,
                token.end,
                "Write a value, a name or a comparison.",
            )
        raise self.unexpected("a value, a name or '('")

    def _is_name(self, token: Token) -> bool:
        return token.kind is TokenKind.NAME and token.text not in WORDS

    def _curve(self) -> SyntaxNode:
        word = self.advance()
        name = self.expect_name("a curve's name")
        opening = self.expect_operator("(", f"Write 'curve {name.text}(x)'.")
        operand = self._parse(_IF)
        if not self.current.is_operator(")"):
            raise self._unclosed(opening, "')'")
        return CurveSyntax(word.start, self.advance().end, name.text, name.start, operand)

    def _degree(self, name: Token) -> SyntaxNode:
        self.advance()
        hedges: list[str] = []
        while self.current.text in HEDGES:
            hedges.append(self.advance().text)
        found = self.expect_name("the name of a set")
        return DegreeSyntax(name.start, found.end, name.text, tuple(hedges), found.text, found.start)

    def _number(self, token: Token) -> SyntaxNode:
        value = token.value
        assert isinstance(value, (int, float))
        if isinstance(value, int) and value == 2**31:
            raise ExpressionError(
                f"The int '{token.text}' does not fit 32 bits.",
                token.start,
                token.end,
                "Write it as a float.",
            )
        return NumberLiteral(token.start, token.end, value)

    def _postfix(self, node: SyntaxNode) -> SyntaxNode:
        grouped = self.tokens[self.position - 1].is_operator(")")
        while True:
            if self.current.is_operator("."):
                self.advance()
                field = self.expect_name("a field's name after the dot")
                node = FieldAccess(node.start, field.end, node, field.text, field.start)
                grouped = False
            elif self.current.is_operator("("):
                name = None if grouped else dotted_name(node)
                if name is None:
                    token = self.current
                    raise ExpressionError(
                        "Only a function or condition can be called.",
                        token.start,
                        token.end,
                        "Put an operator before '('.",
                    )
                name_end = self.tokens[self.position - 1].end
                arguments, end = self.arguments()
                node = CallSyntax(node.start, end, name, node.start, name_end, arguments)
                grouped = True
            else:
                return node

    def _argument(self, before: list[Argument]) -> Argument:
        if self.current.kind is TokenKind.NAME and self.following.is_operator("="):
            name = self.expect_name("an argument's name")
            self.advance()
            value = self._parse(_IF)
            return Argument(name.start, value.end, name.text, value)
        value = self._parse(_IF)
        if before and before[-1].name is not None:
            raise ExpressionError(
                "An argument by position follows one by name.",
                value.start,
                value.end,
                "Give positions first, or name this argument too.",
            )
        return Argument(value.start, value.end, None, value)

    def _unclosed(self, opening: Token, expected: str) -> ExpressionError:
        if self.current.kind is TokenKind.END:
            return ExpressionError("This '(' is never closed.", opening.start, opening.end, "Add ')'.")
        return self.unexpected(expected)


def _too_deep(start: int, end: int) -> ExpressionError:
    return ExpressionError(
        f"The expression is nested more than {DEEPEST_NESTING} levels deep.",
        start,
        end,
        "Split it, for example with a variable that holds a part of the result.",
    )
