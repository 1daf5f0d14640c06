"""Find, rename and replace names in expressions and action lines, leaving every other byte as it is.

Works on tokens, so that a text that does not parse, or is not right yet, is renamed too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from graphs.expressions.action_syntax import LIST_WORDS, STATEMENT_WORDS
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import FUZZY_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, HEDGES, RESERVED_NAMES, WORDS, is_name
from graphs.expressions.tokens import Token, TokenKind, tokenize


def rename_variable(text: str, old: str, new: str) -> str:
    """Return an expression or action line with the variable ``old`` called ``new``.

    Fields, arguments' names, called functions, events, actions and ids of the same name stay. A text
    that cannot be cut into tokens is returned as it is. Raises ValueError if ``new`` is no usable name.
    """
    if not is_name(new) or new in RESERVED_NAMES:
        raise ValueError(f"'{new}' cannot be the name of a variable.")
    spans = variable_spans(text, old)
    for start, end in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def rename_curve(text: str, old: str, new: str) -> str:
    """Return an expression or action line with the response curve ``old`` called ``new``."""
    return _renamed(
        text, new, lambda tokens, index: _names_curve(tokens, index) and tokens[index].text == old
    )


def rename_axis(text: str, old: str, new: str) -> str:
    """Return an expression or action line with the fuzzy input or output ``old`` called ``new``."""
    return _renamed(text, new, lambda tokens, index: _names_axis(tokens, index) and tokens[index].text == old)


def rename_set(text: str, axis: str, old: str, new: str) -> str:
    """Return an expression or action line with the set ``old`` of an input or output called ``new``.

    A text that is compared with the strongest set of the axis is renamed too.
    """

    def is_meant(tokens: Sequence[Token], index: int) -> bool:
        if tokens[index].value == old and tokens[index].kind is TokenKind.STRING:
            return _is_strongest(tokens, index, axis)
        return tokens[index].text == old and _axis_of_set(tokens, index) == axis

    return _renamed(text, new, is_meant)


_Asked = Callable[[Sequence[Token], int], bool]


def _renamed(text: str, new: str, is_meant: _Asked) -> str:
    """Return a text with some of its tokens called otherwise; one in quotes keeps them."""
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return text
    for index in reversed(range(len(tokens) - 1)):
        if is_meant(tokens, index):
            quotes = tokens[index].kind is TokenKind.STRING
            start, end = tokens[index].start + quotes, tokens[index].end - quotes
            text = text[:start] + new + text[end:]
    return text


def _names_curve(tokens: Sequence[Token], index: int) -> bool:
    return index > 0 and tokens[index].kind is TokenKind.NAME and tokens[index - 1].is_word("curve")


def _names_axis(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a name is asked for a degree, as one number, or for its strongest set."""
    if tokens[index].kind is not TokenKind.NAME or tokens[index].text in WORDS:
        return False
    if index and tokens[index - 1].is_operator("."):
        return False
    return tokens[index + 1].is_word("is") or _inside_call(tokens, index, FUZZY_FUNCTIONS)


def _axis_of_set(tokens: Sequence[Token], index: int) -> str | None:
    """Return the input or output that a name is a set of, None where it is no set."""
    place = index - 1
    while place > 0 and tokens[place].text in HEDGES:
        place -= 1
    is_set = tokens[index].kind is TokenKind.NAME and place > 0 and tokens[place].is_word("is")
    return tokens[place - 1].text if is_set and _names_axis(tokens, place - 1) else None


def _is_strongest(tokens: Sequence[Token], index: int, axis: str) -> bool:
    """Tell whether a text is compared with the strongest set of an axis."""
    asked = ["strongest", "(", axis, ")"]
    before = [token.text for token in tokens[max(0, index - 5) : index]]
    after = [token.text for token in tokens[index + 1 : index + 6]]
    compared = ("==", "!=")
    return (before[:4] == asked and before[4:5] and before[4] in compared) or (
        after[1:5] == asked and after[0] in compared
    )


def variable_spans(text: str, name: str) -> tuple[tuple[int, int], ...]:
    """Return the character spans at which an expression or action line names a variable, in order."""
    return tuple((token.start, token.end) for token in _variable_tokens(text) if token.text == name)


def variables_in(text: str) -> tuple[str, ...]:
    """Return the variables that an expression or action line names, each once, in order."""
    return tuple(dict.fromkeys(token.text for token in _variable_tokens(text)))


