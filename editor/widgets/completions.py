"""Tell what may follow what is being typed in the expression language; no Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graphs.expressions.functions import FIELD_FUNCTIONS, FUZZY_FUNCTIONS, PURE_FUNCTIONS
from graphs.expressions.names import HEDGES
from graphs.expressions.scope import Scope
from graphs.expressions.types import ValueType
from graphs.model.fuzzy_sheets import FuzzyAxis, FuzzyOutput

MOST_OFFERED = 40
TYPING_PAUSE = 900
"""Milliseconds without a key after which what is wrong with a text is said; no motion, so never 0."""

_WORD = re.compile(r"(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)?\Z")
_VERB = re.compile(r"\s*(do|raise)\s+(\w*)\Z")
_CURVE = re.compile(r"\bcurve\s+(\w*)\Z")
_SET = re.compile(rf"\b([A-Za-z_]\w*)\s+is\s+(?:(?:{'|'.join(HEDGES)})\s+)*(\w*)\Z")
_ASKED = re.compile(rf"\b({'|'.join(FUZZY_FUNCTIONS)})\(\s*(\w*)\Z")
_IN_TEXT = re.compile(r"[\"']")

WORDS = (("and", "both"), ("or", "either"), ("not", "the opposite"), ("true", "bool"), ("false", "bool"))
"""Words of the language that are offered, each with what it means."""

VECTOR_PARTS = (("x", "float"), ("y", "float"))


@dataclass(frozen=True, slots=True)
class OfferedWord:
    """Hold one word: what is written, and what it is in a word."""

    text: str
    note: str
    declares: bool = False
    """Whether taking it declares it: nothing is called that yet."""

    @property
    def written(self) -> str:
        """Return what is put into the text: of a call with parameters all up to them."""
        name, parenthesis, rest = self.text.partition("(")
        return f"{name}()" if rest == ")" else f"{name}{parenthesis}"


@dataclass(frozen=True, slots=True)
class Completions:
    """Hold the words that may stand in place of the letters from `begin` to the cursor."""

    begin: int = 0
    words: tuple[OfferedWord, ...] = ()
    is_whole: bool = False
    """Whether the letters are one of the words already."""


NOTHING = Completions()


def offered(words: Iterable[OfferedWord], letters: str, cursor: int) -> Completions:
    """Return the words that begin with some letters: in the same case first, names before calls."""
    wanted = letters.lower()
    fitting = [word for word in words if word.text.lower().startswith(wanted)]
    fitting.sort(key=lambda word: (not word.text.startswith(letters), "(" in word.text, len(word.text)))
    is_whole = any(word.text.partition("(")[0] == letters for word in fitting)
    return Completions(cursor - len(letters), tuple(fitting[:MOST_OFFERED]), is_whole)


def completions(text: str, cursor: int, scope: Scope, *, in_block: bool = False) -> Completions:
    """Return what may stand where the cursor is; `in_block` for a line of an action block.

    Nothing is offered before the first letter, behind a number, or inside a text in quotes.
    """
    before = text[:cursor].rpartition("\n")[2]
    if len(_IN_TEXT.findall(before)) % 2:
        return NOTHING
    verb = _VERB.match(before) if in_block else None
    if verb is not None:
        return offered(_behind(verb[1], scope), verb[2], cursor)
    in_sheet = _in_sheet(before, scope)
    if in_sheet is not None:
        return offered(in_sheet[0], in_sheet[1], cursor)
    found = _WORD.search(before)
    if found is None or _is_in_number(before, found.start()):
        return NOTHING
    owner, letters = found[1], found[2] or ""
    if owner is not None:
        return offered(_fields(owner, scope), letters, cursor)
    return offered(_names(scope, in_block), letters, cursor) if letters else NOTHING


def _is_in_number(before: str, begin: int) -> bool:
    return begin > 0 and (before[begin - 1].isdigit() or before[begin - 1] == ".")


def _in_sheet(before: str, scope: Scope) -> tuple[Iterable[OfferedWord], str] | None:
    """Return what may follow `curve`, `x is` and `number(`, and the letters of it; None elsewhere."""
    curve, of_set, asked = _CURVE.search(before), _SET.search(before), _ASKED.search(before)
    if curve is not None and scope.curves:
        return (OfferedWord(f"{name}(x)", "curve") for name in scope.curves), curve[1]
    axes = dict(_axes(scope))
    if of_set is not None and of_set[1] in axes:
        sets = [OfferedWord(name, "fuzzy set") for name in axes[of_set[1]].sets]
        return (*sets, *(OfferedWord(word, "before a set") for word in HEDGES)), of_set[2]
    if asked is not None and axes:
        wanted = [
            name for name, axis in axes.items() if asked[1] != "number" or isinstance(axis, FuzzyOutput)
        ]
        return (
            OfferedWord(name, "fuzzy output" if asked[1] == "number" else "fuzzy") for name in wanted
        ), asked[2]
    return None


def _axes(scope: Scope) -> Iterator[tuple[str, FuzzyAxis]]:
    for sheet in scope.sheets:
        yield from sheet.inputs.items()
        yield from sheet.outputs.items()


def _of_sheets(scope: Scope) -> Iterator[OfferedWord]:
    """Yield what asks curves and fuzzy sheets."""
    yield from (OfferedWord(f"curve {name}(x)", "curve") for name in scope.curves)
    for name, axis in _axes(scope):
        yield from (OfferedWord(f"{name} is {each}", "degree") for each in axis.sets)
    if scope.sheets:
        yield from (OfferedWord(usage, "fuzzy sheet") for usage, _ in FUZZY_FUNCTIONS.values())


def _names(scope: Scope, in_block: bool) -> Iterator[OfferedWord]:
    for name, variable in scope.variables.items():
        where = "" if variable.scope == "agent" else f" of {variable.scope}"
        yield OfferedWord(name, f"{variable.type}{where}")
    for name, signature in scope.conditions.items():
        parameters = ", ".join(parameter.name for parameter in signature.parameters)
        yield OfferedWord(f"{name}({parameters})", "condition")
    for function in PURE_FUNCTIONS.values():
        yield OfferedWord(function.usage, function.result.value)
    for asked in FIELD_FUNCTIONS.values():
        yield OfferedWord(asked.usage, f"{asked.result}")
    yield from _of_sheets(scope)
    yield from (OfferedWord(word, note) for word, note in WORDS)
    if scope.allow_event:
        yield OfferedWord("event", "the event taken")
    if scope.allow_state_time:
        yield OfferedWord("state_time", "seconds in the state")
    if in_block:
        yield OfferedWord("do", "an action")
        yield OfferedWord("raise", "an event")
        yield OfferedWord("if", "lines on a condition")


def _behind(verb: str, scope: Scope) -> Iterator[OfferedWord]:
    if verb == "raise":
        for name, payload in scope.events.items():
            yield OfferedWord(name, ", ".join(payload) or "event")
        return
    for name, action in scope.actions.items():
        if action.instant:
            parameters = ", ".join(parameter.name for parameter in action.parameters)
            yield OfferedWord(f"{name}()", parameters or "action")


def _fields(owner: str, scope: Scope) -> Iterator[OfferedWord]:
    if owner == "event" and scope.allow_event:
        yield from (OfferedWord(name, str(kind)) for name, kind in scope.current_event_fields().items())
        return
    variable = scope.variables.get(owner)
    if variable is None:
        return
    if variable.type.kind is ValueType.ENTITY:
        yield from (OfferedWord(name, str(kind)) for name, kind in scope.entity_fields.items())
    elif variable.type.kind is ValueType.VECTOR:
        yield from (OfferedWord(name, kind) for name, kind in VECTOR_PARTS)
