"""Say what a condition can be composed of where it is: what can be asked, against what; no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from editor.panels.inspector.field_text import number_of
from editor.widgets.drop_down import Choice
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import CallParameter, Scope, VariableInfo
from graphs.expressions.types import ENTITY, Type, ValueType, quoted, type_from_name
from graphs.model import Document
from graphs.model.variables_and_events import VariableType

NEW: Mapping[str, tuple[str, VariableType]] = {
    "+ New yes or no…": ("alerted", "bool"),
    "+ New number…": ("amount", "float"),
    "+ New thing…": ("thing", "entity"),
    "+ New place…": ("place", "vector"),
}
"""What can be declared while a condition is composed: a proposed name and its type, by the words for it."""

_SLIDES_TO = 10.0
_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Span:
    """Hold how far a slider goes."""

    low: float
    high: float
    is_whole: bool = False


@dataclass(frozen=True)
class ComposerFacts:
    """Hold what is known where a condition is composed.

    `document` declares ranges. `writers` are what sensors could write and the mind has not yet: its type and
    who writes it, by name. `texts` are texts the world knows: teams and tags. `added` are variables that
    are to be declared with the condition.
    """

    scope: Scope
    document: Document
    graph_id: str = ""
    writers: Mapping[str, tuple[VariableType, str]] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    has_map: bool = False
    added: Mapping[str, VariableType] = field(default_factory=dict)

    def with_variable(self, name: str, type_name: VariableType) -> ComposerFacts:
        """Return the facts with one more variable to declare."""
        return replace(self, added={**self.added, name: type_name})

    def free_name(self, wanted: str) -> str:
        """Return a name that nothing has, like the one wanted."""
        taken, name, number = {*self.known.variables, *self.writers}, wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        return name

    @cached_property
    def known(self) -> Scope:
        """Return what may be named, with what is to be declared."""
        new = {**{name: type_name for name, (type_name, _) in self.writers.items()}, **self.added}
        infos = {name: VariableInfo(type_from_name(kind), f"agent:{name}") for name, kind in new.items()}
        return replace(self.scope, variables={**infos, **self.scope.variables})

    def type_of(self, text: str) -> Type | None:
        """Return the type of an expression, None for one that is wrong or missing."""
        try:
            return check_expression(text, self.known).type if text.strip() else None
        except ExpressionError:
            return None

    def problem(self, text: str, expected: Type) -> str:
        """Return what is wrong with a whole condition, "" for nothing."""
        try:
            check_expression(text, self.known, expected)
        except ExpressionError as error:
            return str(error)
        return ""

    def span_of(self, subject: str, value: str) -> Span:
        """Return how far a number can be slid: its declared range, else as far as seems useful."""
        kind, graph = self.type_of(subject), self.document.graphs.get(self.graph_id)
        own = {**self.document.variables, **(graph.variables if graph is not None else {})}.get(subject)
        is_whole = kind is not None and kind.kind is ValueType.INT
        low = float(own.min) if own is not None and own.min is not None else 0.0
        is_time = subject in ("time", "state_time") or (own is not None and own.unit == "s")
        high = _SECONDS if is_time else _SLIDES_TO
        number = number_of(value)
        high = max(high, low + 1.0, 2.0 * abs(number or 0.0))
        low = min(low, number) if number is not None else low
        if own is not None and own.max is not None:
            high = float(own.max)
        return Span(low, high, is_whole)

    # --- what is offered

    def subjects(self) -> tuple[Choice, ...]:
        """Return what can be asked: variables, what sensors could write, what follows from them, new ones."""
        return (
            *(Choice(name, f"{name}   {info.type}") for name, info in sorted(self.known_declared())),
            *(
                Choice(name, f"{name}   {kind}, let {who} write it")
                for name, (kind, who) in sorted(self.writers.items())
                if name not in self.scope.variables
            ),
            *(Choice(text, text) for text in self._derived()),
            *(Choice(text, text) for text in self._calls()),
            *(Choice(words, words) for words in NEW),
        )

    def known_declared(self) -> Iterator[tuple[str, VariableInfo]]:
        """Yield the variables that are there or to be declared."""
        for name, info in self.known.variables.items():
            if name in self.scope.variables or name in self.added:
                yield name, info

    def values(self, subject: str) -> tuple[Choice, ...]:
        """Return what a subject can be compared with: the values of its type, and others of that type."""
        kind = self.type_of(subject)
        if kind is None:
            return ()
        fixed: list[Choice] = []
        if kind.kind is ValueType.BOOL:
            fixed = [Choice("true", "true"), Choice("false", "false")]
        elif kind.kind is ValueType.ENUM:
            fixed = [Choice(quoted(word), word) for word in kind.values]
        elif kind.kind is ValueType.STRING:
            fixed = [Choice(quoted(word), word) for word in self.texts]
        elif kind == ENTITY:
            fixed = [Choice("self", "the agent itself")]
        texts = [*(name for name, _ in sorted(self.known_declared())), *self._derived()]
        same = (text for text in texts if text != subject and self._compares(kind, text))
        return (*fixed, *(Choice(text, text) for text in same))

    def first_value(self, subject: str) -> str:
        """Return the value a comparison begins with."""
        kind = self.type_of(subject)
        if kind is None:
            return ""
        if kind.is_number:
            span = self.span_of(subject, "")
            return (
                f"{(span.low + span.high) / 2:g}"
                if not span.is_whole
                else f"{int(span.low + span.high) // 2}"
            )
        if kind.kind is ValueType.VECTOR:
            return "self.position"
        offered = self.values(subject)
        return str(offered[0].value) if offered else '""' if kind.kind is ValueType.STRING else ""

    def _compares(self, kind: Type, text: str) -> bool:
        found = self.type_of(text)
        return found is not None and (found == kind or (found.is_number and kind.is_number))

    def _derived(self) -> Iterator[str]:
        """Yield what is worked out of variables and always there: distances, parts of the event, times."""
        for name, info in sorted(self.known_declared()):
            if info.type.kind in (ValueType.ENTITY, ValueType.VECTOR):
                yield f"distance(self, {name})"
        if self.scope.allow_event:
            yield from (f"event.{name}" for name in self.scope.current_event_fields())
        yield from ("state_time",) if self.scope.allow_state_time else ()
        yield "time"
        if "health" in self.scope.entity_fields:
            yield "self.health"

    def _calls(self) -> Iterator[str]:
        """Yield the conditions that what is there can be given to."""
        for name, signature in self.scope.conditions.items():
            needed = [parameter for parameter in signature.parameters if parameter.required]
            given = [self._argument(parameter) for parameter in needed]
            if all(given):
                yield f"{name}({', '.join(given)})"

    def _argument(self, parameter: CallParameter) -> str:
        if parameter.type.kind is ValueType.STRING:
            return quoted(self.texts[0]) if self.texts else '"tag"'
        same = [name for name, info in sorted(self.known_declared()) if info.type == parameter.type]
        return same[0] if same else ""
