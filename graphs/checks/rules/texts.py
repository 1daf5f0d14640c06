"""Read expressions and action lines in the scope of their place, each text once per scope."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast, overload

from graphs.checks.rules.memo import ALL, Cell, Memo
from graphs.checks.rules.noted import SHEETS, Note, Noted
from graphs.checks.rules.scopes import document_scope, graph_scope, transition_scope
from graphs.expressions.action_blocks import ActionLine, check_action_block
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.expressions.scope import Scope
from graphs.expressions.typed import ConditionCall, TypedExpression
from graphs.expressions.types import BOOL, Type
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.fuzzy_sheets import FuzzySheet
from graphs.model.state_machine import Edge

SCOPES_KEPT = 256
ANSWERS_KEPT = 50_000
TEXTS_KEPT = 50_000
"""So many texts of one scope, as all that were ever typed into one field."""

Answer = TypeVar("Answer")
Guard = TypedExpression | None

UNREADABLE: TypedExpression = ConditionCall(BOOL, 0, 0, "", ())
"""Stands for a guard with an error in it: the check reports it, and nothing can be said of its truth."""


@dataclass(frozen=True, slots=True)
class TextProblem:
    """Hold what is wrong in a text: the code of the problem, its words, the characters it is about."""

    code: str
    message: str
    remedy: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Read:
    """Hold what a text means, and the names of the scope it was read with."""

    meaning: TypedExpression | ActionLine | TextProblem | None
    names: frozenset[Cell]


@dataclass(slots=True)
class ScopeTexts:
    """Hold what the texts of one scope mean; a scope is a value, so that what was read stays right.

    `answers` are about guards, by question and by the very guards asked about, which are held. `inner` holds
    the texts of the same scope with an event that is taken, by the event's names.
    """

    scope: Scope
    expressions: dict[tuple[str, Type | None], _Read] = field(default_factory=dict)
    lines: dict[str, _Read] = field(default_factory=dict)
    answers: dict[Hashable, tuple[tuple[Guard, ...], object, frozenset[Cell]]] = field(default_factory=dict)
    inner: dict[tuple[str, ...], ScopeTexts] = field(default_factory=dict)


class Texts:
    """Read the texts of one place of a document, and note which names of its scope they use."""

    def __init__(self, kept: ScopeTexts, memo: Memo) -> None:
        self.scope = _noted_scope(kept.scope, memo.note)
        self._kept, self._memo = kept, memo
        self._inner: dict[tuple[str, ...], Texts] = {}

    def expression(self, text: str, expected: Type | None) -> TypedExpression | TextProblem:
        """Return an expression with its types, or what is wrong with it."""
        key = (text, expected)
        read = self._kept.expressions.get(key)
        if read is None:
            if len(self._kept.expressions) >= TEXTS_KEPT:
                self._kept.expressions.clear()
            read = _read(self._kept.scope, lambda scope: _typed(text, scope, expected))
            self._kept.expressions[key] = read
        self._memo.note_all(read.names)
        return cast(TypedExpression | TextProblem, read.meaning)

    def line(self, text: str) -> ActionLine | TextProblem | None:
        """Return an action line with its types, or what is wrong with it; None for a blank one."""
        read = self._kept.lines.get(text)
        if read is None:
            if len(self._kept.lines) >= TEXTS_KEPT:
                self._kept.lines.clear()
            read = self._kept.lines[text] = _read(self._kept.scope, lambda scope: _typed_line(text, scope))
        self._memo.note_all(read.names)
        return cast(ActionLine | TextProblem | None, read.meaning)

    def guard(self, text: str) -> TypedExpression:
        """Return a bool expression with its types, `UNREADABLE` if it is wrong."""
        found = self.expression(text, BOOL)
        return UNREADABLE if isinstance(found, TextProblem) else found

    def recall(self, question: Hashable, guards: tuple[Guard, ...], work_out: Callable[[], Answer]) -> Answer:
        """Return the answer to a question about some guards, worked out if it was not asked before.

        A variable's range is part of what a scope is made of, so that answers stay right.
        """
        answers = self._kept.answers
        key = (question, *map(id, guards))
        entry = answers.get(key)
        if entry is None:
            if len(answers) >= ANSWERS_KEPT:
                answers.clear()
            entry = answers[key] = (guards, *self._memo.recorded(work_out))
        else:
            self._memo.note_all(entry[2])
        return cast(Answer, entry[1])

    def of_transition(self, edge: Edge) -> Texts:
        """Return the texts of a transition: beside the graph's names they see its event."""
        scope = transition_scope(self._kept.scope, edge)
        if scope is self._kept.scope:
            return self
        self._memo.note(("events", ALL))
        events = scope.current_event
        key = (events,) if isinstance(events, str) else tuple(events or ())
        found = self._inner.get(key)
        if found is None:
            kept = self._kept.inner.setdefault(key, ScopeTexts(scope))
            found = self._inner[key] = Texts(kept, self._memo)
        return found