def variable_written(text: str) -> str | None:
    """Return the variable that an action line assigns to or sets; None for every other text."""
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return None
    if len(tokens) > 2 and tokens[1].is_operator("=") and tokens[0].kind is TokenKind.NAME:
        return tokens[0].text
    if tokens[0].text in LIST_WORDS and len(tokens) > 2 and tokens[-2].kind is TokenKind.NAME:
        before = tokens[-3].text
        return tokens[-2].text if before in ("append", "clear", "to", "from") else None
    sets = tokens[0].is_word("set") and len(tokens) == 3 and tokens[1].kind is TokenKind.NAME
    return tokens[1].text if sets and tokens[1].text not in WORDS else None


def replace_variables(text: str, values: Mapping[str, str]) -> str:
    """Return a text with variables replaced by expressions, put in parentheses where they need it.

    A variable that the text writes can be replaced by another variable only, never by an expression.
    """
    found = [token for token in _variable_tokens(text) if token.text in values]
    for token in reversed(found):
        value = values[token.text]
        bare = is_name(value) or (token.start, token.end) == (0, len(text)) or _LITERAL.fullmatch(value)
        text = text[: token.start] + (value if bare else f"({value})") + text[token.end :]
    return text


_LITERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?|true|false|\"[^\"\\]*\"")


def _variable_tokens(text: str) -> Iterator[Token]:
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return
    kept = _statement_tokens(tokens)
    for index, token in enumerate(tokens):
        named = token.kind is TokenKind.NAME and token.text not in RESERVED_NAMES
        if named and index not in kept and _reads_variable(tokens, index):
            yield token


def _reads_variable(tokens: Sequence[Token], index: int) -> bool:
    before = tokens[index - 1] if index else None
    after = tokens[index + 1]
    if _names_fuzzy_part(tokens, index):
        return False
    if before is not None and before.is_operator("."):
        return False
    if _is_call(tokens, index) or _inside_call(tokens, index, EVENT_FUNCTIONS):
        return False
    return not (after.is_operator("=") and index > 0)


def _names_fuzzy_part(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a name is `curve`, or one of `x is very hurt`, or what `number` and `strongest` ask."""
    before, after = tokens[index - 1] if index else None, tokens[index + 1]
    if tokens[index].text == "curve" and after.kind is TokenKind.NAME and after.text not in WORDS:
        return True
    if after.is_word("is") or _inside_call(tokens, index, FUZZY_FUNCTIONS):
        return True
    place = index
    while place and (tokens[place - 1].text in HEDGES):
        place -= 1
    if place >= 2 and tokens[place - 1].is_word("is") and tokens[place - 2].kind is TokenKind.NAME:
        return True
    return tokens[index].text == "is" and before is not None and before.kind is TokenKind.NAME


def _is_call(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a (possibly dotted) name that begins here is called."""
    while tokens[index + 1].is_operator(".") and tokens[index + 2].kind is TokenKind.NAME:
        index += 2
    return tokens[index + 1].is_operator("(")


def _inside_call(tokens: Sequence[Token], index: int, names: Collection[str]) -> bool:
    return index >= 2 and tokens[index - 1].is_operator("(") and tokens[index - 2].text in names


def _statement_tokens(tokens: Sequence[Token]) -> set[int]:
    """Return the indices of the words, events, actions and ids of an action line."""
    first, second = tokens[0], tokens[min(1, len(tokens) - 1)]
    if first.text in LIST_WORDS and tokens[-2].kind is TokenKind.NAME:
        between = {"append": "to", "remove": "from"}.get(first.text)
        if len(tokens) == 3 and between is None:
            return {0}
        return {0, len(tokens) - 3} if between and len(tokens) > 4 and tokens[-3].is_word(between) else set()
    is_statement = (
        first.text in STATEMENT_WORDS and second.kind is TokenKind.NAME and second.text not in WORDS
    )
    if not is_statement:
        return set()
    kept = {0}
    if first.text != "set":
        kept.add(1)
    depth, last_keyword = 0, 0
    for index, token in enumerate(tokens):
        depth += token.is_operator("(") - token.is_operator(")")
        if depth == 0 and index > 1 and index - 1 != last_keyword:
            found = _keywords_at(tokens, index, first.text)
            kept |= found
            last_keyword = index if found else last_keyword
    return kept


def _keywords_at(tokens: Sequence[Token], index: int, statement: str) -> set[int]:
    token, before, after = tokens[index], tokens[index - 1], tokens[min(index + 1, len(tokens) - 1)]
    ends_value = before.kind is not TokenKind.OPERATOR or before.is_operator(")")
    if not ends_value or before.text in WORDS - {"true", "false", "none"}:
        return set()
    if statement == "raise" and token.is_word("after"):
        return {index}
    if statement == "raise" and token.is_word("as"):
        return {index, index + 1}
    if statement == "send" and token.is_word("to"):
        alone = tokens[min(index + 2, len(tokens) - 1)].kind is TokenKind.END
        return {index, index + 1} if after.text in ("self", "team", "all") and alone else {index}
    return set()