def _noted_scope(scope: Scope, note: Note) -> Scope:
    outer = scope.of_document
    return replace(
        scope,
        variables=Noted("variables", scope.variables, note),
        events=Noted("events", scope.events, note),
        curves=Noted("curves", dict.fromkeys(scope.curves), note),
        sheets=cast("tuple[FuzzySheet, ...]", _NotedSheets(scope.sheets, note)),
        of_document=None if outer is None else _noted_scope(outer, note),
    )


class _NotedSheets(Sequence[FuzzySheet]):
    """Hold fuzzy sheets and note that they are read."""

    def __init__(self, sheets: tuple[FuzzySheet, ...], note: Note) -> None:
        self._sheets, self._note = sheets, note

    def __len__(self) -> int:
        self._note(SHEETS)
        return len(self._sheets)

    @overload
    def __getitem__(self, place: int) -> FuzzySheet: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[FuzzySheet, ...]: ...
    def __getitem__(self, place: int | slice) -> FuzzySheet | tuple[FuzzySheet, ...]:
        self._note(SHEETS)
        return self._sheets[place]


Meaning = TypedExpression | ActionLine | TextProblem | None


def _read(scope: Scope, read: Callable[[Scope], Meaning]) -> _Read:
    names: set[Cell] = set()
    meaning = read(_noted_scope(scope, names.add))
    return _Read(meaning, frozenset(names))


def _typed(text: str, scope: Scope, expected: Type | None) -> Meaning:
    if not text.strip():
        return TextProblem("E101", "The expression is empty.", "Write one.", 0, len(text))
    try:
        syntax = parse_expression(text)
    except ExpressionError as error:
        return _text_problem(error, "E101")
    try:
        return check_expression(syntax, scope, expected)
    except ExpressionError as error:
        return _text_problem(error, "E103")


def _typed_line(text: str, scope: Scope) -> Meaning:
    try:
        lines = check_action_block((text,), scope)
    except ExpressionError as error:
        return _text_problem(error, "E103")
    return lines[0] if lines else None


def _text_problem(error: ExpressionError, code: str) -> TextProblem:
    message, remedy = error.message, error.remedy
    if message.startswith("Unknown "):
        code = "E102"
        if remedy.startswith("Use '"):
            message = f"{message} Did you mean {remedy.removeprefix('Use ').removesuffix('.')}?"
    return TextProblem(code, message, remedy, error.start, error.end)


class KeptScopes:
    """Keep the texts of the scopes used last, found again by the identity of what a scope is made of."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, ...], tuple[tuple[object, ...], ScopeTexts]] = OrderedDict()

    def find(self, parts: tuple[object, ...], make: Callable[[], Scope]) -> ScopeTexts:
        """Return the texts of the scope made of these objects; they are held, so that ids stay theirs."""
        key = tuple(map(id, parts))
        entry = self._kept.get(key)
        if entry is None:
            entry = self._kept[key] = (parts, ScopeTexts(make()))
            while len(self._kept) > SCOPES_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return entry[1]

    def forget(self) -> None:
        """Let go of all."""
        self._kept.clear()


_documents = KeptScopes()
_graphs = KeptScopes()


def forget_texts() -> None:
    """Let go of what the texts of all documents mean."""
    _documents.forget()
    _graphs.forget()


def texts_of_graph(document: Document, graph_id: str, registry: Registry) -> ScopeTexts:
    """Return the texts in a graph's scope; the same ones while all it is made of stays."""
    graph = document.graphs[graph_id]
    shared = (document.variables, document.events, document.curves, document.sheets, registry)
    base = _documents.find(shared, lambda: document_scope(document, registry))
    parts = (*shared, graph.variables, graph.parameters, graph.kind, "#" in graph_id)
    return _graphs.find(parts, lambda: graph_scope(document, graph_id, registry, base.scope))
